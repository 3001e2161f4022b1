import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { testDatabase } from "#testing/test-database.ts";
import { Sql, StaleRead, sql } from "./tx.ts";

const db = await testDatabase();

async function aMerchant(): Promise<Scope> {
  const merchant_input = { name: "A", email: "a@example.cm", country: "CM", currency: "XAF" };
  const merchant = await db.engine((tx) => createMerchant(tx, merchant_input, "test"));
  return { merchant: merchant.id, environment: "test" };
}

const addressCount = sql`select count(*) as rows from addresses`;

describe("a transaction", () => {
  it("writes everything or nothing", async () => {
    const scope = await aMerchant();
    await assert.rejects(
      db.engine(async (tx) => {
        await tx.run(sql`delete from addresses where merchant = ${scope.merchant}`);
        throw new Error("no");
      }),
      /no/,
    );
    assert.equal((await db.read(scope, (tx) => tx.row<{ rows: bigint }>(addressCount))).rows, 2n);
  });

  it("is retried from the start after a stale read, and knows that it is a retry", async () => {
    const tries: boolean[] = [];
    const result = await db.engine(async (tx) => {
      tries.push(tx.is_retry);
      if (tries.length < 3) throw new StaleRead("changed");
      return "done";
    });
    assert.deepEqual([result, tries], ["done", [false, true, true]]);
  });

  it("that the server rolls back on every retry fails as unavailable, not as an internal error", async () => {
    for (const code of ["40001", "40P01", "55P03"]) {
      let tries = 0;
      const undone = db.engine((tx) => {
        tries += 1;
        return tx.run(new Sql([`do $$ begin raise sqlstate '${code}'; end $$`], []));
      });
      await assert.rejects(
        undone,
        (error) => error instanceof ServiceError && error.kind === "unavailable" && error.retry_after_s === 1,
      );
      assert.equal(tries, 4);
    }
  });

  it("with a failed statement does not commit earlier ones", async () => {
    const scope = await aMerchant();
    await assert.rejects(
      db.write(scope, async (tx) => {
        await tx.run(sql`update merchants set name = 'B' where id = ${scope.merchant}`);
        await tx.run(sql`select 1/0`).catch(() => {});
      }),
    );
    const { name } = await db.read(scope, (tx) => tx.row<{ name: string }>(sql`select name from merchants`));
    assert.equal(name, "A");
  });

  it("that only reads fails if a statement failed unnoticed", async () => {
    const scope = await aMerchant();
    const failing = db.read(scope, async (tx) => {
      await tx.run(sql`select 1/0`).catch(() => {});
      return "read";
    });
    await assert.rejects(failing, /can be committed/);
    assert.equal((await db.read(scope, (tx) => tx.row<{ rows: bigint }>(addressCount))).rows, 2n);
  });

  it("commits deferred statements with it, or nothing if one of them fails", async () => {
    const scope = await aMerchant();
    const rename = (name: string) => sql`update merchants set name = ${name} where id = ${scope.merchant}`;
    const nameNow = async () =>
      (await db.read(scope, (tx) => tx.row<{ name: string }>(sql`select name from merchants`))).name;
    await db.engine((tx) => tx.atCommit(() => [tx.run(rename("B"))]));
    assert.equal(await nameNow(), "B");
    await assert.rejects(
      db.engine(async (tx) => {
        tx.atCommit(() => [tx.run(sql`select 1/0`)]);
        await tx.run(rename("C"));
      }),
      /division by zero/,
    );
    assert.equal(await nameNow(), "B");
    await assert.rejects(
      db.engine((tx) =>
        tx.atCommit(() => [
          Promise.resolve().then(async () => {
            for (let turn = 0; turn < 100; turn += 1) await null;
            await tx.run(rename("D"));
          }),
        ]),
      ),
      /before its commit/,
    );
    assert.equal(await nameNow(), "B");
  });

  it("commits nothing if deferred statements cannot be built", async () => {
    const scope = await aMerchant();
    const rename = sql`update merchants set name = 'B' where id = ${scope.merchant}`;
    const fail = async (): Promise<number> => {
      throw new Error("cannot be made");
    };
    const throughOthers = async (depth: number): Promise<number> => (depth === 0 ? fail() : throughOthers(depth - 1));
    for (const failing of [
      (): readonly Promise<unknown>[] => {
        throw new Error("cannot be made");
      },
      () => [fail()],
      () => [throughOthers(5)],
    ]) {
      await assert.rejects(
        db.engine((tx) => {
          tx.atCommit(() => [tx.run(rename)]);
          tx.atCommit(failing);
        }),
        /cannot be made/,
      );
      const { name } = await db.read(scope, (tx) => tx.row<{ name: string }>(sql`select name from merchants`));
      assert.equal(name, "A");
    }
  });

  it("has no time before it has begun, and receives the result of its first reads", async () => {
    const result = await db.readThenWork({
      read: (tx) => tx.row<{ one: number }>(sql`select 1 as one`),
      work: (tx, { one }) => `${one} at ${tx.now.slice(0, 2)}`,
    });
    assert.equal(result, "1 at 20");
  });

  it("sees one snapshot while it reads", async () => {
    const scope = await aMerchant();
    await db.read(scope, async (tx) => {
      const before = await tx.row<{ rows: bigint }>(addressCount);
      await db.engine((other) => other.run(sql`delete from addresses where merchant = ${scope.merchant}`));
      assert.deepEqual(await tx.row<{ rows: bigint }>(addressCount), before);
    });
  });

  it("returns pipelined statements' own answers, in order", async () => {
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    const answers = await db.engine((tx) =>
      Promise.all(numbers.map((number) => tx.row<{ n: number }>(sql`select ${number}::int as n`))),
    );
    assert.deepEqual(
      answers.map((answer) => answer.n),
      numbers,
    );
  });

  it("that is read-only cannot write", async () => {
    const scope = await aMerchant();
    await assert.rejects(
      db.read(scope, (tx) => tx.run(sql`delete from addresses`)),
      /read-only/,
    );
  });
});

