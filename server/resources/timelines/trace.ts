import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { attemptHistory, type CallLogRow } from "#providers/attempt-history.ts";
import type { AttemptDetails } from "#providers/attempts.ts";
import type { ApprovalRow } from "#resources/approvals/schema.ts";
import { find as findApproval } from "#resources/approvals/store.ts";
import { find as findBulk } from "#resources/bulk/store.ts";
import { listByAttempts } from "#resources/corrections/store.ts";
import { find as findPayment } from "#resources/payments/store.ts";
import { findMatches, type MatchStep } from "#resources/reconciliation/store.ts";
import { find as findRefund } from "#resources/refunds/store.ts";
import type { ReviewRow } from "#resources/review/schema.ts";
import { listBySubject as listReviews } from "#resources/review/store.ts";
import { find as findTransfer } from "#resources/transfers/store.ts";
import { find as findWithdrawal } from "#resources/withdrawals/store.ts";
import { STEPS_MAX, type Timeline, type TimelineStep } from "./schema.ts";
import {
  type DeliveryStep,
  type EntryStep,
  type EventStep,
  listDeliveries,
  listEndings,
  listEntries,
  listEvents,
} from "./store.ts";

/** Returns all steps of a transfer in time order. Throws `not_found`. */
export async function traceTransfer(tx: Tx, scope: Scope, id_or_reference: string): Promise<Timeline> {
  const transfer = await findTransfer(tx, scope, id_or_reference);
  if (!transfer) throw new ServiceError("transfer_not_found", "Transfer not found");
  const { id, bulk, approval } = transfer;
  return trace(tx, scope, transfer, approval === null ? null : await findApproval(tx, scope, bulk ?? id));
}

/** Returns all steps of a payment in time order. Throws `not_found`. */
export async function tracePayment(tx: Tx, scope: Scope, id_or_reference: string): Promise<Timeline> {
  const payment = await findPayment(tx, scope, id_or_reference);
  if (!payment) throw new ServiceError("payment_not_found", "Payment not found");
  return trace(tx, scope, payment, null);
}

/** Returns all steps of a refund in time order. Throws `not_found`. */
export async function traceRefund(tx: Tx, scope: Scope, id: string): Promise<Timeline> {
  const refund = await findRefund(tx, scope, id);
  if (!refund) throw new ServiceError("refund_not_found", "Refund not found");
  return trace(tx, scope, refund, refund.approval === null ? null : await findApproval(tx, scope, id));
}

/** Returns all steps of a withdrawal in time order. Throws `not_found`. */
export async function traceWithdrawal(tx: Tx, scope: Scope, id: string): Promise<Timeline> {
  const withdrawal = await findWithdrawal(tx, scope, id);
  if (!withdrawal) throw new ServiceError("withdrawal_not_found", "Withdrawal not found");
  const approval = withdrawal.approval === null ? null : await findApproval(tx, scope, withdrawal.id);
  return trace(tx, scope, withdrawal, approval);
}

/**
 * Returns the steps of a bulk in time order. Its transfers are summarized, because each has its own timeline. Throws
 * `not_found`.
 */
export async function traceBulk(tx: Tx, scope: Scope, id: string): Promise<Timeline> {
  const [bulk, approval, endings] = await Promise.all([
    findBulk(tx, scope, id),
    findApproval(tx, scope, id),
    listEndings(tx, scope, id),
  ]);
  if (!bulk) throw new ServiceError("bulk_transfer_not_found", "Bulk transfer not found");
  const { created_at: at, currency, total_transfers } = bulk;
  const details = {
    count: total_transfers,
    currency,
    total_amount: Number(bulk.total_amount),
    total_fee: Number(bulk.total_fee),
  };
  const remaining = total_transfers - endings.reduce((sum, { count }) => sum + count, 0);
  const last = endings.at(-1);
  const steps: TimelineStep[] = [
    { at, kind: "progress", code: "accepted", what: `accepted: ${total_transfers}`, details },
    ...(approval ? approvalSteps(approval) : []),
    ...endings.map(({ at: ended_at, status, count }): TimelineStep => {
      return { at: ended_at, kind: "progress", code: status, what: `${status}: ${count}`, details: { count } };
    }),
  ];
  steps.sort(byTime);
  if (remaining === 0 && last)
    steps.push({ at: last.at, kind: "progress", code: "ended", what: "all have ended", details: {} });
  return { id, status: remaining === 0 ? "complete" : "processing", steps };
}

// Above `STEPS_MAX`, the first steps and the latest ones are kept, and those between them are omitted.
const FIRST_STEPS = 50;

