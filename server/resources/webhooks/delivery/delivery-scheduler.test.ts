import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Id } from "#kernel/ids.ts";
import { testDatabase } from "#testing/test-database.ts";
import type { DueDelivery, WebhookQueue } from "./claims.ts";
import { deliveryScheduler } from "./delivery-scheduler.ts";

const WEBHOOK: Id<"whk"> = "whk_1";
const WINDOW = 8;
const NOW = "2026-03-01T12:00:00.000000Z";
// The table is empty, so a sweep finds nothing: each webhook in a result was reported by `markDue`.
const db = await testDatabase();
const ROUND = { limit: 100, workers: 1, shares: [] };

function due(number: number): DueDelivery {
  return {
    ...{ merchant: "mer_1", environment: "test", webhook: WEBHOOK, id: `dlv_${number}`, event: `evt_${number}` },
    ...{ type: "transfer.created", resource: "trf_1", sequence: 1, position: 1n, origin: "event", in_order: false },
    ...{ attempts: 0, schedule_from: 0, resends: 0, claim: 1, claimed_at: NOW, due_at: NOW, created_at: NOW },
    ...{
      is_manual: false,
      body: "{}",
      url: "http://127.0.0.1/",
      secret: "",
      next_secret: null,
      next_secret_from: null,
    },
    ...{ open_window: WINDOW, rate: 1_000 },
  };
}

async function look(of: ReturnType<typeof deliveryScheduler>): Promise<WebhookQueue> {
  const [queue] = await db.engine((tx) => of.nextQueues(tx, 1));
  assert.ok(queue, "the webhook is looked at");
  return queue;
}

async function filled() {
  const of = deliveryScheduler(500);
  of.markDue([WEBHOOK]);
  const queue = await look(of);
  const claimed = Array.from({ length: WINDOW }, (_, number) => due(number));
  of.begin([queue], claimed, ROUND);
  return { of, claimed };
}

describe("the delivery scheduler", () => {
  it("returns a webhook with a full window again when one of its requests ends", async () => {
    const { of, claimed } = await filled();
    assert.equal(of.hasDue(), false);
    for (const one of claimed.slice(0, 1)) of.end(one);
    assert.equal(of.hasDue(), true);
    assert.equal((await look(of)).in_flight, WINDOW - 1);
  });

  it("returns a webhook again at once when requests ended during the claim", async () => {
    const { of, claimed } = await filled();
    for (const one of claimed.slice(0, 2)) of.end(one);
    const queue = await look(of);
    // The claim fills the window's two free places; all other requests end before `begin` runs.
    for (const one of claimed.slice(2)) of.end(one);
    of.begin([queue], [due(8), due(9)], ROUND);
    assert.equal(of.hasDue(), true);
  });

  it("does not return a webhook whose due deliveries were all claimed", async () => {
    const of = deliveryScheduler(500);
    of.markDue([WEBHOOK]);
    const claimed = [due(0), due(1)];
    of.begin([await look(of)], claimed, ROUND);
    for (const one of claimed) of.end(one);
    assert.equal(of.hasDue(), false);
  });

  it("returns a webhook again when the merchant's share was used up", async () => {
    const of = deliveryScheduler(4);
    of.markDue([WEBHOOK]);
    const claimed = [due(0), due(1)];
    of.begin([await look(of)], claimed, ROUND);
    for (const one of claimed) of.end(one);
    assert.equal(of.hasDue(), true);
  });
});
