import { isClaimable, type Lease, takeLease } from "#db/lease.ts";
import { asyncCommit, type Columns, queryByKeys, queryInIndexOrder, rowsFrom, sql, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, SECOND_MS } from "#kernel/time.ts";
import { claim_columns, type NewDelivery } from "./delivery-store.ts";

/** The limits of a webhook for which neither the merchant nor the platform operator set others. */
export interface Bounds {
  /** Concurrent requests. */
  readonly concurrency: number;
  /** Requests per second; a burst may have twice as many. */
  readonly rate: number;
}

/** A claimed delivery, with all data that its attempt needs. */
export interface DueDelivery extends ClaimedFields, WebhookTarget {
  readonly claimed_at: Instant;
  /** The body as stored: possibly encrypted (see `events/body-encryption.ts`). */
  readonly body: string;
}

/** The fields that a claim returns for each delivery. */
interface ClaimedFields extends Pick<NewDelivery, "webhook" | "id" | "event" | "position" | "origin"> {
  /** The number of earlier attempts, and how many of those belong to earlier schedules of a reopened delivery. */
  readonly attempts: number;
  readonly schedule_from: number;
  readonly claim: number;
  /** The due time of the attempt. */
  readonly due_at: Instant;
  readonly is_manual: boolean;
}

/** The fields that a claim returns once per webhook. */
interface WebhookTarget extends Scope {
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  /** The encrypted new secret during a rotation, and the time from which it is the only valid one. */
  readonly next_secret: string | null;
  readonly next_secret_from: Instant | null;
  /** The number of concurrent requests that this webhook may have now, and its rate per second. */
  readonly open_window: number;
  readonly rate: number;
}

/** The deadline of an attempt, over DNS, connecting, sending and reading. */
export const DEADLINE_MS = 15 * SECOND_MS;
// Twice the deadline of an attempt, so that there is time left to record the outcome.
export const LEASE_MS = 2 * DEADLINE_MS;

/** The webhooks with an id above `after` that have due deliveries, in the order of their ids. */
export async function findDueWebhooks(tx: Tx, after: string, limit: number): Promise<readonly Id<"whk">[]> {
  const rows = await queryInIndexOrder<{ webhook: Id<"whk"> }>(
    tx,
    sql`
    with recursive waiting as (
      (
        select webhook, due_at
        from open_deliveries
        where due_at is not null and webhook > ${after}
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
    select webhook from waiting where due_at <= ${tx.now} limit ${limit}`,
  );
  return rows.map((row) => row.webhook);
}

/** A webhook whose due deliveries are to be claimed. */
export interface WebhookQueue {
  readonly webhook: Id<"whk">;
  /** The number of requests that its rate limit allows now. */
  readonly capacity: number;
  /** This process's requests in flight to it when the queue was chosen. */
  readonly in_flight: number;
}

/** The rest of a merchant's share; only for merchants with requests in flight. */
export interface MerchantShare extends Scope {
  readonly capacity: number;
}

export interface DeliveryClaimOptions {
  readonly queues: readonly WebhookQueue[];
  readonly shares: readonly MerchantShare[];
  /** The maximum of deliveries per merchant and environment in one claim, unless `shares` contains another limit. */
  readonly share: number;
  readonly bounds: Bounds;
  readonly limit: number;
}

const queue_columns: Columns<"webhook" | "capacity"> = { webhook: "text", capacity: "int" };
const share_columns: Columns<keyof MerchantShare> = { merchant: "text", environment: "text", capacity: "int" };
const event_columns: Columns<keyof Scope | "event"> = { merchant: "text", environment: "text", event: "text" };

/**
 * Claims due deliveries with a lease. All limits apply here, so that every claimed delivery may be sent at once:
 *
 * - Per webhook, only its oldest `open_window` due deliveries may be in flight, over all processes. So a long queue
 *   costs no more than a short one. The window is the webhook's concurrency, 1 if its last attempt failed, and 0 while
 *   its circuit breaker is open.
 * - Webhooks take turns: the first delivery of each comes before the second of any. No merchant exceeds its share.
 *
 * The claim commits asynchronously. A crash of PostgreSQL can lose the latest leases; those deliveries are then sent
 * twice.
 */
export async function claimDeliveries(
  tx: Tx,
  options: DeliveryClaimOptions,
  lease: Lease,
): Promise<readonly DueDelivery[]> {
  const [rows] = await Promise.all([claimRows(tx, options, lease), asyncCommit(tx)]);
  const targets = new Map(rows.flatMap((row) => (row.url === null ? [] : [[row.webhook, targetFields(row)]])));
  const targetOf = (webhook: Id<"whk">): WebhookTarget => {
    const target = targets.get(webhook);
    assert(target, "a webhook's first delivery has its URL");
    return target;
  };
  const bodies = await findBodies(
    tx,
    rows.map(({ webhook, event }) => ({ ...targetOf(webhook), event })),
  );
  return rows.map((row): DueDelivery => {
    const body = bodies.get(row.event);
    assert(body !== undefined, "a delivery has its event");
    return { ...row, ...targetOf(row.webhook), claimed_at: tx.now, body };
  });
}

