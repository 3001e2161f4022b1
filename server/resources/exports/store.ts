import { ATTEMPT_RECIPIENT_JOIN } from "#db/lists/attempt-recipient.ts";
import { matchesSearch, type SearchableList } from "#db/search/search.ts";
import { emptySql, inScope, Sql, sql, type Tx } from "#db/tx.ts";
import type { FieldName } from "#kernel/field-labels.ts";
import { type FieldTable, namesIn } from "#kernel/field-table.ts";
import { firstIdAt, type IdPrefix } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { BENEFICIARY_FIELDS } from "#resources/beneficiaries/schema.ts";
import { BULK_FIELDS } from "#resources/bulk/schema.ts";
import { CUSTOMER_FIELDS } from "#resources/customers/schema.ts";
import { INVOICE_FIELDS } from "#resources/invoices/schema.ts";
import { PAYMENT_LINK_FIELDS } from "#resources/links/schema.ts";
import { PAYMENT_FIELDS } from "#resources/payments/schema.ts";
import { REFUND_FIELDS } from "#resources/refunds/schema.ts";
import { TRANSFER_FIELDS } from "#resources/transfers/schema.ts";
import { WITHDRAWAL_FIELDS } from "#resources/withdrawals/schema.ts";
import type { ExportableList, ExportFilter, ExportRow } from "./schema.ts";

/** The table and columns of a list. */
interface ExportTable {
  readonly table: string;
  readonly prefix: IdPrefix;
  readonly columns: readonly FieldName[];
  /** Columns of joined tables, with their select list and join. */
  readonly joined?: { readonly columns: readonly string[]; readonly selected: Sql; readonly join: Sql };
  filterSql(filter: ExportFilter, scope: Scope): Sql;
}

/** Returns the exported columns that the resource's own table does not have. */
function joinedColumns(table: FieldTable): readonly string[] {
  return Object.keys(table).filter((name) => table[name]?.export && table[name].column === null);
}

const noFilter = (): Sql => emptySql;

const dateSql = (prefix: IdPrefix, { from, until }: ExportFilter): Sql => sql`
  ${from === null ? emptySql : sql`and t.id >= ${firstIdAt(prefix, from)}`}
  ${until === null ? emptySql : sql`and t.id < ${firstIdAt(prefix, until)}`}`;
const statusSql = ({ status }: ExportFilter): Sql => (status === null ? emptySql : sql`and t.status = ${status}`);
const channelsSql = ({ channels }: ExportFilter): Sql =>
  channels === null ? emptySql : sql`and t.channel = any(${channels})`;

const searchSql = (scope: Scope, list: SearchableList, { search }: Pick<ExportFilter, "search">): Sql =>
  search === null ? emptySql : sql`and ${matchesSearch(scope, list, "t", search)}`;

/**
 * Returns the name that people know a record by: the reference of an order, the name of a person, the address of a
 * webhook.
 */
