import { type ListFilter, type ListPage, type PageBounds, readUncountedPage } from "#db/lists/list.ts";
import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  isUniqueViolation,
  optimizationFence,
  rowsFrom,
  sql,
  type Tx,
  UniqueConflict,
} from "#db/tx.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Scope } from "#kernel/scope.ts";
import { WITHDRAWAL_FIELDS, type WithdrawalRow, type WithdrawalStatus } from "./schema.ts";

const columns = columnsOf(WITHDRAWAL_FIELDS);

/** Throws `UniqueConflict` for a taken reference; the retry then finds the other withdrawal. */
export async function insert(tx: Tx, row: WithdrawalRow): Promise<void> {
  try {
    await tx.run(sql`
      insert into withdrawals (${columnList(columns)})
      select ${columnList(columns)} from ${rowsFrom([row], columns, "input")}`);
  } catch (error) {
    throw isUniqueViolation(error, "withdrawals_by_reference")
      ? new UniqueConflict("a reference was written since it was read")
      : error;
  }
}

/** Finds a withdrawal by its id or by the merchant's reference. */
export async function find(tx: Tx, scope: Scope, id_or_reference: string): Promise<WithdrawalRow | null> {
  return tx.maybeRow<WithdrawalRow>(sql`
    select ${columnList(columns)}
    from withdrawals
    where ${inScope(scope)} and (id = ${id_or_reference} or reference = ${id_or_reference})
    order by id = ${id_or_reference} desc
    limit 1`);
}

/** Finds a withdrawal in any scope and locks it: requests of platform operators have no scope. */
export async function lock(tx: Tx, id: string): Promise<WithdrawalRow | null> {
  return tx.maybeRow<WithdrawalRow>(sql`select ${columnList(columns)} from withdrawals where id = ${id} for update`);
}

export interface WithdrawalFilter extends Required<Pick<ListFilter, "from" | "until">> {
  readonly status: WithdrawalStatus | null;
  readonly account: string | null;
}

/** A page of the withdrawals, the newest first. */
export async function list(
  tx: Tx,
  scope: Scope,
  { status, account, from, until }: WithdrawalFilter,
  page: PageBounds,
): Promise<ListPage<WithdrawalRow>> {
  const rows = {
    columns: columnList(columns),
    from: sql`withdrawals`,
    prefix: "wdr",
    where: sql`
      ${inScope(scope)}
      ${status === null ? emptySql : sql`and status = ${status}`}
      ${account === null ? emptySql : sql`and account = ${account}`}`,
  } as const;
  return readUncountedPage(tx, rows, { from, until }, page);
}

/**
 * The open withdrawals that the platform operator pays through a bank, the oldest first. Omits those that wait for
 * approval.
 */
export async function listByBank(tx: Tx, limit: number): Promise<readonly WithdrawalRow[]> {
  return tx.rows<WithdrawalRow>(sql`
    select ${columnList(columns)}
    from withdrawals
    where channel is null and status in ('pending', 'processing') and approval is distinct from 'waiting'
    order by id
    limit ${limit}`);
}

/** The withdrawals through a bank that have ended, the latest first. */
export async function listEndedByBank(tx: Tx, limit: number): Promise<readonly WithdrawalRow[]> {
  return tx.rows<WithdrawalRow>(sql`
    select ${columnList(columns)}
    from withdrawals
    where channel is null and status in ('complete', 'failed', 'canceled')
    order by id desc
    limit ${limit}`);
}

/** Finds a withdrawal through a bank in any scope. */
export async function findByBank(tx: Tx, id: string): Promise<WithdrawalRow | null> {
  return tx.maybeRow<WithdrawalRow>(
    sql`select ${columnList(columns)} from withdrawals where id = ${id} and channel is null`,
  );
}

export interface WithdrawalChange extends Scope {
  readonly id: string;
  readonly status: WithdrawalStatus;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
  readonly bank_reference: string | null;
}

/** The columns of a change that is neither a failure nor a payment through a bank. */
export const NO_FAILURE = { failure_code: null, failure_reason: null, bank_reference: null } as const;

const change_columns: Columns<keyof WithdrawalChange> = {
  merchant: "text",
  environment: "text",
  id: "text",
  status: "text",
  failure_code: "text",
  failure_reason: "text",
  bank_reference: "text",
};

/** Changes the status of the withdrawals whose status is in `from`; the result omits the others. */
export async function changeStatus(
  tx: Tx,
  changes: readonly WithdrawalChange[],
  from: readonly WithdrawalStatus[],
): Promise<readonly WithdrawalRow[]> {
  return tx.rows<WithdrawalRow>(sql`
    update withdrawals w
    set
      status = input.status,
      approval = case when input.status = 'canceled' and w.approval = 'waiting' then 'canceled' else w.approval end,
      failure_code = input.failure_code,
      failure_reason = input.failure_reason,
      bank_reference = input.bank_reference,
      completed_at = case when input.status = 'complete' then ${tx.now}::timestamptz end,
      updated_at = ${tx.now},
      sequence = w.sequence + 1
    from ${rowsFrom(changes, change_columns, "input")}
    where (w.merchant, w.environment, w.id) = (input.merchant, input.environment, input.id)
      and ${optimizationFence("input", sql`w.status = any(${from})`)}
    returning ${columnList(columns, "w")}`);
}

/** Marks a withdrawal as approved, or cancels it. Returns null if no approval is pending. */
export async function markDecided(
  tx: Tx,
  scope: Scope,
  id: string,
  state: "approved" | "rejected",
): Promise<WithdrawalRow | null> {
  return tx.maybeRow<WithdrawalRow>(sql`
    update withdrawals
    set
      approval = ${state}, status = ${state === "approved" ? "pending" : "canceled"},
      sequence = sequence + ${state === "approved" ? 0 : 1}, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id} and approval = 'waiting'
    returning ${columnList(columns)}`);
}

/** Stores the first of two decisions. */
export async function propose(
  tx: Tx,
  row: WithdrawalRow,
  {
    proposed,
    text,
    actor,
  }: { readonly proposed: "complete" | "failed"; readonly text: string; readonly actor: string },
): Promise<WithdrawalRow> {
  return tx.row<WithdrawalRow>(sql`
    update withdrawals
    set proposed = ${proposed}, proposed_text = ${text}, proposed_by = ${actor}, updated_at = ${tx.now}
    where ${inScope(row)} and id = ${row.id} and status = 'processing'
    returning ${columnList(columns)}`);
}
