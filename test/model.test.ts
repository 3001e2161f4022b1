import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { dayIn } from "#server/kernel/time-zone.ts";
import { addFunds } from "#server/resources/balance/add-funds.ts";
import { addBlock, removeBlock } from "#server/resources/blocks/set.ts";
import { correctOrderCharge } from "#server/resources/charges/correct.ts";
import { setCharges } from "#server/resources/charges/set.ts";
import { adjustBalance } from "#server/resources/corrections/adjust.ts";
import { reverseEntry } from "#server/resources/corrections/reverse.ts";
import { setLimit } from "#server/resources/limits/set.ts";
import { linkMerchants, READ_ONLY_GRANT } from "#server/resources/merchants/merchant-links.ts";
import { resolveReview } from "#server/resources/review/resolve.ts";
import { removeScreening, setScreening } from "#server/resources/screening/set.ts";
import { ssrfGuard } from "#server/resources/webhooks/transport/guard.ts";
import { fieldReasonsOf } from "#server/testing/orders.ts";
import { postPayment } from "#server/testing/payments.ts";
import { randomRuns } from "#server/testing/random-runs.ts";
import { startTestWorld, type TestMerchant, type TestResponse, type TestWorld } from "#server/testing/world.ts";

/**
 * Runs random operations of a merchant over several days, against a model that predicts every answer. After every step,
 * lists, balance and audit must agree with the model. `KOLO_TEST_RUNS` sets the number of runs.
 */
const RUNS = randomRuns(2, 8);
const STEPS = 30;
const DAY_MS = 86_400_000;
const DUE_MS = 3_600_000;
const RUNS_OF_SCHEDULE = 2;

interface ModelTransfer {
  readonly id: string;
  /** The due time on the model's clock, in milliseconds; absent if the transfer is sent at once. */
  readonly due_ms?: number;
  /** Whether the money is held only at the due time. */
  is_unfunded?: boolean;
  readonly amount: number;
  readonly beneficiary: string;
  readonly digits: string;
  status: string;
  /** The time at which the transfer was accepted or became due, on the model's clock, in milliseconds. */
  at_ms: number;
  /** The day in whose limit it counts; absent if no limit was set when it was accepted. */
  readonly day?: string | undefined;
  screening?: Screening | undefined;
}

/** The decision of the screening about an order; absent if it was allowed or not screened. */
type Screening = "held" | "refused";

interface ModelSchedule {
  readonly amount: number;
  readonly first_due_ms: number;
  runs: number;
}

interface ModelWithdrawal {
  readonly amount: number;
  readonly digits: string;
  status: string;
  at_ms: number;
  /** A withdrawal has no due time: it is sent, and its money held, at once. */
  readonly due_ms?: undefined;
  is_unfunded?: boolean;
  readonly day?: string | undefined;
  screening?: Screening | undefined;
}

/** A paid payment with one part for the seller. */
interface ModelSplit {
  readonly amount: number;
  /** The seller's share, in percent. */
  readonly percent: number;
  is_held: boolean;
  refunded: number;
}

interface ModelInvoice {
  readonly parts: readonly { readonly amount: number; readonly due_ms: number }[];
  readonly takes_any_part: boolean;
  readonly customer: string;
  readonly created_ms: number;
  paid: number;
  is_canceled: boolean;
}

interface Model {
  readonly invoices: Map<string, ModelInvoice>;
  readonly splits: Map<string, ModelSplit>;
  /** The balance of the linked merchant that receives the parts. */
  seller: number;
  /** The parts that are held for it. */
  escrow: number;
  readonly schedules: Map<string, ModelSchedule>;
  available: number;
  reserved: number;
  now_ms: number;
  /** The limit on the sum of money out per day; null before the first one. */
  limit: number | null;
  /** Whether orders are screened before they are sent. */
  is_screened: boolean;
  /** The last digits of the blocked number, and the id of its block; null if none is blocked. */
  blocked: { readonly digits: string; readonly id: string } | null;
  /** The newest guarded transfer, by the last digits of its payee, and when it was ordered. */
  readonly guarded: Map<string, { readonly reference: string; readonly at_ms: number }>;
  readonly transfers: Map<string, ModelTransfer>;
  readonly withdrawals: Map<string, ModelWithdrawal>;
  /** The ids of the withdrawal accounts, by the last digits of their numbers. */
  readonly accounts: Map<string, string>;
  readonly beneficiaries: Map<string, { name: string; digits: string }>;
  readonly customers: Map<string, { name: string }>;
  /** The numbers of the top-ups that were reversed. */
  readonly reversed: Set<string>;
  counter: number;
}

interface Real {
  readonly world: TestWorld;
  readonly merchant: TestMerchant;
  readonly seller: TestMerchant;
  readonly works: boolean;
}

type Step = fc.AsyncCommand<Model, Real>;

