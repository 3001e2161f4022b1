import { type ListPage, type PageBounds, readCountedPage } from "#db/lists/list.ts";
import { readSearchPage } from "#db/search/search.ts";
import {
  type Columns,
  columnList,
  inScope,
  optimizationFence,
  rowsFrom,
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

export async function find(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    select ${columnList(columns)}
    from customers
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
}

export interface CustomerKey extends Scope {
  readonly id: string;
}

const key_columns: Columns<keyof CustomerKey> = { merchant: "text", environment: "text", id: "text" };

/** Finds many customers, of any merchants. */
export async function findMany(tx: Tx, keys: readonly CustomerKey[]): Promise<readonly CustomerRow[]> {
  if (keys.length === 0) return [];
  return tx.rows<CustomerRow>(sql`
    select ${columnList(columns, "c")}
    from ${rowsFrom(keys, key_columns, "input")}
    join customers c using (merchant, environment, id)
    where ${optimizationFence("input", sql`c.deleted_at is null`)}`);
}

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

/** Finds the customers with one of these numbers or e-mail addresses, the oldest first. */
export async function findByContact(tx: Tx, contacts: readonly ContactKey[]): Promise<readonly CustomerRow[]> {
  if (contacts.length === 0) return [];
  const normalized_contacts = contacts.map((contact) => ({
    ...contact,
    email: contact.email && lowerCaseEmail(contact.email),
  }));
  return tx.rows<CustomerRow>(sql`
    with input as (
      select * from ${rowsFrom(normalized_contacts, contact_columns, "contact")}
    )
    select ${columnList(columns, "c")}
    from input
    join customers c on (c.merchant, c.environment, c.phone) = (input.merchant, input.environment, input.phone)
    where ${optimizationFence("input", sql`c.deleted_at is null`)}
    union all
    select ${columnList(columns, "c")}
    from input
    join customers c
      on (c.merchant, c.environment, lower(c.email)) = (input.merchant, input.environment, input.email)
    where ${optimizationFence("input", sql`c.deleted_at is null`)}
    order by id`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    select ${columnList(columns)}
    from customers
    where ${inScope(scope)} and id = ${id} and deleted_at is null
    for no key update`);
}

/** Whether a blocked customer has this number, in E.164. */
export async function isPhoneBlocked(tx: Tx, scope: Scope, phone: string): Promise<boolean> {
  const { is_blocked } = await tx.row<{ is_blocked: boolean }>(sql`
    select exists (
      select from customers
      where ${inScope(scope)} and phone = ${phone} and blocked_at is not null and deleted_at is null
    ) as is_blocked`);
  return is_blocked;
}

/**
 * Like `find`, and keeps the row unchanged until this transaction ends: the customer cannot be blocked meanwhile.
 */
export async function findPayer(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    select ${columnList(columns)}
    from customers
    where ${inScope(scope)} and id = ${id} and deleted_at is null
    for share`);
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

/** Blocks or unblocks a customer. Null for an unknown id. A blocked customer keeps the time of the first block. */
export async function setBlocked(tx: Tx, scope: Scope, id: string, is_blocked: boolean): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    update customers
    set blocked_at = ${is_blocked ? tx.now : null}, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id} and deleted_at is null and (blocked_at is null) = ${is_blocked}
    returning ${columnList(columns)}`);
}

export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    update customers
    set deleted_at = ${tx.now}, payer_key = null, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id} and deleted_at is null
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
