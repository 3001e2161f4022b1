import type { Tx } from "#db/tx.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import { causeText } from "#kernel/provider-causes.ts";
import type { AttemptListener, Ending, ReviewHandler } from "#providers/attempts.ts";
import { FLOAT, type HealthSignal, recordSignals } from "#providers/health/health.ts";
import { insertCallLog, type NewCallLogEntry } from "#providers/io/call-log.ts";
import type { Transcript } from "#providers/io/transcript.ts";
import type { AttemptKind, Observation } from "#providers/provider.ts";
import {
  type AttemptResult,
  contradiction,
  type EndedAttemptCheck,
  type Interpretation,
  interpretResult,
  isOverdue,
  nextCheckAt,
  REFUSED_BY_SCREENING,
  retryAt,
  UNKNOWN_OBSERVATION,
} from "./interpret-response.ts";
import { type Attempt, deferAttempts, writeOutcomes } from "./store.ts";

/** The result of working on an attempt. */
export type WorkResult =
  | { readonly attempt_result: AttemptResult; readonly calls: readonly Transcript[] }
  | { readonly check: EndedAttemptCheck; readonly calls: readonly Transcript[] }
  /** Deferred by the rate limiter or a pause: no call was made. */
  | { readonly later: Attempt }
  /** The work failed, or its outcome could not be written. */
  | { readonly lost: Attempt };

export interface OutcomeHandlers {
  readonly listeners: Readonly<{ [Kind in AttemptKind]?: AttemptListener }>;
  readonly review_handler: ReviewHandler;
}

/**
 * Writes the outcomes of many attempts in one transaction: states, endings, changes of the subjects, the call log, and
 * manual review cases.
 */
export async function recordOutcomes(
  tx: Tx,
  { listeners, review_handler }: OutcomeHandlers,
  results: readonly WorkResult[],
): Promise<null[]> {
  const attempt_results = results.flatMap((result) => ("attempt_result" in result ? [result.attempt_result] : []));
  const checks = results.flatMap((result) => ("check" in result ? [result.check] : []));
  const deferred = results.flatMap((result) => ("later" in result ? [result.later] : []));
  const lost = results.flatMap((result) => ("lost" in result ? [result.lost] : []));
  const needsReview = (attempt: Attempt) => attempt.state === "sent" && isOverdue(attempt, tx.now);
  const all_results: readonly AttemptResult[] = [
    ...attempt_results,
    ...lost.filter(needsReview).map((attempt) => ({ attempt, ...UNKNOWN_OBSERVATION })),
  ];
  const outcomes = new Map(
    all_results.map((attempt_result) => [
      attempt_result.attempt.id,
      interpretResult(attempt_result, tx.now, attempt_result.attempt.provider_account !== null),
    ]),
  );

  const records = [...outcomes.values()].map((outcome) => outcome.record);
  const written = records.length > 0 ? await writeOutcomes(tx, records) : [];
  const reschedules = [
    ...deferred,
    ...checks.map((check) => ({ ...check.attempt, due_at: nextCheckAt(check, tx.now) })),
    ...lost
      .filter((attempt_lost) => !needsReview(attempt_lost))
      .map((attempt) => ({ ...attempt, due_at: retryAt(attempt, tx.now) })),
  ];
  if (reschedules.length > 0) await deferAttempts(tx, reschedules);

  await insertCallLog(
    tx,
    results.flatMap((result) => callLogEntries(result, outcomes)),
  );
  await recordSignals(tx, attempt_results.flatMap(healthSignals));
  await notifyListeners(tx, listeners, written, outcomes);
  await updateReviews(tx, review_handler, all_results, written, outcomes, checks);
  return results.map(() => null);
}

