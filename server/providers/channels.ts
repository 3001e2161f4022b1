import { assert, type FieldError, fieldError } from "#kernel/errors.ts";
import { normalizePhoneNumber } from "#kernel/normalize-text.ts";
import { callingCode, type Phone, readMobile } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import type { ChannelChange } from "./catalogue/channel-change-store.ts";
import { DEFAULT_CATALOGUE } from "./catalogue/default-catalogue.ts";
import type { CatalogueCountry, Channel, MobileNumbers, Network } from "./catalogue/read-catalogue.ts";

export {
  type ChannelChange,
  findLatestChange,
  insertChange,
  listChangesOf,
  listLatestChanges,
  lockChanges,
} from "./catalogue/channel-change-store.ts";
export type { Channel, ChannelKind, MobileNumbers, Network, ReceiverType } from "./catalogue/read-catalogue.ts";
export { DIAL_CODE } from "./catalogue/read-catalogue.ts";

/** The catalogue, indexed for look-ups. */
interface Catalogue {
  readonly countries: ReadonlyMap<string, CatalogueCountry>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly list: readonly Channel[];
}

/** The wake-up channel for changes of channels. */
export const CHANNELS_CHANGED = "channels changed";

const default_catalogue = indexCatalogue(DEFAULT_CATALOGUE);

// The catalogue with the platform operator's changes, as far as this process has read them. A process has one database.
let catalogue = default_catalogue;

/** Replaces this process's catalogue by the default one with these changes, the latest of each channel. */
export function applyChannelChanges(changes: readonly ChannelChange[]): void {
  if (changes.length === 0) {
    catalogue = default_catalogue;
    return;
  }
  const by_channel = new Map(changes.map((change) => [change.channel, change]));
  catalogue = indexCatalogue(
    DEFAULT_CATALOGUE.map((country) => ({
      ...country,
      channels: country.channels.map((channel) => changedChannel(channel, by_channel.get(channel.id) ?? null)),
    })),
  );
}

/** A channel of the catalogue with a change. */
export function changedChannel(channel: Channel, change: ChannelChange | null): Channel {
  if (change === null) return channel;
  const { minimum, maximum, dial_code, is_off } = change;
  return {
    ...channel,
    minimum: minimum ?? channel.minimum,
    maximum: maximum ?? channel.maximum,
    dial_code: dial_code === null ? channel.dial_code : dial_code || null,
    is_off,
  };
}

/** A channel as the catalogue has it, without the platform operator's changes. */
export function findCatalogueChannel(id: string): Channel | null {
  return default_catalogue.channels.get(id) ?? null;
}

function indexCatalogue(countries: readonly CatalogueCountry[]): Catalogue {
  const list = countries.flatMap(({ channels }) => channels);
  return {
    countries: new Map(countries.map((country) => [country.code, country])),
    channels: new Map(list.map((channel) => [channel.id, channel])),
    list,
  };
}

export function findChannel(id: string): Channel | null {
  return catalogue.channels.get(id) ?? null;
}

/** Whether a merchant can use a channel that carries orders itself: that needs an account at its provider. */
export type ChannelUsable = (channel: Channel) => boolean;

/** The channels that can collect payments in an environment, in the order of the catalogue. */
export function collectChannels(environment: Environment, isUsable: ChannelUsable): readonly Channel[] {
  return allChannels().filter(
    (channel) => channel.kinds.includes("collect") && carriersOf(channel, environment).some(isUsable),
  );
}

/** The plug-ins that can carry a channel's orders, in the order of preference: its own provider, then aggregators. */
export function providersOf({ providers, wallets }: Channel, environment: Environment): readonly string[] {
  const own = providers[environment];
  return [...(own === undefined ? [] : [own]), ...(environment === "live" ? Object.keys(wallets) : [])];
}

/** The channels that may carry the orders of a channel: itself, or those that it routes to. */
export function carriersOf(channel: Channel, environment: Environment): readonly Channel[] {
  if (channel.is_off) return [];
  if (channel.routes.length === 0) return providersOf(channel, environment).length > 0 ? [channel] : [];
  return channel.routes.flatMap((id) => {
    const route = findChannel(id);
    return route === null || route.is_off || providersOf(route, environment).length === 0 ? [] : [route];
  });
}

/** The channels of a provider account: those of its provider in its market. */
export function channelsCarriedBy(account: {
  readonly provider: string;
  readonly environment: Environment;
  readonly market: string;
}): readonly Channel[] {
  const { provider, environment, market } = account;
  return allChannels().filter(
    (channel) =>
      providersOf(channel, environment).includes(provider) && channel.country === market && channel.routes.length === 0,
  );
}

/** The currency of a provider's channels in a market. */
export function currencyOfMarket(provider: string, market: string): string {
  const [channel] = channelsCarriedBy({ provider, environment: "live", market });
  assert(channel, "a market has a channel");
  return channel.currency;
}

/** The countries in which a provider carries channels, in the order of the catalogue. */
export function marketsOf(provider: string): readonly string[] {
  return [
    ...new Set(
      allChannels().flatMap((channel) => (providersOf(channel, "live").includes(provider) ? [channel.country] : [])),
    ),
  ];
}

