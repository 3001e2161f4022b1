import { unreachable } from "#kernel/errors.ts";
import { type Instant, plus, toMilliseconds } from "#kernel/time.ts";
import type { ReviewReason } from "#providers/attempts.ts";
import type { Failure, Observation, ReportedCharge, SubmissionResult } from "#providers/provider.ts";
import {
  NOT_FOUND_AFTER_MS,
  NOT_FOUND_COUNT,
  queryDelay,
  REVIEW_AFTER_MS,
  recheckDelay,
  resendDelay,
  reversalCheckDelay,
} from "./schedule.ts";
import type { Attempt, OutcomeRecord } from "./store.ts";

/** The screening holds the order for a person's decision: it was not sent. */
export interface HeldSubmission {
  readonly outcome: "held";
  /** The screening's reason, for the platform operator. */
  readonly reason: string;
}

/** The failure of an order that the screening refused. Its reason does not say why: the merchant may be warned by it. */
export const REFUSED_BY_SCREENING: Failure = {
  code: "refused_by_screening",
  reason: "The screening refused the order; nothing was sent",
};

const RETURNED: Failure = { code: "provider_error", reason: "The provider returned the money after it had moved" };

/** A provider call about an unfinished attempt, with its result. */
export type AttemptResult = { readonly attempt: Attempt } & (
  | { readonly submission: SubmissionResult | HeldSubmission; readonly is_resent: boolean }
  | { readonly observation: Observation; readonly receiver: string }
  /** `prepare` could not reach the provider. */
  | { readonly unprepared: true }
);

/** The interpretation of a call: the facts that decide the next step. */
interface ResponseFacts {
  readonly ending: "complete" | Failure | null;
  readonly provider_id: string | null;
  readonly charge: ReportedCharge | null;
  readonly is_reversible: boolean;
  readonly redirect_url: string | null;
  readonly query_id: string | null;
  readonly was_received: boolean;
  readonly was_queried: boolean;
  readonly was_not_found: boolean;
  /** Provably not received: the order may be sent (again). */
  readonly was_not_received: boolean;
  readonly was_resent: boolean;
  readonly is_duplicate: boolean;
  readonly refusal: Failure | null;
  /** A contradiction in the answer: a case for a manual review. */
  readonly review_reason: ReviewReason | null;
}

const NO_FACTS: ResponseFacts = {
  ending: null,
  provider_id: null,
  charge: null,
  is_reversible: false,
  redirect_url: null,
  query_id: null,
  was_received: false,
  was_queried: false,
  was_not_found: false,
  was_not_received: false,
  was_resent: false,
  is_duplicate: false,
  refusal: null,
  review_reason: null,
};

/** The record to write for a call, the attempt's ending if it ended, and the reason for a manual review if any. */
export interface Interpretation {
  readonly record: OutcomeRecord;
  readonly ending: "complete" | Failure | null;
  /** The charge that the provider reports with the completion. */
  readonly charge: ReportedCharge | null;
  /** The provider's page where the payer pays. */
  readonly redirect_url: string | null;
  readonly review_reason: ReviewReason | null;
}

/** Interprets a call's result. `is_checked_after`: whether the provider is queried once more after a failure. */
export function interpretResult(
  attempt_result: AttemptResult,
  now: Instant,
  is_checked_after: boolean,
): Interpretation {
  const { attempt } = attempt_result;
  const facts = factsOf(attempt_result, now);
  const { ending } = facts;
  const failure = ending !== null && ending !== "complete" ? ending : null;
  const { review_reason, ...next_step } = nextStep(attempt, facts, now, is_checked_after);
  return {
    ending,
    charge: facts.charge,
    redirect_url: facts.redirect_url,
    review_reason,
    record: {
      merchant: attempt.merchant,
      environment: attempt.environment,
      id: attempt.id,
      claim: attempt.claim,
      ...next_step,
      is_acknowledged: facts.was_received,
      is_query: facts.was_queried,
      is_not_found: facts.was_not_found,
      is_not_received: facts.was_not_received,
      is_resent: facts.was_resent,
      is_duplicate: facts.is_duplicate,
      is_ended: ending !== null,
      provider_id: facts.provider_id,
      query_id: facts.query_id,
      refusal_code: facts.refusal?.code ?? null,
      refusal_reason: facts.refusal?.reason ?? null,
      failure_code: failure?.code ?? null,
      failure_reason: failure?.reason ?? null,
    },
  };
}

