import type { Tx } from "#db/tx.ts";
import type { Ending, Reviewers, Subjects } from "./attempts.ts";
import { FLOAT, recordSignals, type Signal } from "./health.ts";
import {
  type Check,
  contradiction,
  isOverdue,
  NOTHING_WRITTEN,
  nextCheck,
  type Outcome,
  outcomeOf,
  tryAgainAt,
  type Visit,
} from "./meaning.ts";
import type { FailureCode, Observation, OrderKind } from "./provider.ts";
import { type Attempt, putOff, writeRecords } from "./store.ts";
import type { Transcript } from "./transcript.ts";
import { insertVisits, type NewVisit } from "./visit-store.ts";

/** The result of working on an attempt. */
export type Work =
  | { readonly visit: Visit; readonly calls: readonly Transcript[] }
  | { readonly check: Check; readonly calls: readonly Transcript[] }
  /** Deferred by the rate limiter or a pause: nothing was done. */
  | { readonly later: Attempt }
  /** The work failed, or its outcome could not be written. */
  | { readonly lost: Attempt };

export interface Recorders {
  readonly subjects: Readonly<{ [Kind in OrderKind]?: Subjects }>;
  readonly reviewers: Reviewers;
}

/**
 * Writes the outcomes of many attempts in one transaction: states, endings, changes of the subjects, the call log, and
 * manual review cases.
 */
export async function record(tx: Tx, { subjects, reviewers }: Recorders, works: readonly Work[]): Promise<null[]> {
  const heard = works.flatMap((work) => ("visit" in work ? [work.visit] : []));
  const checks = works.flatMap((work) => ("check" in work ? [work.check] : []));
  const laters = works.flatMap((work) => ("later" in work ? [work.later] : []));
  const lost = works.flatMap((work) => ("lost" in work ? [work.lost] : []));
  const toPerson = (attempt: Attempt) => attempt.state === "sent" && isOverdue(attempt, tx.now);
  const visits: readonly Visit[] = [
    ...heard,
    ...lost.filter(toPerson).map((attempt) => ({ attempt, ...NOTHING_WRITTEN })),
  ];
  const outcomes = new Map(
    visits.map((visit) => [visit.attempt.id, outcomeOf(visit, tx.now, visit.attempt.connection !== null)]),
  );

  const records = [...outcomes.values()].map((outcome) => outcome.record);
  const written = records.length > 0 ? await writeRecords(tx, records) : [];
  const off = [
    ...laters,
    ...checks.map((check) => ({ ...check.attempt, due_at: nextCheck(check, tx.now) })),
    ...lost.filter((one) => !toPerson(one)).map((attempt) => ({ ...attempt, due_at: tryAgainAt(attempt, tx.now) })),
  ];
  if (off.length > 0) await putOff(tx, off);

  await insertVisits(
    tx,
    works.flatMap((work) => said(work, outcomes)),
  );
  await recordSignals(tx, heard.flatMap(signal));
  await end(tx, subjects, written, outcomes);
  await raise(tx, reviewers, visits, written, outcomes, checks);
  return works.map(() => null);
}

