import assert from "node:assert/strict";
import { createConnection, createServer } from "node:net";
import { after, describe, it } from "node:test";
import { order } from "#server/testing/orders.ts";
import { aWorld } from "#server/testing/world.ts";

/**
 * A way to a database that breaks once for each of these tables: when a transaction that has written into that table is committed,
 * and before anybody hears of it.
 */
async function aBreakingWay(to: string, tables: readonly string[]) {
  const { pathname, searchParams, port, hostname, username, password } = new URL(to);
  const folder = searchParams.get("host");
  const left = new Set(tables);
  const server = createServer((near) => {
    const far = folder
      ? createConnection(`${folder}/.s.PGSQL.${port || 5432}`)
      : createConnection(Number(port || 5432), hostname);
    let written: string | undefined;
    let is_committing = false;
    near.on("data", (data) => {
      written ??= [...left].find((table) => data.includes(`insert into ${table} `));
      is_committing ||= written !== undefined && data.includes("commit\0");
      far.write(data);
    });
    let unheard = Buffer.alloc(0);
    far.on("data", (data) => {
      unheard = Buffer.concat([unheard, data]);
      if (is_committing && unheard.includes("COMMIT\0")) {
        left.delete(written ?? "");
        near.destroy();
      } else if (!is_committing || unheard.includes("ROLLBACK\0")) {
        near.write(unheard);
        unheard = Buffer.alloc(0);
        if (is_committing) written = undefined;
        is_committing = false;
      }
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((tell) => server.listen(0, "127.0.0.1", tell));
  after(() => server.close());
  const address = server.address();
  const login = username === "" ? "" : `${username}${password === "" ? "" : `:${password}`}@`;
  const url = `postgresql://${login}127.0.0.1:${typeof address === "object" ? address?.port : 0}${pathname}`;
  return { url, isBroken: (table: string) => !left.has(table) };
}

const world = await aWorld();

describe("a commit that arrives and whose answer does not", () => {
  it("of many requests is 503 for all of them, and each has its one effect and its answer by its key", async () => {
    const way = await aBreakingWay(world.database_url, ["transfers"]);
    const over = await aWorld({ works: false, database_url: way.url });
    const merchant = await world.merchant({ balance: 1_000n });
    const send = (number: number) =>
      over.as(merchant).post("/transfers", { ...order, amount: 10 }, { "idempotency-key": `transfer-${number}` });
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const answers = await Promise.all(numbers.map(send));
    assert.ok(way.isBroken("transfers"));
    const lost = answers.filter(({ status }) => status === 503);
    assert.ok(lost.length > 0, "some request was lost");
    assert.ok(answers.every(({ status }) => status === 201 || status === 503));
    const again = await Promise.all(numbers.map(send));
    assert.deepEqual([...new Set(again.map(({ status }) => status))], [201]);
    assert.equal(new Set(again.map(({ body }) => body.transfer.id)).size, 40);
    await world.quiet();
    assert.deepEqual(await merchant.balance(), { available: 600, reserved: 0 });
    assert.equal((await merchant.get("/transfers")).body.totals, 40);
    await world.auditIsClean();
  });

  it("of a bulk is 503, and the bulk is there once by its key", async () => {
    const way = await aBreakingWay(world.database_url, ["bulk_transfers"]);
    const over = await aWorld({ works: false, database_url: way.url });
    const merchant = await world.merchant({ balance: 10_000n });
    const transfers = Array.from({ length: 300 }, (_, number) => ({
      ...{ amount: 10, channel: "cm.mtn" },
      beneficiary_data: { name: "P", phone: `677${100_000 + number}` },
    }));
    const send = () =>
      over.as(merchant).post("/transfers/bulk", { currency: "XAF", transfers }, { "idempotency-key": "bulk" });
    assert.equal((await send()).status, 503);
    assert.equal((await send()).status, 201);
    assert.equal((await merchant.get("/bulk-transfers")).body.totals, 1);
    await world.quiet();
    assert.deepEqual(await merchant.balance(), { available: 7_000, reserved: 0 });
    await world.auditIsClean();
  });
});
