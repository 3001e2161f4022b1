import { type Columns, names, nothing, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { EventType } from "./catalogue.ts";

export interface EventRow extends Scope {
  readonly id: Id<"evt">;
  readonly type: EventType;
  readonly resource: string;
  readonly sequence: number;
  readonly body: string;
}

const event_columns: Columns<keyof EventRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  type: "text",
  resource: "text",
  sequence: "int",
  body: "text",
};

export async function insert(tx: Tx, events: readonly EventRow[]): Promise<void> {
  await tx.run(sql`
    with given as (
      select * from ${table(events, event_columns, "event")}
    ),
    kept as (
      insert into events (${names(event_columns)}, created_at)
      select ${names(event_columns)}, ${tx.now} from given
    )
    insert into outbox (merchant, environment, event, type)
    select merchant, environment, id, type from given`);
}

export interface FeedRow extends Scope {
  readonly last_position: bigint;
}

const scope_columns: Columns<"merchant" | "environment"> = { merchant: "text", environment: "text" };

/**
 * The feeds that have something to publish, each locked for this transaction; those another process works on are left
 * out. Begins behind `after` (and at the beginning when nothing is behind it), so that every feed has its turn.
 */
export async function lockFeeds(tx: Tx, after: Scope | null, limit: number): Promise<readonly FeedRow[]> {
  const begin = after ? sql`where (merchant, environment) > (${after.merchant}, ${after.environment})` : nothing;
  return tx.rows<FeedRow>(sql`
    with recursive waiting as (
      (select merchant, environment from outbox ${begin} order by merchant, environment limit 1)
      union all
      select next.merchant, next.environment
      from waiting w
      cross join lateral (
        select o.merchant, o.environment
        from outbox o
        where (o.merchant, o.environment) > (w.merchant, w.environment)
        order by o.merchant, o.environment
        limit 1
      ) next
    )
    select f.merchant, f.environment, f.last_position
    from (select * from waiting limit ${limit}) w
    join feeds f using (merchant, environment)
    order by f.merchant, f.environment
    for update of f skip locked`);
}

export interface OutboxRow extends Scope {
  readonly number: bigint;
  readonly event: Id<"evt">;
  readonly type: EventType;
}

/** Takes the oldest unpublished events of these feeds out of the outbox. */
export async function takeFromOutbox(
  tx: Tx,
  feeds: readonly Scope[],
  limit_each: number,
): Promise<readonly OutboxRow[]> {
  return tx.rows<OutboxRow>(sql`
    delete from outbox o
    using (
      select oldest.merchant, oldest.environment, oldest.number
      from ${table(feeds, scope_columns, "f")}
      cross join lateral (
        select merchant, environment, number
        from outbox
        where merchant = f.merchant and environment = f.environment
        order by number
        limit ${limit_each}
      ) oldest
    ) taken
    where (o.merchant, o.environment, o.number) = (taken.merchant, taken.environment, taken.number)
    returning o.merchant, o.environment, o.number, o.event, o.type`);
}

export interface Published extends OutboxRow {
  readonly position: bigint;
}

const published_columns: Columns<"merchant" | "environment" | "position" | "event"> = {
  merchant: "text",
  environment: "text",
  position: "bigint",
  event: "text",
};

export async function insertIntoFeed(tx: Tx, published: readonly Published[]): Promise<void> {
  await tx.run(sql`
    insert into feed (${names(published_columns)})
    select ${names(published_columns)}
    from ${table(published, published_columns, "given")}`);
}

const feed_columns: Columns<keyof FeedRow> = { merchant: "text", environment: "text", last_position: "bigint" };

export async function moveFeeds(tx: Tx, feeds: readonly FeedRow[]): Promise<void> {
  await tx.run(sql`
    update feeds f
    set last_position = given.last_position
    from ${table(feeds, feed_columns, "given")}
    where (f.merchant, f.environment) = (given.merchant, given.environment)`);
}

/** Both feeds of a new merchant. */
export async function insertFeeds(tx: Tx, merchant: Id<"mer">): Promise<void> {
  await tx.run(sql`insert into feeds (merchant, environment) values (${merchant}, 'test'), (${merchant}, 'live')`);
}
