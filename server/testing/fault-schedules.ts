import assert from "node:assert/strict";
import { it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds, HOUR_MS, type Instant, MINUTE_MS, plus, toMilliseconds } from "#kernel/time.ts";
import { outcomeOfResend } from "#providers/engine/dispatch.ts";
import {
  type AttemptResult,
  contradiction,
  type Interpretation,
  interpretResult,
  nextCheckAt,
  shouldResend,
} from "#providers/engine/interpret-response.ts";
import type { Attempt } from "#providers/engine/store.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { type Book, type Fate, type Fault, sumMovements } from "#providers/plugins/fakes/book.ts";
import { exchangeWith, type FakeServer } from "#providers/plugins/fakes/server.ts";
import type {
  AccountCredentials,
  CallbackAnswer,
  OrderKind,
  Provider,
  ProviderCallback,
  ProviderOrder,
} from "#providers/provider.ts";
import { randomRuns } from "./random-runs.ts";

/** The input of the schedules: a plug-in, and a fake of its server. */
export interface ScheduledPlugin {
  readonly provider: Provider;
  readonly account: AccountCredentials;
  readonly fake: FakeServer & { readonly book: Book };
  readonly channel: string;
  readonly wallet?: string | null;
  readonly country: string;
  readonly currency: string;
  readonly kinds: readonly OrderKind[];
  /** The codes with which the provider refuses an order of a kind. */
  readonly refusals: Readonly<Record<OrderKind, readonly string[]>>;
  /** The number of a party in E.164, different for each `n`, and its name in the fake's book. */
  party(n: number): { readonly receiver: string; readonly party: string };
  /** An attempt's name in the fake's movements; absent: its id. */
  externalIdOf?(attempt: string, callback_url: string): string;
  /** The callbacks that the fake has sent, for a provider that answers by callback. A schedule takes them from here. */
  readonly callbacks?: ProviderCallback[];
}

const CREATE_FAULTS: readonly (Fault | null)[] = [
  ...[null, null, null],
  ...(["lost_before", "lost_after", "error_before", "error_after", "consumed", "slow", "page"] as const),
  ...(["too_many", "unauthorized", "maintenance"] as const),
];
const ASK_FAULTS = ["lost_before", "error_before", "page", "too_many", "unauthorized", "not_found", "slow"] as const;
const START = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
const AMOUNT = 5_000n;
const TIMEOUT_MS = 1_000;
const STEPS_MAX = 500;
// A fake looks through all its orders at each request.
const SCHEDULES_PER_FAKE = 100;

/**
 * Sends orders through a plug-in and its fake, with random faults of the network, the provider and the worker, and
 * decides each step as the engine does, without a database. Each movement at the provider must be complete here exactly
 * once; any difference must be a contradiction that opens a review case. `test/faults.test.ts` does the same with the whole
 * service.
 */
export function faultSchedules(
  name: string,
  open: () => Promise<ScheduledPlugin>,
  { few, many }: { readonly few: number; readonly many: number },
): void {
  const schedules = randomRuns(few, many);
  const first_seed = Number(process.env.KOLO_TEST_SEED ?? Math.floor(Math.random() * 1e9));
  it(`${name}: ${schedules} fault schedules leave exactly the moved orders complete`, async (test) => {
    const counts = new Map<string, number>();
    let plugin = await open();
    for (let run = 0; run < schedules; run += 1) {
      if (run > 0 && run % SCHEDULES_PER_FAKE === 0) {
        await plugin.fake.close();
        plugin = await open();
      }
      const seed = first_seed + run;
      await runSchedule(plugin, seed, run, counts).catch((error: Error) => {
        throw new Error(`KOLO_TEST_SEED=${seed} KOLO_TEST_RUNS=1: ${error.message}`, { cause: error });
      });
    }
    await plugin.fake.close();
    const summary = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => `${what} ${count}`);
    test.diagnostic(`From seed ${first_seed}: ${summary.join(", ")}`);
    // Without these the schedules would prove nothing.
    const situations = ["complete", "failed", "contradiction"];
    if (plugin.provider.capabilities.is_idempotent) situations.push("sent again");
    if (plugin.callbacks) situations.push("callback");
    if (schedules >= 100) for (const what of situations) assert.ok(counts.has(what), what);
  });
}

