import { unreachable } from "#kernel/errors.ts";
import { type Instant, plus, toMilliseconds } from "#kernel/time.ts";
import type { DoubtKind } from "./attempts.ts";
import type { Failure, Observation, Submission } from "./provider.ts";
import {
  askAgainAfter,
  checkAgainAfter,
  NOT_FOUND_AFTER_MS,
  NOT_FOUND_TIMES,
  REVIEW_AFTER_MS,
  sendAgainAfter,
} from "./schedule.ts";
import type { Attempt, Record } from "./store.ts";

/** A provider call about an unfinished attempt, with its result. */
export type Visit = { readonly attempt: Attempt } & (
  | { readonly submission: Submission; readonly is_resent: boolean }
  | { readonly observation: Observation; readonly receiver: string }
  /** `prepare` did not reach the provider. */
  | { readonly unprepared: true }
);

/** The interpretation of a visit: the facts that decide the next step. */
interface Meaning {
  readonly ending: "complete" | Failure | null;
  readonly provider_id: string | null;
  readonly was_received: boolean;
  readonly was_asked: boolean;
  readonly was_not_found: boolean;
  /** Provably not received: the order may be sent (again). */
  readonly was_not_received: boolean;
  readonly was_resent: boolean;
  readonly is_duplicate: boolean;
  readonly refusal: Failure | null;
  /** A contradiction in the answer: a case for a manual review. */
  readonly doubt: DoubtKind | null;
}

const NOTHING: Meaning = {
  ending: null,
  provider_id: null,
  was_received: false,
  was_asked: false,
  was_not_found: false,
  was_not_received: false,
  was_resent: false,
  is_duplicate: false,
  refusal: null,
  doubt: null,
};

/** The record to write for a visit, the attempt's ending if it ended, and the reason for a manual review if any. */
export interface Outcome {
  readonly record: Record;
  readonly ending: "complete" | Failure | null;
  readonly doubt: DoubtKind | null;
}

/** Interprets a visit. `is_checked_after`: whether the provider is queried once more after a failure. */
export function outcomeOf(visit: Visit, now: Instant, is_checked_after: boolean): Outcome {
  const { attempt } = visit;
  const said = meaning(visit, now);
  const { ending } = said;
  const failure = ending !== null && ending !== "complete" ? ending : null;
  const { doubt, ...after } = next(attempt, said, now, is_checked_after);
  return {
    ending,
    doubt,
    record: {
      merchant: attempt.merchant,
      environment: attempt.environment,
      id: attempt.id,
      claim: attempt.claim,
      ...after,
      is_acknowledged: said.was_received,
      is_ask: said.was_asked,
      is_not_found: said.was_not_found,
      is_not_received: said.was_not_received,
      is_resent: said.was_resent,
      is_duplicate: said.is_duplicate,
      is_ended: ending !== null,
      provider_id: said.provider_id,
      refusal_code: said.refusal?.code ?? null,
      refusal_reason: said.refusal?.reason ?? null,
      failure_code: failure?.code ?? null,
      failure_reason: failure?.reason ?? null,
    },
  };
}

function meaning(visit: Visit, now: Instant): Meaning {
  if ("unprepared" in visit) return { ...NOTHING, was_not_received: true };
  if ("submission" in visit) return { ...meaningOfSubmission(visit.submission), was_resent: visit.is_resent };
  return meaningOfObservation(visit.attempt, visit.observation, visit.receiver, now);
}

function meaningOfSubmission(submission: Submission): Meaning {
  switch (submission.outcome) {
    case "complete":
      return { ...NOTHING, was_received: true, ending: "complete", provider_id: submission.provider_id };
    case "rejected":
      return { ...NOTHING, was_received: true, ending: submission.failure };
    case "accepted":
      return { ...NOTHING, was_received: true };
    case "not_submitted":
      return { ...NOTHING, was_not_received: true };
    case "unknown":
      return { ...NOTHING, is_duplicate: submission.is_duplicate ?? false, refusal: submission.refusal ?? null };
    default:
      return unreachable(submission);
  }
}

function meaningOfObservation(attempt: Attempt, observation: Observation, receiver: string, now: Instant): Meaning {
  const asked: Meaning = { ...NOTHING, was_asked: true };
  switch (observation.state) {
    case "complete": {
      const doubt = disagreement(attempt, observation, receiver);
      if (doubt) return { ...asked, was_received: true, doubt };
      return { ...asked, was_received: true, ending: "complete", provider_id: observation.provider_id };
    }
    case "failed":
      return { ...asked, was_received: true, ending: observation.failure };
    case "pending":
      return { ...asked, was_received: true };
    case "not_found":
      return { ...asked, was_not_found: true, ...meaningOfNotFound(attempt, now) };
    case "unreachable":
      return asked;
    default:
      return unreachable(observation);
  }
}

/** A provider that reports another amount, or another receiver, has not carried out our order. */
function disagreement(
  attempt: Attempt,
  observation: Observation & { readonly state: "complete" },
  receiver: string,
): DoubtKind | null {
  if (observation.amount !== null && observation.amount !== attempt.amount) return "amount_differs";
  const said = observation.receiver ?? null;
  return said !== null && said !== receiver ? "receiver_differs" : null;
}

