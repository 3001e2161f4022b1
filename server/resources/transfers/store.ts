import { tryAdvisoryLock } from "#db/lease.ts";
import { type DueRange, dueRangeSql, isBounded } from "#db/lists/due-range.ts";
import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { matchesSearch, readSearchPage } from "#db/search/search.ts";
import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  optimizationFence,
  type ReadTx,
  rowsFrom,
  type SharedColumns,
  type Sql,
  sortForLocking,
  sql,
  type Tx,
} from "#db/tx.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import { columnsOf, optionalTextNames } from "#kernel/field-table.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { TRANSFER_FIELDS, type TransferRow, type TransferStatus } from "./schema.ts";

const columns = columnsOf(TRANSFER_FIELDS);

const shared: SharedColumns<keyof TransferRow> = [
  ["merchant", "environment", "currency"],
  ["channel", ...optionalTextNames(TRANSFER_FIELDS), "metadata"],
  [
    ...([
      "bulk",
      "status",
      "approval",
      "scheduled_at",
      "funds_state",
      "failure_code",
      "failure_reason",
      "sequence",
    ] as const),
    ...(["created_at", "updated_at", "completed_at"] as const),
  ],
];

/** The rows must not be `complete`: totals of complete transfers are counted when `changeStatus` completes one. */
export async function insert(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  const ordered = sortForLocking(rows, ({ reference }) => reference);
  await tx.run(sql`
    insert into transfers (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom(ordered, columns, "input", shared)}`);
}

export interface TransferReferenceKey extends Scope {
  readonly reference: string;
}

const reference_columns: Columns<keyof TransferReferenceKey> = {
  merchant: "text",
  environment: "text",
  reference: "text",
};

/** The references among `keys` that exist already. */
export async function findTakenReferences(
  tx: ReadTx,
  keys: readonly TransferReferenceKey[],
): Promise<readonly TransferReferenceKey[]> {
  return tx.rows<TransferReferenceKey>(sql`
    select t.merchant, t.environment, t.reference
    from ${rowsFrom(keys, reference_columns, "input")}
    join transfers t using (merchant, environment, reference)`);
}

/**
 * Finds by id first, then by reference: a reference that resembles another transfer's id does not hide that transfer.
 */
export async function find(tx: Tx, scope: Scope, id_or_reference: string): Promise<TransferRow | null> {
  const by_id = isId("trf", id_or_reference) ? await findBy(tx, scope, sql`id = ${id_or_reference}`) : null;
  return by_id ?? findBy(tx, scope, sql`reference = ${id_or_reference}`);
}

async function findBy(tx: Tx, scope: Scope, condition: Sql): Promise<TransferRow | null> {
  return tx.maybeRow<TransferRow>(
    sql`select ${columnList(columns)} from transfers where ${inScope(scope)} and ${condition}`,
  );
}

export interface TransferStatusChange extends Scope {
  readonly id: string;
  readonly status: TransferStatus;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
}

const change_columns: Columns<keyof TransferStatusChange> = {
  merchant: "text",
  environment: "text",
  id: "text",
  status: "text",
  failure_code: "text",
  failure_reason: "text",
};

const shared_change_columns: SharedColumns<keyof TransferStatusChange> = [
  ["merchant", "environment"],
  ["status", "failure_code", "failure_reason"],
];

/** Changes the status of the transfers whose status is `from`; the result omits the others. */
export async function changeStatus(
  tx: Tx,
  changes: readonly TransferStatusChange[],
  from: TransferStatus,
): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers t
    set
      status = input.status,
      failure_code = input.failure_code,
      failure_reason = input.failure_reason,
      funds_state = case when t.funds_state = 'awaited' then 'none' else t.funds_state end,
      approval = case when input.status = 'canceled' and t.approval = 'waiting' then 'canceled' else t.approval end,
      completed_at = case when input.status = 'complete' then ${tx.now}::timestamptz end,
      updated_at = ${tx.now},
      sequence = t.sequence + 1
    from ${rowsFrom(changes, change_columns, "input", shared_change_columns)}
    where (t.merchant, t.environment, t.id) = (input.merchant, input.environment, input.id)
      and ${optimizationFence("input", sql`t.status = ${from}`)}
    returning ${columnList(columns, "t")}`);
}

/** Approves the transfers whose approval is pending. The result omits those that were canceled meanwhile. */
export async function markApproved(tx: Tx, scope: Scope, ids: readonly string[]): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers
    set approval = 'approved', updated_at = ${tx.now}
    where ${inScope(scope)} and id = any(${ids}) and approval = 'waiting'
    returning ${columnList(columns)}`);
}

