import assert from "node:assert/strict";
import { createConnection, createServer, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { openDatabase } from "#db/pool.ts";
import { sql } from "#db/tx.ts";
import { emptyDatabase } from "#testing/test-database.ts";

const CONNECTIONS = 4;

const { url, drop } = await emptyDatabase();
const proxy = await aProxy(url);
const db = openDatabase({ url: proxy.url, connections_max: CONNECTIONS, statement_ms: 500 });
after(async () => {
  proxy.close();
  await db.close();
  await drop();
});

/** A proxy to a database that can freeze its connections: no data passes any more, and neither side gets an error. */
async function aProxy(to: string) {
  const { pathname, searchParams, port, hostname, username, password } = new URL(to);
  const folder = searchParams.get("host");
  const open = new Set<Socket>();
  let answers = 0;
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
      from.on("data", (bytes) => {
        if (from === far) answers += 1;
        into.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const user = password ? `${username}:${password}` : username;
  return {
    url: `postgresql://${user}@127.0.0.1:${address.port}${pathname}`,
    /** The number of packets received from the database. */
    answers: () => answers,
    /** Freezes the open connections. New ones are served. */
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
const together = () => Promise.allSettled(Array.from({ length: CONNECTIONS }, one));

describe("dead connections", () => {
  it("are closed: pending statements fail as unavailable, and the next one succeeds", async () => {
    await together();
    const { used, idle, waiting } = db.counts();
    assert.deepEqual({ used, idle, waiting }, { used: 0, idle: CONNECTIONS, waiting: 0 });
    proxy.freeze();
    for (const { status, ...rest } of await together()) {
      assert.equal(status, "rejected");
      assert.ok("reason" in rest && rest.reason.kind === "unavailable", String(Object.values(rest)));
    }
    assert.deepEqual(await one(), { one: 1 });
    assert.equal(db.counts().used, 0);
  });

  it("are closed together with idle ones once one of them is detected", async () => {
    await together();
    assert.equal(db.counts().idle, CONNECTIONS);
    proxy.freeze();
    await assert.rejects(one(), { kind: "unavailable" });
    assert.deepEqual(await one(), { one: 1 });
    assert.equal(db.counts().idle, 1);
  });

  it("do not include connections with a long read, or with answers that arrive one by one", async () => {
    const slow = (seconds: number) => sql`select pg_sleep(${seconds})`;
    await db.longRead((tx) => tx.rows(slow(4)));
    proxy.freeze();
    await assert.rejects(
      db.longRead((tx) => tx.rows(slow(0))),
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

  it("delay neither a ping nor the shutdown", async () => {
    const other = openDatabase({ url: proxy.url, connections_max: 2, statement_ms: 500 });
    await other.ping();
    proxy.freeze();
    // The first pings may still return a cached result.
    const pinging = async () => {
      for (;;) await other.ping();
    };
    await assert.rejects(pinging, { kind: "unavailable" });
    while (
      !(await other.ping().then(
        () => true,
        () => false,
      ))
    );
    proxy.freeze();
    await other.close();
  });
});

describe("a read-only transaction", async () => {
  const way = await aProxy(url);
  const reading = openDatabase({ url: way.url, connections_max: 1 });
  after(async () => {
    await reading.close();
    way.close();
  });
  const engine = () => reading.engine((tx) => tx.row(sql`select 1 as one`));

  it("returns with its last answer, and the connection's next user queues behind its commit", async () => {
    const read = () => reading.read({ merchant: "mer_a", environment: "test" }, (tx) => tx.row(sql`select 1 as one`));
    for (let time = 0; time < 5; time += 1) {
      // Wait for running statements, so that only the packets of the read are counted.
      await engine();
      const before = way.answers();
      assert.deepEqual(await read(), { one: 1 });
      // Two packets: the answer to `begin`, and the result. The read does not wait for the answer to its commit.
      assert.equal(way.answers() - before, 2);
      assert.deepEqual(await read(), { one: 1 });
    }
  });

  it("of one statement takes one round trip, and also returns the time", async () => {
    await engine();
    const before = way.answers();
    const { loaded, now } = await reading.engineRead((tx) => tx.row(sql`select current_user as role`));
    assert.deepEqual([loaded, way.answers() - before], [{ role: "kolo_engine" }, 1]);
    assert.match(now, /^20\d\d-/);
  });
});
