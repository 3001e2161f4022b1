import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { type FeedEvent, findLastPosition, readFeed } from "./store.ts";

/** A page of a merchant's feed. */
export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The position up to which the feed was scanned; the next page starts after it. */
  readonly cursor: bigint;
  readonly has_more: boolean;
}

// A filter with few matches scans at most this many positions per page; the cursor advances all the same.
export const POSITIONS_SCANNED_MAX = 10_000n;

/**
 * Returns the events after a position, in order. Positions have no gaps, and a position is visible only after all
 * earlier ones. So a reader that follows the cursor misses no event.
 */
export async function readFeedAfter(
  tx: Tx,
  scope: Scope,
  after: bigint,
  types: readonly string[] | null,
  limit: number,
): Promise<FeedPage> {
  const last = await findLastPosition(tx, scope);
  if (after >= last) return { events: [], cursor: after, has_more: false };
  const until = after + POSITIONS_SCANNED_MAX < last ? after + POSITIONS_SCANNED_MAX : last;
  const events = await readFeed(tx, scope, { after, until, types }, limit);
  const cursor = events.length < limit ? until : (events.at(-1)?.position ?? until);
  return { events, cursor, has_more: cursor < last };
}
