import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { testDatabase } from "#testing/test-database.ts";
import { unavailable } from "./errors.ts";
import { groupCommit } from "./group-commit.ts";
import { sql } from "./tx.ts";

const db = await testDatabase();

describe("a group commit", () => {
  it("commits a single item alone, and items that arrive during a commit together", async () => {
    const sizes: number[] = [];
    const group = groupCommit<number, number>(db, {
      items_max: 100,
      waiting_max: 1_000,
      async run(tx, items) {
        sizes.push(items.length);
        await tx.run(sql`select pg_sleep(0.02)`);
        return items.map((item) => item * 2);
      },
    });
    const first = group.submit(1);
    await new Promise(setImmediate);
    const others = Array.from({ length: 250 }, (_, number) => group.submit(number));
    assert.equal(await first, 2);
    assert.deepEqual(
      await Promise.all(others),
      Array.from({ length: 250 }, (_, number) => number * 2),
    );
    assert.deepEqual(sizes, [1, 100, 100, 50]);
  });

  it("computes one group while the previous one is committed, and no third", async () => {
    const log: string[] = [];
    const release = Promise.withResolvers<void>();
    const group = groupCommit<string, string>(db, {
      items_max: 1,
      waiting_max: 10,
      async run(tx, items) {
        log.push(`decided ${items}`);
        tx.atCommit(() => [release.promise]);
        if (items.includes("b")) setTimeout(release.resolve, 50);
        return items;
      },
    });
    await Promise.all(["a", "b", "c"].map(async (item) => log.push(`written ${await group.submit(item)}`)));
    await group.settled();
    assert.deepEqual(log.slice(0, 3), ["decided a", "decided b", "written a"]);
    assert.equal(log.length, 6);
  });

  it("refuses one item without failing the others", async () => {
    const group = groupCommit<number, number>(db, {
      items_max: 10,
      waiting_max: 10,
      run: async (_tx, items) =>
        items.map((item) => (item === 2 ? new ServiceError("validation_failed", "not two") : item)),
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
    assert.deepEqual(
      results.map((result) => result.status),
      ["fulfilled", "rejected", "fulfilled"],
    );
  });

  it("retries each item alone when the group fails with an unexpected error", async () => {
    const group = groupCommit<number, number>(db, {
      items_max: 10,
      waiting_max: 10,
      async run(tx, items) {
        for (const item of items) await tx.run(sql`select 10 / ${item}::int`);
        return items;
      },
    });
    const results = await Promise.allSettled([1, 0, 3].map((item) => group.submit(item)));
    assert.deepEqual(
      results.map((result) => result.status),
      ["fulfilled", "rejected", "fulfilled"],
    );
  });

  it("retries nothing after a lost connection, because the commit may have succeeded", async () => {
    let tries = 0;
    const group = groupCommit<number, number>(db, {
      items_max: 10,
      waiting_max: 10,
      async run() {
        tries += 1;
        throw unavailable(new Error("Connection terminated unexpectedly"));
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
    assert.ok(results.every((result) => result.status === "rejected" && result.reason.kind === "unavailable"));
    assert.equal(tries, 1);
  });

  it("rejects as unavailable when the queue is full", async () => {
    const group = groupCommit<number, number>(db, { items_max: 1, waiting_max: 2, run: async (_tx, items) => items });
    const results = await Promise.allSettled([1, 2, 3, 4].map((item) => group.submit(item)));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    assert.equal(refused.length, 2);
    assert.ok(refused.every((error) => error.kind === "unavailable" && error.retry_after_s === 1));
    await group.settled();
    assert.equal(group.waiting(), 0);
  });
});
