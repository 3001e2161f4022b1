import type { Tx } from "#db/tx.ts";
import { findLastPositions, PUBLISHED, readFeedAfter } from "#events/events.ts";
import type { Scope } from "#kernel/scope.ts";

/** A change at a merchant. */
export interface FeedChange {
  /** The ids of the changed records; null when there are too many to list. */
  readonly records: readonly string[] | null;
}

export interface FeedWatcherOptions {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly readSnapshot: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** Calls back after each commit of this process that woke the job `work`. */
  onWake(work: string, callback: () => void): () => void;
  onError(error: unknown): void;
}

export interface FeedWatcher {
  /** Calls back on each change from now on. Returns the function that stops this. */
  subscribe(scope: Scope, listener: (change: FeedChange) => void): () => void;
  close(): void;
}

// The interval of polling the feeds for events of other processes; those of this process are found at once.
const POLL_MS = 1_000;
// The shortest interval between two calls to listeners.
const NOTIFY_INTERVAL_MIN_MS = 250;
const RECORDS_MAX = 100;

interface FollowedFeed {
  readonly scope: Scope;
  readonly listeners: Set<(change: FeedChange) => void>;
  /** The position up to which the feed was reported; null before the first poll. */
  position: bigint | null;
}

/** Follows the feeds of merchants with open pages only. */
export function createFeedWatcher({ transact, readSnapshot, onWake, onError }: FeedWatcherOptions): FeedWatcher {
  const feeds = new Map<string, FollowedFeed>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due_at = Number.POSITIVE_INFINITY;
  let is_polling = false;

  function schedulePoll(wait_ms: number): void {
    const at = Date.now() + wait_ms;
    if (feeds.size === 0 || is_polling || at >= due_at) return;
    clearTimeout(timer);
    due_at = at;
    timer = setTimeout(() => void poll(), wait_ms);
  }

  async function poll(): Promise<void> {
    due_at = Number.POSITIVE_INFINITY;
    is_polling = true;
    try {
      const last_positions = await transact((tx) =>
        findLastPositions(
          tx,
          [...feeds.values()].map(({ scope }) => scope),
        ),
      );
      for (const { last_position, ...scope } of last_positions) await advance(scope, last_position);
    } catch (error) {
      onError(error);
    } finally {
      is_polling = false;
      schedulePoll(POLL_MS);
    }
  }

  async function advance(scope: Scope, last: bigint): Promise<void> {
    const feed = feeds.get(keyOf(scope));
    if (!feed) return;
    const before = feed.position ?? last;
    feed.position = last;
    if (last <= before) return;
    const is_too_many = last - before > BigInt(RECORDS_MAX);
    const page = is_too_many
      ? null
      : await readSnapshot(scope, (tx) => readFeedAfter(tx, scope, before, null, RECORDS_MAX));
    const records = page && [...new Set(page.events.map((event) => event.resource))];
    for (const listener of feed.listeners) listener({ records });
  }

  const stopWakeUps = onWake(PUBLISHED, () => schedulePoll(NOTIFY_INTERVAL_MIN_MS));
  return {
    subscribe(scope, listener) {
      const key = keyOf(scope);
      const feed = feeds.get(key) ?? { scope, listeners: new Set(), position: null };
      feeds.set(key, feed);
      feed.listeners.add(listener);
      schedulePoll(0);
      return () => {
        feed.listeners.delete(listener);
        if (feed.listeners.size === 0 && feeds.get(key) === feed) feeds.delete(key);
      };
    },
    close() {
      stopWakeUps();
      feeds.clear();
      clearTimeout(timer);
    },
  };
}

function keyOf({ merchant, environment }: Scope): string {
  return `${merchant} ${environment}`;
}
