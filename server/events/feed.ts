import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { findLastPosition, type PlacedEvent, readFeed } from "./store.ts";

/** A piece of a merchant's feed. */
export interface Feed {
  readonly events: readonly PlacedEvent[];
  /** Everything up to this place was looked at: what comes next is behind it. */
  readonly cursor: bigint;
  readonly has_more: boolean;
}

// With a filter that fits little, so many places are looked at for one answer; the cursor moves on all the same.
export const PLACES_LOOKED_AT = 10_000n;

/**
 * What was published behind a place, in order. Places have no gaps and one is seen only when all before it are, so
 * whoever reads on from the cursor has missed nothing.
 */
export async function readOn(
  tx: Tx,
  scope: Scope,
  after: bigint,
  types: readonly string[] | null,
  limit: number,
): Promise<Feed> {
  const last = await findLastPosition(tx, scope);
  if (after >= last) return { events: [], cursor: after, has_more: false };
  const until = after + PLACES_LOOKED_AT < last ? after + PLACES_LOOKED_AT : last;
  const events = await readFeed(tx, scope, { after, until, types }, limit);
  const cursor = events.length < limit ? until : (events.at(-1)?.position ?? until);
  return { events, cursor, has_more: cursor < last };
}
