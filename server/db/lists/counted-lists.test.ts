import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pg from "pg";
import { testDatabase } from "#testing/test-database.ts";
import { COUNTED_LISTS, counterTriggersSql, triggerFunctionBody } from "./counted-lists.ts";

const db = await testDatabase();
const client = new pg.Client({ connectionString: db.url });
await client.connect();

async function rows<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
  return (await client.query<Row>(text)).rows;
}

describe("the SQL of the list counters", () => {
  after(() => client.end());

  it("is the same in the database as generated from the table of lists", async () => {
    const functions = await rows<{ name: string; body: string }>(
      "select proname as name, prosrc as body from pg_proc where proname ~ '^count_' order by 1",
    );
    const expected = COUNTED_LISTS.map((list) => ({ name: `count_${list.table}`, body: triggerFunctionBody(list) }));
    assert.deepEqual(
      functions,
      expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  it("has the triggers and the view of the table of lists", async () => {
    const triggers = `
      select pg_get_triggerdef(oid) as text from pg_trigger where tgname ~ '^count_' and not tgisinternal order by 1`;
    const view = "select pg_get_viewdef('list_rows'::regclass) as text";
    const there = [...(await rows(triggers)), ...(await rows(view))];
    await client.query("begin");
    for (const { table, on } of COUNTED_LISTS) {
      for (const verb of on) await client.query(`drop trigger count_${verb} on ${table}`);
      await client.query(`drop function count_${table}()`);
    }
    await client.query("drop view list_rows");
    await client.query(counterTriggersSql());
    const made = [...(await rows(triggers)), ...(await rows(view))];
    await client.query("rollback");
    assert.deepEqual(there, made);
  });
});
