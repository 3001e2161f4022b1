import { type Columns, columnList, inScope, queryByKeys, rowsFrom, type SharedColumns, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

// SQL that inserts, records, ends and reopens deliveries. `claims.ts` claims them; `resources/deliveries` reads them.

export interface NewDelivery extends Scope {
  readonly webhook: Id<"whk">;
  readonly id: Id<"dlv">;
  readonly event: Id<"evt">;
  readonly type: string;
  readonly resource: string;
  readonly sequence: number;
  /** The event's position in the feed. */
  readonly position: bigint;
  /** Why the delivery exists: a subscription, or a replay or test that a person or an API key requested. */
  readonly origin: "event" | "replay" | "test";
  /** True if it must wait until earlier deliveries of the same resource have ended. */
  readonly in_order: boolean;
}

export const new_columns: Columns<keyof NewDelivery> = {
  merchant: "text",
  environment: "text",
  webhook: "text",
  id: "text",
  event: "text",
  type: "text",
  resource: "text",
  sequence: "int",
  position: "bigint",
  origin: "text",
  in_order: "boolean",
};

const shared_new: SharedColumns<keyof NewDelivery> = [
  ["merchant", "environment", "origin"],
  ["webhook", "in_order"],
  ["type", "sequence"],
];

/** Inserts deliveries. They are due at once; those with `in_order` become due when the earlier ones have ended. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  await tx.run(sql`
    insert into open_deliveries (${columnList(new_columns)}, created_at, due_at, waits_turn)
    select ${columnList(new_columns)}, ${tx.now}, case when not in_order then ${tx.now}::timestamptz end, in_order
    from ${rowsFrom(deliveries, new_columns, "input", shared_new)}`);
  await advanceTurns(
    tx,
    deliveries.filter((delivery) => delivery.in_order),
  );
}

/** Identifies the deliveries of one resource to one webhook. */
interface DeliveryTurn {
  readonly webhook: string;
  readonly resource: string;
}

const turn_columns: Columns<keyof DeliveryTurn> = { webhook: "text", resource: "text" };

/**
 * For webhooks with `in_order`: makes the first open delivery of each of these resources due, and locks it. A
 * transaction that ends a delivery and one that inserts the next both take this lock, so at least one of them sees both
 * rows.
 */
export async function advanceTurns(tx: Tx, turns: readonly DeliveryTurn[]): Promise<void> {
  if (turns.length === 0) return;
  await queryByKeys(
    tx,
    sql`
    with first as (
      select first.merchant, first.environment, first.webhook, first.id, first.waits_turn
      from (select distinct webhook, resource from ${rowsFrom(turns, turn_columns, "input")}) turns
      cross join lateral (
        select merchant, environment, webhook, id, waits_turn
        from open_deliveries
        where webhook = turns.webhook and resource = turns.resource and in_order and not is_closed
        order by position
        limit 1
        for update
      ) first
    )
    update open_deliveries d
    set due_at = ${tx.now}, waits_turn = false
    from first
    where (d.merchant, d.environment, d.webhook, d.id) = (first.merchant, first.environment, first.webhook, first.id)
      and d.id >= first.id
      and first.waits_turn`,
  );
}

/**
 * Identifies one lease on a delivery. `claim` restarts when a delivery is reopened, and `schedule_from` is then set to
 * the number of attempts so far. Every schedule has at least one attempt, so the pair never repeats.
 */
export const claim_columns: Columns<keyof Scope | "webhook" | "id" | "schedule_from" | "claim"> = {
  merchant: "text",
  environment: "text",
  webhook: "text",
  id: "text",
  schedule_from: "int",
  claim: "int",
};

/** The outcome of an attempt and the next state of its delivery. */
export interface AttemptRecord extends Scope {
  readonly webhook: Id<"whk">;
  readonly id: Id<"dlv">;
  readonly schedule_from: number;
  readonly claim: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly resolved_ms: number | null;
  readonly connected_ms: number | null;
  readonly answered_ms: number | null;
  readonly address: string | null;
  readonly response: string | null;
  readonly attempted_at: Instant;
  /** The due time of the attempt. */
  readonly was_due_at: Instant;
  readonly trigger: "schedule" | "manual";
  /** The delivery's final state; null if another attempt follows. */
  readonly ends: "delivered" | "exhausted" | null;
  /** The time of the next attempt; null without one. */
  readonly due_at: Instant | null;
}

const record_columns: Columns<keyof AttemptRecord> = {
  ...claim_columns,
  outcome: "text",
  status: "int",
  duration_ms: "int",
  resolved_ms: "int",
  connected_ms: "int",
  answered_ms: "int",
  address: "text",
  response: "text",
  attempted_at: "timestamptz",
  was_due_at: "timestamptz",
  trigger: "text",
  ends: "text",
  due_at: "timestamptz",
};

const shared_records: SharedColumns<keyof AttemptRecord> = [
  ["merchant", "environment"],
  ["webhook", "address"],
  ["schedule_from", "claim", "outcome", "status", "trigger", "ends", "due_at"],
  ["response"],
];

const logged_columns: Columns<string> = {
  outcome: "text",
  status: "int",
  duration_ms: "int",
  resolved_ms: "int",
  connected_ms: "int",
  answered_ms: "int",
  address: "text",
  response: "text",
  attempted_at: "timestamptz",
  was_due_at: "timestamptz",
  trigger: "text",
};

/**
 * In one statement: logs attempts, moves ended deliveries to the history, and schedules the next attempt of the others.
 * Skips an attempt whose lease another worker has taken over, because that worker records its own. Returns the
 * resources whose next delivery may become due: those with ended deliveries to webhooks that have `in_order` set now,
 * whatever it was when the attempt began.
 */
export async function writeAttempts(tx: Tx, records: readonly AttemptRecord[]): Promise<readonly DeliveryTurn[]> {
  const history_columns = sql`${columnList(new_columns)}, created_at, attempts, resends, schedule_from`;
  return queryByKeys<DeliveryTurn>(
    tx,
    sql`
    with input as (
      select * from ${rowsFrom(records, record_columns, "record", shared_records)}
    ),
    ended as (
      delete from open_deliveries d
      using input g
      where (d.merchant, d.environment, d.webhook, d.id, d.schedule_from, d.claim)
        = (g.merchant, g.environment, g.webhook, g.id, g.schedule_from, g.claim)
        and d.id >= g.id
        and g.ends is not null
      returning ${columnList(new_columns, "d")}, d.created_at, d.attempts + 1 as attempts, d.resends, d.schedule_from,
        g.ends, ${columnList(logged_columns, "g")}
    ),
    kept as (
      insert into ended_deliveries (${history_columns}, state, last_attempt_at, last_outcome, ended_at)
      select ${history_columns}, ends, attempted_at, outcome, ${tx.now}
      from ended
    ),
    delayed as (
      update open_deliveries d
      set attempts = d.attempts + 1, last_attempt_at = g.attempted_at, last_outcome = g.outcome,
        due_at = case when not d.is_closed then g.due_at end, lease_holder = null, lease_until = null,
        is_manual = false
      from input g
      where (d.merchant, d.environment, d.webhook, d.id, d.schedule_from, d.claim)
        = (g.merchant, g.environment, g.webhook, g.id, g.schedule_from, g.claim)
        and d.id >= g.id
        and g.ends is null
      returning d.merchant, d.environment, d.webhook, d.id, d.attempts, ${columnList(logged_columns, "g")}
    ),
    logged as (
      insert into delivery_attempts (merchant, environment, webhook, delivery, number, ${columnList(logged_columns)})
      select merchant, environment, webhook, id, attempts, ${columnList(logged_columns)} from ended
      union all
      select merchant, environment, webhook, id, attempts, ${columnList(logged_columns)} from delayed
    )
    select webhook, resource from ended where in_order`,
  );
}

/** Makes all waiting deliveries of a webhook due now, after it was switched on again. */
export async function expediteDeliveries(tx: Tx, scope: Scope, webhook: string): Promise<void> {
  await tx.run(sql`
    update open_deliveries
    set due_at = ${tx.now}
    where ${inScope(scope)} and webhook = ${webhook} and due_at > ${tx.now}`);
}

/** Ends all open deliveries of a deleted webhook. */
export async function closeDeliveries(tx: Tx, scope: Scope, webhook: string): Promise<void> {
  await tx.run(sql`
    update open_deliveries
    set due_at = null, waits_turn = false, is_closed = true
    where ${inScope(scope)} and webhook = ${webhook}`);
}

/**
 * Sets `in_order` on a webhook's open deliveries. Those in flight or attempted before keep their schedule; new ones
 * wait for them.
 */
export async function setInOrder(tx: Tx, scope: Scope, webhook: string, in_order: boolean): Promise<void> {
  await tx.run(sql`
    update open_deliveries
    set in_order = ${in_order}, waits_turn = false,
      due_at = case when waits_turn then ${tx.now}::timestamptz else due_at end
    where ${inScope(scope)} and webhook = ${webhook}`);
}

/** Makes a delivery due now. Returns false if it waits for earlier ones. An attempt in flight is not interrupted. */
export async function expediteDelivery(tx: Tx, scope: Scope, webhook: string, id: string): Promise<boolean> {
  const updated = await tx.run(sql`
    update open_deliveries
    set due_at = least(due_at, ${tx.now}), is_manual = true
    where ${inScope(scope)} and webhook = ${webhook} and id = ${id} and due_at is not null`);
  return updated > 0;
}

/**
 * Reopens ended deliveries with a new schedule; the first attempt is due at once. Their past attempts stay on record.
 */
export async function reopenDeliveries(
  tx: Tx,
  scope: Scope,
  webhook: string,
  ids: readonly string[],
  in_order: boolean,
): Promise<void> {
  const carried_columns = sql`
    merchant, environment, webhook, id, event, type, resource, sequence, position, origin, created_at, attempts,
    last_attempt_at, last_outcome`;
  const reopened = await tx.rows<DeliveryTurn & Scope>(sql`
    with ended as (
      delete from ended_deliveries
      where ${inScope(scope)} and webhook = ${webhook} and id = any(${ids})
      returning *
    )
    insert into open_deliveries (${carried_columns}, resends, schedule_from, in_order, waits_turn, is_manual, due_at)
    select ${carried_columns}, resends + 1, attempts, ${in_order}, ${in_order}, true, ${in_order ? null : tx.now}::timestamptz
    from ended
    returning merchant, environment, webhook, resource`);
  if (in_order) await advanceTurns(tx, reopened);
}
