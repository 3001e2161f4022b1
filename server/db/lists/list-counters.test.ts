import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { runChecks } from "#db/audit.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, MINUTE_MS } from "#kernel/time.ts";
import { list } from "#resources/links/store.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { type PlanStep, recordPlans } from "#testing/explain.ts";
import { randomRuns } from "#testing/random-runs.ts";
import { testDatabase } from "#testing/test-database.ts";
import { counterChecks, rollUpCounters } from "./list-counters.ts";

const RUNS = randomRuns(12, 40);
const MINUTE = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;

const db = await testDatabase();
const client = new pg.Client({ connectionString: db.url });
await client.connect();

async function aMerchant(): Promise<Scope> {
  const merchant_input = {
    name: "Chez Jeanne",
    email: "j@example.cm",
    phone: "+237677000111",
    country: "CM",
    currency: "XAF",
  };
  const { id } = await db.engine((tx) => createMerchant(tx, merchant_input, "test"));
  return { merchant: id, environment: "test" };
}

/** Inserts payment links created in one minute, at these milliseconds of it. */
async function make({ merchant }: Scope, at_ms: readonly number[], active: boolean): Promise<void> {
  const instants = at_ms.map((ms) => fromMilliseconds(MINUTE + ms));
  await client.query(
    `insert into payment_links (merchant, environment, id, name, amount, currency, active, created_at, updated_at)
    select $1, 'test', input.id, 'Tea', 100, 'XAF', $2, input.at, input.at
    from unnest($3::text[], $4::timestamptz[]) as input (id, at)`,
    [merchant, active, instants.map((at) => newId("lnk", at)), instants],
  );
}

async function rollUp(): Promise<void> {
  while (await db.engine(rollUpCounters));
}

async function assertCounters(): Promise<void> {
  const findings = await db.longRead((tx) => runChecks(tx, counterChecks));
  assert.deepEqual(
    findings.flatMap(({ broken }) => broken),
    [],
  );
}

describe("list counters", () => {
  after(() => client.end());
  const ms = fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 1, maxLength: 2 });
  const share = fc.integer({ min: 2, max: 4 });
  const act = fc.oneof(
    fc.record({ act: fc.constant("make" as const), ms, active: fc.boolean() }),
    // Some rows change from active to inactive, and others back, in one statement, so that as many enter a counter as
    // leave it.
    fc.record({ act: fc.constant("turn" as const), share }),
    fc.record({ act: fc.constant("drop" as const), share }),
    fc.record({ act: fc.constant("roll_up" as const) }),
  );

  it("match the rows and their range of instants after any inserts, updates and deletes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 12 }), async (acts) => {
        const scope = await aMerchant();
        const some = "where merchant = $1 and hashtext(id) % 4 < $2";
        for (const action of acts) {
          if (action.act === "make") await make(scope, action.ms, action.active);
          else if (action.act === "roll_up") await rollUp();
          else if (action.act === "turn")
            await client.query(`update payment_links set active = not active ${some}`, [scope.merchant, action.share]);
          else await client.query(`delete from payment_links ${some}`, [scope.merchant, action.share]);
        }
        await assertCounters();
        await rollUp();
        await assertCounters();
      }),
      { numRuns: RUNS },
    );
  });

  it("are the same for rows written one by one and together", async () => {
    const at = fromMilliseconds(MINUTE + 15_400);
    // Two rows per table: the second has another status, or is not counted.
    const lists = {
      beneficiaries: [
        "id, name, phone, country, currency, type, listed, data_key, created_at, updated_at",
        "'ben_' || n, 'Jane', '+237677123456', 'CM', 'XAF', 'mobile_money', n = 1, case n when 2 then '\\x00'::bytea end, $2, $2",
      ],
      customers: [
        "id, name, email, created_at, updated_at",
        "'cus_' || n, 'Jane', 'jane' || n || '@example.cm', $2, $2",
      ],
      payments: [
        "id, reference, amount, fee, currency, customer, channel, phone, status, completed_at, created_at, updated_at, expires_at",
        "'pay_' || n || $1, 'r-' || n, 100, 3, 'XAF', 'cus_1', 'cm.mtn', '+237677123456', (array['processing', 'complete'])[n], " +
          "case n when 2 then $2::timestamptz end, $2, $2, $2::timestamptz + interval '3 hours'",
      ],
    };
    const counted = async (groups: readonly (readonly number[])[]) => {
      const { merchant } = await aMerchant();
      for (const [name, [columns, values]] of Object.entries(lists)) {
        const text = `insert into ${name} (merchant, environment, ${columns}) select $1, 'test', ${values} from unnest($3::int[]) n`;
        for (const group of groups) await client.query(text, [merchant, at, group]);
      }
      await assertCounters();
      const result = await client.query(
        `select list, status, channel, sum(change)::int as count, min(first_ms) as first_ms, max(last_ms) as last_ms
        from list_deltas where merchant = $1 group by 1, 2, 3 order by 1, 2, 3`,
        [merchant],
      );
      return result.rows;
    };
    const alone = await counted([[1], [2]]);
    assert.deepEqual(alone, await counted([[1, 2]]));
    assert.deepEqual(
      alone.map(({ list, status, count }) => [list, status, count]),
      [
        ["beneficiaries", "mobile_money", 1],
        ["customers", "", 2],
        // The movement that gives a new merchant its test money.
        ["movements", "", 1],
        ["payment_sums", "complete", 100],
        ["payments", "complete", 1],
        ["payments", "processing", 1],
      ],
    );
  });

  it("locate few matching rows among the many of one minute", async () => {
    const scope = await aMerchant();
    await make(
      scope,
      Array.from({ length: 2_000 }, (_, n) => n * 30),
      true,
    );
    await make(scope, [15_001, 15_400], false);
    for (const prepare of [async () => {}, rollUp]) {
      await prepare();
      const steps: PlanStep[] = [];
      const { rows, totals } = await db.read(scope, (tx) =>
        list(recordPlans(tx, steps), scope, { active: false, search: null }, { limit: 30, offset: 0 }),
      );
      assert.deepEqual([rows.length, totals], [2, 2]);
      const read = steps.filter(({ relation }) => relation === "payment_links").map((step) => step.rows);
      assert.ok(read.length > 0 && Math.max(...read) <= 20, `${read} rows were read`);
    }
  });
});
