import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { inScope, type Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt, type Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

// SQL that reads open and ended deliveries as one list, and the log of attempts.

export interface DeliveryRow {
  readonly id: Id<"dlv">;
  readonly webhook: Id<"whk">;
  readonly event: Id<"evt">;
  readonly type: string;
  readonly resource: string;
  readonly sequence: number;
  readonly position: bigint;
  readonly origin: string;
  /** Null while the delivery is open. */
  readonly ended_as: "delivered" | "exhausted" | null;
  readonly attempts: number;
  readonly created_at: Instant;
  readonly last_attempt_at: Instant | null;
  readonly last_outcome: string | null;
  readonly due_at: Instant | null;
  readonly ended_at: Instant | null;
}

const open_columns = sql`
  id, webhook, event, type, resource, sequence, position, origin, null::text as ended_as, attempts, created_at,
  last_attempt_at, last_outcome, due_at, null::timestamptz as ended_at`;
const ended_columns = sql`
  id, webhook, event, type, resource, sequence, position, origin, state as ended_as, attempts, created_at,
  last_attempt_at, last_outcome, null::timestamptz as due_at, ended_at`;

export interface DeliveryFilter {
  readonly open: boolean;
  readonly ended: readonly ("delivered" | "exhausted")[];
  readonly type: string | null;
  readonly resource: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

/** A page of a webhook's deliveries, the newest first, with the total count. */
export async function list(
  tx: Tx,
  scope: Scope,
  webhook: string,
  filter: DeliveryFilter,
  page: PageBounds,
): Promise<ListPage<DeliveryRow>> {
  const { type, resource } = filter;
  const of_webhook = sql`${inScope(scope)} and webhook = ${webhook}`;
  const rows = {
    list: "deliveries",
    columns: sql`
      id, webhook, event, type, resource, sequence, position, origin, ended_as, attempts, created_at, last_attempt_at,
      last_outcome, due_at, ended_at`,
    from:
      resource === null ? sql`(${openAndEnded(of_webhook, filter)}) deliveries` : ofResource(scope, of_webhook, filter),
    where: type === null ? sql`true` : sql`type = ${type}`,
    prefix: "dlv",
    is_dense: false,
  } as const;
  if (resource !== null) return readUncountedPage(tx, rows, filter, page);
  const states = filter.open && filter.ended.length === 2 ? null : [...(filter.open ? ["open"] : []), ...filter.ended];
  const counter_key = { part: webhook, statuses: states, channels: type === null ? null : [type] };
  return readCountedPage(tx, scope, rows, { ...filter, ...counter_key }, page);
}

/** The open deliveries, if the filter includes them, and the ended ones in the filter's states. */
function openAndEnded(condition: Sql, filter: DeliveryFilter): Sql {
  return sql`
    select ${open_columns} from open_deliveries where ${condition} and ${filter.open}
    union all
    select ${ended_columns} from ended_deliveries where ${condition} and state = any(${filter.ended})`;
}

/** All deliveries of one resource. The query starts from the resource's events, because they are few. */
function ofResource(scope: Scope, of_webhook: Sql, filter: DeliveryFilter): Sql {
  return sql`(
    select d.*
    from (select e.id from events e where ${inScope(scope, "e")} and e.resource = ${filter.resource} offset 0) e
    cross join lateral (${openAndEnded(sql`${of_webhook} and event = e.id`, filter)}) d
    offset 0
  ) deliveries`;
}

export async function find(tx: Tx, scope: Scope, webhook: string, id: string): Promise<DeliveryRow | null> {
  const is_delivery = sql`${inScope(scope)} and webhook = ${webhook} and id = ${id}`;
  return tx.maybeRow<DeliveryRow>(sql`
    select ${open_columns} from open_deliveries where ${is_delivery}
    union all
    select ${ended_columns} from ended_deliveries where ${is_delivery}`);
}

/** The delivery of an event to a webhook, open or ended. */
export async function findByEvent(tx: Tx, scope: Scope, webhook: string, event: string): Promise<DeliveryRow | null> {
  const is_delivery = sql`${inScope(scope)} and event = ${event} and webhook = ${webhook}`;
  return tx.maybeRow<DeliveryRow>(sql`
    select ${open_columns} from open_deliveries where ${is_delivery}
    union all
    select ${ended_columns} from ended_deliveries where ${is_delivery}`);
}

export interface AttemptRow {
  readonly number: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly trigger: "schedule" | "manual";
  readonly address: string | null;
  readonly resolved_ms: number | null;
  readonly connected_ms: number | null;
  readonly answered_ms: number | null;
  readonly duration_ms: number;
  readonly response: string | null;
  readonly attempted_at: Instant;
}

export async function listAttempts(
  tx: Tx,
  scope: Scope,
  webhook: string,
  delivery: string,
  limit: number,
): Promise<readonly AttemptRow[]> {
  const newest = await tx.rows<AttemptRow>(sql`
    select number, outcome, status, trigger, address, resolved_ms, connected_ms, answered_ms, duration_ms, response,
      attempted_at
    from delivery_attempts
    where ${inScope(scope)} and webhook = ${webhook} and delivery = ${delivery}
    order by number desc
    limit ${limit}`);
  return newest.toReversed();
}

/** A published event, with its ended delivery to a webhook if it has one. */
export interface ReplayableEvent {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
  readonly event: Id<"evt">;
  readonly type: string;
  readonly resource: string;
  readonly sequence: number;
  readonly position: bigint;
  readonly created_at: Instant;
  readonly is_open: boolean;
  /** The ended delivery and its final state; null without one. */
  readonly ended: Id<"dlv"> | null;
  readonly ended_as: "delivered" | "exhausted" | null;
}

/** The oldest published events of these types in a period. */
export async function listReplayable(
  tx: Tx,
  scope: Scope,
  webhook: string,
  period: { readonly from: Instant; readonly until: Instant; readonly types: readonly string[] },
  limit: number,
): Promise<readonly ReplayableEvent[]> {
  return tx.rows<ReplayableEvent>(sql`
    select e.merchant, e.environment, e.id as event, e.type, e.resource, e.sequence, f.position, e.created_at,
      o.id is not null as is_open, d.id as ended, d.state as ended_as
    from events e
    join feed f on (f.merchant, f.environment, f.event) = (e.merchant, e.environment, e.id)
    left join open_deliveries o
      on (o.merchant, o.environment, o.event) = (e.merchant, e.environment, e.id) and o.webhook = ${webhook}
    left join ended_deliveries d
      on (d.merchant, d.environment, d.event) = (e.merchant, e.environment, e.id) and d.webhook = ${webhook}
    where ${inScope(scope, "e")}
      and e.id >= ${firstIdAt("evt", period.from)}
      and e.id < ${firstIdAt("evt", period.until)}
      and e.type = any(${period.types})
    order by e.id
    limit ${limit}`);
}
