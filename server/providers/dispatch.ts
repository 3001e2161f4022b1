import { setTimeout as sleep } from "node:timers/promises";
import { type Group, groupCommit } from "#db/group-commit.ts";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { type Instant, plus, SECOND_MS } from "#kernel/time.ts";
import { ATTEMPTS } from "./attempts.ts";
import { claimDue, giveBack, giveBackOthers, type Lane, LEASE_MS } from "./claim.ts";
import { type Vault, vault } from "./connect.ts";
import { begunBy, CALL_LONGEST_MS, type Exchange } from "./exchange.ts";
import { FLOAT, keyOf } from "./health.ts";
import { findPaused, type HealthRow } from "./health-store.ts";
import { shouldSendAgain } from "./meaning.ts";
import { sameName } from "./names.ts";
import { noticeToken } from "./notices.ts";
import { type Pace, pace } from "./pace.ts";
import type { Account, Order, Provider, Submission } from "./provider.ts";
import { readReceiver } from "./receiver.ts";
import { byKind, type Recorders, record, type Work } from "./record.ts";
import type { Registry } from "./registry.ts";
import { openRoads } from "./roads.ts";
import { type Attempt, markSent, type Sending } from "./store.ts";
import { recording } from "./transcript.ts";

export interface DispatchOptions extends Recorders {
  readonly registry: Registry;
  readonly exchange: Exchange;
  /** The base URL of the providers' callbacks: `https://pay.example.cm`. */
  readonly public_url: string;
}

