import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "#db/tx.ts";
import { transfer_order } from "#testing/orders.ts";
import { startTestWorld } from "#testing/world.ts";
import { type AttemptClaimOptions, claimDue, type ProviderQueue } from "./claim.ts";
import type { FreeCapacity, ProviderKey } from "./provider-capacity.ts";

const OPEN: FreeCapacity = { full: [], freeSlots: () => 500 };
const ALONE = { holder: "test", live_workers: ["test"] };

describe("a claim of attempts", () => {
  it("takes one merchant's single transfer while hundreds of another merchant wait", async () => {
    const asleep = await startTestWorld({ works: false });
    const [big, small] = [await asleep.merchant({ balance: 10_000_000n }), await asleep.merchant()];
    const transfers = Array.from({ length: 300 }, () => ({ ...transfer_order, amount: 1 }));
    assert.equal((await big.post("/transfers/bulk", { currency: "XAF", transfers })).status, 201);
    const { id } = (await small.post("/transfers", transfer_order)).body.transfer;
    const { attempts } = await asleep.db.engine((tx) =>
      claimDue(tx, { after: null, limit: 100, capacity: OPEN }, { holder: "test", live_workers: [] }),
    );
    assert.ok(attempts.some((attempt) => attempt.subject === id));
    assert.equal(attempts.length, 51);
  });

  describe("reaches a merchant", () => {
    // Creates one transfer for each of three merchants, sorted by id. Each claim takes at most two attempts.
    async function threeTransfers(later: number) {
      const asleep = await startTestWorld({ works: false });
      const ids: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        const merchant = await asleep.merchant({ balance: 1_000n });
        const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
        ids.push(id);
        if (index >= later) continue;
        await asleep.db.engine((tx) =>
          tx.run(sql`
            update attempts
            set due_at = ${tx.now}::timestamptz + interval '20 hours'
            where subject = ${id}`),
        );
      }
      const claim = async (after: ProviderQueue | null, holder = "test") => {
        const lease = { holder, live_workers: ["test", "other"] };
        const { attempts, last } = await asleep.db.engine((tx) =>
          claimDue(tx, { after, limit: 2, capacity: OPEN }, lease),
        );
        return { positions: attempts.map((attempt) => ids.indexOf(attempt.subject)).sort(), last };
      };
      return { claim };
    }

    it("after as many merchants as its limit, whose attempts are due later", async () => {
      const { claim } = await threeTransfers(2);
      assert.deepEqual((await claim(null)).positions, [2]);
    });

    it("after as many merchants as its limit, whose attempts are all in flight", async () => {
      const { claim } = await threeTransfers(0);
      assert.deepEqual((await claim(null, "other")).positions, [0, 1]);
      const nobody = await claim(null);
      assert.deepEqual(nobody.positions, []);
      const turn = await claim(nobody.last);
      assert.deepEqual(turn, { positions: [2], last: null });
    });
  });

  it("skips the due attempts of a provider without free slots", async () => {
    const asleep = await startTestWorld({ works: false });
    const merchants = await Promise.all([asleep.merchant(), asleep.merchant(), asleep.merchant()]);
    for (const merchant of merchants) await merchant.post("/transfers", transfer_order);
    const last = merchants.map(({ id }) => id).sort()[2] ?? "";
    await asleep.db.engine((tx) => tx.run(sql`update attempts set provider = 'busy' where merchant <> ${last}`));
    // `busy` sorts before `sandbox`, so the claim reads its queues first.
    const busy: ProviderKey = { provider: "busy", environment: "test" };
    const claim = { after: null, limit: 1, capacity: { full: [busy], freeSlots: () => 500 } };
    const { attempts, backlogged: left } = await asleep.db.engine((tx) => claimDue(tx, claim, ALONE));
    assert.deepEqual(
      attempts.map(({ merchant }) => merchant),
      [last],
    );
    assert.deepEqual(left[0], busy);
  });

  it("serves each queue in turn when a provider has fewer free slots than queues", async () => {
    const asleep = await startTestWorld({ works: false });
    const merchants = await Promise.all(Array.from({ length: 5 }, () => asleep.merchant()));
    for (const merchant of merchants) await merchant.post("/transfers", transfer_order);
    const capacity: FreeCapacity = { full: [], freeSlots: () => 2 };
    const turn = async (after: ProviderQueue | null) => {
      const claim: AttemptClaimOptions = { after, limit: 100, capacity };
      const { attempts, last, backlogged: left } = await asleep.db.engine((tx) => claimDue(tx, claim, ALONE));
      return { merchants: attempts.map(({ merchant }) => merchant), last, is_more: left.length > 0 };
    };
    const first = await turn(null);
    const second = await turn(first.last);
    const third = await turn(second.last);
    assert.deepEqual([first.is_more, second.is_more, third.is_more, third.last], [true, true, false, null]);
    assert.deepEqual(
      [first, second, third].map((claimed) => claimed.merchants.length),
      [2, 2, 1],
    );
    const claimed_merchants = new Set([first, second, third].flatMap((claimed) => claimed.merchants));
    assert.equal(claimed_merchants.size, 5);
  });
});
