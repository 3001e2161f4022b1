import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { SEALED } from "./sealing.ts";

/** The wake on which events are published. It is about their bodies, but for those that are long or sealed. */
const OUTBOX = "outbox";

/** So many characters of bodies are remembered at least, and twice as many at most. */
const KEPT_LEAST = 8_000_000;
// What is longer is rare, and would push hundreds of others out.
const BODY_MAX = 16_384;
const BEFORE_ID = '{"id":"';
const ID_LENGTH = 30;

/** Says that events have been written and wait to be published. */
export function announce(tx: Pick<Tx, "wake">, events: readonly { readonly body: string }[]): void {
  tx.wake(
    OUTBOX,
    events.flatMap(({ body }) => (body.length > BODY_MAX || body.startsWith(SEALED) ? [] : body)),
  );
}

/**
 * Remembers what is recorded over this database from now on, once it is committed, so that who delivers it need not ask
 * for it. Gives the body of an event as it is kept; null: not known here.
 */
export function recentBodies(db: Pick<Database, "onWake">, kept_least = KEPT_LEAST): (event: string) => string | null {
  let newer = new Map<string, string>();
  let older = newer;
  let length = 0;
  db.onWake(OUTBOX, (bodies) => {
    for (const body of bodies) {
      if (length >= kept_least) {
        [older, newer] = [newer, new Map()];
        length = 0;
      }
      newer.set(body.slice(BEFORE_ID.length, BEFORE_ID.length + ID_LENGTH), body);
      length += body.length;
    }
  });
  return (event) => newer.get(event) ?? older.get(event) ?? null;
}
