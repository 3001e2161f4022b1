import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CALL_MAX_MS } from "#providers/io/http-client.ts";
import { fakeServer } from "#providers/plugins/fakes/server.ts";
import type { AccountHolder, Observation, Provider, ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import { transfer_order } from "#testing/orders.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { startTestWorld } from "#testing/world.ts";

/** A provider call that stays pending until the test answers it. */
function heldCall<Result, Input = ProviderOrder>() {
  const begun = Promise.withResolvers<Input>();
  const answer = Promise.withResolvers<Result>();
  return {
    begun: begun.promise,
    answer: answer.resolve,
    call(input: Input): Promise<Result> {
      begun.resolve(input);
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

const LEASE_OVER_MS = 2 * CALL_MAX_MS + 1_000;

describe("a worker that is slower than its lease", () => {
  it('does not send its order again after a late "not received": another worker has queried it by then', async () => {
    const provider = scriptedProvider();
    const held = heldCall<SubmissionResult>();
    let sendings = 0;
    const submit = (input: ProviderOrder): Promise<SubmissionResult> => {
      sendings += 1;
      return sendings === 1 ? held.call(input) : Promise.resolve({ outcome: "accepted" });
    };
    const world = await startTestWorld({ provider: { ...provider, submit } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await held.begun;
    world.db.advanceClock(LEASE_OVER_MS);
    // A second worker queries the order, and the provider has it.
    await until("another asks", () => provider.queried.length > 0);
    await world.waitUntilIdle();
    held.answer({
      outcome: "not_submitted",
      cause: { code: "connection_failed", detail: "the gateway lost its patience" },
    });
    await sleep(100);
    for (let second = 0; second < 30; second += 1) {
      world.db.advanceClock(1_000);
      await world.waitUntilIdle();
    }
    assert.equal(sendings, 1);
    const [attempt] = await world.rows(`select state, refusals from attempts where subject = '${id}'`);
    assert.deepEqual(attempt, { state: "sent", refusals: 0 });
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    await world.assertCleanAudit();
  });

  it("sends nothing when another worker has sent the order meanwhile", async () => {
    const provider = scriptedProvider();
    const held = heldCall<{ provider_reference: string }>();
    let prepared = 0;
    const prepare = (input: ProviderOrder): Promise<{ provider_reference: string }> => {
      prepared += 1;
      return prepared === 1 ? held.call(input) : Promise.resolve({ provider_reference: "ref-second" });
    };
    const world = await startTestWorld({ provider: { ...provider, prepare } });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", transfer_order);
    await held.begun;
    world.db.advanceClock(LEASE_OVER_MS);
    await until("another sends", () => provider.submitted.length > 0);
    held.answer({ provider_reference: "ref-first" });
    await sleep(100);
    await world.waitUntilIdle();
    assert.deepEqual(
      provider.submitted.map((sent) => sent.provider_reference),
      ["ref-second"],
    );
    await world.assertCleanAudit();
  });
});

describe("a worker whose lease ends before it sends", () => {
  it("sends nothing: another worker may have queried the order and found nothing by then", async (test) => {
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "not_found" }));
    const held = heldCall<AccountHolder, string>();
    const jane: AccountHolder = { state: "known", name: "Jane Mballa", is_active: true };
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
      async submit(input, exchange) {
        await provider.submit(input, exchange);
        const answer = await exchange({ method: "POST", url: server.url, headers: {}, body: "{}" });
        return answer.kind === "not_sent" ? { outcome: "not_submitted", cause: answer.cause } : { outcome: "accepted" };
      },
    };
    const world = await startTestWorld({ provider: slow });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", { ...transfer_order, expect_name: "Jane Mballa" })).body.transfer;
    await held.begun;
    const now = performance.now.bind(performance);
    test.mock.method(performance, "now", () => now() + LEASE_OVER_MS);
    world.db.advanceClock(LEASE_OVER_MS);
    await until("another asks", () => provider.queried.length > 0);
    held.answer(jane);
    await until("it comes to send", () => provider.submitted.length > 0);
    await world.waitUntilIdle();
    assert.equal(arrived, 0);
    // Enough time for another worker to send the order.
    for (let minute = 0; minute < 15; minute += 1) {
      world.db.advanceClock(60_000);
      await world.waitUntilIdle();
    }
    const references = provider.submitted.map((sent) => sent.provider_reference);
    assert.deepEqual([arrived, new Set(references).size], [1, 1]);
    const [attempt] = await world.rows(`select state, refusals from attempts where subject = '${id}'`);
    assert.deepEqual(attempt, { state: "sent", refusals: 0 });
    await world.assertCleanAudit();
  });

  it("gets a full lease when the order is marked as sent, however long `prepare` took", async () => {
    const provider = scriptedProvider();
    const held = heldCall<{ provider_reference: string }>();
    const slow = heldCall<SubmissionResult>();
    const world = await startTestWorld({ provider: { ...provider, prepare: held.call, submit: slow.call } });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", transfer_order);
    await held.begun;
    world.db.advanceClock(LEASE_OVER_MS - 3_000);
    held.answer({ provider_reference: "ref-1" });
    await slow.begun;
    world.db.advanceClock(10_000);
    await sleep(1_500);
    assert.equal(provider.queried.length, 0);
    slow.answer({ outcome: "complete", provider_id: "p-1" });
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await world.assertCleanAudit();
  });
});

describe("a canceled transfer", () => {
  it("stays canceled and is never sent when `prepare` is in flight, even if it fails", async () => {
    const provider = scriptedProvider();
    const held = heldCall<{ provider_reference: string } | null>();
    const world = await startTestWorld({ provider: { ...provider, prepare: held.call } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await held.begun;
    assert.equal((await merchant.send("DELETE", `/transfers/${id}`)).status, 202);
    held.answer(null);
    await sleep(100);
    for (let second = 0; second < 5; second += 1) {
      world.db.advanceClock(1_000);
      await world.waitUntilIdle();
    }
    const [attempt] = await world.rows(`select state, due_at from attempts where subject = '${id}'`);
    assert.deepEqual([attempt, provider.submitted.length], [{ state: "canceled", due_at: null }, 0]);
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});

describe("a late answer", () => {
  it("that leads to a review is queried again at once after a callback meanwhile", async () => {
    const provider = scriptedProvider();
    const held = heldCall<Observation>();
    let query_count = 0;
    const ask = (input: ProviderOrder): Promise<Observation> => {
      query_count += 1;
      if (query_count === 1) return held.call(input);
      return Promise.resolve({ state: "complete", provider_id: "p-1", amount: 1_000n });
    };
    const world = await startTestWorld({ provider: { ...provider, queryStatus: ask } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await world.waitUntilIdle();
    world.db.advanceClock(73 * 3_600_000);
    const { callback_url: notice_url } = await held.begun;
    assert.equal((await fetch(notice_url, { method: "POST", body: "{}" })).status, 200);
    held.answer({ state: "pending" });
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    const [review] = await world.rows(`select state from reviews where subject = '${id}'`);
    assert.notEqual(review?.state, "open");
    await world.assertCleanAudit();
  });

  it("is queried again at once after a callback meanwhile, and not at the scheduled time", async () => {
    const provider = scriptedProvider();
    const held = heldCall<Observation>();
    let query_count = 0;
    const ask = (input: ProviderOrder): Promise<Observation> => {
      query_count += 1;
      if (query_count === 1) return held.call(input);
      return Promise.resolve({ state: "complete", provider_id: "p-1", amount: 1_000n });
    };
    const world = await startTestWorld({ provider: { ...provider, queryStatus: ask } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await world.waitUntilIdle();
    world.db.advanceClock(7_000);
    const { callback_url: notice_url } = await held.begun;
    assert.equal((await fetch(notice_url, { method: "POST", body: "{}" })).status, 200);
    held.answer({ state: "pending" });
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.equal(query_count, 2);
    await world.assertCleanAudit();
  });

  it("with a refusal no longer counts after a pending result, however often the order is not found", async () => {
    const provider = scriptedProvider();
    const refusal = { code: "provider_error", reason: "The provider stumbled" } as const;
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "status", detail: "500" }, refusal }));
    provider.onQuery((_order, time) => (time === 1 ? { state: "pending" } : { state: "not_found" }));
    const world = await startTestWorld({ provider });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", transfer_order);
    await world.waitUntilIdle();
    for (let minute = 0; minute < 30; minute += 1) {
      world.db.advanceClock(60_000);
      await world.waitUntilIdle();
    }
    assert.ok(provider.queried.length > 4);
    assert.equal(provider.submitted.length, 1);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    await world.assertCleanAudit();
  });
});
