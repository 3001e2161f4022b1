import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type DueDelivery, findDueWebhooks, type Lane, type Share } from "./claims.ts";
import { pace as newPace } from "./pace.ts";

/**
 * Which webhooks a claim looks at, and what this process has under way for whom. Webhooks of which it has heard that
 * something is due are looked at with the next claim; now and then all that have something due are, because work may also
 * have come due by the clock or been made by another process.
 */
export interface Lanes {
  /** Something has become due for these; without names, for some. */
  expect(webhooks: readonly string[]): void;
  isExpecting(): boolean;
  /** The webhooks to claim for, and the room each one's rate leaves. */
  look(tx: Tx, workers: number): Promise<readonly Lane[]>;
  /** How many of one merchant's a claim takes, where `shares` does not say fewer. */
  readonly claim_share: number;
  /** The merchants of which so much is under way that less than half their share is left. */
  shares(): readonly Share[];
  begin(looked: readonly Lane[], claimed: readonly DueDelivery[], round: Round): void;
  end(delivery: DueDelivery): void;
}

/** What bounded a claim. */
interface Round {
  readonly limit: number;
  readonly workers: number;
  readonly shares: readonly Share[];
}

// How late the clock alone finds what has come due.
const SWEEP_MS = 100;
const SWEEP_MAX = 2_000;

export function lanes(share: number): Lanes {
  // One claim leaves others of the merchant's webhooks their part.
  const claim_share = share / 2;
  const pace = newPace();
  const expected = new Set<Id<"whk">>();
  // Those that may have more than could be taken: looked at again when one of theirs has ended.
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
    // One that has all it may have under way is looked at when one of those ends.
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
        // One of theirs may have ended while the claim was made: nobody would say so again.
        if (by_webhook.of(webhook) < full) expected.add(webhook);
        else pressed.add(webhook);
      }
      // Nobody knows which of them have more.
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

/** Of which webhooks a claim took all it might, and how many are under way when nothing has ended since. */
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
