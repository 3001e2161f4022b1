import type { Reader, Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type ConnectionRow, findCurrent, find as findRow, list } from "./connection-store.ts";

/** An account at a provider, without its settings. */
export type Account = Omit<ConnectionRow, "settings">;

/** Every account there is or was, the oldest first. */
export async function listAccounts(tx: Tx): Promise<readonly Account[]> {
  return (await list(tx)).map(({ settings: _, ...account }) => account);
}

/** One of them; null when there is none. */
export async function findAccount(tx: Tx, id: Id<"con">): Promise<Account | null> {
  const row = await findRow(tx, id);
  if (!row) return null;
  const { settings: _, ...account } = row;
  return account;
}

/** The accounts a set of merchants can use. */
export interface Connections {
  /** The merchant's own account at a provider, else the operator's; null when there is neither, or none is needed. */
  find(scope: Scope, provider: string): Id<"con"> | null;
  /** Whether money can go by this provider. */
  has(scope: Scope, provider: string): boolean;
}

/**
 * Looks up which accounts these scopes have. The test environment has the sandbox alone, which needs none: it costs
 * nothing there.
 */
export async function connections(tx: Reader, scopes: readonly Scope[]): Promise<Connections> {
  const live = scopes.filter((scope) => scope.environment === "live");
  const merchants = [...new Set(live.map((scope) => scope.merchant))];
  const rows = merchants.length > 0 ? await findCurrent(tx, "live", merchants) : [];
  const find = (scope: Scope, provider: string): Id<"con"> | null => {
    if (scope.environment !== "live") return null;
    const fitting = rows.filter((row) => row.provider === provider);
    const own = fitting.find((row) => row.merchant === scope.merchant);
    return (own ?? fitting.find((row) => row.merchant === null))?.id ?? null;
  };
  return {
    find,
    has: (scope, provider) => scope.environment === "test" || find(scope, provider) !== null,
  };
}