async function trace(
  tx: Tx,
  scope: Scope,
  subject: { id: string; status: string },
  approval: ApprovalRow | null,
): Promise<Timeline> {
  const { attempts, call_log } = await attemptHistory(tx, scope, subject.id);
  const attempt_ids = attempts.map((attempt) => attempt.id);
  const [events, reviews, matches, corrections] = await Promise.all([
    listEvents(tx, scope, subject.id),
    listReviews(tx, scope, subject.id),
    findMatches(tx, scope, attempt_ids),
    listByAttempts(tx, scope, attempt_ids),
  ]);
  const [entries, deliveries] = await Promise.all([
    listEntries(tx, scope, [subject.id, ...[...reviews, ...matches, ...corrections].map(({ id }) => id)]),
    listDeliveries(
      tx,
      scope,
      events.map((event) => event.id),
    ),
  ]);
  const steps = [
    ...events.map(eventStep),
    ...entries.map(entryStep),
    ...attempts.flatMap(attemptSteps),
    ...call_log.map(callStep),
    ...reviews.flatMap(reviewSteps),
    ...(approval ? approvalSteps(approval) : []),
    ...matches.map(matchStep),
    ...deliveries.map(deliveryStep),
  ];
  // Steps of one transaction have the same time; the stable sort keeps their order from above.
  steps.sort(byTime);
  if (steps.length > STEPS_MAX) steps.splice(FIRST_STEPS, steps.length - STEPS_MAX);
  return { id: subject.id, status: subject.status, reconciliation: reconciliationState(matches), steps };
}

function byTime(one: TimelineStep, other: TimelineStep): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
}

function reconciliationState(matches: readonly MatchStep[]): Timeline["reconciliation"] {
  if (matches.some((match) => match.exception !== null && match.resolution === null)) return "exception";
  return matches.length > 0 ? "reconciled" : "unreconciled";
}

function eventStep({ created_at: at, type, id, sequence }: EventStep): TimelineStep {
  return { at, kind: "event", code: type, what: type, details: { id, sequence } };
}

function entryStep({ created_at: at, kind, debit, credit, amount, currency, id, subject }: EntryStep): TimelineStep {
  const details = { id: id.toString(), amount: Number(amount), currency, debit, credit, subject };
  return { at, kind: "entry", code: kind, what: `${kind}: ${debit} to ${credit}`, details };
}

function attemptSteps(attempt: AttemptDetails): readonly TimelineStep[] {
  const { id, channel, provider, provider_reference, provider_id, created_at, sent_at, ended_at, state } = attempt;
  const common = { id, provider, channel, provider_reference };
  const steps: TimelineStep[] = [
    {
      ...{ at: created_at, kind: "attempt", code: "created", what: `routed via ${channel} (${provider})` },
      details: { id, provider, channel },
    },
  ];
  if (sent_at !== null)
    steps.push({ at: sent_at, kind: "attempt", code: "sent", what: "marked as sent", details: common });
  if (ended_at !== null) {
    const { failure_code, failure_reason } = attempt;
    const details = { ...common, provider_id, ...(failure_code === null ? {} : { failure_code, failure_reason }) };
    steps.push({ at: ended_at, kind: "attempt", code: state, what: `ended ${state}`, details });
  }
  return steps;
}

const VERBS = {
  submit: "submitted to the provider",
  ask: "queried the provider",
  check: "checked with the provider",
};

function callStep({ step, outcome, failure_code, calls, created_at: at, attempt }: CallLogRow): TimelineStep {
  if (step === "notice")
    return { at, kind: "notice", code: "received", what: "the provider called", details: { attempt, body: calls[0] } };
  const details = { attempt, outcome, ...(failure_code === null ? {} : { failure_code }), requests: calls };
  return { at, kind: "provider", code: step, what: `${VERBS[step]}: ${outcome}`, details };
}

function reviewSteps(review: ReviewRow): readonly TimelineStep[] {
  const { id, kind, provider_answer, failure_code, opened_at, resolved_at, resolution, note } = review;
  const opened: TimelineStep = {
    at: opened_at,
    kind: "review",
    code: "opened",
    what: `a review case was opened: ${kind}`,
    details: { id, case: kind, provider_answer, ...(failure_code === null ? {} : { failure_code }) },
  };
  if (resolved_at === null) return [opened];
  return [
    opened,
    {
      at: resolved_at,
      kind: "review",
      code: "resolved",
      what: `resolved: ${resolution}`,
      details: { id, resolution, note },
    },
  ];
}

function approvalSteps({
  subject,
  state,
  requested_by_name,
  requested_at,
  ...decision
}: ApprovalRow): readonly TimelineStep[] {
  const base = { at: requested_at, kind: "approval", details: { subject, requested_by: requested_by_name } } as const;
  const steps: TimelineStep[] = [{ ...base, code: "requested", what: "a second approval was requested" }];
  const { decided_at: at, decided_by_name: decided_by, reason } = decision;
  return at === null
    ? steps
    : [...steps, { at, kind: "approval", code: state, what: state, details: { subject, decided_by, reason } }];
}

function matchStep({ matched_at: at, statement, line, matched_by, exception, resolution }: MatchStep): TimelineStep {
  const code = exception === null ? "found" : "differs";
  const what =
    exception === null ? "found on the provider's statement" : `differs from the provider's statement: ${exception}`;
  return { at, kind: "statement", code, what, details: { statement, line, matched_by, exception, resolution } };
}

function deliveryStep({ at, state, webhook, id, event, attempts, last_outcome }: DeliveryStep): TimelineStep {
  const what = state === "open" ? "a webhook delivery is waiting" : `a webhook delivery ended: ${state}`;
  return {
    at,
    kind: "delivery",
    code: state === "open" ? "scheduled" : state,
    what,
    details: { id, webhook, event, attempts, last_outcome },
  };
}
