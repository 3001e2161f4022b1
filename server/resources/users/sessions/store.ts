import { type Columns, columnList, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Instant } from "#kernel/time.ts";
import type { SessionRow } from "./schema.ts";

const columns: Columns<keyof SessionRow> = {
  id: "text",
  person: "text",
  awaits_code: "boolean",
  has_second_factor: "boolean",
  verified_at: "timestamptz",
  address: "text",
  agent: "text",
  created_at: "timestamptz",
  seen_at: "timestamptz",
  expires_at: "timestamptz",
  ended_at: "timestamptz",
};

export async function insert(tx: Tx, session: SessionRow, token_hash: Buffer): Promise<void> {
  await tx.run(sql`
    insert into sessions (${columnList(columns)}, token_hash)
    select ${columnList(columns)}, ${token_hash}::bytea from ${rowsFrom([session], columns, "input")}`);
}

/** The session of a token, unless it has ended, expired or been idle since `idle_since`. */
export async function findOpen(tx: Tx, token_hash: Buffer, idle_since: Instant): Promise<SessionRow | null> {
  return tx.maybeRow<SessionRow>(sql`
    select ${columnList(columns)} from sessions
    where token_hash = ${token_hash} and ended_at is null and expires_at > ${tx.now} and seen_at > ${idle_since}`);
}

export async function listOpen(tx: Tx, person: string, idle_since: Instant): Promise<readonly SessionRow[]> {
  return tx.rows<SessionRow>(sql`
    select ${columnList(columns)} from sessions
    where person = ${person} and ended_at is null and expires_at > ${tx.now} and seen_at > ${idle_since}
      and not awaits_code
    order by id desc`);
}

export async function markSeen(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update sessions set seen_at = ${tx.now} where id = ${id} and ended_at is null`);
}

/** Replaces the session's token and records a step-up. */
export async function renewToken(
  tx: Tx,
  id: string,
  token_hash: Buffer,
  factors: { readonly has_second_factor: boolean },
): Promise<void> {
  await tx.run(sql`
    update sessions
    set token_hash = ${token_hash}, verified_at = ${tx.now}, seen_at = ${tx.now},
      has_second_factor = ${factors.has_second_factor}
    where id = ${id} and ended_at is null`);
}

/** Returns false if this person has no such open session. */
export async function end(tx: Tx, person: string, id: string): Promise<boolean> {
  const ended = await tx.run(sql`
    update sessions set ended_at = ${tx.now} where id = ${id} and person = ${person} and ended_at is null`);
  return ended > 0;
}

/** Ends every session of a person except one. */
export async function endOtherSessions(tx: Tx, person: string, except: string | null): Promise<void> {
  await tx.run(sql`
    update sessions set ended_at = ${tx.now}
    where person = ${person} and ended_at is null and id is distinct from ${except}`);
}

/** The addresses from which a person has signed in since an instant. */
export async function listAddresses(tx: Tx, person: string, since: Instant): Promise<readonly string[]> {
  const rows = await tx.rows<{ address: string }>(sql`
    select distinct address from sessions
    where person = ${person} and created_at > ${since} and not awaits_code`);
  return rows.map(({ address }) => address);
}

/** Whether a person has signed in during the last 90 days; older sessions are deleted. */
export async function hasSignedIn(tx: Tx, person: string): Promise<boolean> {
  const row = await tx.maybeRow(sql`select 1 from sessions where person = ${person} and not awaits_code limit 1`);
  return row !== null;
}

/**
 * Counts a try for each key. Locks the rows in key order. Returns the failures per key, keyed by its hexadecimal form.
 */
export async function countFailures(
  tx: Tx,
  keys: readonly Buffer[],
  forgotten_before: Instant,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ fingerprint: string; failures: number }>(sql`
    insert into sign_in_failures as kept (fingerprint, failures, failed_at)
    select fingerprint, 1, ${tx.now}::timestamptz
    from unnest(${[...keys]}::bytea[]) as input (fingerprint)
    order by fingerprint
    on conflict (fingerprint) do update
    set
      failures = case when kept.failed_at < ${forgotten_before} then 1 else least(kept.failures + 1, 1000000) end,
      failed_at = excluded.failed_at
    returning encode(fingerprint, 'hex') as fingerprint, failures`);
  return new Map(rows.map(({ fingerprint, failures }) => [fingerprint, failures]));
}

/** Subtracts one try after a successful one; the earlier failures still count. */
export async function decrementFailures(tx: Tx, fingerprint: Buffer): Promise<void> {
  await tx.run(sql`
    update sign_in_failures set failures = greatest(failures - 1, 0) where fingerprint = ${fingerprint}`);
}

export async function deleteFailures(tx: Tx, fingerprints: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from sign_in_failures where fingerprint = any(${[...fingerprints]}::bytea[])`);
}

/** Deletes sessions that expired before `before`, and failure counts from before `failures_before`. */
export async function deleteExpired(tx: Tx, before: Instant, failures_before: Instant): Promise<void> {
  await tx.run(sql`delete from sessions where expires_at < ${before}`);
  await tx.run(sql`delete from sign_in_failures where failed_at < ${failures_before}`);
}
