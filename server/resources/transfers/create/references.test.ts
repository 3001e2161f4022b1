import assert from "node:assert/strict";
import { it } from "node:test";
import { DatabaseError, type Sql, sql } from "#db/tx.ts";
import { transfer_order } from "#testing/orders.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();
const FOREIGN_KEY = "23503";
const NOT_ALLOWED = "42501";

async function refusedAs(code: string, statement: Sql): Promise<void> {
  await assert.rejects(
    world.db.engine((tx) => tx.run(statement)),
    (error) => error instanceof DatabaseError && error.code === code,
  );
}

it("a transfer requires a beneficiary of its merchant and environment, and an existing bulk", async () => {
  const [own_merchant, others] = [await world.merchant(), await world.merchant()];
  const sent = await own_merchant.post("/transfers", transfer_order);
  assert.equal(sent.status, 201);
  for (const change of [
    sql`jsonb_build_object('merchant', ${others.id}::text)`,
    sql`jsonb_build_object('environment', 'live')`,
    sql`jsonb_build_object('beneficiary', 'ben_nobody')`,
    sql`jsonb_build_object('bulk', 'btr_nobody')`,
  ]) {
    await refusedAs(
      FOREIGN_KEY,
      sql`
        insert into transfers
        select (jsonb_populate_record(t, jsonb_build_object('id', t.id || 'x', 'reference', t.reference || 'x') || ${change})).*
        from transfers t
        where t.id = ${sent.body.transfer.id}`,
    );
  }
  await refusedAs(
    FOREIGN_KEY,
    sql`
      insert into beneficiaries
      select (jsonb_populate_record(b, jsonb_build_object('merchant', 'mer_nobody'))).*
      from beneficiaries b
      where merchant = ${own_merchant.id}`,
  );
});

it("rows that transfers refer to cannot be deleted", async () => {
  for (const table of [sql`beneficiaries`, sql`bulk_transfers`, sql`merchants`]) {
    await refusedAs(NOT_ALLOWED, sql`delete from ${table}`);
  }
});
