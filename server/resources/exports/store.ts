import { ORDERED_NAME } from "#db/ordered-name.ts";
import { isFound, type SearchableList } from "#db/search.ts";
import { mine, nothing, Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt, type IdPrefix } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { ExportFilter, ExportRow, SheetName } from "./schema.ts";

/** The table and columns of a sheet. */
interface Sheet {
  readonly table: string;
  readonly prefix: IdPrefix;
  readonly columns: readonly string[];
  /** Columns of joined tables, with their select list and join. */
  readonly looked_up?: { readonly columns: readonly string[]; readonly selected: Sql; readonly join: Sql };
  matching(filter: ExportFilter, scope: Scope): Sql;
}

const always = (): Sql => nothing;

const dated = (prefix: IdPrefix, { from, until }: ExportFilter): Sql => sql`
  ${from === null ? nothing : sql`and t.id >= ${firstIdAt(prefix, from)}`}
  ${until === null ? nothing : sql`and t.id < ${firstIdAt(prefix, until)}`}`;
const stated = ({ status }: ExportFilter): Sql => (status === null ? nothing : sql`and t.status = ${status}`);
const carried = ({ channels }: ExportFilter): Sql =>
  channels === null ? nothing : sql`and t.channel = any(${channels})`;

const found = (scope: Scope, list: SearchableList, { search }: Pick<ExportFilter, "search">): Sql =>
  search === null ? nothing : sql`and ${isFound(scope, list, "t", search)}`;

/** The name of a record for people, by its kind: the reference of an order, the name of a person, the address of a webhook. */
function nameOf(table: string, column: string): Sql {
  const id = plain(`${table}.${column}`);
  const own = (alias: string): Sql =>
    plain(
      `(${alias}.merchant, ${alias}.environment, ${alias}.id) = (${table}.merchant, ${table}.environment, ${table}.${column})`,
    );
  return sql`case left(${id}, 4)
    when 'trf_' then (select x.reference from transfers x where ${own("x")})
    when 'pay_' then (select x.reference from payments x where ${own("x")})
    when 'ref_' then (
      select p.reference
      from refunds x
      join payments p on (p.merchant, p.environment, p.id) = (x.merchant, x.environment, x.payment)
      where ${own("x")})
    when 'ben_' then (select x.name from beneficiaries x where ${own("x")})
    when 'cus_' then (select x.name from customers x where ${own("x")})
    when 'btr_' then (select x.description from bulk_transfers x where ${own("x")})
    when 'whk_' then (select x.url from webhooks x where ${own("x")})
  end`;
}

