import { type Listed, listCounted, type Paging } from "#db/list.ts";
import { type Columns, mine, names, nothing, type Sql, sql, type Tx, table } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { LinkRow } from "./schema.ts";

const columns: Columns<keyof LinkRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  name: "text",
  description: "text",
  amount: "bigint",
  currency: "text",
  callback: "text",
  metadata: "json",
  active: "boolean",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

export async function insert(tx: Tx, row: LinkRow): Promise<void> {
  await tx.run(sql`
    insert into payment_links (${names(columns)})
    select ${names(columns)}
    from ${table([row], columns, "given")}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<LinkRow | null> {
  return tx.maybeRow<LinkRow>(sql`select ${names(columns)} from payment_links where ${mine(scope)} and id = ${id}`);
}

/** Finds by id alone: a link's visitor has no merchant. */
export async function findById(tx: Tx, id: string): Promise<LinkRow | null> {
  return tx.maybeRow<LinkRow>(sql`select ${names(columns)} from payment_links where id = ${id}`);
}

/** Closes a link; null for an unknown one. Closing a closed one changes nothing. */
export async function deactivate(tx: Tx, scope: Scope, id: string): Promise<LinkRow | null> {
  return tx.maybeRow<LinkRow>(sql`
    update payment_links
    set active = false, updated_at = case when active then ${tx.now} else updated_at end
    where ${mine(scope)} and id = ${id}
    returning ${names(columns)}`);
}

export interface Filter {
  readonly active: boolean | null;
}

function matching(scope: Scope, { active }: Filter): Sql {
  return sql`${mine(scope)} ${active === null ? nothing : sql`and active = ${active}`}`;
}

/** A page of a merchant's links, the newest first, and how many there are. */
export async function list(tx: Tx, scope: Scope, filter: Filter, page: Paging): Promise<Listed<LinkRow>> {
  const rows = {
    list: "payment_links",
    columns: names(columns),
    from: sql`payment_links`,
    where: matching(scope, filter),
    prefix: "lnk",
    is_dense: true,
  } as const;
  return listCounted(tx, scope, rows, { statuses: filter.active === null ? null : [String(filter.active)] }, page);
}
