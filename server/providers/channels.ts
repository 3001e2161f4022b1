import type { Phone } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import channel_data from "./channels.json" with { type: "json" };
import prefix_data from "./prefixes.json" with { type: "json" };

/** What a channel pays or collects through. The types are a beneficiary's. */
export type ReceiverType = "mobile_money" | "bank_account" | "cash_pickup";

export type ChannelKind = "collect" | "transfer";

/** A way for money to go, as data: who may use it, within which limits, and which plug-in carries it. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly type: ReceiverType;
  readonly kinds: readonly ChannelKind[];
  /** Whose wallets it reaches; null for channels that are not one operator's. */
  readonly operator: string | null;
  /** The channels it chooses from by the number's operator; empty for most. */
  readonly routes: readonly string[];
  /** What a payer dials to find the request to confirm; null where there is no such code. */
  readonly ussd: string | null;
  /** In the currency's smallest unit, both inclusive. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** The plug-in's id per environment. A channel that routes has those of its routes where it has none of its own. */
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

const channels = new Map(channel_data.map((data: ChannelData) => [data.id, read(data)]));

export function findChannel(id: string): Channel | null {
  return channels.get(id) ?? null;
}

/** Whether a merchant can use a plug-in: it needs an account there. */
export type Usable = (provider: string) => boolean;

/** The channels a payer can pay over in an environment, in the order of the catalogue. */
export function collectChannels(environment: Environment, isUsable: Usable): readonly Channel[] {
  return allChannels().filter(
    (channel) => channel.kinds.includes("collect") && carriers(channel, environment).some(isUsable),
  );
}

/** The plug-ins that may carry what goes over a channel. */
export function carriers(channel: Channel, environment: Environment): readonly string[] {
  const own = channel.providers[environment];
  if (own !== undefined) return [own];
  return channel.routes.flatMap((id) => findChannel(id)?.providers[environment] ?? []);
}

/** Every channel, in the order of the catalogue. */
export function allChannels(): readonly Channel[] {
  return [...channels.values()];
}

/** Which operator the numbers of a country belong to, by how they begin; the longest that fits counts. */
export function prefixesOf(country: string): { prefix: string; operator: string }[] {
  return country === "CM" ? prefix_data.CM : [];
}

/** The operator a number most likely belongs to, or null where the table does not say. Ported numbers keep their prefix. */
export function operatorOf(phone: Phone): string | null {
  const prefixes = phone.country === null ? [] : prefixesOf(phone.country);
  // The most specific prefix counts.
  const fitting = prefixes.filter(({ prefix }) => phone.national.startsWith(prefix));
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.operator ?? null;
}

/**
 * The channel that really carries an order: itself, or the one of its routes that belongs to the number's operator.
 * Null when no route is clear; the caller then asks for an explicit channel (interface-decisions 16).
 */
export function route(channel: Channel, phone: Phone | null): Channel | null {
  if (channel.routes.length === 0) return channel;
  const operator = phone && operatorOf(phone);
  const found = channel.routes.map(findChannel).find((candidate) => candidate && candidate.operator === operator);
  return operator ? (found ?? null) : null;
}

/** Why no route of a channel is the way to a number, for messages: no channel reaches its network, or that is not clear. */
export function noRouteText({ routes }: Channel, phone: Phone | null): string {
  const operator = phone && operatorOf(phone);
  const choices = routes.join(" or ");
  if (operator === null) return `The operator of this number is not clear: choose ${choices}`;
  const network = operatorName(operator);
  return `This is a number of ${network}, and no channel here reaches ${network}. If it has moved to another network, choose ${choices}`;
}

/** `MTN`, `Nexttel`: as people write it. */
function operatorName(operator: string): string {
  return operator.length <= 3 ? operator.toUpperCase() : operator.charAt(0).toUpperCase() + operator.slice(1);
}

/** What a channel takes, for messages: in the currency's smallest unit, as all amounts of the API. */
export function limitsText({ minimum, maximum, currency }: Channel): string {
  return `amounts from ${minimum} to ${maximum} ${currency}`;
}

function read(data: ChannelData): Channel {
  return {
    id: data.id,
    name: data.name,
    country: data.country,
    currency: data.currency,
    type: receiverType(data.type),
    kinds: data.kinds.map(channelKind),
    operator: data.operator ?? null,
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