/** Every channel, in the order of the catalogue. */
export function allChannels(): readonly Channel[] {
  return catalogue.list;
}

/** The mobile networks of a country, with the prefixes of their numbers. */
export function networksOf(country: string): readonly Network[] {
  return catalogue.countries.get(country)?.networks ?? [];
}

/** The form of a country's mobile numbers; null for a country without channels. */
export function mobileNumbersOf(country: string): MobileNumbers | null {
  return catalogue.countries.get(country)?.mobile_numbers ?? null;
}

/**
 * The network a number most likely belongs to, or null for an unknown prefix. A number ported to another network keeps
 * its prefix, so the result may be wrong.
 */
export function networkOf(phone: Phone): string | null {
  let longest = "";
  let network: string | null = null;
  for (const { id, prefixes } of phone.country === null ? [] : networksOf(phone.country)) {
    for (const prefix of prefixes) {
      if (prefix.length <= longest.length || !phone.national.startsWith(prefix)) continue;
      longest = prefix;
      network = id;
    }
  }
  return network;
}

/**
 * Returns the channel that carries an order: the channel itself, or its route to the number's network. Null if the
 * network is not clear or has no route; the caller then asks for an explicit channel (interface-decisions 16).
 */
export function routeChannel(channel: Channel, phone: Phone | null): Channel | null {
  if (channel.routes.length === 0) return channel;
  const network = phone && networkOf(phone);
  const matching = channel.routes.map(findChannel).find((candidate) => candidate && candidate.network === network);
  return network ? (matching ?? null) : null;
}

/** The reason why no route matches a number, for messages: its network has no channel, or its network is not clear. */
export function noRouteError({ routes, country }: Channel, phone: Phone | null): FieldError {
  const network_id = phone && networkOf(phone);
  const choices = routes.join(" or ");
  if (network_id === null) {
    const message = `The network of this number is not clear: choose ${choices}`;
    return fieldError("unknown_network", message, { channels: routes });
  }
  const network = networksOf(country).find(({ id }) => id === network_id)?.name ?? network_id;
  const message = `This is a number of ${network}, and no channel here reaches ${network}. If it has moved to another network, choose ${choices}`;
  return fieldError("unreachable_network", message, { network, channels: routes });
}

// A network gets its numbers in ranges, which their first three digits name.
const RANGE_DIGITS = 3;

/** The error for a text that `readMobile` refuses. It names the number range only if the range is invalid. */
export function mobileNumberError(text: string, country: string): FieldError {
  const { name, mobile_numbers } = catalogue.countries.get(country) ?? { name: country, mobile_numbers: null };
  const { digits, first_digits } = mobile_numbers ?? { digits: 0, first_digits: [] };
  const range = mobile_numbers && invalidRange(text, country, mobile_numbers);
  if (range !== null)
    return fieldError("unknown_mobile_range", `No mobile number of ${name} begins with ${range}`, { country, range });
  const form = mobile_numbers ? `: ${digits} digits that begin with ${first_digits.join(" or ")}` : "";
  const params = { country, digits, first_digits };
  return fieldError("invalid_mobile_number", `Enter a mobile number of ${name}${form}`, params);
}

/** The first digits of a number of the right form, if no number that begins with them is valid; else null. */
function invalidRange(text: string, country: string, { digits, first_digits }: MobileNumbers): string | null {
  const bare = normalizePhoneNumber(text).replace(/^(\+|00)/, "");
  const code = callingCode(country);
  const national = bare.length > digits && bare.startsWith(code) ? bare.slice(code.length) : bare;
  if (!/^\d+$/.test(national) || national.length !== digits) return null;
  if (!first_digits.some((first) => national.startsWith(first))) return null;
  const range = national.slice(0, RANGE_DIGITS);
  return readMobile(range.padEnd(digits, "0"), country) === null ? range : null;
}

/** The error of an amount outside a channel's limits; `message` names them. */
export function amountLimitError(
  amount: bigint,
  { minimum, maximum, currency }: Pick<Channel, "minimum" | "maximum" | "currency">,
  message: string,
): FieldError {
  const params = { minimum: Number(minimum), maximum: Number(maximum), currency };
  return amount < minimum
    ? fieldError("amount_below_minimum", message, params)
    : fieldError("amount_above_maximum", message, params);
}

/** The error of a channel that the caller cannot use in this environment. */
export function notConnectedError(channel: string, environment: Environment): FieldError {
  const message = `The channel ${channel} is not connected in the ${environment} environment`;
  return fieldError("channel_not_connected", message, { channel, environment });
}

/** The error of an amount that a channel does not carry; null within its limits. */
export function channelAmountError(amount: bigint, channel: Channel): FieldError | null {
  const { id, minimum, maximum, currency } = channel;
  if (amount >= minimum && amount <= maximum) return null;
  return amountLimitError(amount, channel, `The channel ${id} takes amounts from ${minimum} to ${maximum} ${currency}`);
}
