import type { Database } from "#db/pool.ts";
import { SEALED } from "./sealing.ts";

/** The wake on which events are published. It is about `rememberable` bodies. */
export const OUTBOX = "outbox";

/** Bodies of events that this process has recorded a short while ago: who delivers them need not ask for them. */
export interface RecentBodies {
  /** Null: not known here. */
  of(event: string): string | null;
}

/** So many characters of bodies are remembered at least, and twice as many at most. */
const KEPT_LEAST = 8_000_000;
// What is longer is rare, and would push hundreds of others out.
const BODY_MAX = 16_384;
const BEFORE_ID = '{"id":"';
const ID_LENGTH = 30;

/** Bodies worth remembering: with nothing sealed in them. */
export function rememberable(events: readonly { readonly body: string }[]): readonly string[] {
  return events.flatMap(({ body }) => (body.length > BODY_MAX || body.startsWith(SEALED) ? [] : body));
}

/** Remembers what is recorded over this database from now on, once it is committed. */
export function recentBodies(db: Pick<Database, "onWake">, kept_least = KEPT_LEAST): RecentBodies {
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
  return { of: (event) => newer.get(event) ?? older.get(event) ?? null };
}