/** Rejects and cancels the transfers whose approval is pending. The result omits those that were canceled meanwhile. */
export async function markRejected(tx: Tx, scope: Scope, ids: readonly string[]): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers
    set
      approval = 'rejected', status = 'canceled',
      funds_state = case when funds_state = 'awaited' then 'none' else funds_state end, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = any(${ids}) and approval = 'waiting'
    returning ${columnList(columns)}`);
}

/** Locks the funding of due transfers for one process. Returns false if another process holds the lock. */
export async function tryLockFunding(tx: Tx): Promise<boolean> {
  return tryAdvisoryLock(tx, "fund due transfers");
}

const awaits_funds = sql`funds_state = 'awaited' and approval is distinct from 'waiting'`;

/** The due transfers of all merchants whose money is not held yet, the earliest first. */
export async function findAwaitingFunds(tx: Tx, limit: number): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    select ${columnList(columns)}
    from transfers
    where ${awaits_funds} and scheduled_at <= ${tx.now}
    order by scheduled_at, id
    limit ${limit}`);
}

/** The transfers of one bulk whose money is not held yet. */
export async function listAwaitingOfBulk(tx: Tx, scope: Scope, bulk: string): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    select ${columnList(columns)}
    from transfers
    where ${inScope(scope)} and bulk = ${bulk} and ${awaits_funds}
    order by id`);
}

const key_columns: Columns<"id" | keyof Scope> = { merchant: "text", environment: "text", id: "text" };

/** Marks the money of these transfers as held. The result omits those that were canceled meanwhile. */
export async function markHeld(
  tx: Tx,
  transfers: readonly (Scope & { readonly id: string })[],
): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers t
    set funds_state = 'held', updated_at = ${tx.now}
    from ${rowsFrom(transfers, key_columns, "input")}
    where (t.merchant, t.environment, t.id) = (input.merchant, input.environment, input.id)
      and ${optimizationFence("input", sql`t.funds_state = 'awaited' and t.status = 'pending'`)}
    returning ${columnList(columns, "t")}`);
}

/** Whether the approval of any of a bulk's transfers is still pending. */
export async function isBulkWaiting(tx: Tx, scope: Scope, bulk: string): Promise<boolean> {
  const row = await tx.maybeRow(sql`
    select 1 from transfers where ${inScope(scope)} and bulk = ${bulk} and approval = 'waiting' limit 1`);
  return row !== null;
}

export interface TransferFilter {
  readonly search: string | null;
  readonly status: TransferStatus | null;
  readonly channels: readonly string[] | null;
  readonly bulk: string | null;
  /** True: only transfers whose approval is pending. */
  readonly is_waiting?: boolean;
  /** Only scheduled transfers with a due time in this range. */
  readonly scheduled?: DueRange;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

function filterSql(scope: Scope, { status, channels, bulk, scheduled }: TransferFilter): Sql {
  return sql`
    ${inScope(scope)}
    ${status === null ? emptySql : sql`and status = ${status}`}
    ${channels === null ? emptySql : sql`and channel = any(${channels})`}
    ${bulk === null ? emptySql : sql`and bulk = ${bulk}`}
    ${isBounded(scheduled) ? dueRangeSql(scheduled) : emptySql}`;
}

/** A page of a merchant's transfers, the newest first, with the total count. */
export async function list(
  tx: Tx,
  scope: Scope,
  filter: TransferFilter,
  page: PageBounds,
): Promise<ListPage<TransferRow>> {
  const { search } = filter;
  const rows = {
    list: "transfers",
    columns: columnList(columns),
    from: filter.is_waiting ? waitingTransfersSql(scope) : sql`transfers`,
    where: filterSql(scope, filter),
    prefix: "trf",
    is_dense: true,
  } as const;
  if (filter.is_waiting || filter.bulk !== null || isBounded(filter.scheduled)) {
    const search_condition =
      search === null ? emptySql : sql`and ${matchesSearch(scope, "transfers", "transfers", search)}`;
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

/**
 * The transfers whose approval is pending. The query starts from the open approvals instead of scanning transfers. The
 * subject of an approval is a transfer or a bulk.
 */
function waitingTransfersSql(scope: Scope): Sql {
  const open_approvals = sql`${inScope(scope, "a")} and a.state = 'waiting'`;
  return sql`(
    select t.*
    from approvals a
    join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
    where ${open_approvals}
    union all
    select t.*
    from approvals a
    join transfers t on (t.merchant, t.environment, t.bulk) = (a.merchant, a.environment, a.subject)
    where ${open_approvals} and t.approval = 'waiting'
  ) transfers`;
}

/** A bulk's transfers in the order of the request; all of them if `limit` is null. */
export async function listOfBulk(
  tx: Tx,
  scope: Scope,
  bulk: string,
  limit: number | null = null,
): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    select ${columnList(columns)} from transfers where ${inScope(scope)} and bulk = ${bulk} order by id
    limit ${limit}`);
}
