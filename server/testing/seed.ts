import type pg from "pg";

/** The merchant, the number of transfers, and the number of days up to now. The other lists grow with the transfers. */
export interface SeedOptions {
  readonly merchant: string;
  readonly environment: string;
  readonly transfers: number;
  readonly days: number;
  /**
   * Whether to bypass the database's constraints and counters, and to fill the counters at the end: many times faster.
   */
  readonly is_direct: boolean;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

/** Ids of seeded rows, for requests of lists. */
export interface SeededIds {
  readonly bulk: string;
  readonly customer: string;
  readonly payment: string;
  readonly webhook: string;
  readonly resource: string;
}

const CHUNK = 250_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Rows of each list per thousand transfers. */
const ROWS_PER_THOUSAND_TRANSFERS = {
  beneficiaries: 50,
  customers: 50,
  bulk_transfers: 1,
  payments: 200,
  refunds: 10,
  payment_links: 2,
  entries: 200,
  events: 200,
  deliveries: 100,
} as const;
const BULK_SIZE = 100;
const WEBHOOKS = 12;
const STUCK_TRANSFERS = 40;

/**
 * Fills every list of a merchant as a busy year would. Most transfers are complete, some failed, and very few have a
 * rare status or channel. More rows fall in the day than in the night. The same options produce the same rows: a seeded
 * id derives from the instant and the row's number, while the service's ids are random.
 */
export async function seedDatabase(client: pg.Client, seed: SeedOptions): Promise<SeededIds> {
  const { say, transfers } = seed;
  const count = (share: number): number => Math.max(1, Math.round((transfers * share) / 1_000));
  // Inserts without triggers and foreign keys, which would take several times as long as the rows.
  await client.query("set session_replication_role = replica");
  await client.query(helperFunctionsSql(seed));
  for (const { table, share, insert } of STEPS) {
    const rows = share === null ? (table === "webhooks" ? WEBHOOKS : transfers) : count(share);
    await client.query(`create or replace function pg_temp.made(n bigint) returns bigint language sql immutable
      return pg_temp.at((n * (${transfers}::float8 / ${rows}))::bigint)`);
    const text = insert
      .replaceAll(":beneficiaries", String(count(ROWS_PER_THOUSAND_TRANSFERS.beneficiaries)))
      .replaceAll(":customers", String(count(ROWS_PER_THOUSAND_TRANSFERS.customers)))
      .replaceAll(":events", String(count(ROWS_PER_THOUSAND_TRANSFERS.events)))
      .replaceAll(":payments", String(count(ROWS_PER_THOUSAND_TRANSFERS.payments)))
      .replaceAll(":bulks", String(count(ROWS_PER_THOUSAND_TRANSFERS.bulk_transfers)))
      .replaceAll(":transfers", String(transfers))
      .replaceAll(":rows", String(rows));
    for (let first = 0; first < rows; first += CHUNK) {
      await client.query(text, [seed.merchant, seed.environment, first, Math.min(first + CHUNK, rows) - 1]);
    }
    say(`${rows} ${table}`);
  }
  await client.query("set session_replication_role = origin");
  if (seed.is_direct) {
    await fillCounts(client, seed);
    say("counted");
    await fillSearch(client, seed);
    say("searchable");
    await client.query("vacuum analyze");
    say("vacuumed");
  } else {
    await client.query(COUNT_ADDED);
  }
  return readSeededIds(client, seed);
}

async function fillCounts(client: pg.Client, { merchant, environment }: SeedOptions): Promise<void> {
  await client.query("begin; lock table list_counts, list_deltas");
  for (const table of ["list_counts", "list_deltas"]) {
    await client.query(`delete from ${table} where merchant = $1 and environment = $2`, [merchant, environment]);
  }
  await client.query(FILL_COUNTS, [merchant, environment]);
  await client.query("commit");
}

/**
 * Fills the search index. Drops its trigram index first and recreates it at the end: updating it row by row would take
 * longer than everything else.
 */
async function fillSearch(client: pg.Client, { merchant, environment }: SeedOptions): Promise<void> {
  const index = "search_index_trigrams";
  const { rows } = await client.query<{ text: string }>(`select pg_get_indexdef('${index}'::regclass) as text`);
  await client.query(`drop index ${index}`);
  for (const view of [
    "searchable_transfers",
    "searchable_payments",
    "searchable_refunds",
    "searchable_beneficiaries",
    "searchable_customers",
  ]) {
    await client.query(
      `insert into search_index (merchant, environment, id, bucket, text, phones, amount)
      select merchant, environment, id, bucket, text, phones, amount
      from ${view}
      where merchant = $1 and environment = $2
      order by id`,
      [merchant, environment],
    );
  }
  await client.query("set maintenance_work_mem = '256MB'");
  await client.query(rows[0]?.text ?? "");
}

async function readSeededIds(client: pg.Client, { merchant, environment }: SeedOptions): Promise<SeededIds> {
  const firstId = async (query: string): Promise<string> => {
    const { rows } = await client.query<{ id: string }>(query, [merchant, environment]);
    return rows[0]?.id ?? "";
  };
  const selectFirst = (table: string, column = "id"): string =>
    `select ${column} as id from ${table} where merchant = $1 and environment = $2 order by id limit 1`;
  return {
    bulk: await firstId(selectFirst("bulk_transfers")),
    customer: await firstId(selectFirst("customers")),
    payment: await firstId(selectFirst("refunds", "payment")),
    webhook: await firstId(selectFirst("webhooks")),
    resource: await firstId(selectFirst("events", "resource")),
  };
}

/** SQL functions for the inserts: the instant of the nth row, and its id. */
function helperFunctionsSql({ days, transfers }: SeedOptions): string {
  const base32Digit = (shift: number): string =>
    `substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> ${shift}) & 31)::int + 1, 1)`;
  const time = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0].map(base32Digit).join(" || ");
  const step = (days * DAY_MS) / transfers;
  const first_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - days * DAY_MS;
  return `
    set timezone = 'UTC';
    create or replace function pg_temp.at(n bigint) returns bigint language sql immutable
      return ${first_ms}::bigint + (n * ${step}::float8 + 10800000 * sin(n * ${(step * 2 * Math.PI) / DAY_MS}::float8))::bigint;
    create or replace function pg_temp.id(prefix text, ms bigint, n bigint) returns text language sql immutable
      return prefix || '_' || ${time} || substr(md5(prefix || n::text), 1, 16);
    create or replace function pg_temp.part(n bigint) returns int language sql immutable
      return (n * 2654435761 % 100003)::int;`;
}