const OUTCOMES = [
  ...["000000", "000001", "000002", "000003", "000004", "000005", "123456"],
  // The screening's: they succeed without one. The provider reports its charge for the last one.
  ...["000007", "000008", "000009"],
] as const;
const CORRECTION = { reason: "a test", document: "ticket 1", actor: "test", dual_control_above: 0n };
const amount = fc.integer({ min: 1, max: 4_000 });

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await assertSameState(model, real);
    },
    toString: () => name,
  };
}

const SCREENINGS: ReadonlyMap<string, Screening> = new Map([
  ["000007", "held"],
  ["000008", "refused"],
]);

/** Applies the sandbox's outcomes to the model as time passes; `assertSameState` compares it with the database. */
function pass(model: Model, works: boolean, stored: ReadonlyMap<string, string>): void {
  if (!works) return;
  for (const [reference, transfer] of [...model.transfers, ...model.withdrawals]) {
    if (transfer.status === "pending") {
      if (transfer.due_ms !== undefined && transfer.due_ms > model.now_ms) continue;
      if (transfer.is_unfunded) {
        transfer.is_unfunded = false;
        // Money released in the same step may arrive before or after the hold, so use the service's result.
        if (stored.get(reference) === "failed") {
          transfer.status = "failed";
          continue;
        }
        model.available -= transfer.amount;
        model.reserved += transfer.amount;
      }
      transfer.status = "processing";
      if (transfer.due_ms !== undefined) transfer.at_ms = model.now_ms;
      if (model.is_screened) transfer.screening = SCREENINGS.get(transfer.digits);
    }
    if (transfer.status !== "processing" || transfer.screening === "held") continue;
    const waited_ms = model.now_ms - transfer.at_ms;
    const is_slow = transfer.digits === "000003" || transfer.digits === "000005";
    // The worker polls on a schedule and may fetch the outcome one step late; ten minutes are always enough.
    if (is_slow && waited_ms < 10 * 60_000) continue;
    const fails = ["000001", "000002", "000004"].includes(transfer.digits) || transfer.screening === "refused";
    transfer.status = fails ? "failed" : "complete";
    model.reserved -= transfer.amount;
    if (fails) model.available += transfer.amount;
  }
}

async function assertSameState(model: Model, { world, merchant, seller, works }: Real): Promise<void> {
  if (works) await world.waitUntilIdle();
  const { body } = await merchant.get("/transfers?limit=100");
  const items: readonly { reference: string; status: string; bulk_transfer?: string }[] = body.items;
  const stored = new Map(items.map(({ reference, status }) => [reference, status]));
  for (const [id, schedule] of model.schedules) await adoptRuns(model, { merchant, works }, id, schedule, items);
  pass(model, works, stored);
  assert.deepEqual(await merchant.balance(), { available: model.available, reserved: model.reserved });
  assert.deepEqual(
    Object.fromEntries(stored),
    Object.fromEntries([...model.transfers].map(([reference, { status }]) => [reference, status])),
  );
  assert.equal((await seller.balance()).available, model.seller);
  assert.equal((await merchant.get("/balance")).body.balance.escrow ?? 0, model.escrow);
  const withdrawals = (await merchant.get("/withdrawals?limit=100")).body.items;
  assert.deepEqual(
    Object.fromEntries(withdrawals.map((item: { id: string; status: string }) => [item.id, item.status])),
    Object.fromEntries([...model.withdrawals].map(([id, { status }]) => [id, status])),
  );
  const invoices = (await merchant.get("/invoices?limit=100")).body.items;
  assert.deepEqual(
    Object.fromEntries(
      invoices.map((item: Record<string, unknown>) => [item.id, [item.status, item.amount_paid, item.amount_overdue]]),
    ),
    Object.fromEntries(
      // Without a worker nothing is found overdue.
      [...model.invoices].map(([id, one]) => [id, stateOfInvoice(one, works ? model.now_ms : one.created_ms)]),
    ),
  );
  assert.equal((await merchant.get("/beneficiaries")).body.totals, model.beneficiaries.size);
  assert.equal((await merchant.get("/customers")).body.totals, model.customers.size);
  await world.assertCleanAudit();
}

