import assert from "node:assert/strict";
import { it } from "node:test";
import { queryInIndexOrder, sql } from "#db/tx.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ works: false });

it("the first rows are read in index order, even if scanning and sorting a smaller index seems cheaper", async () => {
  await world.db.engine(async (tx) => {
    await tx.run(sql`create temp table queue (subject text, due integer) on commit drop`);
    await tx.run(sql`create index queue_in_order on queue (subject, due)`);
    await tx.run(sql`create index queue_by_subject on queue (subject)`);
    await tx.run(sql`insert into queue select repeat('a', 500), n from generate_series(1, 3000) n`);
    await tx.run(sql`delete from queue where due > 1`);
    await tx.run(sql`analyze queue`);
    const query = sql`explain select due from queue where subject >= ${"a"} order by subject, due limit 1`;
    const default_plan = JSON.stringify(await tx.rows(query));
    assert.match(default_plan, /Sort.*queue_by_subject/);
    const plan = JSON.stringify(await queryInIndexOrder(tx, query));
    assert.match(plan, /queue_in_order/);
    assert.doesNotMatch(plan, /Sort/);
    assert.equal(JSON.stringify(await tx.rows(query)), default_plan, "afterwards as before");
  });
});
