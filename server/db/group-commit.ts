import { ServiceError } from "#kernel/errors.ts";
import type { Database } from "./pool.ts";
import type { Reader, Tx } from "./tx.ts";

/**
 * Group commit: items of many callers in one transaction. Items that arrive during a group's transaction form the next
 * group. Nobody waits for a timer, and the higher the load, the larger the groups.
 */
export interface Group<Item, Outcome> {
  /**
   * The outcome of this one item. Rejects with a `ServiceError` of kind `unavailable` if the queue is full or the
   * database is down. The same if the server rolled back the group on every retry.
   */
  submit(item: Item): Promise<Outcome>;
  /** The number of items whose commit has not begun. */
  waiting(): number;
  /** Resolves when all submitted items have their outcome. */
  settled(): Promise<void>;
}

export interface GroupOptions<Item, Outcome> extends GroupBounds {
  /** Writes all items and returns the outcome of each, in order. An `Error` among them refuses that item alone. */
  readonly run: (tx: Tx, items: readonly Item[]) => Outcomes<Outcome>;
}

export interface LookingGroupOptions<Item, Outcome, Seen> extends GroupBounds {
  /** The first reads. They share a round trip with the transaction's begin. */
  readonly look: (tx: Reader, items: readonly Item[]) => Promise<Seen>;
  /** As for any group, with the result of `look`. */
  readonly run: (tx: Tx, items: readonly Item[], seen: Seen) => Outcomes<Outcome>;
}

type Outcomes<Outcome> = Promise<readonly (Outcome | Error)[]> | readonly (Outcome | Error)[];

export interface GroupBounds {
  readonly items_max: number;
  readonly waiting_max: number;
}

const RETRY_AFTER_S = 1;
const UNDER_WAY_MAX = 2;
// Smaller groups are not worth a commit of their own.
const PART_LEAST = 16;
// A group takes this share of all items, queued and under way. A larger group spreads its fixed costs over more items.
// But if one took all, its callers would return together as one group, and the database would idle meanwhile.
const PART_MOST = 3 / 4;

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export function groupCommit<Item, Outcome>(db: Database, options: GroupOptions<Item, Outcome>): Group<Item, Outcome> {
  return lookingGroupCommit<Item, Outcome, null>(db, { ...options, look: async () => null });
}

/** A group commit whose transaction begins with reads. */
export function lookingGroupCommit<Item, Outcome, Seen>(
  db: Database,
  options: LookingGroupOptions<Item, Outcome, Seen>,
): Group<Item, Outcome> {
  const queue: Waiting<Item, Outcome>[] = [];
  // One group is computed while the previous one is committed, so that this process and the database work in parallel.
  // No more than two: each has fixed costs, and concurrent writers wait for the same balances.
  let under_way = 0;
  let items_under_way = 0;
  let is_deciding = false;
  let ended: (() => void)[] = [];

  /** Begins a group if there is room, with its share of the queue. */
  function begin(): void {
    if (is_deciding || under_way === UNDER_WAY_MAX || queue.length === 0) return;
    is_deciding = true;
    under_way += 1;
    // One event-loop turn later: items that have just arrived on other connections join the group.
    setImmediate(() => void next());
  }

  async function next(): Promise<void> {
    let is_decided = false;
    const onDecided = (): void => {
      if (is_decided) return;
      is_decided = true;
      is_deciding = false;
      begin();
    };
    const part = Math.ceil((queue.length + items_under_way) * PART_MOST);
    const group = queue.splice(0, Math.min(Math.max(part, PART_LEAST), options.items_max));
    items_under_way += group.length;
    await commit(group, onDecided);
    items_under_way -= group.length;
    under_way -= 1;
    onDecided();
    begin();
    if (under_way > 0) return;
    for (const tell of ended) tell();
    ended = [];
  }

  async function commit(group: readonly Waiting<Item, Outcome>[], onDecided: () => void): Promise<void> {
    try {
      const items = group.map((waiting) => waiting.item);
      const outcomes = await db.lookThenWork({
        look: (tx) => options.look(tx, items),
        work: async (tx, seen) => options.run(tx, items, seen),
        onCommitting: onDecided,
      });
      for (const [place, waiting] of group.entries()) {
        const outcome = outcomes[place];
        if (outcome instanceof Error) waiting.reject(outcome);
        else if (outcome === undefined) waiting.reject(new Error("Broken promise: a group gives an outcome per item"));
        else waiting.resolve(outcome);
      }
    } catch (error) {
      const is_alone = group.length === 1;
      const is_no_database = error instanceof ServiceError && error.kind === "unavailable";
      if (is_alone || is_no_database) {
        for (const waiting of group) waiting.reject(error);
        return;
      }
      // The group was rolled back. Each item is retried alone, so that one item's unexpected error does not fail the
      // others.
      for (const waiting of group) await commit([waiting], onDecided);
    }
  }

  return {
    submit(item) {
      if (queue.length >= options.waiting_max) {
        return Promise.reject(
          new ServiceError("unavailable", "The service is busy; try again shortly", undefined, {
            retry_after_s: RETRY_AFTER_S,
          }),
        );
      }
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        begin();
      });
    },
    waiting: () => queue.length,
    settled: () => (under_way > 0 ? new Promise((tell) => ended.push(tell)) : Promise.resolve()),
  };
}