const sumOf = (parts: ModelInvoice["parts"]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** The status of an invoice, its paid and its overdue amount. */
function stateOfInvoice({ parts, paid, is_canceled }: ModelInvoice, now_ms: number): readonly [string, number, number] {
  if (is_canceled) return ["canceled", paid, 0];
  const overdue = Math.max(0, sumOf(parts.filter(({ due_ms }) => due_ms <= now_ms)) - paid);
  if (paid === sumOf(parts)) return ["paid", paid, 0];
  if (overdue > 0) return ["overdue", paid, overdue];
  return [paid > 0 ? "partly_paid" : "open", paid, 0];
}

/**
 * Checks that a schedule has a run for each due time that has passed, and adds the transfers of these runs to the
 * model.
 */
async function adoptRuns(
  model: Model,
  { merchant, works }: Pick<Real, "merchant" | "works">,
  id: string,
  schedule: ModelSchedule,
  items: readonly { reference: string; bulk_transfer?: string }[],
): Promise<void> {
  const passed = [0, 1].filter((day) => schedule.first_due_ms + day * DAY_MS <= model.now_ms).length;
  const { body } = await merchant.get(`/schedules/${id}/runs`);
  assert.equal(body.totals, works ? passed : 0);
  const runs: readonly { bulk_transfer?: string; due_at: string }[] = body.items;
  for (const { bulk_transfer, due_at } of runs.slice(0, runs.length - schedule.runs)) {
    if (bulk_transfer === undefined) continue;
    const transfer = items.find((item) => item.bulk_transfer === bulk_transfer);
    assert.ok(transfer, "a run's bulk has its transfer");
    const made = { id: "", amount: schedule.amount, beneficiary: "", digits: "000000" };
    const day = model.limit === null ? undefined : dayInDouala(due_at);
    model.transfers.set(transfer.reference, { ...made, status: "pending", at_ms: model.now_ms, day });
    model.available -= schedule.amount;
    model.reserved += schedule.amount;
  }
  schedule.runs = runs.length;
}

/** The merchant's day, in which an order of this moment counts; undefined before the first limit. */
async function dayOfLimit({ limit }: Model, world: TestWorld, ahead_ms = 0): Promise<string | undefined> {
  if (limit === null) return undefined;
  const { now } = await world.db.engine(async (tx) => ({ now: tx.now }));
  return dayInDouala(new Date(Date.parse(now) + ahead_ms).toISOString());
}

function dayInDouala(at: string): string {
  return dayIn("Africa/Douala", at);
}

function usedOn({ transfers, withdrawals }: Model, day: string | undefined): number {
  return [...transfers.values(), ...withdrawals.values()]
    .filter((order) => order.day === day && !["failed", "canceled"].includes(order.status))
    .reduce((used, order) => used + order.amount, 0);
}

function assertBlocked(answer: TestResponse, field: string): void {
  assert.deepEqual(fieldReasonsOf(answer), { [field]: ["payee_blocked"] });
}

function isLimited(model: Model, amount: number, day: string | undefined): boolean {
  return model.limit !== null && usedOn(model, day) + amount > model.limit;
}

function assertLimited({ body }: TestResponse, model: Model, day: string | undefined): void {
  const { maximum, remaining } = body.reason_params ?? {};
  const expected = Math.max(0, (model.limit ?? 0) - usedOn(model, day));
  assert.deepEqual([body.reason, maximum, remaining], ["limit_exceeded", model.limit, expected]);
}

const steps: fc.Arbitrary<Step>[] = [
  fc.record({ amount, digits: fc.constantFrom(...OUTCOMES) }).map(({ amount, digits }) =>
    step(`send ${amount} to …${digits}`, async (model, { world, merchant }) => {
      const day = await dayOfLimit(model, world);
      model.counter += 1;
      const reference = `r-${model.counter}`;
      const answer = await merchant.post("/transfers", {
        ...{ amount, currency: "XAF", channel: "cm.mtn", reference },
        beneficiary_data: { name: "P", phone: `677${digits}` },
      });
      if (amount > model.available) {
        assert.deepEqual([answer.status, answer.body.reason], [422, "insufficient_funds"]);
        return;
      }
      if (model.blocked?.digits === digits) return assertBlocked(answer, "beneficiary_data.phone");
      if (isLimited(model, amount, day)) return assertLimited(answer, model, day);
      assert.equal(answer.status, 201, answer.text);
      const { id, beneficiary } = answer.body.transfer;
      model.transfers.set(reference, { id, amount, beneficiary, digits, status: "pending", at_ms: model.now_ms, day });
      model.available -= amount;
      model.reserved += amount;
    }),
  ),
  fc
    .record({ amount, digits: fc.constantFrom(...OUTCOMES), is_unfunded: fc.boolean() })
    .map(({ amount, digits, is_unfunded }) =>
      step(`send ${amount} to …${digits} in an hour, held ${is_unfunded ? "then" : "now"}`, async (model, real) => {
        model.counter += 1;
        const reference = `r-${model.counter}`;
        const { now } = await real.world.db.engine(async (tx) => ({ now: tx.now }));
        const day = await dayOfLimit(model, real.world, DUE_MS);
        const answer = await real.merchant.post("/transfers", {
          ...{ amount, currency: "XAF", channel: "cm.mtn", reference },
          scheduled_at: new Date(Date.parse(now) + DUE_MS).toISOString(),
          reserve_funds: is_unfunded ? "at_due" : "now",
          beneficiary_data: { name: "P", phone: `677${digits}` },
        });
        if (!is_unfunded && amount > model.available) return assert.equal(answer.status, 422);
        if (model.blocked?.digits === digits) return assertBlocked(answer, "beneficiary_data.phone");
        if (isLimited(model, amount, day)) return assertLimited(answer, model, day);
        assert.equal(answer.status, 201, answer.text);
        const { id, beneficiary } = answer.body.transfer;
        const due = { due_ms: model.now_ms + DUE_MS, is_unfunded, status: "pending", at_ms: model.now_ms, day };
        model.transfers.set(reference, { id, amount, beneficiary, digits, ...due });
        if (is_unfunded) return;
        model.available -= amount;
        model.reserved += amount;
      }),
    ),
  amount.map((amount) =>
    step(`schedule ${amount} a day, twice`, async (model, { world, merchant }) => {
      const answer = await merchant.post("/schedules", {
        ...{ name: "S", currency: "XAF", frequency: "daily", time: "09:00", runs_max: RUNS_OF_SCHEDULE },
        transfers: [{ amount, channel: "cm.mtn", beneficiary_data: { name: "P", phone: "677000000" } }],
      });
      assert.equal(answer.status, 201, answer.text);
      const { id, next_due_at } = answer.body.schedule;
      const { now } = await world.db.engine(async (tx) => ({ now: tx.now }));
      const first_due_ms = model.now_ms + Date.parse(next_due_at) - Date.parse(now);
      model.schedules.set(id, { amount, first_due_ms, runs: 0 });
    }),
  ),
  fc.record({ amount, pick: fc.nat() }).map(({ amount, pick }) =>
    step(`send ${amount} to a stored beneficiary`, async (model, { world, merchant }) => {
      const day = await dayOfLimit(model, world);
      const [id, beneficiary] = nth(model.beneficiaries, pick) ?? ["ben_00000000000000000000000000", null];
      model.counter += 1;
      const reference = `r-${model.counter}`;
      const answer = await merchant.post("/transfers", {
        amount,
        currency: "XAF",
        channel: "cm.mtn",
        reference,
        beneficiary: id,
      });
      if (!beneficiary) return assert.deepEqual(fieldReasonsOf(answer), { beneficiary: ["unknown_beneficiary"] });
      if (amount > model.available) return assert.equal(answer.status, 422);
      if (model.blocked?.digits === beneficiary.digits) return assertBlocked(answer, "beneficiary");
      if (isLimited(model, amount, day)) return assertLimited(answer, model, day);
      assert.equal(answer.status, 201, answer.text);
      const transfer = { id: answer.body.transfer.id, amount, beneficiary: id, digits: beneficiary.digits };
      model.transfers.set(reference, { ...transfer, status: "pending", at_ms: model.now_ms, day });
      model.available -= amount;
      model.reserved += amount;
    }),
  ),
  fc.nat().map((pick) =>
    step("use a reference again", async (model, { merchant }) => {
      const [reference] = nth(model.transfers, pick) ?? [];
      if (reference === undefined) return;
      const answer = await merchant.post("/transfers", {
        ...{ amount: 1, currency: "XAF", channel: "cm.mtn", reference },
        beneficiary_data: { name: "P", phone: "677000000" },
      });
      assert.equal(answer.status, 409);
    }),
  ),
  fc.nat().map((pick) =>
    step("cancel one", async (model, { merchant }) => {
      const [reference, transfer] = nth(model.transfers, pick) ?? [];
      if (!reference || !transfer) return;
      const answer = await merchant.send("DELETE", `/transfers/${reference}`);
      assert.equal(answer.status, transfer.status === "pending" ? 202 : 422);
      if (answer.status !== 202) return;
      transfer.status = "canceled";
      if (transfer.is_unfunded) return;
      model.available += transfer.amount;
      model.reserved -= transfer.amount;
    }),
  ),
  fc.record({ amount, digits: fc.constantFrom(...OUTCOMES) }).map(({ amount, digits }) =>
    step(`withdraw ${amount} to …${digits}`, async (model, { world, merchant }) => {
      const day = await dayOfLimit(model, world);
      let account = model.accounts.get(digits);
      if (account === undefined) {
        const wallet = { type: "mobile_money", name: "W", country: "CM", currency: "XAF", phone: `677${digits}` };
        const registered: string = (await merchant.post("/withdrawal-accounts", wallet)).body.withdrawal_account.id;
        const unconfirmed = await merchant.post("/withdrawals", { account: registered, amount });
        assert.equal(unconfirmed.status, 422, unconfirmed.text);
        await merchant.post(`/withdrawal-accounts/${registered}/confirm`);
        model.accounts.set(digits, registered);
        account = registered;
      }
      const answer = await merchant.post("/withdrawals", { account, amount });
      if (model.blocked?.digits === digits) return assertBlocked(answer, "account");
      if (amount > model.available) return assert.equal(answer.body.reason, "insufficient_funds");
      if (isLimited(model, amount, day)) return assertLimited(answer, model, day);
      assert.equal(answer.status, 201, answer.text);
      const { id } = answer.body.withdrawal;
      model.withdrawals.set(id, { amount, digits, status: "pending", at_ms: model.now_ms, day });
      model.available -= amount;
      model.reserved += amount;
    }),
  ),
  fc.record({ above: amount, left: amount, digits: fc.constantFrom(...OUTCOMES) }).map(({ above, left, digits }) =>
    step(`withdraw automatically to …${digits} above ${above}, leaving ${left}`, async (model, real) => {
      const { world, merchant, works } = real;
      const account = model.accounts.get(digits);
      if (account === undefined) return;
      const timing = { account, frequency: "daily", time: "09:00" };
      const rule = { ...timing, balance_above: above, balance_left: left };
      const answer = await merchant.send("PUT", "/withdrawal-rules", rule);
      if (above < left) return assert.deepEqual(fieldReasonsOf(answer), { balance_above: ["too_small"] });
      assert.equal(answer.status, 200, answer.text);
      const path = `/withdrawal-rules/${answer.body.withdrawal_rule.id}`;
      await merchant.post(`${path}/run`);
      if (works) await world.waitUntilIdle();
      const { items } = (await merchant.get(`${path}/runs`)).body;
      // The rule ends here, so that it has no due time in a later step.
      await merchant.send("DELETE", path);
      assert.equal(items.length, works ? 1 : 0);
      if (!works) return;
      const [{ withdrawal, skip_code }] = items;
      if (model.available <= above) return assert.equal(skip_code, "balance_too_small");
      const taken = model.available - left;
      model.withdrawals.set(withdrawal, { amount: taken, digits, status: "pending", at_ms: model.now_ms });
      model.available -= taken;
      model.reserved += taken;
    }),
  ),
  fc.nat().map((pick) =>
    step("cancel a withdrawal", async (model, { merchant }) => {
      const [id, withdrawal] = nth(model.withdrawals, pick) ?? [];
      if (!id || !withdrawal) return;
      const answer = await merchant.send("DELETE", `/withdrawals/${id}`);
      assert.equal(answer.status, withdrawal.status === "pending" ? 202 : 422);
      if (answer.status !== 202) return;
      withdrawal.status = "canceled";
      model.available += withdrawal.amount;
      model.reserved -= withdrawal.amount;
    }),
  ),
  fc
    .record({ amount: fc.integer({ min: 1, max: 20 }), percent: fc.constantFrom(25, 50, 100), hold: fc.boolean() })
    .map(({ amount: hundreds, percent, hold }) =>
      step(`collect ${hundreds}00 with ${percent} % for the seller${hold ? ", held" : ""}`, async (model, real) => {
        const { world, merchant, seller, works } = real;
        if (!works) return;
        const [amount, phone] = [hundreds * 100, "677111111"];
        const parts = [{ merchant: seller.id, basis_points: percent * 100, hold }];
        const { id, customer } = await postPayment(merchant, { amount, phone, split: { parts } });
        if (!model.customers.has(customer)) model.customers.set(customer, { name: "" });
        await merchant.post(`/payments/${id}`, { channel: "cm.mtn", data: { phone } });
        await world.waitUntilIdle();
        const part = (amount * percent) / 100;
        model.available += amount - part;
        if (hold) model.escrow += part;
        else model.seller += part;
        model.splits.set(id, { amount, percent, is_held: hold, refunded: 0 });
      }),
    ),
  fc.nat().map((pick) =>
    step("release a payment", async (model, { merchant }) => {
      const [id, split] = nth(model.splits, pick) ?? [];
      if (!id || !split) return;
      const left = ((split.amount - split.refunded) * split.percent) / 100;
      const answer = await merchant.post(`/payments/${id}/release`);
      if (!split.is_held || left === 0) return assert.equal(answer.body.reason, "nothing_to_release");
      assert.equal(answer.status, 200, answer.text);
      split.is_held = false;
      model.escrow -= left;
      model.seller += left;
    }),
  ),
  fc.record({ pick: fc.nat(), fours: fc.integer({ min: 1, max: 250 }) }).map(({ pick, fours }) =>
    step(`refund ${fours * 4} of a split payment`, async (model, { merchant }) => {
      const [id, split] = nth(model.splits, pick) ?? [];
      // A limit counts refunds too; the model counts only transfers and withdrawals.
      if (!id || !split || model.limit !== null) return;
      const amount = fours * 4;
      const share = (amount * split.percent) / 100;
      const answer = await merchant.post("/refunds", { payment: id, amount });
      if (amount > split.amount - split.refunded) return assert.equal(answer.status, 422);
      if (amount - share > model.available) return assert.equal(answer.body.reason, "insufficient_funds");
      assert.equal(answer.status, 201, answer.text);
      split.refunded += amount;
      model.available -= amount - share;
      if (split.is_held) model.escrow -= share;
      else model.seller -= share;
    }),
  ),
  fc
    .record({ amounts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }), any: fc.boolean() })
    .map(({ amounts, any }) =>
      step(`invoice ${amounts.join("00 + ")}00, a part a day`, async (model, { world, merchant }) => {
        const { now } = await world.db.engine(async (tx) => ({ now: tx.now }));
        const parts = amounts.map((hundreds, day) => ({ amount: 100 * hundreds, due_ms: DUE_MS + day * DAY_MS }));
        const answer = await merchant.post("/invoices", {
          ...{ amount: sumOf(parts), currency: "XAF", phone: "677111111" },
          instalments: parts.map(({ amount, due_ms }) => ({
            ...{ amount, due_at: new Date(Date.parse(now) + due_ms).toISOString() },
          })),
          ...(any ? { minimum_part: 50 } : {}),
        });
        assert.equal(answer.status, 201, answer.text);
        const { id, customer } = answer.body.invoice;
        if (!model.customers.has(customer)) model.customers.set(customer, { name: "" });
        model.invoices.set(id, {
          parts: parts.map(({ amount, due_ms }) => ({ amount, due_ms: model.now_ms + due_ms })),
          ...{ takes_any_part: any, customer, created_ms: model.now_ms, paid: 0, is_canceled: false },
        });
      }),
    ),
  fc.record({ pick: fc.nat(), part: fc.option(fc.integer({ min: 1, max: 4_000 })) }).map(({ pick, part }) =>
    step(`pay ${part ?? "the next part"} of an invoice`, async (model, { world, merchant, works }) => {
      const [id, invoice] = nth(model.invoices, pick) ?? [];
      if (!id || !invoice || !works) return;
      const answer = await merchant.post(`/invoices/${id}/payments`, part === null ? {} : { amount: part });
      const rest = sumOf(invoice.parts) - invoice.paid;
      if (invoice.is_canceled) return assert.equal(answer.body.reason, "invoice_canceled");
      if (rest === 0) return assert.equal(answer.body.reason, "invoice_paid");
      const filled = invoice.parts.map((_, index) => sumOf(invoice.parts.slice(0, index + 1)) - invoice.paid);
      const whole = filled.filter((sum) => sum > 0);
      const [next = rest] = whole;
      const amount = part ?? next;
      if (amount > rest) return assert.deepEqual(fieldReasonsOf(answer), { amount: ["invoice_part_too_large"] });
      const is_taken = whole.includes(amount) || (invoice.takes_any_part && amount >= 50);
      if (!is_taken) return assert.deepEqual(fieldReasonsOf(answer), { amount: ["invoice_part_not_allowed"] });
      if (!model.customers.has(invoice.customer)) return assert.equal(answer.status, 422, answer.text);
      assert.deepEqual([answer.status, answer.body.transaction.amount], [201, amount], answer.text);
      const { id: payment } = answer.body.transaction;
      await merchant.post(`/payments/${payment}`, { channel: "cm.mtn", data: { phone: "677111111" } });
      await world.waitUntilIdle();
      invoice.paid += amount;
      model.available += amount;
    }),
  ),
  fc.nat().map((pick) =>
    step("cancel an invoice", async (model, { merchant }) => {
      const [id, invoice] = nth(model.invoices, pick) ?? [];
      if (!id || !invoice) return;
      const answer = await merchant.send("DELETE", `/invoices/${id}`);
      const is_over = invoice.is_canceled || invoice.paid === sumOf(invoice.parts);
      assert.deepEqual(
        [answer.status, answer.body.reason],
        is_over ? [422, "invoice_not_cancelable"] : [202, undefined],
      );
      invoice.is_canceled ||= !is_over;
    }),
  ),
  fc.constantFrom(100, 1_200_000, 86_400_000).map((ms) =>
    step(`wait ${ms} ms`, async (model, { world }) => {
      world.db.advanceClock(ms);
      model.now_ms += ms;
    }),
  ),
  fc.record({ digits: fc.constantFrom(...OUTCOMES), is_allowed: fc.boolean() }).map(({ digits, is_allowed }) =>
    step(
      `send 77 to …${digits}, ${is_allowed ? "even twice" : "but not twice"}`,
      async (model, { world, merchant }) => {
        const day = await dayOfLimit(model, world);
        model.counter += 1;
        const reference = `r-${model.counter}`;
        const answer = await merchant.post("/transfers", {
          ...{ amount: 77, currency: "XAF", channel: "cm.mtn", reference, allow_duplicate: is_allowed },
          beneficiary_data: { name: "P", phone: `677${digits}` },
        });
        if (model.available < 77) return assert.equal(answer.body.reason, "insufficient_funds");
        if (model.blocked?.digits === digits) return assertBlocked(answer, "beneficiary_data.phone");
        const earlier = model.guarded.get(digits);
        const first = earlier && model.transfers.get(earlier.reference);
        const counts = first && !["failed", "canceled"].includes(first.status);
        if (!is_allowed && earlier && counts && model.now_ms - earlier.at_ms < DAY_MS) {
          const { reason, reason_params } = answer.body;
          return assert.deepEqual([reason, reason_params?.transfer], ["possible_duplicate", first.id]);
        }
        if (isLimited(model, 77, day)) return assertLimited(answer, model, day);
        assert.equal(answer.status, 201, answer.text);
        const { id, beneficiary } = answer.body.transfer;
        const sent = { id, amount: 77, beneficiary, digits, status: "pending", at_ms: model.now_ms, day };
        model.transfers.set(reference, sent);
        model.guarded.set(digits, { reference, at_ms: model.now_ms });
        model.available -= 77;
        model.reserved += 77;
      },
    ),
  ),
  fc.constantFrom(...OUTCOMES).map((digits) =>
    step(`block …${digits}, or unblock what is blocked`, async (model, { world, merchant }) => {
      const { blocked } = model;
      if (blocked) await world.db.engine((tx) => removeBlock(tx, merchant, blocked.id, "test"));
      const block = { phone: `677${digits}`, reason: "a test" };
      const added = blocked ? null : await world.db.engine((tx) => addBlock(tx, merchant, block, "test"));
      model.blocked = added && { digits, id: added.id };
    }),
  ),
  fc.constant(
    step("screen what leaves, or stop", async (model, { world, merchant }) => {
      const hook = { url: null, timeout_ms: 1_000, when_unavailable: "wait" } as const;
      const guard = ssrfGuard({ ranges: [], environments: [] });
      await world.db.engine(async (tx) => {
        if (model.is_screened) await removeScreening(tx, merchant, "test");
        else await setScreening(tx, merchant, hook, { guard, actor: "test" });
      });
      model.is_screened = !model.is_screened;
    }),
  ),
  fc.boolean().map((is_released) =>
    step(`${is_released ? "release" : "end"} an order that the screening holds`, async (model, { world }) => {
      const orders: readonly (readonly [string, ModelTransfer | ModelWithdrawal])[] = [
        ...[...model.transfers.values()].map((transfer) => [transfer.id, transfer] as const),
        ...model.withdrawals,
      ];
      const [id, one] = orders.find(([, { screening }]) => screening === "held") ?? [];
      if (!id || !one) return;
      const [review] = await world.rows(`select id from reviews where subject = '${id}' and state = 'open'`);
      const resolution = is_released ? "release" : "failed";
      await world.db.engine((tx) =>
        resolveReview(tx, String(review?.id), { resolution, note: "seen", actor: "test", needs_two: false }),
      );
      one.screening = is_released ? undefined : "refused";
    }),
  ),
  fc.record({ pick: fc.nat(), charge: fc.nat(50), tax: fc.nat(10) }).map(({ pick, charge, tax }) =>
    step(`correct a charge to ${charge} and ${tax}`, async (model, { world, merchant }) => {
      const complete = [...model.transfers.values()].filter(({ id, status }) => id !== "" && status === "complete");
      const id = complete[pick % Math.max(1, complete.length)]?.id;
      if (id === undefined) return;
      const reported = { amount: BigInt(charge), tax: BigInt(tax) };
      const order = { reported, note: "a letter", actor: "test" };
      await world.db
        .engine((tx) => correctOrderCharge(tx, merchant, id, order))
        // The books may have this charge already.
        .catch(({ kind }: { kind: string }) => assert.equal(kind, "invalid"));
    }),
  ),
  fc.integer({ min: 0, max: 9_000 }).map((maximum) =>
    step(`limit what leaves in a day to ${maximum}`, async (model, { world, merchant }) => {
      const limit = { applies_to: "merchant", period: "day", measure: "amount", currency: "XAF", maximum } as const;
      await world.db.engine((tx) => setLimit(tx, merchant, limit, { set_by: "platform", actor: "test" }));
      model.limit = maximum;
    }),
  ),
  amount.map((amount) =>
    step(`fund ${amount}`, async (model, { world, merchant }) => {
      const scope = { merchant: merchant.id, environment: merchant.environment };
      await world.db.engine((tx) =>
        addFunds(tx, { scope, currency: "XAF", amount: BigInt(amount), note: null }, "test"),
      );
      model.available += amount;
    }),
  ),
  fc.nat().map((pick) =>
    step("reverse a top-up, once", async (model, { world, merchant }) => {
      const rows = await world.rows(
        `select id, amount from entries where merchant = '${merchant.id}' and kind = 'fund' order by id`,
      );
      const { id, amount: sum } = rows[pick % rows.length] ?? {};
      const key = String(id);
      const scope = { merchant: merchant.id, environment: merchant.environment };
      const reverse = () =>
        world.db.engine((tx) => reverseEntry(tx, scope, BigInt(key), { ...CORRECTION, as_debt: false }));
      if (model.reversed.has(key)) return assert.rejects(reverse(), { kind: "invalid" });
      if (Number(sum) > model.available) return assert.rejects(reverse(), { kind: "insufficient_funds" });
      await reverse();
      model.reversed.add(key);
      model.available -= Number(sum);
    }),
  ),
  fc.record({ amount, is_in: fc.boolean() }).map(({ amount, is_in }) =>
    step(`adjust by ${amount} ${is_in ? "in" : "out"}`, async (model, { world, merchant }) => {
      const scope = { merchant: merchant.id, environment: merchant.environment };
      const direction = is_in ? "in" : "out";
      const adjustment = { currency: "XAF", direction, amount: BigInt(amount), account: "suspense" } as const;
      const adjust = () =>
        world.db.engine((tx) => adjustBalance(tx, scope, adjustment, { ...CORRECTION, as_debt: false }));
      if (!is_in && amount > model.available) return assert.rejects(adjust(), { kind: "insufficient_funds" });
      await adjust();
      model.available += is_in ? amount : -amount;
    }),
  ),
  fc.constantFrom(...OUTCOMES).map((digits) =>
    step("store a beneficiary", async (model, { merchant }) => {
      const person = { name: "B", phone: `677${digits}`, country: "CM", currency: "XAF", type: "mobile_money" };
      const { body } = await merchant.post("/beneficiaries", person);
      model.beneficiaries.set(body.beneficiary.id, { name: "B", digits });
    }),
  ),
  fc.record({ pick: fc.nat(), digits: fc.constantFrom(...OUTCOMES) }).map(({ pick, digits }) =>
    step("change a beneficiary's number", async (model, { merchant }) => {
      const [id, beneficiary] = nth(model.beneficiaries, pick) ?? [];
      if (!id || !beneficiary) return;
      assert.equal((await merchant.send("PUT", `/beneficiaries/${id}`, { phone: `677${digits}` })).status, 200);
      beneficiary.digits = digits;
    }),
  ),
  fc.nat().map((pick) =>
    step("delete a beneficiary", async (model, { merchant }) => {
      const [id] = nth(model.beneficiaries, pick) ?? [];
      const answer = await merchant.send("DELETE", `/beneficiaries/${id ?? "ben_never"}`);
      assert.equal(answer.status, id ? 200 : 404);
      if (id) model.beneficiaries.delete(id);
    }),
  ),
  fc.nat().map((pick) =>
    step("store, change or delete a customer", async (model, { merchant }) => {
      const [id] = nth(model.customers, pick) ?? [];
      if (!id || pick % 3 === 0) {
        const { body } = await merchant.post("/customers", { name: "C", email: "c@example.cm" });
        model.customers.set(body.customer.id, { name: "C" });
      } else if (pick % 3 === 1) {
        assert.equal((await merchant.send("PUT", `/customers/${id}`, { name: "D" })).body.customer.name, "D");
      } else {
        assert.equal((await merchant.send("DELETE", `/customers/${id}`)).status, 200);
        model.customers.delete(id);
      }
    }),
  ),
];

