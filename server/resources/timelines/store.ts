import { inScope, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export interface EventStep {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly created_at: Instant;
}

/** The events of a resource. */
export async function listEvents(tx: Tx, scope: Scope, resource: string): Promise<readonly EventStep[]> {
  return tx.rows<EventStep>(sql`
    select id, type, sequence, created_at from events where ${inScope(scope)} and resource = ${resource} order by sequence`);
}

export interface DeliveryStep {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  readonly state: "open" | "delivered" | "exhausted";
  readonly attempts: number;
  readonly last_outcome: string | null;
  readonly at: Instant;
}

/** The deliveries of these events, with their outcomes. */
export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  events: readonly string[],
): Promise<readonly DeliveryStep[]> {
  return tx.rows<DeliveryStep>(sql`
    select id, webhook, event, 'open' as state, attempts, last_outcome, coalesce(last_attempt_at, created_at) as at
    from open_deliveries
    where ${inScope(scope)} and event = any(${events})
    union all
    select id, webhook, event, state, attempts, last_outcome, ended_at
    from ended_deliveries
    where ${inScope(scope)} and event = any(${events})
    order by id`);
}

/** The transfers of a bulk that ended with the same status in the same time bucket. */
export interface EndingStep {
  readonly status: "complete" | "failed" | "canceled";
  readonly count: number;
  /** The time at which the last of them ended. */
  readonly at: Instant;
}

// A bulk's duration is divided into this many time buckets of at least a minute each.
const BUCKETS = 30;
const BUCKET_MIN_S = 60;

/** The outcomes of a bulk's transfers, counted per status and time bucket. */
export async function listEndings(tx: Tx, scope: Scope, bulk: string): Promise<readonly EndingStep[]> {
  return tx.rows<EndingStep>(sql`
    with ended as (
      select status, coalesce(completed_at, updated_at) as at
      from transfers
      where ${inScope(scope)} and bulk = ${bulk} and status in ('complete', 'failed', 'canceled')
    ),
    span as (
      select
        min(at) as first,
        greatest(${BUCKET_MIN_S}, extract(epoch from max(at) - min(at)) / ${BUCKETS}) as stretch_s
      from ended
    )
    select status, count(*)::int as count, max(at) as at
    from ended
    cross join span
    group by status, floor(extract(epoch from ended.at - span.first) / span.stretch_s)
    order by at, status`);
}

export interface EntryStep {
  readonly id: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly created_at: Instant;
}

/** The ledger entries of these orders. */
export async function listEntries(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<readonly EntryStep[]> {
  return tx.rows<EntryStep>(sql`
    select id, kind, subject, debit, credit, amount, currency, created_at
    from entries
    where ${inScope(scope)} and subject = any(${subjects})
    order by id`);
}
