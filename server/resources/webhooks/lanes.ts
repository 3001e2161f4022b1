import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type DueDelivery, findDueWebhooks, type Lane, type Share } from "./claims.ts";
import { pace as newPace } from "./pace.ts";

/**
 * Chooses the webhooks for each claim, and counts this process's requests in flight. Webhooks reported as due are in
 * the next claim. A sweep finds all other due webhooks: those due by the clock, and those of other processes.
 */
export interface Lanes {
  /** Reports due deliveries for these webhooks; an empty list means unknown webhooks. */
  expect(webhooks: readonly string[]): void;
  isExpecting(): boolean;
  /** The webhooks to claim for, each with the requests its rate limit allows. */
  look(tx: Tx, workers: number): Promise<readonly Lane[]>;
  /** The limit for one merchant in a claim, unless `shares` has a smaller one. */
  readonly claim_share: number;
  /** The merchants with less than half of their share left, because many of their requests are in flight. */
  shares(): readonly Share[];
  begin(looked: readonly Lane[], claimed: readonly DueDelivery[], round: Round): void;
  end(delivery: DueDelivery): void;
}

/** The bounds of a claim. */
interface Round {
  readonly limit: number;
  readonly workers: number;
  readonly shares: readonly Share[];
}

// The longest delay before a delivery that is due by the clock is found.
const SWEEP_MS = 100;
const SWEEP_MAX = 2_000;

export function lanes(share: number): Lanes {
  // Half: one claim must not use up the share of the merchant's other webhooks.
  const claim_share = share / 2;
  const pace = newPace();
  const expected = new Set<Id<"whk">>();
  // Webhooks that may have more deliveries than a claim could take: reconsidered when one of their requests ends.
  const pressed = new Set<Id<"whk">>();
  const by_webhook = counter<Id<"whk">>();
  const by_merchant = counter<string>();
  const scopes = new Map<string, Scope>();
  let swept_at_ms = Number.NEGATIVE_INFINITY;
  let sweep_after = "";

  async function sweep(tx: Tx): Promise<void> {
    if (performance.now() - swept_at_ms < SWEEP_MS) return;
    const found = await findDueWebhooks(tx, sweep_after, SWEEP_MAX);
    const is_all = found.length < SWEEP_MAX;
    sweep_after = is_all ? "" : (found.at(-1) ?? "");
    swept_at_ms = is_all ? performance.now() : Number.NEGATIVE_INFINITY;
    // A webhook at its limit is reconsidered when one of its requests ends.
    for (const webhook of found) if (!pressed.has(webhook)) expected.add(webhook);
  }

  return {
    expect(webhooks) {
      if (webhooks.length === 0) swept_at_ms = Number.NEGATIVE_INFINITY;
      for (const webhook of webhooks) if (isWebhook(webhook)) expected.add(webhook);
    },
    isExpecting: () => expected.size > 0,
    async look(tx, workers) {
      await sweep(tx);
      const looked = [...expected].map((webhook) => ({
        webhook,
        room: pace.room(webhook, workers),
        under_way: by_webhook.of(webhook),
      }));
      expected.clear();
      return looked.filter((lane) => lane.room > 0);
    },
    claim_share,
    shares: () => [...scopes].map(([key, scope]) => ({ ...scope, room: Math.max(0, share - by_merchant.of(key)) })),
    begin(looked, claimed, { limit, workers, shares }) {
      for (const due of claimed) {
        const key = scopeKey(due);
        by_webhook.add(due.webhook, 1);
        by_merchant.add(key, 1);
        scopes.set(key, { merchant: due.merchant, environment: due.environment });
        pace.take(due.webhook, due.rate, workers);
      }
      for (const { webhook, full } of leftMore(looked, claimed, shares, claim_share)) {
        // A request may have ended during the claim; no later report would come.
        if (by_webhook.of(webhook) < full) expected.add(webhook);
        else pressed.add(webhook);
      }
      // The limit cut the claim short, so any of them may have more.
      if (claimed.length >= limit) for (const lane of looked) expected.add(lane.webhook);
    },
    end(due) {
      const key = scopeKey(due);
      by_webhook.add(due.webhook, -1);
      by_merchant.add(key, -1);
      if (by_merchant.of(key) === 0) scopes.delete(key);
      if (pressed.delete(due.webhook)) expected.add(due.webhook);
    },
  };
}

interface LeftMore {
  readonly webhook: Id<"whk">;
  readonly full: number;
}

/** The webhooks whose limit a claim used up, each with its number in flight if no request has ended since. */
function leftMore(
  looked: readonly Lane[],
  claimed: readonly DueDelivery[],
  shares: readonly Share[],
  claim_share: number,
): readonly LeftMore[] {
  const room = new Map(shares.map((share) => [scopeKey(share), share.room]));
  const of_merchant = Map.groupBy(claimed, scopeKey);
  const of_webhook = Map.groupBy(claimed, ({ webhook }) => webhook);
  return looked.flatMap(({ webhook, under_way }): readonly LeftMore[] => {
    const taken = of_webhook.get(webhook) ?? [];
    const [due] = taken;
    if (!due) return [];
    if (taken.length >= due.open_window - under_way) return [{ webhook, full: due.open_window }];
    const key = scopeKey(due);
    const is_share_taken = (of_merchant.get(key)?.length ?? 0) >= (room.get(key) ?? claim_share);
    return is_share_taken ? [{ webhook, full: under_way + taken.length }] : [];
  });
}

function counter<Key>() {
  const counts = new Map<Key, number>();
  return {
    of: (key: Key): number => counts.get(key) ?? 0,
    add(key: Key, more: number): void {
      const count = (counts.get(key) ?? 0) + more;
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
