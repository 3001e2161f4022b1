import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { runChecks } from "#server/db/audit.ts";
import type { ListPage, PageBounds } from "#server/db/lists/list.ts";
import { rollUpCounters } from "#server/db/lists/list-counters.ts";
import { indexStaleBuckets, searchChecks } from "#server/db/search/search-indexer.ts";
import { inScope, Sql, sql, type Tx } from "#server/db/tx.ts";
import { newId } from "#server/kernel/ids.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { fromMilliseconds, HOUR_MS } from "#server/kernel/time.ts";
import { list as listBeneficiaries } from "#server/resources/beneficiaries/store.ts";
import { list as listCustomers } from "#server/resources/customers/store.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { list as listPayments } from "#server/resources/payments/store.ts";
import { list as listRefunds } from "#server/resources/refunds/store.ts";
import { list as listTransfers } from "#server/resources/transfers/store.ts";
import { seedDatabase } from "#server/testing/seed.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const RUNS = Number(process.env.KOLO_TEST_RUNS ?? 25);
const TRANSFERS = 2_000;

const db = await testDatabase();
// Advance the clock, so that stale time buckets are due at once.
db.advanceClock(HOUR_MS);

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
const [scope, neighbour] = [await aScope(), await aScope()];
const client = new pg.Client({ connectionString: db.url });
await client.connect();
for (const [index, { merchant, environment }] of [scope, neighbour].entries()) {
  await seedDatabase(client, {
    merchant,
    environment,
    transfers: TRANSFERS,
    days: 2 + index,
    is_direct: false,
    say: () => {},
  });
}

type Item = { readonly id: string };

/** A search query, and the SQL condition of its expected rows. */
interface Question {
  readonly ask: (tx: Tx, page: PageBounds) => Promise<ListPage<Item>>;
  readonly from: string;
  readonly where: string;
}

// Search texts: names, numbers and parts of them; wildcards of `like`; a text without matches; letters that few names
// share.
const TEXTS = [
  ...["ngo", "NGO", "Jeanne M", "aïcha", "AÏCHA", "ngo 17", "o 1", "e", "7", "a 1", "1%", "_", "\\", "100%", "nobody"],
  ...["500", "1000", "AICHA", "aï cha"],
  ...[
    "order-",
    "ORDER-12",
    "order-1500-",
    "cart-1",
    "@example",
    "b17@",
    "renamed",
    "Renamed 3",
    "23769",
    "+237 6 90",
    "(00)-0",
  ],
] as const;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
// Normalizes case, spaces and the only accent that these names have.
const form = (column: string): string => `translate(lower(${column}), 'ïÏ -', 'ii')`;
const has = (column: string, text: string): string => `position(${form(quoted(text))} in ${form(column)}) > 0`;
const hasDigits = (column: string, text: string): string =>
  /^[+\d\s().-]*\d[+\d\s().-]*$/.test(text) ? `position('${text.replace(/\D/g, "")}' in ${column}) > 0` : "false";
const hasPerson = (alias: string, text: string): string =>
  `(${has(`${alias}.name`, text)} or coalesce(${has(`${alias}.email`, text)}, false) or ${hasDigits(`${alias}.phone`, text)})`;

const text = fc.constantFrom(...TEXTS);
const maybe = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 2 });
const ever = { from: null, until: null };
const channels = fc.option(fc.subarray(["cm.mtn", "cm.orange"], { minLength: 1 }), { nil: null, freq: 2 });
const among = (selected: readonly string[] | null): string =>
  selected === null ? "true" : `channel in (${selected.map(quoted).join(", ")})`;
const stated = (status: string | null): string => (status === null ? "true" : `status = '${status}'`);

