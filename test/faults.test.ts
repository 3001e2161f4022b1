import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { livePlugIns } from "#server/app/plug-ins.ts";
import type { Database } from "#server/db/pool.ts";
import { sql } from "#server/db/tx.ts";
import { type Dispatch, dispatch } from "#server/providers/engine/dispatch.ts";
import type { Attempt } from "#server/providers/engine/store.ts";
import { readCallbackToken } from "#server/providers/io/callback-token.ts";
import { type Exchange, openExchange } from "#server/providers/io/http-client.ts";
import { type FakeMovement, type Fate, type Fault, sumMovements } from "#server/providers/plugins/fakes/book.ts";
import { createRegistry } from "#server/providers/registry.ts";
import { addFunds } from "#server/resources/balance/add-funds.ts";
import { endPayments } from "#server/resources/payments/settle.ts";
import { showRedirects } from "#server/resources/payments/show-redirects.ts";
import { endRefundAttempts, startRefunds } from "#server/resources/refunds/settle.ts";
import { closeReviewCases, openReviewCases } from "#server/resources/review/open-cases.ts";
import { endTransfers, startTransfers } from "#server/resources/transfers/settle.ts";
import {
  connectFakeDaraja,
  connectFakeNetworks,
  connectFakePawapay,
  connectFakeWave,
} from "#server/testing/fake-networks.ts";
import { randomRuns } from "#server/testing/random-runs.ts";
import { startTestWorld, type TestMerchant } from "#server/testing/world.ts";

/**
 * Injects random faults into the provider and this process, and checks one invariant: each movement in the provider's
 * own log is complete here exactly once. If the two differ, a review case must be open.
 */
const SCHEDULES = randomRuns(6, 60);
const FIRST_SEED = Number(process.env.KOLO_TEST_SEED ?? Math.floor(Math.random() * 1e9));
const AUDIT_EVERY = 50;

const world = await startTestWorld({ works: false });
const networks = await connectFakeNetworks(world);
const pawapay_fake = await connectFakePawapay(world, { market: "UG", signs_callbacks: true });
const daraja_fake = await connectFakeDaraja(world);
const wave_fake = await connectFakeWave(world, { market: "SN" });
const operators = {
  ...networks,
  daraja: daraja_fake,
  pawapay: pawapay_fake,
  wave: wave_fake,
  advance(ms: number): void {
    daraja_fake.book.advance(ms);
    pawapay_fake.book.advance(ms);
    wave_fake.book.advance(ms);
    networks.advance(ms);
  },
};
const FAKES = [operators.daraja, operators.mtn, operators.orange, operators.pawapay, operators.wave];
// Use a separate HTTP client with a timeout short enough for a test.
const { exchange, close } = openExchange({ timeout_ms: 80 });
after(close);

describe("faults of the provider, the network and this service", () => {
  it(`leave exactly the moved orders complete, over ${SCHEDULES} schedules from seed ${FIRST_SEED}`, async (test) => {
    const outcome_counts = new Map<string, number>();
    const faults = new Map<string, number>();
    for (let run = 0; run < SCHEDULES; run += 1) {
      const seed = FIRST_SEED + run;
      met = new Set();
      await schedule(seed, outcome_counts).catch((error: Error) => {
        throw new Error(`KOLO_TEST_SEED=${seed} KOLO_TEST_RUNS=1: ${error.message}`, { cause: error });
      });
      for (const name of met) faults.set(name, (faults.get(name) ?? 0) + 1);
      if ((run + 1) % AUDIT_EVERY === 0) await world.assertCleanAudit();
    }
    await world.assertCleanAudit();
    test.diagnostic(`${SCHEDULES} schedules ran, from seed ${FIRST_SEED}. With each fault: ${counted(faults)}`);
    test.diagnostic(`How attempts ended, and their review cases: ${counted(outcome_counts)}`);
    // Check that the random runs reached every situation; otherwise the test would prove nothing.
    if (SCHEDULES >= 60) {
      const situations = ["complete", "failed", "review: no_answer", "crash"];
      // The rarest: about one in ten schedules.
      if (SCHEDULES >= 100) situations.push("review: success_after_failure");
      for (const what of situations) {
        assert.ok((outcome_counts.get(what) ?? 0) > 0, `${what} happened: ${JSON.stringify([...outcome_counts])}`);
      }
    }
  });
});

/** The faults that the current schedule has caused. */
let met = new Set<string>();