/** The parts of a worker loop over attempts. */
export interface Dispatch {
  readonly wake: string;
  readonly in_flight_max: number;
  readonly claim_max: number;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly Attempt[]>;
  work(attempt: Attempt): Promise<void>;
  giveBack(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
  giveBackOthers(tx: Tx, attempts: readonly Attempt[], lease: Lease): Promise<void>;
  isMore(): boolean;
}

// A call must begin within this time after its attempt is marked as sent, so that it ends before the lease does. Later,
// another worker may query the order and be answered `not_found` while the call is still to begin.
const BEGIN_WITHIN_MS = LEASE_MS - CALL_LONGEST_MS;

const CLAIM_MAX = 500;
const GROUP_MAX = 500;
const WAITING_MAX = 10_000;

/** The state of one process's dispatch. */
interface Desk {
  readonly options: DispatchOptions;
  readonly vault: Vault;
  readonly pace: Pace;
  readonly sending: Group<Sending, Attempt | null>;
  readonly recording: Group<Work, null>;
  /** Channels and accounts paused for new orders, as of the last claim. */
  paused: ReadonlyMap<string, HealthRow>;
  /** The number of workers that share an account's rate limit, as of the last claim. */
  workers: number;
}

/**
 * Takes attempts to their providers: claim, commit, call, record. An attempt is marked as sent before its call. So an
 * attempt whose worker died is queried instead of sent again.
 */
export function dispatch(db: Database, options: DispatchOptions): Dispatch {
  let last: Lane | null = null;
  const roads = openRoads(options.registry.ids);
  const group = { items_max: GROUP_MAX, waiting_max: WAITING_MAX };
  const desk: Desk = {
    options,
    vault: vault(db),
    pace: pace(),
    sending: groupCommit<Sending, Attempt | null>(db, { ...group, run: (tx, items) => send(tx, options, items) }),
    recording: groupCommit<Work, null>(db, { ...group, run: (tx, items) => record(tx, options, items) }),
    paused: new Map(),
    workers: 1,
  };
  return {
    wake: ATTEMPTS,
    // Each provider's own slots are the limit. This maximum is above their sum, so it never blocks.
    in_flight_max: 2 * roads.room_max,
    claim_max: CLAIM_MAX,
    isMore: roads.isMore,
    giveBack,
    giveBackOthers,
    async claim(tx, limit, lease) {
      const begin = last;
      const rooms = roads.rooms();
      const claim = { after: begin, limit, rooms };
      const [turn, paused] = await Promise.all([claimDue(tx, claim, lease), findPaused(tx)]);
      desk.paused = new Map(paused.map((row) => [keyOf(row), row]));
      desk.workers = lease.living.length;
      const is_round = begin !== null && turn.attempts.length === 0 && turn.last === null;
      const found = is_round ? await claimDue(tx, { ...claim, after: null }, lease) : turn;
      last = found.last;
      roads.left(found.left);
      return found.attempts;
    },
    async work(attempt) {
      roads.begin(attempt);
      try {
        await visit(desk, attempt);
      } catch (error) {
        await desk.recording.submit({ lost: attempt });
        throw error;
      } finally {
        roads.end(attempt);
      }
    },
  };
}

/**
 * Performs the due step of an attempt. After an error of any kind (a plug-in threw, the outcome could not be written)
 * it retries with back-off. After days the attempt goes to a manual review: otherwise the provider would be queried
 * without end.
 */
async function visit(desk: Desk, attempt: Attempt): Promise<void> {
  const account = await desk.vault.account(attempt.connection);
  const due_at = account && (await turnOf(desk, attempt, account));
  if (due_at !== null) await put(desk, { later: { ...attempt, due_at } });
  else if (attempt.state === "waiting") await submit(desk, attempt, account);
  else if (attempt.ended_at !== null) await check(desk, attempt, account);
  else if (shouldSendAgain(attempt)) await sendAgain(desk, attempt, account);
  else await ask(desk, attempt, account);
}

// The delay of an attempt that a pause without an end holds back, and the delay during a trial.
const STOPPED_MS = 30 * SECOND_MS;
const TRIAL_MS = 10 * SECOND_MS;
const TRIALS_PER_SECOND = 0.5;

/**
 * Waits for the attempt's turn at the rate limiter. If the turn is too far away, returns the instant of the next try.
 */
async function turnOf({ pace, paused, workers }: Desk, attempt: Attempt, account: Account): Promise<Instant | null> {
  const is_new = attempt.state === "waiting";
  const channels = attempt.kind === "collect" ? [attempt.channel] : [attempt.channel, FLOAT];
  const pause = channels
    .map((channel) => (is_new ? paused.get(keyOf({ connection: account.id, channel })) : undefined))
    .find((row) => row !== undefined);
  if (pause?.state === "stopped") return plus(attempt.claimed_at, STOPPED_MS);
  if (pause?.paused_until && pause.paused_until > attempt.claimed_at) return pause.paused_until;
  if (pause && !pace.takeNow(`trial ${keyOf(pause)}`, TRIALS_PER_SECOND / workers))
    return plus(attempt.claimed_at, TRIAL_MS);
  const per_second = Number(account.settings[is_new ? "orders_per_second" : "questions_per_second"]) / workers;
  if (!(per_second > 0)) return null;
  const turn = pace.take(`${is_new ? "orders" : "questions"} ${account.id}`, per_second);
  if ("put_off_ms" in turn) return plus(attempt.claimed_at, turn.put_off_ms);
  if (turn.wait_ms > 0) await sleep(turn.wait_ms);
  return null;
}

/** Writes the outcome. */
async function put({ recording }: Desk, work: Work): Promise<void> {
  await recording.submit(work);
}

async function submit(desk: Desk, attempt: Attempt, account: Account | null): Promise<void> {
  const { provider, calls, exchange } = tools(desk, attempt);
  const order = orderOf(attempt, account, desk.options);
  // A reference committed before a refusal is kept: the same order is sent again under the same reference. A reference
  // issued by the provider expires soon; a new one is as good for an order that provably never arrived.
  const is_kept = attempt.provider_reference !== null && !provider.capabilities.prepares_remotely;
  const prepared = is_kept
    ? { provider_reference: attempt.provider_reference ?? "" }
    : await provider.prepare(order, exchange);
  if (!prepared) {
    await put(desk, { visit: { attempt, unprepared: true }, calls });
    return;
  }
  const in_time = begunBy(exchange, performance.now() + BEGIN_WITHIN_MS);
  const sent = await desk.sending.submit({ ...attempt, provider_reference: prepared.provider_reference });
  if (!sent) return;
  const { provider_reference, sent_at, claimed_at: now } = sent;
  const complete = { ...order, provider_reference, sent_at, now };
  const submission =
    (await keptBack(provider, complete, sent.expect_name, in_time)) ?? (await provider.submit(complete, in_time));
  await put(desk, { visit: { attempt: sent, submission, is_resent: false }, calls });
}

/** Sends the same order again, under the same reference, by which the provider recognizes an order it has already. */
async function sendAgain(desk: Desk, attempt: Attempt, account: Account | null): Promise<void> {
  const { provider, calls, exchange } = tools(desk, attempt);
  if (!provider.capabilities.is_idempotent) return ask(desk, attempt, account);
  const order = orderOf(attempt, account, desk.options);
  const in_time = begunBy(exchange, performance.now() + BEGIN_WITHIN_MS);
  const unsent = await keptBack(provider, order, attempt.expect_name, in_time);
  const submission = unsent ? notAgain(unsent) : again(await provider.submit(order, in_time));
  await put(desk, { visit: { attempt, submission, is_resent: true }, calls });
}

/**
 * A failed or refused second sending proves nothing about the first. A refusal counts only after the order has not been
 * found for long enough.
 */
function again(submission: Submission): Submission {
  if (submission.outcome === "not_submitted") return { outcome: "unknown", cause: submission.cause };
  if (submission.outcome !== "rejected") return submission;
  return { outcome: "unknown", cause: submission.failure.reason, refusal: submission.failure };
}

/** A name check that fails before the second sending proves nothing about the first one either. */
function notAgain(unsent: Unsent): Submission {
  return { outcome: "unknown", cause: unsent.outcome === "rejected" ? unsent.failure.reason : unsent.cause };
}

/** The result of an order that was not sent at all. */
type Unsent = Extract<Submission, { readonly outcome: "rejected" | "not_submitted" }>;

/** Checks the holder's name if one is expected. Returns the reason for not sending the order; null: send it. */
async function keptBack(
  provider: Provider,
  order: Order,
  expect_name: string | null,
  exchange: Exchange,
): Promise<Unsent | null> {
  if (expect_name === null || !provider.lookUp) return null;
  const holder = await provider.lookUp(order.account, order.receiver, exchange);
  if (holder.state === "unreachable") {
    return { outcome: "not_submitted", cause: `the name could not be checked: ${holder.cause}` };
  }
  if (holder.state === "not_found") {
    return {
      outcome: "rejected",
      failure: { code: "recipient_not_found", reason: "The recipient's number has no account" },
    };
  }
  if (holder.name === null || sameName(expect_name, holder.name) === "differs") {
    const reason =
      holder.name === null
        ? "The provider did not tell whose number it is, and a name was expected"
        : "The number belongs to somebody with another name than was expected";
    return { outcome: "rejected", failure: { code: "name_mismatch", reason } };
  }
  return null;
}

async function ask(desk: Desk, attempt: Attempt, account: Account | null): Promise<void> {
  const { provider, calls, exchange } = tools(desk, attempt);
  const order = orderOf(attempt, account, desk.options);
  const observation = await provider.ask(order, exchange);
  await put(desk, { visit: { attempt, observation, receiver: order.receiver }, calls });
}

/** Queries the provider about a finished attempt, to find a contradiction. */
async function check(desk: Desk, attempt: Attempt, account: Account | null): Promise<void> {
  const { provider, calls, exchange } = tools(desk, attempt);
  const order = orderOf(attempt, account, desk.options);
  const observation = await provider.ask(order, exchange);
  await put(desk, { check: { attempt, observation, receiver: order.receiver }, calls });
}

function tools({ options }: Desk, attempt: Attempt) {
  const provider = options.registry.get(attempt.provider);
  return { provider, ...recording(options.exchange, provider.shown) };
}

function orderOf(attempt: Attempt, account: Account | null, options: DispatchOptions): Order {
  const token = noticeToken({ merchant: attempt.merchant, environment: attempt.environment, attempt: attempt.id });
  return {
    attempt: attempt.id,
    environment: attempt.environment,
    account,
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
    refund_of: attempt.refund_of,
    provider_reference: attempt.provider_reference,
    notice_url: `${options.public_url}/notices/${attempt.provider}/${token}`,
    sent_at: attempt.sent_at,
    now: attempt.claimed_at,
  };
}

async function send(tx: Tx, options: DispatchOptions, sendings: readonly Sending[]): Promise<(Attempt | null)[]> {
  const sent = await markSent(tx, sendings, LEASE_MS);
  for (const [kind, attempts] of byKind(sent, (attempt) => attempt))
    await options.subjects[kind]?.started?.(tx, attempts);
  const by_id = new Map(sent.map((attempt) => [attempt.id, attempt]));
  return sendings.map((sending) => by_id.get(sending.id) ?? null);
}