const questions: Readonly<Record<string, fc.Arbitrary<Question>>> = {
  transfers: fc
    .record({ text, status: maybe("failed" as const, "complete" as const), channels })
    .map(({ text: search, ...filter }) => ({
      ask: (tx, page) => listTransfers(tx, scope, { ...filter, ...ever, bulk: null, search }, page),
      from: "transfers t",
      where: `${stated(filter.status)} and ${among(filter.channels)} and (${has("reference", search)}
      or amount::text = ${quoted(search)} or exists (
      select from beneficiaries b
      where b.merchant = t.merchant and b.environment = t.environment and b.id = t.beneficiary
        and (${has("b.id", search)} or ${has("b.name", search)} or ${hasDigits("b.phone", search)})))`,
    })),
  payments: fc
    .record({ text, status: maybe("expired" as const, "complete" as const), channels })
    .map(({ text: search, ...filter }) => ({
      ask: (tx, page) => listPayments(tx, scope, { ...filter, ...ever, customer: null, search }, page),
      from: "payments t",
      where: `${stated(filter.status)} and ${among(filter.channels)} and (${has("reference", search)}
      or amount::text = ${quoted(search)} or ${hasDigits("phone", search)} or exists (
        select from customers c
        where c.merchant = t.merchant and c.environment = t.environment and c.id = t.customer and ${hasPerson("c", search)}))`,
    })),
  refunds: fc
    .record({ text, status: maybe("failed" as const, "complete" as const) })
    .map(({ text: search, status }) => ({
      ask: (tx, page) => listRefunds(tx, scope, { status, payment: null, search }, page),
      from: "refunds t",
      where: `${stated(status)} and (amount::text = ${quoted(search)} or ${hasDigits("receiver", search)} or exists (
        select from payments p
        left join customers c on c.merchant = p.merchant and c.environment = p.environment and c.id = p.customer
        where p.merchant = t.merchant and p.environment = t.environment and p.id = t.payment
          and (${has("p.id", search)} or ${has("p.reference", search)} or ${hasPerson("c", search)})))`,
    })),
  beneficiaries: fc.record({ text, type: maybe("bank_account" as const) }).map(({ text: search, type }) => ({
    ask: (tx, page) => listBeneficiaries(tx, scope, { search, type, country: null }, page),
    from: "beneficiaries t",
    where: `listed and deleted_at is null and ${type === null ? "true" : `type = '${type}'`} and ${hasPerson("t", search)}`,
  })),
  customers: text.map((search) => ({
    ask: (tx, page) => listCustomers(tx, scope, search, page),
    from: "customers t",
    where: `deleted_at is null and ${hasPerson("t", search)}`,
  })),
};
const any = fc.oneof(...Object.values(questions));
const page: fc.Arbitrary<PageBounds> = fc.record({
  limit: fc.constantFrom(1, 7, 30, 100),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
});

/** Compares the search result with the expected rows in one snapshot. */
async function compare({ ask, from, where }: Question, bounds: PageBounds): Promise<void> {
  await db.read(scope, async (tx) => {
    const { rows, totals } = await ask(tx, bounds);
    const truth = await tx.rows<Item>(
      new Sql(
        [
          `select id from ${from} where merchant = '${scope.merchant}' and environment = 'test' and ${where} order by id desc`,
        ],
        [],
      ),
    );
    const about = `${from} where ${where}, ${bounds.limit} from ${bounds.offset}`;
    assert.equal(totals, truth.length, about);
    assert.deepEqual(
      rows.map(({ id }) => id),
      truth.slice(bounds.offset, bounds.offset + bounds.limit).map(({ id }) => id),
      about,
    );
  });
}

/**
 * A search for a frequent text, whose matches are counted among the newest fifty thousand rows only; here, these are
 * all rows.
 */
const many: Question = {
  ask: (tx, page) =>
    listTransfers(tx, scope, { search: "renamed while", status: null, channels: null, bulk: null, ...ever }, page),
  from: "transfers t",
  where: `exists (
    select from beneficiaries b
    where b.merchant = t.merchant and b.environment = t.environment and b.id = t.beneficiary
      and ${has("b.name", "renamed while")})`,
};

const isIndexed = async (): Promise<void> => {
  while (await db.engine(rollUpCounters));
  while (await db.engine(indexStaleBuckets));
};