interface SeedStep {
  readonly table: string;
  /** Rows per thousand transfers; null for tables with their own number of rows. */
  readonly share: number | null;
  /** Parameters: $1 merchant, $2 environment, rows $3 to $4. */
  readonly insert: string;
}

const GENERATED_ROWS =
  "from (select n, pg_temp.made(n) as ms from generate_series($3::bigint, $4::bigint) n offset 0) input";
const AT = "to_timestamp(ms / 1000.0)";
const FIRST_NAMES = "array['Jeanne', 'Paul', 'Aïcha', 'Samuel', 'Brigitte', 'Emmanuel', 'Fatou', 'Serge']";
const LAST_NAMES = "array['Ngo', 'Mballa', 'Tchoumi', 'Fouda', 'Eyenga', 'Nkoulou', 'Abena', 'Bello', 'Kamga']";
const NAME = `(${FIRST_NAMES})[n % 8 + 1] || ' ' || (${LAST_NAMES})[n / 8 % 9 + 1] || ' ' || n`;
const CHANNEL = `case
  when pg_temp.part(n) < 60000 then 'cm.mtn'
  when pg_temp.part(n) < 99000 then 'cm.orange'
  when pg_temp.part(n) < 99990 then 'cm.mobile'
  else 'cm.bank' end`;
/**
 * Most transfers are complete. Canceled ones are rare. Stuck ones are rarer, but fill a page in a large list. The
 * newest have not ended.
 */
const STATUS = `case
  when n >= :rows - 20 then 'pending'
  when pg_temp.part(n + 7) < 40 then 'canceled'
  when pg_temp.part(n + 7) < 42 or n % greatest(:rows / ${STUCK_TRANSFERS}, 1) = 7 then 'processing'
  when pg_temp.part(n + 7) < 5000 then 'failed'
  else 'complete' end`;
const EVENT_TYPE = `(array['transfer.created', 'transfer.processing', 'transfer.complete', 'payment.created', 'transfer.failed'])[
  case when pg_temp.part(n) < 30000 then 1 when pg_temp.part(n) < 60000 then 2 when pg_temp.part(n) < 97000 then 3
  when pg_temp.part(n) < 99900 then 4 else 5 end]`;

