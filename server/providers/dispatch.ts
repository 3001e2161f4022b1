import { type Group, groupCommit } from "#db/group-commit.ts";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { unreachable } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus, toMilliseconds } from "#kernel/time.ts";
import { ATTEMPTS, type Ending, type Subjects } from "./attempts.ts";
import { noticeToken } from "./notices.ts";
import type { Failure, Observation, Order, OrderKind, Submission } from "./provider.ts";
import { readReceiver } from "./receiver.ts";
import type { Registry } from "./registry.ts";
import { askAgainAfter, NOT_FOUND_AFTER_MS, NOT_FOUND_TIMES, REVIEW_AFTER_MS, sendAgainAfter } from "./schedule.ts";
import { type Attempt, claimDue, giveBack, markSent, type Record, type Sending, writeRecords } from "./store.ts";

export interface DispatchOptions {
  readonly registry: Registry;
  readonly subjects: Readonly<{ [Kind in OrderKind]?: Subjects }>;
  /** What a provider's callbacks are addressed to: `https://pay.example.cm`. */
  readonly public_url: string;
}

/** The parts a `drain` of attempts is made of. */
export interface Dispatch {
  readonly wake: string;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly Attempt[]>;
  work(attempt: Attempt): Promise<void>;
  giveBack(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
}

const GROUP_MAX = 500;
const WAITING_MAX = 10_000;

/**
 * Takes attempts to their providers: claim, commit, call, record. An attempt is marked as sent before it is, so one whose
 * worker died comes back as sent, and is asked about instead of sent again.
 */
export function dispatch(db: Database, options: DispatchOptions): Dispatch {
  let last_scope: Scope | null = null;

  const sending = groupCommit<Sending, Attempt | null>(db, {
    items_max: GROUP_MAX,
    waiting_max: WAITING_MAX,
    run: (tx, items) => send(tx, options, items),
  });
  const recording = groupCommit<Visit, null>(db, {
    items_max: GROUP_MAX,
    waiting_max: WAITING_MAX,
    run: (tx, items) => record(tx, options, items),
  });

  return {
    wake: ATTEMPTS,
    giveBack,
    async claim(tx, limit, lease) {
      const claimed = await claimDue(tx, last_scope, limit, lease);
      const last = claimed.at(-1);
      last_scope = claimed.length === 0 || !last ? null : { merchant: last.merchant, environment: last.environment };
      return claimed;
    },
    async work(attempt) {
      if (attempt.state === "waiting") await submit(attempt, options, sending, recording);
      else await ask(attempt, options, recording);
    },
  };
}

/** A call that was made and what it gave. */
type Visit =
  | { readonly attempt: Attempt; readonly submission: Submission }
  | { readonly attempt: Attempt; readonly observation: Observation }
  | { readonly attempt: Attempt; readonly unprepared: true };

async function submit(
  attempt: Attempt,
  options: DispatchOptions,
  sending: Group<Sending, Attempt | null>,
  recording: Group<Visit, null>,
): Promise<void> {
  const provider = options.registry.get(attempt.provider);
  // A reference that was committed before a refusal is kept: the same order goes out under the same name.
  const prepared = attempt.provider_reference
    ? { provider_reference: attempt.provider_reference }
    : await provider.prepare(orderOf(attempt, options));
  if (!prepared) {
    await recording.submit({ attempt, unprepared: true });
    return;
  }
  const sent = await sending.submit({ ...attempt, provider_reference: prepared.provider_reference });
  if (!sent) return;
  const submission = await provider.submit(orderOf(sent, options));
  await recording.submit({ attempt: sent, submission });
}

async function ask(attempt: Attempt, options: DispatchOptions, recording: Group<Visit, null>): Promise<void> {
  const provider = options.registry.get(attempt.provider);
  const order = orderOf(attempt, options);
  if (!shouldSendAgain(attempt, order) || !provider.capabilities.is_idempotent) {
    await recording.submit({ attempt, observation: await provider.ask(order) });
    return;
  }
  const submission = await provider.submit(order);
  // That the second sending never arrived says nothing of the first.
  const is_known = submission.outcome !== "not_submitted";
  await recording.submit({
    attempt,
    submission: is_known ? submission : { outcome: "unknown", cause: submission.cause },
  });
}

/** The provider never said it has it, and says again and again that it has not: the same order goes out once more. */
function shouldSendAgain(attempt: Attempt, order: Order): boolean {
  return (
    attempt.acknowledged_at === null &&
    attempt.not_found >= NOT_FOUND_TIMES &&
    attempt.sent_at !== null &&
    toMilliseconds(order.now) - toMilliseconds(attempt.sent_at) >= NOT_FOUND_AFTER_MS
  );
}

function orderOf(attempt: Attempt, options: DispatchOptions): Order {
  const token = noticeToken({ merchant: attempt.merchant, environment: attempt.environment, attempt: attempt.id });
  return {
    attempt: attempt.id,
    environment: attempt.environment,
    kind: attempt.kind,
    channel: attempt.channel,
    amount: attempt.amount,
    currency: attempt.currency,
    receiver: readReceiver(attempt, attempt.subject, attempt.receiver),
    receiver_name: attempt.receiver_name,
    bank_code: attempt.bank_code,
    country: attempt.country,
    reference: attempt.reference,
    description: attempt.description,
    provider_reference: attempt.provider_reference,
    notice_url: `${options.public_url}/notices/${attempt.provider}/${token}`,
    sent_at: attempt.sent_at,
    now: attempt.claimed_at,
  };
}

async function send(tx: Tx, options: DispatchOptions, sendings: readonly Sending[]): Promise<(Attempt | null)[]> {
  const sent = await markSent(tx, sendings);
  for (const [kind, attempts] of byKind(sent, (attempt) => attempt))
    await options.subjects[kind]?.started?.(tx, attempts);
  const by_id = new Map(sent.map((attempt) => [attempt.id, attempt]));
  return sendings.map((sending) => by_id.get(sending.id) ?? null);
}

async function record(tx: Tx, options: DispatchOptions, visits: readonly Visit[]): Promise<null[]> {
  const results = new Map(visits.map((visit) => [visit.attempt.id, meaning(visit)]));
  const records = visits.map((visit) => recordOf(visit.attempt, meaning(visit), tx.now));
  const written = await writeRecords(tx, records);
  const endings: Ending[] = [];
  for (const attempt of written) {
    const result = results.get(attempt.id);
    if (result?.ending) endings.push({ attempt, result: result.ending });
  }
  for (const [kind, ended] of byKind(endings, (ending) => ending.attempt))
    await options.subjects[kind]?.ended(tx, ended);
  return visits.map(() => null);
}

/** What a visit says, in the few words that decide what happens next. */
interface Meaning {
  readonly ending: "complete" | Failure | null;
  readonly provider_id: string | null;
  readonly was_received: boolean;
  readonly was_asked: boolean;
  readonly was_not_found: boolean;
  /** Provably not there: it may go out (again). */
  readonly was_refused: boolean;
  /** Says something that cannot be: a person must look. */
  readonly is_contradiction: boolean;
}

const NOTHING: Meaning = {
  ending: null,
  provider_id: null,
  was_received: false,
  was_asked: false,
  was_not_found: false,
  was_refused: false,
  is_contradiction: false,
};

function meaning(visit: Visit): Meaning {
  if ("unprepared" in visit) return { ...NOTHING, was_refused: true };
  if ("submission" in visit) return meaningOfSubmission(visit.submission);
  return meaningOfObservation(visit.attempt, visit.observation);
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
      return { ...NOTHING, was_refused: true };
    case "unknown":
      return NOTHING;
    default:
      return unreachable(submission);
  }
}

