import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { runChecks } from "#server/db/audit.ts";
import type { ListPage, PageBounds } from "#server/db/lists/list.ts";
import { counterChecks, rollUpCounters } from "#server/db/lists/list-counters.ts";
import { Sql, sql, type Tx } from "#server/db/tx.ts";
import { listEvents } from "#server/events/events.ts";
import { firstIdAt, newId } from "#server/kernel/ids.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { fromMilliseconds } from "#server/kernel/time.ts";
import { startOfDayIn } from "#server/kernel/time-zone.ts";
import { listBalanceMovements } from "#server/ledger/movements.ts";
import { list as listBeneficiaries } from "#server/resources/beneficiaries/store.ts";
import { list as listBulks } from "#server/resources/bulk/store.ts";
import { list as listCustomers } from "#server/resources/customers/store.ts";
import { list as listDeliveries } from "#server/resources/deliveries/store.ts";
import { list as listLinks } from "#server/resources/links/store.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { list as listPayments } from "#server/resources/payments/store.ts";
import { list as listRefunds } from "#server/resources/refunds/store.ts";
import { list as listTransfers } from "#server/resources/transfers/store.ts";
import { list as listWebhooks } from "#server/resources/webhooks/store.ts";
import { type PlanStep, recordPlans } from "#server/testing/explain.ts";
import { randomRuns } from "#server/testing/random-runs.ts";
import { seedDatabase } from "#server/testing/seed.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const RUNS = randomRuns(4, 24);
const TRANSFERS = 5_000;
const DAYS = 4;
// A page reads part of a time bucket, which has a thousand entries. The buckets of minutes have fewer.
const ROWS_READ_MAX = 1_100;
// For each status and channel, a page reads the counters of an hour's minutes and of the page's own minutes: 510 for
// five channels. Without hourly counters it would read more, because a day here has 1,250 minutes with a transfer.
const COUNTERS_READ_MAX = 600;
const DAY_MS = 86_400_000;

const db = await testDatabase();
const scope: Scope = {
  environment: "test",
  merchant: await db.engine(async (tx) => {
    const profile = {
      name: "Chez Jeanne",
      email: "j@example.cm",
      phone: "+237677000111",
      country: "CM",
      currency: "XAF",
    };
    return (await createMerchant(tx, profile, "test")).id;
  }),
};
const client = new pg.Client({ connectionString: db.url });
await client.connect();
const seed = { ...scope, transfers: TRANSFERS, days: DAYS, is_direct: false, say: () => {} };
const made = await seedDatabase(client, seed);

type Item = { readonly id: string | bigint };

/** A list query, and the SQL condition of its expected rows. */
interface Question {
  readonly name: string;
  readonly ask: (tx: Tx, page: PageBounds) => Promise<ListPage<Item>>;
  readonly from: string;
  readonly where: string;
}

const day = fc
  .integer({ min: -1, max: DAYS + 1 })
  .map((back) => fromMilliseconds(Date.now() - back * DAY_MS).slice(0, 10));
// Each filter is absent half of the time: a filter that selects few rows, such as a bulk, would hide the effect of the
// others.
const maybe = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 2 });
const channels = fc.option(fc.subarray(["cm.mtn", "cm.orange", "cm.bank", "", "none"], { minLength: 1 }), {
  nil: null,
  freq: 2,
});
// Time zones that equal UTC, or differ from it by full hours or by fractions of an hour.
const zone = fc.constantFrom("UTC", "Africa/Douala", "Asia/Kolkata", "America/New_York", "Asia/Kathmandu");
const days = fc
  .tuple(zone, fc.option(day, { nil: null, freq: 2 }), fc.option(day, { nil: null, freq: 2 }))
  .map(([name, from, until]) => ({
    from: from && startOfDayIn(name, from),
    until: until && startOfDayIn(name, until),
  }));

const text = (value: string): string => `'${value}'`;
function conditions(
  filter_values: Readonly<Record<string, string | null>>,
  span: { from: string | null; until: string | null },
): string {
  const all = Object.entries(filter_values).flatMap(([column, value]) =>
    value === null ? [] : [`${column} = ${text(value)}`],
  );
  if (span.from) all.push(`created_at >= ${text(span.from)}`);
  if (span.until) all.push(`created_at < ${text(span.until)}`);
  return all.length === 0 ? "true" : all.join(" and ");
}
const among = (selected: readonly string[] | null): string =>
  selected === null ? "true" : `channel in (${selected.map(text).join(", ")})`;
