import type { ReadTx, Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Channel, type ChannelKind, marketsOf } from "#providers/channels.ts";
import { findCurrent, findOwner, find as findRow, list, type ProviderAccountRow } from "./provider-account-store.ts";

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

/** The accounts a set of merchants can use. */
export interface UsableAccounts {
  /**
   * The account that carries a channel's orders of a kind: the merchant's own, else the platform operator's. Null if
   * neither exists or is needed. A merchant with an account of its own at the provider in that market never uses the
   * platform operator's, not even for a kind that its own account does not carry: the money would leave another account
   * than the one that collects.
   */
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
  const find = (scope: Scope, { providers, country }: Channel, kind: ChannelKind): Id<"con"> | null => {
    if (scope.environment !== "live") return null;
    const matching = rows.filter((row) => row.provider === providers.live && row.market === country);
    const own = matching.filter((row) => row.merchant === scope.merchant);
    const candidates = own.length > 0 ? own : matching.filter((row) => row.merchant === null);
    return candidates.find((row) => (kind === "collect" ? row.collects : row.pays_out))?.id ?? null;
  };
  return {
    find,
    has(scope, channel, kind) {
      if (channel.is_off) return false;
      return scope.environment === "test" ? channel.providers.test !== undefined : find(scope, channel, kind) !== null;
    },
  };
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
      provider === channel?.providers.live && market === channel.country && merchant === received.merchant && pays_out,
  );
  return { is_usable: account !== undefined, account: account?.id ?? null };
}
