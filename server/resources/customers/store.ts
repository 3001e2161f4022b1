import { type Listed, listCounted, type Paging } from "#db/list.ts";
import { listSearched } from "#db/search.ts";
import { type Columns, inKeyOrder, mine, names, onceFound, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { foldEmail } from "#kernel/pasted.ts";
import type { Scope } from "#kernel/scope.ts";
import type { CustomerRow } from "./schema.ts";

const columns: Columns<keyof CustomerRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  name: "text",
  email: "text",
  phone: "text",
  phone_typed: "text",
  metadata: "json",
  payer_key: "text",
  sequence: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

export async function insert(tx: Tx, rows: readonly CustomerRow[]): Promise<void> {
  const ordered = inKeyOrder(rows, ({ payer_key, id }) => payer_key ?? id);
  await tx.run(sql`
    insert into customers (${names(columns)})
    select ${names(columns)}
    from ${table(ordered, columns, "given")}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    select ${names(columns)}
    from customers
    where ${mine(scope)} and id = ${id} and deleted_at is null`);
}

export interface CustomerKey extends Scope {
  readonly id: string;
}

const key_columns: Columns<keyof CustomerKey> = { merchant: "text", environment: "text", id: "text" };

/** Finds many customers, of any merchants. */
export async function findMany(tx: Tx, keys: readonly CustomerKey[]): Promise<readonly CustomerRow[]> {
  if (keys.length === 0) return [];
  return tx.rows<CustomerRow>(sql`
    select ${names(columns, "c")}
    from ${table(keys, key_columns, "given")}
    join customers c using (merchant, environment, id)
    where ${onceFound("given", sql`c.deleted_at is null`)}`);
}

export interface Contact extends Scope {
  readonly email: string | null;
  readonly phone: string | null;
}

const contact_columns: Columns<keyof Contact> = {
  merchant: "text",
  environment: "text",
  email: "text",
  phone: "text",
};

/** The customers with one of these numbers or addresses, the oldest first. */
export async function findByContact(tx: Tx, contacts: readonly Contact[]): Promise<readonly CustomerRow[]> {
  if (contacts.length === 0) return [];
  const folded = contacts.map((contact) => ({ ...contact, email: contact.email && foldEmail(contact.email) }));
  return tx.rows<CustomerRow>(sql`
    with given as (
      select * from ${table(folded, contact_columns, "contact")}
    )
    select ${names(columns, "c")}
    from given
    join customers c on (c.merchant, c.environment, c.phone) = (given.merchant, given.environment, given.phone)
    where ${onceFound("given", sql`c.deleted_at is null`)}
    union all
    select ${names(columns, "c")}
    from given
    join customers c
      on (c.merchant, c.environment, lower(c.email)) = (given.merchant, given.environment, given.email)
    where ${onceFound("given", sql`c.deleted_at is null`)}
    order by id`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    select ${names(columns)}
    from customers
    where ${mine(scope)} and id = ${id} and deleted_at is null
    for no key update`);
}

export type Changes = Pick<CustomerRow, "name" | "email" | "phone" | "phone_typed" | "metadata">;

export async function update(tx: Tx, scope: Scope, id: Id<"cus">, changes: Changes): Promise<CustomerRow> {
  return tx.row<CustomerRow>(sql`
    update customers
    set name = ${changes.name}, email = ${changes.email}, phone = ${changes.phone}, phone_typed = ${changes.phone_typed},
      metadata = ${changes.metadata && JSON.stringify(changes.metadata)}, payer_key = null, updated_at = ${tx.now},
      sequence = sequence + 1
    where ${mine(scope)} and id = ${id}
    returning ${names(columns)}`);
}

export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<CustomerRow | null> {
  return tx.maybeRow<CustomerRow>(sql`
    update customers
    set deleted_at = ${tx.now}, payer_key = null, updated_at = ${tx.now}, sequence = sequence + 1
    where ${mine(scope)} and id = ${id} and deleted_at is null
    returning ${names(columns)}`);
}

/** A page of a merchant's customers, the newest first, and how many there are. */
export async function list(tx: Tx, scope: Scope, search: string | null, page: Paging): Promise<Listed<CustomerRow>> {
  const rows = {
    list: "customers",
    columns: names(columns),
    from: sql`customers`,
    where: sql`${mine(scope)} and deleted_at is null`,
    prefix: "cus",
    is_dense: true,
  } as const;
  if (search === null) return listCounted(tx, scope, rows, {}, page);
  return listSearched(tx, scope, { ...rows, is_filtered: false }, { search }, page);
}
