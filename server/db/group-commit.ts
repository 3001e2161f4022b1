import { ServiceError } from "#kernel/errors.ts";
import type { Database } from "./pool.ts";
import type { ReadTx, Tx } from "./tx.ts";

/**
 * Group commit: items of many callers in one transaction. Items that arrive during a group's transaction form the next
 * group. No timer is involved, and the higher the load, the larger the groups.
 */
export interface CommitGroup<Item, Outcome> {
  /**
   * Resolves to the outcome of this one item. Rejects with a `ServiceError` of kind `unavailable` if the queue is full,
   * the database is down, or the server rolled back the group on every retry.
   */
  submit(item: Item): Promise<Outcome>;
  /** The number of items whose commit has not begun. */
  waiting(): number;
  /** Resolves when all submitted items have their outcome. */
  settled(): Promise<void>;
}

export interface GroupOptions<Item, Outcome> extends GroupBounds {
  /** Writes all items and returns the outcome of each, in order. An `Error` among them refuses that item alone. */
  readonly run: (tx: Tx, items: readonly Item[]) => Promise<readonly (Outcome | Error)[]>;
}

export interface ReadingGroupOptions<Item, Outcome, Loaded> extends GroupBounds {
  /** The first reads. They share a round trip with the transaction's begin. */
  readonly read: (tx: ReadTx, items: readonly Item[]) => Promise<Loaded>;
  /**
   * Writes all items, with the result of `read`, and returns the outcome of each, in order. An `Error` among them
   * refuses that item alone.
   */
  readonly run: (tx: Tx, items: readonly Item[], loaded: Loaded) => Promise<readonly (Outcome | Error)[]>;
}

export interface GroupBounds {
  readonly items_max: number;
  readonly waiting_max: number;
}

const RETRY_AFTER_S = 1;
const UNDER_WAY_MAX = 2;
// A group takes at least this many items if the queue has them: a smaller one is not worth a commit of its own.
const GROUP_MIN = 16;
// A group takes this share of all items, queued and running. A larger group spreads its fixed costs over more items.
// But if one group took all items, its callers would also return together as one group, and the database would idle
// meanwhile.
const GROUP_SHARE_MAX = 3 / 4;

interface QueuedItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export function groupCommit<Item, Outcome>(
  db: Database,
  options: GroupOptions<Item, Outcome>,
): CommitGroup<Item, Outcome> {
  return groupCommitWithReads<Item, Outcome, null>(db, { ...options, read: async () => null });
}

/** A group commit whose transaction begins with reads. */
export function groupCommitWithReads<Item, Outcome, Loaded>(
  db: Database,
  options: ReadingGroupOptions<Item, Outcome, Loaded>,
): CommitGroup<Item, Outcome> {
  const queue: QueuedItem<Item, Outcome>[] = [];
  // One group is computed while the previous one is committed, so that this process and the database work in parallel.
  // More than two groups would not help: each has fixed costs, and concurrent writers wait for the same balances.
  let groups_in_flight = 0;
  let items_in_flight = 0;
  let is_deciding = false;
  let idle_waiters: (() => void)[] = [];

  /** Begins a group with its share of the queue, if fewer than two groups are in flight. */
  function startGroup(): void {
    if (is_deciding || groups_in_flight === UNDER_WAY_MAX || queue.length === 0) return;
    is_deciding = true;
    groups_in_flight += 1;
    // Wait for one event-loop turn, so that items that have just arrived on other connections join the group.
    setImmediate(() => void runGroup());
  }

  async function runGroup(): Promise<void> {
    let is_decided = false;
    const onDecided = (): void => {
      if (is_decided) return;
      is_decided = true;
      is_deciding = false;
      startGroup();
    };
    const share = Math.ceil((queue.length + items_in_flight) * GROUP_SHARE_MAX);
    const group = queue.splice(0, Math.min(Math.max(share, GROUP_MIN), options.items_max));
    items_in_flight += group.length;
    await commit(group, onDecided);
    items_in_flight -= group.length;
    groups_in_flight -= 1;
    onDecided();
    startGroup();
    if (groups_in_flight > 0) return;
    for (const resolve of idle_waiters) resolve();
    idle_waiters = [];
  }

  async function commit(group: readonly QueuedItem<Item, Outcome>[], onDecided: () => void): Promise<void> {
    try {
      const items = group.map((queued) => queued.item);
      const outcomes = await db.readThenWork({
        read: (tx) => options.read(tx, items),
        work: (tx, loaded) => options.run(tx, items, loaded),
        onCommitting: onDecided,
      });
      for (const [index, queued] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome instanceof Error) queued.reject(outcome);
        else if (outcome === undefined) queued.reject(new Error("Broken promise: a group gives an outcome per item"));
        else queued.resolve(outcome);
      }
    } catch (error) {
      const is_single = group.length === 1;
      const is_database_unavailable = error instanceof ServiceError && error.kind === "unavailable";
      if (is_single || is_database_unavailable) {
        for (const queued of group) queued.reject(error);
        return;
      }
      // The group was rolled back. Each item is retried alone, so that one item's unexpected error does not fail the
      // others.
      for (const queued of group) await commit([queued], onDecided);
    }
  }

  return {
    submit(item) {
      if (queue.length >= options.waiting_max) {
        return Promise.reject(
          new ServiceError("service_busy", "The service is busy; try again shortly", { retry_after_s: RETRY_AFTER_S }),
        );
      }
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        startGroup();
      });
    },
    waiting: () => queue.length,
    settled: () => (groups_in_flight > 0 ? new Promise((resolve) => idle_waiters.push(resolve)) : Promise.resolve()),
  };
}
