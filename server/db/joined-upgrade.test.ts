import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0092_searched_across_words.sql";

it("words that were kept are found across what is between them, by an owner who has given the views away", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query("grant create on schema public to kolo_engine; alter view search_parts owner to kolo_engine");
  await root.query(`
    insert into search_rows (merchant, environment, id, slot, text)
    values ('mer_1', 'test', 'trf_1', 1, 'order-1' || chr(31) || 'ben_1' || chr(31) || 'jeanne ngo 17')`);
  await take();
  await root.query("set kolo.merchant = 'mer_1'; set kolo.environment = 'test'; set enable_seqscan = off");
  const { rows } = await root.query("select id from search_parts where joined like '%ngo17%'");
  assert.deepEqual(
    rows.map(({ id }) => id),
    ["trf_1"],
  );
  const fields = await root.query("select id from search_parts where joined like '%order1ben%'");
  assert.deepEqual(fields.rows, []);
  await close();
});
