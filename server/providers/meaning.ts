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

/** A call about an attempt that has not ended, and what it gave. */
export type Visit = { readonly attempt: Attempt } & (
  | { readonly submission: Submission; readonly is_resent: boolean }
  | { readonly observation: Observation; readonly receiver: string }
  /** `prepare` did not reach the provider. */
  | { readonly unprepared: true }
);

/** What a visit says, in the few words that decide what happens next. */
interface Meaning {
  readonly ending: "complete" | Failure | null;
  readonly provider_id: string | null;
  readonly was_received: boolean;
  readonly was_asked: boolean;
  readonly was_not_found: boolean;
  /** Provably not there: it may go out (again). */
  readonly was_not_received: boolean;
  readonly was_resent: boolean;
  readonly is_duplicate: boolean;
  readonly refusal: Failure | null;
  /** Says something that cannot be: a person must look. */
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

/** What is written of a visit, how the attempt ended if it did, and what a person must look at. */
export interface Outcome {
  readonly record: Record;
  readonly ending: "complete" | Failure | null;
  readonly doubt: DoubtKind | null;
}

/** Decides what a visit means. `is_checked_after`: whether the provider is asked once more after a failure. */
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

/** A provider that says it moved another sum, or to somebody else, has not carried out our order. */
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
 * An order that was never acknowledged and is not found, for long enough: a refusal we heard is then believed, and a
 * reference the provider calls taken and does not know is a riddle for a person.
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
 * The provider never said it has it, and says again and again that it has not: the same order goes out once more, under
 * the same reference.
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
  // Somebody is looking at it already; only an answer ends that.
  if (attempt.state === "review") return { state: "review", due_at: null, doubt: null };
  if (said.was_not_received) {
    if (isRefusedForLong(attempt, now)) return { state: "review", due_at: null, doubt: "never_received" };
    return { state: "waiting", due_at: plus(now, sendAgainAfter(attempt.refusals)), doubt: null };
  }
  if (isOverdue(attempt, now)) return { state: "review", due_at: null, doubt: "no_answer" };
  return { state: "sent", due_at: plus(now, askAgainAfter(attempt.asks + (said.was_asked ? 1 : 0))), doubt: null };
}

/** Sent so long ago that a person must look at it. */
export function isOverdue({ sent_at }: Attempt, now: Instant): boolean {
  return isForReview(sent_at, now);
}

/**
 * Refused for so long that a person must look at it. A transfer that was never on its way is left to its merchant, who can
 * cancel it as long as no provider gave it a reference.
 */
function isRefusedForLong({ refused_since, provider_reference, kind }: Attempt, now: Instant): boolean {
  return isForReview(refused_since, now) && (provider_reference !== null || kind !== "transfer");
}

function isForReview(since: Instant | null, now: Instant): boolean {
  return since !== null && toMilliseconds(now) - toMilliseconds(since) >= REVIEW_AFTER_MS;
}

/**
 * When work is tried again that failed, or whose outcome could not be written: ever more slowly, by how often it was begun.
 * Null: no more, for what has ended long ago.
 */
export function tryAgainAt(attempt: Attempt, now: Instant): Instant | null {
  if (attempt.ended_at !== null) return nextCheck({ attempt, ...NOTHING_WRITTEN }, now);
  return plus(now, askAgainAfter(attempt.claim));
}

/** What is known where a call failed in us, or its outcome could not be written. */
export const NOTHING_WRITTEN: Omit<Check, "attempt"> = {
  observation: { state: "unreachable", cause: "asking failed, or what came of it could not be written" },
  receiver: "",
};

/** An attempt that has ended, and what its provider says of it now. */
export interface Check {
  readonly attempt: Attempt;
  readonly observation: Observation;
  readonly receiver: string;
}

/** Whether a provider says the opposite of how an attempt ended. It moves nothing by itself. */
export function contradiction({ attempt, observation, receiver }: Check): DoubtKind | null {
  if (attempt.state === "failed" && observation.state === "complete") return "success_after_failure";
  if (attempt.state !== "complete") return null;
  if (observation.state === "failed") return "failure_after_success";
  return observation.state === "complete" ? disagreement(attempt, observation, receiver) : null;
}

/** When what has failed just now is checked first; null: never. */
export function firstCheck(now: Instant): Instant | null {
  const after_ms = checkAgainAfter(0);
  return after_ms === null ? null : plus(now, after_ms);
}

/** When an attempt that has ended is checked next; null: no more. A check that told nothing is repeated. */
export function nextCheck({ attempt, observation }: Check, now: Instant): Instant | null {
  if (attempt.ended_at === null) return null;
  // Not to be found is no answer either: one look may meet the provider's own delay.
  const is_unclear = observation.state !== "complete" && observation.state !== "failed";
  if (attempt.state !== "failed" && !is_unclear) return null;
  const passed_ms = toMilliseconds(now) - toMilliseconds(attempt.ended_at);
  const after_ms = checkAgainAfter(passed_ms, is_unclear);
  return after_ms === null ? null : plus(now, after_ms);
}