async function notifyListeners(
  tx: Tx,
  listeners: OutcomeHandlers["listeners"],
  written: readonly Attempt[],
  outcomes: ReadonlyMap<string, Interpretation>,
): Promise<void> {
  const redirects = written.flatMap((attempt) => {
    const redirect_url = outcomes.get(attempt.id)?.redirect_url ?? null;
    return redirect_url === null || attempt.state !== "sent" ? [] : [{ attempt, redirect_url }];
  });
  for (const [kind, redirected] of groupByKind(redirects, ({ attempt }) => attempt))
    await listeners[kind]?.onRedirect?.(tx, redirected);
  const endings: Ending[] = [];
  for (const attempt of written) {
    const outcome = outcomes.get(attempt.id);
    if (outcome?.ending) endings.push({ attempt, result: outcome.ending, charge: outcome.charge });
  }
  for (const [kind, ended] of groupByKind(endings, (ending) => ending.attempt))
    await listeners[kind]?.onEnded(tx, ended);
}

async function updateReviews(
  tx: Tx,
  review_handler: ReviewHandler,
  all_results: readonly AttemptResult[],
  written: readonly Attempt[],
  outcomes: ReadonlyMap<string, Interpretation>,
  checks: readonly EndedAttemptCheck[],
): Promise<void> {
  const reviews = [
    ...written.flatMap((attempt) => {
      const kind = outcomes.get(attempt.id)?.review_reason;
      const attempt_result = kind && all_results.find((one) => one.attempt.id === attempt.id);
      if (!kind || !attempt_result) return [];
      return [{ attempt, kind, answer: describeResult(attempt_result), failure_code: failureCodeOf(attempt_result) }];
    }),
    ...checks.flatMap((check) => {
      const kind = contradiction(check);
      if (!kind) return [];
      const answer = describeObservation(check.observation);
      return [{ attempt: check.attempt, kind, answer, failure_code: failureCodeOf(check) }];
    }),
  ];
  if (reviews.length > 0) await review_handler.openReviews(tx, reviews);
  const before = new Map(
    all_results.map((attempt_result) => [attempt_result.attempt.id, attempt_result.attempt.state]),
  );
  const resolved = written.filter((attempt) => attempt.ended_at !== null && before.get(attempt.id) === "review");
  if (resolved.length > 0) await review_handler.closeReviews(tx, resolved);
}

/**
 * Returns the call log's entries for a result. A step without a request is not logged: the attempt's own row holds all
 * of it.
 */
function callLogEntries(result: WorkResult, outcomes: ReadonlyMap<string, Interpretation>): readonly NewCallLogEntry[] {
  if ("later" in result || "lost" in result || result.calls.length === 0) return [];
  const { attempt } = "attempt_result" in result ? result.attempt_result : result.check;
  const { merchant, environment, id } = attempt;
  const common = { merchant, environment, attempt: id, calls: result.calls };
  if ("check" in result) {
    const kind = contradiction(result.check);
    return [
      {
        ...common,
        step: "check",
        outcome: `${describeObservation(result.check.observation)}${kind ? ` (${kind})` : ""}`,
        failure_code: failureCodeOf(result.check),
      },
    ];
  }
  const review_reason = outcomes.get(id)?.review_reason ?? null;
  const step = "observation" in result.attempt_result ? "ask" : "submit";
  const outcome = `${describeResult(result.attempt_result)}${review_reason ? ` (${review_reason})` : ""}`;
  return [{ ...common, step, outcome, failure_code: failureCodeOf(result.attempt_result) }];
}

/** The code of a definite failure in a provider's answer; null for any other answer. */
function failureCodeOf(result: AttemptResult | EndedAttemptCheck): FailureCode | null {
  if ("submission" in result) return result.submission.outcome === "rejected" ? result.submission.failure.code : null;
  if ("observation" in result) return result.observation.state === "failed" ? result.observation.failure.code : null;
  return null;
}

