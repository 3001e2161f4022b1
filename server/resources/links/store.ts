import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { newestMatching } from "#db/search/search.ts";
import { columnList, emptySql, inScope, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Scope } from "#kernel/scope.ts";
import { PAYMENT_LINK_FIELDS, type PaymentLinkRow } from "./schema.ts";

const columns = columnsOf(PAYMENT_LINK_FIELDS);

export async function insert(tx: Tx, row: PaymentLinkRow): Promise<void> {
  await tx.run(sql`
    insert into payment_links (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom([row], columns, "input")}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<PaymentLinkRow | null> {
  return tx.maybeRow<PaymentLinkRow>(
    sql`select ${columnList(columns)} from payment_links where ${inScope(scope)} and id = ${id}`,
  );
}

/** Finds a link by its id in all merchants: a link's visitor has no merchant. */
export async function findById(tx: Tx, id: string): Promise<PaymentLinkRow | null> {
  return tx.maybeRow<PaymentLinkRow>(sql`select ${columnList(columns)} from payment_links where id = ${id}`);
}

/** Finds a link and locks it until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<PaymentLinkRow | null> {
  return tx.maybeRow<PaymentLinkRow>(sql`
    select ${columnList(columns)} from payment_links where ${inScope(scope)} and id = ${id} for no key update`);
}

/** Like `find`, and keeps the row unchanged until this transaction ends. Several transactions may do so at once. */
export async function lockShared(tx: Tx, scope: Scope, id: string): Promise<PaymentLinkRow | null> {
  return tx.maybeRow<PaymentLinkRow>(sql`
    select ${columnList(columns)} from payment_links where ${inScope(scope)} and id = ${id} for share`);
}

/** Writes the fields that an update may change. */
export async function update(tx: Tx, row: PaymentLinkRow): Promise<void> {
  await tx.run(sql`
    update payment_links l
    set name = i.name, description = i.description, amount = i.amount, callback = i.callback, metadata = i.metadata,
      max_payments = i.max_payments, max_amount_collected = i.max_amount_collected, active = i.active,
      updated_at = i.updated_at
    from ${rowsFrom([row], columns, "i")}
    where (l.merchant, l.environment, l.id) = (i.merchant, i.environment, i.id)`);
}

/** The payments of a link, in numbers. */
export interface LinkTotals {
  readonly payments: number;
  readonly payments_complete: number;
  readonly payments_open: number;
  readonly amount_collected: bigint;
  readonly amount_open: bigint;
  readonly amount_refunded: bigint;
}

/**
 * Computes a link's totals. A pending payment past its expiry is open until its status is `expired`: its payer may have
 * started it just before, in a transaction that has not committed yet.
 */
export async function readTotals(tx: Tx, { merchant, environment, id }: PaymentLinkRow): Promise<LinkTotals> {
  const is_open = sql`status in ('pending', 'processing')`;
  return tx.row<LinkTotals>(sql`
    select
      count(*)::int as payments,
      (count(*) filter (where status = 'complete'))::int as payments_complete,
      (count(*) filter (where ${is_open}))::int as payments_open,
      coalesce(sum(amount) filter (where status = 'complete'), 0)::bigint as amount_collected,
      coalesce(sum(amount) filter (where ${is_open}), 0)::bigint as amount_open,
      coalesce(sum(amount_refunded) filter (where status = 'complete'), 0)::bigint as amount_refunded
    from payments
    where ${inScope({ merchant, environment })} and link = ${id}`);
}

/** Closes a link. Returns null if the link is unknown. Closing a closed link changes nothing. */
export async function deactivate(tx: Tx, scope: Scope, id: string): Promise<PaymentLinkRow | null> {
  return tx.maybeRow<PaymentLinkRow>(sql`
    update payment_links
    set active = false, updated_at = case when active then ${tx.now} else updated_at end
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

export interface PaymentLinkFilter {
  readonly active: boolean | null;
  /** A part of the name, or an id. */
  readonly search: string | null;
}

function filterSql(scope: Scope, { active }: Pick<PaymentLinkFilter, "active">): Sql {
  return sql`${inScope(scope)} ${active === null ? emptySql : sql`and active = ${active}`}`;
}

/** Returns a page of a merchant's links, the newest first, and their total number. */
export async function list(
  tx: Tx,
  scope: Scope,
  filter: PaymentLinkFilter,
  page: PageBounds,
): Promise<ListPage<PaymentLinkRow>> {
  const rows = {
    list: "payment_links",
    columns: columnList(columns),
    from: sql`payment_links`,
    where: filterSql(scope, filter),
    prefix: "lnk",
    is_dense: true,
  } as const;
  const { search } = filter;
  if (search !== null) {
    const from = newestMatching(scope, sql`payment_links`, sql`name`, search);
    return readUncountedPage(tx, { ...rows, from }, { from: null, until: null }, page);
  }
  return readCountedPage(tx, scope, rows, { statuses: filter.active === null ? null : [String(filter.active)] }, page);
}
