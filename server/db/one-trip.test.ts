import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { testDatabase, withoutDatabase } from "#testing/test-database.ts";
import { openDatabase } from "./pool.ts";
import { isDuplicate, Outdated, sql, type Tx } from "./tx.ts";

const db = await testDatabase();

async function aMerchant(): Promise<Scope> {
  const given = { name: "A", email: "a@example.cm", country: "CM", currency: "XAF" };
  const merchant = await db.engine((tx) => createMerchant(tx, given, "test"));
  return { merchant: merchant.id, environment: "test" };
}

/** Writes a range in one trip, beside what else is sent with it, and tells on which connection and as whom. */
function recalled(scope: Scope, range: string, beside: (tx: Tx) => readonly Promise<unknown>[] = () => []) {
  const told = { pid: 0, role: "", looks: 0 };
  const done = db.lookThenWork({
    async look() {
      told.looks += 1;
      return null;
    },
    recall: () => "recalled",
    work(tx) {
      tx.leave(() => [
        tx.row<{ pid: number; role: string }>(sql`select pg_backend_pid() as pid, current_user as role`).then((row) => {
          Object.assign(told, row);
        }),
        tx.run(sql`
          insert into addresses (merchant, environment, range, created_at)
          values (${scope.merchant}, 'test', ${range}, ${tx.now})`),
        ...beside(tx),
      ]);
    },
  });
  return done.then(() => told);
}

async function rangesOf({ merchant }: Scope): Promise<readonly string[]> {
  const rows = await db.engine((tx) =>
    tx.rows<{ range: string }>(sql`
      select host(range) as range from addresses
      where merchant = ${merchant} and environment = 'test' and range <<= '10.0.0.0/8'
      order by range`),
  );
  return rows.map(({ range }) => range);
}

