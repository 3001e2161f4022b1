import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFee } from "#resources/fees/set.ts";
import { refusedWith } from "#testing/orders.ts";
import { aPayment, direct } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { aWorld } from "#testing/world.ts";

describe("a payment whose time is over", () => {
  it("422: is neither paid nor canceled any more, also before it is said to have expired", async () => {
    const world = await aWorld({ works: false, environment: { KOLO_PAYMENT_EXPIRES_MINUTES: "2" } });
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await aPayment(merchant);
    world.db.advance(2 * 60_000);
    refusedWith(await merchant.send("DELETE", `/payments/${id}`), 422);
    refusedWith(await merchant.post(`/payments/${id}`, direct()), 422);
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "pending");
  });
});

describe("a payment that is being paid", () => {
  it("422: is not canceled under its payer, and credits what is paid", async () => {
    const provider = scriptedProvider();
    const world = await aWorld({ provider });
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await aPayment(merchant);
    await merchant.post(`/payments/${id}`, direct());
    refusedWith(await merchant.send("DELETE", `/payments/${id}`), 422);
    await world.quiet();
    refusedWith(await merchant.send("DELETE", `/payments/${id}`), 422);
    provider.onAsk(() => ({ state: "complete", provider_id: "p-1", amount: 5_000n }));
    world.db.advance(60_000);
    await world.quiet();
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "complete");
    assert.deepEqual(await merchant.balance(), { available: 5_000, reserved: 0 });
    await world.auditIsClean();
  });

  it("is paid or canceled, never both, whoever comes first", async () => {
    const world = await aWorld();
    const merchant = await world.merchant({ balance: 0n });
    const payments = await Promise.all(Array.from({ length: 20 }, () => aPayment(merchant)));
    const ways = await Promise.all(
      payments.map(async ({ id }, place) => {
        const pay = () => merchant.post(`/payments/${id}`, direct());
        const cancel = () => merchant.send("DELETE", `/payments/${id}`);
        const both = place % 2 === 0 ? [pay(), cancel()] : [cancel(), pay()];
        return (await Promise.all(both)).map(({ status }) => status).sort();
      }),
    );
    assert.deepEqual(ways, Array(20).fill([202, 422]));
    await world.quiet();
    const ended = await world.rows(
      "select status, count(*)::int as n, sum(amount)::int as sum from payments group by 1",
    );
    const paid = ended.find(({ status }) => status === "complete");
    assert.deepEqual(
      ended.map(({ status }) => status).filter((status) => status !== "complete"),
      paid?.n === 20 ? [] : ["canceled"],
    );
    assert.deepEqual(await merchant.balance(), { available: Number(paid?.sum ?? 0), reserved: 0 });
    await world.auditIsClean();
  });

  it("costs what collecting costs when it is begun: neither a transfer's fee nor one that is set later", async () => {
    const world = await aWorld();
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
    const { id } = await aPayment(merchant);
    assert.equal((await merchant.post(`/payments/${id}`, direct())).status, 202);
    await set("collect", "cm.mtn", 500n);
    await world.quiet();
    const { status, fee } = (await merchant.get(`/payments/${id}`)).body.transaction;
    assert.deepEqual([status, fee], ["complete", 40]);
    assert.deepEqual(await merchant.balance(), { available: 4_960, reserved: 0 });
    await world.auditIsClean();
  });
});