/**
 * For an order that was never acknowledged and has not been found for long enough. An earlier refusal is then believed.
 * A reference that the provider reports as both taken and not found needs a manual review.
 */
function meaningOfNotFound(attempt: Attempt, now: Instant): Pick<Meaning, "ending" | "doubt"> {
  const nothing = { ending: null, doubt: null };
  if (attempt.acknowledged_at !== null || attempt.not_found + 1 < NOT_FOUND_TIMES) return nothing;
  if (attempt.duplicated_at !== null) {
    return isOlder(attempt.duplicated_at, now) ? { ending: null, doubt: "reference_taken" } : nothing;
  }
  if (attempt.refusal_code === null || attempt.sent_at === null || !isOlder(attempt.sent_at, now)) return nothing;
  return { ending: { code: attempt.refusal_code, reason: attempt.refusal_reason ?? "" }, doubt: null };
}

/**
 * The provider never acknowledged the order, and has repeatedly not found it: send it once more, under the same
 * reference.
 */
export function shouldSendAgain(attempt: Attempt): boolean {
  return (
    attempt.state === "sent" &&
    attempt.acknowledged_at === null &&
    attempt.duplicated_at === null &&
    attempt.refusal_code === null &&
    attempt.not_found >= NOT_FOUND_TIMES &&
    attempt.sent_at !== null &&
    isOlder(attempt.sent_at, attempt.claimed_at)
  );
}

function isOlder(since: Instant, now: Instant): boolean {
  return toMilliseconds(now) - toMilliseconds(since) >= NOT_FOUND_AFTER_MS;
}

function next(
  attempt: Attempt,
  said: Meaning,
  now: Instant,
  is_checked_after: boolean,
): Pick<Record, "state" | "due_at"> & Pick<Outcome, "doubt"> {
  if (said.ending === "complete") return { state: "complete", due_at: null, doubt: null };
  if (said.ending !== null) {
    return { state: "failed", due_at: is_checked_after ? firstCheck(now) : null, doubt: null };
  }
  if (said.doubt) return { state: "review", due_at: null, doubt: said.doubt };
  // The attempt is in review already; only an ending changes that.
  if (attempt.state === "review") return { state: "review", due_at: null, doubt: null };
  if (said.was_not_received) {
    if (isRefusedForLong(attempt, now)) return { state: "review", due_at: null, doubt: "never_received" };
    return { state: "waiting", due_at: plus(now, sendAgainAfter(attempt.refusals)), doubt: null };
  }
  if (isOverdue(attempt, now)) return { state: "review", due_at: null, doubt: "no_answer" };
  return { state: "sent", due_at: plus(now, askAgainAfter(attempt.asks + (said.was_asked ? 1 : 0))), doubt: null };
}

/** Sent so long ago that it needs a manual review. */
export function isOverdue({ sent_at }: Attempt, now: Instant): boolean {
  return isForReview(sent_at, now);
}

/**
 * Refused for so long that it needs a manual review. A transfer without a reference at the provider was never sent; its
 * merchant can still cancel it.
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
export function tryAgainAt(attempt: Attempt, now: Instant): Instant | null {
  if (attempt.ended_at !== null) return nextCheck({ attempt, ...NOTHING_WRITTEN }, now);
  return plus(now, askAgainAfter(attempt.claim));
}

/** The observation after an error of our own, or an outcome that could not be written. */
export const NOTHING_WRITTEN: Omit<Check, "attempt"> = {
  observation: { state: "unreachable", cause: "asking failed, or what came of it could not be written" },
  receiver: "",
};

/** A finished attempt with the provider's current answer. */
export interface Check {
  readonly attempt: Attempt;
  readonly observation: Observation;
  readonly receiver: string;
}

/**
 * The contradiction between a provider's answer and the attempt's ending; null if they agree. It moves no money by
 * itself.
 */
export function contradiction({ attempt, observation, receiver }: Check): DoubtKind | null {
  if (attempt.state === "failed" && observation.state === "complete") return "success_after_failure";
  if (attempt.state !== "complete") return null;
  if (observation.state === "failed") return "failure_after_success";
  return observation.state === "complete" ? disagreement(attempt, observation, receiver) : null;
}

/** The time of the first check after a failure; null: no check. */
export function firstCheck(now: Instant): Instant | null {
  const after_ms = checkAgainAfter(0);
  return after_ms === null ? null : plus(now, after_ms);
}

/** The time of the next check of a finished attempt; null: none. A check without a clear answer is repeated. */
export function nextCheck({ attempt, observation }: Check, now: Instant): Instant | null {
  if (attempt.ended_at === null) return null;
  // "Not found" is not an answer either: a single query may fall into the provider's own delay.
  const is_unclear = observation.state !== "complete" && observation.state !== "failed";
  if (attempt.state !== "failed" && !is_unclear) return null;
  const passed_ms = toMilliseconds(now) - toMilliseconds(attempt.ended_at);
  const after_ms = checkAgainAfter(passed_ms, is_unclear);
  return after_ms === null ? null : plus(now, after_ms);
}