const STEPS: readonly SeedStep[] = [
  {
    table: "beneficiaries",
    share: ROWS_PER_THOUSAND_TRANSFERS.beneficiaries,
    insert: `
      insert into beneficiaries (merchant, environment, id, name, email, phone, phone_typed, country, currency, type,
        listed, data_key, bank_code, account_number, created_at, updated_at, deleted_at)
      select $1, $2, pg_temp.id('ben', ms, n), ${NAME}, 'b' || n || '@example.cm', '+23767' || lpad(n::text, 7, '0'),
        lpad(n::text, 7, '0'), case when n % 500 = 3 then 'SN' else 'CM' end, 'XAF',
        case when n % 100 = 9 then 'bank_account' else 'mobile_money' end,
        n % 4 <> 0, case when n % 4 = 0 and n % 97 <> 5 then decode(md5(n::text), 'hex') end,
        case when n % 100 = 9 then '10005' end, case when n % 100 = 9 then 'sealed' end,
        ${AT}, ${AT}, case when n % 97 = 5 then ${AT} end
      ${GENERATED_ROWS}`,
  },
  {
    table: "customers",
    share: ROWS_PER_THOUSAND_TRANSFERS.customers,
    insert: `
      insert into customers (merchant, environment, id, name, email, phone, phone_typed, created_at, updated_at, deleted_at)
      select $1, $2, pg_temp.id('cus', ms, n), ${NAME}, 'c' || n || '@example.cm', '+23769' || lpad(n::text, 7, '0'),
        lpad(n::text, 7, '0'), ${AT}, ${AT}, case when n % 97 = 5 then ${AT} end
      ${GENERATED_ROWS}`,
  },
  {
    table: "bulk_transfers",
    share: ROWS_PER_THOUSAND_TRANSFERS.bulk_transfers,
    insert: `
      insert into bulk_transfers (merchant, environment, id, currency, total_amount, total_fee, total_transfers, created_at)
      select $1, $2, pg_temp.id('btr', ms, n), 'XAF', ${BULK_SIZE * 500}, 0, ${BULK_SIZE}, ${AT}
      ${GENERATED_ROWS}`,
  },
  {
    table: "transfers",
    share: null,
    insert: `
      insert into transfers (merchant, environment, id, reference, amount, fee, amount_total, currency, channel,
        beneficiary, receiver, bulk, status, failure_code, failure_reason, created_at, updated_at, completed_at)
      select $1, $2, pg_temp.id('trf', ms, n), 'order-' || n || '-' || substr(md5(n::text), 1, 8), 500, 0, 500, 'XAF',
        ${CHANNEL}, pg_temp.id('ben', ben_ms, n % :beneficiaries), '+237670000000',
        case when btr_ms is not null then pg_temp.id('btr', btr_ms, n / ${BULK_SIZE}) end,
        status, case when status = 'failed' then 'provider_error' end,
        case when status = 'failed' then 'Refused by the provider' end,
        ${AT}, ${AT}, case when status = 'complete' then ${AT} end
      from (
        select n, ms, ${STATUS} as status,
          pg_temp.at((n % :beneficiaries * (:rows::float8 / :beneficiaries))::bigint) as ben_ms,
          case when n / ${BULK_SIZE} < :bulks then pg_temp.at((n / ${BULK_SIZE} * (:rows::float8 / :bulks))::bigint) end
            as btr_ms
        ${GENERATED_ROWS}
        offset 0
      ) input`,
  },
  {
    table: "payments",
    share: ROWS_PER_THOUSAND_TRANSFERS.payments,
    insert: `
      insert into payments (merchant, environment, id, reference, amount, fee, currency, customer, channel, phone, status,
        failure_reason, failure_code, created_at, updated_at, completed_at, expires_at)
      select $1, $2, pg_temp.id('pay', ms, n), 'cart-' || n || '-' || substr(md5(n::text), 1, 8), 1000, 0, 'XAF',
        pg_temp.id('cus', pg_temp.at((n % :customers * (:transfers::float8 / :customers))::bigint), n % :customers),
        case when status in ('complete', 'failed') then ${CHANNEL} end, '+237690000000', status,
        case when status = 'failed' then 'Refused on the phone' end, case when status = 'failed' then 'rejected_by_payer' end,
        ${AT}, ${AT}, case when status = 'complete' then ${AT} end, ${AT} + interval '3 hours'
      from (
        select n, ms, case when pg_temp.part(n) % 100 < 8 then 'expired' when pg_temp.part(n + 3) < 30 then 'canceled'
          when pg_temp.part(n + 3) < 6000 then 'failed' else 'complete' end as status
        ${GENERATED_ROWS}
        offset 0
      ) input`,
  },
  {
    table: "refunds",
    share: ROWS_PER_THOUSAND_TRANSFERS.refunds,
    insert: `
      insert into refunds (merchant, environment, id, payment, amount, currency, channel, receiver, status, failure_code,
        failure_reason, created_at, updated_at, completed_at)
      select $1, $2, pg_temp.id('ref', ms, n),
        pg_temp.id('pay', pg_temp.at((n * 20 % :payments * (:transfers::float8 / :payments))::bigint), n * 20 % :payments),
        100, 'XAF', 'cm.mtn', '+237690000000', case when n % 50 = 7 then 'failed' else 'complete' end,
        case when n % 50 = 7 then 'provider_error' end, case when n % 50 = 7 then 'Refused by the provider' end, ${AT}, ${AT}, case when n % 50 <> 7 then ${AT} end
      ${GENERATED_ROWS}`,
  },
  {
    table: "payment_links",
    share: ROWS_PER_THOUSAND_TRANSFERS.payment_links,
    insert: `
      insert into payment_links (merchant, environment, id, name, currency, active, created_at, updated_at)
      select $1, $2, pg_temp.id('lnk', ms, n), 'Link ' || n, 'XAF', n % 40 <> 1, ${AT}, ${AT}
      ${GENERATED_ROWS}`,
  },
  {
    table: "entries",
    share: ROWS_PER_THOUSAND_TRANSFERS.entries,
    insert: `
      insert into entries (merchant, environment, currency, kind, subject, debit, credit, amount, debit_balance,
        credit_balance, created_at)
      select $1, $2, 'XAF', case when n % 2 = 0 then 'hold' else 'settle' end, pg_temp.id('trf', ms, n / 2),
        case when n % 2 = 0 then 'available' else 'reserved' end, case when n % 2 = 0 then 'reserved' else 'provider:sandbox' end,
        500, 0, 0, ${AT}
      ${GENERATED_ROWS}`,
  },
  {
    table: "events",
    share: ROWS_PER_THOUSAND_TRANSFERS.events,
    insert: `
      insert into events (merchant, environment, id, type, resource, sequence, body, created_at)
      select $1, $2, pg_temp.id('evt', ms, n), ${EVENT_TYPE}, pg_temp.id('trf', ms, n / 3), n % 3 + 1,
        '{"id":"' || pg_temp.id('evt', ms, n) || '","type":"transfer.created","event":"transfer.created","data":{"amount":500},"created_at":"2026-01-01T00:00:00.000000Z","sequence":1}',
        ${AT}
      ${GENERATED_ROWS}`,
  },
  {
    table: "webhooks",
    share: null,
    insert: `
      insert into webhooks (merchant, environment, id, url, events, active, secret, created_at, updated_at)
      select $1, $2, pg_temp.id('whk', ms, n), 'https://shop.example/' || n, '{transfer.complete}', false, 'sealed', ${AT}, ${AT}
      ${GENERATED_ROWS}`,
  },
  {
    table: "deliveries",
    share: ROWS_PER_THOUSAND_TRANSFERS.deliveries,
    insert: `
      insert into ended_deliveries (merchant, environment, webhook, id, event, type, resource, sequence, position, state,
        created_at, attempts, last_attempt_at, last_outcome, ended_at)
      select $1, $2, w.id, pg_temp.id('dlv', ms, n),
        -- There are twice as many events.
        pg_temp.id('evt', pg_temp.at((2 * n * (:transfers::float8 / :events))::bigint), 2 * n), ${EVENT_TYPE}, pg_temp.id('trf', ms, n / 3),
        n % 3 + 1, n + 1, case when n % 200 = 3 then 'exhausted' else 'delivered' end, ${AT}, 1, ${AT}, 'delivered', ${AT}
      from (select n, pg_temp.made(n) as ms from generate_series($3::bigint, $4::bigint) n offset 0) input
      cross join (select id from webhooks where merchant = $1 and environment = $2 order by id limit 1) w`,
  },
];

