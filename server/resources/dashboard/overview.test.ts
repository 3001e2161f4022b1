import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "#kernel/time.ts";
import { setFee } from "#resources/fees/set.ts";
import { order, orderTo } from "#testing/orders.ts";
import { aPerson } from "#testing/people.ts";
import { aWorld } from "#testing/world.ts";

const world = await aWorld();
const shop = await world.merchant({ balance: 100_000n });

it("the overview counts each of fourteen days, also the empty ones, and what was paid out on it", async () => {
  await shop.post("/transfers", { ...order, amount: 700 });
  await world.quiet();
  world.db.advance(2 * DAY_MS);
  await shop.post("/transfers", { ...order, amount: 300 });
  await shop.post("/transfers", { ...orderTo("000001"), amount: 50 });
  await world.quiet();
  const person = await aPerson(world, shop.id, "viewer");
  await person.signIn();
  const { overview } = (await person.send("GET", `/merchants/${shop.id}/test/overview`)).body;
  const days = overview.transfer_days;
  assert.equal(days.length, 14);
  assert.deepEqual(
    days.slice(-3).map((day: { count: number; amount_complete: number }) => [day.count, day.amount_complete]),
    [
      [1, 700],
      [0, 0],
      [2, 300],
    ],
  );
  assert.deepEqual(
    days.map((day: { day: string }) => day.day),
    days.map((day: { day: string }) => day.day).sort(),
  );
  assert.equal(overview.payment_days.length, 14);
});

it("the fees are those of this merchant in this environment", async () => {
  const person = await aPerson(world, shop.id, "viewer");
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
