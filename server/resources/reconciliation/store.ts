import { type Columns, columnList, inScope, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { ChargedAttempt, ExceptionResolution, LineRow, StatementRow } from "./schema.ts";

const statement_columns: Columns<keyof StatementRow> = {
  id: "text",
  provider: "text",
  environment: "text",
  merchant: "text",
  market: "text",
  name: "text",
  digest: "bytea",
  currency: "text",
  begins_at: "timestamptz",
  ends_at: "timestamptz",
  time_zone: "text",
  lines: "int",
  imported_at: "timestamptz",
  imported_by: "text",
};

const line_columns: Columns<keyof LineRow> = {
  id: "text",
  statement: "text",
  line: "int",
  provider_id: "text",
  external_id: "text",
  amount: "bigint",
  fee: "bigint",
  tax: "bigint",
  is_charge: "boolean",
  is_complete: "boolean",
  happened_at: "timestamptz",
  party: "text",
  merchant: "text",
  environment: "text",
  attempt: "text",
  matched_by: "text",
  exception: "text",
  resolution: "text",
  note: "text",
  resolved_by: "text",
  resolved_at: "timestamptz",
  matched_at: "timestamptz",
};

export async function insertStatement(tx: Tx, row: StatementRow): Promise<void> {
  await tx.run(sql`
    insert into statements (${columnList(statement_columns)})
    select ${columnList(statement_columns)} from ${rowsFrom([row], statement_columns, "input")}`);
}

export async function findByDigest(tx: Tx, digest: Buffer): Promise<StatementRow | null> {
  return tx.maybeRow<StatementRow>(
    sql`select ${columnList(statement_columns)} from statements where digest = ${digest}`,
  );
}

export async function findStatement(tx: Tx, id: string): Promise<StatementRow | null> {
  return tx.maybeRow<StatementRow>(sql`select ${columnList(statement_columns)} from statements where id = ${id}`);
}

export async function listStatements(tx: Tx): Promise<readonly StatementRow[]> {
  return tx.rows<StatementRow>(sql`select ${columnList(statement_columns)} from statements order by id desc limit 500`);
}

export async function insertLines(tx: Tx, rows: readonly LineRow[]): Promise<void> {
  await tx.run(sql`
    insert into statement_lines (${columnList(line_columns)})
    select ${columnList(line_columns)} from ${rowsFrom(rows, line_columns, "input")}`);
}

/** An attempt with the amount that the ledger has for it, for comparison with a statement. */
export interface BookedAttempt extends Scope {
  readonly id: string;
  readonly provider_id: string | null;
  readonly receiver: string;
  readonly amount: bigint;
  readonly ended_at: Instant | null;
  /** The amount that the ledger has for this attempt at the provider, corrections included. Positive: money in. */
  readonly booked: bigint;
}

/** Selects attempt `a` with its ledger amount. `decisions` selects the ids of the decisions whose corrections count. */
export function bookedColumns(decisions: Sql): Sql {
  return sql`
  a.merchant, a.environment, a.id, a.provider_id, a.receiver, a.amount, a.ended_at,
  (
    case when a.state <> 'complete' then 0 when a.kind = 'collect' then a.amount else -a.amount end
    + coalesce((
      select sum(case when e.debit like 'provider:%' then e.amount else -e.amount end)
      from (${decisions}) d
      join entries e on (e.merchant, e.environment, e.subject) = (a.merchant, a.environment, d.id)
      where e.kind in ('correct', 'reverse') and (e.debit like 'provider:%' or e.credit like 'provider:%')
    ), 0)
  )::bigint as booked`;
}

/** Selects the ids of the reviews of attempt `a`. */
export const by_reviews = sql`
  select id from reviews where (merchant, environment, attempt) = (a.merchant, a.environment, a.id)`;

/**
 * Selects the ids of all decisions about attempt `a`: reviews, corrections by hand, and the lines of all statements.
 */
export const all_decisions = sql`
  ${by_reviews}
  union all
  select id from corrections where (merchant, environment, attempt) = (a.merchant, a.environment, a.id)
  union all
  select id from statement_lines where (merchant, environment, attempt) = (a.merchant, a.environment, a.id)`;

/** Selects the same ids without the lines of this statement, because its report lists their corrections separately. */
const decisionsOutside = (statement: string): Sql => sql`${all_decisions} and statement <> ${statement}`;

/** An attempt that a statement line refers to, with its own currency, which may differ from the statement's. */
export interface MatchedAttempt extends BookedAttempt {
  readonly currency: string;
}

/** Finds attempts by the reference sent to providers: the last twenty characters of the attempt's id. */
export async function findByShortId(
  tx: Tx,
  of: StatementSource,
  ids: readonly string[],
): Promise<readonly MatchedAttempt[]> {
  return tx.rows<MatchedAttempt>(sql`
    select a.currency, ${bookedColumns(all_decisions)}
    from attempts a
    where a.provider_account is not null and right(a.id, 20) = any(${ids}) and ${fromAccount(of)}`);
}

export async function findByProviderId(
  tx: Tx,
  of: StatementSource,
  ids: readonly string[],
): Promise<readonly MatchedAttempt[]> {
  return tx.rows<MatchedAttempt>(sql`
    select a.currency, ${bookedColumns(all_decisions)}
    from attempts a
    where a.provider_account is not null and a.provider_id = any(${ids}) and ${fromAccount(of)}`);
}

/**
 * Returns the attempts completed in a statement's period, currency and accounts. Their ledger amounts exclude
 * corrections of this statement's lines.
 */
export async function findCompletedAttempts(
  tx: Tx,
  of: StatementSource & Pick<StatementRow, "id" | "currency">,
  begins_at: Instant,
  ends_at: Instant,
): Promise<readonly BookedAttempt[]> {
  return tx.rows<BookedAttempt>(sql`
    select ${bookedColumns(decisionsOutside(of.id))}
    from provider_accounts p
    join attempts a on a.provider_account = p.id
    where p.provider = ${of.provider}
      and p.environment = ${of.environment}
      and p.merchant is not distinct from ${of.merchant}
      and p.market = ${of.market}
      and a.state = 'complete'
      and a.provider_account is not null
      and a.currency = ${of.currency}
      and a.ended_at >= ${begins_at}
      and a.ended_at < ${ends_at}`);
}

/** The provider account that a statement is about. */
export type StatementSource = Pick<StatementRow, "provider" | "environment" | "merchant" | "market">;

function fromAccount(of: StatementSource) {
  return sql`a.provider_account in (
    select id from provider_accounts
    where provider = ${of.provider}
      and environment = ${of.environment}
      and merchant is not distinct from ${of.merchant}
      and market = ${of.market}
  )`;
}

/** Returns the ids of those attempts that already have a matching statement line. */
export async function findMatched(tx: Tx, attempts: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ attempt: string }>(sql`
    select distinct l.attempt
    from statement_lines l
    where l.attempt = any(${attempts}) and l.line is not null and not l.is_charge`);
  return new Set(rows.map((row) => row.attempt));
}

