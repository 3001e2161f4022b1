import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { ENTRY_KINDS, findEntry, type LedgerEntry, reversedAccounts } from "#ledger/ledger.ts";
import { listAttemptsOf } from "#providers/attempts.ts";
import { type CorrectionOrder, proposeOrBook } from "./book.ts";
import type { CorrectionRow } from "./schema.ts";
import { find, findAttemptOfDecision, findReversal } from "./store.ts";

/**
 * Reverses an entry: a new entry moves the same amount back. Each entry has at most one reversal. Runs as the engine.
 * Throws `not_found`; `invalid` for a hold (the order's end releases it) or a release (a review corrects it), and for
 * an entry that has a booked or proposed reversal; `insufficient_funds` when the balance is too small and the merchant
 * may not owe the rest.
 */
export async function reverseEntry(
  tx: Tx,
  scope: Scope,
  entry_id: bigint,
  order: CorrectionOrder,
): Promise<CorrectionRow> {
  const entry = await findEntry(tx, scope, entry_id);
  if (!entry) throw new ServiceError("ledger_entry_not_found", `There is no entry ${entry_id} of this merchant`);
  if (!ENTRY_KINDS[entry.kind].is_reversible) {
    throw invalid("entry", "entry_not_reversible", `An entry of the kind ${entry.kind} is not reversed by hand`);
  }
  const earlier = await findReversal(tx, scope, entry_id);
  if (earlier) throw invalid("entry", "entry_reversed", `${earlier.id} reverses this entry already`);
  const { currency, amount } = entry;
  return proposeOrBook(tx, scope, order, {
    ...{ kind: "reverse", corrects: entry_id, currency, amount, ...reversedAccounts(entry) },
    attempt: await findAttempt(tx, scope, entry),
  });
}

/** The order at a provider that the entry belongs to. */
async function findAttempt(tx: Tx, scope: Scope, { kind, subject }: LedgerEntry): Promise<string | null> {
  switch (kind) {
    case "settle":
    case "collect": {
      const attempts = await listAttemptsOf(tx, scope, subject);
      return attempts.find(({ state }) => state === "complete")?.id ?? null;
    }
    case "correct":
      return findAttemptOfDecision(tx, scope, subject);
    case "reverse":
      return (await find(tx, scope, subject))?.attempt ?? null;
    default:
      return null;
  }
}
