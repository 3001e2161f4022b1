import assert from "node:assert/strict";
import { it } from "node:test";
import { aWorld } from "#testing/world.ts";
import { inIndexOrder, sql } from "./tx.ts";

const world = await aWorld({ works: false });

it("the first of an order are read in it, also where reading all of a smaller index and sorting seems cheaper", async () => {
  await world.db.engine(async (tx) => {
    await tx.run(sql`create temp table queue (lane text, due integer) on commit drop`);
    await tx.run(sql`create index queue_in_order on queue (lane, due)`);
    await tx.run(sql`create index queue_by_lane on queue (lane)`);
    await tx.run(sql`insert into queue select repeat('a', 500), n from generate_series(1, 3000) n`);
    await tx.run(sql`delete from queue where due > 1`);
    await tx.run(sql`analyze queue`);
    const question = sql`explain select due from queue where lane >= ${"a"} order by lane, due limit 1`;
    const left_to_itself = JSON.stringify(await tx.rows(question));
    assert.match(left_to_itself, /Sort.*queue_by_lane/);
    const told = JSON.stringify(await inIndexOrder(tx, question));
    assert.match(told, /queue_in_order/);
    assert.doesNotMatch(told, /Sort/);
    assert.equal(JSON.stringify(await tx.rows(question)), left_to_itself, "afterwards as before");
  });
});