export async function listLines(tx: Tx, statement: string): Promise<readonly LineRow[]> {
  return tx.rows<LineRow>(sql`
    select ${columnList(line_columns)} from statement_lines where statement = ${statement} order by id`);
}

export async function listOpenExceptions(tx: Tx): Promise<readonly LineRow[]> {
  return tx.rows<LineRow>(sql`
    select ${columnList(line_columns)}
    from statement_lines
    where exception is not null and resolution is null
    order by id
    limit 500`);
}

/** Returns a line, and locks it and other lines of the same movement until this transaction ends. */
export async function lockLine(tx: Tx, id: string): Promise<LineRow | null> {
  const rows = await tx.rows<LineRow>(sql`
    select ${columnList(line_columns)}
    from statement_lines
    where id = ${id} or provider_id = (select provider_id from statement_lines where id = ${id})
    order by id
    for update`);
  return rows.find((row) => row.id === id) ?? null;
}

/** Returns another line of the same account and the same movement that is already in the ledger; null without one. */
export async function findDuplicateLine(
  tx: Tx,
  of: StatementSource,
  line: LineRow,
): Promise<Pick<LineRow, "id"> | null> {
  return tx.maybeRow<Pick<LineRow, "id">>(sql`
    select l.id
    from statement_lines l
    join statements s on s.id = l.statement
    where l.provider_id = ${line.provider_id}
      and l.id <> ${line.id}
      and l.is_complete
      and sign(l.amount) = sign(${line.amount}::bigint)
      and (l.exception is null or l.exception = 'outside' or l.resolution in ('correct', 'absorb'))
      and s.provider = ${of.provider}
      and s.environment = ${of.environment}
      and s.merchant is not distinct from ${of.merchant}
      and s.market = ${of.market}
    order by l.id
    limit 1`);
}

