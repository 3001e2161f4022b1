import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { mergedIds } from "#db/lists/merged-ids.ts";
import { matchesSearch, readSearchPage } from "#db/search/search.ts";
import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  optimizationFence,
  rowsFrom,
  type Sql,
  sortForLocking,
  sql,
  type Tx,
} from "#db/tx.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import { columnsOf } from "#kernel/field-table.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { PAYMENT_FIELDS, type PaymentRow, type PaymentStatus } from "./schema.ts";

const columns = columnsOf(PAYMENT_FIELDS);

export async function insert(tx: Tx, rows: readonly PaymentRow[]): Promise<void> {
  const ordered = sortForLocking(rows, ({ reference }) => reference);
  await tx.run(sql`
    insert into payments (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom(ordered, columns, "input")}`);
}

export interface PaymentReferenceKey extends Scope {
  readonly reference: string;
}

const reference_columns: Columns<keyof PaymentReferenceKey> = {
  merchant: "text",
  environment: "text",
  reference: "text",
};

/** Returns those of `keys` whose reference is taken. */
export async function findTakenReferences(
  tx: Tx,
  keys: readonly PaymentReferenceKey[],
): Promise<readonly PaymentReferenceKey[]> {
  return tx.rows<PaymentReferenceKey>(sql`
    select p.merchant, p.environment, p.reference
    from ${rowsFrom(keys, reference_columns, "input")}
    join payments p using (merchant, environment, reference)`);
}

/**
 * Finds a payment by id, or else by reference, so that a reference equal to another payment's id does not hide that
 * payment.
 */
