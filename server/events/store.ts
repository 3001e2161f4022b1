import { type Listed, listCounted, listFew, type Paging } from "#db/list.ts";
import { type Columns, mine, names, nothing, type Shared, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { EventType } from "./catalogue.ts";
import { bodyOf, type KeptBody, keptBody } from "./sealing.ts";

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

const shared_events: Shared<keyof EventRow> = [
  ["merchant", "environment"],
  ["type", "sequence"],
];

/** An unpublished event, as a row of the outbox stores it. */
interface Told {
  readonly event: Id<"evt">;
  readonly type: EventType;
  readonly resource: string;
  readonly sequence: number;
}

/** A row of the outbox: events of one merchant, in order. */
interface Bundle extends Scope {
  readonly events: readonly Told[];
  /** The number of events. */
  readonly size: number;
}

const bundle_columns: Columns<keyof Bundle> = { merchant: "text", environment: "text", events: "json", size: "int" };

// The largest bundle that fits into a row without TOAST storage.
const BUNDLE_MAX = 12;

/** Inserts events, and their outbox rows in the same order. */
export async function insert(tx: Tx, events: readonly EventRow[]): Promise<void> {
  await Promise.all([
    tx.run(sql`
      insert into events (${names(event_columns)}, created_at)
      select ${names(event_columns)}, ${tx.now}
      from ${table(events, event_columns, "event", shared_events)}`),
    tx.run(sql`
      insert into outbox (${names(bundle_columns)})
      select ${names(bundle_columns)}
      from ${table(bundled(events), bundle_columns, "bundle")}`),
  ]);
}

function bundled(events: readonly EventRow[]): readonly Bundle[] {
  const bundles: (Scope & { readonly events: Told[] })[] = [];
  const open = new Map<string, Told[]>();
  for (const { merchant, environment, id, type, resource, sequence } of events) {
    const key = `${merchant} ${environment}`;
    let told = open.get(key);
    if (told === undefined || told.length === BUNDLE_MAX) {
      told = [];
      open.set(key, told);
      bundles.push({ merchant, environment, events: told });
    }
    told.push({ event: id, type, resource, sequence });
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

/** Waits for the lock of one merchant's feed: nothing is published in it until this transaction ends. */
export async function lockFeed(tx: Tx, scope: Scope): Promise<FeedRow> {
  return tx.row<FeedRow>(sql`
    select merchant, environment, last_position
    from feeds
    where ${mine(scope)}
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
): Promise<readonly (Scope & Told)[]> {
  const bundles = await tx.rows<Omit<Bundle, "size"> & { readonly number: bigint }>(sql`
    delete from outbox
    where ctid = any(array(
      select oldest.ctid
      from ${table(feeds, scope_columns, "f")}
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
    .flatMap(({ merchant, environment, events }) => events.map((told) => ({ merchant, environment, ...told })));
}

export interface Published extends Scope, Told {
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
    from ${table(published, published_columns, "given", [["merchant", "environment"]])}`);
}

const feed_columns: Columns<keyof FeedRow> = { merchant: "text", environment: "text", last_position: "bigint" };

export async function moveFeeds(tx: Tx, feeds: readonly FeedRow[]): Promise<void> {
  await tx.run(sql`
    insert into feeds (${names(feed_columns)})
    select ${names(feed_columns)}
    from ${table(feeds, feed_columns, "given")}
    on conflict (merchant, environment) do update
    set last_position = excluded.last_position`);
}

/** Inserts both feeds of a new merchant. */
export async function insertFeeds(tx: Tx, merchant: Id<"mer">): Promise<void> {
  await tx.run(sql`insert into feeds (merchant, environment) values (${merchant}, 'test'), (${merchant}, 'live')`);
}

/** An event with its position in the feed; null before it is published. */
export interface PlacedEvent {
  readonly id: Id<"evt">;
  readonly resource: string;
  readonly body: string;
  readonly position: bigint | null;
}

type KeptEvent = PlacedEvent & KeptBody;

function opened<Event extends KeptEvent>(scope: Scope, event: Event): Omit<Event, "body_key"> {
  const { body_key, ...placed } = event;
  return { ...placed, body: bodyOf({ ...scope, id: event.id, body: event.body, body_key }) };
}

export interface EventFilter {
  readonly type: string | null;
  readonly resource: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

// Finds the position by the event alone: the index begins with the event's id, which is selective.
const placed_columns = sql`
  id, resource, ${keptBody()},
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
  page: Paging,
): Promise<Listed<PlacedEvent>> {
  const rows = {
    list: "events",
    columns: placed_columns,
    // One resource has few events: an index scan reads all of them, and a sort follows.
    from:
      resource === null
        ? sql`events`
        : sql`(select * from events where ${mine(scope)} and resource = ${resource} offset 0) events`,
    where: sql`${mine(scope)} ${type === null ? nothing : sql`and type = ${type}`}`,
    prefix: "evt",
    is_dense: true,
  } as const;
  const listed =
    resource === null
      ? await listCounted<KeptEvent>(tx, scope, rows, { ...days, channels: type === null ? null : [type] }, page)
      : await listFew<KeptEvent>(tx, rows, days, page);
  return { ...listed, rows: listed.rows.map((row) => opened(scope, row)) };
}

export async function findEvent(tx: Tx, scope: Scope, id: string): Promise<PlacedEvent | null> {
  const row = await tx.maybeRow<KeptEvent>(
    sql`select ${placed_columns} from events where ${mine(scope)} and id = ${id}`,
  );
  return row && opened(scope, row);
}

/** The last position of a merchant's feed; 0 for an empty one. */
export async function findLastPosition(tx: Tx, scope: Scope): Promise<bigint> {
  const feed = await tx.maybeRow<FeedRow>(sql`
    select merchant, environment, last_position from feeds where ${mine(scope)}`);
  return feed?.last_position ?? 0n;
}

/** The last positions of several merchants' feeds, in one query. */
export async function findLastPositions(tx: Tx, scopes: readonly Scope[]): Promise<readonly FeedRow[]> {
  return tx.rows<FeedRow>(sql`
    select merchant, environment, f.last_position
    from ${table(scopes, scope_columns, "given")}
    join feeds f using (merchant, environment)`);
}

/** The events after position `after`, up to `until`, in feed order. `types`: null means all. */
export async function readFeed(
  tx: Tx,
  scope: Scope,
  places: { readonly after: bigint; readonly until: bigint; readonly types: readonly string[] | null },
  limit: number,
): Promise<readonly (PlacedEvent & { readonly position: bigint })[]> {
  const rows = await tx.rows<KeptEvent & { readonly position: bigint }>(sql`
    select e.id, e.resource, ${keptBody(sql`e`)}, f.position
    from feed f
    join events e on (e.merchant, e.environment, e.id) = (f.merchant, f.environment, f.event)
    where ${mine(scope, "f")} and f.position > ${places.after} and f.position <= ${places.until}
      ${places.types === null ? nothing : sql`and e.type = any(${places.types})`}
    order by f.position
    limit ${limit}`);
  return rows.map((row) => opened(scope, row));
}
