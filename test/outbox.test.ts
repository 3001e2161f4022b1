import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { runChecks } from "#server/db/audit.ts";
import { inScope, sql } from "#server/db/tx.ts";
import { eventChecks } from "#server/events/audit.ts";
import { type NewEvent, publish, recordEvents } from "#server/events/events.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { QUICK_TIER_ONLY, randomRuns } from "#server/testing/random-runs.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const RUNS = randomRuns(10, 25);

const db = await testDatabase();
const test_scope = await aScope();
const scopes: readonly [Scope, ...Scope[]] = [test_scope, { ...test_scope, environment: "live" }, await aScope()];
const delivered = new Map<Scope, string[]>(scopes.map((scope) => [scope, []]));
let resources = 0;

async function aScope(): Promise<Scope> {
  const profile = {
    name: "Chez Jeanne",
    email: "j@example.cm",
    phone: "+237677000111",
    country: "CM",
    currency: "XAF",
  };
  return { environment: "test", merchant: (await db.engine((tx) => createMerchant(tx, profile, "test"))).id };
}

/** The scopes of the events that a transaction records, in order. */
const transaction = fc.array(fc.constantFrom(...scopes), { minLength: 1, maxLength: 60 });

describe("the outbox", () => {
  it("publishes events in the order of their recording, across rows, merchants and environments", async () => {
    const transaction_lists = fc.array(transaction, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(transaction_lists, async (transactions) => {
        for (const owners of transactions) await deliver(owners);
        while ((await db.engine((tx) => publish(tx, null))).published.length > 0);
        for (const scope of scopes) assert.deepEqual(await feedOf(scope), delivered.get(scope));
      }),
      { numRuns: RUNS },
    );
    assert.deepEqual(
      (await db.longRead((tx) => runChecks(tx, eventChecks))).flatMap((finding) => finding.broken),
      [],
    );
  });

  it("is published in batches, oldest events first", QUICK_TIER_ONLY, async () => {
    const [scope] = scopes;
    const before = delivered.get(scope)?.length ?? 0;
    for (let transaction = 0; transaction < 25; transaction += 1)
      await deliver(Array.from({ length: 100 }, () => scope));
    const turn = await db.engine((tx) => publish(tx, null));
    assert.ok(turn.is_full);
    assert.ok(turn.published.length >= 2_000 && turn.published.length < 2_100, `${turn.published.length}`);
    assert.deepEqual(await feedOf(scope), delivered.get(scope)?.slice(0, before + turn.published.length));
    while ((await db.engine((tx) => publish(tx, null))).published.length > 0);
    assert.deepEqual(await feedOf(scope), delivered.get(scope));
  });

  it(
    "publishes a hundred feeds per batch, continues with the others, and then starts over",
    QUICK_TIER_ONLY,
    async () => {
      const many = await Promise.all(Array.from({ length: 105 }, aScope));
      for (const scope of many) delivered.set(scope, []);
      await deliver(many);
      const first = await db.engine((tx) => publish(tx, null));
      assert.deepEqual([first.published.length, first.is_full], [100, true]);
      assert.ok(first.next);
      const second = await db.engine((tx) => publish(tx, first.next));
      assert.deepEqual([second.published.length, second.is_full, second.next], [5, true, null]);
      const third = await db.engine((tx) => publish(tx, second.next));
      assert.deepEqual([third.published.length, third.is_full, third.next], [0, false, null]);
      for (const scope of many) assert.deepEqual(await feedOf(scope), delivered.get(scope));
      // With one feed only, `publish` reads no further rows.
      await deliver(many.slice(0, 1));
      const one = await db.engine((tx) => publish(tx, null));
      assert.deepEqual([one.published.length, one.is_full, one.next], [1, false, null]);
    },
  );

  it("fails the audit if an event is missing, or already in the feed", QUICK_TIER_ONLY, async () => {
    const [scope] = scopes;
    await deliver([scope, scope]);
    const broken = async () =>
      (await db.longRead((tx) => runChecks(tx, eventChecks))).flatMap((finding) => finding.broken).length;
    assert.equal(await broken(), 0);
    const [row] = await db.engine((tx) =>
      tx.rows<{ events: string }>(sql`delete from outbox where ${inScope(scope)} returning events::text as events`),
    );
    assert.equal(await broken(), 2);
    await db.engine((tx) =>
      tx.run(sql`
        insert into outbox (merchant, environment, events, size)
        values (${scope.merchant}, ${scope.environment}, ${row?.events}::json, 2)`),
    );
    assert.equal(await broken(), 0);
    while ((await db.engine((tx) => publish(tx, null))).published.length > 0);
    await db.engine((tx) =>
      tx.run(sql`
        insert into outbox (merchant, environment, events, size)
        values (${scope.merchant}, ${scope.environment}, ${row?.events}::json, 2)`),
    );
    assert.equal(await broken(), 2);
    await db.engine((tx) => tx.run(sql`delete from outbox where ${inScope(scope)}`));
  });
});

/** Records an event for each of these scopes in one transaction. */
async function deliver(owners: readonly Scope[]): Promise<void> {
  await db.engine(async (tx) => {
    const happenings = owners.map((scope): NewEvent => {
      resources += 1;
      return { scope, type: "customer.created", resource: `cus_${resources}`, sequence: 1, data: "{}" };
    });
    for (const [index, id] of (await recordEvents(tx, happenings)).entries()) {
      const owner = owners[index];
      if (owner) delivered.get(owner)?.push(id);
    }
  });
}

async function feedOf(scope: Scope): Promise<readonly string[]> {
  const rows = await db.engine((tx) =>
    tx.rows<{ event: string; position: bigint }>(
      sql`select event, position from feed where ${inScope(scope)} order by position`,
    ),
  );
  assert.ok(rows.every(({ position }, index) => position === BigInt(index + 1)));
  return rows.map(({ event }) => event);
}
