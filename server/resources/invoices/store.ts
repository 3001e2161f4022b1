import { type ListFilter, type ListPage, type PageBounds, readUncountedPage } from "#db/lists/list.ts";
import { mergedIds } from "#db/lists/merged-ids.ts";
import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  isUniqueViolation,
  rowsFrom,
  sql,
  type Tx,
  UniqueConflict,
} from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { INVOICE_FIELDS, type InstalmentRow, type InvoiceRow, type InvoiceStatus } from "./schema.ts";

const columns = columnsOf(INVOICE_FIELDS);

const instalment_columns: Columns<keyof InstalmentRow> = {
  merchant: "text",
  environment: "text",
  invoice: "text",
  position: "int",
  amount: "bigint",
  due_at: "timestamptz",
};

/** Throws `UniqueConflict` for a taken reference; the retry then finds the other invoice. */
export async function insert(tx: Tx, invoice: InvoiceRow, parts: readonly InstalmentRow[]): Promise<void> {
  try {
    await tx.run(sql`
      insert into invoices (${columnList(columns)})
      select ${columnList(columns)} from ${rowsFrom([invoice], columns, "input")}`);
  } catch (error) {
    throw isUniqueViolation(error, "invoices_by_reference")
      ? new UniqueConflict("a reference was written since it was read")
      : error;
  }
  await tx.run(sql`
    insert into invoice_instalments (${columnList(instalment_columns)})
    select ${columnList(instalment_columns)} from ${rowsFrom(parts, instalment_columns, "input")}`);
}

/** Finds an invoice by its id or by the merchant's reference. */
export async function find(tx: Tx, scope: Scope, id_or_reference: string): Promise<InvoiceRow | null> {
  return tx.maybeRow<InvoiceRow>(sql`
    select ${columnList(columns)}
    from invoices
    where ${inScope(scope)} and (id = ${id_or_reference} or reference = ${id_or_reference})
    order by id = ${id_or_reference} desc
    limit 1`);
}

/** Finds an invoice by its id in all merchants: a visitor of its page has no merchant. */
export async function findById(tx: Tx, id: string): Promise<InvoiceRow | null> {
  return tx.maybeRow<InvoiceRow>(sql`select ${columnList(columns)} from invoices where id = ${id}`);
}

/** The key of an invoice. */
export interface InvoiceKey extends Scope {
  readonly id: string;
}

const key_columns: Columns<keyof InvoiceKey> = { merchant: "text", environment: "text", id: "text" };

/** Reads invoices and locks each in key order until this transaction ends. */
export async function lockMany(tx: Tx, keys: readonly InvoiceKey[]): Promise<readonly InvoiceRow[]> {
  return tx.rows<InvoiceRow>(sql`
    select ${columnList(columns, "i")}
    from ${rowsFrom(keys, key_columns, "input")}
    join invoices i using (merchant, environment, id)
    order by i.merchant, i.environment, i.id
    for no key update of i`);
}

/**
 * Reads and locks the invoices with a due date or a reminder whose time has come, the oldest first. Skips those that are
 * locked.
 */
export async function lockDue(tx: Tx, limit: number): Promise<readonly InvoiceRow[]> {
  return tx.rows<InvoiceRow>(sql`
    select ${columnList(columns)}
    from invoices
    where least(next_due_at, next_reminder_at) <= ${tx.now}
    order by least(next_due_at, next_reminder_at), id
    limit ${limit}
    for no key update skip locked`);
}

/** Returns the instalments of these invoices, in order. */
export async function listInstalments(tx: Tx, keys: readonly InvoiceKey[]): Promise<readonly InstalmentRow[]> {
  if (keys.length === 0) return [];
  return tx.rows<InstalmentRow>(sql`
    select ${columnList(instalment_columns, "p")}
    from ${rowsFrom(keys, key_columns, "input")}
    join invoice_instalments p
      on (p.merchant, p.environment, p.invoice) = (input.merchant, input.environment, input.id)
    order by p.merchant, p.environment, p.invoice, p.position`);
}

interface PaymentSums extends InvoiceKey {
  readonly amount_paid: bigint;
  readonly amount_reserved: bigint;
}

/** Returns the sums of these invoices' payments. The caller has locked the invoices. */
export async function sumPayments(tx: Tx, keys: readonly InvoiceKey[]): Promise<readonly PaymentSums[]> {
  return tx.rows<PaymentSums>(sql`
    select
      input.merchant, input.environment, input.id,
      coalesce(sum(p.amount - p.amount_refunded) filter (where p.status = 'complete'), 0)::bigint as amount_paid,
      coalesce(sum(p.amount) filter (where p.status in ('pending', 'processing')), 0)::bigint as amount_reserved
    from ${rowsFrom(keys, key_columns, "input")}
    left join payments p
      on (p.merchant, p.environment, p.invoice) = (input.merchant, input.environment, input.id)
    group by input.merchant, input.environment, input.id`);
}

/** Writes the state of locked invoices. */
export async function updateProgress(tx: Tx, rows: readonly InvoiceRow[]): Promise<void> {
  await tx.run(sql`
    update invoices i
    set
      status = input.status, amount_paid = input.amount_paid, amount_reserved = input.amount_reserved,
      amount_overdue = input.amount_overdue, next_due_at = input.next_due_at,
      next_reminder_at = input.next_reminder_at, paid_at = input.paid_at, canceled_at = input.canceled_at,
      sequence = input.sequence, updated_at = input.updated_at
    from ${rowsFrom(rows, columns, "input")}
    where (i.merchant, i.environment, i.id) = (input.merchant, input.environment, input.id)`);
}

/** A payment under way for an invoice. */
export interface OpenPayment extends Scope {
  readonly id: Id<"pay">;
  readonly status: "pending" | "processing";
  readonly amount: bigint;
  readonly expires_at: Instant;
}

/** Omits pending payments past their expiry: nobody can pay them, and a job expires them soon. */
export async function listOpenPayments(tx: Tx, key: InvoiceKey): Promise<readonly OpenPayment[]> {
  return tx.rows<OpenPayment>(sql`
    select merchant, environment, id, status, amount, expires_at
    from payments
    where ${inScope(key)} and invoice = ${key.id}
      and (status = 'processing' or status = 'pending' and expires_at > ${tx.now})
    order by id`);
}

/** Counts the payments of an invoice, of every status. */
export async function countPayments(tx: Tx, key: InvoiceKey): Promise<number> {
  const { count } = await tx.row<{ count: bigint }>(sql`
    select count(*) as count from payments where ${inScope(key)} and invoice = ${key.id}`);
  return Number(count);
}

export interface InvoiceFilter extends Required<Pick<ListFilter, "from" | "until">> {
  readonly status: InvoiceStatus | null;
  readonly customer: string | null;
}

/** A page of the invoices, the newest first. */
export async function list(
  tx: Tx,
  scope: Scope,
  { status, customer, from, until }: InvoiceFilter,
  page: PageBounds,
): Promise<ListPage<InvoiceRow>> {
  const rows = {
    columns: columnList(columns),
    from: sql`invoices`,
    prefix: "ivc",
    where: sql`
      ${inScope(scope)}
      ${status === null ? emptySql : sql`and status = ${status}`}
      ${customer === null ? emptySql : sql`and customer = any(${mergedIds(scope, "customers", customer)})`}`,
  } as const;
  return readUncountedPage(tx, rows, { from, until }, page);
}