describe("a search", () => {
  after(() => client.end());

  for (const [name, prepare] of [
    ["was not rolled up", async () => {}],
    ["was rolled up and not indexed", async () => void (await db.engine(rollUpCounters))],
    ["was indexed in part", async () => void (await isHalfIndexed())],
    ["was indexed", isIndexed],
  ] as const) {
    it(`finds exactly the rows with the text, when the last change ${name}`, async () => {
      await prepare();
      await fc.assert(fc.asyncProperty(any, page, compare), { numRuns: RUNS });
    });
  }

  it("indexes every row of the lists, and nothing else", async () => {
    await isIndexed();
    const { rows } = await client.query(
      "select left(id, 3) as prefix, count(*)::int as count from search_index where merchant = $1 group by 1 order by 1",
      [scope.merchant],
    );
    const { rows: words } = await client.query(
      "select left(id, 3) as prefix, count(*)::int as count from searchable where merchant = $1 group by 1 order by 1",
      [scope.merchant],
    );
    assert.equal(words.length, 5);
    assert.deepEqual(rows, words);
    assert.deepEqual(await broken(), []);
    await client.query("update search_index set text = 'other' where id = (select max(id) from search_index)");
    assert.equal((await broken()).length, 1);
    // A stale time bucket of another list or merchant must not affect this row.
    await client.query(
      `insert into search_stale (merchant, environment, list, bucket, due_at)
      select input.merchant, 'test', input.list, r.bucket, now()
      from (select bucket from search_index where id = (select max(id) from search_index)) r
      cross join (values ($1, 'payments'), ($2, 'payments'), ($1, 'transfers'), ($2, 'transfers')) as input (merchant, list)
      where not exists (
        select from search_index o
        where o.text = 'other' and (o.merchant, 'transfers') = (input.merchant, input.list)
      )`,
      [scope.merchant, neighbour.merchant],
    );
    assert.equal((await broken()).length, 1);
    await client.query("update search_index set text = 'other'");
    await client.query(`insert into search_stale (merchant, environment, list, bucket, due_at)
      select distinct merchant, environment, list, bucket, now() from list_counts
      where level = 2 and list in ('transfers', 'payments', 'refunds', 'beneficiaries', 'customers')`);
    assert.deepEqual(await broken(), []);
    await isIndexed();
    assert.deepEqual(await broken(), []);
  });

  it("skips stale time buckets that are not due, and finds their rows meanwhile", async () => {
    await isIndexed();
    await client.query(`insert into search_stale (merchant, environment, list, bucket, due_at)
      select merchant, environment, list, bucket, now() + interval '2 hours'
      from list_counts where level = 2 and list = 'transfers' limit 1`);
    // The clock of this database is an hour ahead.
    assert.equal(await db.engine(indexStaleBuckets), false);
    const waiting = "select count(*)::int as waiting from search_stale";
    assert.equal((await client.query(waiting)).rows[0].waiting, 1);
    await compare(many, { limit: 30, offset: 0 });
    await client.query("update search_stale set due_at = now()");
    assert.equal(await db.engine(indexStaleBuckets), true);
    await isIndexed();
    assert.equal((await client.query(waiting)).rows[0].waiting, 0);
  });

  it("indexes a large time bucket in parts, and again from its beginning when a row changes meanwhile", async () => {
    await isIndexed();
    const at = fromMilliseconds(Date.now() - HOUR_MS);
    await client.query(
      `insert into transfers (merchant, environment, id, reference, amount, fee, amount_total, currency, channel,
        beneficiary, receiver, status, created_at, updated_at)
      select $1, 'test', input.id, 'many-' || input.id, 1, 0, 1, 'XAF', 'cm.mtn', b.id, '+237670000000', 'canceled', $3, $3
      from unnest($2::text[]) as input (id)
      cross join (select id from beneficiaries where merchant = $1 order by id limit 1) b`,
      [scope.merchant, Array.from({ length: 5_000 }, () => newId("trf", at)), at],
    );
    while (await db.engine(rollUpCounters));
    const parts = "select count(*)::int as read from search_index where text like 'manytrf%'";
    const isRead = async (): Promise<number> => (await client.query(parts)).rows[0].read;
    await db.engine(indexStaleBuckets);
    const first = await isRead();
    assert.ok(first > 0 && first < 5_000, `${first}`);
    await compare(many, { limit: 30, offset: 4_000 });
    await db.write(scope, (tx) =>
      tx.run(sql`
        update beneficiaries set name = 'Renamed while it is read'
        where ${inScope(scope)} and id = (select min(id) from beneficiaries where ${inScope(scope)})`),
    );
    assert.deepEqual(await broken(), []);
    await compare(many, { limit: 30, offset: 4_000 });
    await isIndexed();
    assert.equal(await isRead(), 5_000);
    assert.deepEqual(await broken(), []);
    await compare(many, { limit: 30, offset: 4_000 });
    await client.query("delete from transfers where reference like 'many-%'");
    await isIndexed();
    assert.equal(await isRead(), 0);
  });

  it("finds the rows while people are renamed and deleted, transfers are created, and the indexer runs", async () => {
    const writing = { is_over: false, turns: 0 };
    const rollUp = (): Promise<unknown> => db.engine(rollUpCounters);
    const index = (): Promise<unknown> => db.engine(indexStaleBuckets);
    const writers = [change, change, rollUp, index].map(async (work) => {
      while (!writing.is_over) {
        await work();
        writing.turns += 1;
      }
    });
    try {
      await fc.assert(fc.asyncProperty(any, page, compare), { numRuns: RUNS * 3 });
    } finally {
      writing.is_over = true;
      await Promise.all(writers);
    }
    assert.ok(writing.turns > 10);
    assert.deepEqual(await broken(), []);
    // Advance the clock, because the newest time buckets are indexed only after they end.
    db.advanceClock(HOUR_MS);
    await isIndexed();
    assert.deepEqual(await broken(), []);
    const { rows } = await client.query("select count(*)::int as waiting from search_stale");
    assert.deepEqual(rows, [{ waiting: 0 }]);
    await fc.assert(fc.asyncProperty(any, page, compare), { numRuns: RUNS });
  });

  it("never finds another merchant's rows, or those of the other environment", async () => {
    await isIndexed();
    const live: Scope = { ...scope, environment: "live" };
    const own = await db.read(scope, (tx) => tx.rows<Item>(sql`select id from own_search_index`));
    const others = await db.read(neighbour, (tx) => tx.rows<Item>(sql`select id from own_search_index`));
    assert.ok(own.length > TRANSFERS && others.length > TRANSFERS);
    const all = new Set(own.map(({ id }) => id));
    assert.ok(!others.some(({ id }) => all.has(id)));
    assert.deepEqual(await db.read(live, (tx) => tx.rows(sql`select id from own_search_index`)), []);
    assert.deepEqual(await db.engine((tx) => tx.rows(sql`select id from own_search_index`)), []);
    const parts = `${neighbour.merchant}testtrf`;
    assert.deepEqual(
      await db.read(scope, (tx) => tx.rows(sql`select id from own_search_trigrams where scope = ${parts}`)),
      [],
    );
    assert.ok(
      (await db.read(neighbour, (tx) => tx.rows(sql`select id from own_search_trigrams where scope = ${parts}`)))
        .length > 0,
    );
    await assert.rejects(
      db.read(scope, (tx) => tx.rows(sql`select id from search_index`)),
      /permission denied/,
    );
  });
});

