import { ServiceError } from "#kernel/errors.ts";
import type { Database } from "./pool.ts";
import type { Reader, Tx } from "./tx.ts";

/**
 * Work of many callers, committed together. While one group's transaction is under way, what arrives waits and forms
 * the next: nobody waits for a timer, and the busier it is the more a commit carries.
 */
export interface Group<Item, Outcome> {
  /**
   * The outcome of this one item. Rejects with a `ServiceError` of kind `unavailable` when too many wait already, there
   * is no database, or it undid the group as often as it was tried.
   */
  submit(item: Item): Promise<Outcome>;
  /** How many wait for a commit that has not begun. */
  waiting(): number;
  /** Resolves when all that was submitted has its outcome. */
  settled(): Promise<void>;
}

export interface GroupOptions<Item, Outcome> extends GroupBounds {
  /** Writes all the items and tells the outcome of each, in order. An `Error` among them refuses that item alone. */
  readonly run: (tx: Tx, items: readonly Item[]) => Outcomes<Outcome>;
}

export interface LookingGroupOptions<Item, Outcome, Seen> extends GroupBounds {
  /** What is read first. It travels with the transaction's beginning. */
  readonly look: (tx: Reader, items: readonly Item[]) => Promise<Seen>;
  /** As of any group, with what was seen. */
  readonly run: (tx: Tx, items: readonly Item[], seen: Seen) => Outcomes<Outcome>;
}

type Outcomes<Outcome> = Promise<readonly (Outcome | Error)[]> | readonly (Outcome | Error)[];

export interface GroupBounds {
  readonly items_max: number;
  readonly waiting_max: number;
}

const RETRY_AFTER_S = 1;
const UNDER_WAY_MAX = 2;
// Fewer are not worth a commit of their own.
const PART_LEAST = 16;
// Of all that is there a group takes so much, where so much waits. What it costs beside its items is spread over as many; but
// if one took all, their callers would come back together, be one group again, and the database would rest while they are decided.
const PART_MOST = 3 / 4;

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export function groupCommit<Item, Outcome>(db: Database, options: GroupOptions<Item, Outcome>): Group<Item, Outcome> {
  return lookingGroupCommit<Item, Outcome, null>(db, { ...options, look: async () => null });
}

/** A group commit whose work begins by reading. */
export function lookingGroupCommit<Item, Outcome, Seen>(
  db: Database,
  options: LookingGroupOptions<Item, Outcome, Seen>,
): Group<Item, Outcome> {
  const queue: Waiting<Item, Outcome>[] = [];
  // One group is decided while the one before it is written: this process works while the database does. No more than
  // two, because each costs something beside its items, and those that write side by side wait for the same balance.
  let under_way = 0;
  let items_under_way = 0;
  let is_deciding = false;
  let ended: (() => void)[] = [];

  /** Begins a group when there is room, with its part of what waits by then. */
  function begin(): void {
    if (is_deciding || under_way === UNDER_WAY_MAX || queue.length === 0) return;
    is_deciding = true;
    under_way += 1;
    // A turn of the event loop later: what else has just arrived on other connections goes along.
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
      // Nothing of the group was written. One item's unforeseen trouble must not be the others': each is tried alone.
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
