import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resolveReview } from "#resources/review/resolve.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { testTable } from "#testing/tables.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { importStatement } from "./import-statement.ts";
import mappings from "./mappings.json" with { type: "json" };
import { digestOf, parseReport } from "./parse-report.ts";
import { resolveLine } from "./resolve-line.ts";
import { listLines } from "./store.ts";

const world = await startTestWorld();
const operators = await connectFakeNetworks(world);
const HEAD = ["Id", "External Id", "Date", "Type", "Status", "To", "Amount", "Fee"];

async function take(rows: readonly (readonly string[])[], name: string) {
  const lines = parseReport(testTable([HEAD, ...rows]), mappings.mtn, "XAF", "UTC");
  const source = { provider: "mtn", environment: "live", merchant: null, currency: "XAF" } as const;
  const statement_input = {
    ...source,
    lines,
    name,
    digest: digestOf(Buffer.from(name)),
    begins_at: null,
    ends_at: null,
    time_zone: "UTC",
  };
  const { id } = await world.db.engine((tx) => importStatement(tx, statement_input, "test"));
  return world.db.engine((tx) => listLines(tx, id));
}

const settle = (id: string | undefined, merchant: TestMerchant["id"] | null = null) =>
  world.db.engine((tx) => resolveLine(tx, id ?? "", { resolution: "correct", note: "seen", actor: "anna", merchant }));

async function later(ms: number): Promise<void> {
  await world.waitUntilIdle();
  operators.advance(ms);
  await operators.mtn.callbacksSent();
  await world.waitUntilIdle();
}

function lastRow(): string[] {
  const { id, external_id, at, kind, party, amount } = operators.mtn.book.movements.at(-1) ?? assert.fail("it moved");
  return [`F${id.slice(0, 8)}`, external_id, at, kind, "Successful", party, amount, "2"];
}

/** Asserts that one of several concurrent decisions about a case succeeds, and that the others fail with a reason. */
async function oneOf(decisions: readonly Promise<unknown>[]): Promise<void> {
  const decided = await Promise.allSettled(decisions);
  assert.equal(decided.filter(({ status }) => status === "fulfilled").length, 1);
  for (const one of decided) if (one.status === "rejected") assert.equal(one.reason.kind, "invalid", one.reason);
}

describe("a difference", () => {
  it("in two statements is booked once, with concurrent decisions about both", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const at = new Date(operators.mtn.book.now_ms()).toISOString();
    const row = ["F80", "", at, "payment", "Successful", "237677399980", "700", "0"];
    const [day] = await take([row], "both-day.csv");
    const [week] = await take([row], "both-week.csv");
    await oneOf([day, week, day, week].map((line) => settle(line?.id, merchant.id)));
    assert.equal((await merchant.balance()).available, 5_700);
    await world.assertCleanAudit();
  });

  it("in a review and a statement is booked once, with concurrent decisions about both", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const fate = { ending: "EXPIRED", after_ms: 0, turns_after_ms: 20 * 60_000, notices: "none" } as const;
    operators.mtn.book.setFate("237677300052", fate);
    const beneficiary_data = { name: "Jane", phone: "677300052" };
    const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn", beneficiary_data };
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await later(10_000);
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "failed");
    await later(25 * 60_000);
    const line = (await take([lastRow()], "review.csv")).find(({ exception }) => exception === "status");
    await later(3_600_000 * 1.5);
    const [review] = await world.rows(`select id from reviews where subject = '${id}'`);
    const decision = { resolution: "correct", note: "seen", actor: "anna", needs_two: false } as const;
    const resolve = () => world.db.engine((tx) => resolveReview(tx, String(review?.id), decision));
    await oneOf([resolve(), settle(line?.id), resolve(), settle(line?.id)]);
    assert.deepEqual(await merchant.balance(), { available: 4_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("by which less arrived than was paid is not refunded with the payment", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    await merchant.post("/payments", { amount: 2_000, currency: "XAF", phone: "677300047", reference: "less" });
    await merchant.post("/payments/less", { channel: "cm.mtn", phone: "677300047" });
    await later(10_000);
    const [line] = await take([lastRow().with(6, "1500")], "less.csv");
    await settle(line?.id);
    assert.equal((await merchant.balance()).available, 6_500);
    const { body } = await merchant.post("/refunds", { payment: "less", amount: 1_501 });
    const refusal = { reason: "refund_too_large", params: { maximum: 1_500, currency: "XAF" } };
    assert.deepEqual(body.field_reasons, { amount: [refusal] });
    assert.equal((await merchant.post("/refunds", { payment: "less" })).body.refund.amount, 1_500);
    assert.equal((await merchant.post("/refunds", { payment: "less" })).status, 422);
    await later(10_000);
    assert.deepEqual(await merchant.balance(), { available: 5_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});