describe("transactions of one trip", () => {
  it("go one behind the other on one connection, as the engine, without a look", async () => {
    const scope = await aMerchant();
    // The time is known once the database has told it.
    await recalled(scope, "10.0.0.1");
    const told = await Promise.all(["10.0.0.2", "10.0.0.3", "10.0.0.4"].map((range) => recalled(scope, range)));
    assert.equal(new Set(told.map(({ pid }) => pid)).size, 1);
    assert.deepEqual(
      told.map(({ role, looks }) => [role, looks]),
      told.map(() => ["kolo_engine", 0]),
    );
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"]);
  });

  it("are all or nothing, each for itself: where one fails those before and behind it are written", async () => {
    const scope = await aMerchant();
    await recalled(scope, "10.0.0.1");
    const failing = (tx: Tx) => [tx.run(sql`select 1 / ${0}::int`)];
    const mistaken = (tx: Tx) => [tx.run(sql`select kolo_still(${tx.is_retry}, 'what was recalled')`)];
    const [before, taken, failed, outdated, behind] = await Promise.allSettled([
      recalled(scope, "10.0.0.2"),
      recalled(scope, "10.0.0.1"),
      recalled(scope, "10.0.0.3", failing),
      recalled(scope, "10.0.0.4", mistaken),
      recalled(scope, "10.0.0.5"),
    ]);
    assert.deepEqual([before.status, behind.status], ["fulfilled", "fulfilled"]);
    assert.ok(taken.status === "rejected" && isDuplicate(taken.reason), "a key that is taken");
    assert.ok(failed.status === "rejected" && /division by zero/.test(String(failed.reason)));
    assert.ok(outdated.status === "rejected", "what never is so is tried as often as any other");
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1", "10.0.0.2", "10.0.0.5"]);
  });

  it("have the reason that their statement gives for its failure", async () => {
    const scope = await aMerchant();
    await recalled(scope, "10.0.0.1");
    let tries = 0;
    await db.lookThenWork({
      look: async () => "looked",
      recall: () => "recalled",
      work(tx, seen) {
        tries += 1;
        const range = seen === "looked" ? "10.0.0.2" : "10.0.0.1";
        const insert = sql`
          insert into addresses (merchant, environment, range, created_at)
          values (${scope.merchant}, 'test', ${range}, ${tx.now})`;
        tx.leave(
          () => [tx.run(insert)],
          (error) => (isDuplicate(error) ? new Outdated("taken") : error),
        );
      },
    });
    assert.equal(tries, 2);
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1", "10.0.0.2"]);
  });

  it("read nothing: one that waits for an answer is a mistake, and writes nothing", async () => {
    const scope = await aMerchant();
    await recalled(scope, "10.0.0.1");
    const reading = db.lookThenWork({
      look: async () => null,
      recall: () => "recalled",
      async work(tx) {
        await tx.run(sql`delete from addresses where merchant = ${scope.merchant}`);
      },
    });
    await assert.rejects(reading, /written without reading/);
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1"]);
  });

  it("begin with what leads them, which takes its rights and tells the time itself", async () => {
    const scope = await aMerchant();
    await recalled(scope, "10.0.0.1");
    const leading = (range: string) => sql`
      with ready as materialized (select set_config('role', 'kolo_engine', true)),
      written as (
        insert into addresses (merchant, environment, range, created_at)
        select ${scope.merchant}, 'test', ${range}::cidr, now() from ready
      )
      select now() as now from ready`;
    const told = { role: "", times: 0 };
    await db.lookThenWork({
      look: async () => "looked",
      recall: () => "recalled",
      work(tx, seen) {
        told.times += 1;
        assert.equal(seen, "recalled");
        tx.leave(() => [
          tx.row<{ role: string }>(sql`select current_user as role`).then(({ role }) => {
            told.role = role;
          }),
        ]);
        tx.lead(leading("10.0.0.2"));
      },
    });
    assert.deepEqual(told, { role: "kolo_engine", times: 1 });
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1", "10.0.0.2"]);
    const taken = db.lookThenWork({
      look: async () => "looked",
      recall: () => "recalled",
      work(tx, seen) {
        if (seen === "recalled") tx.lead(leading("10.0.0.1"), () => new Outdated("taken"));
        return seen;
      },
    });
    assert.equal(await taken, "looked");
  });

  it("alone have what leads them: what begins by asking refuses it", async () => {
    await assert.rejects(
      db.engine((tx) => tx.lead(sql`select now() as now`)),
      /before it has begun/,
    );
  });

  it("write nothing where one of their statements cannot be made", async () => {
    const scope = await aMerchant();
    await recalled(scope, "10.0.0.1");
    const unwritable = { amount: 1n };
    for (let time = 1; time <= 2; time += 1) {
      await assert.rejects(
        recalled(scope, "10.0.0.2", (tx) => [tx.run(sql`select ${unwritable}::jsonb`), tx.run(sql`select 1`)]),
        /BigInt/,
      );
    }
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1"]);
  });

  it("have a connection that is theirs: they go also while all others are taken", async () => {
    const scope = await aMerchant();
    const four = openDatabase({ url: db.url, connections_max: 4 });
    const release = Promise.withResolvers<void>();
    try {
      await four.engine((tx) => tx.now);
      const others = Array.from({ length: 4 }, () => four.engine(() => release.promise));
      const sent = four.lookThenWork({
        look: async () => "looked",
        recall: () => "recalled",
        work(tx, seen) {
          tx.leave(() => [
            tx.run(sql`
              insert into addresses (merchant, environment, range, created_at)
              values (${scope.merchant}, 'test', '10.0.0.1', ${tx.now})`),
          ]);
          return seen;
        },
      });
      assert.equal(await sent, "recalled");
      assert.deepEqual([four.counts().used, four.counts().waiting], [3, 1]);
      release.resolve();
      await Promise.all(others);
    } finally {
      release.resolve();
      await four.close();
    }
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1"]);
  });

  it("are decided once there is a connection, and not while one is waited for", async () => {
    const one = openDatabase({ url: db.url, connections_max: 1 });
    try {
      const told: string[] = [];
      const release = Promise.withResolvers<void>();
      const held = one.engine(async () => {
        await release.promise;
        told.push("released");
      });
      const sent = one.lookThenWork({
        look: async () => "looked",
        recall() {
          told.push("recalled");
          return "recalled";
        },
        work: (tx) => tx.leave(() => [tx.run(sql`select 1`)]),
      });
      setTimeout(release.resolve, 50);
      await Promise.all([held, sent]);
      assert.deepEqual(told, ["released", "recalled"]);
    } finally {
      await one.close();
    }
  });

  it("are all unavailable when their connection breaks, and the next has another", async () => {
    const scope = await aMerchant();
    const { pid } = await recalled(scope, "10.0.0.1");
    const both = Promise.allSettled([
      recalled(scope, "10.0.0.2", (tx) => [tx.run(sql`select pg_sleep(20)`)]),
      recalled(scope, "10.0.0.3"),
    ]);
    await withoutDatabase(db.url, async () => {
      for (const outcome of await both) {
        assert.ok(outcome.status === "rejected");
        assert.ok(
          outcome.reason instanceof ServiceError && outcome.reason.kind === "unavailable",
          String(outcome.reason),
        );
      }
    });
    assert.notEqual((await recalled(scope, "10.0.0.4")).pid, pid);
    assert.deepEqual(await rangesOf(scope), ["10.0.0.1", "10.0.0.4"]);
  });
});
