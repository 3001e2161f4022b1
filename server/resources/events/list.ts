import type { Tx } from "#db/tx.ts";
import { type EventFilter, findEvent, findLastPosition, listEvents, type PlacedEvent, readOn } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Event } from "./schema.ts";

export interface Listed {
  readonly items: readonly Event[];
  readonly totals: number;
  readonly cursor: number;
  readonly has_more: boolean;
}

/** A page of a merchant's events, the newest first; the cursor is where the feed ends now. */
export async function listPage(
  tx: Tx,
  scope: Scope,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<Listed> {
  const [{ rows, totals }, last] = await Promise.all([
    listEvents(tx, scope, filter, page),
    findLastPosition(tx, scope),
  ]);
  return { items: rows.map(shown), totals, cursor: Number(last), has_more: page.offset + rows.length < totals };
}

/** What came behind a place in the feed, in order, without gaps; the cursor is where to read on. */
export async function listBehind(
  tx: Tx,
  scope: Scope,
  after: number,
  types: readonly string[] | null,
  limit: number,
): Promise<Listed> {
  const [feed, last] = await Promise.all([readOn(tx, scope, BigInt(after), types, limit), findLastPosition(tx, scope)]);
  return { items: feed.events.map(shown), totals: Number(last), cursor: Number(feed.cursor), has_more: feed.has_more };
}

/** Throws `not_found`. */
export async function retrieveEvent(tx: Tx, scope: Scope, id: string): Promise<Event> {
  const row = await findEvent(tx, scope, id);
  if (!row) throw new ServiceError("not_found", "Event not found");
  return shown(row);
}

function shown({ body, resource, position }: PlacedEvent): Event {
  return { ...JSON.parse(body), resource, position: position === null ? null : Number(position) };
}