function factsOf(attempt_result: AttemptResult, now: Instant): ResponseFacts {
  if ("unprepared" in attempt_result) return { ...NO_FACTS, was_not_received: true };
  if ("submission" in attempt_result)
    return { ...factsOfSubmission(attempt_result), was_resent: attempt_result.is_resent };
  return factsOfObservation(attempt_result.attempt, attempt_result.observation, attempt_result.receiver, now);
}

type SubmissionVisit = Extract<AttemptResult, { readonly submission: unknown }>;

function factsOfSubmission({ submission, is_resent }: SubmissionVisit): ResponseFacts {
  switch (submission.outcome) {
    case "complete": {
      const { provider_id, charge = null, is_reversible = false } = submission;
      return { ...NO_FACTS, was_received: true, ending: "complete", provider_id, charge, is_reversible };
    }
    case "rejected":
      return { ...NO_FACTS, was_received: true, ending: submission.failure };
    case "accepted": {
      const { redirect_url = null, query_id = null } = submission;
      return { ...NO_FACTS, was_received: true, redirect_url, query_id };
    }
    case "not_submitted":
      return { ...NO_FACTS, was_not_received: true };
    case "held":
      // The first sending of an order that is sent again may have arrived.
      return { ...NO_FACTS, was_not_received: !is_resent, review_reason: "held_by_screening" };
    case "unknown":
      return { ...NO_FACTS, is_duplicate: submission.is_duplicate ?? false, refusal: submission.refusal ?? null };
    default:
      return unreachable(submission);
  }
}

function factsOfObservation(attempt: Attempt, observation: Observation, receiver: string, now: Instant): ResponseFacts {
  const queried: ResponseFacts = { ...NO_FACTS, was_queried: true };
  switch (observation.state) {
    case "complete": {
      const review_reason = mismatchReason(attempt, observation, receiver);
      if (review_reason) return { ...queried, was_received: true, review_reason };
      const { provider_id, charge = null, is_reversible = false } = observation;
      return { ...queried, was_received: true, ending: "complete", provider_id, charge, is_reversible };
    }
    case "failed":
      return { ...queried, was_received: true, ending: observation.failure };
    case "reversed":
      return { ...queried, was_received: true, ending: RETURNED };
    case "pending":
      return { ...queried, was_received: true, redirect_url: observation.redirect_url ?? null };
    case "not_found":
      return { ...queried, was_not_found: true, ...factsOfNotFound(attempt, now) };
    // The callback may be about an order that the provider does not have: no evidence of it yet.
    case "awaiting_callback":
    case "unreachable":
      return queried;
    default:
      return unreachable(observation);
  }
}

/** The review reason for an answer with another amount or receiver: the provider has not executed our order. */
function mismatchReason(
  attempt: Attempt,
  observation: Observation & { readonly state: "complete" },
  receiver: string,
): ReviewReason | null {
  if (observation.amount !== null && observation.amount !== attempt.amount) return "amount_differs";
  const reported_receiver = observation.receiver ?? null;
  return reported_receiver !== null && reported_receiver !== receiver ? "receiver_differs" : null;
}

/**
 * Evaluates a "not found" answer. An order that was never acknowledged, and not found for long enough, has failed if
 * the provider had refused it before. A reference that the provider reports as both taken and not found needs a manual
 * review.
 */
function factsOfNotFound(attempt: Attempt, now: Instant): Pick<ResponseFacts, "ending" | "review_reason"> {
  const undecided = { ending: null, review_reason: null };
  if (attempt.acknowledged_at !== null || attempt.not_found + 1 < NOT_FOUND_COUNT) return undecided;
  if (attempt.duplicated_at !== null) {
    return isOlder(attempt.duplicated_at, now) ? { ending: null, review_reason: "reference_taken" } : undecided;
  }
  if (attempt.refusal_code === null || attempt.sent_at === null || !isOlder(attempt.sent_at, now)) return undecided;
  return { ending: { code: attempt.refusal_code, reason: attempt.refusal_reason ?? "" }, review_reason: null };
}

/**
 * The provider never acknowledged the order, and has repeatedly not found it: send it once more, under the same
 * reference.
 */
export function shouldResend(attempt: Attempt): boolean {
  return (
    attempt.state === "sent" &&
    attempt.acknowledged_at === null &&
    attempt.duplicated_at === null &&
    attempt.refusal_code === null &&
    attempt.not_found >= NOT_FOUND_COUNT &&
    attempt.sent_at !== null &&
    isOlder(attempt.sent_at, attempt.claimed_at)
  );
}

function isOlder(since: Instant, now: Instant): boolean {
  return toMilliseconds(now) - toMilliseconds(since) >= NOT_FOUND_AFTER_MS;
}

