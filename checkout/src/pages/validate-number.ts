import type { Channel, Checkout, NumberForm, Prefix } from "#app/checkout.ts";

/** The result of validating the typed number. */
export type NumberValidation =
  | { readonly kind: "right"; readonly channel: Channel; readonly choices: readonly Channel[] }
  | { readonly kind: "empty" }
  | { readonly kind: "malformed" }
  /** None of the payment's channels accepts this number's network. */
  | { readonly kind: "not_served"; readonly network_name: string }
  /** Several channels accept the number, so the payer must choose one. */
  | { readonly kind: "undecided"; readonly choices: readonly Channel[] };

/** The channels whose limits allow the payment's amount, in the service's order. */
export function channelsForAmount({ channels, amount }: Pick<Checkout, "channels" | "amount">): readonly Channel[] {
  return channels.filter(({ minimum, maximum }) => minimum <= amount && amount <= maximum);
}

/** The countries of the channels, without duplicates. */
export function countriesOf(channels: readonly Channel[]): readonly string[] {
  return [...new Set(channels.map(({ country }) => country))];
}

/** The mobile network of a partial or whole number; the longest matching prefix decides. Null if no prefix matches. */
export function networkOf(digits: string, prefixes: readonly Prefix[]): string | null {
  const matches = prefixes.filter(({ prefix }) => digits.startsWith(prefix));
  matches.sort((one, other) => other.prefix.length - one.prefix.length);
  return matches[0]?.network ?? null;
}

/** Validates the typed `digits` of a number of this country. `chosen` is the channel selected by hand. */
export function validateNumber(
  digits: string,
  country: string,
  channels: readonly Channel[],
  { prefixes, mobile_numbers, network_names }: Pick<Checkout, "prefixes" | "mobile_numbers" | "network_names">,
  chosen: string | null,
): NumberValidation {
  if (digits === "") return { kind: "empty" };
  if (!isCompleteNumber(digits, mobile_numbers[country] ?? null)) return { kind: "malformed" };
  const country_channels = channels.filter((channel) => channel.country === country);
  const network = networkOf(digits, prefixes[country] ?? []);
  const choices = network === null ? channelChoices(country_channels) : channelsOfNetwork(country_channels, network);
  if (choices.length === 0) return { kind: "not_served", network_name: network_names[network ?? ""] ?? network ?? "" };
  const picked = choices.find(({ id }) => id === chosen) ?? (choices.length === 1 ? choices[0] : undefined);
  return picked ? { kind: "right", channel: picked, choices } : { kind: "undecided", choices };
}

/** The channels that the payer can choose from: those that carry orders themselves if any exist, otherwise all. */
export function channelChoices(channels: readonly Channel[]): readonly Channel[] {
  const carriers = channels.filter(({ routes }) => routes.length === 0);
  return carriers.length > 0 ? carriers : channels;
}

/** The channels for a number of a network: the network's own, and the wallets that take numbers of every network. */
function channelsOfNetwork(channels: readonly Channel[], network: string): readonly Channel[] {
  const own =
    channels.find((channel) => channel.network === network) ?? channels.find(({ routes }) => hasRoute(routes, network));
  const wallets = channels.filter((channel) => channel.network === null && channel.routes.length === 0);
  return own ? [own, ...wallets] : wallets;
}

// `cm.mobile` chooses between `cm.mtn` and `cm.orange`: the part after the dot is the network.
function hasRoute(routes: readonly string[], network: string): boolean {
  return routes.some((id) => id.endsWith(`.${network}`));
}

/** Whether the digits can be a complete mobile number of a country. The service validates it again. */
export function isCompleteNumber(digits: string, form: NumberForm | null): boolean {
  if (form === null) return /^\d{6,13}$/.test(digits);
  return (
    /^\d+$/.test(digits) && digits.length === form.digits && form.first_digits.some((first) => digits.startsWith(first))
  );
}