function nth<Value>(map: ReadonlyMap<string, Value>, pick: number): [string, Value] | undefined {
  return [...map][pick % Math.max(1, map.size)];
}

for (const works of [true, false]) {
  describe(`random operations of a merchant, ${works ? "with a worker" : "without a worker"}`, async () => {
    const world = await startTestWorld({ works });
    for (const kind of ["transfer", "collect", "refund", "withdrawal"] as const) {
      const bands = [{ from_amount: 0n, percent_bp: 50, fixed: 5n, tax_bp: 1_925 }];
      const schedule = { provider: "sandbox", environment: "test", merchant: null, kind, channel: "*", bands } as const;
      await world.db.engine((tx) => setCharges(tx, schedule, "test"));
    }
    it("match the model after every step", async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(steps, { maxCommands: STEPS, size: "max" }), async (commands) => {
          const merchant = await world.merchant({ balance: 10_000n });
          const seller = await world.merchant({ balance: 0n });
          await world.db.engine((tx) => linkMerchants(tx, merchant.id, seller.id, READ_ONLY_GRANT, "test"));
          const model: Model = {
            ...{
              available: 10_000,
              reserved: 0,
              now_ms: 0,
              counter: 0,
              limit: null,
              guarded: new Map(),
              blocked: null,
              is_screened: false,
            },
            ...{
              transfers: new Map(),
              beneficiaries: new Map(),
              customers: new Map(),
              reversed: new Set(),
              schedules: new Map(),
            },
            ...{ withdrawals: new Map(), accounts: new Map() },
            ...{ invoices: new Map(), splits: new Map(), seller: 0, escrow: 0 },
          };
          await fc.asyncModelRun(() => ({ model, real: { world, merchant, seller, works } }), commands);
        }),
        { numRuns: works ? Math.ceil(RUNS / 2) : RUNS },
      );
    });
  });
}
