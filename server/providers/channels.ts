import { type FieldError, fieldError } from "#kernel/errors.ts";
import type { Phone } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import channel_data from "./channels.json" with { type: "json" };
import prefix_data from "./prefixes.json" with { type: "json" };

/** The account type that a channel pays to or collects from. The values are those of a beneficiary's type. */
export type ReceiverType = "mobile_money" | "bank_account" | "cash_pickup";

export type ChannelKind = "collect" | "transfer";

/** The configuration of a payment channel: country, currency, limits, routes and plug-ins. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly type: ReceiverType;
  readonly kinds: readonly ChannelKind[];
  /** The network whose wallets it reaches; null if not limited to one network. */
  readonly network: string | null;
  /** The channels it routes to, by the number's network; empty for most. */
  readonly routes: readonly string[];
  /** The USSD code that a payer dials to find the request to confirm; null if there is no such code. */
  readonly ussd: string | null;
  /** In the currency's smallest unit, both inclusive. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** The plug-in's id per environment. A routing channel without plug-ins of its own uses those of its routes. */
  readonly providers: Readonly<Partial<Record<Environment, string>>>;
}

interface ChannelData {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly type: string;
  readonly kinds: readonly string[];
  readonly operator?: string;
  readonly routes?: readonly string[];
  readonly ussd?: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly providers: Readonly<Partial<Record<Environment, string>>>;
}

const channels = new Map(channel_data.map((data: ChannelData) => [data.id, parseChannel(data)]));

export function findChannel(id: string): Channel | null {
  return channels.get(id) ?? null;
}

/** Whether a merchant can use a plug-in: that needs an account at the provider. */
export type ProviderUsable = (provider: string) => boolean;

/** The channels that can collect payments in an environment, in the order of the catalogue. */
export function collectChannels(environment: Environment, isUsable: ProviderUsable): readonly Channel[] {
  return allChannels().filter(
    (channel) => channel.kinds.includes("collect") && providersFor(channel, environment).some(isUsable),
  );
}

/** The plug-ins that may carry the orders of a channel. */
export function providersFor(channel: Channel, environment: Environment): readonly string[] {
  const direct = channel.providers[environment];
  if (direct !== undefined) return [direct];
  return channel.routes.flatMap((id) => findChannel(id)?.providers[environment] ?? []);
}

/** Every channel, in the order of the catalogue. */
export function allChannels(): readonly Channel[] {
  return [...channels.values()];
}

/** The number prefixes of a country with their networks. The longest matching prefix wins. */
export function prefixesOf(country: string): { prefix: string; operator: string }[] {
  return country === "CM" ? prefix_data.CM : [];
}

/**
 * The network a number most likely belongs to, or null for an unknown prefix. A number ported to another network keeps
 * its prefix, so the result may be wrong.
 */
export function networkOf(phone: Phone): string | null {
  const prefixes = phone.country === null ? [] : prefixesOf(phone.country);
  // The longest matching prefix wins.
  const fitting = prefixes.filter(({ prefix }) => phone.national.startsWith(prefix));
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.operator ?? null;
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
export function noRouteError({ routes }: Channel, phone: Phone | null): FieldError {
  const network_id = phone && networkOf(phone);
  const choices = routes.join(" or ");
  if (network_id === null) {
    const message = `The network of this number is not clear: choose ${choices}`;
    return fieldError("unknown_network", message, { channels: routes });
  }
  const network = networkName(network_id);
  const message = `This is a number of ${network}, and no channel here reaches ${network}. If it has moved to another network, choose ${choices}`;
  return fieldError("unreachable_network", message, { network, channels: routes });
}

/** A network's name as people write it: `MTN`, `Nexttel`. */
function networkName(network: string): string {
  return network.length <= 3 ? network.toUpperCase() : network.charAt(0).toUpperCase() + network.slice(1);
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

/** A channel's limits, for messages: in the currency's smallest unit, like all amounts of the API. */
export function limitsText({ minimum, maximum, currency }: Channel): string {
  return `amounts from ${minimum} to ${maximum} ${currency}`;
}

function parseChannel(data: ChannelData): Channel {
  return {
    id: data.id,
    name: data.name,
    country: data.country,
    currency: data.currency,
    type: receiverType(data.type),
    kinds: data.kinds.map(channelKind),
    network: data.operator ?? null,
    routes: data.routes ?? [],
    ussd: data.ussd ?? null,
    minimum: BigInt(data.minimum),
    maximum: BigInt(data.maximum),
    providers: data.providers,
  };
}

function receiverType(text: string): ReceiverType {
  if (text === "mobile_money" || text === "bank_account" || text === "cash_pickup") return text;
  throw new Error(`channels.json: no such type: ${text}`);
}

function channelKind(text: string): ChannelKind {
  if (text === "collect" || text === "transfer") return text;
  throw new Error(`channels.json: no such kind: ${text}`);
}
