import { awaitStatements, DatabaseError, type ReadTx, StaleRead, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { AccountName } from "./chart-of-accounts.ts";
import { type AccountKey, insertAccounts, insertEntries, type Posting } from "./store.ts";

/** Postings a transaction has not written yet, and the accounts to create for them if missing. */
interface PendingPostings {
  readonly tx: Tx;
  readonly postings: Posting[];
  readonly accounts: AccountKey[];
}

const pending_postings = new WeakMap<ReadTx, PendingPostings>();

/**
 * All postings of a transaction are written together at its end. So a transaction locks all its accounts in one order,
 * whatever it settles, releases and collects, and no two can deadlock. An account shared by all is locked last, and
 * only for as long as the commit takes.
 */
export function post(tx: Tx, postings: readonly Posting[], accounts: readonly AccountKey[] = []): void {
  if (postings.length === 0) return;
  if (!pending_postings.has(tx)) {
    pending_postings.set(tx, { tx, postings: [], accounts: [] });
    tx.lastAtCommit(() => write(tx), toStaleRead);
  }
  pending_postings.get(tx)?.postings.push(...postings);
  pending_postings.get(tx)?.accounts.push(...accounts);
}

/**
 * Sends the postings so far now instead of at commit, for a transaction that still has much to compute. Trap: the
 * accounts are locked from here on. A later posting of this transaction may then deadlock with transactions that wait
 * for them.
 */
export async function flushPostings(tx: Tx): Promise<void> {
  const statements = write(tx);
  // Ignore errors here: `tx.atCommit` raises them at the end.
  for (const statement of statements) statement?.catch(() => {});
  tx.atCommit(() => statements, toStaleRead);
  // The connection flushes at the end of the event-loop turn.
  await new Promise(setImmediate);
}

function write(of: ReadTx): readonly (Promise<unknown> | undefined)[] {
  const pending = pending_postings.get(of);
  pending_postings.delete(of);
  if (!pending) return [];
  const { tx, postings, accounts } = pending;
  return [accounts.length > 0 ? insertAccounts(tx, distinct(accounts)) : undefined, insertEntries(tx, postings)];
}

/** Maps the error of an overdrawn account to `StaleRead`: another transaction has spent the balance meanwhile. */
export function toStaleRead(error: unknown): unknown {
  const is_overdrawn = error instanceof DatabaseError && error.code === "23514" && error.table === "accounts";
  return is_overdrawn ? new StaleRead("the balance was spent since it was read") : error;
}

/** Writes the postings, if there are any, before a read of the same transaction. */
export async function writePending(of: ReadTx): Promise<void> {
  if (!pending_postings.has(of)) return;
  await awaitStatements(write(of)).catch((error: unknown) => {
    throw toStaleRead(error);
  });
}

export function accountsOf(postings: readonly Posting[]): readonly AccountKey[] {
  return postings.flatMap((posting) => [accountKey(posting, posting.debit), accountKey(posting, posting.credit)]);
}

export function accountKey(of: Scope & { readonly currency: string }, name: AccountName): AccountKey {
  return { merchant: of.merchant, environment: of.environment, currency: of.currency, name };
}

export function keyText(account: AccountKey): string {
  return `${account.merchant} ${account.environment} ${account.currency} ${account.name}`;
}

export function distinct(keys: readonly AccountKey[]): readonly AccountKey[] {
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}
