import type { Tx } from "#db/tx.ts";
import {
  type Cursors,
  type EventFilter,
  type FeedEvent,
  findEvent,
  findLastPosition,
  listEvents,
  openCursors,
  readFeedAfter,
} from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Event } from "./schema.ts";

export interface EventPage {
  readonly items: readonly Event[];
  readonly totals: number;
  readonly cursor: string;
  readonly has_more: boolean;
}

/** A page of a merchant's events, the newest first, with a cursor at the current end of the feed. */
export async function listPage(
  tx: Tx,
  scope: Scope,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<EventPage> {
  const [{ rows, totals }, last, cursors] = await Promise.all([
    listEvents(tx, scope, filter, page),
    findLastPosition(tx, scope),
    openCursors(tx),
  ]);
  const items = rows.map((row) => presentEvent(row, cursors));
  return { items, totals, cursor: cursors.format(last), has_more: page.offset + rows.length < totals };
}

/**
 * Returns the events after a cursor, in order and without gaps, with the cursor for the next call. Throws `conflict` if
 * the cursor is from another incarnation of the feed (before a restore from backup), or beyond its end.
 */
export async function listAfter(
  tx: Tx,
  scope: Scope,
  after: string,
  types: readonly string[] | null,
  limit: number,
): Promise<EventPage> {
  const [cursors, last] = await Promise.all([openCursors(tx), findLastPosition(tx, scope)]);
  const position = cursors.parse(after);
  cursors.requireExisting(position, last);
  const feed = await readFeedAfter(tx, scope, position, types, limit);
  const items = feed.events.map((event) => presentEvent(event, cursors));
  return { items, totals: Number(last), cursor: cursors.format(feed.cursor), has_more: feed.has_more };
}

/** Throws `not_found`. */
export async function retrieveEvent(tx: Tx, scope: Scope, id: string): Promise<Event> {
  const [row, cursors] = await Promise.all([findEvent(tx, scope, id), openCursors(tx)]);
  if (!row) throw new ServiceError("event_not_found", "Event not found");
  return presentEvent(row, cursors);
}

function presentEvent({ body, resource, position }: FeedEvent, cursors: Cursors): Event {
  const feed_fields =
    position === null
      ? { position: null, cursor: null }
      : { position: Number(position), cursor: cursors.format(position) };
  return { ...JSON.parse(body), resource, ...feed_fields };
}
