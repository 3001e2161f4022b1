import { type ListPage, type PageBounds, readCountedPage } from "#db/lists/list.ts";
import { afterMerge, keptId } from "#db/lists/merged-ids.ts";
import { readSearchPage } from "#db/search/search.ts";
import {
  type Columns,
  columnList,
  inScope,
  optimizationFence,
  rowsFrom,
  type Sql,
  sortForLocking,
  sql,
  type Tx,
} from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Id } from "#kernel/ids.ts";
import { lowerCaseEmail } from "#kernel/normalize-text.ts";
import type { Scope } from "#kernel/scope.ts";
import { CUSTOMER_FIELDS, type CustomerRow } from "./schema.ts";

const columns = columnsOf(CUSTOMER_FIELDS);

export async function insert(tx: Tx, rows: readonly CustomerRow[]): Promise<void> {
  const ordered = sortForLocking(rows, ({ payer_key, id }) => payer_key ?? id);
  await tx.run(sql`
    insert into customers (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom(ordered, columns, "input")}`);
}

/**
 * Finds a customer. The id of one that was merged into another finds the other. `lock`, `findPayer`, `setBlocked` and
 * `markDeleted` resolve ids in the same way.
 */
export async function find(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    select ${columnList(columns)} from customers where ${isCustomer(scope, id)}`);
}

function isCustomer(scope: Scope, id: string): Sql {
  return sql`${inScope(scope)} and id = ${keptId(scope, "customers", id)} and deleted_at is null`;
}

export interface CustomerKey extends Scope {
  readonly id: string;
}

const key_columns: Columns<keyof CustomerKey> = { merchant: "text", environment: "text", id: "text" };

/** A customer, and the id by which it was found: its own, or that of one that was merged into it. */
export interface FoundCustomer extends CustomerRow {
  readonly requested_id: string;
}

/** Finds many customers, of any merchants. */
export async function findMany(tx: Tx, keys: readonly CustomerKey[]): Promise<readonly FoundCustomer[]> {
  if (keys.length === 0) return [];
  return tx.rows<FoundCustomer>(sql`
    select ${columnList(columns, "c")}, requested.id as requested_id
    from ${rowsFrom(keys, key_columns, "input")}
    join customers requested using (merchant, environment, id)
    ${kept_customer}
    where ${optimizationFence("input", sql`c.deleted_at is null`)}`);
}

/** Joins a customer (`requested`) to the one that it was merged into, or to itself, as `c`. */
const kept_customer = sql`
  join customers c
    on (c.merchant, c.environment, c.id)
      = (requested.merchant, requested.environment, coalesce(requested.merged_into, requested.id))`;

export interface ContactKey extends Scope {
  readonly email: string | null;
  readonly phone: string | null;
}

const contact_columns: Columns<keyof ContactKey> = {
  merchant: "text",
  environment: "text",
  email: "text",
  phone: "text",
};

/** A customer, and the contacts by which it was found: its own, or those of one that was merged into it. */
export interface CustomerOfContact extends CustomerRow {
  readonly found_email: string | null;
  readonly found_phone: string | null;
}

/**
 * Finds the customers with one of these numbers or e-mail addresses, the oldest first. A contact of a customer that was
 * merged into another finds the other.
 */
export async function findByContact(tx: Tx, contacts: readonly ContactKey[]): Promise<readonly CustomerOfContact[]> {
  if (contacts.length === 0) return [];
  const normalized_contacts = contacts.map((contact) => ({
    ...contact,
    email: contact.email && lowerCaseEmail(contact.email),
  }));
  return tx.rows<CustomerOfContact>(sql`
    with input as (
      select * from ${rowsFrom(normalized_contacts, contact_columns, "contact")}
    )
    select ${columnList(columns, "c")}, requested.email as found_email, requested.phone as found_phone
    from input
    join customers requested
      on (requested.merchant, requested.environment, requested.phone) = (input.merchant, input.environment, input.phone)
    ${kept_customer}
    where ${optimizationFence("input", sql`c.deleted_at is null`)}
    union all
    select ${columnList(columns, "c")}, requested.email as found_email, requested.phone as found_phone
    from input
    join customers requested
      on (requested.merchant, requested.environment, lower(requested.email))
        = (input.merchant, input.environment, input.email)
    ${kept_customer}
    where ${optimizationFence("input", sql`c.deleted_at is null`)}
    order by id`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return afterMerge(() =>
    tx.maybeRow<CustomerRow>(sql`
      select ${columnList(columns)} from customers where ${isCustomer(scope, id)} for no key update`),
  );
}

/** Whether a blocked customer, or one that was merged into it, has this number, in E.164. */
export async function isPhoneBlocked(tx: Tx, scope: Scope, phone: string): Promise<boolean> {
  const { is_blocked } = await tx.row<{ is_blocked: boolean }>(sql`
    select exists (
      select from customers requested
      ${kept_customer}
      where ${inScope(scope, "requested")} and requested.phone = ${phone} and c.blocked_at is not null
        and c.deleted_at is null
    ) as is_blocked`);
  return is_blocked;
}

/**
 * Like `find`, and keeps the row unchanged until this transaction ends: the customer cannot be blocked meanwhile.
 */
export async function findPayer(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return afterMerge(() =>
    tx.maybeRow<CustomerRow>(sql`
      select ${columnList(columns)} from customers where ${isCustomer(scope, id)} for share`),
  );
}

export type CustomerUpdate = Pick<CustomerRow, "name" | "email" | "phone" | "phone_typed" | "metadata">;

export async function update(tx: Tx, scope: Scope, id: Id<"cus">, changes: CustomerUpdate): Promise<CustomerRow> {
  return tx.row<CustomerRow>(sql`
    update customers
    set name = ${changes.name}, email = ${changes.email}, phone = ${changes.phone}, phone_typed = ${changes.phone_typed},
      metadata = ${changes.metadata && JSON.stringify(changes.metadata)}, payer_key = null, updated_at = ${tx.now},
      sequence = sequence + 1
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

/**
 * Blocks or unblocks a customer. Null if the id is unknown, or if the customer is already as requested. A blocked customer
 * keeps the time of the first block.
 */
export async function setBlocked(tx: Tx, scope: Scope, id: string, is_blocked: boolean): Promise<CustomerRow | null> {
  return afterMerge(() =>
    tx.maybeRow<CustomerRow>(sql`
      update customers
      set blocked_at = ${is_blocked ? tx.now : null}, updated_at = ${tx.now}, sequence = sequence + 1
      where ${isCustomer(scope, id)} and (blocked_at is null) = ${is_blocked}
      returning ${columnList(columns)}`),
  );
}

export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return afterMerge(() =>
    tx.maybeRow<CustomerRow>(sql`
      update customers
      set deleted_at = ${tx.now}, payer_key = null, updated_at = ${tx.now}, sequence = sequence + 1
      where ${isCustomer(scope, id)}
      returning ${columnList(columns)}`),
  );
}

