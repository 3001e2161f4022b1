import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFee } from "#resources/fees/set.ts";
import { assertRefused } from "#testing/orders.ts";
import { directCharge, postPayment } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { startTestWorld } from "#testing/world.ts";

describe("a payment past its expiry", () => {
  it("422: can be neither paid nor canceled, also before its status is expired", async () => {
    const world = await startTestWorld({ works: false, environment: { KOLO_PAYMENT_EXPIRES_MINUTES: "2" } });
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await postPayment(merchant);
    world.db.advanceClock(2 * 60_000);
    assertRefused(await merchant.send("DELETE", `/payments/${id}`), 422);
    assertRefused(await merchant.post(`/payments/${id}`, directCharge()), 422);
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "pending");
  });
});

describe("a payment in processing", () => {
  it("422: cannot be canceled, and is credited when it is paid", async () => {
    const provider = scriptedProvider();
    const world = await startTestWorld({ provider });
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await postPayment(merchant);
    await merchant.post(`/payments/${id}`, directCharge());
    assertRefused(await merchant.send("DELETE", `/payments/${id}`), 422);
    await world.waitUntilIdle();
    assertRefused(await merchant.send("DELETE", `/payments/${id}`), 422);
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 5_000n }));
    world.db.advanceClock(60_000);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "complete");
    assert.deepEqual(await merchant.balance(), { available: 5_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("is paid or canceled, never both, with concurrent requests", async () => {
    const world = await startTestWorld();
    const merchant = await world.merchant({ balance: 0n });
    const payments = await Promise.all(Array.from({ length: 20 }, () => postPayment(merchant)));
    const ways = await Promise.all(
      payments.map(async ({ id }, index) => {
        const pay = () => merchant.post(`/payments/${id}`, directCharge());
        const cancel = () => merchant.send("DELETE", `/payments/${id}`);
        const both = index % 2 === 0 ? [pay(), cancel()] : [cancel(), pay()];
        return (await Promise.all(both)).map(({ status }) => status).sort();
      }),
    );
    assert.deepEqual(ways, Array(20).fill([202, 422]));
    await world.waitUntilIdle();
    const ended = await world.rows(
      "select status, count(*)::int as n, sum(amount)::int as sum from payments group by 1",
    );
    const paid = ended.find(({ status }) => status === "complete");
    assert.deepEqual(
      ended.map(({ status }) => status).filter((status) => status !== "complete"),
      paid?.n === 20 ? [] : ["canceled"],
    );
    assert.deepEqual(await merchant.balance(), { available: Number(paid?.sum ?? 0), reserved: 0 });
    await world.assertCleanAudit();
  });

  it("is charged the collection fee at its start: not a transfer's fee, and not a later one", async () => {
    const world = await startTestWorld();
    const merchant = await world.merchant({ balance: 0n });
    const schedule = {
      merchant: merchant.id,
      environment: merchant.environment,
      percent_bp: 0,
      minimum: 0n,
      maximum: null,
    };
    const set = (kind: "collect" | "transfer", channel: string, fixed: bigint) =>
      world.db.engine((tx) => setFee(tx, { ...schedule, kind, channel, fixed }, "test"));
    await set("transfer", "cm.mtn", 900n);
    await set("collect", "*", 70n);
    await set("collect", "cm.mtn", 40n);
    await set("collect", "cm.orange", 60n);
    const { id } = await postPayment(merchant);
    assert.equal((await merchant.post(`/payments/${id}`, directCharge())).status, 202);
    await set("collect", "cm.mtn", 500n);
    await world.waitUntilIdle();
    const { status, fee } = (await merchant.get(`/payments/${id}`)).body.transaction;
    assert.deepEqual([status, fee], ["complete", 40]);
    assert.deepEqual(await merchant.balance(), { available: 4_960, reserved: 0 });
    await world.assertCleanAudit();
  });
});
