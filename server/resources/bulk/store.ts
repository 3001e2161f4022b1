import { awaitAdvisoryLock } from "#db/lease.ts";
import { type DueRange, dueRangeSql, isBounded } from "#db/lists/due-range.ts";
import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { newestMatching } from "#db/search/search.ts";
import { type Columns, columnList, emptySql, inScope, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import { firstIdAt, type Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { BULK_FIELDS, type BulkRow } from "./schema.ts";

const columns = columnsOf(BULK_FIELDS);

/**
 * Waits until no other transaction writes a bulk of this merchant. Two bulks with the same new people or references in
 * different orders would deadlock. The second bulk reads the rows that the first has committed.
 */
export async function waitForConcurrentBulks(tx: Tx, { merchant, environment }: Scope): Promise<void> {
  await awaitAdvisoryLock(tx, `bulk of ${merchant} ${environment}`);
}

export async function insert(tx: Tx, row: BulkRow): Promise<void> {
  await tx.run(sql`
    insert into bulk_transfers (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom([row], columns, "input")}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<BulkRow | null> {
  return tx.maybeRow<BulkRow>(
    sql`select ${columnList(columns)} from bulk_transfers where ${inScope(scope)} and id = ${id}`,
  );
}

export interface BulkFilter {
  readonly schedule: string | null;
  /** A part of the description, or an id. */
  readonly search: string | null;
  /** Selects only scheduled bulks that are due in this range. */
  readonly scheduled: DueRange;
}

/** Returns a page of a merchant's bulks, the newest first, and their total number. */
export async function list(tx: Tx, scope: Scope, filter: BulkFilter, page: PageBounds): Promise<ListPage<BulkRow>> {
  const { schedule, scheduled, search } = filter;
  const rows = {
    list: "bulk_transfers",
    columns: columnList(columns),
    from: search === null ? sql`bulk_transfers` : newestMatching(scope, sql`bulk_transfers`, sql`description`, search),
    where: sql`
      ${inScope(scope)}
      ${schedule === null ? emptySql : sql`and schedule = ${schedule}`}
      ${isBounded(scheduled) ? dueRangeSql(scheduled) : emptySql}`,
    prefix: "btr",
    is_dense: true,
  } as const;
  if (schedule !== null || search !== null || isBounded(scheduled)) {
    return readUncountedPage(tx, rows, { from: null, until: null }, page);
  }
  return readCountedPage(tx, scope, rows, {}, page);
}

export interface StatusCount {
  readonly bulk: string;
  readonly status: string;
  readonly count: number;
}

/** Returns the number of transfers per bulk and status. */
export async function countByStatus(tx: Tx, scope: Scope, bulks: readonly string[]): Promise<readonly StatusCount[]> {
  return tx.rows<StatusCount>(sql`
    select bulk, status, count(*)::int as count
    from transfers
    where ${inScope(scope)} and bulk = any(${bulks})
    group by bulk, status`);
}

export interface Payee {
  /** A telephone number, as stored in `transfers.receiver`. */
  readonly receiver: string;
  readonly amount: bigint;
}

const payee_columns: Columns<keyof Payee> = { receiver: "text", amount: "bigint" };

/** Excludes transfers before `since`, and those of the bulk `except`. */
export interface PaidFilter {
  readonly since: Instant;
  readonly except: Id<"btr"> | null;
}

/** Finds transfers to these numbers with these amounts, except canceled and failed ones. */
export async function findSimilar(
  tx: Tx,
  scope: Scope,
  payees: readonly Payee[],
  filter: PaidFilter,
): Promise<readonly (Payee & { readonly id: string })[]> {
  return tx.rows(sql`
    select t.receiver, t.amount, max(t.id) as id
    from (
      select id, receiver, amount
      from transfers
      where ${paidFilterSql(scope, filter)}
    ) t
    join ${rowsFrom(payees, payee_columns, "input")} using (receiver, amount)
    group by t.receiver, t.amount`);
}

export interface PaidAccount {
  readonly id: Id<"trf">;
  /** The account number, encrypted. */
  readonly receiver: string;
  readonly bank_code: string;
  readonly amount: bigint;
}

/**
 * Finds the newest transfers to bank accounts with one of these amounts, at most `limit`; skips canceled and failed
 * ones.
 */
export async function findAccountTransfers(
  tx: Tx,
  scope: Scope,
  amounts: readonly bigint[],
  filter: PaidFilter,
  limit: number,
): Promise<readonly PaidAccount[]> {
  return tx.rows<PaidAccount>(sql`
    select t.id, t.receiver, b.bank_code, t.amount
    from (
      select merchant, environment, id, beneficiary, receiver, amount
      from transfers
      where ${paidFilterSql(scope, filter)} and amount = any(${amounts})
    ) t
    join beneficiaries b on (b.merchant, b.environment, b.id) = (t.merchant, t.environment, t.beneficiary)
    where b.type = 'bank_account'
    order by t.id desc
    limit ${limit}`);
}

function paidFilterSql(scope: Scope, { since, except }: PaidFilter): Sql {
  return sql`
    ${inScope(scope)} and id >= ${firstIdAt("trf", since)} and status not in ('failed', 'canceled')
    ${except === null ? emptySql : sql`and bulk is distinct from ${except}`}`;
}
