import { isClaimable, type Lease, takeLease } from "#db/lease.ts";
import { type Columns, emptySql, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { CALL_MAX_MS } from "#providers/io/http-client.ts";
import { type CapacityKey, type FreeCapacity, type ProviderKey, providerKey } from "./provider-capacity.ts";
import { type Attempt, type AttemptClaim, attempt_claim_columns, attempt_column_list } from "./store.ts";

// Twice the longest call. With a shorter lease, a second worker would query an order that is still being sent.
export const LEASE_MS = 2 * CALL_MAX_MS;

/** One merchant's orders to one provider. */
export interface ProviderQueue extends Scope {
  readonly provider: string;
}

export interface AttemptClaimOptions {
  /** The claim starts after this queue; null: at the first. */
  readonly after: ProviderQueue | null;
  readonly limit: number;
  readonly capacity: FreeCapacity;
}

/** The attempts taken by one claim. */
export interface ClaimedBatch {
  readonly attempts: readonly Attempt[];
  /** The next claim starts after this queue; null: at the first. */
  readonly last: ProviderQueue | null;
  /** Providers and queues that may have more due orders than free slots. */
  readonly backlogged: readonly CapacityKey[];
}

/**
 * Claims due attempts with a lease.
 *
 * Each queue gets an equal share, the oldest first, so that one merchant's 10,000 orders do not delay another's single
 * one. A provider gets as many as it has free slots, so that a hanging provider does not delay another. One merchant
 * gets at most three quarters of a provider's slots, so that its slow orders do not delay those of others. The claim
 * starts after the queue `after`, so that every queue gets its turn.
 */
export async function claimDue(
  tx: Tx,
  { after, limit, capacity }: AttemptClaimOptions,
  lease: Lease,
): Promise<ClaimedBatch> {
  const start_condition = after
    ? sql`and (environment, provider, merchant) > (${after.environment}, ${after.provider}, ${after.merchant})`
    : emptySql;
  const isFull = (queue: Sql): Sql =>
    capacity.full.length === 0
      ? sql`false`
      : sql`
        exists (
          select
          from ${rowsFrom(capacity.full, provider_columns, "f")}
          where (f.environment, f.provider) = (${queue}.environment, ${queue}.provider)
        )`;
  // The index condition skips queues whose orders are all due later. A provider without free slots is represented by
  // one of its queues. With 10,000 merchants, reading all such queues one by one takes 100 ms, and counting them in
  // `limit` would starve the queues after them.
  const queues = await tx.rows<ProviderQueue>(sql`
    with recursive waiting as (
      select first.*, ${isFull(sql`first`)} as is_full
      from (
        select environment, provider, merchant from attempts
        where due_at <= ${tx.now} ${start_condition}
        order by environment, provider, merchant
        limit 1
      ) first
      union all
      select next.*, ${isFull(sql`next`)}
      from waiting w
      cross join lateral (
        select a.environment, a.provider, a.merchant
        from attempts a
        where a.due_at <= ${tx.now}
          and (a.environment, a.provider, a.merchant)
            > (w.environment, w.provider, case when w.is_full then ${AFTER_ALL_IDS} else w.merchant end)
        order by a.environment, a.provider, a.merchant
        limit 1
      ) next
    )
    select merchant, environment, provider from waiting where not is_full limit ${limit}`);
  if (queues.length === 0) return { attempts: [], last: null, backlogged: capacity.full };
  const shares = sharesFor(queues, limit, capacity);
  const claimable = shares.filter(({ capacity }) => capacity > 0);
  const attempts = await tx.rows<Attempt>(sql`
    with due as (
      select oldest.merchant, oldest.environment, oldest.id
      from ${rowsFrom(claimable, share_columns, "s")}
      cross join lateral (
        select merchant, environment, id
        from attempts
        where merchant = s.merchant
          and environment = s.environment
          and provider = s.provider
          and due_at <= ${tx.now}
          and ${isClaimable(tx, lease)}
        order by due_at
        limit s.capacity
        for update skip locked
      ) oldest
      limit ${limit}
    )
    update attempts a
    set ${takeLease(tx, lease, LEASE_MS)}
    from due
    where (a.merchant, a.environment, a.id) = (due.merchant, due.environment, due.id)
    returning ${attempt_column_list}`);
  const claimed_of = Map.groupBy(attempts, queueKey);
  const exhausted = shares.filter((share) => (claimed_of.get(queueKey(share))?.length ?? 0) >= share.capacity);
  return {
    attempts,
    last: lastQueueOf(shares, attempts, { limit, capacity }),
    backlogged: [...capacity.full, ...exhausted],
  };
}

interface QueueShare extends ProviderQueue {
  readonly capacity: number;
}

/** The share of each queue. If a provider has fewer free slots than queues, the last queues get zero. */
function sharesFor(queues: readonly ProviderQueue[], limit: number, capacity: FreeCapacity): readonly QueueShare[] {
  const each = Math.ceil(limit / queues.length);
  const of_provider = Map.groupBy(
    queues.filter((queue) => !isCrowded(queue, capacity)),
    providerKey,
  );
  return queues.map((queue): QueueShare => {
    if (isCrowded(queue, capacity)) return { ...queue, capacity: 0 };
    const { environment, provider } = queue;
    const same_provider = of_provider.get(providerKey(queue)) ?? [queue];
    const free_slots = capacity.freeSlots({ environment, provider });
    const has_no_slot = same_provider.indexOf(queue) >= free_slots;
    const share = Math.min(each, Math.max(1, Math.floor(free_slots / same_provider.length)), capacity.freeSlots(queue));
    return { ...queue, capacity: has_no_slot ? 0 : share };
  });
}

/** Whether the queue's merchant has as many orders in flight as it may. */
function isCrowded(queue: ProviderQueue, capacity: FreeCapacity): boolean {
  return capacity.freeSlots(queue) === 0;
}

/**
 * Returns the queue after which the next claim starts. If a queue found no free slot, the next claim starts with that
 * queue. If a full claim left out the last queues, it starts with those. Null: it starts from the beginning.
 */
function lastQueueOf(
  shares: readonly QueueShare[],
  attempts: readonly Attempt[],
  { limit, capacity }: Pick<AttemptClaimOptions, "limit" | "capacity">,
): ProviderQueue | null {
  const served = new Set(attempts.map(queueKey));
  const last_served =
    attempts.length < limit ? shares.length - 1 : shares.findLastIndex((queue) => served.has(queueKey(queue)));
  const first_without_slot = shares.findIndex((share) => share.capacity === 0 && !isCrowded(share, capacity));
  const last = first_without_slot === -1 ? last_served : Math.min(last_served, first_without_slot - 1);
  return last === shares.length - 1 && shares.length < limit ? null : (shares[last] ?? null);
}

function queueKey({ merchant, environment, provider }: ProviderQueue): string {
  return `${merchant} ${environment} ${provider}`;
}

// Sorts after every id.
const AFTER_ALL_IDS = "~";

const provider_columns: Columns<keyof ProviderKey> = { provider: "text", environment: "text" };
const share_columns: Columns<keyof QueueShare> = {
  merchant: "text",
  environment: "text",
  provider: "text",
  capacity: "int",
};

/** Ends the lease of attempts that were claimed but not worked on. */
export async function releaseClaims(tx: Tx, attempts: readonly AttemptClaim[]): Promise<void> {
  await tx.run(sql`
    update attempts a
    set lease_holder = null, lease_until = null
    from ${rowsFrom(attempts, attempt_claim_columns, "input")}
    where (a.merchant, a.environment, a.id, a.claim) = (input.merchant, input.environment, input.id, input.claim)`);
}

/**
 * Ends all leases of this worker except those on these attempts. If the connection broke before a claim was confirmed,
 * the database holds leases that the worker has no record of.
 */
export async function releaseOtherClaims(tx: Tx, attempts: readonly AttemptClaim[], { holder }: Lease): Promise<void> {
  await tx.run(sql`
    with others as (
      select merchant, environment, id
      from attempts a
      where due_at is not null
        and lease_holder = ${holder}
        and not exists (
          select
          from ${rowsFrom(attempts, attempt_claim_columns, "input")}
          where (input.merchant, input.environment, input.id, input.claim) = (a.merchant, a.environment, a.id, a.claim)
        )
      order by merchant, environment, id
      for no key update
    )
    update attempts a
    set lease_holder = null, lease_until = null
    from others
    where (a.merchant, a.environment, a.id) = (others.merchant, others.environment, others.id)`);
}