/** The bodies of events, by event id. */
async function findBodies(
  tx: Tx,
  events: readonly (Scope & Pick<DueDelivery, "event">)[],
): Promise<ReadonlyMap<string, string>> {
  if (events.length === 0) return new Map();
  const rows = await tx.rows<Pick<DueDelivery, "event" | "body">>(sql`
    select e.id as event, e.body
    from ${rowsFrom(events, event_columns, "input")}
    cross join lateral (
      select id, body
      from events
      where (merchant, environment, id) = (input.merchant, input.environment, input.event)
      limit 1
    ) e`);
  return new Map(rows.map(({ event, body }) => [event, body]));
}

/** A row of a claim. Only the first row of each webhook contains the target's fields. */
type ClaimRow = ClaimedFields & (WebhookTarget | { readonly url: null });

function targetFields({
  merchant,
  environment,
  url,
  secret,
  next_secret,
  next_secret_from,
  open_window,
  rate,
}: WebhookTarget): WebhookTarget {
  return { merchant, environment, url, secret, next_secret, next_secret_from, open_window, rate };
}

async function claimRows(tx: Tx, options: DeliveryClaimOptions, lease: Lease): Promise<readonly ClaimRow[]> {
  const { queues, shares, share, bounds, limit } = options;
  return queryInIndexOrder<ClaimRow>(
    tx,
    sql`
    with webhook_queues as (
      select w.merchant, w.environment, w.id as webhook, w.url, w.secret, w.next_secret, w.next_secret_from, input.capacity,
        least(
          coalesce(w.rate_limit, w.rate_max, ${bounds.rate}),
          coalesce(w.rate_max, ${bounds.rate})
        ) as rate,
        case
          when h.open_until > ${tx.now} then 0
          when h.failing_since is not null or h.openings > 0 then 1
          else least(
            coalesce(w.concurrency, w.concurrency_max, ${bounds.concurrency}),
            coalesce(w.concurrency_max, ${bounds.concurrency})
          )
        end as open_window
      from ${rowsFrom(queues, queue_columns, "input")}
      cross join lateral (select * from webhooks where id = input.webhook limit 1) w
      left join lateral (
        select *
        from webhook_health
        where (merchant, environment, webhook) = (w.merchant, w.environment, w.id)
        limit 1
      ) h on true
      where w.active
    ),
    heads as (
      select l.merchant, l.environment, l.capacity, head.tid, head.due_at,
        row_number() over (partition by l.webhook order by head.due_at, head.id) as place
      from webhook_queues l
      cross join lateral (
        select ctid as tid, id, due_at, ${isClaimable(tx, lease)} as is_free
        from open_deliveries
        where webhook = l.webhook and due_at <= ${tx.now}
        order by due_at, id
        limit l.open_window
      ) head
      where head.is_free
    ),
    fair as (
      select h.*, row_number() over (partition by merchant, environment order by place, due_at) as of_merchant
      from heads h
      where place <= capacity
    ),
    chosen as (
      select f.tid
      from fair f
      left join ${rowsFrom(shares, share_columns, "s")} using (merchant, environment)
      where f.of_merchant <= coalesce(s.capacity, ${share})
      order by f.place, f.due_at
      limit ${limit}
    ),
    due as (
      select ctid as tid
      from open_deliveries
      where ctid = any(array(select tid from chosen)) and ${isClaimable(tx, lease)}
      for update skip locked
    ),
    claimed as (
      update open_deliveries
      set ${takeLease(tx, lease, LEASE_MS)}
      where ctid = any(array(select tid from due))
      returning *
    )
    select c.webhook, c.id, c.event, c.position, c.origin, c.attempts, c.schedule_from, c.claim, c.due_at, c.is_manual,
      l.merchant, l.environment, l.url, l.secret, l.next_secret, l.next_secret_from, l.open_window, l.rate
    from (select *, lag(webhook) over () is distinct from webhook as is_first from claimed) c
    left join lateral (
      select * from webhook_queues q where c.is_first and q.webhook = c.webhook limit 1
    ) l on true`,
  );
}

export async function releaseDeliveries(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void> {
  await queryByKeys(
    tx,
    sql`
    update open_deliveries d
    set lease_holder = null, lease_until = null
    from ${rowsFrom(deliveries, claim_columns, "input")}
    where (d.merchant, d.environment, d.webhook, d.id, d.schedule_from, d.claim)
      = (input.merchant, input.environment, input.webhook, input.id, input.schedule_from, input.claim)
      and d.id >= input.id`,
  );
}

/** Ends this worker's leases on all other deliveries. After an error it may hold leases that it does not know of. */
export async function releaseOtherDeliveries(
  tx: Tx,
  deliveries: readonly DueDelivery[],
  { holder }: Lease,
): Promise<void> {
  await tx.run(sql`
    with others as (
      select ctid as tid
      from open_deliveries d
      where due_at is not null
        and lease_holder = ${holder}
        and not exists (
          select
          from ${rowsFrom(deliveries, claim_columns, "input")}
          where (input.merchant, input.environment, input.webhook, input.id, input.schedule_from, input.claim)
            = (d.merchant, d.environment, d.webhook, d.id, d.schedule_from, d.claim)
        )
      for no key update skip locked
    )
    update open_deliveries
    set lease_holder = null, lease_until = null
    where ctid = any(array(select tid from others))`);
}