/** Returns a line of any imported statement that confirms an attempt at the provider; null without one. */
export async function findOnStatement(
  tx: Tx,
  scope: Scope,
  attempt: string,
): Promise<Pick<LineRow, "id" | "statement"> | null> {
  return tx.maybeRow<Pick<LineRow, "id" | "statement">>(sql`
    select id, statement
    from statement_lines
    where ${inScope(scope)} and attempt = ${attempt} and line is not null and is_complete
    order by id
    limit 1`);
}

/**
 * Returns the amount that the ledger has for an attempt at the provider, all corrections included. Positive: money in.
 */
export async function bookedFor(tx: Tx, scope: Scope, attempt: string): Promise<bigint> {
  const { booked } = await tx.row<BookedAttempt>(sql`
    select ${bookedColumns(all_decisions)} from attempts a where ${inScope(scope, "a")} and a.id = ${attempt}`);
  return booked;
}

/**
 * Returns the change that decisions have booked for an attempt at the provider since an entry. Positive: money in. The
 * caller has locked the attempt.
 */
export async function bookedSince(tx: Tx, scope: Scope, attempt: string, entry: bigint): Promise<bigint> {
  const { booked } = await tx.row<{ readonly booked: bigint }>(sql`
    select coalesce(sum(case when e.debit like 'provider:%' then e.amount else -e.amount end), 0)::bigint as booked
    from attempts a
    cross join lateral (${all_decisions}) d
    join entries e on (e.merchant, e.environment, e.subject) = (a.merchant, a.environment, d.id)
    where ${inScope(scope, "a")}
      and a.id = ${attempt}
      and e.id > ${entry}
      and e.kind in ('correct', 'reverse')
      and (e.debit like 'provider:%' or e.credit like 'provider:%')`);
  return booked;
}

/**
 * Returns the decisions about a complete payment that changed its merchant's balance, the oldest first. Positive: the
 * balance paid it. Amounts that the house absorbed are left out.
 */
export async function listDecisionsOnBalance(
  tx: Tx,
  scope: Scope,
  payment: string,
): Promise<readonly { readonly id: string; readonly amount: bigint }[]> {
  return tx.rows<{ readonly id: string; readonly amount: bigint }>(sql`
    select d.id, case when e.debit = 'available' then e.amount else -e.amount end as amount
    from attempts a
    cross join lateral (${all_decisions}) d
    join entries e on (e.merchant, e.environment, e.subject) = (a.merchant, a.environment, d.id)
    where ${inScope(scope, "a")}
      and a.subject = ${payment}
      and a.kind = 'collect'
      and a.state = 'complete'
      and e.kind in ('correct', 'reverse')
      and 'available' in (e.debit, e.credit)
    order by e.id`);
}

export interface LineClosing {
  readonly resolution: ExceptionResolution;
  readonly note: string;
  readonly actor: string;
  readonly merchant: Id<"mer"> | null;
}

export async function closeLine(
  tx: Tx,
  id: string,
  { resolution, note, actor, merchant }: LineClosing,
): Promise<LineRow> {
  return tx.row<LineRow>(sql`
    update statement_lines
    set resolution = ${resolution}, note = ${note}, resolved_by = ${actor}, resolved_at = ${tx.now},
      merchant = coalesce(merchant, ${merchant})
    where id = ${id} and resolution is null
    returning ${columnList(line_columns)}`);
}

