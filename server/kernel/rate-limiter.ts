import { lruCache } from "./cache.ts";
import { SECOND_MS } from "./time.ts";

/** The rate of a token bucket: `per_second` tokens flow in, and it holds at most `burst`. */
export interface Rate {
  readonly per_second: number;
  readonly burst: number;
}

/** Token buckets by key. A new key starts with a full bucket. */
export interface TokenBuckets {
  /** The tokens of this key now; negative if the bucket is overdrawn. */
  available(key: string, rate: Rate): number;
  /** Takes tokens, even more than the bucket has: it is then overdrawn. */
  take(key: string, tokens: number, rate: Rate): void;
}

interface Bucket {
  tokens: number;
  filled_at_ms: number;
}

// The least recently used bucket is dropped, and its key starts anew with a full one.
const BUCKETS_MAX = 50_000;

/** Creates the buckets. `now_ms` is a monotonic clock. */
export function tokenBuckets(now_ms: () => number = () => performance.now()): TokenBuckets {
  const buckets = lruCache<string, Bucket>(BUCKETS_MAX);

  function fill(key: string, { per_second, burst }: Rate): Bucket {
    const now = now_ms();
    const bucket = buckets.get(key) ?? { tokens: burst, filled_at_ms: now };
    const refill = ((now - bucket.filled_at_ms) / SECOND_MS) * per_second;
    bucket.tokens = Math.min(bucket.tokens + refill, burst);
    bucket.filled_at_ms = now;
    return bucket;
  }

  return {
    available: (key, rate) => fill(key, rate).tokens,
    take(key, tokens, rate) {
      const bucket = fill(key, rate);
      bucket.tokens -= tokens;
      buckets.set(key, bucket);
    },
  };
}
