import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import { correct } from "#ledger/ledger.ts";
import { type AttemptDetails, lockAttemptForReview } from "#providers/attempts.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { correctRefund } from "#resources/refunds/correct.ts";
import { correctParts } from "#resources/splits/correct.ts";
import { requireAvailable } from "./require-available.ts";
import type { ExceptionResolution, LineRow, StatementRow } from "./schema.ts";
import { bookLineCharge, removeCharge } from "./statement-charges.ts";
import { bookedFor, closeLine, findDuplicateLine, findOnStatement, findStatement, lockLine } from "./store.ts";

export interface LineDecision {
  readonly resolution: ExceptionResolution;
  readonly note: string;
  readonly actor: string;
  /** The merchant to which the difference is booked; required for a line without an attempt. */
  readonly merchant: Id<"mer"> | null;
}

/**
 * Books the difference between a statement line and the ledger: to the merchant (`correct`), to the house account
 * (`absorb`) or not at all (`ignore`). The house bears the charge of a line without an order. If a review or another line has already corrected the difference, nothing more
 * is booked. The audit log of the merchant records the decision; without a merchant, that of the platform operators.
 * Throws `not_found`, `invalid`, `insufficient_funds`.
 */
export async function resolveLine(tx: Tx, id: string, decision: LineDecision): Promise<LineRow> {
  const line = await lockLine(tx, id);
  if (!line) throw new ServiceError("statement_line_not_found", `There is no line ${id}`);
  if (line.exception === null) throw invalid("id", "nothing_to_resolve", "Statement and books agree about it");
  if (line.resolution !== null)
    throw invalid("id", "already_resolved", `It was resolved by ${line.resolved_by}: ${line.resolution}`, {
      by: String(line.resolved_by),
      resolution: line.resolution,
    });
  throwFieldErrors(noteErrors("reason", decision.note));
  const statement = await findStatement(tx, line.statement);
  if (!statement) throw new ServiceError("statement_not_found", `There is no statement ${line.statement}`);
  const merchant = line.merchant ?? decision.merchant;
  const attempt = await lockedAttempt(tx, line);
  const difference = await differenceOf(tx, line, attempt);
  if (decision.resolution !== "ignore") {
    if (merchant === null)
      throw invalid("merchant", "merchant_required", "Name the merchant whose books change: --merchant");
    if (attempt && attempt.ended_at === null)
      throw invalid("as", "order_not_ended", "It has not ended: it does by itself, or in its review");
    if (line.is_charge && decision.resolution === "correct")
      throw invalid("as", "resolution_not_allowed", "The house bears charges: absorb or ignore it", {
        values: ["absorb", "ignore"],
      });
    const duplicate = attempt || line.is_charge ? null : await findDuplicateLine(tx, statement, line);
    if (duplicate)
      throw invalid(
        "as",
        "booked_by_other_record",
        `It is in the books by ${duplicate.id}, which is the same: ignore it`,
        { record: duplicate.id },
      );
    const confirmation = attempt && line.line === null ? await findOnStatement(tx, attempt, attempt.id) : null;
    if (confirmation)
      throw invalid("as", "on_other_statement", `It is on the statement ${confirmation.statement}: ignore it`, {
        statement: confirmation.statement,
      });
    if (difference === 0n && !line.is_charge)
      throw invalid("as", "nothing_to_resolve", "Statement and books agree by now: ignore it");
    const moves_parts = decision.resolution === "correct";
    if (attempt) await correctRefund(tx, attempt, attempt, movedBy(line), { moves_parts, as_debt: false });
    if (attempt && moves_parts) {
      await correctParts(tx, attempt, attempt, { subject: line.id, change: difference, as_debt: false });
    }
    if (!line.is_charge) await bookLineDifference(tx, line, statement, merchant, difference, decision.resolution);
    if (attempt === null) await bookLineCharge(tx, line, statement, merchant);
    else if (movedBy(line) === 0n) await removeCharge(tx, attempt, statement);
  }
  const closed = await closeLine(tx, id, { ...decision, merchant });
  const { environment, exception } = line;
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor: decision.actor, action: "reconciliation.resolved", subject: id },
    before: { exception, attempt: line.attempt, statement: line.statement, difference: `${difference}` },
    after: { resolution: decision.resolution, note: decision.note },
  });
  return closed;
}

/** Returns the attempt of a line and locks it, because a concurrent review would decide about the same money. */
async function lockedAttempt(tx: Tx, { merchant, environment, attempt }: LineRow): Promise<AttemptDetails | null> {
  return merchant === null || attempt === null ? null : lockAttemptForReview(tx, { merchant, environment }, attempt);
}

/**
 * Returns the amount that the provider moved and the ledger does not have. Computed at the time of the decision,
 * because another decision may have corrected it meanwhile.
 */
async function differenceOf(tx: Tx, line: LineRow, attempt: AttemptDetails | null): Promise<bigint> {
  const moved = movedBy(line);
  return attempt ? moved - (await bookedFor(tx, attempt, attempt.id)) : moved;
}

function movedBy(line: LineRow): bigint {
  return line.is_complete === true ? (line.amount ?? 0n) : 0n;
}

async function bookLineDifference(
  tx: Tx,
  line: LineRow,
  { provider, currency }: StatementRow,
  merchant: Id<"mer">,
  difference: bigint,
  resolution: "correct" | "absorb",
): Promise<void> {
  const balance_key = { merchant, environment: line.environment, currency };
  const direction = difference > 0n ? "from_provider" : "to_provider";
  const amount = difference > 0n ? difference : -difference;
  const account = resolution === "correct" ? "available" : "suspense";
  if (account === "available" && direction === "to_provider") await requireAvailable(tx, balance_key, amount);
  correct(tx, { ...balance_key, subject: line.id, provider, amount, direction, account });
}