describe("row-level security", () => {
  it("limits a merchant's request to its own rows and environment, whatever the query", async () => {
    const [one, other] = [await aMerchant(), await aMerchant()];
    const visibleAddresses = (scope: Scope) =>
      db.read(scope, (tx) =>
        tx.rows<{ merchant: string; environment: string }>(sql`select merchant, environment from addresses`),
      );
    assert.ok(
      (await visibleAddresses(one)).every((row) => row.merchant === one.merchant && row.environment === "test"),
    );
    assert.equal((await visibleAddresses(one)).length, 2);
    assert.equal((await visibleAddresses(other)).length, 2);
    assert.equal((await visibleAddresses({ ...one, environment: "live" })).length, 0);
    const merchants = await db.read(one, (tx) => tx.rows<{ id: string }>(sql`select id from merchants`));
    assert.deepEqual(merchants, [{ id: one.merchant }]);
  });

  it("refuses to write another merchant's rows, and cannot touch them", async () => {
    const [one, other] = [await aMerchant(), await aMerchant()];
    const insert = sql`
      insert into addresses (merchant, environment, range, created_at)
      values (${other.merchant}, 'test', '10.0.0.0/8', now())`;
    await assert.rejects(
      db.write(one, (tx) => tx.run(insert)),
      /row-level security/,
    );
    assert.equal(await db.write(one, (tx) => tx.run(sql`delete from addresses where merchant = ${other.merchant}`)), 0);
  });

  it("ends its scope with the transaction", async () => {
    const one = await aMerchant();
    await db.read(one, (tx) => tx.rows(sql`select 1`));
    const all = await db.engine((tx) => tx.row<{ rows: bigint }>(addressCount));
    assert.ok(all.rows > 2n);
  });

  // Tables that only the engine reads, such as those of platform operators, may refer to a merchant without belonging
  // to one.
  it("covers every table with a merchant's rows", async () => {
    const open = await db.engine((tx) =>
      tx.rows<{ name: string }>(sql`
        select c.relname as name
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and has_table_privilege('kolo_api', c.oid, 'select, insert, update, delete')
          and not (c.relrowsecurity and c.relforcerowsecurity)`),
    );
    assert.deepEqual(open, []);
  });

  it("applies to tables whose key begins with the merchant, then the environment if they have one", async () => {
    const wrong = await db.engine((tx) =>
      tx.rows<{ name: string; key: string }>(sql`
        select c.relname as name, string_agg(a.attname, ' ' order by k.place) as key
        from pg_class c
        join pg_index i on i.indrelid = c.oid and i.indisprimary
        cross join lateral unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where exists (select from pg_attribute m where m.attrelid = c.oid and m.attname = 'merchant' and m.attnotnull)
        group by c.oid, c.relname
        having string_agg(a.attname, ' ' order by k.place) !~ case
          when exists (
            select from pg_attribute e where e.attrelid = c.oid and e.attname = 'environment' and e.attnotnull
          ) then '^merchant environment' else '^merchant( |$)' end`),
    );
    assert.deepEqual(wrong, []);
  });
});

describe("statements sent together", () => {
  it("fail with the first failed one's reason, whichever rejects first", async () => {
    await assert.rejects(
      db.engine(async (tx) => {
        const failing = tx.run(sql`select 1 / 0`).catch(() => new Promise(() => {}));
        await Promise.all([failing, tx.run(sql`select 1`)]);
      }),
      /division by zero/,
    );
  });
});

describe("append-only tables", () => {
  for (const table of ["entries", "events", "feed", "audit_log"]) {
    it(`${table} cannot be changed or deleted by either role`, async () => {
      const scope = await aMerchant();
      const target = new Sql([table], []);
      for (const run of [db.engine, db.write.bind(db, scope)]) {
        await assert.rejects(
          run((tx) => tx.run(sql`delete from ${target}`)),
          /permission denied/,
        );
        await assert.rejects(
          run((tx) => tx.run(sql`update ${target} set merchant = 'x'`)),
          /permission denied/,
        );
      }
    });
  }
});
