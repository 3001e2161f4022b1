import { plus } from "#kernel/time.ts";
import { type Sql, sql, type Tx } from "./tx.ts";

/**
 * A worker's lease on a due row. A row is free again after its lease has expired, or after its holder's heartbeat is
 * missing: a killed worker delays no row for long.
 */
export interface Lease {
  readonly holder: string;
  /** The workers with a recent heartbeat. */
  readonly live_workers: readonly string[];
}

/** The condition that a row has no valid lease, or that the lease's holder is dead. */
export function isClaimable(tx: Tx, lease: Lease): Sql {
  return sql`(lease_until is null or lease_until <= ${tx.now} or lease_holder <> all(${lease.live_workers}))`;
}

/**
 * The `set` clause that takes the lease. `claim` is a fencing token: it increases with each lease, so that an old
 * holder's late write is rejected.
 */
export function takeLease(tx: Tx, lease: Lease, duration_ms: number): Sql {
  return sql`lease_holder = ${lease.holder}, lease_until = ${plus(tx.now, duration_ms)}, claimed_at = ${tx.now}, claim = claim + 1`;
}

/** Waits for the advisory lock of this job, among all processes. The lock lasts until the end of the transaction. */
export async function awaitAdvisoryLock(tx: Tx, job: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`kolo ${job}`}, 0))`);
}

/** Tries the advisory lock of this job, among all processes; false if another transaction holds it. */
export async function tryAdvisoryLock(tx: Tx, job: string): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`kolo ${job}`}, 0)) as is_ours`,
  );
  return is_ours;
}