function meaningOfObservation(attempt: Attempt, observation: Observation): Meaning {
  const asked: Meaning = { ...NOTHING, was_asked: true };
  switch (observation.state) {
    case "complete": {
      const is_other_amount = observation.amount !== null && observation.amount !== attempt.amount;
      if (is_other_amount) return { ...asked, was_received: true, is_contradiction: true };
      return { ...asked, was_received: true, ending: "complete", provider_id: observation.provider_id };
    }
    case "failed":
      return { ...asked, was_received: true, ending: observation.failure };
    case "pending":
      return { ...asked, was_received: true };
    case "not_found":
      return { ...asked, was_not_found: true };
    case "unreachable":
      return asked;
    default:
      return unreachable(observation);
  }
}

function recordOf(attempt: Attempt, said: Meaning, now: string): Record {
  const { ending } = said;
  const failure = ending !== null && ending !== "complete" ? ending : null;
  return {
    merchant: attempt.merchant,
    environment: attempt.environment,
    id: attempt.id,
    claim: attempt.claim,
    ...next(attempt, said, now),
    is_acknowledged: said.was_received,
    is_ask: said.was_asked,
    is_not_found: said.was_not_found,
    is_refusal: said.was_refused,
    is_ended: ending !== null,
    provider_id: said.provider_id,
    failure_code: failure?.code ?? null,
    failure_reason: failure?.reason ?? null,
  };
}

function next(attempt: Attempt, said: Meaning, now: string): Pick<Record, "state" | "due_at"> {
  if (said.ending === "complete") return { state: "complete", due_at: null };
  if (said.ending !== null) return { state: "failed", due_at: null };
  if (said.is_contradiction) return { state: "review", due_at: null };
  if (said.was_refused) return { state: "waiting", due_at: plus(now, sendAgainAfter(attempt.refusals)) };
  const sent_at = attempt.sent_at ?? now;
  if (toMilliseconds(now) - toMilliseconds(sent_at) >= REVIEW_AFTER_MS) return { state: "review", due_at: null };
  return { state: "sent", due_at: plus(now, askAgainAfter(attempt.asks + (said.was_asked ? 1 : 0))) };
}

function byKind<Item>(items: readonly Item[], attemptOf: (item: Item) => Attempt): ReadonlyMap<OrderKind, Item[]> {
  const kinds = new Map<OrderKind, Item[]>();
  for (const item of items) {
    const { kind } = attemptOf(item);
    const same = kinds.get(kind);
    if (same) same.push(item);
    else kinds.set(kind, [item]);
  }
  return kinds;
}
