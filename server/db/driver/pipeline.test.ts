import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openDatabase } from "#db/pool.ts";
import { DatabaseError, sql, type Tx } from "#db/tx.ts";
import { emptyDatabase } from "#testing/test-database.ts";

const { url, drop } = await emptyDatabase();
// A single connection, because state left by one transaction must not affect the next.
const db = openDatabase({ url, connections_max: 1 });
after(async () => {
  await db.close();
  await drop();
});

const reasons = async (statements: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(statements)).map((one) => (one.status === "rejected" ? one.reason : one.value));

const texts = (tx: Tx, text: string) => tx.rows<{ text: string }>(sql`select ${text}::text as text`);
const quotient = (tx: Tx, by: number) => tx.rows<{ of: number }>(sql`select 12 / ${by}::int as of`);

describe("pipelined statements", () => {
  it("each return their own rows and row count", async () => {
    const answers = await db.engine(async (tx) => {
      await tx.run(sql`create temporary table few (n int) on commit drop`);
      return Promise.all([
        tx.run(sql`insert into few select generate_series(1, 3)`),
        tx.rows(sql`select n, n * 2 as twice from few where n > ${1} order by n`),
        tx.rows(sql`select from few where false`),
        tx.run(sql`update few set n = 0 where n > ${1}`),
        tx.run(sql`set local enable_sort = on`),
      ]);
    });
    const expected_rows = [
      { n: 2, twice: 4 },
      { n: 3, twice: 6 },
    ];
    assert.deepEqual(answers, [3, expected_rows, [], 2, 0]);
  });

  it("return every parameter type unchanged", async () => {
    const input = {
      text: `"\\', {}NULL`,
      whole: 2n ** 62n,
      yes: true,
      none: null,
      bytes: Buffer.from([0, 92, 255]),
      json: { a: ["b", null] },
      list: [`"quoted\\"`, "NULL", "", ", {}"],
      large: "é".repeat(100_000),
    };
    const select = sql`
      select ${input.text}::text as text, ${input.whole}::bigint as whole, ${input.yes}::boolean as yes,
        ${input.none}::text as none, ${input.bytes}::bytea as bytes, ${input.json}::jsonb as json,
        ${input.list}::text[] as list, ${input.large}::text as large`;
    assert.deepEqual(await db.engine((tx) => Promise.all([tx.row(select), tx.row(select)])), [input, input]);
  });

  it("after a failed one are not run, and fail for its reason", async () => {
    const [before, ...others] = await db
      .engine(async (tx) => {
        const errors = await reasons([
          texts(tx, "a"),
          quotient(tx, 0),
          tx.run(sql`select pg_sleep(60)`),
          texts(tx, "b"),
        ]);
        errors.push(...(await reasons([texts(tx, "c")])));
        throw Object.assign(new Error("undone"), { errors: errors });
      })
      .catch((error) => error.errors);
    assert.deepEqual(before, [{ text: "a" }]);
    assert.equal(others.length, 4);
    for (const reason of others) {
      assert.ok(reason instanceof DatabaseError && reason.code === "22012", String(reason));
      assert.match(String(reason.stack), /pipeline\.test/, "who asked is in the stack");
    }
  });

  it("keep the list of prepared statements correct when one of them fails", async () => {
    const never = (tx: Tx) => tx.rows(sql`select 'not before' as text`);
    for (let time = 1; time <= 2; time += 1) {
      // The server parses the first statement, which then fails; it skips the second.
      await assert.rejects(
        db.engine((tx) => Promise.all([tx.rows(sql`select 1 / ${0}::int as first`), never(tx)])),
        /division by zero/,
      );
      // The server fails to parse this statement.
      await assert.rejects(
        db.engine((tx) => tx.rows(sql`select nothing from nowhere`)),
        /"nowhere" does not exist/,
      );
      assert.deepEqual(await db.engine((tx) => Promise.all([never(tx), never(tx)])), [
        [{ text: "not before" }],
        [{ text: "not before" }],
      ]);
      assert.deepEqual(await db.engine((tx) => quotient(tx, 4)), [{ of: 3 }]);
    }
  });

  it("sent while earlier ones are answered queue up, and reuse their prepared statements", async () => {
    const answers = await db.engine(async (tx) => {
      const sent = [];
      for (let turn = 0; turn < 20; turn += 1) {
        sent.push(tx.row(sql`select ${turn}::int as turn`), tx.row(sql`select pg_sleep(0.001), ${turn}::int as again`));
        await new Promise(setImmediate);
      }
      return Promise.all(sent);
    });
    assert.deepEqual(
      answers.map((row) => Object.values(row ?? {}).at(-1)),
      Array.from({ length: 40 }, (_, index) => Math.floor(index / 2)),
    );
  });
});
