import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { orange } from "#providers/plugins/orange/orange.ts";
import type { Provider } from "#providers/provider.ts";
import { createRegistry } from "#providers/registry.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { startTestWorld } from "#testing/world.ts";
import { balancePoller, type MonitoredBalance } from "./balances.ts";

const world = await startTestWorld({ works: false });
await connectFakeNetworks(world);
const HOUR_MS = 3_600_000;

/** A balance poller with a fake MTN account whose balance is the value that `say` returns. */
function aWatch(say: () => bigint | null) {
  const received: { readonly of: MonitoredBalance; readonly held: bigint; readonly before: string }[] = [];
  const provider: Provider = { ...mtn(), balance: async () => say() };
  const parts = balancePoller(world.db, {
    registry: createRegistry([provider, orange()]),
    exchange: () => Promise.reject(new Error("nothing is called")),
    readLedger: () => Promise.resolve("books"),
    async onBalance(_tx, of, held, before) {
      received.push({ of, held, before });
    },
  });
  const claim = (holder: string) =>
    world.db.engine((tx) => parts.claim(tx, 10, { holder, live_workers: ["wrk_a", "wrk_b"] }));
  return { ...parts, received_balances: received, claim };
}

describe("the balance poller", () => {
  it("queries each account once a day in one process, and an hour later after no answer", async () => {
    let held: bigint | null = null;
    const watch = aWatch(() => held);
    const [first = [], second = []] = await Promise.all([watch.claim("wrk_a"), watch.claim("wrk_b")]);
    assert.deepEqual(
      [...first, ...second].map(({ currency }) => currency),
      ["XAF"],
      "Orange tells no balance",
    );
    for (const due of [...first, ...second]) await watch.work(due);
    assert.equal(watch.received_balances.length, 0);
    assert.equal((await watch.claim("wrk_a")).length, 0);

    held = 5_000n;
    world.db.advanceClock(HOUR_MS + 1_000);
    for (const due of await watch.claim("wrk_b")) await watch.work(due);
    assert.deepEqual(
      watch.received_balances.map(({ of, ...rest }) => ({ ...rest, environment: of.environment })),
      [{ held: 5_000n, before: "books", environment: "live" }],
    );
    world.db.advanceClock(23 * HOUR_MS);
    assert.equal((await watch.claim("wrk_a")).length, 0);
    world.db.advanceClock(2 * HOUR_MS);
    assert.equal((await watch.claim("wrk_a")).length, 1);
  });

  it("takes over from a process that died, and ignores its late answer", async () => {
    const watch = aWatch(() => 7_000n);
    world.db.advanceClock(HOUR_MS);
    const [claimed] = await watch.claim("wrk_a");
    assert.ok(claimed);
    assert.equal((await watch.claim("wrk_a")).length, 0);
    world.db.advanceClock(HOUR_MS);
    const [again] = await watch.claim("wrk_b");
    assert.ok(again);
    await watch.work(claimed);
    assert.equal(watch.received_balances.length, 0);
    await watch.work(again);
    assert.equal(watch.received_balances.length, 1);
  });
});
