import assert from "node:assert/strict";
import { it } from "node:test";
import { rollUpCounters } from "#db/lists/list-counters.ts";
import { DAY_MS } from "#kernel/time.ts";
import { setFee } from "#resources/fees/set.ts";
import { transfer_order, transferOrderTo } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();
const shop = await world.merchant({ balance: 100_000n });

it("the overview has each of fourteen days, empty ones included, with the amount paid out", async () => {
  await shop.post("/transfers", { ...transfer_order, amount: 700 });
  await world.waitUntilIdle();
  world.db.advanceClock(2 * DAY_MS);
  await shop.post("/transfers", { ...transfer_order, amount: 300 });
  await shop.post("/transfers", { ...transferOrderTo("000001"), amount: 50 });
  await world.waitUntilIdle();
  const person = await createTestUser(world, shop.id, "viewer");
  await person.signIn();
  const { overview } = (await person.send("GET", `/merchants/${shop.id}/test/overview`)).body;
  const days = overview.transfer_days;
  assert.equal(days.length, 14);
  assert.deepEqual(
    days.slice(-3).map((day: { complete: number; amount_complete: number }) => [day.complete, day.amount_complete]),
    [
      [1, 700],
      [0, 0],
      [1, 300],
    ],
  );
  assert.deepEqual(
    days.map((day: { day: string }) => day.day),
    days.map((day: { day: string }) => day.day).sort(),
  );
  assert.equal(overview.payment_days.length, 14);
  // The transfer of the day before yesterday is outside the last 24 hours.
  assert.deepEqual(overview.transfers, [
    { channel: "cm.mtn", currency: "XAF", count: 2, complete: 1, failed: 1, waiting: 0, amount_complete: 300 },
  ]);
});

it("the overview is the same after the roll-up of counters, and the audit is clean", async () => {
  const merchant = await world.merchant({ balance: 1_000_000n });
  await merchant.post("/payments", { amount: 900, currency: "XAF", phone: "677123456", reference: "in" });
  await merchant.post("/payments/in", { channel: "cm.orange", phone: "699000111" });
  await merchant.post("/payments", { amount: 50, currency: "XAF", phone: "677123456" });
  await Promise.all(
    Array.from({ length: 30 }, (_, row) => merchant.post("/transfers", { ...transfer_order, amount: 100 + row })),
  );
  await world.waitUntilIdle();
  const person = await createTestUser(world, merchant.id, "viewer");
  await person.signIn();
  const look = async () => (await person.send("GET", `/merchants/${merchant.id}/test/overview`)).body.overview;
  const before = await look();
  while (await world.db.engine(rollUpCounters));
  const after = await look();
  for (const { payments, transfers, payment_days, transfer_days } of [before, after]) {
    assert.deepEqual(
      payments.map((one: { channel: string; count: number; amount_complete: number }) => [
        ...[one.channel, one.count, one.amount_complete],
      ]),
      [
        [null, 1, 0],
        ["cm.orange", 1, 900],
      ],
    );
    assert.equal(transfers[0].amount_complete, 30 * 100 + (29 * 30) / 2);
    assert.deepEqual(payment_days.at(-1).amount_complete, 900);
    assert.deepEqual([transfer_days.at(-1).complete, transfer_days.at(-1).amount_complete], [30, 3_435]);
  }
  await world.assertCleanAudit();
});

it("the fees are those of this merchant in this environment", async () => {
  const person = await createTestUser(world, shop.id, "viewer");
  await person.signIn();
  await world.db.engine((tx) =>
    setFee(
      tx,
      {
        ...{ merchant: shop.id, environment: "test", kind: "transfer", channel: "*" },
        ...{ percent_bp: 150, fixed: 50n, minimum: 0n, maximum: 1_000n },
      },
      "test",
    ),
  );
  const { body } = await person.send("GET", `/merchants/${shop.id}/test/fees`);
  assert.equal(body.currency, "XAF", JSON.stringify(body));
  assert.deepEqual(body.items, [
    { kind: "transfer", channel: "*", percent_bp: 150, fixed: 50, minimum: 0, maximum: 1_000 },
  ]);
  assert.deepEqual((await person.send("GET", `/merchants/${shop.id}/live/fees`)).body.items, []);
});
