import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { order } from "#testing/orders.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { aWorld } from "#testing/world.ts";
import { CALL_LONGEST_MS } from "./exchange.ts";
import { fakeServer } from "./fakes/server.ts";
import type { Holder, Observation, Order, Provider, Submission } from "./provider.ts";

/** A call that the test answers. */
function heldCall<Result, Given = Order>() {
  const begun = Promise.withResolvers<Given>();
  const answer = Promise.withResolvers<Result>();
  return {
    begun: begun.promise,
    answer: answer.resolve,
    call(given: Given): Promise<Result> {
      begun.resolve(given);
      return answer.promise;
    },
  };
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 400; look += 1) {
    if (await isSo()) return;
    await sleep(15);
  }
  assert.fail(`not within six seconds: ${what}`);
}

const LEASE_OVER_MS = 2 * CALL_LONGEST_MS + 1_000;

describe("a worker that is slower than its lease", () => {
  it("and hears at last that its order was not received does not have it sent again: another has asked by then", async () => {
    const provider = scriptedProvider();
    const held = heldCall<Submission>();
    let sendings = 0;
    const submit = (given: Order): Promise<Submission> => {
      sendings += 1;
      return sendings === 1 ? held.call(given) : Promise.resolve({ outcome: "accepted" });
    };
    const world = await aWorld({ provider: { ...provider, submit } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await held.begun;
    world.db.advance(LEASE_OVER_MS);
    // The provider has the order.
    await until("another asks", () => provider.asked.length > 0);
    await world.quiet();
    held.answer({ outcome: "not_submitted", cause: "the gateway lost its patience" });
    await sleep(100);
    for (let second = 0; second < 30; second += 1) {
      world.db.advance(1_000);
      await world.quiet();
    }
    assert.equal(sendings, 1);
    const [attempt] = await world.rows(`select state, refusals from attempts where subject = '${id}'`);
    assert.deepEqual(attempt, { state: "sent", refusals: 0 });
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    await world.auditIsClean();
  });

  it("and comes to send what another has sent meanwhile sends nothing", async () => {
    const provider = scriptedProvider();
    const held = heldCall<{ provider_reference: string }>();
    let prepared = 0;
    const prepare = (given: Order): Promise<{ provider_reference: string }> => {
      prepared += 1;
      return prepared === 1 ? held.call(given) : Promise.resolve({ provider_reference: "ref-second" });
    };
    const world = await aWorld({ provider: { ...provider, prepare } });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", order);
    await held.begun;
    world.db.advance(LEASE_OVER_MS);
    await until("another sends", () => provider.submitted.length > 0);
    held.answer({ provider_reference: "ref-first" });
    await sleep(100);
    await world.quiet();
    assert.deepEqual(
      provider.submitted.map((sent) => sent.provider_reference),
      ["ref-second"],
    );
    await world.auditIsClean();
  });
});

describe("a worker that comes to send when its lease is over", () => {
  it("sends nothing: another has asked by then, and may have been told that the order never came", async (test) => {
    const provider = scriptedProvider();
    provider.onAsk(() => ({ state: "not_found" }));
    const held = heldCall<Holder, string>();
    const jane: Holder = { state: "known", name: "Jane Mballa", is_active: true };
    let looks = 0;
    let arrived = 0;
    const server = await fakeServer(0, () => {
      arrived += 1;
      return { status: 202 };
    });
    test.after(() => server.close());
    const slow: Provider = {
      ...provider,
      lookUp: (_account, number) => {
        looks += 1;
        return looks === 1 ? held.call(number) : Promise.resolve(jane);
      },
      async submit(given, exchange) {
        await provider.submit(given, exchange);
        const answer = await exchange({ method: "POST", url: server.url, headers: {}, body: "{}" });
        return answer.kind === "not_sent" ? { outcome: "not_submitted", cause: answer.cause } : { outcome: "accepted" };
      },
    };
    const world = await aWorld({ provider: slow });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", { ...order, expect_name: "Jane Mballa" })).body.transfer;
    await held.begun;
    const now = performance.now.bind(performance);
    test.mock.method(performance, "now", () => now() + LEASE_OVER_MS);
    world.db.advance(LEASE_OVER_MS);
    await until("another asks", () => provider.asked.length > 0);
    held.answer(jane);
    await until("it comes to send", () => provider.submitted.length > 0);
    await world.quiet();
    assert.equal(arrived, 0);
    // Time for another worker to send it.
    for (let minute = 0; minute < 15; minute += 1) {
      world.db.advance(60_000);
      await world.quiet();
    }
    const references = provider.submitted.map((sent) => sent.provider_reference);
    assert.deepEqual([arrived, new Set(references).size], [1, 1]);
    const [attempt] = await world.rows(`select state, refusals from attempts where subject = '${id}'`);
    assert.deepEqual(attempt, { state: "sent", refusals: 0 });
    await world.auditIsClean();
  });

  it("has the whole of it from when the order is marked as sent, however long its reference took", async () => {
    const provider = scriptedProvider();
    const held = heldCall<{ provider_reference: string }>();
    const slow = heldCall<Submission>();
    const world = await aWorld({ provider: { ...provider, prepare: held.call, submit: slow.call } });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", order);
    await held.begun;
    world.db.advance(LEASE_OVER_MS - 3_000);
    held.answer({ provider_reference: "ref-1" });
    await slow.begun;
    world.db.advance(10_000);
    await sleep(1_500);
    assert.equal(provider.asked.length, 0);
    slow.answer({ outcome: "complete", provider_id: "p-1" });
    await world.quiet();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await world.auditIsClean();
  });
});

describe("a transfer that is canceled", () => {
  it("while its reference is asked for stays so, and never goes out, also where the provider gives none", async () => {
    const provider = scriptedProvider();
    const held = heldCall<{ provider_reference: string } | null>();
    const world = await aWorld({ provider: { ...provider, prepare: held.call } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await held.begun;
    assert.equal((await merchant.send("DELETE", `/transfers/${id}`)).status, 202);
    held.answer(null);
    await sleep(100);
    for (let second = 0; second < 5; second += 1) {
      world.db.advance(1_000);
      await world.quiet();
    }
    const [attempt] = await world.rows(`select state, due_at from attempts where subject = '${id}'`);
    assert.deepEqual([attempt, provider.submitted.length], [{ state: "canceled", due_at: null }, 0]);
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await world.auditIsClean();
  });
});

describe("an answer", () => {
  it("that leaves it to a person is asked for again at once where a notice overtook it", async () => {
    const provider = scriptedProvider();
    const held = heldCall<Observation>();
    let asked = 0;
    const ask = (given: Order): Promise<Observation> => {
      asked += 1;
      if (asked === 1) return held.call(given);
      return Promise.resolve({ state: "complete", provider_id: "p-1", amount: 1_000n });
    };
    const world = await aWorld({ provider: { ...provider, ask } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await world.quiet();
    world.db.advance(73 * 3_600_000);
    const { notice_url } = await held.begun;
    assert.equal((await fetch(notice_url, { method: "POST", body: "{}" })).status, 200);
    held.answer({ state: "pending" });
    await world.quiet();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    const [review] = await world.rows(`select state from reviews where subject = '${id}'`);
    assert.notEqual(review?.state, "open");
    await world.auditIsClean();
  });

  it("that a notice overtakes is asked for again at once, and not when the clock would", async () => {
    const provider = scriptedProvider();
    const held = heldCall<Observation>();
    let asked = 0;
    const ask = (given: Order): Promise<Observation> => {
      asked += 1;
      if (asked === 1) return held.call(given);
      return Promise.resolve({ state: "complete", provider_id: "p-1", amount: 1_000n });
    };
    const world = await aWorld({ provider: { ...provider, ask } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await world.quiet();
    world.db.advance(7_000);
    const { notice_url } = await held.begun;
    assert.equal((await fetch(notice_url, { method: "POST", body: "{}" })).status, 200);
    held.answer({ state: "pending" });
    await world.quiet();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.equal(asked, 2);
    await world.auditIsClean();
  });

  it("of no that was followed by one of yes is not believed again, however often the order is not found then", async () => {
    const provider = scriptedProvider();
    const refusal = { code: "provider_error", reason: "The provider stumbled" } as const;
    provider.onSubmit(() => ({ outcome: "unknown", cause: "status 500", refusal }));
    provider.onAsk((_order, time) => (time === 1 ? { state: "pending" } : { state: "not_found" }));
    const world = await aWorld({ provider });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", order);
    await world.quiet();
    for (let minute = 0; minute < 30; minute += 1) {
      world.db.advance(60_000);
      await world.quiet();
    }
    assert.ok(provider.asked.length > 4);
    assert.equal(provider.submitted.length, 1);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    await world.auditIsClean();
  });
});