type Chance = <Item>(items: readonly Item[]) => Item;

/** mulberry32, a deterministic generator: the same seed gives the same schedule. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (items) => {
    const item = items[Math.floor(next() * items.length)];
    assert.ok(item !== undefined);
    return item;
  };
}

/** One order with its worker. */
interface Run {
  readonly plugin: ScheduledPlugin;
  readonly exchange: Exchange;
  readonly count: (what: string) => void;
  attempt: Attempt;
  due_at: Instant | null;
  now: Instant;
  /** Whether a contradiction has opened a review case. */
  is_contradicted: boolean;
}

async function runSchedule(
  plugin: ScheduledPlugin,
  seed: number,
  number: number,
  counts: Map<string, number>,
): Promise<void> {
  const chance = chanceOf(seed);
  const { book } = plugin.fake;
  const { receiver, party } = plugin.party(number);
  const kind = chance(plugin.kinds);
  const run: Run = {
    plugin,
    exchange: exchangeWith(plugin.fake, TIMEOUT_MS),
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    attempt: newAttempt(plugin, kind, receiver, kind === "refund" ? await paidOrder(plugin, receiver) : null),
    due_at: START,
    now: START,
    is_contradicted: false,
  };
  book.setFate(party, { ...fateOf(chance, plugin.refusals[kind]), notices: plugin.callbacks ? "once" : "none" });
  book.addFaults(
    "ask",
    Array.from({ length: chance([0, 0, 2, 6]) }, () => chance(ASK_FAULTS)),
  );
  for (let step = 0; step < STEPS_MAX && run.due_at !== null; step += 1) {
    receiveCallbacks(run, chance);
    moveClock(run, chance([false, false, false, true]) ? run.now : run.due_at);
    await work(run, chance([null, null, null, null, "before", "after"] as const));
  }
  assert.equal(run.due_at, null, "the order has no further step");
  for (const on of ["create", "ask"] as const) while (book.takeFault(on));
  book.finish();
  receiveCallbacks(run, null);
  await work(run, null);
  moveClock(run, plus(run.now, 24 * HOUR_MS));
  // As after a callback: an order in review is queried, and an ended one is checked for a contradiction.
  await work(run, null);
  receiveCallbacks(run, null);
  await work(run, null);
  compare(run);
}

function fateOf(chance: Chance, refusals: readonly string[]): Partial<Fate> {
  const after_ms = chance([0, 0, 0, 3_000, 40_000, 10 * MINUTE_MS, 2 * HOUR_MS, Number.POSITIVE_INFINITY]);
  const turns = chance([false, false, false, true]) && Number.isFinite(after_ms);
  const fault = chance(CREATE_FAULTS);
  return {
    ending: chance([true, false, false]) ? chance(refusals) : "complete",
    after_ms,
    ...(turns ? { turns_after_ms: after_ms + chance([1_000, 30 * MINUTE_MS, 12 * HOUR_MS]) } : {}),
    hidden_ms: chance([0, 0, 0, 8_000, 4 * MINUTE_MS]),
    ...(fault ? { fault } : {}),
  };
}

/** Receives the callbacks sent so far, as `markCalledBack` does it in SQL: once, twice, later, or not at all. */
function receiveCallbacks(run: Run, chance: Chance | null): void {
  const { callbacks = [], provider } = run.plugin;
  for (const callback of callbacks.splice(0)) {
    const fate = chance?.(["now", "now", "now", "twice", "later", "lost"] as const) ?? "now";
    if (!isAbout(callback, run.attempt) || fate === "lost") continue;
    if (fate === "later" || fate === "twice") callbacks.push(callback);
    const answer = provider.isCallback(callback) ? (provider.readAnswer?.(callback) ?? null) : null;
    if (fate === "later" || answer === null) continue;
    run.count("callback");
    const { attempt, now } = run;
    const was_refused = attempt.state === "waiting";
    run.attempt = {
      ...attempt,
      ...(was_refused ? { state: "sent", sent_at: now, not_found: 0 } : {}),
      ...{ called_back_at: now, callback_answer: answer },
    };
    run.due_at = now;
  }
}