function counted(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CREATE_FAULTS: readonly (Fault | null)[] = [
  ...[null, null, null, null],
  ...(["lost_before", "lost_after", "error_before", "error_after", "consumed", "slow", "page"] as const),
  ...(["too_many", "unauthorized", "maintenance"] as const),
];
const ASK_FAULTS = ["lost_before", "error_before", "page", "too_many", "unauthorized", "not_found", "slow"] as const;
const REFUSALS = {
  daraja: ["1", "2001"],
  mtn: ["PAYEE_NOT_FOUND", "NOT_ENOUGH_FUNDS", "EXPIRED"],
  orange: ["NOT_FOUND", "LOW_BALANCE", "EXPIRED"],
  pawapay: ["RECIPIENT_NOT_FOUND", "INSUFFICIENT_BALANCE", "UNSPECIFIED_FAILURE"],
  wave: ["recipient-account-blocked", "insufficient-funds", "cancelled"],
};
type ProviderId = keyof typeof REFUSALS;
const CALLBACKS = ["once", "twice", "late"] as const;
const FOREIGN_CHANNELS = { daraja: "ke.mpesa", pawapay: "ug.airtel", wave: "sn.wave" };

function fateOf(chance: Chance, provider: ProviderId): Partial<Fate> {
  const is_refused = chance([true, false, false]);
  const after_ms = chance([0, 0, 3_000, 40_000, 10 * MINUTE_MS, 2 * HOUR_MS, Number.POSITIVE_INFINITY]);
  const turns = chance([false, false, false, true]) && Number.isFinite(after_ms);
  const fault = chance(CREATE_FAULTS);
  // Safaricom reports a payout only by callback, and a payment's callback counts once its query stays undecided.
  const is_believed = provider === "daraja";
  const fate: Partial<Fate> = {
    ending: is_refused ? chance(REFUSALS[provider]) : "complete",
    after_ms,
    ...(turns ? { turns_after_ms: after_ms + chance([1_000, 30 * MINUTE_MS, 12 * HOUR_MS]) } : {}),
    hidden_ms: chance([0, 0, 0, 8_000, 4 * MINUTE_MS]),
    // If a success is reversed later without a callback, only the provider's statement shows it. Such an order
    // therefore always gets callbacks; Wave's payouts are queried again.
    notices: turns ? chance(CALLBACKS) : chance(["none", ...CALLBACKS, is_believed ? "none" : "lying"] as const),
    has_reason_object: chance([true, false]),
    ...(fault ? { fault } : {}),
  };
  countFault(fault !== null, `create ${fault}`);
  countFault(is_refused, "refused");
  countFault(!Number.isFinite(after_ms), "never ends");
  countFault(turns, "turns after its end");
  countFault((fate.hidden_ms ?? 0) > 0, "hidden at first");
  countFault(fate.notices !== "once", `notices ${fate.notices}`);
  return fate;
}

function countFault(is_met: boolean, name: string): void {
  if (is_met) met.add(name);
}

let next_number = 0;

async function schedule(seed: number, outcome_counts: Map<string, number>): Promise<void> {
  const chance = chanceOf(seed);
  const merchant = await world.merchant({ environment: "live", balance: 1_000_000n });
  const scope = { merchant: merchant.id, environment: "live" } as const;
  for (const currency of ["UGX", "KES", "XOF"])
    await world.db.engine((tx) => addFunds(tx, { scope, currency, amount: 1_000_000n, note: null }, "test"));
  const count = chance([1, 2, 4, 6]);
  for (let number = 0; number < count; number += 1) await anOrder(merchant, chance, `${seed}-${number}`);
  for (const { book } of FAKES) {
    const query_faults = Array.from({ length: chance([0, 0, 2, 6]) }, () => chance(ASK_FAULTS));
    const signed_in = chance([[], [], ["error_before"], ["unauthorized"], ["lost_before"]] as const);
    book.addFaults("ask", query_faults);
    book.addFaults("token", signed_in);
    for (const fault of query_faults) countFault(true, `ask ${fault}`);
    for (const fault of signed_in) countFault(true, `sign-in ${fault}`);
  }

  const company = runWorkers(outcome_counts);
  let passed_ms = 0;
  const until_ms = chance([0, 0, 80 * HOUR_MS]);
  for (let round = 0; round < 200; round += 1) {
    company.withCrash(chance([0, 0, 0, 1, 2, 3, 4, 5, 7]));
    await company.shift();
    const steps = [1_000, 5_000, 20_000, MINUTE_MS, 6 * MINUTE_MS, HOUR_MS];
    const step_ms = passed_ms > 2 * HOUR_MS ? 6 * HOUR_MS : chance(steps);
    passed_ms += step_ms;
    operators.advance(step_ms);
    if (chance([true, false, false])) await waitForCallbacks();
    if ((await open(merchant)) === 0 && passed_ms > until_ms) break;
  }
  // Ends all faults. From here on every order ends, every callback arrives, and every failure is checked again.
  for (const { book } of FAKES) {
    for (const on of ["create", "ask", "token"] as const) while (book.takeFault(on));
  }
  await waitForCallbacks();
  company.withCrash(0);
  for (let round = 0; round < 40 && (round < 3 || (await left(merchant)) > 0); round += 1) {
    // A pause may have held orders back until now, so finish the new ones in each round.
    for (const { book } of FAKES) book.finish();
    await company.shift();
    operators.advance(round < 3 ? HOUR_MS : 6 * HOUR_MS);
    await waitForCallbacks();
  }
  // Run the worker once more, to process callbacks about orders that were reversed in the last hours.
  await company.shift();
  await compare(merchant, outcome_counts);
}

/** Creates a transfer, a payment, or a payment with a refund. Some orders are canceled before they are sent. */
async function anOrder(merchant: TestMerchant, chance: Chance, reference: string): Promise<void> {
  const provider = chance(["daraja", "mtn", "orange", "pawapay", "wave"] as const);
  next_number += 1;
  const end = String(next_number).padStart(6, "0");
  const foreign = { daraja: `+254722${end}`, pawapay: `+256701${end}`, wave: `+221770${end}` };
  const phone = { mtn: `677${end}`, orange: `699${end}`, ...foreign }[provider];
  const party = provider === "mtn" ? `237${phone}` : phone.replace("+", "");
  operators[provider].book.setFate(party, fateOf(chance, provider));
  const amount = chance([1_000, 5_000, 25_000]);
  const currency = { daraja: "KES", mtn: "XAF", orange: "XAF", pawapay: "UGX", wave: "XOF" }[provider];
  const is_local = provider === "mtn" || provider === "orange";
  const channel = is_local ? chance(["cm.mobile", `cm.${provider}`]) : FOREIGN_CHANNELS[provider];
  if (chance([true, false])) {
    await merchant.post("/payments", { amount, currency, phone, reference });
    const begun = await merchant.post(`/payments/${reference}`, { channel, phone });
    assert.equal(begun.status, 202, begun.text);
    return;
  }
  const person = { name: "Jane", phone };
  const made = await merchant.post("/transfers", {
    amount,
    currency,
    channel,
    reference,
    beneficiary_data: person,
  });
  assert.equal(made.status, 201, made.text);
  if (chance([true, false, false, false, false, false])) await merchant.send("DELETE", `/transfers/${reference}`);
}

const NEVER = new Promise<never>(() => {});

/**
 * Runs one worker after another. Each worker may die at any step, before or after a transaction or a provider request.
 * A dead worker does nothing more, and the next worker continues from the stored state.
 */
function runWorkers(outcome_counts: Map<string, number>) {
  let number = 0;
  let steps_left = Number.POSITIVE_INFINITY;
  let dead: (() => void) | null = null;
  let worker = startDispatch();

  function startDispatch(): Dispatch {
    number += 1;
    const own = { is_dead: false };
    dead = () => {
      own.is_dead = true;
    };
    const step = (): boolean => {
      steps_left -= 1;
      if (steps_left <= 0) own.is_dead = true;
      return own.is_dead;
    };
    const withCrash = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (step()) return NEVER;
      const result = await work();
      return step() ? NEVER : result;
    };
    const db: Database = { ...world.db, engine: (work) => withCrash(() => world.db.engine(work)) };
    const crashingExchange: Exchange = (call) => withCrash(() => exchange(call));
    return dispatch(db, {
      registry: createRegistry(livePlugIns()),
      exchange: crashingExchange,
      review_handler: { openReviews: openReviewCases, closeReviews: closeReviewCases },
      listeners: {
        transfer: { onSent: startTransfers, onEnded: endTransfers },
        collect: { onRedirect: showRedirects, onEnded: endPayments },
        refund: { onSent: startRefunds, onEnded: endRefundAttempts },
      },
      public_url: world.url,
      paymentPageOf: () => world.url,
      screen: () => withCrash(async () => ({ decision: "allow" })),
    });
  }

  return {
    /** Sets the number of steps after which the worker dies; 0 for never. */
    withCrash(steps: number) {
      steps_left = steps === 0 ? Number.POSITIVE_INFINITY : steps;
    },
    /** Processes all work that is due now. */
    async shift(): Promise<void> {
      for (;;) {
        const holder = `wrk_${number}`;
        const claimed = await world.db.engine((tx) => worker.claim(tx, 100, { holder, live_workers: [holder] }));
        if (claimed.length === 0) return;
        await Promise.race([Promise.all(claimed.map((attempt: Attempt) => worker.work(attempt))), crash()]);
        if (steps_left > 0) continue;
        outcome_counts.set("crash", (outcome_counts.get("crash") ?? 0) + 1);
        countFault(true, "crash of a worker");
        dead?.();
        steps_left = Number.POSITIVE_INFINITY;
        worker = startDispatch();
      }
    },
  };

  async function crash(): Promise<void> {
    while (steps_left > 0) await new Promise((look) => setTimeout(look, 5).unref());
  }
}

