import type { Tx } from "#db/tx.ts";
import {
  type Cursors,
  type EventFilter,
  findCursors,
  findEvent,
  findLastPosition,
  listEvents,
  type PlacedEvent,
  readOn,
} from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Event } from "./schema.ts";

export interface Listed {
  readonly items: readonly Event[];
  readonly totals: number;
  readonly cursor: string;
  readonly has_more: boolean;
}

/** A page of a merchant's events, the newest first, with the cursor of the feed's present end. */
export async function listPage(
  tx: Tx,
  scope: Scope,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<Listed> {
  const [{ rows, totals }, last, cursors] = await Promise.all([
    listEvents(tx, scope, filter, page),
    findLastPosition(tx, scope),
    findCursors(tx),
  ]);
  const items = rows.map((row) => shown(row, cursors));
  return { items, totals, cursor: cursors.write(last), has_more: page.offset + rows.length < totals };
}

/**
 * The events after a cursor, in order, without gaps, with the cursor to continue from. Throws `conflict` for a cursor
 * from another incarnation of the feed, or beyond its end.
 */
export async function listBehind(
  tx: Tx,
  scope: Scope,
  after: string,
  types: readonly string[] | null,
  limit: number,
): Promise<Listed> {
  const [cursors, last] = await Promise.all([findCursors(tx), findLastPosition(tx, scope)]);
  const position = cursors.read(after);
  cursors.expectKnown(position, last);
  const feed = await readOn(tx, scope, position, types, limit);
  const items = feed.events.map((event) => shown(event, cursors));
  return { items, totals: Number(last), cursor: cursors.write(feed.cursor), has_more: feed.has_more };
}

/** Throws `not_found`. */
export async function retrieveEvent(tx: Tx, scope: Scope, id: string): Promise<Event> {
  const [row, cursors] = await Promise.all([findEvent(tx, scope, id), findCursors(tx)]);
  if (!row) throw new ServiceError("not_found", "Event not found");
  return shown(row, cursors);
}

function shown({ body, resource, position }: PlacedEvent, cursors: Cursors): Event {
  const placed =
    position === null
      ? { position: null, cursor: null }
      : { position: Number(position), cursor: cursors.write(position) };
  return { ...JSON.parse(body), resource, ...placed };
}
