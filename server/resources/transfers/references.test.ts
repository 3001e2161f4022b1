import assert from "node:assert/strict";
import { it } from "node:test";
import { runChecks } from "#db/audit.ts";
import { DatabaseError, type Sql, sql } from "#db/tx.ts";
import { order } from "#testing/orders.ts";
import { aWorld } from "#testing/world.ts";
import { transferChecks } from "./audit.ts";

const world = await aWorld();
const FOREIGN_KEY = "23503";
const NOT_ALLOWED = "42501";

async function refusedAs(code: string, statement: Sql): Promise<void> {
  await assert.rejects(
    world.db.engine((tx) => tx.run(statement)),
    (error) => error instanceof DatabaseError && error.code === code,
  );
}

/** Which promises the audit finds broken behind a statement, which is then taken back. */
async function brokenBy(statement: Sql): Promise<readonly string[]> {
  const taken_back = new Error("taken back");
  let broken: readonly string[] = [];
  const work = world.db.engine(async (tx) => {
    await tx.run(statement);
    const findings = await runChecks(tx, transferChecks);
    broken = findings.flatMap(({ promise, broken: rows }) => (rows.length > 0 ? [promise] : []));
    throw taken_back;
  });
  await assert.rejects(work, (error) => error === taken_back);
  return broken;
}

it("the audit misses a transfer's beneficiary, and a beneficiary is of a merchant", async () => {
  const [mine, others] = [await world.merchant(), await world.merchant()];
  const sent = await mine.post("/transfers", order);
  assert.equal(sent.status, 201);
  const copy = (change: Sql) => sql`
    insert into transfers
    select (jsonb_populate_record(t, jsonb_build_object('id', t.id || 'x', 'reference', t.reference || 'x') || ${change})).*
    from transfers t
    where t.id = ${sent.body.transfer.id}`;
  for (const change of [
    sql`jsonb_build_object('merchant', ${others.id}::text)`,
    sql`jsonb_build_object('environment', 'live')`,
    sql`jsonb_build_object('beneficiary', 'ben_nobody')`,
  ]) {
    const [first] = await brokenBy(copy(change));
    assert.match(first ?? "", /^every transfer is for a beneficiary of its merchant and environment/);
  }
  await refusedAs(
    FOREIGN_KEY,
    sql`
      insert into beneficiaries
      select (jsonb_populate_record(b, jsonb_build_object('merchant', 'mer_nobody'))).*
      from beneficiaries b
      where merchant = ${mine.id}`,
  );
});

it("nobody may delete what transfers refer to", async () => {
  for (const table of [sql`beneficiaries`, sql`bulk_transfers`, sql`merchants`]) {
    await refusedAs(NOT_ALLOWED, sql`delete from ${table}`);
  }
});