const ever = { from: null, until: null };

const TRANSFER_STATUSES = ["pending", "processing", "complete", "failed", "canceled"] as const;
const BENEFICIARY_TYPES = ["mobile_money", "bank_account", "cash_pickup"] as const;
const REFUND_STATUSES = ["complete", "failed", "pending"] as const;
const PAYMENT_STATUSES = ["pending", "complete", "failed", "canceled", "expired"] as const;

const questions: Readonly<Record<string, fc.Arbitrary<Question>>> = {
  transfers: fc
    .record({ status: maybe(...TRANSFER_STATUSES), channels, bulk: maybe(made.bulk), days })
    .map((filter) => ({
      name: "transfers",
      ask: (tx, page) => listTransfers(tx, scope, { ...filter, ...filter.days, search: null }, page),
      from: "transfers",
      where: `${conditions({ status: filter.status, bulk: filter.bulk }, filter.days)} and ${among(filter.channels)}`,
    })),
  payments: fc
    .record({ status: maybe(...PAYMENT_STATUSES), channels, customer: maybe(made.customer), days })
    .map((filter) => ({
      name: "payments",
      ask: (tx, page) => listPayments(tx, scope, { ...filter, ...filter.days, search: null }, page),
      from: "payments",
      where: `${conditions({ status: filter.status, customer: filter.customer }, filter.days)} and ${among(filter.channels)}`,
    })),
  refunds: fc.record({ status: maybe(...REFUND_STATUSES), payment: maybe(made.payment) }).map((filter) => ({
    name: "refunds",
    ask: (tx, page) => listRefunds(tx, scope, { ...filter, search: null }, page),
    from: "refunds",
    where: conditions(filter, ever),
  })),
  links: maybe(true, false).map((active) => ({
    name: "links",
    ask: (tx, page) => listLinks(tx, scope, { active, search: null }, page),
    from: "payment_links",
    where: active === null ? "true" : `active = ${active}`,
  })),
  beneficiaries: fc.record({ country: maybe("CM", "SN", "FR"), type: maybe(...BENEFICIARY_TYPES) }).map((filter) => ({
    name: "beneficiaries",
    ask: (tx, page) => listBeneficiaries(tx, scope, { ...filter, search: null }, page),
    from: "beneficiaries",
    where: `listed and deleted_at is null and ${conditions(filter, ever)}`,
  })),
  customers: fc.constant({
    name: "customers",
    ask: (tx, page) => listCustomers(tx, scope, null, page),
    from: "customers",
    where: "deleted_at is null",
  }),
  bulks: fc.constant({
    name: "bulk_transfers",
    ask: (tx, page) =>
      listBulks(tx, scope, { schedule: null, search: null, scheduled: { from: null, until: null } }, page),
    from: "bulk_transfers",
    where: "true",
  }),
  webhooks: fc.constant({
    name: "webhooks",
    ask: (tx, page) => listWebhooks(tx, scope, page),
    from: "webhooks",
    where: "deleted_at is null",
  }),
  movements: fc.constantFrom("XAF", "EUR").map((currency) => ({
    name: "movements",
    ask: (tx, page) => listBalanceMovements(tx, scope, currency, page),
    from: "entries",
    where: `currency = '${currency}' and 'available' in (debit, credit)`,
  })),
  events: fc
    .record({
      type: maybe("transfer.created", "transfer.failed", "customer.created"),
      resource: maybe(made.resource),
      days,
    })
    .map((filter) => ({
      name: "events",
      ask: (tx, page) => listEvents(tx, scope, { ...filter, ...filter.days }, page),
      from: "events",
      where: conditions({ type: filter.type, resource: filter.resource }, filter.days),
    })),
  deliveries: fc
    .record({
      states: fc.subarray(["open", "delivered", "exhausted"] as const, { minLength: 1 }),
      type: maybe("transfer.created", "transfer.failed"),
      resource: maybe(made.resource),
      days,
    })
    .map(({ states, ...fields }) => ({
      name: "deliveries",
      ask: (tx, page) => {
        const ended = (["delivered", "exhausted"] as const).filter((state) => states.includes(state));
        const filter = { ...fields, ...fields.days, open: states.includes("open"), ended };
        return listDeliveries(tx, scope, made.webhook, filter, page);
      },
      from: `(select merchant, environment, webhook, id, type, resource, created_at, 'open' as state from open_deliveries
        union all select merchant, environment, webhook, id, type, resource, created_at, state from ended_deliveries) d`,
      where: `webhook = '${made.webhook}' and state in (${states.map(text).join(", ")})
        and ${conditions({ type: fields.type, resource: fields.resource }, fields.days)}`,
    })),
};