function describeResult(attempt_result: AttemptResult): string {
  if ("unprepared" in attempt_result) return `not_submitted: ${causeText({ code: "no_reference" })}`;
  if ("observation" in attempt_result) return describeObservation(attempt_result.observation);
  const { submission } = attempt_result;
  if (submission.outcome === "rejected") return `rejected: ${submission.failure.reason}`;
  if (submission.outcome === "not_submitted" || submission.outcome === "unknown") {
    return `${submission.outcome}: ${causeText(submission.cause)}`;
  }
  if (submission.outcome === "held") return `held: ${submission.reason}`;
  return submission.outcome;
}

function describeObservation(observation: Observation): string {
  switch (observation.state) {
    case "failed":
      return `failed: ${observation.failure.reason}`;
    case "unreachable":
      return `unreachable: ${causeText(observation.cause)}`;
    case "complete":
      return observation.amount === null ? "complete" : `complete: ${observation.amount}`;
    default:
      return observation.state;
  }
}

// Failures caused by the provider. A payer's or recipient's failure is no evidence of the channel's health.
const PROVIDER_FAULT_CODES: readonly FailureCode[] = [
  ...(["provider_error", "provider_configuration", "provider_unavailable"] as const),
];

/**
 * The evidence from one call: whether the provider worked, and whether our account held the money. A waiting order
 * gives no evidence yet.
 */
function healthSignals(attempt_result: AttemptResult): readonly HealthSignal[] {
  const { provider_account, channel } = attempt_result.attempt;
  if (provider_account === null || isScreeningResult(attempt_result)) return [];
  const is_good = isProviderHealthy(attempt_result);
  const is_paid = hasSufficientFloat(attempt_result);
  return [
    ...(is_good === null ? [] : [{ provider_account, channel, is_good }]),
    ...(is_paid === null ? [] : [{ provider_account, channel: FLOAT, is_good: is_paid }]),
  ];
}

/**
 * Whether our own account held the money for an outgoing order; null without evidence. A collection draws on the
 * payer's wallet, so it gives none.
 */
function hasSufficientFloat(attempt_result: AttemptResult): boolean | null {
  if (attempt_result.attempt.kind === "collect" || "unprepared" in attempt_result) return null;
  const answer = "submission" in attempt_result ? attempt_result.submission : attempt_result.observation;
  if ("failure" in answer) return answer.failure.code === "provider_account_empty" ? false : null;
  return ("outcome" in answer ? answer.outcome : answer.state) === "complete" ? true : null;
}

/** Whether the screening stopped the order: the provider was not called, so there is no evidence about it. */
function isScreeningResult(attempt_result: AttemptResult): boolean {
  if (!("submission" in attempt_result)) return false;
  const { submission } = attempt_result;
  if (submission.outcome === "held") return true;
  if (submission.outcome === "rejected") return submission.failure.code === REFUSED_BY_SCREENING.code;
  return submission.outcome === "not_submitted" && submission.cause.code === "screening_unavailable";
}

function isProviderHealthy(attempt_result: AttemptResult): boolean | null {
  if ("unprepared" in attempt_result) return false;
  if ("submission" in attempt_result) {
    const { submission } = attempt_result;
    if (submission.outcome === "rejected") return !PROVIDER_FAULT_CODES.includes(submission.failure.code);
    return submission.outcome === "accepted" || submission.outcome === "complete";
  }
  const { observation } = attempt_result;
  if (observation.state === "failed") return !PROVIDER_FAULT_CODES.includes(observation.failure.code);
  if (observation.state === "unreachable") return false;
  return observation.state === "complete" ? true : null;
}

export function groupByKind<Item>(
  items: readonly Item[],
  attemptOf: (item: Item) => Attempt,
): ReadonlyMap<AttemptKind, Item[]> {
  const kinds = new Map<AttemptKind, Item[]>();
  for (const item of items) {
    const { kind } = attemptOf(item);
    const of_kind = kinds.get(kind);
    if (of_kind) of_kind.push(item);
    else kinds.set(kind, [item]);
  }
  return kinds;
}