async function broken(): Promise<readonly object[]> {
  const findings = await db.longRead((tx) => runChecks(tx, searchChecks));
  return findings.flatMap((finding) => finding.broken);
}

async function isHalfIndexed(): Promise<void> {
  while (await db.engine(rollUpCounters));
  for (let turn = 0; turn < 40; turn += 1) await db.engine(indexStaleBuckets);
}

/** Renames or deletes some people, and pays someone. */
async function change(): Promise<void> {
  const some = (table: string, count: number): Sql =>
    new Sql([`(select id from ${table} order by md5(id || clock_timestamp()) limit ${count})`], []);
  await db.write(scope, async (tx) => {
    await tx.run(sql`
      update beneficiaries set name = 'Renamed ' || (random() * 9)::int, updated_at = ${tx.now}
      where ${inScope(scope)} and id in ${some("beneficiaries", 2)}`);
    await tx.run(sql`
      update customers set email = 'renamed' || (random() * 9)::int || '@example.cm'
      where ${inScope(scope)} and id in ${some("customers", 2)}`);
    await tx.run(sql`update customers set deleted_at = ${tx.now} where id in ${some("customers", 1)}`);
    await tx.run(sql`
      insert into transfers (merchant, environment, id, reference, amount, fee, amount_total, currency, channel,
        beneficiary, receiver, status, created_at, updated_at)
      select merchant, environment, ${newId("trf", tx.now)}, 'new-' || gen_random_uuid(), 1, 0, 1, 'XAF', 'cm.mtn', id,
        '+237670000000', 'pending', ${tx.now}, ${tx.now}
      from beneficiaries where id in ${some("beneficiaries", 1)}`);
  });
}