function nextStep(
  attempt: Attempt,
  facts: ResponseFacts,
  now: Instant,
  is_checked_after: boolean,
): Pick<OutcomeRecord, "state" | "due_at"> & Pick<Interpretation, "review_reason"> {
  if (facts.ending === "complete") {
    const after_ms = facts.is_reversible ? reversalCheckDelay(0) : null;
    return { state: "complete", due_at: after_ms === null ? null : plus(now, after_ms), review_reason: null };
  }
  if (facts.ending !== null) {
    return { state: "failed", due_at: is_checked_after ? firstCheckAt(now) : null, review_reason: null };
  }
  if (facts.review_reason) return { state: "review", due_at: null, review_reason: facts.review_reason };
  // The attempt is in review already; only an ending changes that.
  if (attempt.state === "review") return { state: "review", due_at: null, review_reason: null };
  if (facts.was_not_received) {
    if (isRefusedForLong(attempt, now)) return { state: "review", due_at: null, review_reason: "never_received" };
    return { state: "waiting", due_at: plus(now, resendDelay(attempt.refusals)), review_reason: null };
  }
  if (isOverdue(attempt, now)) return { state: "review", due_at: null, review_reason: "no_answer" };
  return {
    state: "sent",
    due_at: plus(now, queryDelay(attempt.queries + (facts.was_queried ? 1 : 0))),
    review_reason: null,
  };
}

/** Whether the attempt was sent so long ago that it needs a manual review. */
export function isOverdue({ sent_at }: Attempt, now: Instant): boolean {
  return isForReview(sent_at, now);
}

/**
 * Whether the attempt was refused for so long that it needs a manual review. A transfer without a reference at the
 * provider was never sent; its merchant can still cancel it.
 */
function isRefusedForLong({ refused_since, provider_reference, kind }: Attempt, now: Instant): boolean {
  return isForReview(refused_since, now) && (provider_reference !== null || kind !== "transfer");
}

function isForReview(since: Instant | null, now: Instant): boolean {
  return since !== null && toMilliseconds(now) - toMilliseconds(since) >= REVIEW_AFTER_MS;
}

/**
 * When to retry work that failed, or whose outcome could not be written. The back-off grows with the number of claims.
 * Null: no retry, for an attempt that ended long ago.
 */
export function retryAt(attempt: Attempt, now: Instant): Instant | null {
  if (attempt.ended_at !== null) return nextCheckAt({ attempt, ...UNKNOWN_OBSERVATION }, now);
  return plus(now, queryDelay(attempt.claim));
}

/** The observation after an error of our own, or an outcome that could not be written. */
export const UNKNOWN_OBSERVATION: Omit<EndedAttemptCheck, "attempt"> = {
  observation: { state: "unreachable", cause: { code: "not_recorded" } },
  receiver: "",
};

/** A finished attempt with the provider's current answer. */
export interface EndedAttemptCheck {
  readonly attempt: Attempt;
  readonly observation: Observation;
  readonly receiver: string;
}

/**
 * The contradiction between a provider's answer and the attempt's ending; null if they agree. It moves no money by
 * itself.
 */
export function contradiction({ attempt, observation, receiver }: EndedAttemptCheck): ReviewReason | null {
  if (attempt.state === "failed" && observation.state === "complete") return "success_after_failure";
  if (attempt.state !== "complete") return null;
  if (observation.state === "failed") return "failure_after_success";
  if (observation.state === "reversed") return "reversed";
  return observation.state === "complete" ? mismatchReason(attempt, observation, receiver) : null;
}

/** The time of the first check after a failure; null: no check. */
export function firstCheckAt(now: Instant): Instant | null {
  const after_ms = recheckDelay(0);
  return after_ms === null ? null : plus(now, after_ms);
}

/** The time of the next check of a finished attempt; null: none. A check without a clear answer is repeated. */
export function nextCheckAt({ attempt, observation }: EndedAttemptCheck, now: Instant): Instant | null {
  if (attempt.ended_at === null) return null;
  // "Not found" is not a clear answer either: the provider may not show an order at once.
  const is_unclear = !["complete", "failed", "reversed"].includes(observation.state);
  const is_reversible = observation.state === "complete" && observation.is_reversible === true;
  if (attempt.state !== "failed" && !is_unclear && !is_reversible) return null;
  const passed_ms = toMilliseconds(now) - toMilliseconds(attempt.ended_at);
  const delay = attempt.state === "complete" ? reversalCheckDelay : recheckDelay;
  const after_ms = delay(passed_ms, is_unclear);
  return after_ms === null ? null : plus(now, after_ms);
}
