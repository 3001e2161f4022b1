import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { type ListPage, type PageBounds, readUncountedPage } from "#server/db/lists/list.ts";
import { rollUpCounters } from "#server/db/lists/list-counters.ts";
import { matchesSearch, readSearchPage, SEARCH_BOUNDS, type SearchBounds } from "#server/db/search/search.ts";
import { indexStaleBuckets } from "#server/db/search/search-indexer.ts";
import { emptySql, inScope, sql, type Tx } from "#server/db/tx.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { fromMilliseconds, HOUR_MS, startOfDay } from "#server/kernel/time.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { type PlanStep, recordPlans } from "#server/testing/explain.ts";
import { QUICK_TIER_ONLY, randomRuns } from "#server/testing/random-runs.ts";
import { seedDatabase } from "#server/testing/seed.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const RUNS = randomRuns(3, 15);
const TRANSFERS = 3_000;
const TODAY = fromMilliseconds(Date.now()).slice(0, 10);

const db = await testDatabase();
// Advance the clock, so that stale time buckets are due at once.
db.advanceClock(HOUR_MS);
const client = new pg.Client({ connectionString: db.url });
await client.connect();
const [scope] = [await aSeeded(1), await aSeeded(2)];
while (await db.engine(rollUpCounters));
while (await db.engine(indexStaleBuckets));

type Item = { readonly id: string };

async function aSeeded(days: number): Promise<Scope> {
  const profile = {
    name: "Chez Jeanne",
    email: "j@example.cm",
    phone: "+237677000111",
    country: "CM",
    currency: "XAF",
  };
  const { id: merchant } = await db.engine((tx) => createMerchant(tx, profile, "test"));
  const own = { merchant, environment: "test" } as const;
  await seedDatabase(client, { ...own, transfers: TRANSFERS, days, is_direct: false, say: () => {} });
  await client.query(
    `insert into attempts (merchant, environment, id, subject, kind, channel, provider, amount, currency, receiver, country,
      reference, state, provider_reference, created_at, sent_at, ended_at, provider_id)
    select merchant, environment, replace(id, 'trf_', 'att_'), id, 'transfer', channel, 'sandbox', amount, currency, receiver, 'CM',
      reference, 'complete', id, created_at, created_at, created_at, 'MP26.' || lpad(row_number() over (order by id)::text, 6, '0')
    from transfers
    where merchant = $1 and status = 'complete'`,
    [merchant],
  );
  return own;
}

// Searches of one word and of several, of a frequent word with a rare one, of numbers and amounts as typed, and with
// accents.
const text = fc.constantFrom(
  ...[
    "ngo",
    "Jeanne Ngo",
    "ngo 17",
    "aïcha fouda 11",
    "AÏCHA",
    "order-",
    "ORDER-12",
    "order-1500-",
    "order ngo",
    // Joined words that are separate in the rows.
    "jeannengo",
    "ngo17",
    "order1500",
    "1500",
    "nobody",
  ],
  ...["ben_", "100%", "23769", "+237 6 90", "6 90 00 00 1", "00237 690", "237690000017", "0017", "500", "500 FCFA"],
  ...["aicha", "AI\u0308CHA", "Nǵo", "n'go"],
  // The beginning of a provider's reference in upper and lower case, and its middle.
  ...["MP26.000017", "mp26.0010", "mp 26.00", "MP26", "26.000017"],
);
const page: fc.Arbitrary<PageBounds> = fc.record({
  limit: fc.constantFrom(1, 7, 30, 100),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
});