const page: fc.Arbitrary<PageBounds> = fc.record({
  limit: fc.constantFrom(1, 7, 30, 100),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: TRANSFERS + 200 })),
});

/** Compares the list with the expected rows in one snapshot. */
async function compare({ name, ask, from, where }: Question, bounds: PageBounds): Promise<void> {
  await db.read(scope, async (tx) => {
    const { rows, totals } = await ask(tx, bounds);
    const own = `merchant = '${scope.merchant}' and environment = 'test'`;
    const truth = await tx.rows<Item>(
      new Sql([`select id from ${from} where ${own} and ${where} order by id desc`], []),
    );
    const about = `${name} where ${where}, ${bounds.limit} from ${bounds.offset}`;
    assert.equal(totals, truth.length, about);
    assert.deepEqual(
      rows.map(({ id }) => id),
      truth.slice(bounds.offset, bounds.offset + bounds.limit).map(({ id }) => id),
      about,
    );
  });
}

/** Timestamps one minute apart, newest first. */
const minutes = Array.from({ length: 330 }, (_, minute) => fromMilliseconds(Date.now() - minute * 60_000));

describe("a list", () => {
  after(() => client.end());
  for (const [name, question] of Object.entries(questions)) {
    it(`of ${name} has exactly the rows of its filter, and their count, on every page`, async () => {
      await fc.assert(fc.asyncProperty(question, page, compare), { numRuns: RUNS });
    });
  }

  for (const [name, question] of Object.entries(questions)) {
    it(`of ${name} reads by index and only slightly more rows than its page, as the restricted role`, async () => {
      while (await db.engine(rollUpCounters));
      await client.query("analyze");
      for (const bounds of [
        { limit: 30, offset: 0 },
        { limit: 100, offset: 1_500 },
      ]) {
        for (const { ask, where } of fc.sample(question, { numRuns: RUNS, seed: 1 })) {
          const steps: PlanStep[] = [];
          await db.read(scope, (tx) => ask(recordPlans(tx, steps), bounds));
          const about = `${where}: ${JSON.stringify(steps.filter(({ rows }) => rows > 100))}`;
          assert.ok(steps.length > 0);
          assert.ok(!steps.some(({ node }) => node === "Seq Scan"), about);
          for (const { relation, rows } of steps) {
            if (relation === null) continue;
            assert.ok(rows <= (relation.startsWith("list_") ? COUNTERS_READ_MAX : ROWS_READ_MAX), about);
          }
        }
      }
    });
  }

  it("has the right rows and counts if rolled-up rows of one channel have changed status", async () => {
    const channels = ["x.first", "x.second"];
    await client.query(
      `insert into transfers (merchant, environment, id, reference, amount, fee, amount_total, currency, channel,
        beneficiary, receiver, status, created_at, updated_at, completed_at)
      select $1, 'test', input.id, input.id, 1, 0, 1, 'XAF', input.channel, b.id, '+237670000000', 'complete', at, at, at
      from unnest($2::text[], $3::text[], $4::timestamptz[]) as input (id, channel, at)
      cross join (select id from beneficiaries where merchant = $1 limit 1) b`,
      [
        scope.merchant,
        minutes.map((at) => newId("trf", at)),
        minutes.map((_, minute) => channels[minute < 130 ? 0 : 1]),
        minutes,
      ],
    );
    while (await db.engine(rollUpCounters));
    await client.query(
      `update transfers set status = 'canceled', completed_at = null
      where merchant = $1 and channel = 'x.first' and id >= $2`,
      [scope.merchant, firstIdAt("trf", minutes[99] ?? "")],
    );
    const filter = { status: "complete", channels, bulk: null, search: null, ...ever } as const;
    const where = "status = 'complete' and channel in ('x.first', 'x.second')";
    // Change all rows of a status in one statement, so that its rolled-up counters become zero.
    await client.query("update transfers set status = 'processing', completed_at = null where channel = 'x.second'");
    const [all, gone] = [{ ...filter, status: null }, "channel in ('x.first', 'x.second')"];
    const askAll: Question["ask"] = (tx, page) => listTransfers(tx, scope, all, page);
    await compare({ name: "transfers", ask: askAll, from: "transfers", where: gone }, { limit: 100, offset: 250 });
    await client.query("update transfers set status = 'complete', completed_at = now() where channel = 'x.second'");
    for (const bounds of [0, 20, 130].map((offset) => ({ limit: 30, offset }))) {
      const ask: Question["ask"] = (tx, page) => listTransfers(tx, scope, filter, page);
      await compare({ name: "transfers", ask, from: "transfers", where }, bounds);
    }
  });

  it("has the right rows and counts while rows change and counters are rolled up", async () => {
    const writing = { is_over: false, turns: 0 };
    const writers = [change, change, rollUp].map(async (work) => {
      while (!writing.is_over) {
        await db.engine(work);
        writing.turns += 1;
      }
    });
    const any = fc.oneof(...Object.values(questions));
    try {
      do await fc.assert(fc.asyncProperty(any, page, compare), { numRuns: RUNS * 3 });
      while (writing.turns <= 10);
    } finally {
      writing.is_over = true;
      await Promise.all(writers);
    }
    const findings = await db.longRead((tx) => runChecks(tx, counterChecks));
    assert.deepEqual(
      findings.flatMap(({ broken }) => broken),
      [],
    );
    while (await db.engine(rollUpCounters));
    const check_results = await db.longRead((tx) => runChecks(tx, counterChecks));
    assert.deepEqual(
      check_results.flatMap(({ broken }) => broken),
      [],
    );
    const [left] = (
      await client.query(
        "select (select count(*) from list_deltas) as deltas, (select count(*) from list_counts where count = 0) as zeros",
      )
    ).rows;
    assert.deepEqual(left, { deltas: "0", zeros: "0" });
  });
});

