import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError, unreachable } from "#kernel/errors.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import { correct } from "#ledger/ledger.ts";
import {
  type AttemptDetails,
  type Ending,
  endAttemptInReview,
  lockAttemptForReview,
  requeryAttempt,
} from "#providers/attempts.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { endPayments } from "#resources/payments/settle.ts";
import { requireAvailable } from "#resources/reconciliation/require-available.ts";
import { bookedFor } from "#resources/reconciliation/store.ts";
import { correctRefund } from "#resources/refunds/correct.ts";
import { endRefundAttempts } from "#resources/refunds/settle.ts";
import { correctParts } from "#resources/splits/correct.ts";
import { endTransfers } from "#resources/transfers/settle.ts";
import { endWithdrawals } from "#resources/withdrawals/settle.ts";
import { movedAmount, resolutionsFor } from "./rules.ts";
import type { Resolution, ReviewRow } from "./schema.ts";
import { close, lock, propose } from "./store.ts";

/** A person's decision and the reason for it. */
export interface CaseDecision {
  readonly resolution: Resolution;
  readonly note: string;
  readonly actor: string;
  /** True if a second person must make the same decision before it takes effect. */
  readonly needs_two: boolean;
}

/**
 * Applies a person's decision about a review case, and records it in the merchant's audit log. Before the attempt has
 * ended: `complete` or `failed` sets the outcome, `ask` queries the provider again, `release` sends an order that the
 * screening held. After it: `correct` books the
 * difference to the merchant's balance, `absorb` books it to the house, `ignore` books nothing. With dual control the
 * first decision waits for a second person's. Throws `not_found`, `invalid` and `insufficient_funds`.
 */
export async function resolveReview(tx: Tx, id: string, decision: CaseDecision): Promise<ReviewRow> {
  const row = await lock(tx, id);
  if (!row) throw new ServiceError("review_case_not_found", `There is nothing to review as ${id}`);
  if (row.state !== "open")
    throw invalid("id", "already_resolved", `It was resolved by ${row.resolved_by}: ${row.resolution}`, {
      by: String(row.resolved_by),
      resolution: String(row.resolution),
    });
  throwFieldErrors(noteErrors("reason", decision.note));
  const attempt = await lockAttemptForReview(tx, row, row.attempt);
  if (!attempt) throw new ServiceError("attempt_not_found", `There is no attempt ${row.attempt}`);
  const allowed = resolutionsFor(row, attempt.ended_at !== null);
  if (!allowed.includes(decision.resolution))
    throw invalid("as", "resolution_not_allowed", `It can be resolved as ${allowed.join(", ")}`, { values: allowed });

  if (decision.needs_two && (row.proposed !== decision.resolution || row.proposed_by === decision.actor)) {
    await propose(tx, row, decision.resolution, decision.actor);
    await logDecision(tx, "review.proposed", row, decision);
    return { ...row, proposed: decision.resolution, proposed_by: decision.actor };
  }
  await applyResolution(tx, row, attempt, decision.resolution);
  const closed = await close(tx, row, decision);
  await logDecision(tx, "review.resolved", row, decision);
  return closed;
}

const NOT_CARRIED_OUT = {
  code: "resolved_as_failed",
  reason: "The provider did not carry out the transaction",
} as const;
const REFUSED_IN_REVIEW = {
  code: "refused_by_screening",
  reason: "A person refused the order after its screening",
} as const;

async function applyResolution(tx: Tx, row: ReviewRow, attempt: AttemptDetails, resolution: Resolution): Promise<void> {
  switch (resolution) {
    case "complete":
      return endSubject(tx, await endAttemptInReview(tx, row, attempt.id, null));
    case "failed": {
      const failure = row.kind === "held_by_screening" ? REFUSED_IN_REVIEW : NOT_CARRIED_OUT;
      return endSubject(tx, await endAttemptInReview(tx, row, attempt.id, failure));
    }
    case "ask":
    case "release":
      return requeryAttempt(tx, row, attempt.id);
    case "correct":
    case "absorb":
      return bookReviewDifference(tx, row, attempt, resolution === "correct" ? "available" : "suspense");
    case "ignore":
      return;
    default:
      return unreachable(resolution);
  }
}

async function endSubject(tx: Tx, ending: Ending): Promise<void> {
  switch (ending.attempt.kind) {
    case "transfer":
      return endTransfers(tx, [ending]);
    case "collect":
      return endPayments(tx, [ending]);
    case "refund":
      return endRefundAttempts(tx, [ending]);
    case "withdrawal":
      return endWithdrawals(tx, [ending]);
    default:
      return unreachable(ending.attempt.kind);
  }
}

/**
 * Books the difference without changing the status, because final states do not change. A statement line may have
 * corrected the difference already; only the rest is booked.
 */
async function bookReviewDifference(
  tx: Tx,
  row: ReviewRow,
  attempt: AttemptDetails,
  account: "available" | "suspense",
): Promise<void> {
  const { merchant, environment } = row;
  const { kind, currency, provider } = attempt;
  const moved = movedAmount(kind, attempt.amount, row.kind);
  const difference = moved - (await bookedFor(tx, row, attempt.id));
  if (difference === 0n)
    throw invalid("as", "corrected_by_statement", "A statement's line has set it right by now: ignore it");
  const direction = difference > 0n ? "from_provider" : "to_provider";
  const amount = difference > 0n ? difference : -difference;
  const balance_key = { merchant, environment, currency };
  if (account === "available") {
    await correctParts(tx, row, attempt, { subject: row.id, change: difference, as_debt: false });
  }
  await correctRefund(tx, row, attempt, moved, { moves_parts: account === "available", as_debt: false });
  if (account === "available" && direction === "to_provider") await requireAvailable(tx, balance_key, amount);
  correct(tx, { ...balance_key, subject: row.id, provider, amount, direction: direction, account });
}

async function logDecision(
  tx: Tx,
  action: "review.proposed" | "review.resolved",
  row: ReviewRow,
  { resolution, note, actor }: CaseDecision,
): Promise<void> {
  await recordAuditEntry(tx, {
    ...{ merchant: row.merchant, environment: row.environment, actor, action, subject: row.id },
    before: {
      kind: row.kind,
      attempt: row.attempt,
      subject: row.subject,
      provider_answer: row.provider_answer,
      proposed: row.proposed,
    },
    after: { resolution, note },
  });
}
