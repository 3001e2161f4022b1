import { isFree, type Lease, taken } from "#db/lease.ts";
import { type Columns, mine, names, nothing, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, SECOND_MS } from "#kernel/time.ts";

/** The SQL of deliveries: the open ones, which are work, and the ended ones, which are history. */
export interface NewDelivery extends Scope {
  readonly webhook: Id<"whk">;
  readonly id: Id<"dlv">;
  readonly event: Id<"evt">;
}

const new_columns: Columns<keyof NewDelivery> = {
  merchant: "text",
  environment: "text",
  webhook: "text",
  id: "text",
  event: "text",
};

export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  await tx.run(sql`
    insert into deliveries_open (${names(new_columns)}, created_at, due_at)
    select ${names(new_columns)}, ${tx.now}, ${tx.now}
    from ${table(deliveries, new_columns, "given")}`);
}

/** A delivery with everything an attempt at it needs. */
export interface DueDelivery extends NewDelivery {
  /** Attempts made before this one. */
  readonly attempts: number;
  readonly claim: number;
  readonly claimed_at: Instant;
  readonly body: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
}

/** The longest an attempt may take: one deadline over resolving, connecting, sending and reading. */
export const DEADLINE_MS = 15 * SECOND_MS;
const LEASE_MS = 4 * DEADLINE_MS;

/**
 * Takes due deliveries with a lease: of each webhook that has any, the oldest, `each` at most, so that one with a long
 * queue does not stand before the others. Webhooks in `saturated` have as many under way as they may.
 */
export async function claimDeliveries(
  tx: Tx,
  after: Id<"whk"> | null,
  limit: number,
  each: number,
  saturated: readonly string[],
  lease: Lease,
): Promise<readonly DueDelivery[]> {
  const begin = after === null ? nothing : sql`and webhook > ${after}`;
  return tx.rows<DueDelivery>(sql`
    with recursive waiting as (
      (select webhook from deliveries_open where due_at is not null ${begin} order by webhook limit 1)
      union all
      select next.webhook
      from waiting w
      cross join lateral (
        select d.webhook
        from deliveries_open d
        where d.due_at is not null and d.webhook > w.webhook
        order by d.webhook
        limit 1
      ) next
    ),
    due as (
      select oldest.merchant, oldest.environment, oldest.webhook, oldest.id
      from waiting
      cross join lateral (
        select merchant, environment, webhook, id
        from deliveries_open
        where webhook = waiting.webhook
          and due_at <= ${tx.now}
          and ${isFree(tx, lease)}
        order by due_at
        limit ${each}
        for update skip locked
      ) oldest
      where waiting.webhook <> all(${saturated})
      limit ${limit}
    ),
    claimed as (
      update deliveries_open d
      set ${taken(tx, lease, LEASE_MS)}
      from due
      where (d.merchant, d.environment, d.webhook, d.id) = (due.merchant, due.environment, due.webhook, due.id)
      returning d.*
    )
    select
      ${names(new_columns, "c")}, c.attempts, c.claim, c.claimed_at, e.body, w.url, w.secret
    from claimed c
    join webhooks w on (w.merchant, w.environment, w.id) = (c.merchant, c.environment, c.webhook)
    join events e on (e.merchant, e.environment, e.id) = (c.merchant, c.environment, c.event)
    where w.active`);
}

const claim_columns: Columns<keyof Scope | "webhook" | "id" | "claim"> = {
  merchant: "text",
  environment: "text",
  webhook: "text",
  id: "text",
  claim: "int",
};

export async function giveBackDeliveries(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void> {
  await tx.run(sql`
    update deliveries_open d
    set lease_holder = null, lease_until = null
    from ${table(deliveries, claim_columns, "given")}
    where (d.merchant, d.environment, d.webhook, d.id, d.claim)
      = (given.merchant, given.environment, given.webhook, given.id, given.claim)`);
}

/** What came of an attempt. */
export interface AttemptRecord extends Scope {
  readonly webhook: Id<"whk">;
  readonly id: Id<"dlv">;
  readonly claim: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly address: string | null;
  readonly response: string | null;
  readonly attempted_at: Instant;
  /** How the delivery ends, or null when it goes on. */
  readonly ends: "delivered" | "exhausted" | null;
  /** When it is tried again. */
  readonly due_at: Instant | null;
}

const record_columns: Columns<keyof AttemptRecord> = {
  ...claim_columns,
  outcome: "text",
  status: "int",
  duration_ms: "int",
  address: "text",
  response: "text",
  attempted_at: "timestamptz",
  ends: "text",
  due_at: "timestamptz",
};

/**
 * Writes attempts into the log, moves ended deliveries to the history and gives the others their next time, in one
 * statement. An attempt whose lease was taken over meanwhile is not written: the new holder tells.
 */
export async function writeAttempts(tx: Tx, records: readonly AttemptRecord[]): Promise<number> {
  return tx.run(sql`
    with given as (
      select * from ${table(records, record_columns, "record")}
    ),
    ended as (
      delete from deliveries_open d
      using given g
      where (d.merchant, d.environment, d.webhook, d.id, d.claim) = (g.merchant, g.environment, g.webhook, g.id, g.claim)
        and g.ends is not null
      returning d.merchant, d.environment, d.webhook, d.id, d.event, d.created_at, d.attempts + 1 as attempts,
        g.ends, g.attempted_at, g.outcome, g.status, g.duration_ms, g.address, g.response
    ),
    kept as (
      insert into deliveries_ended (
        merchant, environment, webhook, id, event, state, created_at, attempts, last_attempt_at, last_outcome, ended_at
      )
      select merchant, environment, webhook, id, event, ends, created_at, attempts, attempted_at, outcome, ${tx.now}
      from ended
    ),
    delayed as (
      update deliveries_open d
      set attempts = d.attempts + 1, last_attempt_at = g.attempted_at, last_outcome = g.outcome,
        due_at = case when w.active then g.due_at end, lease_holder = null, lease_until = null
      from given g
      join webhooks w on (w.merchant, w.environment, w.id) = (g.merchant, g.environment, g.webhook)
      where (d.merchant, d.environment, d.webhook, d.id, d.claim) = (g.merchant, g.environment, g.webhook, g.id, g.claim)
        and g.ends is null
      returning d.merchant, d.environment, d.webhook, d.id, d.attempts,
        g.attempted_at, g.outcome, g.status, g.duration_ms, g.address, g.response
    )
    insert into delivery_attempts (
      merchant, environment, webhook, delivery, number, outcome, status, duration_ms, address, response, attempted_at
    )
    select merchant, environment, webhook, id, attempts, outcome, status, duration_ms, address, response, attempted_at
    from ended
    union all
    select merchant, environment, webhook, id, attempts, outcome, status, duration_ms, address, response, attempted_at
    from delayed`);
}

/** Nothing more is tried for now: the webhook has been switched off, or is gone. */
export async function holdDeliveries(tx: Tx, scope: Scope, webhook: string): Promise<void> {
  await tx.run(sql`update deliveries_open set due_at = null where ${mine(scope)} and webhook = ${webhook}`);
}

/** What was held is due again. */
export async function releaseDeliveries(tx: Tx, scope: Scope, webhook: string): Promise<void> {
  await tx.run(sql`
    update deliveries_open set due_at = ${tx.now} where ${mine(scope)} and webhook = ${webhook} and due_at is null`);
}