function recordNameSql(table: string, column: string): Sql {
  const id = constantSql(`${table}.${column}`);
  const own = (alias: string): Sql =>
    constantSql(
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
    when 'ivc_' then (select x.reference from invoices x where ${own("x")})
    when 'wdr_' then (select x.reference from withdrawals x where ${own("x")})
    when 'btr_' then (select x.description from bulk_transfers x where ${own("x")})
    when 'whk_' then (select x.url from webhooks x where ${own("x")})
  end`;
}

const EXPORT_TABLES: Readonly<Record<Exclude<ExportableList, "balance" | "deliveries">, ExportTable>> = {
  payments: {
    table: "payments",
    prefix: "pay",
    columns: namesIn(PAYMENT_FIELDS, "export"),
    joined: {
      columns: joinedColumns(PAYMENT_FIELDS),
      selected: sql`, c.name as customer_name`,
      join: sql`left join customers c on (c.merchant, c.environment, c.id) = (t.merchant, t.environment, t.customer)`,
    },
    filterSql: (filter, scope) => sql`
      ${dateSql("pay", filter)} ${statusSql(filter)} ${channelsSql(filter)}
      ${searchSql(scope, "payments", filter)}`,
  },
  "payment-links": {
    table: "payment_links",
    prefix: "lnk",
    columns: namesIn(PAYMENT_LINK_FIELDS, "export"),
    filterSql: ({ active }) => (active === null ? emptySql : sql`and t.active = ${active}`),
  },
  invoices: {
    table: "invoices",
    prefix: "ivc",
    columns: namesIn(INVOICE_FIELDS, "export"),
    joined: {
      columns: joinedColumns(INVOICE_FIELDS),
      selected: sql`, c.name as customer_name`,
      join: sql`join customers c on (c.merchant, c.environment, c.id) = (t.merchant, t.environment, t.customer)`,
    },
    filterSql: (filter) => sql`${dateSql("ivc", filter)} ${statusSql(filter)}`,
  },
  refunds: {
    table: "refunds",
    prefix: "ref",
    columns: namesIn(REFUND_FIELDS, "export"),
    joined: {
      columns: joinedColumns(REFUND_FIELDS),
      selected: sql`, p.reference as payment_reference, c.name as customer_name`,
      join: sql`
        left join payments p on (p.merchant, p.environment, p.id) = (t.merchant, t.environment, t.payment)
        left join customers c on (c.merchant, c.environment, c.id) = (t.merchant, t.environment, p.customer)`,
    },
    filterSql: (filter, scope) => sql`${statusSql(filter)} ${searchSql(scope, "refunds", filter)}`,
  },
  transfers: {
    table: "transfers",
    prefix: "trf",
    columns: namesIn(TRANSFER_FIELDS, "export"),
    // Joins each recipient as stored with the order, because the beneficiary may have changed since. `withNumberColumn`
    // moves `receiver` into the column for phones or for accounts.
    joined: {
      columns: joinedColumns(TRANSFER_FIELDS),
      selected: sql`, o.receiver_name as name, o.bank_code, t.receiver, b.description as bulk_description`,
      join: sql`
        ${ATTEMPT_RECIPIENT_JOIN}
        left join bulk_transfers b on (b.merchant, b.environment, b.id) = (t.merchant, t.environment, t.bulk)`,
    },
    filterSql: (filter, scope) => sql`
      ${dateSql("trf", filter)} ${statusSql(filter)} ${channelsSql(filter)}
      ${filter.bulk === null ? emptySql : sql`and t.bulk = ${filter.bulk}`}
      ${searchSql(scope, "transfers", filter)}`,
  },
  "bulk-transfers": {
    table: "bulk_transfers",
    prefix: "btr",
    columns: namesIn(BULK_FIELDS, "export"),
    filterSql: noFilter,
  },
  withdrawals: {
    table: "withdrawals",
    prefix: "wdr",
    columns: namesIn(WITHDRAWAL_FIELDS, "export"),
    joined: {
      columns: joinedColumns(WITHDRAWAL_FIELDS),
      selected: sql`, a.name, a.masked as number`,
      join: sql`
        join withdrawal_accounts a on (a.merchant, a.environment, a.id) = (t.merchant, t.environment, t.account)`,
    },
    filterSql: (filter) => sql`
      ${dateSql("wdr", filter)} ${statusSql(filter)}
      ${filter.account === null ? emptySql : sql`and t.account = ${filter.account}`}`,
  },
  beneficiaries: {
    table: "beneficiaries",
    prefix: "ben",
    columns: namesIn(BENEFICIARY_FIELDS, "export"),
    filterSql: ({ type, ...filter }, scope) => sql`
      and t.listed and t.deleted_at is null
      ${type === null ? emptySql : sql`and t.type = ${type}`}
      ${searchSql(scope, "beneficiaries", filter)}`,
  },
  customers: {
    table: "customers",
    prefix: "cus",
    columns: namesIn(CUSTOMER_FIELDS, "export"),
    filterSql: (filter, scope) => sql`
      and t.deleted_at is null ${searchSql(scope, "customers", filter)}`,
  },
  webhooks: {
    table: "webhooks",
    prefix: "whk",
    columns: ["id", "url", "active", "events", "description", "disabled_reason", "created_at"],
    filterSql: () => sql`and t.deleted_at is null`,
  },
  events: {
    table: "events",
    prefix: "evt",
    columns: ["id", "type", "resource", "resource_name", "sequence", "created_at"],
    joined: {
      columns: ["resource_name"],
      selected: sql`, ${recordNameSql("t", "resource")} as resource_name`,
      join: emptySql,
    },
    filterSql: (filter) => sql`
      ${dateSql("evt", filter)} ${filter.type === null ? emptySql : sql`and t.type = ${filter.type}`}`,
  },
};

const DELIVERY_COLUMNS: readonly FieldName[] = [
  ...(["id", "event", "type", "resource", "resource_name", "state", "origin", "attempts", "last_outcome"] as const),
  ...(["created_at", "last_attempt_at", "ended_at"] as const),
];
const BALANCE_COLUMNS: readonly FieldName[] = [
  ...(["id", "kind", "subject", "subject_name", "direction", "amount", "balance", "currency", "created_at"] as const),
];

export function columnsOf(name: ExportableList): readonly FieldName[] {
  if (name === "deliveries") return DELIVERY_COLUMNS;
  return name === "balance" ? BALANCE_COLUMNS : EXPORT_TABLES[name].columns;
}

/** Returns the next rows of a list, the newest first, after this cursor; null starts with the newest row. */
export async function readRows(
  tx: Tx,
  scope: Scope,
  name: ExportableList,
  filter: ExportFilter,
  page: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  if (name === "deliveries") return readDeliveries(tx, scope, filter, page);
  return name === "balance"
    ? readEntries(tx, scope, filter, page)
    : readTableRows(tx, scope, EXPORT_TABLES[name], filter, page);
}

async function readTableRows(
  tx: Tx,
  scope: Scope,
  { table, columns, joined, filterSql }: ExportTable,
  filter: ExportFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  const own_columns = constantSql(
    columns
      .filter((column) => !joined?.columns.includes(column))
      .map((column) => `t.${column}`)
      .join(", "),
  );
  return tx.rows<ExportRow>(sql`
    select ${own_columns} ${joined?.selected ?? emptySql}, t.id as cursor
    from ${constantSql(table)} t ${joined?.join ?? emptySql}
    where ${inScope(scope, "t")} ${before === null ? emptySql : sql`and t.id < ${before}`} ${filterSql(filter, scope)}
    order by t.id desc
    limit ${limit}`);
}

/** Returns movements of the available balance. */
async function readEntries(
  tx: Tx,
  scope: Scope,
  { currency }: ExportFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  return tx.rows<ExportRow>(sql`
    select
      id::text, kind, subject, ${recordNameSql("entries", "subject")} as subject_name, case when credit = 'available' then 'in' else 'out' end as direction, amount,
      case when credit = 'available' then credit_balance else debit_balance end as balance, currency, created_at,
      id::text as cursor
    from entries
    where ${inScope(scope)} ${before === null ? emptySql : sql`and id < ${before}::bigint`}
      and currency = coalesce(${currency}::text, (select m.currency from merchants m where m.id = ${scope.merchant}))
      and (debit = 'available' or credit = 'available')
    order by entries.id desc
    limit ${limit}`);
}

/**
 * Returns open and ended deliveries as one list. Each table has an index in this order, so the scan stops at the limit.
 */
async function readDeliveries(
  tx: Tx,
  scope: Scope,
  filter: ExportFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  const { webhook, type, resource } = filter;
  const deliveriesFrom = (table: Sql, state: Sql, ended_at: Sql): Sql => sql`(
    select t.merchant, t.environment, t.id, t.event, t.type, t.resource, ${state} as state, t.origin, t.attempts, t.last_outcome, t.created_at,
      t.last_attempt_at, ${ended_at} as ended_at, t.id as cursor
    from ${table} t
    join webhooks w on (w.merchant, w.environment, w.id) = (t.merchant, t.environment, t.webhook)
    where ${inScope(scope, "t")} and t.webhook = ${webhook} ${before === null ? emptySql : sql`and t.id < ${before}`}
      ${dateSql("dlv", filter)}
      ${filter.state === null ? emptySql : sql`and ${state} = ${filter.state}`}
      ${type === null ? emptySql : sql`and t.type = ${type}`}
      ${resource === null ? emptySql : sql`and t.resource = ${resource}`}
    order by t.id desc
    limit ${limit}
  )`;
  const open = deliveriesFrom(
    sql`open_deliveries`,
    sql`case when w.active then 'pending' else 'held' end`,
    sql`null::timestamptz`,
  );
  const ended = deliveriesFrom(sql`ended_deliveries`, sql`t.state`, sql`t.ended_at`);
  return tx.rows<ExportRow>(sql`
    select deliveries.*, ${recordNameSql("deliveries", "resource")} as resource_name
    from (${open} union all ${ended}) deliveries
    order by id desc
    limit ${limit}`);
}

/** Converts a constant of this file to SQL. Input from a caller must not be passed: it is not escaped. */
function constantSql(text: string): Sql {
  return new Sql([text], []);
}

/** Returns the entries of a merchant's audit log that are older than a given one, the latest first. */
export async function readAuditEntries(
  tx: Tx,
  merchant: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly ExportRow[]> {
  return tx.rows<ExportRow>(sql`
    select number, id, environment, actor, action, subject, before, after, created_at, number::text as cursor
    from audit_log
    where merchant = ${merchant} ${before === null ? emptySql : sql`and number < ${before}::bigint`}
    order by number desc
    limit ${limit}`);
}

export const AUDIT_LOG_COLUMNS: readonly FieldName[] = [
  ...(["number", "id", "created_at", "environment", "actor", "actor_name", "action", "subject", "before"] as const),
  "after",
];
