import { awaitAdvisoryLock } from "#db/lease.ts";
import { type ListPage, type PageBounds, readUncountedPage } from "#db/lists/list.ts";
import { readMerchantTimeZone } from "#db/merchant-time-zone.ts";
import { type Columns, columnList, emptySql, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Scope } from "#kernel/scope.ts";
import { type PayeeRow, type RunRow, SCHEDULE_FIELDS, type ScheduleRow, type ScheduleStatus } from "./schema.ts";

const columns = columnsOf(SCHEDULE_FIELDS);

export async function insert(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.run(sql`
    insert into schedules (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom([row], columns, "input")}`);
}

/** Writes all columns of the row except its key and creation time. The caller must have locked the row. */
export async function update(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.run(sql`
    update schedules s
    set
      name = input.name, description = input.description,
      total_amount = input.total_amount, total_transfers = input.total_transfers,
      days = input.days, time = input.time, holiday_rule = input.holiday_rule,
      ends_on = input.ends_on, runs_max = input.runs_max,
      days_ahead = input.days_ahead, reserve_funds = input.reserve_funds, status = input.status,
      requested_by = input.requested_by, requested_by_name = input.requested_by_name, runs_count = input.runs_count,
      next_day = input.next_day, next_due_at = input.next_due_at, run_at = input.run_at,
      last_day = input.last_day, last_due_at = input.last_due_at,
      sequence = input.sequence, updated_at = input.updated_at, deleted_at = input.deleted_at
    from ${rowsFrom([row], columns, "input")}
    where (s.merchant, s.environment, s.id) = (input.merchant, input.environment, input.id)`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<ScheduleRow | null> {
  return tx.maybeRow<ScheduleRow>(sql`
    select ${columnList(columns)}
    from schedules
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
}

/** Like `find`, and locks the row until this transaction ends, against runs and other changes. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<ScheduleRow | null> {
  return tx.maybeRow<ScheduleRow>(sql`
    select ${columnList(columns)}
    from schedules
    where ${inScope(scope)} and id = ${id} and deleted_at is null
    for update`);
}

/** Returns and locks the schedule whose run is due first. Skips those that another process has locked. */
export async function lockDue(tx: Tx, skipped: readonly string[]): Promise<ScheduleRow | null> {
  return tx.maybeRow<ScheduleRow>(sql`
    select ${columnList(columns)}
    from schedules
    where run_at <= ${tx.now} and id <> all(${skipped})
    order by run_at, id
    limit 1
    for update skip locked`);
}

/** Returns and locks a merchant's active schedules; of both environments if `environment` is null. */
export async function lockActive(
  tx: Tx,
  merchant: string,
  environment: string | null,
): Promise<readonly ScheduleRow[]> {
  return tx.rows<ScheduleRow>(sql`
    select ${columnList(columns)}
    from schedules
    where merchant = ${merchant}
      ${environment === null ? emptySql : sql`and environment = ${environment}`}
      and run_at is not null
    order by environment, id
    for update`);
}

export async function countSchedules(tx: Tx, scope: Scope): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from schedules where ${inScope(scope)} and deleted_at is null`);
  return Number(total);
}

/** A page of a merchant's schedules, the newest first, with the total count. */
export async function list(
  tx: Tx,
  scope: Scope,
  status: ScheduleStatus | null,
  page: PageBounds,
): Promise<ListPage<ScheduleRow>> {
  const rows = {
    columns: columnList(columns),
    from: sql`schedules`,
    where: sql`
      ${inScope(scope)} and deleted_at is null
      ${status === null ? emptySql : sql`and status = ${status}`}`,
    prefix: "sch",
  } as const;
  return readUncountedPage(tx, rows, { from: null, until: null }, page);
}

const payee_columns: Columns<keyof PayeeRow> = {
  merchant: "text",
  environment: "text",
  schedule: "text",
  position: "int",
  beneficiary: "text",
  channel: "text",
  amount: "bigint",
  description: "text",
  metadata: "json",
  expect_name: "text",
};

export async function insertPayees(tx: Tx, rows: readonly PayeeRow[]): Promise<void> {
  await tx.run(sql`
    insert into schedule_payees (${columnList(payee_columns)})
    select ${columnList(payee_columns)} from ${rowsFrom(rows, payee_columns, "input")}`);
}

export async function deletePayees(tx: Tx, scope: Scope, schedule: string): Promise<void> {
  await tx.run(sql`delete from schedule_payees where ${inScope(scope)} and schedule = ${schedule}`);
}

/** The payees in the order of the request; all of them if `limit` is null. */
export async function listPayees(
  tx: Tx,
  scope: Scope,
  schedule: string,
  limit: number | null = null,
): Promise<readonly PayeeRow[]> {
  return tx.rows<PayeeRow>(sql`
    select ${columnList(payee_columns)}
    from schedule_payees
    where ${inScope(scope)} and schedule = ${schedule}
    order by position
    limit ${limit}`);
}

const run_columns: Columns<keyof RunRow> = {
  merchant: "text",
  environment: "text",
  schedule: "text",
  due_at: "timestamptz",
  day: "text",
  bulk: "text",
  failure_code: "text",
  failure_reason: "text",
  created_at: "timestamptz",
};

/** Records the run of a due time. A second run of the same due time or day violates a unique constraint. */
export async function insertRun(tx: Tx, row: RunRow): Promise<void> {
  await tx.run(sql`
    insert into schedule_runs (${columnList(run_columns)})
    select ${columnList(run_columns)} from ${rowsFrom([row], run_columns, "input")}`);
}

/** A page of a schedule's runs, the latest due time first, with the total count. */
export async function listRuns(tx: Tx, scope: Scope, schedule: string, page: PageBounds): Promise<ListPage<RunRow>> {
  const where = sql`${inScope(scope)} and schedule = ${schedule}`;
  const [rows, { total }] = await Promise.all([
    tx.rows<RunRow>(sql`
      select ${columnList(run_columns)}
      from schedule_runs
      where ${where}
      order by due_at desc
      limit ${page.limit} offset ${page.offset}`),
    tx.row<{ total: bigint }>(sql`select count(*) as total from schedule_runs where ${where}`),
  ]);
  return { rows, totals: Number(total) };
}

/** The last run of each of these schedules. */
export async function findLastRuns(
  tx: Tx,
  scope: Scope,
  schedules: readonly Pick<ScheduleRow, "id" | "last_due_at">[],
): Promise<readonly RunRow[]> {
  const keys = schedules.flatMap(({ id, last_due_at }) =>
    last_due_at === null ? [] : [{ schedule: id, last_due_at }],
  );
  if (keys.length === 0) return [];
  const key_columns: Columns<"schedule" | "last_due_at"> = { schedule: "text", last_due_at: "timestamptz" };
  return tx.rows<RunRow>(sql`
    select ${columnList(run_columns, "r")}
    from ${rowsFrom(keys, key_columns, "input")}
    join schedule_runs r on ${inScope(scope, "r")} and r.schedule = input.schedule and r.due_at = input.last_due_at`);
}

/**
 * Locks the time zone, the holidays and the number of a merchant's schedules until the transaction ends, so that
 * concurrent requests see each other's changes. Call it before locking a row of the merchant.
 */
export async function lockCalendar(tx: Tx, merchant: string): Promise<void> {
  await awaitAdvisoryLock(tx, `calendar of ${merchant}`);
}

/** The merchant's time zone, in which its days begin and end. */
export async function readTimeZone(tx: Tx, merchant: string): Promise<string> {
  return readMerchantTimeZone(tx, merchant);
}

export async function listHolidays(tx: Tx, scope: Scope): Promise<readonly string[]> {
  const rows = await tx.rows<{ day: string }>(sql`select day from holidays where ${inScope(scope)} order by day`);
  return rows.map(({ day }) => day);
}

/** Replaces the merchant's holidays. */
export async function replaceHolidays(tx: Tx, scope: Scope, days: readonly string[]): Promise<void> {
  await tx.run(sql`delete from holidays where ${inScope(scope)}`);
  await tx.run(sql`
    insert into holidays (merchant, environment, day)
    select ${scope.merchant}, ${scope.environment}, day from unnest(${days}::text[]) as input (day)`);
}
