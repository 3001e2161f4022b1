import { type ListPage, type PageBounds, readCountedPage, readUncountedPage } from "#db/lists/list.ts";
import { type Columns, columnList, emptySql, inScope, rowsFrom, type SharedColumns, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { readBody, type StoredBody, storedBodyColumns } from "./body-encryption.ts";
import type { EventType } from "./catalogue.ts";

export interface EventRow extends Scope {
  readonly id: Id<"evt">;
  readonly type: EventType;
  readonly resource: string;
  readonly sequence: number;
  /** The body as stored: sealed if it holds a secret. */
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

const shared_events: SharedColumns<keyof EventRow> = [
  ["merchant", "environment"],
  ["type", "sequence"],
];

/** An unpublished event, as a row of the outbox stores it. */
interface OutboxEvent {
  readonly event: Id<"evt">;
  readonly type: EventType;
  readonly resource: string;
  readonly sequence: number;
}

/**
 * A row of the outbox: a bundle of events of one merchant, in order. Writing and taking bundles costs PostgreSQL 48 µs per
 * transfer, a row per event 75 to 114 (decision 13).
 */
interface OutboxBundle extends Scope {
  readonly events: readonly OutboxEvent[];
  /** The number of events. */
  readonly size: number;
}

const bundle_columns: Columns<keyof OutboxBundle> = {
  merchant: "text",
  environment: "text",
  events: "json",
  size: "int",
};

// The largest bundle that fits into a row without TOAST storage.
const BUNDLE_MAX = 12;

/** Inserts events, and their outbox rows in the same order. */
export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  await Promise.all([
    tx.run(sql`
      insert into events (${columnList(event_columns)}, created_at)
      select ${columnList(event_columns)}, ${tx.now}
      from ${rowsFrom(events, event_columns, "event", shared_events)}`),
    tx.run(sql`
      insert into outbox (${columnList(bundle_columns)})
      select ${columnList(bundle_columns)}
      from ${rowsFrom(bundleEvents(events), bundle_columns, "bundle")}`),
  ]);
}

function bundleEvents(events: readonly EventRow[]): readonly OutboxBundle[] {
  const bundles: (Scope & { readonly events: OutboxEvent[] })[] = [];
  const open = new Map<string, OutboxEvent[]>();
  for (const { merchant, environment, id, type, resource, sequence } of events) {
    const key = `${merchant} ${environment}`;
    let bundle_events = open.get(key);
    if (bundle_events === undefined || bundle_events.length === BUNDLE_MAX) {
      bundle_events = [];
      open.set(key, bundle_events);
      bundles.push({ merchant, environment, events: bundle_events });
    }
    bundle_events.push({ event: id, type, resource, sequence });
  }
  return bundles.map((bundle) => ({ ...bundle, size: bundle.events.length }));
}

export interface FeedRow extends Scope {
  readonly last_position: bigint;
}

const scope_columns: Columns<"merchant" | "environment"> = { merchant: "text", environment: "text" };

/**
 * Locks the feeds with unpublished events, for this transaction; feeds locked by another process are skipped. Starts
 * after `after`, or at the first feed if none follows, so that every feed has its turn.
 */
export async function lockFeeds(tx: Tx, after: Scope | null, limit: number): Promise<readonly FeedRow[]> {
  const begin = after ? sql`where (merchant, environment) > (${after.merchant}, ${after.environment})` : emptySql;
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

/** Waits for the lock of one merchant's feed: nothing is published in it until this transaction ends. */
export async function lockFeed(tx: Tx, scope: Scope): Promise<FeedRow> {
  return tx.row<FeedRow>(sql`
    select merchant, environment, last_position
    from feeds
    where ${inScope(scope)}
    for update`);
}

/**
 * Deletes and returns the oldest outbox events of these feeds, in order. The result may exceed `limit_each` by part of
 * a bundle.
 */
export async function takeFromOutbox(
  tx: Tx,
  feeds: readonly Scope[],
  limit_each: number,
): Promise<readonly (Scope & OutboxEvent)[]> {
  const bundles = await tx.rows<Omit<OutboxBundle, "size"> & { readonly number: bigint }>(sql`
    delete from outbox
    where ctid = any(array(
      select oldest.ctid
      from ${rowsFrom(feeds, scope_columns, "f")}
      cross join lateral (
        select ctid, sum(size) over (order by number) - size as before
        from (
          select ctid, number, size
          from outbox
          where merchant = f.merchant and environment = f.environment
          order by number
          limit ${limit_each}
        ) first
      ) oldest
      where oldest.before < ${limit_each}
    ))
    returning merchant, environment, events, number`);
  return [...bundles]
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .flatMap(({ merchant, environment, events }) =>
      events.map((outbox_event) => ({ merchant, environment, ...outbox_event })),
    );
}

export interface PublishedEvent extends Scope, OutboxEvent {
  readonly position: bigint;
}

const published_columns: Columns<"merchant" | "environment" | "position" | "event"> = {
  merchant: "text",
  environment: "text",
  position: "bigint",
  event: "text",
};

export async function insertIntoFeed(tx: Tx, published: readonly PublishedEvent[]): Promise<void> {
  await tx.run(sql`
    insert into feed (${columnList(published_columns)})
    select ${columnList(published_columns)}
    from ${rowsFrom(published, published_columns, "input", [["merchant", "environment"]])}`);
}

const feed_columns: Columns<keyof FeedRow> = { merchant: "text", environment: "text", last_position: "bigint" };

export async function updateLastPositions(tx: Tx, feeds: readonly FeedRow[]): Promise<void> {
  await tx.run(sql`
    insert into feeds (${columnList(feed_columns)})
    select ${columnList(feed_columns)}
    from ${rowsFrom(feeds, feed_columns, "input")}
    on conflict (merchant, environment) do update
    set last_position = excluded.last_position`);
}

/** Inserts both feeds of a new merchant. */
export async function insertFeeds(tx: Tx, merchant: Id<"mer">): Promise<void> {
  await tx.run(sql`insert into feeds (merchant, environment) values (${merchant}, 'test'), (${merchant}, 'live')`);
}

/** An event with its position in the feed; null before it is published. */
export interface FeedEvent {
  readonly id: Id<"evt">;
  readonly resource: string;
  readonly body: string;
  readonly position: bigint | null;
}

type StoredEvent = FeedEvent & StoredBody;

function decryptEvent<Event extends StoredEvent>(scope: Scope, event: Event): Omit<Event, "body_key"> {
  const { body_key, ...placed } = event;
  return { ...placed, body: readBody({ ...scope, id: event.id, body: event.body, body_key }) };
}

export interface EventFilter {
  readonly type: string | null;
  readonly resource: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

// Each position is read through the index that begins with the event's id, which is selective by itself.
const stored_event_columns = sql`
  id, resource, ${storedBodyColumns()},
  (
    select f.position
    from feed f
    where (f.merchant, f.environment, f.event) = (events.merchant, events.environment, events.id)
  ) as position`;

/** A page of a merchant's events, the newest first, with their total number. */
export async function listEvents(
  tx: Tx,
  scope: Scope,
  { type, resource, ...days }: EventFilter,
  page: PageBounds,
): Promise<ListPage<FeedEvent>> {
  const rows = {
    list: "events",
    columns: stored_event_columns,
    // One resource has few events: an index scan reads all of them, and a sort follows. `offset 0` keeps the planner
    // from inlining the subquery.
    from:
      resource === null
        ? sql`events`
        : sql`(select * from events where ${inScope(scope)} and resource = ${resource} offset 0) events`,
    where: sql`${inScope(scope)} ${type === null ? emptySql : sql`and type = ${type}`}`,
    prefix: "evt",
    is_dense: true,
  } as const;
  const listed =
    resource === null
      ? await readCountedPage<StoredEvent>(tx, scope, rows, { ...days, channels: type === null ? null : [type] }, page)
      : await readUncountedPage<StoredEvent>(tx, rows, days, page);
  return { ...listed, rows: listed.rows.map((row) => decryptEvent(scope, row)) };
}

export async function findEvent(tx: Tx, scope: Scope, id: string): Promise<FeedEvent | null> {
  const row = await tx.maybeRow<StoredEvent>(
    sql`select ${stored_event_columns} from events where ${inScope(scope)} and id = ${id}`,
  );
  return row && decryptEvent(scope, row);
}

/** The last position of a merchant's feed; 0 for an empty one. */
export async function findLastPosition(tx: Tx, scope: Scope): Promise<bigint> {
  const feed = await tx.maybeRow<FeedRow>(sql`
    select merchant, environment, last_position from feeds where ${inScope(scope)}`);
  return feed?.last_position ?? 0n;
}

/** The last positions of several merchants' feeds, in one query. */
export async function findLastPositions(tx: Tx, scopes: readonly Scope[]): Promise<readonly FeedRow[]> {
  return tx.rows<FeedRow>(sql`
    select merchant, environment, f.last_position
    from ${rowsFrom(scopes, scope_columns, "input")}
    join feeds f using (merchant, environment)`);
}

/** The events after position `after`, up to `until`, in feed order. `types`: null means all. */
export async function readFeed(
  tx: Tx,
  scope: Scope,
  range: { readonly after: bigint; readonly until: bigint; readonly types: readonly string[] | null },
  limit: number,
): Promise<readonly (FeedEvent & { readonly position: bigint })[]> {
  const rows = await tx.rows<StoredEvent & { readonly position: bigint }>(sql`
    select e.id, e.resource, ${storedBodyColumns(sql`e`)}, f.position
    from feed f
    join events e on (e.merchant, e.environment, e.id) = (f.merchant, f.environment, f.event)
    where ${inScope(scope, "f")} and f.position > ${range.after} and f.position <= ${range.until}
      ${range.types === null ? emptySql : sql`and e.type = any(${range.types})`}
    order by f.position
    limit ${limit}`);
  return rows.map((row) => decryptEvent(scope, row));
}
