import type { Tx } from "#db/tx.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { bodyEncryptor } from "./body-encryption.ts";
import type { EventType } from "./catalogue.ts";
import {
  type EventRow,
  type FeedRow,
  insertEvents,
  insertIntoFeed,
  lockFeed,
  lockFeeds,
  type PublishedEvent,
  takeFromOutbox,
  updateLastPositions,
} from "./store.ts";

export { bodyDecryptor } from "./body-encryption.ts";
export { EVENT_TYPES, type EventType } from "./catalogue.ts";
export { readFeedAfter } from "./feed.ts";
export { beginIncarnation, CURSOR_PATTERN, type Cursors, openCursors } from "./incarnation.ts";
export {
  type EventFilter,
  type FeedEvent,
  findEvent,
  findLastPosition,
  findLastPositions,
  insertFeeds as openFeeds,
  listEvents,
  type PublishedEvent,
} from "./store.ts";

/** A change of a resource that an event is recorded for. */
export interface NewEvent {
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

/** The wake on which the worker publishes events. */
const OUTBOX = "outbox";

/** The wake after publishing, on which waiting readers of a feed continue. */
export const PUBLISHED = "published";

/**
 * Records events in the transaction of the change itself. The body is serialized here, once: every receiver and every
 * attempt gets these bytes (interface-decisions 30). Returns the ids, in order.
 */
export async function recordEvents(tx: Tx, new_events: readonly NewEvent[]): Promise<readonly Id<"evt">[]> {
  if (new_events.length === 0) return [];
  const seal = new_events.some(({ is_secret }) => is_secret) ? await bodyEncryptor(tx, new_events) : null;
  const events = new_events.map((new_event): EventRow => {
    const event = eventRow(tx, new_event);
    return seal && new_event.is_secret ? { ...event, body: seal(event) } : event;
  });
  await insertEvents(tx, events);
  tx.wake(OUTBOX);
  return events.map((event) => event.id);
}

/** Builds the event's row, with an unencrypted body. */
function eventRow({ now }: Pick<Tx, "now">, new_event: NewEvent): EventRow {
  const { scope, type, resource, sequence, data } = new_event;
  const id = newId("evt", now);
  const body = `{"id":"${id}","type":"${type}","event":"${type}","created_at":"${now}","sequence":${sequence},"data":${data}}`;
  return { merchant: scope.merchant, environment: scope.environment, id, type, resource, sequence, body };
}

const FEEDS_PER_BATCH = 100;
const EVENTS_PER_BATCH = 2_000;

/** The events published by one turn, and the feed after which the next turn starts. */
export interface PublishResult {
  readonly published: readonly PublishedEvent[];
  readonly next: Scope | null;
  /** Whether more events may be due right now. */
  readonly is_full: boolean;
}

/**
 * Assigns unpublished events their positions in their merchants' feeds. The caller writes the consequences of each
 * event (a delivery per webhook) in the same transaction: no crash can separate them.
 */
export async function publish(tx: Tx, after: Scope | null): Promise<PublishResult> {
  const feeds = await lockFeeds(tx, after, FEEDS_PER_BATCH);
  if (feeds.length === 0) return { published: [], next: null, is_full: after !== null };
  const published = await assignPositions(tx, feeds, Math.ceil(EVENTS_PER_BATCH / feeds.length));
  // After the last feed, the next turn starts at the first again.
  const is_last_batch = feeds.length < FEEDS_PER_BATCH;
  const is_full = !is_last_batch || after !== null || published.length >= EVENTS_PER_BATCH / 2;
  return { published, next: is_last_batch ? null : (feeds.at(-1) ?? null), is_full };
}

/**
 * Assigns positions to all unpublished events of one merchant, and locks the feed's end until this transaction ends. A
 * webhook's subscription changes between two positions, so every event is clearly before or after the change.
 */
export async function publishAllOf(
  tx: Tx,
  scope: Scope,
): Promise<{ readonly published: readonly PublishedEvent[]; readonly last_position: bigint }> {
  const published: PublishedEvent[] = [];
  for (;;) {
    const feed = await lockFeed(tx, scope);
    const published_batch = await assignPositions(tx, [feed], EVENTS_PER_BATCH);
    published.push(...published_batch);
    if (published_batch.length < EVENTS_PER_BATCH) {
      return { published, last_position: published_batch.at(-1)?.position ?? feed.last_position };
    }
  }
}

async function assignPositions(
  tx: Tx,
  feeds: readonly FeedRow[],
  limit_each: number,
): Promise<readonly PublishedEvent[]> {
  const outbox_events = await takeFromOutbox(tx, feeds, limit_each);
  if (outbox_events.length === 0) return [];
  const positions = new Map(feeds.map((feed) => [`${feed.merchant} ${feed.environment}`, feed.last_position]));
  const published = outbox_events.map((event): PublishedEvent => {
    const key = `${event.merchant} ${event.environment}`;
    const position = (positions.get(key) ?? 0n) + 1n;
    positions.set(key, position);
    return { ...event, position };
  });
  const moved_feeds = feeds.map((feed) => ({
    ...feed,
    last_position: positions.get(`${feed.merchant} ${feed.environment}`) ?? feed.last_position,
  }));
  await Promise.all([insertIntoFeed(tx, published), updateLastPositions(tx, moved_feeds)]);
  tx.wake(PUBLISHED);
  return published;
}
