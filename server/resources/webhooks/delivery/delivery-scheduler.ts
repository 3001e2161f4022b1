import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type DueDelivery, findDueWebhooks, type MerchantShare, type WebhookQueue } from "./claims.ts";
import { webhookRateLimiter as newRateLimiter } from "./rate-limiter.ts";

/**
 * Chooses the webhooks for each claim, and counts this process's requests in flight. The next claim includes the
 * webhooks reported by `markDue`. A periodic sweep of the table finds the others: retries that became due, and
 * deliveries inserted by other processes.
 */
export interface DeliveryScheduler {
  /**
   * Reports webhooks with due deliveries. An empty list means that the webhooks are unknown: a sweep must find them.
   */
  markDue(webhooks: readonly string[]): void;
  hasDue(): boolean;
  /** The webhooks for the next claim, each with the number of requests that its rate limit allows. */
  nextQueues(tx: Tx, workers: number): Promise<readonly WebhookQueue[]>;
  /** The maximum of deliveries per merchant in one claim, unless `shares` contains another limit. */
  readonly claim_share: number;
  /** The merchants with requests in flight, each with the rest of its share. */
  shares(): readonly MerchantShare[];
  begin(queues: readonly WebhookQueue[], claimed: readonly DueDelivery[], round: ClaimRound): void;
  end(delivery: DueDelivery): void;
}

/** The limits of one claim. */
interface ClaimRound {
  readonly limit: number;
  readonly workers: number;
  readonly shares: readonly MerchantShare[];
}

// The interval of sweeps: a retry starts at most this late.
const SWEEP_MS = 100;
const SWEEP_MAX = 2_000;

export function deliveryScheduler(share: number): DeliveryScheduler {
  // Half of the share, so that one claim leaves capacity for the merchant's other webhooks.
  const claim_share = share / 2;
  const rate_limiter = newRateLimiter();
  const due_webhooks = new Set<Id<"whk">>();
  // Webhooks at their limit, with possibly more due deliveries. The end of one of their requests makes them due again.
  const saturated = new Set<Id<"whk">>();
  const by_webhook = counter<Id<"whk">>();
  const by_merchant = counter<string>();
  const scopes = new Map<string, Scope>();
  let swept_at_ms = Number.NEGATIVE_INFINITY;
  let sweep_after = "";

  async function sweep(tx: Tx): Promise<void> {
    if (performance.now() - swept_at_ms < SWEEP_MS) return;
    const due = await findDueWebhooks(tx, sweep_after, SWEEP_MAX);
    const is_all = due.length < SWEEP_MAX;
    sweep_after = is_all ? "" : (due.at(-1) ?? "");
    swept_at_ms = is_all ? performance.now() : Number.NEGATIVE_INFINITY;
    // Skip webhooks at their limit: `end` adds them when one of their requests ends.
    for (const webhook of due) if (!saturated.has(webhook)) due_webhooks.add(webhook);
  }

  return {
    markDue(webhooks) {
      if (webhooks.length === 0) swept_at_ms = Number.NEGATIVE_INFINITY;
      for (const webhook of webhooks) if (isWebhook(webhook)) due_webhooks.add(webhook);
    },
    hasDue: () => due_webhooks.size > 0,
    async nextQueues(tx, workers) {
      await sweep(tx);
      const queues = [...due_webhooks].map((webhook) => ({
        webhook,
        capacity: rate_limiter.available(webhook, workers),
        in_flight: by_webhook.of(webhook),
      }));
      due_webhooks.clear();
      return queues.filter((queue) => queue.capacity > 0);
    },
    claim_share,
    shares: () => [...scopes].map(([key, scope]) => ({ ...scope, capacity: Math.max(0, share - by_merchant.of(key)) })),
    begin(queues, claimed, { limit, workers, shares }) {
      for (const due of claimed) {
        const key = scopeKey(due);
        by_webhook.add(due.webhook, 1);
        by_merchant.add(key, 1);
        scopes.set(key, { merchant: due.merchant, environment: due.environment });
        rate_limiter.take(due.webhook, due.rate, workers);
      }
      for (const { webhook, in_flight_max } of saturatedWebhooks(queues, claimed, shares, claim_share)) {
        // If a request ended during the claim, `end` did not see the webhook in `saturated`: add it to the next claim
        // here.
        if (by_webhook.of(webhook) < in_flight_max) due_webhooks.add(webhook);
        else saturated.add(webhook);
      }
      // The claim reached its limit, so each of these webhooks may have more due deliveries.
      if (claimed.length >= limit) for (const queue of queues) due_webhooks.add(queue.webhook);
    },
    end(due) {
      const key = scopeKey(due);
      by_webhook.add(due.webhook, -1);
      by_merchant.add(key, -1);
      if (by_merchant.of(key) === 0) scopes.delete(key);
      if (saturated.delete(due.webhook)) due_webhooks.add(due.webhook);
    },
  };
}

interface SaturatedWebhook {
  readonly webhook: Id<"whk">;
  readonly in_flight_max: number;
}

/** The webhooks whose limit the claim reached, each with the number in flight right after the claim. */
function saturatedWebhooks(
  queues: readonly WebhookQueue[],
  claimed: readonly DueDelivery[],
  shares: readonly MerchantShare[],
  claim_share: number,
): readonly SaturatedWebhook[] {
  const share_left = new Map(shares.map((share) => [scopeKey(share), share.capacity]));
  const of_merchant = Map.groupBy(claimed, scopeKey);
  const of_webhook = Map.groupBy(claimed, ({ webhook }) => webhook);
  return queues.flatMap(({ webhook, in_flight }): readonly SaturatedWebhook[] => {
    const claimed_of_webhook = of_webhook.get(webhook) ?? [];
    const [due] = claimed_of_webhook;
    if (!due) return [];
    if (claimed_of_webhook.length >= due.open_window - in_flight) return [{ webhook, in_flight_max: due.open_window }];
    const key = scopeKey(due);
    const is_share_used_up = (of_merchant.get(key)?.length ?? 0) >= (share_left.get(key) ?? claim_share);
    return is_share_used_up ? [{ webhook, in_flight_max: in_flight + claimed_of_webhook.length }] : [];
  });
}

function counter<Key>() {
  const counts = new Map<Key, number>();
  return {
    of: (key: Key): number => counts.get(key) ?? 0,
    add(key: Key, change: number): void {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

function scopeKey({ merchant, environment }: Scope): string {
  return `${merchant} ${environment}`;
}

function isWebhook(text: string): text is Id<"whk"> {
  return text.startsWith("whk_");
}
