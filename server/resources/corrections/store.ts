import { awaitAdvisoryLock } from "#db/lease.ts";
import { type ListPage, type PageBounds, readUncountedPage } from "#db/lists/list.ts";
import {
  type Columns,
  columnList,
  inScope,
  isUniqueViolation,
  rowsFrom,
  sql,
  type Tx,
  UniqueConflict,
} from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { CorrectionRow } from "./schema.ts";

const columns: Columns<keyof CorrectionRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  kind: "text",
  corrects: "bigint",
  attempt: "text",
  provider_account: "text",
  currency: "text",
  debit: "text",
  credit: "text",
  amount: "bigint",
  as_debt: "boolean",
  advanced: "bigint",
  reason: "text",
  document: "text",
  state: "text",
  needs_two: "boolean",
  requested_by: "text",
  requested_at: "timestamptz",
  decided_by: "text",
  decided_at: "timestamptz",
  rejection: "text",
};

/** Selects the corrections for which `isOfHouse` is true. */
export const of_house = sql`('fees' in (debit, credit) and 'available' not in (debit, credit))`;

/** Throws `UniqueConflict` for a second reversal of an entry; the retry then finds the first. */
export async function insert(tx: Tx, row: CorrectionRow): Promise<void> {
  try {
    await tx.run(sql`
      insert into corrections (${columnList(columns)})
      select ${columnList(columns)} from ${rowsFrom([row], columns, "input")}`);
  } catch (error) {
    throw isUniqueViolation(error, "corrections_once") ? new UniqueConflict("another reversal was faster") : error;
  }
}

/** The reversal of an entry, whether booked or still proposed. */
export async function findReversal(tx: Tx, scope: Scope, entry: bigint): Promise<CorrectionRow | null> {
  return tx.maybeRow<CorrectionRow>(sql`
    select ${columnList(columns)}
    from corrections
    where ${inScope(scope)} and corrects = ${entry} and state <> 'rejected'`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<CorrectionRow | null> {
  return tx.maybeRow<CorrectionRow>(
    sql`select ${columnList(columns)} from corrections where ${inScope(scope)} and id = ${id}`,
  );
}

/** Finds a correction in any scope and locks it: requests of platform operators have no scope. */
export async function lock(tx: Tx, id: string): Promise<CorrectionRow | null> {
  return tx.maybeRow<CorrectionRow>(sql`select ${columnList(columns)} from corrections where id = ${id} for update`);
}

/** All corrections, the latest first, or only the proposed ones, the oldest first. */
export async function list(tx: Tx, is_all: boolean, limit: number): Promise<readonly CorrectionRow[]> {
  const which = is_all ? sql`order by id desc` : sql`where state = 'proposed' order by id`;
  return tx.rows<CorrectionRow>(sql`select ${columnList(columns)} from corrections ${which} limit ${limit}`);
}

/** A page of a merchant's booked corrections, the newest first, without top-ups that two people booked, and without sweeps. */
export async function listBooked(tx: Tx, scope: Scope, page: PageBounds): Promise<ListPage<CorrectionRow>> {
  const rows = {
    columns: columnList(columns),
    from: sql`corrections`,
    prefix: "cor",
    where: sql`${inScope(scope)} and state = 'booked' and kind <> 'fund' and not ${of_house}`,
  } as const;
  return readUncountedPage(tx, rows, {}, page);
}

/** The corrections of these provider attempts. */
export async function listByAttempts(
  tx: Tx,
  scope: Scope,
  attempts: readonly string[],
): Promise<readonly Pick<CorrectionRow, "id">[]> {
  return tx.rows<Pick<CorrectionRow, "id">>(sql`
    select id from corrections where ${inScope(scope)} and attempt = any(${attempts}) order by id`);
}

/** Ends a proposal. Without a `rejection` it is booked; `advanced` is the part that became a debt. */
export async function close(
  tx: Tx,
  row: CorrectionRow,
  {
    actor,
    advanced,
    rejection,
  }: { readonly actor: string; readonly advanced: bigint; readonly rejection: string | null },
): Promise<CorrectionRow> {
  return tx.row<CorrectionRow>(sql`
    update corrections
    set state = ${rejection === null ? "booked" : "rejected"}, rejection = ${rejection}, advanced = ${advanced},
      decided_by = ${actor}, decided_at = ${tx.now}
    where ${inScope(row)} and id = ${row.id} and state = 'proposed'
    returning ${columnList(columns)}`);
}

/** Makes concurrent sweeps of the same fees wait for each other until the transaction ends. */
export async function lockSweeps(tx: Tx, { merchant, environment, currency }: CorrectionRow): Promise<void> {
  await awaitAdvisoryLock(tx, `sweep of ${merchant} ${environment} ${currency}`);
}

/** The provider attempt that a review case or statement line corrected; null without one. */
export async function findAttemptOfDecision(tx: Tx, scope: Scope, decision: string): Promise<string | null> {
  const found = await tx.maybeRow<{ readonly attempt: string | null }>(sql`
    select attempt from reviews where ${inScope(scope)} and id = ${decision}
    union all
    select attempt from statement_lines where ${inScope(scope)} and id = ${decision}`);
  return found?.attempt ?? null;
}

/**
 * Returns the sum of the live corrections and top-ups in a currency that an actor has booked alone since a time. Locks
 * the actor's sum until the transaction ends, so that concurrent requests cannot exceed a limit together.
 */
export async function sumBookedAlone(tx: Tx, actor: string, currency: string, since: Instant): Promise<bigint> {
  await awaitAdvisoryLock(tx, `corrections by ${actor}`);
  const { booked } = await tx.row<{ readonly booked: bigint }>(sql`
    select coalesce(sum((after->>'amount')::bigint), 0)::bigint as booked
    from audit_log
    where actor = ${actor}
      and action in ('funds.added', 'correction.booked')
      and environment = 'live'
      and after->>'currency' = ${currency}
      and created_at > ${since}`);
  return booked;
}