const SHEETS: Readonly<Record<Exclude<SheetName, "balance" | "deliveries">, Sheet>> = {
  payments: {
    table: "payments",
    prefix: "pay",
    columns: [
      ...["id", "reference", "merchant_reference", "status", "amount", "fee", "amount_refunded", "currency", "channel"],
      ...["phone", "customer", "customer_name", "description", "failure_reason", "created_at", "completed_at"],
    ],
    looked_up: {
      columns: ["customer_name"],
      selected: sql`, c.name as customer_name`,
      join: sql`left join customers c on (c.merchant, c.environment, c.id) = (t.merchant, t.environment, t.customer)`,
    },
    matching: (filter, scope) => sql`
      ${dated("pay", filter)} ${stated(filter)} ${carried(filter)}
      ${found(scope, "payments", filter)}`,
  },
  "payment-links": {
    table: "payment_links",
    prefix: "lnk",
    columns: ["id", "name", "description", "amount", "currency", "active", "created_at"],
    matching: ({ active }) => (active === null ? nothing : sql`and t.active = ${active}`),
  },
  refunds: {
    table: "refunds",
    prefix: "ref",
    columns: [
      ...["id", "payment", "payment_reference", "customer_name", "status", "amount", "currency", "channel"],
      ...["reason", "failure_reason", "created_at", "completed_at"],
    ],
    looked_up: {
      columns: ["payment_reference", "customer_name"],
      selected: sql`, p.reference as payment_reference, c.name as customer_name`,
      join: sql`
        left join payments p on (p.merchant, p.environment, p.id) = (t.merchant, t.environment, t.payment)
        left join customers c on (c.merchant, c.environment, c.id) = (t.merchant, t.environment, p.customer)`,
    },
    matching: (filter) => stated(filter),
  },
  transfers: {
    table: "transfers",
    prefix: "trf",
    columns: [
      ...["id", "reference", "status", "amount", "fee", "amount_total", "currency", "channel", "beneficiary"],
      ...["name", "phone", "account_number", "bank_code", "description", "bulk", "bulk_description"],
      ...["failure_reason", "created_at", "completed_at"],
    ],
    // The recipient of each order as ordered: the beneficiary may have changed since. `numbered` turns `receiver` into
    // one of the numbers.
    looked_up: {
      columns: ["name", "phone", "account_number", "bank_code", "bulk_description"],
      selected: sql`, o.receiver_name as name, o.bank_code, t.receiver, b.description as bulk_description`,
      join: sql`
        ${ORDERED_NAME}
        left join bulk_transfers b on (b.merchant, b.environment, b.id) = (t.merchant, t.environment, t.bulk)`,
    },
    matching: (filter, scope) => sql`
      ${dated("trf", filter)} ${stated(filter)} ${carried(filter)}
      ${filter.bulk === null ? nothing : sql`and t.bulk = ${filter.bulk}`}
      ${found(scope, "transfers", filter)}`,
  },
  "bulk-transfers": {
    table: "bulk_transfers",
    prefix: "btr",
    columns: ["id", "description", "total_transfers", "total_amount", "total_fee", "currency", "created_at"],
    matching: always,
  },
  beneficiaries: {
    table: "beneficiaries",
    prefix: "ben",
    columns: ["id", "name", "type", "phone", "email", "bank_code", "country", "currency", "created_at"],
    matching: ({ type, ...filter }, scope) => sql`
      and t.listed and t.deleted_at is null
      ${type === null ? nothing : sql`and t.type = ${type}`}
      ${found(scope, "beneficiaries", filter)}`,
  },
  customers: {
    table: "customers",
    prefix: "cus",
    columns: ["id", "name", "phone", "email", "created_at"],
    matching: (filter, scope) => sql`
      and t.deleted_at is null ${found(scope, "customers", filter)}`,
  },
  webhooks: {
    table: "webhooks",
    prefix: "whk",
    columns: ["id", "url", "active", "events", "description", "disabled_reason", "created_at"],
    matching: () => sql`and t.deleted_at is null`,
  },
  events: {
    table: "events",
    prefix: "evt",
    columns: ["id", "type", "resource", "resource_name", "sequence", "created_at"],
    looked_up: {
      columns: ["resource_name"],
      selected: sql`, ${nameOf("t", "resource")} as resource_name`,
      join: nothing,
    },
    matching: (filter) => sql`
      ${dated("evt", filter)} ${filter.type === null ? nothing : sql`and t.type = ${filter.type}`}`,
  },
};

const DELIVERIES = [
  ...[
    "id",
    "event",
    "type",
    "resource",
    "resource_name",
    "state",
    "origin",
    "attempts",
    "last_outcome",
    "created_at",
    "last_attempt_at",
  ],
  "ended_at",
];
const BALANCE = ["id", "kind", "subject", "subject_name", "direction", "amount", "balance", "currency", "created_at"];

export function columnsOf(name: SheetName): readonly string[] {
  if (name === "deliveries") return DELIVERIES;
  return name === "balance" ? BALANCE : SHEETS[name].columns;
}

/** The next rows of a sheet, the newest first, after the last row's cursor; null begins. */
export async function readRows(
  tx: Tx,
  scope: Scope,
  name: SheetName,
  filter: ExportFilter,
  piece: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  if (name === "deliveries") return readDeliveries(tx, scope, filter, piece);
  return name === "balance" ? readEntries(tx, scope, filter, piece) : readSheet(tx, scope, SHEETS[name], filter, piece);
}