describe("a search of many rows", () => {
  after(() => client.end());

  it("finds a common text in the newest rows only, and a rare one in the whole list", QUICK_TIER_ONLY, async () => {
    const bounds = { ...SEARCH_BOUNDS, sample: 100, scan_max: 200, matches_max: TRANSFERS / 2 };
    const find = (search: string): Promise<ListPage<Item>> =>
      db.read(scope, (tx) => searchTransfers(tx, search, bounds));
    const everywhere = await find("order");
    const newest = await client.query(
      "select id from transfers where merchant = $1 and reference like '%order%' order by id desc limit 200",
      [scope.merchant],
    );
    assert.ok(everywhere.totals > 100 && everywhere.totals <= 200);
    assert.deepEqual(
      everywhere.rows.map(({ id }) => id),
      newest.rows.slice(0, 10).map(({ id }) => id),
    );
    const seventeen = await client.query(
      "select id from transfers where merchant = $1 and reference like '%order-17%'",
      [scope.merchant],
    );
    assert.equal((await find("order-17-")).totals, seventeen.rows.length);
    // This search finds the provider's reference of an old transfer.
    assert.equal((await find("mp26.000003")).totals, 1);
    // These searches contain no trigram, so the index cannot help.
    for (const search of ["-1", "e", "a 1", "_ng"]) assert.ok((await find(search)).totals <= 200, search);
  });

  for (const [name, prepare] of [
    ["no merchant has most rows", async () => void (await client.query("analyze"))],
    ["the merchant has most rows, and some have changed", hasMost],
  ] as const) {
    it(`by trigrams returns the same rows as a full scan, when ${name}`, async () => {
      await prepare();
      const inputs = fc.record({
        search: text,
        status: fc.option(fc.constant("failed" as const), { nil: null, freq: 2 }),
        from: fc.option(fc.constant(startOfDay(TODAY)), { nil: null, freq: 2 }),
        page,
        sample: fc.constantFrom(20, TRANSFERS / 4),
      });
      await fc.assert(
        fc.asyncProperty(inputs, async ({ search, status, from, page: expected, sample }) => {
          const bounds = { ...SEARCH_BOUNDS, sample, scan_max: sample, matches_max: Number.MAX_SAFE_INTEGER };
          const where = sql`${inScope(scope)} ${status === null ? emptySql : sql`and status = ${status}`}`;
          const rows = { list: "transfers", columns: sql`id`, from: sql`transfers`, where } as const;
          await db.read(scope, async (tx) => {
            const search_text = { ...rows, is_filtered: status !== null };
            const matches = await readSearchPage<Item>(tx, scope, search_text, { search, from }, expected, bounds);
            const all = {
              ...rows,
              prefix: "trf",
              where: sql`${where} and ${matchesSearch(scope, "transfers", "transfers", search)}`,
            } as const;
            assert.deepEqual(
              matches,
              await readUncountedPage<Item>(tx, all, { from }, expected),
              `${search} ${status} ${from}`,
            );
          });
        }),
        { numRuns: RUNS },
      );
    });
  }

  it("uses the trigram index instead of scanning the list", QUICK_TIER_ONLY, async () => {
    await client.query("analyze");
    const bounds = { ...SEARCH_BOUNDS, sample: 50 };
    for (const search of ["order-1500-", "ngo 17", "nobody", "677", "MP26.0017"]) {
      const steps: PlanStep[] = [];
      await db.read(scope, (tx) => searchTransfers(recordPlans(tx, steps), search, bounds));
      const about = `${search}: ${JSON.stringify(steps)}`;
      assert.ok(
        steps.some(({ index }) => index === "search_index_trigrams"),
        about,
      );
      assert.ok(!steps.some(({ node }) => node === "Seq Scan"), about);
    }
  });

  it("is stopped after a timeout", QUICK_TIER_ONLY, async () => {
    const slow = sql`(select pg_sleep(10), t.* from transfers t offset 0) transfers`;
    const began_ms = performance.now();
    await assert.rejects(
      db.read(scope, (tx) => searchTransfers(tx, "order", { ...SEARCH_BOUNDS, timeout_ms: 200 }, slow)),
      (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.fields?.search?.[0]?.reason, "search_too_broad");
        return error.kind === "invalid";
      },
    );
    assert.ok(performance.now() - began_ms < 5_000);
  });
});

/** Simulates a merchant who owns nearly all rows, and makes some of the rows wait to be indexed again. */
async function hasMost(): Promise<void> {
  await client.query("update pg_class set reltuples = 1 where relname = 'search_index'");
  await db.write(scope, (tx) =>
    tx.run(sql`
      update beneficiaries set name = 'Ngo 1500'
      where ${inScope(scope)} and id in (select id from beneficiaries where ${inScope(scope)} order by id limit 20)`),
  );
}

function searchTransfers(tx: Tx, search: string, bounds: SearchBounds, from = sql`transfers`): Promise<ListPage<Item>> {
  const rows = { list: "transfers", columns: sql`id`, from, where: inScope(scope), is_filtered: false } as const;
  return readSearchPage<Item>(tx, scope, rows, { search }, { limit: 10, offset: 0 }, bounds);
}
