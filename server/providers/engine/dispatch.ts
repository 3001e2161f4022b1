import { setTimeout as sleep } from "node:timers/promises";
import { type CommitGroup, groupCommit } from "#db/group-commit.ts";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { unreachable } from "#kernel/errors.ts";
import type { ProviderCause } from "#kernel/provider-causes.ts";
import { type Instant, plus, SECOND_MS } from "#kernel/time.ts";
import { openOtp, openReceiver } from "#providers/account-number.ts";
import { type AccountCache, accountCache } from "#providers/accounts/connect.ts";
import { ATTEMPTS, type ScreenedOrder, type ScreeningVerdict } from "#providers/attempts.ts";
import { findChannel } from "#providers/channels.ts";
import { channelKey, FLOAT } from "#providers/health/health.ts";
import { type ChannelHealthRow, findPausedChannels } from "#providers/health/health-store.ts";
import { callbackToken } from "#providers/io/callback-token.ts";
import { CALL_MAX_MS, type Exchange, withStartDeadline } from "#providers/io/http-client.ts";
import { recordCalls } from "#providers/io/transcript.ts";
import { matchNames } from "#providers/name-match.ts";
import type {
  AccountCredentials,
  Failure,
  NameConfirmation,
  Provider,
  ProviderOrder,
  SubmissionResult,
} from "#providers/provider.ts";
import type { ProviderRegistry } from "#providers/registry.ts";
import { claimDue, LEASE_MS, type ProviderQueue, releaseClaims, releaseOtherClaims } from "./claim.ts";
import { type HeldSubmission, REFUSED_BY_SCREENING, shouldResend } from "./interpret-response.ts";
import { trackProviderCapacity } from "./provider-capacity.ts";
import { type CallRateLimiter, callRateLimiter } from "./rate-limiter.ts";
import { groupByKind, type OutcomeHandlers, recordOutcomes, type WorkResult } from "./record-outcome.ts";
import { type Attempt, type AttemptToSend, markSent } from "./store.ts";

export interface DispatchOptions extends OutcomeHandlers {
  readonly registry: ProviderRegistry;
  readonly exchange: Exchange;
  /** The base URL of the providers' callbacks: `https://pay.example.cm`. */
  readonly public_url: string;
  /** The hosted page of the payment that an attempt collects. */
  readonly paymentPageOf: (attempt: Attempt) => string;
  /** Asks the merchant's screening whether an order may be sent. Payments are not screened. */
  readonly screen: (order: ScreenedOrder) => Promise<ScreeningVerdict>;
}

