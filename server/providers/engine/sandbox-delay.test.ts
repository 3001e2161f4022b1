import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestWorld } from "#testing/world.ts";
import { sendableAt } from "./sandbox-delay.ts";

const MINUTE_MS = 60_000;

const world = await startTestWorld({ environment: { KOLO_SANDBOX_PENDING_MS: String(MINUTE_MS) } });
const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn" };
const to = (phone: string) => ({ beneficiary_data: { name: "Jane Mballa", phone } });

it("a sandbox transfer can be canceled for a moment before it is sent, also as part of a bulk", async () => {
  const merchant = await world.merchant();
  const sent = await merchant.post("/transfers", { ...order, ...to("677000000") });
  const { channel, ...rest } = order;
  const entries = [to("677123456"), to("677123457")].map((person) => ({ ...rest, ...person, channel }));
  const bulk = (await merchant.post("/transfers/bulk", { currency: "XAF", transfers: entries })).body.bulk_transfer;
  const [entry, other] = (await merchant.get(`/transfers/bulk/${bulk.id}`)).body.bulk_transfer.transfers;
  await world.waitUntilIdle();
  const { id } = sent.body.transfer;
  const statusOf = async (of: string): Promise<string> => (await merchant.get(`/transfers/${of}`)).body.transfer.status;
  assert.deepEqual([await statusOf(id), await statusOf(other.id)], ["pending", "pending"]);
  assert.equal((await merchant.send("DELETE", `/transfers/${entry.id}`)).status, 202);

  world.db.advanceClock(MINUTE_MS);
  await world.waitUntilIdle();
  assert.deepEqual(
    [await statusOf(id), await statusOf(other.id), await statusOf(entry.id)],
    ["complete", "complete", "canceled"],
  );
  assert.equal((await merchant.send("DELETE", `/transfers/${id}`)).status, 422);
  await world.assertCleanAudit();
});

it("payments, refunds and orders to real providers have no sandbox delay", () => {
  const due_at = "2026-05-04T10:00:00.000000Z";
  assert.equal(sendableAt({ kind: "transfer", provider: "mtn", due_at }), due_at);
  assert.equal(sendableAt({ kind: "collect", provider: "sandbox", due_at }), due_at);
  assert.equal(sendableAt({ kind: "refund", provider: "sandbox", due_at }), due_at);
  assert.equal(sendableAt({ kind: "transfer", provider: "sandbox", due_at: null }), null);
  assert.notEqual(sendableAt({ kind: "transfer", provider: "sandbox", due_at }), due_at);
});