/** Whether a callback went to the attempt's URL, in the plug-in's spelling. */
function isAbout({ url }: ProviderCallback, attempt: Attempt): boolean {
  return url.includes(attempt.id) || url.includes(Buffer.from(attempt.id, "latin1").toString("hex"));
}

function moveClock(run: Run, until: Instant): void {
  const passed_ms = toMilliseconds(until) - toMilliseconds(run.now);
  if (passed_ms <= 0) return;
  run.plugin.fake.book.advance(passed_ms);
  run.now = until;
}

/** The payment that a refund gives back. */
async function paidOrder(plugin: ScheduledPlugin, receiver: string): Promise<string> {
  const exchange = exchangeWith(plugin.fake, TIMEOUT_MS);
  const paid = newAttempt(plugin, "collect", receiver, null);
  const prepared = await plugin.provider.prepare(orderOf(plugin, paid), exchange);
  assert.ok(prepared);
  await plugin.provider.submit(orderOf(plugin, { ...paid, ...prepared, sent_at: START }), exchange);
  return prepared.provider_reference;
}

/** One step, as `dispatch.ts` does it. `crash`: the worker dies before the call, or before it writes the outcome. */
async function work(run: Run, crash: "before" | "after" | null): Promise<void> {
  const { plugin, exchange } = run;
  const { provider } = plugin;
  run.attempt = { ...run.attempt, claimed_at: run.now };
  if (run.attempt.ended_at !== null) return check(run);
  if (run.attempt.state === "waiting") {
    const prepared = await provider.prepare(orderOf(plugin, run.attempt), exchange);
    if (!prepared) return record(run, { attempt: run.attempt, unprepared: true });
    run.attempt = { ...run.attempt, ...prepared, state: "sent", sent_at: run.now };
    if (crash === "before") return retry(run);
    const submission = await provider.submit(orderOf(plugin, run.attempt), exchange);
    return crash === "after" ? retry(run) : record(run, { attempt: run.attempt, submission, is_resent: false });
  }
  if (shouldResend(run.attempt) && provider.capabilities.is_idempotent) {
    run.count("sent again");
    const submission = outcomeOfResend(await provider.submit(orderOf(plugin, run.attempt), exchange));
    return crash === "after" ? retry(run) : record(run, { attempt: run.attempt, submission, is_resent: true });
  }
  const observation = await provider.queryStatus(orderOf(plugin, run.attempt), exchange);
  record(run, { attempt: run.attempt, observation, receiver: run.attempt.receiver });
}

function retry(run: Run): void {
  run.count("crash");
  run.due_at = plus(run.now, MINUTE_MS);
}

async function check(run: Run): Promise<void> {
  const { attempt, plugin } = run;
  const observation = await plugin.provider.queryStatus(orderOf(plugin, attempt), run.exchange);
  const ended_check = { attempt, observation, receiver: attempt.receiver };
  if (contradiction(ended_check) !== null) {
    run.is_contradicted = true;
    run.count("contradiction");
  }
  run.due_at = nextCheckAt(ended_check, run.now);
}

