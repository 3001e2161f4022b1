import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { matchesSearch, readSearchPage } from "#db/search/search.ts";
import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  optimizationFence,
  rowsFrom,
  type Sql,
  sql,
  type Tx,
} from "#db/tx.ts";
import type { Failure, FailureCode } from "#kernel/failure-codes.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Scope } from "#kernel/scope.ts";
import { REFUND_FIELDS, type RefundRow, type RefundStatus } from "./schema.ts";

const columns = columnsOf(REFUND_FIELDS);

export async function insert(tx: Tx, row: RefundRow): Promise<void> {
  await tx.run(sql`
    insert into refunds (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom([row], columns, "input")}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<RefundRow | null> {
  return tx.maybeRow<RefundRow>(sql`select ${columnList(columns)} from refunds where ${inScope(scope)} and id = ${id}`);
}

/** A failed refund with its attempt at the provider. */
export interface FailedRefund {
  readonly attempt: string;
  readonly amount: bigint;
  /** True if the provider later reported this refund as paid, and the review case about that is open. */
  readonly may_have_succeeded: boolean;
}

export async function listFailed(tx: Tx, scope: Scope, payment: string): Promise<readonly FailedRefund[]> {
  return tx.rows<FailedRefund>(sql`
    select a.id as attempt, a.amount, exists (
      select from reviews v
      where (v.merchant, v.environment, v.attempt) = (a.merchant, a.environment, a.id)
        and v.kind = 'success_after_failure'
        and v.state = 'open'
    ) as may_have_succeeded
    from refunds r
    join attempts a on (a.merchant, a.environment, a.subject) = (r.merchant, r.environment, r.id)
    where ${inScope(scope, "r")} and r.payment = ${payment} and r.status = 'failed'`);
}

/** Whether the provider has since reported a complete payment as failed or reversed, and the review case about that is open. */
export async function isDenied(tx: Tx, scope: Scope, attempt: string): Promise<boolean> {
  const row = await tx.maybeRow(sql`
    select 1 from reviews
    where ${inScope(scope)} and attempt = ${attempt} and kind in ('failure_after_success', 'reversed') and state = 'open'
    limit 1`);
  return row !== null;
}

export interface RefundStatusChange extends Scope {
  readonly id: string;
  readonly status: RefundStatus;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
  /** True if an event reports the change; only then the sequence is incremented. */
  readonly emits_event: boolean;
}

const change_columns: Columns<keyof RefundStatusChange> = {
  merchant: "text",
  environment: "text",
  id: "text",
  status: "text",
  failure_code: "text",
  failure_reason: "text",
  emits_event: "boolean",
};

/** Changes the status of the refunds whose status is in `from`; the result omits the others. */
export async function changeStatus(
  tx: Tx,
  changes: readonly RefundStatusChange[],
  from: readonly RefundStatus[],
): Promise<readonly RefundRow[]> {
  return tx.rows<RefundRow>(sql`
    update refunds r
    set
      status = input.status,
      failure_code = input.failure_code,
      failure_reason = input.failure_reason,
      completed_at = case when input.status = 'complete' then ${tx.now}::timestamptz end,
      updated_at = ${tx.now},
      sequence = r.sequence + input.emits_event::int
    from ${rowsFrom(changes, change_columns, "input")}
    where (r.merchant, r.environment, r.id) = (input.merchant, input.environment, input.id)
      and ${optimizationFence("input", sql`r.status = any(${from})`)}
    returning ${columnList(columns, "r")}`);
}

/** Marks a refund as approved, or as failed with this failure. Returns null if no approval is pending. */
export async function markDecided(
  tx: Tx,
  scope: Scope,
  id: string,
  failure: Failure | null,
): Promise<RefundRow | null> {
  return tx.maybeRow<RefundRow>(sql`
    update refunds
    set
      approval = ${failure === null ? "approved" : "rejected"},
      status = ${failure === null ? "pending" : "failed"},
      failure_code = ${failure?.code ?? null},
      failure_reason = ${failure?.reason ?? null},
      sequence = sequence + ${failure === null ? 0 : 1},
      updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id} and approval = 'waiting'
    returning ${columnList(columns)}`);
}

/** Sets the part of a complete refund that the payer did not receive. */
export async function markCorrected(tx: Tx, scope: Scope, id: string, amount_corrected: bigint): Promise<RefundRow> {
  return tx.row<RefundRow>(sql`
    update refunds
    set amount_corrected = ${amount_corrected}, sequence = sequence + 1, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id} and status = 'complete'
    returning ${columnList(columns)}`);
}

export interface RefundFilter {
  readonly search: string | null;
  /** The payment's id; null for all payments. */
  readonly payment: string | null;
  readonly status: RefundStatus | null;
}

function filterSql(scope: Scope, { payment, status }: RefundFilter): Sql {
  return sql`
    ${inScope(scope)}
    ${payment === null ? emptySql : sql`and payment = ${payment}`}
    ${status === null ? emptySql : sql`and status = ${status}`}`;
}

/** A page of a merchant's refunds, the newest first, with the total count. */
export async function list(tx: Tx, scope: Scope, filter: RefundFilter, page: PageBounds): Promise<ListPage<RefundRow>> {
  const rows = {
    list: "refunds",
    columns: columnList(columns),
    from: sql`refunds`,
    where: filterSql(scope, filter),
    prefix: "ref",
    is_dense: true,
  } as const;
  const { search } = filter;
  if (filter.payment !== null) {
    const search_condition =
      search === null ? emptySql : sql`and ${matchesSearch(scope, "refunds", "refunds", search)}`;
    return readUncountedPage(tx, { ...rows, where: sql`${rows.where} ${search_condition}` }, {}, page);
  }
  if (search !== null) {
    return readSearchPage(tx, scope, { ...rows, is_filtered: filter.status !== null }, { search }, page);
  }
  return readCountedPage(tx, scope, rows, { statuses: filter.status && [filter.status] }, page);
}
