import type { LRUCache } from "lru-cache";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { lruCache } from "#kernel/cache.ts";
import type { Id } from "#kernel/ids.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Scope } from "#kernel/scope.ts";
import { equalBuffers } from "#kernel/secrets.ts";
import { HOUR_MS, SECOND_MS } from "#kernel/time.ts";
import {
  type DigestRenewal,
  findMerchantLink,
  findUnrevoked,
  type KeyUse,
  type KeyWithSettings,
  type LinkedMerchantSettings,
  markUsed,
  renewDigests,
} from "./store.ts";
import { cacheKeyOf, digestToStore, fingerprintsOf, hasKeyFormat, lookupIdsOf } from "./text.ts";

/** A valid key. `rights` is a Set, built once per cache entry, because each request checks it. */
interface CachedKey extends Omit<KeyWithSettings, "fingerprint" | "master_version" | "rights" | "expires_at"> {
  readonly rights: ReadonlySet<KeyRight> | null;
}

/**
 * Looks up keys by their text. Results are cached for less than a second, so that a revoked key is refused within one
 * second.
 */
export interface KeyDirectory {
  identify(text: string): Promise<CachedKey | null>;
  /** Cache-only lookup; null on a miss. */
  identifyCached(text: string): CachedKey | null;
  /** Returns true if the text was a valid key in this process within the last hour. */
  wasValidRecently(text: string): boolean;
  findMerchantLink(scope: Scope, other: Id<"mer">): Promise<LinkedMerchantSettings | null>;
  /**
   * Stores the last use of each key used since the previous call. Also renews digests made with an older master key.
   */
  writeUses(tx: Tx): Promise<void>;
}

// A recently valid key bypasses the limit on guesses, so that guessing from a shared address does not lock others out.
const RECENTLY_VALID_MS = HOUR_MS;
const CACHE_TTL_MS = 0.9 * SECOND_MS;
// Invalid keys are cached, too, so that repeated guesses do not reach the database. The bound limits the memory.
const CACHE_ENTRIES_MAX = 10_000;

interface CacheEntry<Value> {
  readonly value: Promise<Value>;
  /** Undefined until the lookup has ended. */
  resolved?: Value;
}

export function keyDirectory(db: Database): KeyDirectory {
  const keys = lruCache<string, CacheEntry<CachedKey | null>>(CACHE_ENTRIES_MAX, CACHE_TTL_MS);
  const links = lruCache<string, CacheEntry<LinkedMerchantSettings | null>>(CACHE_ENTRIES_MAX, CACHE_TTL_MS);
  const pending_uses = new Map<Id<"key">, KeyUse>();
  const recently_valid = lruCache<string, true>(CACHE_ENTRIES_MAX, RECENTLY_VALID_MS);
  const outdated_digests = new Map<Id<"key">, DigestRenewal>();

  async function findValidKey(text: string): Promise<CachedKey | null> {
    // Compute the fingerprint for unknown keys, too, so that the response time does not show whether a key exists.
    const expected = fingerprintsOf(text);
    const { loaded: candidates, now } = await db.engineRead((tx) => findUnrevoked(tx, lookupIdsOf(text)));
    const match = candidates.find(
      ({ expires_at, fingerprint: stored_fingerprint }) =>
        (expires_at === null || expires_at > now) &&
        expected.some((fingerprint) => equalBuffers(stored_fingerprint, fingerprint)),
    );
    if (!match) return null;
    const { fingerprint: stored_fingerprint, master_version, rights, expires_at: _, ...identity } = match;
    const digest = digestToStore(text);
    if (master_version !== digest.master_version)
      outdated_digests.set(match.key, { ...identity, ...digest, id: match.key, seen: stored_fingerprint });
    return { ...identity, rights: rights && new Set(rights) };
  }

  function recordUse(key: CachedKey): void {
    if (!pending_uses.has(key.key)) pending_uses.set(key.key, { ...key, id: key.key });
  }

  function recordValidity(digest: string, is_valid: boolean): void {
    if (is_valid) recently_valid.set(digest, true);
    else recently_valid.delete(digest);
  }

  return {
    async identify(text) {
      if (!hasKeyFormat(text)) return null;
      const digest = cacheKeyOf(text);
      const key = await cached(keys, digest, () => findValidKey(text));
      if (key) recordUse(key);
      recordValidity(digest, key !== null);
      return key;
    },
    wasValidRecently: (text) => recently_valid.has(cacheKeyOf(text)),
    identifyCached(text) {
      const entry = keys.get(cacheKeyOf(text));
      if (!entry?.resolved) return null;
      recordUse(entry.resolved);
      return entry.resolved;
    },
    findMerchantLink: (scope, other) =>
      cached(links, `${scope.merchant} ${scope.environment} ${other}`, () =>
        db.engineRead((tx) => findMerchantLink(tx, scope, other)).then(({ loaded: link }) => link),
      ),
    async writeUses(tx) {
      const [uses, renewals] = [[...pending_uses.values()], [...outdated_digests.values()]];
      pending_uses.clear();
      outdated_digests.clear();
      if (uses.length > 0) await markUsed(tx, uses);
      if (renewals.length > 0) await renewDigests(tx, renewals);
    },
  };
}

/** Concurrent requests for the same name share one lookup; a failed lookup is not cached. */
function cached<Value>(
  cache: LRUCache<string, CacheEntry<Value>>,
  cache_key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const cached_entry = cache.get(cache_key);
  if (cached_entry) return cached_entry.value;
  const entry: CacheEntry<Value> = { value: load() };
  cache.set(cache_key, entry);
  entry.value.then(
    (resolved) => {
      entry.resolved = resolved;
    },
    () => cache.delete(cache_key),
  );
  return entry.value;
}
