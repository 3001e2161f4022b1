import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { endUnasked } from "#resources/payments/expire.ts";
import { order } from "#testing/orders.ts";
import { aPayment, direct } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { aWorld } from "#testing/world.ts";
import type { Order, Submission } from "./provider.ts";

const REFUSED: Submission = { outcome: "not_submitted", cause: "status 403" };

async function notify({ notice_url }: Pick<Order, "notice_url">): Promise<void> {
  assert.equal((await fetch(notice_url, { method: "POST", body: "{}" })).status, 200);
}

/** A provider that refuses every order, but has carried out the first. */
function lying(amount: bigint) {
  const provider = scriptedProvider();
  provider.onSubmit(() => REFUSED);
  provider.onAsk(() => ({ state: "complete", provider_id: "p-1", amount }));
  return provider;
}

describe("an order that a provider says it did not take", () => {
  it("and calls about is asked about, and does not go out a second time", async () => {
    const provider = lying(1_000n);
    const world = await aWorld({ provider });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await world.quiet();
    const [sent] = provider.submitted;
    assert.ok(sent);
    await notify(sent);
    await world.quiet();
    world.db.advance(60_000);
    await world.quiet();
    assert.deepEqual([provider.submitted.length, provider.asked.length], [1, 1]);
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    const events = await world.rows(`select type from events where resource = '${id}' order by sequence`);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["transfer.created", "transfer.processing", "transfer.complete"],
    );
    await world.auditIsClean();
  });

  it("and called about before it said so is asked about as well", async () => {
    const provider = lying(1_000n);
    const begun = Promise.withResolvers<Order>();
    const answer = Promise.withResolvers<Submission>();
    let submitted = 0;
    const submit = (given: Order): Promise<Submission> => {
      submitted += 1;
      begun.resolve(given);
      return answer.promise;
    };
    const world = await aWorld({ provider: { ...provider, submit } });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await notify(await begun.promise);
    answer.resolve(REFUSED);
    await world.quiet();
    world.db.advance(60_000);
    await world.quiet();
    assert.deepEqual([submitted, provider.asked.length], [1, 1]);
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    await world.auditIsClean();
  });

  it("and does not know when it is asked goes out again after all, under the same reference", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) => (time === 1 ? REFUSED : { outcome: "complete", provider_id: "p-1" }));
    provider.onAsk(() => ({ state: "not_found" }));
    const world = await aWorld({ provider });
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", order)).body.transfer;
    await world.quiet();
    const [sent] = provider.submitted;
    assert.ok(sent);
    await notify(sent);
    for (let minute = 0; minute < 15; minute += 1) {
      await world.quiet();
      world.db.advance(60_000);
    }
    await world.quiet();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.deepEqual([provider.submitted.length, new Set(provider.submitted.map((one) => one.attempt)).size], [2, 1]);
    await world.auditIsClean();
  });

  it("and calls about when its payment was given up waits for a person: the payer has paid", async () => {
    const provider = lying(5_000n);
    const world = await aWorld({ provider, environment: { KOLO_PAYMENT_EXPIRES_MINUTES: "2" } });
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await aPayment(merchant);
    await merchant.post(`/payments/${id}`, direct());
    await world.quiet();
    world.db.advance(2 * 60_000);
    await world.quiet();
    await world.db.engine(endUnasked);
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "failed");
    const [sent] = provider.submitted;
    assert.ok(sent);
    await notify(sent);
    await world.quiet();
    const reviews = await world.rows(`select kind, state from reviews where subject = '${id}'`);
    assert.deepEqual(reviews, [{ kind: "success_after_failure", state: "open" }]);
    await world.auditIsClean();
  });
});