export async function find(tx: Tx, scope: Scope, id_or_reference: string): Promise<PaymentRow | null> {
  const by_id = isId("pay", id_or_reference) ? await findBy(tx, scope, sql`id = ${id_or_reference}`) : null;
  return by_id ?? findBy(tx, scope, sql`reference = ${id_or_reference}`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id_or_reference: string): Promise<PaymentRow | null> {
  const existing = await find(tx, scope, id_or_reference);
  return existing && findBy(tx, scope, sql`id = ${existing.id} for no key update`);
}

async function findBy(tx: Tx, scope: Scope, condition: Sql): Promise<PaymentRow | null> {
  return tx.maybeRow<PaymentRow>(
    sql`select ${columnList(columns)} from payments where ${inScope(scope)} and ${condition}`,
  );
}

/** Finds a payment by its id in all merchants: a request of the hosted page has no merchant. */
export async function findById(tx: Tx, id: string): Promise<PaymentRow | null> {
  return tx.maybeRow<PaymentRow>(sql`select ${columnList(columns)} from payments where id = ${id}`);
}

const key_columns: Columns<keyof Scope | "id"> = { merchant: "text", environment: "text", id: "text" };

/** Reads many payments and locks each in key order until this transaction ends. */
export async function lockMany(
  tx: Tx,
  keys: readonly (Scope & { readonly id: string })[],
): Promise<readonly PaymentRow[]> {
  return tx.rows<PaymentRow>(sql`
    select ${columnList(columns, "p")}
    from ${rowsFrom(keys, key_columns, "input")}
    join payments p using (merchant, environment, id)
    order by p.merchant, p.environment, p.id
    for no key update of p`);
}

export interface ChargeStart {
  readonly channel: string;
  readonly phone: string;
  readonly fee: bigint;
  readonly is_hosted_try: boolean;
}

/** Moves a payment to processing and counts the try. Returns null if it is no longer pending or has expired. */
export async function startProcessing(
  tx: Tx,
  scope: Scope,
  id: string,
  charge: ChargeStart,
): Promise<PaymentRow | null> {
  return tx.maybeRow<PaymentRow>(sql`
    update payments
    set status = 'processing', channel = ${charge.channel}, phone = ${charge.phone}, fee = ${charge.fee},
      is_hosted_try = ${charge.is_hosted_try}, tries = tries + 1, failure_reason = null, failure_code = null,
      processing_at = ${tx.now}, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id} and status = 'pending' and expires_at > ${tx.now}
    returning ${columnList(columns)}`);
}

/** Counts an event that changes no status. */
export async function countEvent(tx: Tx, scope: Scope, id: string): Promise<PaymentRow> {
  return tx.row<PaymentRow>(sql`
    update payments
    set sequence = sequence + 1, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

export interface PaymentStatusChange extends Scope {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly failure_reason: string | null;
  readonly failure_code: FailureCode | null;
  /** True if an event reports the change. Only then is the sequence increased. */
  readonly emits_event: boolean;
}

const change_columns: Columns<keyof PaymentStatusChange> = {
  merchant: "text",
  environment: "text",
  id: "text",
  status: "text",
  failure_reason: "text",
  failure_code: "text",
  emits_event: "boolean",
};

/** Changes the status of payments that are in one of the statuses `from`. The result omits the other payments. */
export async function changeStatus(
  tx: Tx,
  changes: readonly PaymentStatusChange[],
  from: readonly PaymentStatus[],
): Promise<readonly PaymentRow[]> {
  return tx.rows<PaymentRow>(sql`
    update payments p
    set
      status = input.status,
      failure_reason = input.failure_reason,
      failure_code = input.failure_code,
      action_url = null,
      completed_at = case when input.status = 'complete' then ${tx.now}::timestamptz end,
      updated_at = ${tx.now},
      sequence = p.sequence + input.emits_event::int
    from ${rowsFrom(changes, change_columns, "input")}
    where (p.merchant, p.environment, p.id) = (input.merchant, input.environment, input.id)
      and ${optimizationFence("input", sql`p.status = any(${from})`)}
    returning ${columnList(columns, "p")}`);
}

export interface PaymentActionUrl extends Scope {
  readonly id: string;
  readonly action_url: string;
}

/** Stores the pages where the payers of payments in processing pay. */
export async function setActionUrls(tx: Tx, urls: readonly PaymentActionUrl[]): Promise<void> {
  await tx.run(sql`
    update payments p
    set action_url = input.action_url, updated_at = ${tx.now}
    from ${rowsFrom(urls, { ...key_columns, action_url: "text" }, "input")}
    where (p.merchant, p.environment, p.id) = (input.merchant, input.environment, input.id)
      and ${optimizationFence("input", sql`p.status = 'processing' and p.action_url is distinct from input.action_url`)}`);
}

/** Finds payments in processing, past their expiry, whose attempt was never sent. `subject` is the payment's id. */
export async function findUnsent(tx: Tx, limit: number): Promise<readonly (Scope & { readonly subject: string })[]> {
  return tx.rows<Scope & { readonly subject: string }>(sql`
    select p.merchant, p.environment, p.id as subject
    from payments p
    where p.status = 'processing'
      and p.expires_at <= ${tx.now}
      and exists (
        select from attempts a
        where (a.merchant, a.environment, a.subject) = (p.merchant, p.environment, p.id)
          and a.state = 'waiting'
          and a.sent_at is null
      )
    limit ${limit}`);
}

/** Marks pending payments past their expiry as expired, the oldest first. */
export async function expireDue(tx: Tx, limit: number): Promise<readonly PaymentRow[]> {
  return tx.rows<PaymentRow>(sql`
    with due as (
      select merchant, environment, id
      from payments
      where status = 'pending' and expires_at <= ${tx.now}
      order by expires_at
      limit ${limit}
      for update skip locked
    )
    update payments p
    set status = 'expired', updated_at = ${tx.now}, sequence = p.sequence + 1
    from due
    where (p.merchant, p.environment, p.id) = (due.merchant, due.environment, due.id)
    returning ${columnList(columns, "p")}`);
}

/** Reserves the amount of a refund. A table constraint refuses refunds above the amount paid. */
export async function addRefunding(tx: Tx, scope: Scope, id: string, amount: bigint): Promise<void> {
  await tx.row(sql`
    update payments
    set amount_refunding = amount_refunding + ${amount}, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id}
    returning id`);
}

export interface RefundOutcome extends Scope {
  readonly payment: string;
  /** The refunded amount that the payer has received. */
  readonly refunded: bigint;
  /** The part of the reserved amount whose refund failed or was canceled. */
  readonly released: bigint;
}

const refund_columns: Columns<keyof RefundOutcome> = {
  merchant: "text",
  environment: "text",
  payment: "text",
  refunded: "bigint",
  released: "bigint",
};

/** Returns the payments. */
export async function endRefunds(tx: Tx, outcomes: readonly RefundOutcome[]): Promise<readonly PaymentRow[]> {
  const payments = await lockMany(
    tx,
    outcomes.map(({ merchant, environment, payment }) => ({ merchant, environment, id: payment })),
  );
  await tx.run(sql`
    update payments p
    set amount_refunded = p.amount_refunded + input.refunded,
      amount_refunding = p.amount_refunding - input.released,
      updated_at = ${tx.now}
    from (
      select merchant, environment, payment, sum(refunded)::bigint as refunded, sum(released)::bigint as released
      from ${rowsFrom(outcomes, refund_columns, "one")}
      group by merchant, environment, payment
    ) input
    where (p.merchant, p.environment, p.id) = (input.merchant, input.environment, input.payment)`);
  return payments;
}

export interface PaymentFilter {
  readonly search: string | null;
  readonly status: PaymentStatus | null;
  readonly channels: readonly string[] | null;
  readonly customer: string | null;
  /** Selects payments of this payment link. */
  readonly link?: string | null;
  /** Selects payments of this invoice. */
  readonly invoice?: string | null;
  /** Selects payments with this number in the creation request or in the charge, in E.164. */
  readonly payer_phone?: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

function filterSql(scope: Scope, filter: PaymentFilter): Sql {
  const { status, channels, customer, link = null, invoice = null, payer_phone = null } = filter;
  return sql`
    ${inScope(scope)}
    ${status === null ? emptySql : sql`and status = ${status}`}
    ${channels === null ? emptySql : sql`and channel = any(${channels})`}
    ${customer === null ? emptySql : sql`and customer = any(${mergedIds(scope, "customers", customer)})`}
    ${link === null ? emptySql : sql`and link = ${link}`}
    ${invoice === null ? emptySql : sql`and invoice = ${invoice}`}
    ${payer_phone === null ? emptySql : sql`and id = any(array(${idsOfPhone(scope, payer_phone)}))`}`;
}

/** Two index scans: with `or` the planner may read all payments in the order of their ids. */
function idsOfPhone(scope: Scope, payer_phone: string): Sql {
  return sql`
    select id from payments where ${inScope(scope)} and payer_phone = ${payer_phone}
    union
    select id from payments where ${inScope(scope)} and phone = ${payer_phone}`;
}

/** Returns a page of a merchant's payments, the newest first, and their total number. */
export async function list(
  tx: Tx,
  scope: Scope,
  filter: PaymentFilter,
  page: PageBounds,
): Promise<ListPage<PaymentRow>> {
  const rows = {
    list: "payments",
    columns: columnList(columns),
    from: sql`payments`,
    where: filterSql(scope, filter),
    prefix: "pay",
    is_dense: true,
  } as const;
  const { search, link = null, invoice = null, payer_phone = null } = filter;
  // An index finds these few rows, so count them while reading instead of using the list counters.
  if (filter.customer !== null || link !== null || invoice !== null || payer_phone !== null) {
    const search_condition =
      search === null ? emptySql : sql`and ${matchesSearch(scope, "payments", "payments", search)}`;
    return readUncountedPage(tx, { ...rows, where: sql`${rows.where} ${search_condition}` }, filter, page);
  }
  if (search !== null) {
    const is_filtered = filter.status !== null || filter.channels !== null;
    return readSearchPage(
      tx,
      scope,
      { ...rows, is_filtered },
      { from: filter.from, until: filter.until, search },
      page,
    );
  }
  return readCountedPage(tx, scope, rows, { ...filter, statuses: filter.status && [filter.status] }, page);
}

/** Returns the sum of payments in processing, by currency. */
export async function sumProcessing(
  tx: Tx,
  scope: Scope,
): Promise<readonly { readonly currency: string; readonly amount: bigint }[]> {
  return tx.rows(sql`
    select currency, sum(amount)::bigint as amount
    from payments
    where ${inScope(scope)} and status = 'processing'
    group by currency`);
}
