import { lruCache } from "#kernel/cache.ts";
import type { Id } from "#kernel/ids.ts";
import { type Rate, tokenBuckets } from "#kernel/rate-limiter.ts";

/**
 * Limits the rate per webhook in this process: a token bucket that holds two seconds' requests and refills at the
 * webhook's rate. With several workers, each gets an equal part of the rate, so that together they do not exceed it.
 */
export interface WebhookRateLimiter {
  /** The number of requests that may be sent to this webhook now; a large number if its rate is not known yet. */
  available(webhook: Id<"whk">, workers: number): number;
  /** Counts a request. */
  take(webhook: Id<"whk">, rate: number, workers: number): void;
}

const BURST_S = 2;
// The number of webhooks whose rate is cached. A claim of one of its deliveries reports a webhook's rate.
const RATES_MAX = 10_000;
// For a webhook whose rate is not known yet. Its concurrency, which is far lower, still limits it.
const UNBOUNDED = 1_000_000;

export function webhookRateLimiter(clock: () => number = () => performance.now()): WebhookRateLimiter {
  const rates = lruCache<Id<"whk">, number>(RATES_MAX);
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
