import { type Columns, columnList, inScope, queryByKeys, queryInIndexOrder, rowsFrom, sql, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { WebhookHealth } from "#resources/webhooks/rules.ts";

// SQL of the health of webhooks.

export interface WebhookHealthRow extends Scope, WebhookHealth {
  readonly webhook: Id<"whk">;
}

const key_columns: Columns<keyof Scope | "webhook"> = { merchant: "text", environment: "text", webhook: "text" };
const columns: Columns<keyof WebhookHealthRow> = {
  ...key_columns,
  failing_since: "timestamptz",
  failing_events: "int",
  warned_at: "timestamptz",
  window_from: "timestamptz",
  window_attempts: "int",
  window_failures: "int",
  openings: "int",
  open_until: "timestamptz",
};

type WebhookKey = Pick<WebhookHealthRow, keyof Scope | "webhook">;

/** Whether any of these webhooks is unhealthy. Takes no lock. */
export async function isAnyUnhealthy(tx: Tx, webhooks: readonly WebhookKey[]): Promise<boolean> {
  if (webhooks.length === 0) return false;
  const rows = await tx.rows(sql`
    select
    from ${rowsFrom(webhooks, key_columns, "input")}
    cross join lateral (
      select
      from webhook_health
      where (merchant, environment, webhook) = (input.merchant, input.environment, input.webhook)
      limit 1
    ) h
    limit 1`);
  return rows.length > 0;
}

/** Returns the unhealthy ones among these webhooks, and locks them until this transaction ends. */
export async function lockHealth(tx: Tx, webhooks: readonly WebhookKey[]): Promise<readonly WebhookHealthRow[]> {
  return tx.rows<WebhookHealthRow>(sql`
    select ${columnList(columns, "h")}
    from (select * from ${rowsFrom(webhooks, key_columns, "key")} order by merchant, environment, webhook) input
    cross join lateral (
      select *
      from webhook_health
      where (merchant, environment, webhook) = (input.merchant, input.environment, input.webhook)
      limit 1
      for update
    ) h`);
}

export async function findHealth(tx: Tx, scope: Scope, webhook: string): Promise<WebhookHealthRow | null> {
  return tx.maybeRow<WebhookHealthRow>(sql`
    select ${columnList(columns)} from webhook_health where ${inScope(scope)} and webhook = ${webhook}`);
}

/** A merchant's unhealthy webhooks. */
export async function listHealth(tx: Tx, scope: Scope): Promise<readonly WebhookHealthRow[]> {
  return tx.rows<WebhookHealthRow>(sql`select ${columnList(columns)} from webhook_health where ${inScope(scope)}`);
}

export async function upsertHealth(tx: Tx, rows: readonly WebhookHealthRow[]): Promise<void> {
  await tx.run(sql`
    insert into webhook_health (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom(rows, columns, "input")}
    order by merchant, environment, webhook
    on conflict (merchant, environment, webhook) do update
    set failing_since = excluded.failing_since, failing_events = excluded.failing_events,
      warned_at = excluded.warned_at, window_from = excluded.window_from, window_attempts = excluded.window_attempts,
      window_failures = excluded.window_failures, openings = excluded.openings, open_until = excluded.open_until`);
}

/** Deletes the health of webhooks that have recovered. */
export async function deleteHealth(tx: Tx, webhooks: readonly WebhookKey[]): Promise<void> {
  await queryByKeys(
    tx,
    sql`
    delete from webhook_health h
    using ${rowsFrom(webhooks, key_columns, "input")}
    where (h.merchant, h.environment, h.webhook) = (input.merchant, input.environment, input.webhook)
      and h.webhook >= input.webhook`,
  );
}

/**
 * The webhooks to warn about or to disable. To warn about: they have failed since before `warn_before`, and no warning
 * was sent. To disable: they have failed since before `disable_before`, for at least `events` events.
 */
export async function findFailing(
  tx: Tx,
  since: { readonly warn_before: Instant; readonly disable_before: Instant; readonly events: number },
  limit: number,
): Promise<readonly WebhookHealthRow[]> {
  return tx.rows<WebhookHealthRow>(sql`
    select ${columnList(columns)}
    from webhook_health
    where failing_since <= ${since.warn_before}
      and (warned_at is null or (failing_since <= ${since.disable_before} and failing_events >= ${since.events}))
    order by failing_since
    limit ${limit}`);
}

export async function markWarned(tx: Tx, scope: Scope, webhook: string): Promise<void> {
  await tx.run(sql`
    update webhook_health set warned_at = ${tx.now} where ${inScope(scope)} and webhook = ${webhook}`);
}

/** Allows an open circuit breaker to send its next probe now: a person requested a test. */
export async function allowProbe(tx: Tx, scope: Scope, webhook: string): Promise<void> {
  await tx.run(sql`
    update webhook_health
    set open_until = ${tx.now}
    where ${inScope(scope)} and webhook = ${webhook} and open_until > ${tx.now}`);
}

/** The state of the delivery queue over all merchants, for metrics. */
export interface QueueState {
  /** The earliest due time of a delivery that may be sent; null without one. */
  readonly oldest_due_at: Instant | null;
  readonly webhooks_waiting: number;
  readonly open_circuits: number;
}

// The maximum of waiting webhooks to read; if there are more, the counts are lower bounds.
const WEBHOOKS_READ_MAX = 10_000;

export async function measureQueue(tx: Tx): Promise<QueueState> {
  const [state] = await queryInIndexOrder<{
    oldest_due_at: Instant | null;
    webhooks_waiting: bigint;
    open_circuits: bigint;
  }>(
    tx,
    sql`
    with recursive waiting as (
      (
        select webhook, due_at
        from open_deliveries
        where due_at is not null
        order by webhook, due_at
        limit 1
      )
      union all
      select next.webhook, next.due_at
      from waiting w
      cross join lateral (
        select d.webhook, d.due_at
        from open_deliveries d
        where d.due_at is not null and d.webhook > w.webhook
        order by d.webhook, d.due_at
        limit 1
      ) next
    )
    select
      min(first.due_at) as oldest_due_at,
      count(*) as webhooks_waiting,
      (select count(*) from webhook_health where open_until > ${tx.now}) as open_circuits
    from (select * from waiting where due_at <= ${tx.now} limit ${WEBHOOKS_READ_MAX}) first
    join webhooks w on w.id = first.webhook
    left join webhook_health h on (h.merchant, h.environment, h.webhook) = (w.merchant, w.environment, w.id)
    where w.active and coalesce(h.open_until <= ${tx.now}, true)`,
  );
  assert(state, "a query of counts returns a row");
  return {
    oldest_due_at: state.oldest_due_at,
    webhooks_waiting: Number(state.webhooks_waiting),
    open_circuits: Number(state.open_circuits),
  };
}
