import { mine, nothing, type Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt, type Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The SQL of what became of deliveries: the open ones and the ended ones as one list, and the log of attempts. */
export interface DeliveryRow {
  readonly id: Id<"dlv">;
  readonly webhook: Id<"whk">;
  readonly event: Id<"evt">;
  readonly type: string;
  readonly resource: string;
  readonly sequence: number;
  readonly position: bigint;
  readonly origin: string;
  /** Null while it is open. */
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

export interface Filter {
  readonly open: boolean;
  readonly ended: readonly ("delivered" | "exhausted")[];
  readonly type: string | null;
  readonly resource: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

function matching(scope: Scope, webhook: string, { type, resource, from, until }: Filter): Sql {
  return sql`
    ${mine(scope)} and webhook = ${webhook}
    ${type === null ? nothing : sql`and type = ${type}`}
    ${
      resource === null
        ? nothing
        : sql`and event in (select e.id from events e where ${mine(scope, "e")} and e.resource = ${resource})`
    }
    ${from === null ? nothing : sql`and id >= ${firstIdAt("dlv", from)}`}
    ${until === null ? nothing : sql`and id < ${firstIdAt("dlv", until)}`}`;
}

function parts(scope: Scope, webhook: string, filter: Filter): Sql {
  const matches = matching(scope, webhook, filter);
  const open = sql`select ${open_columns} from deliveries_open where ${matches} and ${filter.open}`;
  const ended = sql`select ${ended_columns} from deliveries_ended where ${matches} and state = any(${filter.ended})`;
  return sql`${open} union all ${ended}`;
}

export async function list(
  tx: Tx,
  scope: Scope,
  webhook: string,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<readonly DeliveryRow[]> {
  return tx.rows<DeliveryRow>(sql`
    select *
    from (${parts(scope, webhook, filter)}) deliveries
    order by id desc
    limit ${limit} offset ${offset}`);
}

export async function count(tx: Tx, scope: Scope, webhook: string, filter: Filter): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from (${parts(scope, webhook, filter)}) deliveries`);
  return Number(total);
}

export async function find(tx: Tx, scope: Scope, webhook: string, id: string): Promise<DeliveryRow | null> {
  const is_it = sql`${mine(scope)} and webhook = ${webhook} and id = ${id}`;
  return tx.maybeRow<DeliveryRow>(sql`
    select ${open_columns} from deliveries_open where ${is_it}
    union all
    select ${ended_columns} from deliveries_ended where ${is_it}`);
}

/** The delivery of an event to a webhook, whether it is open or has ended. */
export async function findByEvent(tx: Tx, scope: Scope, webhook: string, event: string): Promise<DeliveryRow | null> {
  const is_it = sql`${mine(scope)} and event = ${event} and webhook = ${webhook}`;
  return tx.maybeRow<DeliveryRow>(sql`
    select ${open_columns} from deliveries_open where ${is_it}
    union all
    select ${ended_columns} from deliveries_ended where ${is_it}`);
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
): Promise<readonly AttemptRow[]> {
  return tx.rows<AttemptRow>(sql`
    select number, outcome, status, trigger, address, resolved_ms, connected_ms, answered_ms, duration_ms, response,
      attempted_at
    from delivery_attempts
    where ${mine(scope)} and webhook = ${webhook} and delivery = ${delivery}
    order by number`);
}

export async function findBody(tx: Tx, scope: Scope, event: string): Promise<string> {
  const { body } = await tx.row<{ body: string }>(sql`select body from events where ${mine(scope)} and id = ${event}`);
  return body;
}

/** A published event, and what there is of its delivery to a webhook. */
export interface Replayable {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
  readonly event: Id<"evt">;
  readonly type: string;
  readonly resource: string;
  readonly sequence: number;
  readonly position: bigint;
  readonly created_at: Instant;
  readonly is_open: boolean;
  /** The delivery that has ended, and how. */
  readonly ended: Id<"dlv"> | null;
  readonly ended_as: "delivered" | "exhausted" | null;
}

/** The oldest published events of a span and of these types. */
export async function listReplayable(
  tx: Tx,
  scope: Scope,
  webhook: string,
  span: { readonly from: Instant; readonly until: Instant; readonly types: readonly string[] },
  limit: number,
): Promise<readonly Replayable[]> {
  return tx.rows<Replayable>(sql`
    select e.merchant, e.environment, e.id as event, e.type, e.resource, e.sequence, f.position, e.created_at,
      o.id is not null as is_open, d.id as ended, d.state as ended_as
    from events e
    join feed f on (f.merchant, f.environment, f.event) = (e.merchant, e.environment, e.id)
    left join deliveries_open o
      on (o.merchant, o.environment, o.event) = (e.merchant, e.environment, e.id) and o.webhook = ${webhook}
    left join deliveries_ended d
      on (d.merchant, d.environment, d.event) = (e.merchant, e.environment, e.id) and d.webhook = ${webhook}
    where ${mine(scope, "e")}
      and e.id >= ${firstIdAt("evt", span.from)}
      and e.id < ${firstIdAt("evt", span.until)}
      and e.type = any(${span.types})
    order by e.id
    limit ${limit}`);
}