const COUNT_ADDED = `
  insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
  select merchant, environment, list, part, status, channel, bucket, sum(change),
    coalesce(min(kolo_ms(at)), 0), coalesce(max(kolo_ms(at)), 59999)
  from (
    select merchant, environment, list, part, status, channel, bucket, weight as change, at from list_rows
    union all
    select merchant, environment, list, part, status, channel, bucket, -count, null from list_counts where level = 2
    union all
    select merchant, environment, list, part, status, channel, bucket, -change, null from list_deltas
  ) both_sides
  group by merchant, environment, list, part, status, channel, bucket
  having sum(change) <> 0`;

const FILL_COUNTS = `
  insert into list_counts (merchant, environment, list, part, level, status, channel, bucket, count, first_ms, last_ms)
  select merchant, environment, list, part, l.level, status, channel, l.bucket, sum(rows.count),
    min(l.first_ms), max(l.last_ms)
  from (
    select merchant, environment, list, part, status, channel, bucket, sum(weight) as count,
      coalesce(min(kolo_ms(at)), 0) as first_ms, coalesce(max(kolo_ms(at)), 59999) as last_ms
    from list_rows
    where merchant = $1 and environment = $2
    group by merchant, environment, list, part, status, channel, bucket
  ) as rows
  cross join lateral (
    values
      (0, 0, 0, 59999),
      (1, rows.bucket / 1440, 0, 59999),
      (3, rows.bucket / 60, 0, 59999),
      (2, rows.bucket, rows.first_ms, rows.last_ms)
  ) as l (level, bucket, first_ms, last_ms)
  group by merchant, environment, list, part, l.level, status, channel, l.bucket`;
