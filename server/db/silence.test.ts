import assert from "node:assert/strict";
import { createConnection, createServer, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { emptyDatabase } from "#testing/test-database.ts";
import { openDatabase } from "./pool.ts";
import { sql } from "./tx.ts";

const CONNECTIONS = 4;

const { url, drop } = await emptyDatabase();
const proxy = await aProxy(url);
const db = openDatabase({ url: proxy.url, connections_max: CONNECTIONS, statement_ms: 500 });
after(async () => {
  proxy.close();
  await db.close();
  await drop();
});

/** A way to a database on which connections can be cut off: nothing arrives any more, and neither side is told. */
async function aProxy(to: string) {
  const { pathname, searchParams, port, hostname, username, password } = new URL(to);
  const folder = searchParams.get("host");
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder
      ? createConnection(`${folder}/.s.PGSQL.${port || 5432}`)
      : createConnection(Number(port || 5432), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => {}).on("close", () => into.destroy());
      from.on("data", (bytes) => into.write(bytes));
    }
  });
  await new Promise<void>((tell) => server.listen(0, "127.0.0.1", tell));
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const user = password ? `${username}:${password}` : username;
  return {
    url: `postgresql://${user}@127.0.0.1:${address.port}${pathname}`,
    /** Cuts off the connections there are. New ones are served. */
    freeze() {
      for (const socket of open) socket.removeAllListeners("data").pause();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const one = () => db.engine((tx) => tx.row<{ one: number }>(sql`select 1 as one`));
const inOneTrip = () =>
  db.lookThenWork({
    look: async () => null,
    recall: () => "recalled",
    work: (tx) => tx.leave(() => [tx.run(sql`select 1`)]),
  });
// One of the connections is for transactions of one trip.
const together = () => Promise.allSettled([...Array.from({ length: CONNECTIONS - 1 }, one), inOneTrip()]);

describe("connections that are cut off", () => {
  it("are given up: who waits hears that there is no database, and the next is served", async () => {
    // The time is known once the database has told it.
    await one();
    await together();
    assert.deepEqual(db.counts(), { used: 0, idle: CONNECTIONS, waiting: 0 });
    proxy.freeze();
    for (const { status, ...rest } of await together()) {
      assert.equal(status, "rejected");
      assert.ok("reason" in rest && rest.reason.kind === "unavailable", String(Object.values(rest)));
    }
    assert.deepEqual(await one(), { one: 1 });
    assert.equal(db.counts().used, 0);
  });

  it("are given up with one of them, also those that nobody used", async () => {
    await one();
    await together();
    assert.equal(db.counts().idle, CONNECTIONS);
    proxy.freeze();
    await assert.rejects(one(), { kind: "unavailable" });
    assert.deepEqual(await one(), { one: 1 });
    assert.equal(db.counts().idle, 1);
    await inOneTrip();
    assert.deepEqual(await one(), { one: 1 });
  });

  it("are not those that work for long, nor those that answer one by one", async () => {
    const slow = (seconds: number) => sql`select pg_sleep(${seconds})`;
    await db.survey((tx) => tx.rows(slow(4)));
    proxy.freeze();
    await assert.rejects(
      db.survey((tx) => tx.rows(slow(0))),
      { kind: "unavailable" },
    );
    await db.engine(async (tx) => {
      const sent = [];
      for (let turn = 0; turn < 10; turn += 1) {
        sent.push(tx.rows(slow(0.4)));
        await new Promise(setImmediate);
      }
      await Promise.all(sent);
    });
  });

  it("hold neither a ping nor the end of the service", async () => {
    const other = openDatabase({ url: proxy.url, connections_max: 2, statement_ms: 500 });
    await other.ping();
    proxy.freeze();
    await assert.rejects(other.ping(), { kind: "unavailable" });
    await other.ping();
    proxy.freeze();
    await other.close();
  });
});
