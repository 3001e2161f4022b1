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

/** Something that has just happened to a resource. */
export interface Happening {
  readonly scope: Scope;
  readonly type: EventType;
  /** The id of what it happened to. */
  readonly resource: string;
  /** How many events there have been about it, this one included. Receivers drop what is older than what they have. */
  readonly sequence: number;
  /** The resource as the API shows it: JSON text. */
  readonly data: string;
  /** Whether that holds what is sealed wherever it is kept. */
  readonly is_secret?: boolean;
}

/** The wake on which events are published. */
const OUTBOX = "outbox";

/** The wake once they are: whoever follows a feed finds it longer. */
export const PUBLISHED = "published";

/**
 * Records events in the transaction of what they tell. The body is made here, once: every receiver and every attempt
 * gets these bytes (interface-decisions 30). Gives their ids, in order.
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

/** The event of a happening, with nothing sealed. */
function eventOf({ now }: Pick<Tx, "now">, happening: Happening): EventRow {
  const { scope, type, resource, sequence, data } = happening;
  const id = newId("evt", now);
  const body = `{"id":"${id}","type":"${type}","event":"${type}","created_at":"${now}","sequence":${sequence},"data":${data}}`;
  return { merchant: scope.merchant, environment: scope.environment, id, type, resource, sequence, body };
}

const FEEDS_PER_TURN = 100;
const EVENTS_PER_TURN = 2_000;

/** What a turn of publishing gave, and where the next one begins. */
export interface Turn {
  readonly published: readonly Published[];
  readonly next: Scope | null;
  /** Whether there may be more right now. */
  readonly is_full: boolean;
}

/**
 * Gives unpublished events their places in their merchants' feeds. What must happen for each published event (a delivery
 * per webhook) is written by the caller in the same transaction: no crash can part them.
 */
export async function publish(tx: Tx, after: Scope | null): Promise<Turn> {
  const feeds = await lockFeeds(tx, after, FEEDS_PER_TURN);
  if (feeds.length === 0) return { published: [], next: null, is_full: after !== null };
  const published = await place(tx, feeds, Math.ceil(EVENTS_PER_TURN / feeds.length));
  // Where all behind `after` had their turn, the next begins at the beginning.
  const is_rest = feeds.length < FEEDS_PER_TURN;
  const is_full = !is_rest || after !== null || published.length >= EVENTS_PER_TURN / 2;
  return { published, next: is_rest ? null : (feeds.at(-1) ?? null), is_full };
}

/**
 * Gives all of one merchant's unpublished events their places, and holds the feed where it then ends until this
 * transaction does. What a webhook is subscribed to changes between two places, so that it is certain for every event
 * whether it came before or after.
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
