import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Resolution, ReviewRow } from "./schema.ts";

const columns: Columns<keyof ReviewRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  attempt: "text",
  subject: "text",
  kind: "text",
  provider_answer: "text",
  failure_code: "text",
  state: "text",
  proposed: "text",
  proposed_by: "text",
  resolution: "text",
  note: "text",
  resolved_by: "text",
  opened_at: "timestamptz",
  resolved_at: "timestamptz",
};

/**
 * Inserts cases, except those that exist: an open case of the same kind, or, once the attempt has ended, any case of
 * that kind. While the attempt has no outcome, a closed case is opened again when the provider repeats its answer;
 * otherwise no person would see it. The caller must lock the attempts' rows, so that no other transaction inserts the
 * same case.
 */
export async function insertNewReviews(tx: Tx, rows: readonly ReviewRow[]): Promise<void> {
  await tx.run(sql`
    insert into reviews (${columnList(columns)})
    select ${columnList(columns, "input")}
    from ${rowsFrom(rows, columns, "input")}
    where not exists (
      select from reviews r
      join attempts a on (a.merchant, a.environment, a.id) = (r.merchant, r.environment, r.attempt)
      where (r.merchant, r.environment, r.attempt, r.kind)
          = (input.merchant, input.environment, input.attempt, input.kind)
        and (r.state = 'open' or a.state <> 'review')
    )`);
}

/** Finds a case in any scope and locks it: requests of platform operators have no scope. */
export async function lock(tx: Tx, id: string): Promise<ReviewRow | null> {
  return tx.maybeRow<ReviewRow>(sql`select ${columnList(columns)} from reviews where id = ${id} for update`);
}

/** Finds a case in any scope. */
export async function find(tx: Tx, id: string): Promise<ReviewRow | null> {
  return tx.maybeRow<ReviewRow>(sql`select ${columnList(columns)} from reviews where id = ${id}`);
}

/** All cases, the latest first, or only the open ones, the oldest first. */
export async function list(tx: Tx, is_all: boolean, limit: number): Promise<readonly ReviewRow[]> {
  const which = is_all ? sql`order by opened_at desc, id desc` : sql`where state = 'open' order by opened_at, id`;
  return tx.rows<ReviewRow>(sql`select ${columnList(columns)} from reviews ${which} limit ${limit}`);
}

/** The open cases of one merchant and environment, the oldest first. */
export async function listOpenOf(tx: Tx, scope: Scope, limit: number): Promise<readonly ReviewRow[]> {
  return tx.rows<ReviewRow>(sql`
    select ${columnList(columns)} from reviews
    where ${inScope(scope)} and state = 'open'
    order by opened_at, id
    limit ${limit}`);
}

export async function countOpen(tx: Tx): Promise<number> {
  const { n } = await tx.row<{ n: bigint }>(sql`select count(*) as n from reviews where state = 'open'`);
  return Number(n);
}

export async function listBySubject(tx: Tx, scope: Scope, subject: string): Promise<readonly ReviewRow[]> {
  return tx.rows<ReviewRow>(sql`
    select ${columnList(columns)} from reviews where ${inScope(scope)} and subject = ${subject} order by id`);
}

export async function propose(tx: Tx, row: ReviewRow, proposed: Resolution, actor: string): Promise<void> {
  await tx.row(sql`
    update reviews
    set proposed = ${proposed}, proposed_by = ${actor}
    where ${inScope(row)} and id = ${row.id} and state = 'open'
    returning id`);
}

export async function close(
  tx: Tx,
  row: ReviewRow,
  { resolution, note, actor }: { resolution: Resolution; note: string; actor: string },
): Promise<ReviewRow> {
  return tx.row<ReviewRow>(sql`
    update reviews
    set state = 'resolved', resolution = ${resolution}, note = ${note}, resolved_by = ${actor}, resolved_at = ${tx.now}
    where ${inScope(row)} and id = ${row.id} and state = 'open'
    returning ${columnList(columns)}`);
}

const key_columns: Columns<keyof Scope | "attempt"> = { merchant: "text", environment: "text", attempt: "text" };

/** Closes the cases of attempts that have ended with the provider's own answer. */
export async function closeResolvedByProvider(
  tx: Tx,
  keys: readonly (Scope & { readonly attempt: string })[],
): Promise<void> {
  await tx.run(sql`
    update reviews r
    set state = 'resolved', resolution = 'answered', resolved_by = 'provider', resolved_at = ${tx.now}
    from ${rowsFrom(keys, key_columns, "input")}
    where (r.merchant, r.environment, r.attempt) = (input.merchant, input.environment, input.attempt)
      and r.state = 'open'`);
}

/** Closes the open cases of other kinds about these attempts, because the provider's answer has changed. */
export async function closeSuperseded(
  tx: Tx,
  keys: readonly (Scope & Pick<ReviewRow, "attempt" | "kind">)[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(sql`
    update reviews r
    set state = 'resolved', resolution = 'answered', resolved_by = 'provider', resolved_at = ${tx.now}
    from ${rowsFrom(keys, { ...key_columns, kind: "text" }, "input")}
    where (r.merchant, r.environment, r.attempt) = (input.merchant, input.environment, input.attempt)
      and r.kind <> input.kind
      and r.state = 'open'`);
}

/** Returns true if a person has released this attempt after the screening held it. */
export async function isReleasedByReview(tx: ReadTx, scope: Scope, attempt: string): Promise<boolean> {
  const released = await tx.maybeRow(sql`
    select id from reviews where ${inScope(scope)} and attempt = ${attempt} and resolution = 'release' limit 1`);
  return released !== null;
}