async function end(
  tx: Tx,
  subjects: Recorders["subjects"],
  written: readonly Attempt[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const endings: Ending[] = [];
  for (const attempt of written) {
    const result = outcomes.get(attempt.id)?.ending;
    if (result) endings.push({ attempt, result });
  }
  for (const [kind, ended] of byKind(endings, (ending) => ending.attempt)) await subjects[kind]?.ended(tx, ended);
}

async function raise(
  tx: Tx,
  reviewers: Reviewers,
  visits: readonly Visit[],
  written: readonly Attempt[],
  outcomes: ReadonlyMap<string, Outcome>,
  checks: readonly Check[],
): Promise<void> {
  const doubts = [
    ...written.flatMap((attempt) => {
      const kind = outcomes.get(attempt.id)?.doubt;
      const visit = kind && visits.find((one) => one.attempt.id === attempt.id);
      return kind && visit ? [{ attempt, kind, said: wordsOf(visit) }] : [];
    }),
    ...checks.flatMap((check) => {
      const kind = contradiction(check);
      return kind ? [{ attempt: check.attempt, kind, said: wordsOfObservation(check.observation) }] : [];
    }),
  ];
  if (doubts.length > 0) await reviewers.raised(tx, doubts);
  const before = new Map(visits.map((visit) => [visit.attempt.id, visit.attempt.state]));
  const answered = written.filter((attempt) => attempt.ended_at !== null && before.get(attempt.id) === "review");
  if (answered.length > 0) await reviewers.ended(tx, answered);
}

/** A visit without a request is not logged: the attempt's own row holds all of it. */
function said(work: Work, outcomes: ReadonlyMap<string, Outcome>): readonly NewVisit[] {
  if ("later" in work || "lost" in work || work.calls.length === 0) return [];
  const { attempt } = "visit" in work ? work.visit : work.check;
  const { merchant, environment, id } = attempt;
  const common = { merchant, environment, attempt: id, calls: work.calls };
  if ("check" in work) {
    const kind = contradiction(work.check);
    return [
      { ...common, what: "check", outcome: `${wordsOfObservation(work.check.observation)}${kind ? ` (${kind})` : ""}` },
    ];
  }
  const doubt = outcomes.get(id)?.doubt ?? null;
  const what = "observation" in work.visit ? "ask" : "submit";
  return [{ ...common, what, outcome: `${wordsOf(work.visit)}${doubt ? ` (${doubt})` : ""}` }];
}

function wordsOf(visit: Visit): string {
  if ("unprepared" in visit) return "not_submitted: the provider gave no reference";
  if ("observation" in visit) return wordsOfObservation(visit.observation);
  const { submission } = visit;
  if (submission.outcome === "rejected") return `rejected: ${submission.failure.reason}`;
  if (submission.outcome === "not_submitted" || submission.outcome === "unknown") {
    return `${submission.outcome}: ${submission.cause}`;
  }
  return submission.outcome;
}

function wordsOfObservation(observation: Observation): string {
  switch (observation.state) {
    case "failed":
      return `failed: ${observation.failure.reason}`;
    case "unreachable":
      return `unreachable: ${observation.cause}`;
    case "complete":
      return observation.amount === null ? "complete" : `complete: ${observation.amount}`;
    default:
      return observation.state;
  }
}

// Failures caused by the provider. A payer's or recipient's failure is no evidence of the channel's health.
const PROVIDERS_TROUBLE: readonly FailureCode[] = ["provider_error", "provider_configuration"];

/** Whether the provider worked as it should. A waiting order gives no evidence yet. */
function signal(visit: Visit): readonly Signal[] {
  const { connection, channel } = visit.attempt;
  if (connection === null) return [];
  const is_good = did(visit);
  const is_paid = paid(visit);
  return [
    ...(is_good === null ? [] : [{ connection, channel, is_good }]),
    ...(is_paid === null ? [] : [{ connection, channel: FLOAT, is_good: is_paid }]),
  ];
}

/**
 * Whether our own account held the money for an outgoing order; null without evidence. Collections draw on the payer's
 * wallet, which does not concern the channel.
 */
function paid(visit: Visit): boolean | null {
  if (visit.attempt.kind === "collect" || "unprepared" in visit) return null;
  const said = "submission" in visit ? visit.submission : visit.observation;
  if ("failure" in said) return said.failure.code === "insufficient_funds" ? false : null;
  return ("outcome" in said ? said.outcome : said.state) === "complete" ? true : null;
}

function did(visit: Visit): boolean | null {
  if ("unprepared" in visit) return false;
  if ("submission" in visit) {
    const { submission } = visit;
    if (submission.outcome === "rejected") return !PROVIDERS_TROUBLE.includes(submission.failure.code);
    return submission.outcome === "accepted" || submission.outcome === "complete";
  }
  const { observation } = visit;
  if (observation.state === "failed") return !PROVIDERS_TROUBLE.includes(observation.failure.code);
  if (observation.state === "unreachable") return false;
  return observation.state === "complete" ? true : null;
}

export function byKind<Item>(
  items: readonly Item[],
  attemptOf: (item: Item) => Attempt,
): ReadonlyMap<OrderKind, Item[]> {
  const kinds = new Map<OrderKind, Item[]>();
  for (const item of items) {
    const { kind } = attemptOf(item);
    const same = kinds.get(kind);
    if (same) same.push(item);
    else kinds.set(kind, [item]);
  }
  return kinds;
}