/** The functions that a worker loop needs to process attempts. */
export interface Dispatch {
  readonly wake: string;
  readonly in_flight_max: number;
  readonly claim_max: number;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly Attempt[]>;
  work(attempt: Attempt): Promise<void>;
  release(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
  releaseOthers(tx: Tx, attempts: readonly Attempt[], lease: Lease): Promise<void>;
  isMore(): boolean;
}

// A call must begin within this time after its attempt is marked as sent, so that it ends before the lease does. After
// the lease, another worker may query the order and get `not_found` although the call is still to come.
const START_WITHIN_MS = LEASE_MS - CALL_MAX_MS;

const CLAIM_MAX = 500;
const GROUP_MAX = 500;
const WAITING_MAX = 10_000;

/** The state of one process's dispatch. */
interface DispatchContext {
  readonly options: DispatchOptions;
  readonly accounts: AccountCache;
  readonly rate_limiter: CallRateLimiter;
  readonly sending: CommitGroup<AttemptToSend, Attempt | null>;
  readonly recording: CommitGroup<WorkResult, null>;
  /** Channels and accounts paused for new orders, as of the last claim. */
  paused: ReadonlyMap<string, ChannelHealthRow>;
  /** The number of workers that share an account's rate limit, as of the last claim. */
  workers: number;
}

/**
 * Sends attempts to their providers: claims them, commits, calls the provider, and records the outcome. An attempt is
 * marked as sent before its call. So an attempt whose worker died is queried instead of sent again.
 */
export function dispatch(db: Database, options: DispatchOptions): Dispatch {
  let last: ProviderQueue | null = null;
  const provider_capacity = trackProviderCapacity(options.registry.ids);
  const group = { items_max: GROUP_MAX, waiting_max: WAITING_MAX };
  const context: DispatchContext = {
    options,
    accounts: accountCache(db),
    rate_limiter: callRateLimiter(),
    sending: groupCommit<AttemptToSend, Attempt | null>(db, {
      ...group,
      run: (tx, items) => markAttemptsSent(tx, options, items),
    }),
    recording: groupCommit<WorkResult, null>(db, { ...group, run: (tx, items) => recordOutcomes(tx, options, items) }),
    paused: new Map(),
    workers: 1,
  };
  return {
    wake: ATTEMPTS,
    // The free slots of each provider are the limit. This maximum exceeds their sum, so it never takes effect.
    in_flight_max: 2 * provider_capacity.in_flight_max,
    claim_max: CLAIM_MAX,
    isMore: provider_capacity.hasFreedCapacity,
    release: releaseClaims,
    releaseOthers: releaseOtherClaims,
    async claim(tx, limit, lease) {
      const start_after = last;
      const capacity = provider_capacity.free();
      const claim = { after: start_after, limit, capacity };
      const [first_batch, paused] = await Promise.all([claimDue(tx, claim, lease), findPausedChannels(tx)]);
      context.paused = new Map(paused.map((row) => [channelKey(row), row]));
      context.workers = lease.live_workers.length;
      const is_round = start_after !== null && first_batch.attempts.length === 0 && first_batch.last === null;
      const batch = is_round ? await claimDue(tx, { ...claim, after: null }, lease) : first_batch;
      last = batch.last;
      provider_capacity.markBacklogged(batch.backlogged);
      return batch.attempts;
    },
    async work(attempt) {
      provider_capacity.begin(attempt);
      try {
        await performStep(context, attempt);
      } catch (error) {
        await context.recording.submit({ lost: attempt });
        throw error;
      } finally {
        provider_capacity.end(attempt);
      }
    },
  };
}

/**
 * Performs the due step of an attempt. After an error of any kind (a plug-in threw, the outcome could not be written)
 * it retries with back-off. After days the attempt goes to a manual review: otherwise the provider would be queried
 * without end.
 */
async function performStep(context: DispatchContext, attempt: Attempt): Promise<void> {
  const account = await context.accounts.account(attempt.provider_account);
  const due_at = account && (await waitForRateLimit(context, attempt, account));
  if (due_at !== null) await writeResult(context, { later: { ...attempt, due_at } });
  else if (attempt.state === "waiting") await submit(context, attempt, account);
  else if (attempt.ended_at !== null) await checkEndedAttempt(context, attempt, account);
  else if (shouldResend(attempt)) await resend(context, attempt, account);
  else await queryOutcome(context, attempt, account);
}

// How long an attempt is deferred while its channel is stopped without an end, and while its channel is on trial.
const STOPPED_MS = 30 * SECOND_MS;
const TRIAL_MS = 10 * SECOND_MS;
const TRIALS_PER_SECOND = 0.5;

/**
 * Waits for the attempt's turn at the rate limiter. If the turn is too far away, returns the instant of the next try.
 */
async function waitForRateLimit(
  { rate_limiter, paused, workers }: DispatchContext,
  attempt: Attempt,
  account: AccountCredentials,
): Promise<Instant | null> {
  const is_new = attempt.state === "waiting";
  const channels = attempt.kind === "collect" ? [attempt.channel] : [attempt.channel, FLOAT];
  const pause = channels
    .map((channel) => (is_new ? paused.get(channelKey({ provider_account: account.id, channel })) : undefined))
    .find((row) => row !== undefined);
  if (pause?.state === "stopped") return plus(attempt.claimed_at, STOPPED_MS);
  if (pause?.paused_until && pause.paused_until > attempt.claimed_at) return pause.paused_until;
  if (pause && !rate_limiter.tryTake(`trial ${channelKey(pause)}`, TRIALS_PER_SECOND / workers))
    return plus(attempt.claimed_at, TRIAL_MS);
  const per_second = Number(account.settings[is_new ? "orders_per_second" : "questions_per_second"]) / workers;
  if (!(per_second > 0)) return null;
  const rate_result = rate_limiter.take(`${is_new ? "orders" : "questions"} ${account.id}`, per_second);
  if ("put_off_ms" in rate_result) return plus(attempt.claimed_at, rate_result.put_off_ms);
  if (rate_result.wait_ms > 0) await sleep(rate_result.wait_ms);
  return null;
}

async function writeResult({ recording }: DispatchContext, result: WorkResult): Promise<void> {
  await recording.submit(result);
}

async function submit(context: DispatchContext, attempt: Attempt, account: AccountCredentials | null): Promise<void> {
  const { provider, calls, exchange } = openCall(context, attempt);
  const order = orderOf(attempt, account, context.options);
  // After a refusal, reuse the committed reference: the same order keeps one reference. But a reference issued by the
  // provider expires soon, so request a new one: the order provably never arrived under the old one.
  const is_reused = attempt.provider_reference !== null && !provider.capabilities.prepares_remotely;
  const prepared_order = is_reused
    ? { provider_reference: attempt.provider_reference ?? "" }
    : await provider.prepare(order, exchange);
  if (!prepared_order) {
    await writeResult(context, { attempt_result: { attempt, unprepared: true }, calls });
    return;
  }
  const timed_exchange = withStartDeadline(exchange, performance.now() + START_WITHIN_MS);
  const sent = await context.sending.submit({ ...attempt, provider_reference: prepared_order.provider_reference });
  if (!sent) return;
  const { provider_reference, sent_at, claimed_at: now } = sent;
  const complete = { ...order, provider_reference, sent_at, now };
  const submission =
    (await screenOrder(context, sent, complete)) ??
    (await checkHolderName(provider, complete, sent.expect_name, timed_exchange)) ??
    (await provider.submit(complete, timed_exchange));
  await writeResult(context, { attempt_result: { attempt: sent, submission, is_resent: false }, calls });
}

/** Sends the same order again under the same reference, so that the provider can recognize the duplicate. */
async function resend(context: DispatchContext, attempt: Attempt, account: AccountCredentials | null): Promise<void> {
  const { provider, calls, exchange } = openCall(context, attempt);
  if (!provider.capabilities.is_idempotent) return queryOutcome(context, attempt, account);
  const order = orderOf(attempt, account, context.options);
  const timed_exchange = withStartDeadline(exchange, performance.now() + START_WITHIN_MS);
  // The worker may have died between the first sending's mark and its screening.
  const refusal =
    (await screenOrder(context, attempt, order)) ??
    (await checkHolderName(provider, order, attempt.expect_name, timed_exchange));
  const submission = refusal
    ? outcomeOfUnsentResend(refusal)
    : outcomeOfResend(await provider.submit(order, timed_exchange));
  await writeResult(context, { attempt_result: { attempt, submission, is_resent: true }, calls });
}

/**
 * A failed or refused second sending proves nothing about the first. A refusal counts only after the order has not been
 * found for long enough.
 */
export function outcomeOfResend(submission: SubmissionResult): SubmissionResult {
  if (submission.outcome === "not_submitted") return { outcome: "unknown", cause: submission.cause };
  if (submission.outcome !== "rejected") return submission;
  return { outcome: "unknown", cause: refusedCause(submission.failure), refusal: submission.failure };
}

function refusedCause({ code }: Failure): ProviderCause {
  return { code: "refused", detail: code };
}

/** A check that fails before the second sending proves nothing about the first one either. */
function outcomeOfUnsentResend(refusal: UnsentOutcome): SubmissionResult | HeldSubmission {
  if (refusal.outcome === "held") return refusal;
  return {
    outcome: "unknown",
    cause: refusal.outcome === "rejected" ? refusedCause(refusal.failure) : refusal.cause,
  };
}

/** The result of an order that was not sent at all. */
type UnsentOutcome = Extract<SubmissionResult, { readonly outcome: "rejected" | "not_submitted" }> | HeldSubmission;

/** Asks the screening about an outgoing order. Returns the reason for not sending the order; null: send it. */
async function screenOrder(
  { options }: DispatchContext,
  attempt: Attempt,
  { receiver }: ProviderOrder,
): Promise<UnsentOutcome | null> {
  if (attempt.kind === "collect") return null;
  const { merchant, environment, subject, kind, channel, country, amount, currency, reference, description } = attempt;
  const verdict = await options.screen({
    ...{ attempt: attempt.id, merchant, environment, subject, kind, channel, country, amount, currency },
    ...{ reference, description, receiver, receiver_name: attempt.receiver_name, bank_code: attempt.bank_code },
  });
  switch (verdict.decision) {
    case "allow":
      return null;
    case "hold":
      return { outcome: "held", reason: verdict.reason };
    case "refuse":
      return { outcome: "rejected", failure: REFUSED_BY_SCREENING };
    case "unavailable":
      return { outcome: "not_submitted", cause: { code: "screening_unavailable", detail: verdict.detail } };
    default:
      return unreachable(verdict);
  }
}

/** Checks the holder's name if one is expected. Returns the reason for not sending the order; null: send it. */
async function checkHolderName(
  provider: Provider,
  order: ProviderOrder,
  expect_name: string | null,
  exchange: Exchange,
): Promise<UnsentOutcome | null> {
  if (expect_name === null) return null;
  const confirmation = await confirmName(provider, order, expect_name, exchange);
  switch (confirmation.state) {
    case "matches":
      return null;
    case "unreachable":
      return { outcome: "not_submitted", cause: { code: "name_unchecked", of: confirmation.cause } };
    default:
      return { outcome: "rejected", failure: NAME_FAILURES[confirmation.state] };
  }
}

const NAME_FAILURES: Readonly<Record<"differs" | "not_found" | "unavailable", Failure>> = {
  differs: { code: "name_mismatch", reason: "The number belongs to somebody with another name than was expected" },
  not_found: { code: "recipient_not_found", reason: "The recipient's number has no account" },
  unavailable: {
    code: "name_unavailable",
    reason: "The provider did not give the name of the account holder, and a name was expected",
  },
};

/** A provider compares the name, or returns the holder's. With one that does neither, the name is unavailable. */
async function confirmName(
  provider: Provider,
  { account, receiver }: ProviderOrder,
  expect_name: string,
  exchange: Exchange,
): Promise<NameConfirmation> {
  if (provider.confirmName) return provider.confirmName(account, receiver, expect_name, exchange);
  if (!provider.lookUp) return { state: "unavailable" };
  const holder = await provider.lookUp(account, receiver, exchange);
  if (holder.state !== "known") return holder;
  if (holder.name === null) return { state: "unavailable" };
  return { state: matchNames(expect_name, holder.name) === "differs" ? "differs" : "matches" };
}

async function queryOutcome(
  context: DispatchContext,
  attempt: Attempt,
  account: AccountCredentials | null,
): Promise<void> {
  const { provider, calls, exchange } = openCall(context, attempt);
  const order = orderOf(attempt, account, context.options);
  const observation = await provider.queryStatus(order, exchange);
  await writeResult(context, { attempt_result: { attempt, observation, receiver: order.receiver }, calls });
}

/** Queries the provider about a finished attempt, to find a contradiction. */
async function checkEndedAttempt(
  context: DispatchContext,
  attempt: Attempt,
  account: AccountCredentials | null,
): Promise<void> {
  const { provider, calls, exchange } = openCall(context, attempt);
  const order = orderOf(attempt, account, context.options);
  const observation = await provider.queryStatus(order, exchange);
  await writeResult(context, { check: { attempt, observation, receiver: order.receiver }, calls });
}

function openCall({ options }: DispatchContext, attempt: Attempt) {
  const provider = options.registry.get(attempt.provider);
  return { provider, ...recordCalls(options.exchange, provider.loggable_fields) };
}

function orderOf(attempt: Attempt, account: AccountCredentials | null, options: DispatchOptions): ProviderOrder {
  const token = callbackToken({ merchant: attempt.merchant, environment: attempt.environment, attempt: attempt.id });
  return {
    attempt: attempt.id,
    environment: attempt.environment,
    account,
    kind: attempt.kind === "withdrawal" ? "transfer" : attempt.kind,
    channel: attempt.channel,
    wallet: findChannel(attempt.channel)?.wallets[attempt.provider] ?? null,
    amount: attempt.amount,
    currency: attempt.currency,
    receiver: openReceiver(attempt, attempt.subject, attempt.receiver),
    receiver_name: attempt.receiver_name,
    bank_code: attempt.bank_code,
    country: attempt.country,
    reference: attempt.reference,
    description: attempt.description,
    refund_of: attempt.refund_of,
    otp: attempt.otp === null ? null : openOtp(attempt, attempt.subject, attempt.otp),
    provider_reference: attempt.provider_reference,
    callback_url: `${options.public_url}/notices/${attempt.provider}/${token}`,
    query_id: attempt.query_id,
    callback_answer:
      attempt.callback_answer !== null && attempt.called_back_at !== null
        ? { text: attempt.callback_answer, received_at: attempt.called_back_at }
        : null,
    is_ended: attempt.ended_at !== null,
    return_url: attempt.kind === "collect" ? options.paymentPageOf(attempt) : null,
    sent_at: attempt.sent_at,
    now: attempt.claimed_at,
  };
}

async function markAttemptsSent(
  tx: Tx,
  options: DispatchOptions,
  to_send: readonly AttemptToSend[],
): Promise<(Attempt | null)[]> {
  const sent = await markSent(tx, to_send, LEASE_MS);
  for (const [kind, attempts] of groupByKind(sent, (attempt) => attempt))
    await options.listeners[kind]?.onSent?.(tx, attempts);
  const by_id = new Map(sent.map((attempt) => [attempt.id, attempt]));
  return to_send.map((item) => by_id.get(item.id) ?? null);
}
