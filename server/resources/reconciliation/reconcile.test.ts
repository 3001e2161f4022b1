import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FakeMovement } from "#providers/plugins/fakes/book.ts";
import { resolveReview } from "#resources/review/resolve.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { testTable } from "#testing/tables.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { listDrifts } from "./balance-check-store.ts";
import { compareBalance, readLedgerTotals } from "./compare-balance.ts";
import { explainDrift } from "./explain-drift.ts";
import { importStatement } from "./import-statement.ts";
import mappings from "./mappings.json" with { type: "json" };
import { digestOf, parseReport } from "./parse-report.ts";
import { buildReport } from "./report.ts";
import { type LineDecision, resolveLine } from "./resolve-line.ts";
import { listLines } from "./store.ts";

const world = await startTestWorld();
const operators = await connectFakeNetworks(world);
// Postpone the service's own balance check, which runs within a minute and would find the differences first.
await world.rows(`
  insert into balance_check_schedule (provider_account, currency, due_at)
  select id, 'XAF', now() + interval '1 year'
  from provider_accounts
  on conflict (provider_account, currency) do update set due_at = excluded.due_at`);
const source = { provider: "mtn", environment: "live", merchant: null, currency: "XAF" } as const;
const HEAD = ["Id", "External Id", "Date", "Type", "Status", "To", "Amount", "Fee"];

/** Returns the row of MTN's portal report for a movement at the provider. */
function rowOf({ id, external_id, at, kind, party, amount }: FakeMovement): string[] {
  return [`F${id.slice(0, 8)}`, external_id, at, kind, "Successful", party, amount, "2"];
}

async function take(rows: readonly (readonly string[])[], name: string) {
  const lines = parseReport(testTable([HEAD, ...rows]), mappings.mtn, "XAF", "UTC");
  const statement_input = {
    ...source,
    lines,
    name,
    digest: digestOf(Buffer.from(name)),
    begins_at: null,
    ends_at: null,
    time_zone: "UTC",
  };
  const { id } = await world.db.engine((tx) => importStatement(tx, { ...statement_input, ...span() }, "test"));
  return { id, lines: await world.db.engine((tx) => listLines(tx, id)) };
}

let began_ms = Date.now() - 1_000;
/** Returns the period from the last statement until just after now. */
function span() {
  const [begin, end] = [began_ms, operators.mtn.book.now_ms() + 1];
  began_ms = end;
  const text = (ms: number) => new Date(ms).toISOString().replace("Z", "000Z");
  return { begins_at: text(begin), ends_at: text(end) };
}

async function ledger(): Promise<bigint> {
  const [row] = await world.rows(
    "select coalesce(-sum(balance), 0)::bigint as sum from accounts where name = 'provider:mtn'",
  );
  return BigInt(String(row?.sum));
}

async function pay(merchant: TestMerchant, phone: string, amount: number): Promise<string> {
  const beneficiary_data = { name: "Jane", phone };
  const made = await merchant.post("/transfers", { amount, currency: "XAF", channel: "cm.mtn", beneficiary_data });
  await world.waitUntilIdle();
  operators.advance(10_000);
  await operators.mtn.callbacksSent();
  await world.waitUntilIdle();
  return made.body.transfer.id;
}

const decide = (id: string, resolution: LineDecision["resolution"], merchant: LineDecision["merchant"] = null) =>
  world.db.engine((tx) => resolveLine(tx, id, { resolution, note: "seen", actor: "anna", merchant }));

describe("a statement that agrees with the ledger", () => {
  it("matches by our id, by the provider's, and by number and time, and its sums equal the ledger's", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 100_000n });
    const first = await pay(merchant, "677300001", 1_001);
    await pay(merchant, "677300002", 2_002);
    await pay(merchant, "677300003", 3_003);
    await merchant.post("/payments", { amount: 9_009, currency: "XAF", phone: "677300004", reference: "in" });
    await merchant.post("/payments/in", { channel: "cm.mtn", phone: "677300004" });
    await world.waitUntilIdle();
    operators.advance(10_000);
    await operators.mtn.callbacksSent();
    await world.waitUntilIdle();
    const rows = operators.mtn.book.movements.map(rowOf);
    const [, second = [], third = []] = rows;
    const [attempt_row] = await world.rows("select provider_id from attempts where amount = 2002");
    second[0] = String(attempt_row?.provider_id);
    second[1] = "";
    third[1] = "";
    third[0] = "";
    const { id, lines } = await take(rows, "agrees.csv");
    assert.deepEqual(
      lines.map((line) => [line.matched_by, line.exception]),
      [
        ["our_id", null],
        ["provider_id", null],
        ["our_id", null],
        ["number_and_time", null],
      ],
    );
    const { report } = await world.db.engine((tx) => buildReport(tx, id));
    assert.equal(report.statement_total, BigInt(9_009 - 1_001 - 2_002 - 3_003));
    assert.deepEqual([report.ledger_total, report.unexplained, report.open], [report.statement_total, 0n, 0]);
    assert.equal(report.ledger_total, await ledger());
    const { timeline } = (await merchant.get(`/transfers/${first}/timeline`)).body;
    assert.equal(timeline.reconciliation, "reconciled");
    await assert.rejects(take(rows, "agrees.csv"), { kind: "conflict" });
  });
});