/** Writes an outcome to the attempt, as `writeOutcomes` does it in SQL. */
function record(run: Run, result: AttemptResult): void {
  const { record: outcome }: Interpretation = interpretResult(result, run.now, true);
  const { attempt, now } = run;
  run.due_at = outcome.due_at;
  run.attempt = {
    ...attempt,
    state: outcome.state,
    sent_at: outcome.is_not_received ? null : attempt.sent_at,
    acknowledged_at: outcome.is_acknowledged ? (attempt.acknowledged_at ?? now) : attempt.acknowledged_at,
    queries: attempt.queries + Number(outcome.is_query),
    not_found: outcome.is_not_found
      ? attempt.not_found + 1
      : outcome.is_query || outcome.is_resent
        ? 0
        : attempt.not_found,
    refusals: attempt.refusals + Number(outcome.is_not_received),
    refused_since: outcome.is_not_received ? (attempt.refused_since ?? now) : attempt.refused_since,
    duplicated_at: outcome.is_duplicate ? (attempt.duplicated_at ?? now) : attempt.duplicated_at,
    refusal_code: outcome.refusal_code ?? attempt.refusal_code,
    refusal_reason: outcome.refusal_reason ?? attempt.refusal_reason,
    query_id: outcome.query_id ?? attempt.query_id,
    ended_at: outcome.is_ended ? now : null,
  };
}

function compare({ plugin, attempt, is_contradicted, count }: Run): void {
  const external_id = plugin.externalIdOf?.(attempt.id, callbackUrlOf(attempt)) ?? attempt.id;
  const own = plugin.fake.book.movements.filter((movement) => movement.external_id === external_id);
  const moved = sumMovements(own, () => true);
  const explanation = `${attempt.kind} ${attempt.id} is ${attempt.state}, and ${moved} moved`;
  count(attempt.state);
  assert.ok(own.filter(({ is_reversal }) => !is_reversal).length <= 1, `moved once at most: ${explanation}`);
  if (attempt.state === "review") return;
  assert.ok(attempt.state === "complete" || attempt.state === "failed", explanation);
  if ((moved !== 0n) !== (attempt.state === "complete")) assert.ok(is_contradicted, explanation);
}

function newAttempt(
  { channel, country, currency, provider }: ScheduledPlugin,
  kind: OrderKind,
  receiver: string,
  refund_of: string | null,
): Attempt {
  return {
    ...{ merchant: newId("mer", START), environment: "live", id: newId("att", START), subject: "subject" },
    ...{ kind, channel, provider: provider.id, amount: AMOUNT, currency, receiver, receiver_name: "Jane" },
    ...{ bank_code: null, country, reference: "o-1", description: null, refund_of, expect_name: null, otp: null },
    ...{ provider_account: newId("con", START), due_at: START, state: "waiting", provider_reference: null },
    ...{ created_at: START, sent_at: null, acknowledged_at: null, queries: 0, not_found: 0, refusals: 0 },
    ...{ refused_since: null, duplicated_at: null, refusal_code: null, refusal_reason: null, ended_at: null },
    ...{ called_back_at: null, query_id: null, callback_answer: null, claimed_at: START, claim: 1 },
  };
}

function orderOf({ account, wallet = null }: ScheduledPlugin, attempt: Attempt): ProviderOrder {
  const { kind, channel, amount, currency, receiver, receiver_name, country, reference, refund_of } = attempt;
  assert.ok(kind !== "withdrawal");
  return {
    ...{ attempt: attempt.id, environment: attempt.environment, account, kind, channel, wallet, amount, currency },
    ...{ receiver, receiver_name, bank_code: null, country, reference, description: null, refund_of, otp: null },
    ...{ provider_reference: attempt.provider_reference, callback_url: callbackUrlOf(attempt) },
    ...{ query_id: attempt.query_id, is_ended: attempt.ended_at !== null, callback_answer: answerOf(attempt) },
    ...{ return_url: "https://pay.example.cm/pay/1", sent_at: attempt.sent_at, now: attempt.claimed_at },
  };
}

function callbackUrlOf({ id }: Attempt): string {
  return `http://127.0.0.1:1/notices/${id}`;
}

function answerOf({ callback_answer: text, called_back_at }: Attempt): CallbackAnswer | null {
  return text === null || called_back_at === null ? null : { text, received_at: called_back_at };
}
