import type { ReadTx, Tx } from "#db/tx.ts";
import { type FieldError, invalid } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { PayerAction } from "#kernel/payer-actions.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Channel, type ChannelKind, channelAmountError, marketsOf, providersOf } from "#providers/channels.ts";
import {
  type CurrentAccount,
  findCurrent,
  findOwner,
  find as findRow,
  list,
  type ProviderAccountRow,
  type StoredTerms,
} from "./provider-account-store.ts";

/** An account at a provider, without its settings. */
export type ProviderAccount = Omit<ProviderAccountRow, "settings">;

/** Every account, current or retired, the oldest first. */
export async function listAccounts(tx: Tx): Promise<readonly ProviderAccount[]> {
  return (await list(tx)).map(({ settings: _, ...account }) => account);
}

/** One account; null for an unknown id. */
export async function findAccount(tx: Tx, id: Id<"con">): Promise<ProviderAccount | null> {
  const row = await findRow(tx, id);
  if (!row) return null;
  const { settings: _, ...account } = row;
  return account;
}

/**
 * A market of a provider: the one named, else the provider's first in the catalogue. Throws `invalid` for a country in
 * which the provider carries no channel.
 */
export function requireMarket(provider: string, market: string | undefined): string {
  const markets = marketsOf(provider);
  const chosen = market ?? markets[0];
  if (chosen !== undefined && markets.includes(chosen)) return chosen;
  throw invalid("market", "market_not_served", `The markets of ${provider} are ${markets.join(", ")}`, {
    values: [...markets],
  });
}

/** The provider and account that carry a channel's orders of a kind. */
export interface Carrier {
  readonly provider: string;
  /** Null for a provider without accounts, such as the sandbox. */
  readonly account: Id<"con"> | null;
  /** The channel's limits, narrowed by the account's. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** The action with which payers pay, as the provider reports it, else the catalogue; null if neither does. */
  readonly action: PayerAction | null;
}

/** The accounts a set of merchants can use. */
export interface UsableAccounts {
  /**
   * The carrier of a channel's orders of a kind: the merchant's own account, else the platform operator's; of several, that
   * of the channel's own provider before an aggregator's. Null without one. A merchant with an account of its own for the
   * channel never uses the platform operator's, not even for a kind that its own account does not carry: the money would
   * leave another account than the one that collects.
   */
  carrier(scope: Scope, channel: Channel, kind: ChannelKind): Carrier | null;
  /** The account of the carrier; null if none exists or is needed. */
  find(scope: Scope, channel: Channel, kind: ChannelKind): Id<"con"> | null;
  /** Whether this scope can send orders of a kind over the channel, and the channel is not turned off. */
  has(scope: Scope, channel: Channel, kind: ChannelKind): boolean;
}

/**
 * Looks up the accounts of these scopes. The test environment needs no query: its only provider is the sandbox, which
 * has no accounts.
 */
export async function findUsableAccounts(tx: ReadTx, scopes: readonly Scope[]): Promise<UsableAccounts> {
  const live = scopes.filter((scope) => scope.environment === "live");
  const merchants = [...new Set(live.map((scope) => scope.merchant))];
  const rows = merchants.length > 0 ? await findCurrent(tx, "live", merchants) : [];
  const carrier = (scope: Scope, channel: Channel, kind: ChannelKind): Carrier | null => {
    const providers = providersOf(channel, scope.environment);
    if (scope.environment === "test") {
      const [provider] = providers;
      return provider === undefined ? null : { provider, account: null, ...limitsOf(channel, null), action: null };
    }
    const matching = rows.filter((row) => row.market === channel.country && carriesChannel(row, channel, providers));
    const own = matching.filter((row) => row.merchant === scope.merchant);
    const candidates = own.length > 0 ? own : matching.filter((row) => row.merchant === null);
    for (const provider of providers) {
      const row = candidates.find((one) => one.provider === provider && carriesKind(one, channel, kind));
      if (!row) continue;
      const terms = termsOf(row, channel, kind);
      const usual_action = provider === channel.providers.live ? channel.action : null;
      return { provider, account: row.id, ...limitsOf(channel, terms), action: terms?.action ?? usual_action };
    }
    return null;
  };
  return {
    carrier,
    find: (scope, channel, kind) => carrier(scope, channel, kind)?.account ?? null,
    has: (scope, channel, kind) => !channel.is_off && carrier(scope, channel, kind) !== null,
  };
}

/** Whether the account is at one of these providers and, as far as its provider reports it, has the channel's wallet. */
function carriesChannel({ provider, terms }: CurrentAccount, { id }: Channel, providers: readonly string[]): boolean {
  return providers.includes(provider) && (terms === null || terms.some(({ channel }) => channel === id));
}

function carriesKind(row: CurrentAccount, channel: Channel, kind: ChannelKind): boolean {
  return (
    (kind === "collect" ? row.collects : row.pays_out) && (row.terms === null || termsOf(row, channel, kind) !== null)
  );
}

function termsOf({ terms }: CurrentAccount, { id }: Channel, kind: ChannelKind): StoredTerms | null {
  return terms?.find((one) => one.channel === id && one.kind === kind) ?? null;
}

function limitsOf(channel: Channel, terms: StoredTerms | null): Pick<Carrier, "minimum" | "maximum"> {
  if (terms === null) return { minimum: channel.minimum, maximum: channel.maximum };
  const [minimum, maximum] = [BigInt(terms.minimum), BigInt(terms.maximum)];
  return {
    minimum: minimum > channel.minimum ? minimum : channel.minimum,
    maximum: maximum < channel.maximum ? maximum : channel.maximum,
  };
}

/** The error of an amount that the carrier of a channel does not accept; null within its limits. */
export function carrierAmountError(amount: bigint, channel: Channel, carrier: Carrier): FieldError | null {
  const { minimum, maximum } = carrier;
  return channelAmountError(amount, { ...channel, minimum, maximum });
}

/**
 * The account for the refund of a payment: the one that received the payment, current or retired. If that one only
 * collects, the account of the same owner that pays out over the channel now. The refund cannot be sent if `is_usable`
 * is false; the sandbox needs no account.
 */
export async function findRefundAccount(
  tx: ReadTx,
  scope: Scope,
  channel: Channel | null,
  paid: Id<"con"> | null,
): Promise<{ readonly is_usable: boolean; readonly account: Id<"con"> | null }> {
  const received = paid && (await findOwner(tx, paid));
  if (received === null || received.pays_out) return { is_usable: true, account: paid };
  const account = (await findCurrent(tx, scope.environment, [scope.merchant])).find(
    ({ provider, market, merchant, pays_out }) =>
      provider === received.provider && market === channel?.country && merchant === received.merchant && pays_out,
  );
  return { is_usable: account !== undefined, account: account?.id ?? null };
}
