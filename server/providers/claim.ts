import { isFree, type Lease, taken } from "#db/lease.ts";
import { type Columns, nothing, sql, type Tx, table } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { CALL_LONGEST_MS } from "./exchange.ts";
import { type Attempt, all, type Claimed, claimed_columns } from "./store.ts";

// Twice the longest call: a lease that ended sooner would have us ask about an order that is still on its way out.
export const LEASE_MS = 2 * CALL_LONGEST_MS;

/** What a claim took, and behind whom the next begins; null: at the beginning. */
export interface Turn {
  readonly attempts: readonly Attempt[];
  readonly last: Scope | null;
}

/**
 * Takes due attempts with a lease: of each merchant and environment that has any, the oldest, in equal shares, so that
 * one merchant's ten thousand do not stand before another's one. Begins behind `after`, for the same reason.
 */
export async function claimDue(tx: Tx, after: Scope | null, limit: number, lease: Lease): Promise<Turn> {
  const begin = after ? sql`and (merchant, environment) > (${after.merchant}, ${after.environment})` : nothing;
  // What is due later is passed over within the index: looked at one by one, ten thousand merchants that have only such
  // would cost a tenth of a second, and counted among `limit`, they would stand before those behind them.
  const scopes = await tx.rows<Scope>(sql`
    with recursive waiting as (
      (
        select merchant, environment from attempts
        where due_at <= ${tx.now} ${begin}
        order by merchant, environment
        limit 1
      )
      union all
      select next.merchant, next.environment
      from waiting w
      cross join lateral (
        select a.merchant, a.environment
        from attempts a
        where a.due_at <= ${tx.now} and (a.merchant, a.environment) > (w.merchant, w.environment)
        order by a.merchant, a.environment
        limit 1
      ) next
    )
    select merchant, environment from waiting limit ${limit}`);
  if (scopes.length === 0) return { attempts: [], last: null };
  const limit_each = Math.ceil(limit / scopes.length);
  const attempts = await tx.rows<Attempt>(sql`
    with due as (
      select oldest.merchant, oldest.environment, oldest.id
      from ${table(scopes, scope_columns, "s")}
      cross join lateral (
        select merchant, environment, id
        from attempts
        where merchant = s.merchant
          and environment = s.environment
          and due_at <= ${tx.now}
          and ${isFree(tx, lease)}
        order by due_at
        limit ${limit_each}
        for update skip locked
      ) oldest
      limit ${limit}
    )
    update attempts a
    set ${taken(tx, lease, LEASE_MS)}
    from due
    where (a.merchant, a.environment, a.id) = (due.merchant, due.environment, due.id)
    returning ${all}`);
  return { attempts, last: lastOf(scopes, attempts, limit) };
}

/** Behind whom the next claim begins. One that is full may have left the last ones out. */
function lastOf(scopes: readonly Scope[], attempts: readonly Attempt[], limit: number): Scope | null {
  const last =
    attempts.length < limit
      ? scopes.length - 1
      : scopes.findLastIndex((scope) =>
          attempts.some((a) => a.merchant === scope.merchant && a.environment === scope.environment),
        );
  return last === scopes.length - 1 && scopes.length < limit ? null : (scopes[last] ?? null);
}

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** Ends the lease of attempts that were claimed and not worked on. */
export async function giveBack(tx: Tx, attempts: readonly Claimed[]): Promise<void> {
  await tx.run(sql`
    update attempts a
    set lease_holder = null, lease_until = null
    from ${table(attempts, claimed_columns, "given")}
    where (a.merchant, a.environment, a.id, a.claim) = (given.merchant, given.environment, given.id, given.claim)`);
}

/** Ends all of this worker's leases but those of these attempts: it does not know that it has them. */
export async function giveBackOthers(tx: Tx, attempts: readonly Claimed[], { holder }: Lease): Promise<void> {
  await tx.run(sql`
    with others as (
      select merchant, environment, id
      from attempts a
      where due_at is not null
        and lease_holder = ${holder}
        and not exists (
          select
          from ${table(attempts, claimed_columns, "given")}
          where (given.merchant, given.environment, given.id, given.claim) = (a.merchant, a.environment, a.id, a.claim)
        )
      order by merchant, environment, id
      for no key update
    )
    update attempts a
    set lease_holder = null, lease_until = null
    from others
    where (a.merchant, a.environment, a.id) = (others.merchant, others.environment, others.id)`);
}