async function waitForCallbacks(): Promise<void> {
  await Promise.all(FAKES.map((fake) => fake.callbacksSent()));
}

/** Counts the attempts that have no final state and no review case. */
async function open({ id }: TestMerchant): Promise<number> {
  return count(sql`select count(*) as n from attempts where merchant = ${id} and state in ('waiting', 'sent')`);
}

/** Counts the attempts that are still scheduled. */
async function left({ id }: TestMerchant): Promise<number> {
  return count(sql`select count(*) as n from attempts where merchant = ${id} and due_at is not null`);
}

async function count(query: ReturnType<typeof sql>): Promise<number> {
  return Number((await world.db.engine((tx) => tx.row<{ n: bigint }>(query))).n);
}

/** Returns the last provider calls of an attempt, for the message of a failed assertion. */
async function lastCalls(attempt: string): Promise<string> {
  const calls = await world.rows(`
    select step, outcome, created_at from provider_calls where attempt = '${attempt}' order by id desc limit 12`);
  const health = await world.rows("select * from channel_health");
  return [...calls, ...health].map((row) => JSON.stringify(row)).join("\n");
}

async function compare({ id }: TestMerchant, outcome_counts: Map<string, number>): Promise<void> {
  const rows = await world.db.engine((tx) =>
    tx.rows<{
      id: string;
      state: string;
      amount: bigint;
      provider: ProviderId;
      open: string | null;
      review_kinds: string[];
    }>(sql`
      select a.id, a.state, a.amount, a.provider,
        (select string_agg(kind, ' ') from reviews r where r.attempt = a.id and r.state = 'open') as open,
        array(select distinct kind::text from reviews r where r.attempt = a.id) as review_kinds
      from attempts a
      where a.merchant = ${id}`),
  );
  for (const attempt of rows) {
    const own = provenance(attempt.id, attempt.provider);
    const { movements } = operators[attempt.provider].book;
    // Movements are in major units: shillings have two decimals.
    const moved = sumMovements(movements, own) * (attempt.provider === "daraja" ? 100n : 1n);
    const there = movements.filter((movement) => own(movement) && !movement.is_reversal).length;
    const where = `${attempt.id} is ${attempt.state} (${attempt.open ?? "no review case"}), and ${moved} moved`;
    const explanation = `${where}\n${await lastCalls(attempt.id)}`;
    // Count closed review cases, too: some close by themselves when the provider's answer arrives later.
    for (const what of [attempt.state, ...attempt.review_kinds.map((kind) => `review: ${kind}`)])
      outcome_counts.set(what, (outcome_counts.get(what) ?? 0) + 1);
    assert.ok(there <= 1, `moved once at most: ${explanation}`);
    assert.ok(moved === 0n || moved === attempt.amount, explanation);
    if (attempt.state === "review") {
      assert.ok(attempt.open, explanation);
      continue;
    }
    assert.ok(["complete", "failed", "canceled"].includes(attempt.state), explanation);
    const reported_amount = attempt.state === "complete" ? attempt.amount : 0n;
    if (moved !== reported_amount) assert.match(attempt.open ?? "", /after_(failure|success)|reversed/, explanation);
  }
}

/** Returns a predicate that selects the movements of this attempt. */
function provenance(id: string, provider: ProviderId): (movement: FakeMovement) => boolean {
  if (provider === "daraja")
    return ({ external_id }) => readCallbackToken(external_id.split("/").at(-1) ?? "")?.attempt === id;
  const external_id = provider === "orange" ? id.slice(-20) : id;
  return (movement) => movement.external_id === external_id;
}
