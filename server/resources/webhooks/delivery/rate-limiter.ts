import type { Id } from "#kernel/ids.ts";
import { SECOND_MS } from "#kernel/time.ts";

/**
 * A rate limiter per webhook, in this process only: a token bucket of two seconds' requests, filled at the webhook's
 * rate. Several workers take an equal part of the rate each, so that their sum keeps to it.
 */
export interface WebhookRateLimiter {
  /** The requests that may be sent to this webhook now; a webhook without a bucket is not limited. */
  available(webhook: Id<"whk">, workers: number): number;
  /** Counts a request. */
  take(webhook: Id<"whk">, rate: number, workers: number): void;
}

interface TokenBucket {
  tokens: number;
  filled_at_ms: number;
  rate: number;
}

const BURST_S = 2;
const BUCKETS_MAX = 10_000;

export function webhookRateLimiter(clock: () => number = () => performance.now()): WebhookRateLimiter {
  const buckets = new Map<Id<"whk">, TokenBucket>();

  function fill(bucket: TokenBucket, workers: number): void {
    const now_ms = clock();
    const share = bucket.rate / workers;
    const refill = ((now_ms - bucket.filled_at_ms) / SECOND_MS) * share;
    bucket.tokens = Math.min(bucket.tokens + refill, Math.max(1, share * BURST_S));
    bucket.filled_at_ms = now_ms;
  }

  /** A full bucket equals no bucket, so it can be dropped. */
  function sweep(workers: number): void {
    for (const [webhook, bucket] of buckets) {
      fill(bucket, workers);
      if (bucket.tokens >= (bucket.rate / workers) * BURST_S) buckets.delete(webhook);
    }
  }

  return {
    available(webhook, workers) {
      const bucket = buckets.get(webhook);
      if (!bucket) return UNBOUNDED;
      fill(bucket, workers);
      return Math.floor(bucket.tokens);
    },
    take(webhook, rate, workers) {
      let bucket = buckets.get(webhook);
      if (!bucket) {
        if (buckets.size >= BUCKETS_MAX) sweep(workers);
        bucket = { tokens: Math.max(1, (rate / workers) * BURST_S), filled_at_ms: clock(), rate };
        buckets.set(webhook, bucket);
      }
      bucket.rate = rate;
      bucket.tokens -= 1;
    },
  };
}

// For a webhook without a bucket: its concurrency is far below any bucket's limit.
const UNBOUNDED = 1_000_000;
