import { tryAdvisoryLock } from "#db/lease.ts";
import { inScope, sql, type Tx } from "#db/tx.ts";
import { firstIdAt, type Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

// SQL of the retention of deliveries.

export interface RetentionCursor extends Scope {
  readonly webhook: Id<"whk">;
  /** The id of the last examined delivery; "" before the first. */
  readonly after: string;
}

/** Returns false if another process holds the lock. */
export async function lockRetention(tx: Tx): Promise<boolean> {
  return tryAdvisoryLock(tx, "delete old deliveries");
}

/** The first webhook after `after` with ended deliveries from before an instant. Includes deleted webhooks. */
export async function findWebhookWithExpired(
  tx: Tx,
  after: RetentionCursor | null,
  before: Instant,
): Promise<RetentionCursor | null> {
  const { merchant, environment, webhook } = after ?? { merchant: "", environment: "", webhook: "" };
  return tx.maybeRow<RetentionCursor>(sql`
    select w.merchant, w.environment, w.id as webhook, '' as after
    from webhooks w
    where (w.merchant, w.environment, w.id) > (${merchant}, ${environment}, ${webhook})
      and exists (
        select from ended_deliveries d
        where (d.merchant, d.environment, d.webhook) = (w.merchant, w.environment, w.id)
          and d.id < ${firstIdAt("dlv", before)}
      )
    order by w.merchant, w.environment, w.id
    limit 1`);
}

/**
 * Examines a batch of a webhook's oldest deliveries. Deletes those that ended before an instant, with their attempts,
 * and keeps those that ended later. Returns the position of the next batch; null after the last.
 *
 * Rows are deleted by ctid: for a set of keys, a planner with outdated statistics would scan all rows of the webhook
 * for each key.
 */
export async function deleteExpired(
  tx: Tx,
  cursor: RetentionCursor,
  before: Instant,
  limit: number,
): Promise<RetentionCursor | null> {
  const of_webhook = sql`${inScope(cursor)} and webhook = ${cursor.webhook}`;
  const { seen, last, owed } = await tx.row<{ seen: bigint; last: string | null; owed: bigint }>(sql`
    with piece as (
      select ctid as tid, id
      from ended_deliveries
      where ${of_webhook} and id > ${cursor.after} and id < ${firstIdAt("dlv", before)}
      order by id
      limit ${limit}
    ),
    gone as (
      delete from ended_deliveries
      where ctid = any(array(select tid from piece)) and ended_at < ${before}
      returning id, origin
    ),
    attempts as (
      delete from delivery_attempts
      where ctid = any(array(
        select a.tid
        from gone
        cross join lateral (
          select ctid as tid
          from delivery_attempts
          where ${of_webhook} and delivery = gone.id
          offset 0
        ) a
      ))
    )
    select
      (select count(*) from piece) as seen,
      (select max(id) from piece) as last,
      (select count(*) from gone where origin <> 'replay') as owed`);
  if (owed > 0n) await countDeleted(tx, cursor, owed, before);
  return last !== null && seen === BigInt(limit) ? { ...cursor, after: last } : null;
}

async function countDeleted(
  tx: Tx,
  { merchant, environment, webhook }: RetentionCursor,
  count: bigint,
  before: Instant,
) {
  await tx.run(sql`
    insert into deleted_delivery_counts as f (merchant, environment, webhook, count, ended_before)
    values (${merchant}, ${environment}, ${webhook}, ${count}, ${before})
    on conflict (merchant, environment, webhook) do update
    set count = f.count + excluded.count, ended_before = greatest(f.ended_before, excluded.ended_before)`);
}
