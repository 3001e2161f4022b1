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
