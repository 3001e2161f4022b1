import type { Channel, Checkout, Prefix } from "./checkout.ts";

/** The validation result of the typed number. */
export type Judgement =
  | { readonly kind: "right"; readonly channel: Channel }
  | { readonly kind: "empty" }
  | { readonly kind: "malformed" }
  /** The payment has no channel for this number's network. */
  | { readonly kind: "not_served"; readonly operator: string }
  /** Several channels fit, and the number does not determine one. */
  | { readonly kind: "undecided" };

/** The channels whose limits allow the payment's amount, in the service's order. */
export function fittingChannels({ channels, amount }: Pick<Checkout, "channels" | "amount">): readonly Channel[] {
  return channels.filter(({ minimum, maximum }) => minimum <= amount && amount <= maximum);
}

/** The countries of the channels, without duplicates. */
export function countriesOf(channels: readonly Channel[]): readonly string[] {
  return [...new Set(channels.map(({ country }) => country))];
}

/** The mobile network of a partial or whole number; the longest matching prefix decides. Null if no prefix matches. */
export function operatorOf(digits: string, prefixes: readonly Prefix[]): string | null {
  const found = prefixes.filter(({ prefix }) => digits.startsWith(prefix));
  found.sort((one, other) => other.prefix.length - one.prefix.length);
  return found[0]?.operator ?? null;
}

/** Validates the typed `digits` of a number of this country. `chosen` is the channel selected by hand. */
export function judgeNumber(
  digits: string,
  country: string,
  channels: readonly Channel[],
  prefixes: Checkout["prefixes"],
  chosen: string | null,
): Judgement {
  if (digits === "") return { kind: "empty" };
  if (!isWhole(digits, country)) return { kind: "malformed" };
  const here = channels.filter((channel) => channel.country === country);
  const operator = operatorOf(digits, prefixes[country] ?? []);
  if (operator !== null) {
    const channel = here.find((one) => one.operator === operator) ?? here.find((one) => carries(one, operator));
    return channel ? { kind: "right", channel } : { kind: "not_served", operator };
  }
  const choices = choicesOf(here);
  const picked = choices.find(({ id }) => id === chosen) ?? (choices.length === 1 ? choices[0] : undefined);
  return picked ? { kind: "right", channel: picked } : { kind: "undecided" };
}

/** The channels to choose from if the number does not determine one: the single-network ones, else all channels. */
export function choicesOf(channels: readonly Channel[]): readonly Channel[] {
  const own = channels.filter(({ operator }) => operator !== null);
  return own.length > 0 ? own : channels;
}

// `cm.mobile` chooses between `cm.mtn` and `cm.orange`: the part after the dot is the network.
function carries({ operator, routes }: Channel, wanted: string): boolean {
  return operator === null && (routes.length === 0 || routes.some((id) => id.endsWith(`.${wanted}`)));
}

/** Whether the digits can be a complete mobile number of the country. The service validates it again. */
export function isWhole(digits: string, country: string): boolean {
  // Every mobile number of Cameroon has this form: ART's numbering plan of 21 November 2014.
  return country === "CM" ? /^6\d{8}$/.test(digits) : /^\d{6,13}$/.test(digits);
}
