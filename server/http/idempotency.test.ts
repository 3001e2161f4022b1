import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "#kernel/time.ts";
import { addFunds } from "#resources/balance/add-funds.ts";
import { assertRefused, transfer_order } from "#testing/orders.ts";
import { directCharge, postPayment } from "#testing/payments.ts";
import { atOnce, startTestWorld } from "#testing/world.ts";
import { deleteExpiredKeys, idempotently, idempotentRequest, storeReply } from "./idempotency.ts";

const world = await startTestWorld();
const key = (text: string) => ({ "idempotency-key": text });

describe("an Idempotency-Key", () => {
  it("gives a repeated request the same status and bytes, with one effect", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const first = await merchant.post("/transfers", transfer_order, key("k-1"));
    await world.waitUntilIdle();
    const second = await merchant.post("/transfers", transfer_order, key("k-1"));
    assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
    assert.equal(first.headers.get("idempotent-replayed"), null);
    assert.equal(second.headers.get("idempotent-replayed"), "true");
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
    assert.equal((await merchant.balance()).available, 9_000);
  });

  it("is honoured on every POST, PUT and DELETE", async () => {
    const merchant = await world.merchant();
    const body = { name: "C", email: "c@example.cm" };
    const made = await merchant.post("/customers", body, key("make"));
    assert.equal((await merchant.post("/customers", body, key("make"))).text, made.text);
    const { id } = made.body.customer;
    const changed = await merchant.send("PUT", `/customers/${id}`, { name: "D" }, key("change"));
    await merchant.send("PUT", `/customers/${id}`, { name: "E" });
    assert.equal((await merchant.send("PUT", `/customers/${id}`, { name: "D" }, key("change"))).text, changed.text);
    assert.equal((await merchant.get(`/customers/${id}`)).body.customer.name, "E");
    await merchant.send("DELETE", `/customers/${id}`, undefined, key("drop"));
    assert.equal((await merchant.send("DELETE", `/customers/${id}`, undefined, key("drop"))).status, 200);
    assert.equal((await merchant.send("DELETE", `/customers/${id}`)).status, 404);
  });

  it("422: used with another request, has no effect", async () => {
    const merchant = await world.merchant();
    await merchant.post("/transfers", transfer_order, key("k-2"));
    assertRefused(await merchant.post("/transfers", { ...transfer_order, amount: 1_001 }, key("k-2")), 422);
    assertRefused(await merchant.post("/customers", { name: "C", email: "c@example.cm" }, key("k-2")), 422);
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
    assert.equal((await merchant.get("/customers")).body.totals, 0);
    const { id } = await postPayment(merchant);
    assert.equal((await merchant.post(`/payments/${id}`, directCharge(), key("k-3"))).status, 202);
    assertRefused(await merchant.send("PUT", `/payments/${id}`, directCharge(), key("k-3")), 422);
  });

  it("of another merchant or environment is another key", async () => {
    const [one, other] = [await world.merchant(), await world.merchant()];
    assert.equal((await one.post("/transfers", transfer_order, key("same"))).headers.get("idempotent-replayed"), null);
    assert.equal((await other.post("/transfers", { ...transfer_order, amount: 5 }, key("same"))).status, 201);
    const reply = { status: 201, text: "{}" };
    const answerIn = (environment: "test" | "live", meanwhile: () => Promise<unknown>) => {
      const sent = { method: "POST", url: "/", body: environment, is_secret: false, publishable_key: null };
      const request = idempotentRequest({ merchant: one.id, environment }, "both", sent);
      assert.ok(request);
      const run = async () => {
        await meanwhile();
        await storeReply(world.db, { request, reply });
        return reply;
      };
      return idempotently(world.db, request, run, { is_reply_atomic: false });
    };
    const inLive = async () => assert.equal((await answerIn("live", async () => {})).is_replay, false);
    assert.equal((await answerIn("test", inLive)).is_replay, false);
  });

  it("stores a refusal, except one for lack of money", async () => {
    const merchant = await world.merchant({ balance: 500n });
    const bad = { ...transfer_order, channel: "cm.pigeon" };
    const refused = await merchant.post("/transfers", bad, key("bad"));
    const again = await merchant.post("/transfers", bad, key("bad"));
    assert.deepEqual([again.status, again.text, again.headers.get("idempotent-replayed")], [422, refused.text, "true"]);
    const poor = await merchant.post("/transfers", transfer_order, key("poor"));
    assert.equal(poor.body.reason, "insufficient_funds");
    const scope = { merchant: merchant.id, environment: merchant.environment };
    await world.db.engine((tx) => addFunds(tx, { scope, currency: "XAF", amount: 500n, note: null }, "test"));
    assert.equal((await merchant.post("/transfers", transfer_order, key("poor"))).status, 201);
  });

  it("is free again after a 400, for the corrected body", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    for (const wrong of [
      { ...transfer_order, amount: 0 },
      { ...transfer_order, send_at: "2030-01-01" },
      { ...transfer_order, currency: undefined },
    ]) {
      assertRefused(await merchant.post("/transfers", wrong, key("mended")), 400);
    }
    assert.equal((await merchant.post("/transfers", transfer_order, key("mended"))).status, 201);
    assertRefused(await merchant.post("/transfers", { ...transfer_order, amount: 0 }, key("mended")), 422);
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
  });

  it("stores a secret sealed, and returns it byte for byte", async () => {
    const merchant = await world.merchant();
    const account = { account_number: "10005000010123456789012", bank_code: "10005" };
    const person = { name: "Jane", ...account, country: "CM", currency: "XAF", type: "bank_account" };
    const target = { url: "https://shop.example.cm/", events: ["transfer.failed"] };
    const hook = await merchant.post("/webhooks", target, key("hook"));
    const path = `/webhooks/${hook.body.data.id}/rotate`;
    const rotated = await merchant.post(path, {}, key("rotate"));
    const made = await merchant.post("/beneficiaries", person, key("person"));
    const [{ text = "" } = {}] = await world.rows(
      `select string_agg(body, ' ') as text from idempotency_keys where merchant = '${merchant.id}'`,
    );
    for (const secret of [hook.body.data.secret, rotated.body.data.secret, account.account_number]) {
      assert.ok(secret.length > 20 && !String(text).includes(secret), "a secret in the answers that are kept");
    }
    for (const [first, again] of [
      [hook, await merchant.post("/webhooks", target, key("hook"))],
      [rotated, await merchant.post(path, {}, key("rotate"))],
      [made, await merchant.post("/beneficiaries", person, key("person"))],
    ] as const) {
      assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"]);
    }
    const refused = await merchant.post("/beneficiaries", { ...person, phone: "12" }, key("bad"));
    const twice = await merchant.post("/beneficiaries", { ...person, phone: "12" }, key("bad"));
    assert.deepEqual([twice.status, twice.text], [refused.status, refused.text]);
    const key_condition = `merchant = '${merchant.id}' and key = 'bad'`;
    await world.rows(`update idempotency_keys set body = '{"code":400}' where ${key_condition}`);
    const plain = await merchant.post("/beneficiaries", { ...person, phone: "12" }, key("bad"));
    assert.equal(plain.text, '{"code":400}', "one from before answers were sealed");
  });

  it("400: that is empty, too long or not visible ASCII", async () => {
    const merchant = await world.merchant();
    for (const text of ["a b", "x".repeat(256)]) assertRefused(await merchant.post("/customers", {}, key(text)), 400);
  });

  for (const servers of [1, 2]) {
    it(`has one effect for 40 concurrent requests (${servers} server${servers > 1 ? "s" : ""})`, async () => {
      const second = servers === 2 ? await startTestWorld({ database_url: world.database_url }) : world;
      const merchant = await world.merchant({ balance: 10_000n });
      const elsewhere = second.withExplicitHeaders(merchant);
      const answers = await atOnce(40, (number) =>
        (number % 2 === 0 ? merchant : elsewhere).post("/transfers", transfer_order, key("race")),
      );
      const fresh = answers.filter(
        (answer) => answer.status === 201 && answer.headers.get("idempotent-replayed") === null,
      );
      assert.equal(fresh.length, 1);
      for (const answer of answers) {
        if (answer.status === 201) assert.equal(answer.text, fresh[0]?.text);
        else assert.deepEqual([answer.status, answer.headers.get("retry-after")], [409, "1"]);
      }
      await world.waitUntilIdle();
      assert.equal((await merchant.get("/transfers")).body.totals, 1);
      assert.equal((await merchant.balance()).available, 9_000);
    });
  }

  it("answered by another server returns that answer, whatever this server would answer now", async () => {
    const elsewhere = await startTestWorld({ database_url: world.database_url });
    const merchant = await world.merchant({ balance: 1_000n });
    const first = await merchant.post("/transfers", transfer_order, key("there"));
    const other = elsewhere.withExplicitHeaders(merchant);
    // The balance is too low for a second transfer, so only a replay can succeed.
    const again = await other.post("/transfers", transfer_order, key("there"));
    assert.deepEqual([again.status, again.text, again.headers.get("idempotent-replayed")], [201, first.text, "true"]);
    assertRefused(await other.post("/transfers", { ...transfer_order, amount: 1 }, key("there")), 422);
    await world.waitUntilIdle();
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
    assert.equal((await merchant.balance()).available, 0);
  });

  it("answered by another server does not fail the other requests of its group commit", async () => {
    const elsewhere = await startTestWorld({ database_url: world.database_url });
    const merchant = await world.merchant({ balance: 1_000_000n });
    const other = elsewhere.withExplicitHeaders(merchant);
    const sendBoth = (at: typeof merchant, name: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, number) => at.post("/transfers", transfer_order, key(`${name}-${number}`))),
      );
    const first = await sendBoth(merchant, "both", 20);
    // Warms this server's caches, so that the next requests are admitted together.
    for (let time = 0; time < 3; time += 1) await other.post("/transfers", transfer_order);
    const [again, fresh] = await Promise.all([sendBoth(other, "both", 20), sendBoth(other, "fresh", 40)]);
    assert.deepEqual(
      again.map(({ text }) => text),
      first.map(({ text }) => text),
    );
    for (const { status, headers } of fresh)
      assert.deepEqual([status, headers.get("idempotent-replayed")], [201, null]);
    assert.equal((await merchant.get("/transfers")).body.totals, 63);
  });

  it("of a payment answered by another server returns that answer, and the rest of its group is created", async () => {
    const elsewhere = await startTestWorld({ database_url: world.database_url });
    const merchant = await world.merchant();
    const other = elsewhere.withExplicitHeaders(merchant);
    const payment = { amount: 5_000, currency: "XAF", phone: "677123456" };
    const sendAll = (at: typeof merchant, name: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, number) => at.post("/payments", payment, key(`${name}-${number}`))),
      );
    const first = await sendAll(merchant, "pay", 10);
    const [again, fresh] = await Promise.all([sendAll(other, "pay", 10), sendAll(other, "more", 20)]);
    assert.deepEqual(
      again.map(({ status, text, headers }) => [status, text, headers.get("idempotent-replayed")]),
      first.map(({ text }) => [201, text, "true"]),
    );
    for (const { status, headers } of fresh)
      assert.deepEqual([status, headers.get("idempotent-replayed")], [201, null]);
    assertRefused(
      await elsewhere.withExplicitHeaders(merchant).post("/payments", { ...payment, amount: 1 }, key("pay-1")),
      422,
    );
    assert.equal((await merchant.get("/payments")).body.totals, 30);
  });

  it("that is new is not looked up for a single transaction; one seen before is", async () => {
    const { id, environment } = await world.merchant();
    let looks = 0;
    const db: typeof world.db = {
      ...world.db,
      read(scope, work) {
        looks += 1;
        return world.db.read(scope, work);
      },
    };
    const request = idempotentRequest({ merchant: id, environment }, "new", {
      ...{ method: "POST", url: "/", body: "", is_secret: false, publishable_key: null },
    });
    assert.ok(request);
    const reply = { status: 201, text: "{}" };
    const answer = () =>
      idempotently(
        db,
        request,
        async () => {
          await storeReply(db, { request, reply });
          return reply;
        },
        { is_reply_atomic: true },
      );
    assert.deepEqual([await answer(), looks], [{ ...reply, is_replay: false }, 0]);
    assert.deepEqual([await answer(), looks], [{ ...reply, is_replay: true }, 1]);
  });

  it("is deleted after seven days, the oldest first, in batches", async () => {
    // `works: false`: no scheduled job deletes keys during this test.
    const still = await startTestWorld({ works: false });
    const merchant = await still.merchant();
    const body = { name: "C", email: "c@example.cm" };
    for (const name of ["1", "2", "3"]) await merchant.post("/customers", body, key(name));
    still.db.advanceClock(7 * DAY_MS);
    await merchant.post("/customers", body, key("4"));
    const stored = async () =>
      (await still.rows(`select key from idempotency_keys where merchant = '${merchant.id}' order by key`)).map(
        (row) => row.key,
      );
    while ((await stored()).includes("1")) {
      assert.equal(await still.db.engine((tx) => deleteExpiredKeys(tx, 1)), true);
    }
    assert.deepEqual(await stored(), ["2", "3", "4"]);
    while (await still.db.engine((tx) => deleteExpiredKeys(tx, 1)));
    assert.deepEqual(await stored(), ["4"]);
  });

  it("the audit is clean after all of this", async () => {
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});
