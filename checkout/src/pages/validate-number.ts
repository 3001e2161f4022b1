import type { Channel, Checkout, NumberForm, Prefix } from "#app/checkout.ts";

/** The result of validating the typed number. */
export type NumberValidation =
  | { readonly kind: "right"; readonly channel: Channel }
  | { readonly kind: "empty" }
  | { readonly kind: "malformed" }
  /** None of the payment's channels accepts this number's network. */
  | { readonly kind: "not_served"; readonly network_name: string }
  /** Several channels accept the number, so the payer must choose one. */
  | { readonly kind: "undecided" };

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
  if (network !== null) {
    const channel =
      country_channels.find((one) => one.network === network) ??
      country_channels.find((one) => supportsNetwork(one, network));
    return channel
      ? { kind: "right", channel }
      : { kind: "not_served", network_name: network_names[network] ?? network };
  }
  const choices = channelChoices(country_channels);
  const picked = choices.find(({ id }) => id === chosen) ?? (choices.length === 1 ? choices[0] : undefined);
  return picked ? { kind: "right", channel: picked } : { kind: "undecided" };
}

/** The channels that the payer can choose from: the single-network channels if any exist, otherwise all channels. */
export function channelChoices(channels: readonly Channel[]): readonly Channel[] {
  const single_network = channels.filter(({ network }) => network !== null);
  return single_network.length > 0 ? single_network : channels;
}

// `cm.mobile` chooses between `cm.mtn` and `cm.orange`: the part after the dot is the network.
function supportsNetwork({ network, routes }: Channel, requested: string): boolean {
  return network === null && (routes.length === 0 || routes.some((id) => id.endsWith(`.${requested}`)));
}

/** Whether the digits can be a complete mobile number of a country. The service validates it again. */
export function isCompleteNumber(digits: string, form: NumberForm | null): boolean {
  if (form === null) return /^\d{6,13}$/.test(digits);
  return (
    /^\d+$/.test(digits) && digits.length === form.digits && form.first_digits.some((first) => digits.startsWith(first))
  );
}
