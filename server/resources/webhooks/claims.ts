import { isFree, type Lease, taken } from "#db/lease.ts";
import { byKeys, type Columns, inIndexOrder, mayBeLost, names, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, SECOND_MS } from "#kernel/time.ts";
import { claim_columns, type NewDelivery, new_columns } from "./deliveries.ts";

/** What a webhook may be sent at most, where neither the merchant nor the operator said something else. */
export interface Bounds {
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Requests a second; twice as many at once. */
  readonly rate: number;
}

/** A delivery with everything an attempt at it needs. */
export interface DueDelivery extends NewDelivery {
  /** Attempts made before this one, and how many of them belong to an earlier round. */
  readonly attempts: number;
  readonly schedule_from: number;
  readonly resends: number;
  readonly claim: number;
  readonly claimed_at: Instant;
  /** When the attempt was to be made. */
  readonly due_at: Instant;
  readonly is_asked_for: boolean;
  readonly created_at: Instant;
  /** As it is kept (see `events/sealing.ts`). */
  readonly body: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** The one that is being introduced (sealed), and when it is the only one. */
  readonly next_secret: string | null;
  readonly next_secret_from: Instant | null;
  /** How many may be under way to this webhook now, and its rate. */
  readonly open_window: number;
  readonly rate: number;
}

/** The longest an attempt may take: one deadline over resolving, connecting, sending and reading. */
export const DEADLINE_MS = 15 * SECOND_MS;
// As long again to put down what came of it.
export const LEASE_MS = 2 * DEADLINE_MS;

/** Webhooks behind `after` that have something due, in the order of their ids. */
export async function findDueWebhooks(tx: Tx, after: string, limit: number): Promise<readonly Id<"whk">[]> {
  const rows = await inIndexOrder<{ webhook: Id<"whk"> }>(
    tx,
    sql`
    with recursive waiting as (
      (
        select webhook, due_at
        from deliveries_open
        where due_at is not null and webhook > ${after}
        order by webhook, due_at
        limit 1
      )
      union all
      select next.webhook, next.due_at
      from waiting w
      cross join lateral (
        select d.webhook, d.due_at
        from deliveries_open d
        where d.due_at is not null and d.webhook > w.webhook
        order by d.webhook, d.due_at
        limit 1
      ) next
    )
    select webhook from waiting where due_at <= ${tx.now} limit ${limit}`,
  );
  return rows.map((row) => row.webhook);
}

/** A webhook that is looked at. */
export interface Lane {
  readonly webhook: Id<"whk">;
  /** How many requests its rate leaves it now. */
  readonly room: number;
  /** Requests this process had under way to it when it looked. */
  readonly under_way: number;
}

/** A merchant that has less room than the others, because much of it is taken. */
export interface Share extends Scope {
  readonly room: number;
}

export interface ClaimOptions {
  readonly lanes: readonly Lane[];
  readonly shares: readonly Share[];
  /** How many requests of one merchant and environment a claim takes, where `shares` does not say fewer. */
  readonly share: number;
  readonly bounds: Bounds;
  readonly limit: number;
}

const lane_columns: Columns<"webhook" | "room"> = { webhook: "text", room: "int" };
const share_columns: Columns<keyof Share> = { merchant: "text", environment: "text", room: "int" };

/**
 * Takes due deliveries with a lease. All bounds are applied here, so that what may not be sent is not taken:
 *
 * - Of each webhook only the oldest `open_window` due deliveries may be under way, whoever has them: a queue, however long,
 *   costs no more than its head. The window is the webhook's concurrency; 1 when its last attempt failed; 0 while its
 *   circuit is open.
 * - Every webhook's first comes before any webhook's second, and no merchant gets more than its share.
 *
 * Should PostgreSQL lose its last moment, it has forgotten who had what: then what was under way is sent again.
 */
export async function claimDeliveries(tx: Tx, options: ClaimOptions, lease: Lease): Promise<readonly DueDelivery[]> {
  const { lanes, shares, share, bounds, limit } = options;
  const claimed = inIndexOrder<DueDelivery>(
    tx,
    sql`
    with lanes as (
      select w.merchant, w.environment, w.id as webhook, w.url, w.secret, w.next_secret, w.next_secret_from, given.room,
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
      from ${table(lanes, lane_columns, "given")}
      cross join lateral (select * from webhooks where id = given.webhook limit 1) w
      left join lateral (
        select *
        from webhook_health
        where (merchant, environment, webhook) = (w.merchant, w.environment, w.id)
        limit 1
      ) h on true
      where w.active
    ),
    heads as (
      select l.merchant, l.environment, l.room, head.tid, head.due_at,
        row_number() over (partition by l.webhook order by head.due_at, head.id) as place
      from lanes l
      cross join lateral (
        select ctid as tid, id, due_at, ${isFree(tx, lease)} as is_free
        from deliveries_open
        where webhook = l.webhook and due_at <= ${tx.now}
        order by due_at, id
        limit l.open_window
      ) head
      where head.is_free
    ),
    fair as (
      select h.*, row_number() over (partition by merchant, environment order by place, due_at) as of_merchant
      from heads h
      where place <= room
    ),
    chosen as (
      select f.tid
      from fair f
      left join ${table(shares, share_columns, "s")} using (merchant, environment)
      where f.of_merchant <= coalesce(s.room, ${share})
      order by f.place, f.due_at
      limit ${limit}
    ),
    due as (
      select ctid as tid
      from deliveries_open
      where ctid = any(array(select tid from chosen)) and ${isFree(tx, lease)}
      for update skip locked
    ),
    claimed as (
      update deliveries_open
      set ${taken(tx, lease, LEASE_MS)}
      where ctid = any(array(select tid from due))
      returning *
    )
    select
      ${names(new_columns, "c")}, c.attempts, c.schedule_from, c.resends, c.claim, c.claimed_at, c.due_at,
      c.is_asked_for, e.created_at, e.body, l.url, l.secret, l.next_secret, l.next_secret_from, l.open_window, l.rate
    from claimed c
    cross join lateral (select * from lanes where lanes.webhook = c.webhook limit 1) l
    cross join lateral (
      select created_at, body
      from events
      where (merchant, environment, id) = (c.merchant, c.environment, c.event)
      limit 1
    ) e`,
  );
  const [due] = await Promise.all([claimed, mayBeLost(tx)]);
  return due;
}

export async function giveBackDeliveries(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void> {
  await byKeys(
    tx,
    sql`
    update deliveries_open d
    set lease_holder = null, lease_until = null
    from ${table(deliveries, claim_columns, "given")}
    where (d.merchant, d.environment, d.webhook, d.id, d.schedule_from, d.claim)
      = (given.merchant, given.environment, given.webhook, given.id, given.schedule_from, given.claim)`,
  );
}

/** Ends all of this worker's leases but those of these deliveries: it does not know that it has them. */
export async function giveBackOthers(tx: Tx, deliveries: readonly DueDelivery[], { holder }: Lease): Promise<void> {
  await tx.run(sql`
    with others as (
      select ctid as tid
      from deliveries_open d
      where due_at is not null
        and lease_holder = ${holder}
        and not exists (
          select
          from ${table(deliveries, claim_columns, "given")}
          where (given.merchant, given.environment, given.webhook, given.id, given.schedule_from, given.claim)
            = (d.merchant, d.environment, d.webhook, d.id, d.schedule_from, d.claim)
        )
      for no key update skip locked
    )
    update deliveries_open
    set lease_holder = null, lease_until = null
    where ctid = any(array(select tid from others))`);
}
