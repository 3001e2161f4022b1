import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import { endUnsentPayments } from "#resources/payments/expire.ts";
import { transfer_order } from "#testing/orders.ts";
import { directCharge, postPayment } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { startTestWorld } from "#testing/world.ts";

const REFUSED: SubmissionResult = { outcome: "not_submitted", cause: { code: "status", detail: "403" } };

async function notify({ callback_url: notice_url }: Pick<ProviderOrder, "callback_url">): Promise<void> {
  assert.equal((await fetch(notice_url, { method: "POST", body: "{}" })).status, 200);
}

/** A provider that answers every order with a refusal, although it has executed the first. */
function contradictoryProvider(amount: bigint) {
  const provider = scriptedProvider();
  provider.onSubmit(() => REFUSED);
  provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount }));
  return provider;
}

describe("an order that the provider refuses", () => {
  it("is queried and not sent again after a callback about it", async () => {
    const provider = contradictoryProvider(1_000n);
    const world = await startTestWorld({ provider });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await world.waitUntilIdle();
    const [sent] = provider.submitted;
    assert.ok(sent);
    await notify(sent);
    await world.waitUntilIdle();
    world.db.advanceClock(60_000);
    await world.waitUntilIdle();
    assert.deepEqual([provider.submitted.length, provider.queried.length], [1, 1]);
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    const events = await world.rows(`select type from events where resource = '${id}' order by sequence`);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["transfer.created", "transfer.processing", "transfer.complete"],
    );
    await world.assertCleanAudit();
  });

  it("is queried when its callback came before the refusal", async () => {
    const provider = contradictoryProvider(1_000n);
    const begun = Promise.withResolvers<ProviderOrder>();
    const answer = Promise.withResolvers<SubmissionResult>();
    let submitted = 0;
    const submit = (order_received: ProviderOrder): Promise<SubmissionResult> => {
      submitted += 1;
      begun.resolve(order_received);
      return answer.promise;
    };
    const world = await startTestWorld({ provider: { ...provider, submit } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await notify(await begun.promise);
    answer.resolve(REFUSED);
    await world.waitUntilIdle();
    world.db.advanceClock(60_000);
    await world.waitUntilIdle();
    assert.deepEqual([submitted, provider.queried.length], [1, 1]);
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    await world.assertCleanAudit();
  });

  it("is sent again under the same reference when a query does not find it", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) => (time === 1 ? REFUSED : { outcome: "complete", provider_id: "p-1" }));
    provider.onQuery(() => ({ state: "not_found" }));
    const world = await startTestWorld({ provider });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await world.waitUntilIdle();
    const [sent] = provider.submitted;
    assert.ok(sent);
    await notify(sent);
    for (let minute = 0; minute < 15; minute += 1) {
      await world.waitUntilIdle();
      world.db.advanceClock(60_000);
    }
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.deepEqual([provider.submitted.length, new Set(provider.submitted.map((one) => one.attempt)).size], [2, 1]);
    await world.assertCleanAudit();
  });

  it("goes to review when a callback shows that the payer of a failed payment has paid", async () => {
    const provider = contradictoryProvider(5_000n);
    const world = await startTestWorld({ provider, environment: { KOLO_PAYMENT_EXPIRES_MINUTES: "2" } });
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await postPayment(merchant);
    await merchant.post(`/payments/${id}`, directCharge());
    await world.waitUntilIdle();
    world.db.advanceClock(2 * 60_000);
    await world.waitUntilIdle();
    await world.db.engine(endUnsentPayments);
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "failed");
    const [sent] = provider.submitted;
    assert.ok(sent);
    await notify(sent);
    await world.waitUntilIdle();
    const reviews = await world.rows(`select kind, state from reviews where subject = '${id}'`);
    assert.deepEqual(reviews, [{ kind: "success_after_failure", state: "open" }]);
    await world.assertCleanAudit();
  });
});
