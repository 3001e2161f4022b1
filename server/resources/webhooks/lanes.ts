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
  /** The merchants of which so much is under way that less than half their share is left. */
  shares(): readonly Share[];
  begin(looked: readonly Lane[], claimed: readonly DueDelivery[], round: { limit: number; workers: number }): void;
  end(delivery: DueDelivery): void;
}

// How late the clock alone finds what has come due.
const SWEEP_MS = 100;
const SWEEP_MAX = 2_000;

export function lanes(share: number): Lanes {
  const pace = newPace();
  const expected = new Set<Id<"whk">>();
  // Those that had more than could be taken: looked at again when one of theirs has ended.
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
      const looked = [...expected].map((webhook) => ({ webhook, room: pace.room(webhook, workers) }));
      expected.clear();
      return looked.filter((lane) => lane.room > 0);
    },
    shares: () => [...scopes].map(([key, scope]) => ({ ...scope, room: Math.max(0, share - by_merchant.of(key)) })),
    begin(looked, claimed, { limit, workers }) {
      for (const due of claimed) {
        const key = scopeKey(due);
        by_webhook.add(due.webhook, 1);
        by_merchant.add(key, 1);
        scopes.set(key, { merchant: due.merchant, environment: due.environment });
        pace.take(due.webhook, due.rate, workers);
        if (by_webhook.of(due.webhook) >= due.open_window) pressed.add(due.webhook);
        if (by_merchant.of(key) >= share) pressed.add(due.webhook);
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
