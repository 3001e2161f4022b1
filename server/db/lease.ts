import { plus } from "#kernel/time.ts";
import { type Sql, sql, type Tx } from "./tx.ts";

/**
 * A worker's hold on a row that is due: who has it, and until when at the latest. A row is free again when its lease has
 * ended, or when its holder has not been heard of for a while: a worker that was killed delays nothing for long.
 */
export interface Lease {
  readonly holder: string;
  /** Who has been heard of lately. */
  readonly living: readonly string[];
}

/** Nobody holds the row, or nobody that lives. */
export function isFree(tx: Tx, lease: Lease): Sql {
  return sql`(lease_until is null or lease_until <= ${tx.now} or lease_holder <> all(${lease.living}))`;
}

/** Takes it: `set …` of an update. A claim counts up with each, so that an old holder's late word is not taken. */
export function taken(tx: Tx, lease: Lease, ms: number): Sql {
  return sql`lease_holder = ${lease.holder}, lease_until = ${plus(tx.now, ms)}, claimed_at = ${tx.now}, claim = claim + 1`;
}

/** Waits until no other transaction does the work of this name, among all processes. It is this one's until its end. */
export async function waitToBeAlone(tx: Tx, work: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`kolo ${work}`}, 0))`);
}

/** Whether this transaction alone does the work of this name, among all processes; false while another one does. */
export async function isAlone(tx: Tx, work: string): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`kolo ${work}`}, 0)) as is_ours`,
  );
  return is_ours;
}
