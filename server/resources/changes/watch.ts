import type { Tx } from "#db/tx.ts";
import { findLastPositions, PUBLISHED, readOn } from "#events/events.ts";
import type { Scope } from "#kernel/scope.ts";

/** A change at a merchant. */
export interface Change {
  /** The ids of the changed records; null when there are too many to list. */
  readonly records: readonly string[] | null;
}

export interface WatchOptions {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly look: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** Calls back after each commit of this process that woke `work`. */
  onWake(work: string, callback: () => void): () => void;
  onError(error: unknown): void;
}

export interface Watch {
  /** Calls back on each change from now on. Returns the function that stops this. */
  follow(scope: Scope, tell: (change: Change) => void): () => void;
  close(): void;
}

// The interval of polling the feeds for events of other processes; those of this process are found at once.
const LOOK_MS = 1_000;
// The shortest interval between two calls to listeners.
const REST_MS = 250;
const RECORDS_MAX = 100;

interface Followed {
  readonly scope: Scope;
  readonly listeners: Set<(change: Change) => void>;
  /** The position up to which the feed was reported; null before the first poll. */
  position: bigint | null;
}

/** Follows the feeds of merchants with open pages only. */
export function watch({ transact, look, onWake, onError }: WatchOptions): Watch {
  const followed = new Map<string, Followed>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due_at = Number.POSITIVE_INFINITY;
  let is_looking = false;

  function plan(wait_ms: number): void {
    const at = Date.now() + wait_ms;
    if (followed.size === 0 || is_looking || at >= due_at) return;
    clearTimeout(timer);
    due_at = at;
    timer = setTimeout(() => void turn(), wait_ms);
  }

  async function turn(): Promise<void> {
    due_at = Number.POSITIVE_INFINITY;
    is_looking = true;
    try {
      const ends = await transact((tx) =>
        findLastPositions(
          tx,
          [...followed.values()].map(({ scope }) => scope),
        ),
      );
      for (const { last_position, ...scope } of ends) await moveOn(scope, last_position);
    } catch (error) {
      onError(error);
    } finally {
      is_looking = false;
      plan(LOOK_MS);
    }
  }

  async function moveOn(scope: Scope, last: bigint): Promise<void> {
    const one = followed.get(keyOf(scope));
    if (!one) return;
    const before = one.position ?? last;
    one.position = last;
    if (last <= before) return;
    const is_much = last - before > BigInt(RECORDS_MAX);
    const feed = is_much ? null : await look(scope, (tx) => readOn(tx, scope, before, null, RECORDS_MAX));
    const records = feed && [...new Set(feed.events.map((event) => event.resource))];
    for (const tell of one.listeners) tell({ records });
  }

  const stopWaking = onWake(PUBLISHED, () => plan(REST_MS));
  return {
    follow(scope, tell) {
      const key = keyOf(scope);
      const one = followed.get(key) ?? { scope, listeners: new Set(), position: null };
      followed.set(key, one);
      one.listeners.add(tell);
      plan(0);
      return () => {
        one.listeners.delete(tell);
        if (one.listeners.size === 0 && followed.get(key) === one) followed.delete(key);
      };
    },
    close() {
      stopWaking();
      followed.clear();
      clearTimeout(timer);
    },
  };
}

function keyOf({ merchant, environment }: Scope): string {
  return `${merchant} ${environment}`;
}
