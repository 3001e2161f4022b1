import type { ReadTx, Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { findCurrent, find as findRow, list, type ProviderAccountRow } from "./provider-account-store.ts";

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

/** The accounts a set of merchants can use. */
export interface UsableAccounts {
  /** The merchant's own account at a provider, else the platform operator's; null if neither exists or is needed. */
  find(scope: Scope, provider: string): Id<"con"> | null;
  /** Whether this scope can send orders to the provider. */
  has(scope: Scope, provider: string): boolean;
}

/**
 * Looks up the accounts of these scopes. The test environment needs no query: its only provider is the sandbox, which
 * has no accounts.
 */
export async function findUsableAccounts(tx: ReadTx, scopes: readonly Scope[]): Promise<UsableAccounts> {
  const live = scopes.filter((scope) => scope.environment === "live");
  const merchants = [...new Set(live.map((scope) => scope.merchant))];
  const rows = merchants.length > 0 ? await findCurrent(tx, "live", merchants) : [];
  const find = (scope: Scope, provider: string): Id<"con"> | null => {
    if (scope.environment !== "live") return null;
    const of_provider = rows.filter((row) => row.provider === provider);
    const own = of_provider.find((row) => row.merchant === scope.merchant);
    return (own ?? of_provider.find((row) => row.merchant === null))?.id ?? null;
  };
  return {
    find,
    has: (scope, provider) => scope.environment === "test" || find(scope, provider) !== null,
  };
}
