import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { correctCharge } from "#ledger/ledger.ts";
import type { AttemptDetails } from "#providers/attempts.ts";
import { bookKnownCharges } from "#resources/charges/book.ts";
import { listBandsOf } from "#resources/charges/store.ts";
import type { LineRow, StatementRow } from "./schema.ts";
import { findChargedAttempts, findDuplicateCharge } from "./store.ts";

/**
 * Books the difference between the charges that a statement names and those booked so far. Books nothing for an account
 * without a schedule: in some reports the payer pays the fees.
 */
export async function bookStatementCharges(tx: Tx, statement: StatementRow, lines: readonly LineRow[]): Promise<void> {
  const named = sumByAttempt(lines);
  if (named.size === 0 || !(await hasSchedule(tx, statement))) return;
  const attempts = await findChargedAttempts(tx, statement.id);
  await bookKnownCharges(
    tx,
    attempts.flatMap((attempt) => {
      const reported = named.get(attempt.id);
      return reported ? [{ attempt, reported, source: "statement", statement: statement.id, note: null } as const] : [];
    }),
  );
}

/** The charges by attempt. An order may have a fee on its own line, and further lines that are charges. */
function sumByAttempt(
  lines: readonly LineRow[],
): ReadonlyMap<string, { readonly amount: bigint; readonly tax: bigint | null }> {
  const sums = new Map<string, { readonly amount: bigint; readonly tax: bigint | null }>();
  for (const { attempt, fee, tax, is_charge, is_complete } of lines) {
    if (attempt === null || fee === null || !(is_charge || is_complete === true)) continue;
    const before = sums.get(attempt);
    const has_tax = tax !== null || (before?.tax ?? null) !== null;
    sums.set(attempt, {
      amount: (before?.amount ?? 0n) + fee,
      tax: has_tax ? (before?.tax ?? 0n) + (tax ?? 0n) : null,
    });
  }
  return sums;
}

/**
 * Books the charge of a line without an order, on the house and for a merchant's books. A line that is a charge itself
 * is always booked; the fee of another line only for an account with a schedule. Throws `invalid` for a charge that
 * another line has booked.
 */
export async function bookLineCharge(
  tx: Tx,
  line: LineRow,
  statement: StatementRow,
  merchant: Id<"mer">,
): Promise<void> {
  const { id: subject, environment, fee, tax } = line;
  if (fee === null || !(line.is_charge || (await hasSchedule(tx, statement)))) return;
  const duplicate = line.is_charge ? await findDuplicateCharge(tx, statement, line) : null;
  if (duplicate)
    throw invalid(
      "as",
      "booked_by_other_record",
      `It is in the books by ${duplicate.id}, which is the same: ignore it`,
      {
        record: duplicate.id,
      },
    );
  const { provider, currency } = statement;
  correctCharge(tx, [{ merchant, environment, currency, subject, provider, charge: fee, tax: tax ?? 0n }]);
}

/** Takes back the charge of an order that the provider did not move. */
export async function removeCharge(tx: Tx, attempt: AttemptDetails, { id }: StatementRow): Promise<void> {
  const reported = { amount: 0n, tax: 0n };
  await bookKnownCharges(tx, [{ attempt, reported, source: "statement", statement: id, note: null }]);
}

async function hasSchedule(tx: Tx, { provider, environment, merchant }: StatementRow): Promise<boolean> {
  return (await listBandsOf(tx, { provider, environment, merchant })).length > 0;
}
