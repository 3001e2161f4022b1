import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Scope } from "#kernel/scope.ts";
import { equal } from "#kernel/secrets.ts";
import { HOUR_MS, SECOND_MS } from "#kernel/time.ts";
import {
  type FoundConnection,
  type FoundKey,
  findConnection,
  findUnrevoked,
  markUsed,
  type Renewal,
  renew,
  type Use,
} from "./store.ts";
import { digestOf, digestToKeep, fingerprintsOf, lookupsOf, mayBeKey } from "./text.ts";

/** A valid key. Its rights are a Set, built once per cache entry, because each request reads them. */
interface KnownKey extends Omit<FoundKey, "fingerprint" | "master_version" | "rights" | "expires_at"> {
  readonly rights: ReadonlySet<KeyRight> | null;
}

/** The owner of a key's text. Results are cached for less than a second, so that a revoked key is refused within one. */
export interface KeyDirectory {
  identify(text: string): Promise<KnownKey | null>;
  /** Cache-only lookup; null on a miss. */
  recall(text: string): KnownKey | null;
  /** Whether the text was a valid key in this process within the last hour. */
  wasRight(text: string): boolean;
  connection(scope: Scope, other: Id<"mer">): Promise<FoundConnection | null>;
  /** Writes the last use of each key since the previous call. Also re-keys digests made with an older master key. */
  writeUses(tx: Tx): Promise<void>;
}

// A recently valid key bypasses the limit on guesses, so that guessing from a shared address does not lock others out.
const RIGHT_FOR_MS = HOUR_MS;
const REMEMBERED_MS = 0.9 * SECOND_MS;
// Wrong keys are cached, too, so that guesses do not reach the database; the bound limits the memory they take.
const REMEMBERED_MAX = 10_000;

interface Remembered<Value> {
  readonly until_ms: number;
  readonly value: Promise<Value>;
  /** Undefined until the lookup has ended. */
  known?: Value;
}

export function keyDirectory(db: Database): KeyDirectory {
  const keys = new Map<string, Remembered<KnownKey | null>>();
  const connections = new Map<string, Remembered<FoundConnection | null>>();
  const used = new Map<Id<"key">, Use>();
  const right_until = new Map<string, number>();
  const older = new Map<Id<"key">, Renewal>();

  async function look(text: string): Promise<KnownKey | null> {
    // Computed for unknown keys, too: a wrong key takes as long as a right one.
    const expected = fingerprintsOf(text);
    const { seen: found, now } = await db.lookUp((tx) => findUnrevoked(tx, lookupsOf(text)));
    const match = found.find(
      ({ expires_at, fingerprint: kept }) =>
        (expires_at === null || expires_at > now) && expected.some((fingerprint) => equal(kept, fingerprint)),
    );
    if (!match) return null;
    const { fingerprint: seen, master_version, rights, expires_at: _, ...identity } = match;
    const digest = digestToKeep(text);
    if (master_version !== digest.master_version) older.set(match.key, { ...identity, ...digest, id: match.key, seen });
    return { ...identity, rights: rights && new Set(rights) };
  }

  function noteUse(key: KnownKey): void {
    if (!used.has(key.key)) used.set(key.key, { ...key, id: key.key });
  }

  function noteRight(digest: string, is_right: boolean): void {
    right_until.delete(digest);
    if (is_right) right_until.set(digest, performance.now() + RIGHT_FOR_MS);
    const [oldest] = right_until.size > REMEMBERED_MAX ? right_until.keys() : [];
    if (oldest !== undefined) right_until.delete(oldest);
  }

  return {
    async identify(text) {
      if (!mayBeKey(text)) return null;
      const digest = digestOf(text);
      const key = await remembered(keys, digest, () => look(text));
      if (key) noteUse(key);
      noteRight(digest, key !== null);
      return key;
    },
    wasRight: (text) => (right_until.get(digestOf(text)) ?? 0) > performance.now(),
    recall(text) {
      const entry = keys.get(digestOf(text));
      if (!entry?.known || entry.until_ms <= performance.now()) return null;
      noteUse(entry.known);
      return entry.known;
    },
    connection: (scope, other) =>
      remembered(connections, `${scope.merchant} ${scope.environment} ${other}`, () =>
        db.lookUp((tx) => findConnection(tx, scope, other)).then(({ seen }) => seen),
      ),
    async writeUses(tx) {
      const [uses, renewals] = [[...used.values()], [...older.values()]];
      used.clear();
      older.clear();
      if (uses.length > 0) await markUsed(tx, uses);
      if (renewals.length > 0) await renew(tx, renewals);
    },
  };
}

/** Concurrent requests for the same name share one lookup; a failed lookup is not cached. */
function remembered<Value>(
  memory: Map<string, Remembered<Value>>,
  name: string,
  look: () => Promise<Value>,
): Promise<Value> {
  const now_ms = performance.now();
  const known = memory.get(name);
  if (known && known.until_ms > now_ms) return known.value;
  if (memory.size >= REMEMBERED_MAX) memory.clear();
  const value = look();
  const entry: Remembered<Value> = { until_ms: now_ms + REMEMBERED_MS, value };
  memory.set(name, entry);
  value.then(
    (found) => {
      entry.known = found;
    },
    () => memory.delete(name),
  );
  return value;
}
