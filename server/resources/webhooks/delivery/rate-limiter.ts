import { LRUCache } from "lru-cache";
import type { Id } from "#kernel/ids.ts";
import { type Rate, tokenBuckets } from "#kernel/rate-limiter.ts";

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

const BURST_S = 2;
// The rate of a webhook is known once one of its deliveries was claimed.
const RATES_MAX = 10_000;
// For a webhook without a bucket: its concurrency is far below any bucket's limit.
const UNBOUNDED = 1_000_000;

export function webhookRateLimiter(clock: () => number = () => performance.now()): WebhookRateLimiter {
  const rates = new LRUCache<Id<"whk">, number>({ max: RATES_MAX });
  const buckets = tokenBuckets(clock);

  return {
    available(webhook, workers) {
      const rate = rates.get(webhook);
      return rate === undefined ? UNBOUNDED : Math.floor(buckets.available(webhook, shareOf(rate, workers)));
    },
    take(webhook, rate, workers) {
      rates.set(webhook, rate);
      buckets.take(webhook, 1, shareOf(rate, workers));
    },
  };
}

function shareOf(rate: number, workers: number): Rate {
  const per_second = rate / workers;
  return { per_second, burst: Math.max(1, per_second * BURST_S) };
}
