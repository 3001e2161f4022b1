import type { Tx } from "#db/tx.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { EventType } from "./catalogue.ts";
import { sealer } from "./sealing.ts";
import {
  type EventRow,
  type FeedRow,
  insert,
  insertIntoFeed,
  lockFeed,
  lockFeeds,
  moveFeeds,
  type Published,
  takeFromOutbox,
} from "./store.ts";

export { EVENT_TYPES, type EventType } from "./catalogue.ts";
export { readOn } from "./feed.ts";
export { beginIncarnation, CURSOR_PATTERN, type Cursors, findCursors } from "./incarnation.ts";
export { bodyOpener } from "./sealing.ts";
export {
  type EventFilter,
  findEvent,
  findLastPosition,
  findLastPositions,
  insertFeeds as openFeeds,
  listEvents,
  type PlacedEvent,
  type Published,
} from "./store.ts";

/** A change of a resource that an event is recorded for. */
export interface Happening {
  readonly scope: Scope;
  readonly type: EventType;
  /** The id of the changed resource. */
  readonly resource: string;
  /**
   * The number of events about the resource so far, this one included. Receivers drop an event with a lower number than
   * their latest.
   */
  readonly sequence: number;
  /** The resource as the API shows it: JSON text. */
  readonly data: string;
  /** Whether `data` holds a value that is sealed wherever it is stored. */
  readonly is_secret?: boolean;
}

/** The wake on which events are published. */
const OUTBOX = "outbox";

/** The wake after publishing: readers of a feed read on. */
export const PUBLISHED = "published";

/**
 * Records events in the transaction of the change itself. The body is serialized here, once: every receiver and every
 * attempt gets these bytes (interface-decisions 30). Returns the ids, in order.
 */
export async function record(tx: Tx, happenings: readonly Happening[]): Promise<readonly Id<"evt">[]> {
  if (happenings.length === 0) return [];
  const seal = happenings.some(({ is_secret }) => is_secret) ? await sealer(tx, happenings) : null;
  const events = happenings.map((happening): EventRow => {
    const event = eventOf(tx, happening);
    return seal && happening.is_secret ? { ...event, body: seal(event) } : event;
  });
  await insert(tx, events);
  tx.wake(OUTBOX);
  return events.map((event) => event.id);
}

/** Builds the event, with nothing sealed. */
function eventOf({ now }: Pick<Tx, "now">, happening: Happening): EventRow {
  const { scope, type, resource, sequence, data } = happening;
  const id = newId("evt", now);
  const body = `{"id":"${id}","type":"${type}","event":"${type}","created_at":"${now}","sequence":${sequence},"data":${data}}`;
  return { merchant: scope.merchant, environment: scope.environment, id, type, resource, sequence, body };
}

const FEEDS_PER_TURN = 100;
const EVENTS_PER_TURN = 2_000;

/** The events published by one turn, and the feed after which the next turn starts. */
export interface Turn {
  readonly published: readonly Published[];
  readonly next: Scope | null;
  /** Whether more events may be due right now. */
  readonly is_full: boolean;
}

/**
 * Assigns unpublished events their positions in their merchants' feeds. The caller writes the consequences of each
 * event (a delivery per webhook) in the same transaction: no crash can separate them.
 */
export async function publish(tx: Tx, after: Scope | null): Promise<Turn> {
  const feeds = await lockFeeds(tx, after, FEEDS_PER_TURN);
  if (feeds.length === 0) return { published: [], next: null, is_full: after !== null };
  const published = await place(tx, feeds, Math.ceil(EVENTS_PER_TURN / feeds.length));
  // After the last feed, the next turn starts at the first again.
  const is_rest = feeds.length < FEEDS_PER_TURN;
  const is_full = !is_rest || after !== null || published.length >= EVENTS_PER_TURN / 2;
  return { published, next: is_rest ? null : (feeds.at(-1) ?? null), is_full };
}

/**
 * Assigns positions to all unpublished events of one merchant, and locks the feed's end until this transaction ends. A
 * webhook's subscription changes between two positions, so every event is clearly before or after the change.
 */
export async function publishAllOf(
  tx: Tx,
  scope: Scope,
): Promise<{ readonly published: readonly Published[]; readonly last_position: bigint }> {
  const published: Published[] = [];
  for (;;) {
    const feed = await lockFeed(tx, scope);
    const placed = await place(tx, [feed], EVENTS_PER_TURN);
    published.push(...placed);
    if (placed.length < EVENTS_PER_TURN) {
      return { published, last_position: placed.at(-1)?.position ?? feed.last_position };
    }
  }
}

async function place(tx: Tx, feeds: readonly FeedRow[], limit_each: number): Promise<readonly Published[]> {
  const taken = await takeFromOutbox(tx, feeds, limit_each);
  if (taken.length === 0) return [];
  const positions = new Map(feeds.map((feed) => [`${feed.merchant} ${feed.environment}`, feed.last_position]));
  const published = taken.map((event): Published => {
    const key = `${event.merchant} ${event.environment}`;
    const position = (positions.get(key) ?? 0n) + 1n;
    positions.set(key, position);
    return { ...event, position };
  });
  const moved = feeds.map((feed) => ({
    ...feed,
    last_position: positions.get(`${feed.merchant} ${feed.environment}`) ?? feed.last_position,
  }));
  await Promise.all([insertIntoFeed(tx, published), moveFeeds(tx, moved)]);
  tx.wake(PUBLISHED);
  return published;
}
