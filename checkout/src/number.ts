import type { Channel, Checkout, Prefix } from "./checkout.ts";

/** What was typed, judged. */
export type Judgement =
  | { readonly kind: "right"; readonly channel: Channel }
  | { readonly kind: "empty" }
  | { readonly kind: "malformed" }
  /** A number of an operator that this payment cannot be paid over. */
  | { readonly kind: "not_served"; readonly operator: string }
  /** More than one channel fits and the number does not say which. */
  | { readonly kind: "undecided" };

/** The channels that take the payment's amount, in the order of the service. */
export function fittingChannels({ channels, amount }: Pick<Checkout, "channels" | "amount">): readonly Channel[] {
  return channels.filter(({ minimum, maximum }) => minimum <= amount && amount <= maximum);
}

/** The countries one can pay from, each once. */
export function countriesOf(channels: readonly Channel[]): readonly string[] {
  return [...new Set(channels.map(({ country }) => country))];
}

/** The operator of a number, from as few digits as decide it; the longest prefix counts. */
export function operatorOf(digits: string, prefixes: readonly Prefix[]): string | null {
  const found = prefixes.filter(({ prefix }) => digits.startsWith(prefix));
  found.sort((one, other) => other.prefix.length - one.prefix.length);
  return found[0]?.operator ?? null;
}

/** What can be said about a number of this country, of which `digits` were typed; `chosen` is the channel picked by hand. */
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

/** What to choose from where the number does not decide: the operators' own channels, or all where there are none. */
export function choicesOf(channels: readonly Channel[]): readonly Channel[] {
  const own = channels.filter(({ operator }) => operator !== null);
  return own.length > 0 ? own : channels;
}

// `cm.mobile` chooses between `cm.mtn` and `cm.orange`: what stands behind the point is the operator.
function carries({ operator, routes }: Channel, wanted: string): boolean {
  return operator === null && (routes.length === 0 || routes.some((id) => id.endsWith(`.${wanted}`)));
}

/** Whether these can be all digits of a mobile number of the country. The service has the last word. */
export function isWhole(digits: string, country: string): boolean {
  // Every mobile number of Cameroon: ART's numbering plan of 21 November 2014.
  return country === "CM" ? /^6\d{8}$/.test(digits) : /^\d{6,13}$/.test(digits);
}