/** Returns the attempts of a statement's lines. Their ledger amounts exclude corrections of these lines. */
export async function findStatementAttempts(tx: Tx, statement: string): Promise<readonly BookedAttempt[]> {
  return tx.rows<BookedAttempt>(sql`
    select ${bookedColumns(decisionsOutside(statement))}
    from statement_lines l
    join attempts a on (a.merchant, a.environment, a.id) = (l.merchant, l.environment, l.attempt)
    where l.statement = ${statement}`);
}

/** Returns the ledger amount for the attempt of each line, without the correction of the line itself. */
export async function findBookedByLine(tx: Tx, lines: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.rows<BookedAttempt & { readonly of: string }>(sql`
    select l.id as of, ${bookedColumns(sql`${all_decisions} and id <> l.id`)}
    from statement_lines l
    join attempts a on (a.merchant, a.environment, a.id) = (l.merchant, l.environment, l.attempt)
    where l.id = any(${lines})`);
  return new Map(rows.map((row) => [row.of, row.booked]));
}

/** Returns the sum that decisions about a statement's lines have booked. */
export async function sumCorrections(tx: Tx, statement: string): Promise<bigint> {
  const { sum } = await tx.row<{ sum: bigint }>(sql`
    select coalesce(sum(case when e.debit like 'provider:%' then e.amount else -e.amount end), 0)::bigint as sum
    from statement_lines l
    join entries e on (e.merchant, e.environment, e.subject) = (l.merchant, l.environment, l.id)
    where l.statement = ${statement} and e.kind = 'correct'`);
  return sum;
}

/** Returns the change of the booked charges and taxes by a statement and by decisions about its lines. */
export async function sumChargesBooked(tx: Tx, statement: string): Promise<bigint> {
  const { sum } = await tx.row<{ sum: bigint }>(sql`
    select coalesce(sum(case when e.debit in ('charges', 'taxes') then e.amount else -e.amount end), 0)::bigint as sum
    from (
      select merchant, environment, id from charges where statement = ${statement}
      union all
      select merchant, environment, id from statement_lines where statement = ${statement}
    ) s
    join entries e on (e.merchant, e.environment, e.subject) = (s.merchant, s.environment, s.id)
    where e.kind in ('correct_charge', 'correct_tax')`);
  return sum;
}

/** Returns the attempts for which a statement names a charge. */
export async function findChargedAttempts(tx: Tx, statement: string): Promise<readonly ChargedAttempt[]> {
  return tx.rows<ChargedAttempt>(sql`
    select distinct
      a.merchant, a.environment, a.id, a.provider, a.provider_account, a.kind, a.channel, a.amount, a.currency
    from statement_lines l
    join attempts a on (a.merchant, a.environment, a.id) = (l.merchant, l.environment, l.attempt)
    where l.statement = ${statement} and l.fee is not null`);
}

/** Returns another line of the same account that is the same charge and is booked already; null without one. */
export async function findDuplicateCharge(
  tx: Tx,
  of: StatementSource,
  line: LineRow,
): Promise<Pick<LineRow, "id"> | null> {
  return tx.maybeRow<Pick<LineRow, "id">>(sql`
    select l.id
    from statement_lines l
    join statements s on s.id = l.statement
    where l.provider_id = ${line.provider_id}
      and l.id <> ${line.id}
      and l.is_charge
      and (l.attempt is not null or l.resolution = 'absorb')
      and s.provider = ${of.provider}
      and s.environment = ${of.environment}
      and s.merchant is not distinct from ${of.merchant}
      and s.market = ${of.market}
    order by l.id
    limit 1`);
}

export interface MatchStep
  extends Pick<LineRow, "statement" | "line" | "matched_by" | "exception" | "resolution" | "matched_at"> {
  readonly id: string;
}

/** Returns the statement lines of these attempts. */
export async function findMatches(tx: Tx, scope: Scope, attempts: readonly string[]): Promise<readonly MatchStep[]> {
  return tx.rows<MatchStep>(sql`
    select id, statement, line, matched_by, exception, resolution, matched_at
    from statement_lines
    where ${inScope(scope)} and attempt = any(${attempts})
    order by id`);
}
