import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { ENTRY_KINDS, findEntry, type LedgerEntry, reversedAccounts } from "#ledger/ledger.ts";
import { listAttemptsOf } from "#providers/attempts.ts";
import { type CorrectionOrder, proposeOrBook } from "./book.ts";
import type { CorrectionRow } from "./schema.ts";
import { find, findAttemptOfDecision, findReversal } from "./store.ts";

/**
 * Books a new entry that moves an entry's amount back. An entry has at most one reversal. Runs as the engine. Throws:
 *
 * - `not_found` for an unknown entry.
 * - `invalid` for a hold (the order's end releases it), for a release (a review corrects it), if a reversal is booked or
 *   proposed already, and if later entries changed the order's amount.
 * - `insufficient_funds` if the balance is too small and the rest may not become a debt.
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
  const correction = await find(tx, scope, entry.subject);
  return proposeOrBook(tx, scope, order, {
    ...{ kind: "reverse", corrects: entry_id, currency, amount, ...reversedAccounts(entry) },
    attempt: correction ? correction.attempt : await findAttempt(tx, scope, entry),
    provider_account: correction?.provider_account ?? null,
  });
}

/** The provider attempt that the entry belongs to; null without one. */
async function findAttempt(tx: Tx, scope: Scope, { kind, subject }: LedgerEntry): Promise<string | null> {
  switch (kind) {
    case "settle":
    case "collect": {
      const attempts = await listAttemptsOf(tx, scope, subject);
      return attempts.find(({ state }) => state === "complete")?.id ?? null;
    }
    case "correct":
      return findAttemptOfDecision(tx, scope, subject);
    default:
      return null;
  }
}