/** A row that may be merged, even a deleted one. */
export interface MergeableCustomer extends CustomerRow {
  readonly merged_into: string | null;
  readonly is_deleted: boolean;
  /** The number of customers that were merged into it. */
  readonly aliases: number;
}

/** Locks customers by their own ids, in the order of ids, so that merges in opposite directions do not deadlock. */
export async function lockForMerge(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly MergeableCustomer[]> {
  const of_ids = sql`${inScope(scope)} and id = any(${ids}::text[])`;
  await tx.rows(sql`select id from customers where ${of_ids} order by id for no key update`);
  // Read after the lock: the counts are those of all merges that committed before.
  return tx.rows<MergeableCustomer>(sql`
    select ${columnList(columns, "c")}, c.merged_into, c.deleted_at is not null as is_deleted,
      (
        select count(*)::int
        from customers alias
        where ${inScope(scope, "alias")} and alias.merged_into = c.id
      ) as aliases
    from customers c
    where ${inScope(scope, "c")} and c.id = any(${ids}::text[])`);
}

/** Makes a customer, and those merged into it before, an alias of another one. Returns the row of the customer. */
export async function markMerged(tx: Tx, scope: Scope, id: Id<"cus">, kept: Id<"cus">): Promise<CustomerRow> {
  await tx.run(sql`update customers set merged_into = ${kept} where ${inScope(scope)} and merged_into = ${id}`);
  return tx.row<CustomerRow>(sql`
    update customers
    set merged_into = ${kept}, deleted_at = ${tx.now}, payer_key = null, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

/** Gives a customer the contacts that it lacks, and the block. */
export async function takeOver(
  tx: Tx,
  scope: Scope,
  kept: Id<"cus">,
  { email, phone, phone_typed, blocked_at }: Pick<CustomerRow, "email" | "phone" | "phone_typed" | "blocked_at">,
): Promise<CustomerRow> {
  return tx.row<CustomerRow>(sql`
    update customers
    set email = coalesce(email, ${email}), phone = coalesce(phone, ${phone}),
      phone_typed = case when phone is null then ${phone_typed} else phone_typed end,
      blocked_at = coalesce(blocked_at, ${blocked_at}::timestamptz), updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${kept}
    returning ${columnList(columns)}`);
}

/** Returns a page of a merchant's customers, the newest first, and their total number. */
export async function list(
  tx: Tx,
  scope: Scope,
  search: string | null,
  page: PageBounds,
): Promise<ListPage<CustomerRow>> {
  const rows = {
    list: "customers",
    columns: columnList(columns),
    from: sql`customers`,
    where: sql`${inScope(scope)} and deleted_at is null`,
    prefix: "cus",
    is_dense: true,
  } as const;
  if (search === null) return readCountedPage(tx, scope, rows, {}, page);
  return readSearchPage(tx, scope, { ...rows, is_filtered: false }, { search }, page);
}