async function readSheet(
  tx: Tx,
  scope: Scope,
  { table, columns, looked_up, matching }: Sheet,
  filter: ExportFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  const own = plain(
    columns
      .filter((column) => !looked_up?.columns.includes(column))
      .map((column) => `t.${column}`)
      .join(", "),
  );
  return tx.rows<ExportRow>(sql`
    select ${own} ${looked_up?.selected ?? nothing}, t.id as cursor
    from ${plain(table)} t ${looked_up?.join ?? nothing}
    where ${mine(scope, "t")} ${before === null ? nothing : sql`and t.id < ${before}`} ${matching(filter, scope)}
    order by t.id desc
    limit ${limit}`);
}

/** Movements of the available balance. */
async function readEntries(
  tx: Tx,
  scope: Scope,
  { currency }: ExportFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  return tx.rows<ExportRow>(sql`
    select
      id::text, kind, subject, ${nameOf("entries", "subject")} as subject_name, case when credit = 'available' then 'in' else 'out' end as direction, amount,
      case when credit = 'available' then credit_balance else debit_balance end as balance, currency, created_at,
      id::text as cursor
    from entries
    where ${mine(scope)} ${before === null ? nothing : sql`and id < ${before}::bigint`}
      and currency = coalesce(${currency}::text, (select m.currency from merchants m where m.id = ${scope.merchant}))
      and (debit = 'available' or credit = 'available')
    order by entries.id desc
    limit ${limit}`);
}

/** Open and ended deliveries as one list. Each table's index is in this order, so the scan stops at the limit. */
async function readDeliveries(
  tx: Tx,
  scope: Scope,
  filter: ExportFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  const { webhook, type, resource } = filter;
  const of = (table: Sql, state: Sql, ended_at: Sql): Sql => sql`(
    select t.merchant, t.environment, t.id, t.event, t.type, t.resource, ${state} as state, t.origin, t.attempts, t.last_outcome, t.created_at,
      t.last_attempt_at, ${ended_at} as ended_at, t.id as cursor
    from ${table} t
    join webhooks w on (w.merchant, w.environment, w.id) = (t.merchant, t.environment, t.webhook)
    where ${mine(scope, "t")} and t.webhook = ${webhook} ${before === null ? nothing : sql`and t.id < ${before}`}
      ${dated("dlv", filter)}
      ${filter.state === null ? nothing : sql`and ${state} = ${filter.state}`}
      ${type === null ? nothing : sql`and t.type = ${type}`}
      ${resource === null ? nothing : sql`and t.resource = ${resource}`}
    order by t.id desc
    limit ${limit}
  )`;
  const open = of(sql`deliveries_open`, sql`case when w.active then 'pending' else 'held' end`, sql`null::timestamptz`);
  const ended = of(sql`deliveries_ended`, sql`t.state`, sql`t.ended_at`);
  return tx.rows<ExportRow>(sql`
    select deliveries.*, ${nameOf("deliveries", "resource")} as resource_name
    from (${open} union all ${ended}) deliveries
    order by id desc
    limit ${limit}`);
}

/** Constant text of this file as SQL; never a caller's. */
function plain(text: string): Sql {
  return new Sql([text], []);
}

/** The entries of a merchant's audit log before one of them, the latest first. */
export async function readActs(
  tx: Tx,
  merchant: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  return tx.rows<ExportRow>(sql`
    select number, id, environment, actor, act, subject, before, after, created_at, number::text as cursor
    from acts
    where merchant = ${merchant} ${before === null ? nothing : sql`and number < ${before}::bigint`}
    order by number desc
    limit ${limit}`);
}

export const ACT_COLUMNS = [
  ...["number", "id", "created_at", "environment", "actor", "actor_name", "act", "subject", "before", "after"],
];