describe("a statement that differs from the ledger", () => {
  it("lists each difference, and the ledger agrees with it once they are decided", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 100_000n });
    const before = operators.mtn.book.movements.length;
    const ledger_before = await ledger();
    await pay(merchant, "677300011", 500);
    await pay(merchant, "677300012", 600);
    // The order fails in the ledger and completes at the provider: the case that reconciliation must find.
    operators.mtn.book.setFate("237677300013", { ending: "EXPIRED", turns_after_ms: 60_000_000, notices: "none" });
    const failed = await pay(merchant, "677300013", 700);
    operators.mtn.book.finish();
    const rows = operators.mtn.book.movements.slice(before).map(rowOf);
    assert.equal(rows.length, 3);
    const [, smaller = [], turned = []] = rows;
    smaller[6] = "550";
    turned[2] = smaller[2] ?? "";
    const stranger = ["F-1", "not-ours", smaller[2] ?? "", "transfer", "Successful", "237677399999", "80", "2"];
    const refused = ["F-2", "", smaller[2] ?? "", "transfer", "Failed", "237677399998", "90", "0"];
    const { id, lines } = await take([...rows.slice(1), stranger, refused], "differs.csv");
    const by = new Map(lines.map((line) => [line.exception, line]));
    assert.deepEqual([...by.keys()].sort(), ["amount", "ours_only", "status", "theirs_only"]);
    const open = (await world.db.engine((tx) => buildReport(tx, id))).report;
    assert.deepEqual(
      [open.statement_total, open.amount_differs, open.ours_only, open.status_differs, open.theirs_only],
      [-1_330n, 50n, -500n, -700n, -80n],
    );
    assert.deepEqual([open.unexplained, open.open], [0n, 4]);
    assert.equal((await merchant.get(`/transfers/${failed}/timeline`)).body.timeline.reconciliation, "exception");
    assert.equal((await merchant.get(`/transfers/${failed}`)).body.transfer.status, "failed");

    const line = (exception: "amount" | "ours_only" | "status" | "theirs_only") => by.get(exception)?.id ?? "";
    await assert.rejects(decide(line("theirs_only"), "absorb"), { kind: "invalid" });
    await decide(line("amount"), "correct");
    await decide(line("ours_only"), "correct");
    await decide(line("status"), "correct");
    await decide(line("theirs_only"), "absorb", merchant.id);
    await assert.rejects(decide(line("amount"), "correct"), { kind: "invalid" });
    const settled = (await world.db.engine((tx) => buildReport(tx, id))).report;
    assert.deepEqual([settled.ledger_total, settled.open], [settled.statement_total, 0]);
    assert.equal((await ledger()) - ledger_before, -1_330n);
    assert.equal((await merchant.balance()).available, 100_000 - 550 - 700);
    await world.assertCleanAudit();
  });
});