async function rollUp(tx: Tx): Promise<void> {
  await rollUpCounters(tx);
}

/** Changes the status of some rows of several lists, hides some, and inserts some. */
async function change(tx: Tx): Promise<void> {
  const some = (table: string, count: number): Sql =>
    new Sql(
      [
        `(select id from ${table} where merchant = '${scope.merchant}' order by md5(id || clock_timestamp()) limit ${count})`,
      ],
      [],
    );
  const status = TRANSFER_STATUSES[Math.floor(Math.random() * TRANSFER_STATUSES.length)];
  await tx.run(sql`
    update transfers
    set status = ${status}, failure_reason = case when ${status}::text = 'failed' then 'x' end,
      failure_code = case when ${status}::text = 'failed' then 'provider_error' end,
      completed_at = case when ${status}::text = 'complete' then now() end
    where merchant = ${scope.merchant} and status <> 'complete' and id in ${some("transfers", 400)}`);
  await tx.run(
    sql`update customers set deleted_at = now() where merchant = ${scope.merchant} and id in ${some("customers", 1)}`,
  );
  await tx.run(sql`
    update payments set status = 'expired', completed_at = null, failure_code = null, failure_reason = null
    where merchant = ${scope.merchant} and id in ${some("payments", 3)}`);
  await tx.run(sql`
    insert into bulk_transfers (merchant, environment, id, currency, total_amount, total_fee, total_transfers, created_at)
    select merchant, environment, left(id, 20) || right(md5(clock_timestamp()::text), 10), currency, 1, 0, 1, created_at
    from bulk_transfers where id in ${some("bulk_transfers", 1)}`);
  await tx.run(sql`
    with moved as (
      delete from ended_deliveries where merchant = ${scope.merchant} and id in ${some("ended_deliveries", 2)} returning *
    )
    insert into open_deliveries (merchant, environment, webhook, id, event, type, resource, sequence, position, created_at, due_at)
    select merchant, environment, webhook, id, event, type, resource, sequence, position, created_at, created_at
    from moved`);
}