describe("a difference", () => {
  const later = async (ms: number) => {
    operators.advance(ms);
    await operators.mtn.callbacksSent();
    await world.waitUntilIdle();
  };
  const review = async (subject: string) =>
    String((await world.rows(`select id from reviews where subject = '${subject}'`))[0]?.id);
  const resolve = (id: string, resolution: "correct" | "ignore") =>
    world.db.engine((tx) => resolveReview(tx, id, { resolution, note: "seen", actor: "anna", needs_two: false }));

  /** Sends a transfer of 1,000 that fails in the ledger and is paid later. Returns it with its row in MTN's report. */
  async function aLateSuccess(phone: string) {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    operators.mtn.book.setFate(`237${phone}`, { ending: "EXPIRED", turns_after_ms: 20 * 60_000, notices: "none" });
    const id = await pay(merchant, phone, 1_000);
    await later(25 * 60_000);
    const row = operators.mtn.book.movements.slice(-1).map(rowOf)[0] ?? [];
    return { merchant, id, row };
  }

  it("that a statement corrected is not corrected again by a review or the next statement", async () => {
    const { merchant, id, row } = await aLateSuccess("677300041");
    const first = await take([row], "late-1.csv");
    await decide(first.lines.find((line) => line.exception === "status")?.id ?? "", "correct");
    assert.equal((await merchant.balance()).available, 4_000);
    await later(3_600_000 * 1.5);
    await assert.rejects(resolve(await review(id), "correct"), { kind: "invalid" });
    await resolve(await review(id), "ignore");
    // Another report may have another id for the same movement.
    for (const [index, row_cells] of [row, ["F-41", ...row.slice(1)]].entries()) {
      const second = await take([row_cells], `late-again-${index}.csv`);
      assert.deepEqual(
        second.lines.map((line) => line.exception),
        ["outside"],
      );
    }
    const { report } = await world.db.engine((tx) => buildReport(tx, first.id));
    assert.deepEqual([report.ledger_total, report.unexplained], [report.statement_total, 0n]);
    assert.equal((await merchant.balance()).available, 4_000);
    await world.assertCleanAudit();
  });

  it("of an order that moved twice, or was returned, is in the report only", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    await pay(merchant, "677300044", 1_000);
    const row = operators.mtn.book.movements.slice(-1).map(rowOf)[0] ?? [];
    const twice = ["F-44", ...row.slice(1)];
    const back = ["F-45", ...row.slice(1, 3), "payment", ...row.slice(4)];
    const { id, lines } = await take([row, twice, back], "twice.csv");
    assert.deepEqual(
      lines.map((line) => [line.exception, line.attempt === null]),
      [
        [null, false],
        ["theirs_only", true],
        ["theirs_only", true],
      ],
    );
    await decide(lines[1]?.id ?? "", "absorb", merchant.id);
    await decide(lines[2]?.id ?? "", "absorb", merchant.id);
    const { report } = await world.db.engine((tx) => buildReport(tx, id));
    assert.deepEqual([report.ledger_total, report.unexplained], [report.statement_total, 0n]);
    assert.equal((await merchant.balance()).available, 4_000);
    await world.assertCleanAudit();
  });

  it("that a later report resolves is not booked by an earlier one", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    await pay(merchant, "677300045", 1_000);
    const row = operators.mtn.book.movements.slice(-1).map(rowOf)[0] ?? [];
    const refused = ["F-46", "", row[2] ?? "", "transfer", "Failed", "237677300045", "1", "0"];
    const [missing] = (await take([refused], "evening.csv")).lines;
    assert.equal(missing?.exception, "ours_only");
    await take([row], "morning.csv");
    await assert.rejects(decide(missing?.id ?? "", "correct"), { kind: "invalid" });
    await decide(missing?.id ?? "", "ignore");
    assert.equal((await merchant.balance()).available, 4_000);
    await world.assertCleanAudit();
  });

  it("that a review corrected is not corrected again by a statement", async () => {
    const { merchant, id, row } = await aLateSuccess("677300042");
    const { lines } = await take([row], "late-3.csv");
    await later(3_600_000 * 1.5);
    await resolve(await review(id), "correct");
    const line = lines.find((one) => one.exception === "status")?.id ?? "";
    await assert.rejects(decide(line, "correct"), { kind: "invalid" });
    await decide(line, "ignore");
    assert.equal((await merchant.balance()).available, 4_000);
    await world.assertCleanAudit();
  });

  it("in two statements is booked once, and its reversal too", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const at = new Date(operators.mtn.book.now_ms()).toISOString();
    const row = ["F77", "", at, "payment", "Successful", "237677399977", "700", "0"];
    const [day] = (await take([row], "day.csv")).lines;
    await decide(day?.id ?? "", "correct", merchant.id);
    const back = ["F77", "", at, "transfer", "Successful", "237677399977", "700", "0"];
    const [week, reversal] = (await take([row, back], "week.csv")).lines;
    await assert.rejects(decide(week?.id ?? "", "correct", merchant.id), { kind: "invalid" });
    await decide(week?.id ?? "", "ignore");
    assert.equal((await merchant.balance()).available, 5_700);
    await decide(reversal?.id ?? "", "correct", merchant.id);
    assert.equal((await merchant.balance()).available, 5_000);
    await world.assertCleanAudit();
  });

  it("that was ignored may be booked from the next statement", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const at = new Date(operators.mtn.book.now_ms()).toISOString();
    const row = ["F78", "", at, "payment", "Successful", "237677399978", "700", "0"];
    const [day] = (await take([row], "ignored-day.csv")).lines;
    await decide(day?.id ?? "", "ignore", merchant.id);
    const [week] = (await take([row], "ignored-week.csv")).lines;
    await decide(week?.id ?? "", "correct", merchant.id);
    assert.equal((await merchant.balance()).available, 5_700);
    await world.assertCleanAudit();
  });

  it("above the merchant's balance is refused with the balance, and can be booked to the house", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 499n });
    const at = new Date(operators.mtn.book.now_ms()).toISOString();
    const [line] = (await take([["F79", "", at, "transfer", "Successful", "237677399979", "500", "0"]], "poor.csv"))
      .lines;
    await assert.rejects(decide(line?.id ?? "", "correct", merchant.id), {
      reason: "merchant_funds_insufficient",
      params: { required: 500, available: 499, currency: "XAF" },
    });
    await decide(line?.id ?? "", "absorb", merchant.id);
    assert.equal((await merchant.balance()).available, 499);
    await world.assertCleanAudit();
  });

  it("received beyond a payment belongs to the merchant, and is not refunded with the payment", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 0n });
    await merchant.post("/payments", { amount: 2_000, currency: "XAF", phone: "677300046", reference: "more" });
    await merchant.post("/payments/more", { channel: "cm.mtn", phone: "677300046" });
    await world.waitUntilIdle();
    await later(10_000);
    const row = operators.mtn.book.movements.slice(-1).map(rowOf)[0] ?? [];
    row[6] = "2500";
    const [line] = (await take([row], "more.csv")).lines;
    assert.equal(line?.exception, "amount");
    await decide(line?.id ?? "", "correct");
    assert.equal((await merchant.balance()).available, 2_500);
    const { body } = await merchant.post("/refunds", { payment: "more", amount: 2_001 });
    const refusal = { reason: "refund_too_large", params: { maximum: 2_000, currency: "XAF" } };
    assert.deepEqual(body.field_reasons, { amount: [refusal] });
  });

  it("about an order in flight waits for its end", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    operators.mtn.book.setFate("237677300043", { after_ms: 60_000, notices: "none" });
    const id = await pay(merchant, "677300043", 1_000);
    const [attempt] = await world.rows(`select id from attempts where subject = '${id}'`);
    const at = new Date(operators.mtn.book.now_ms()).toISOString();
    const row = ["F-43", String(attempt?.id), at, "transfer", "Successful", "237677300043", "1000", "0"];
    const line = (await take([row], "early.csv")).lines.find((one) => one.exception === "status")?.id ?? "";
    await assert.rejects(decide(line, "correct"), { kind: "invalid" });
    await later(200_000);
    await assert.rejects(decide(line, "correct"), { kind: "invalid" });
    await decide(line, "ignore");
    assert.deepEqual(await merchant.balance(), { available: 4_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});

describe("the daily check of the balance", () => {
  it("raises no drift while account and ledger move alike, and reports the amount of a drift", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 100_000n });
    const [row] = await world.rows("select id from provider_accounts where provider = 'mtn'");
    const of = { provider_account: `con_${String(row?.id).slice(4)}`, currency: "XAF", environment: "live" } as const;
    const compare = (held: bigint) =>
      world.db.engine(async (tx) => compareBalance(tx, of, held, await readLedgerTotals(tx, of)));
    assert.equal((await compare(1_000_000n)).drift, null);
    await pay(merchant, "677300021", 1_000);
    assert.equal((await compare(999_000n)).drift, 0n);
    assert.equal((await world.db.engine(listDrifts)).length, 0);
    assert.equal((await compare(998_500n)).drift, -500n);
    const [drift] = await world.db.engine(listDrifts);
    assert.deepEqual([drift?.drift, drift?.provider_account], [-500n, of.provider_account]);
    assert.equal((await compare(998_500n)).drift, 0n);
    const explain = (note: string) => world.db.engine((tx) => explainDrift(tx, drift?.id ?? "", note, "anna"));
    await assert.rejects(explain(" "), { kind: "invalid" });
    await explain("A fee of MTN's");
    assert.equal((await world.db.engine(listDrifts)).length, 0);
    await assert.rejects(explain("again"), { kind: "not_found" });
  });

  it("raises no drift that orders in flight explain, and one as soon as they cannot", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 100_000n });
    const [row] = await world.rows("select id from provider_accounts where provider = 'mtn'");
    const of = { provider_account: `con_${String(row?.id).slice(4)}`, currency: "XAF", environment: "live" } as const;
    const compare = (held: bigint) =>
      world.db.engine(async (tx) => compareBalance(tx, of, held, await readLedgerTotals(tx, of)));
    const held = (await compare(998_500n)).provider_balance;
    operators.mtn.book.setFate("237677300022", { after_ms: 60_000, notices: "none" });
    const beneficiary_data = { name: "Jane", phone: "677300022" };
    await merchant.post("/transfers", { amount: 7_000, currency: "XAF", channel: "cm.mtn", beneficiary_data });
    await world.waitUntilIdle();
    assert.equal((await compare(held - 7_000n)).drift, 0n);
    assert.equal((await compare(held)).drift, 0n);
    // One franc more than the open order can have moved.
    assert.equal((await compare(held - 7_001n)).drift, -1n);
    for (const { id } of await world.db.engine(listDrifts)) {
      await world.db.engine((tx) => explainDrift(tx, id, "A test", "anna"));
    }
  });
});
