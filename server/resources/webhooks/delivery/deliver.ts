import { setTimeout as sleep } from "node:timers/promises";
import { groupCommit } from "#db/group-commit.ts";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { bodyDecryptor } from "#events/events.ts";
import { lruCache } from "#kernel/cache.ts";
import { ServiceError } from "#kernel/errors.ts";
import { idTimestampMs } from "#kernel/ids.ts";
import { open } from "#kernel/secrets.ts";
import { plus, SECOND_MS, toMilliseconds } from "#kernel/time.ts";
import { disableWebhook } from "#resources/webhooks/disable.ts";
import { secretsAt } from "#resources/webhooks/rules.ts";
import { secretAssociatedData } from "#resources/webhooks/secret.ts";
import { type Signers, type SigningKeys, signatureHeaders, signingKeys } from "#resources/webhooks/transport/sign.ts";
import type { WebhookClient, WebhookResponse } from "#resources/webhooks/transport/target.ts";
import {
  type Bounds,
  claimDeliveries,
  DEADLINE_MS,
  type DueDelivery,
  LEASE_MS,
  releaseDeliveries,
  releaseOtherDeliveries,
} from "./claims.ts";
import { type DeliveryScheduler, deliveryScheduler as newScheduler } from "./delivery-scheduler.ts";
import type { AttemptRecord } from "./delivery-store.ts";
import { DELIVERIES } from "./fan-out.ts";
import { isSlow, outcomeOf } from "./outcome.ts";
import { recordAttempts } from "./record-attempts.ts";
import { nextAttemptAfter, retryAfter } from "./schedule.ts";

export const RESPONSE_STORED_BYTES = 16 * 1024;
// A larger event is not sent to webhooks; clients can read it in the event feed.
export const EVENT_MAX_BYTES = 256 * 1024;
const GROUP_MAX = 500;
const WAITING_MAX = 20_000;
const CACHED_SECRETS_MAX = 10_000;
const RECORD_RETRY_MS = 200;

/** The functions that the queue consumer (`jobs/worker-loop.ts`) calls to process deliveries. */
export interface DeliveryWorker {
  readonly wake: string;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly DueDelivery[]>;
  /** Called after the latest claim has committed. */
  claimed(): void;
  work(deliveryWorker: DueDelivery): Promise<void>;
  release(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void>;
  releaseOthers(tx: Tx, deliveries: readonly DueDelivery[], lease: Lease): Promise<void>;
  isMore(): boolean;
}

/** The data of a finished attempt, for metrics. */
export interface AttemptMetrics {
  readonly due: DueDelivery;
  readonly outcome: string;
  /** Milliseconds from the event to its first attempt; null for later attempts. */
  readonly lag_ms: number | null;
  readonly duration_ms: number;
  readonly exchange: WebhookResponse | null;
}

export interface DeliveryOptions {
  readonly targets: WebhookClient;
  readonly user_agent: string;
  readonly bounds: Bounds;
  /** The maximum of concurrent requests to the webhooks of one merchant and environment. */
  readonly share: number;
  readonly onAttempt: (metrics: AttemptMetrics) => void;
}

/**
 * Claims due deliveries, commits, sends them, and records the outcomes. If a worker dies, its deliveries are sent again
 * after their lease ends.
 */
export function deliveryWorker(db: Database, options: DeliveryOptions): DeliveryWorker {
  const scheduler: DeliveryScheduler = newScheduler(options.share);
  const signersFor = signingKeyCache();
  const bodyOf = bodyDecryptor(db);
  let onClaimed = (): void => {};
  db.onWake(DELIVERIES, (about) => scheduler.markDue(about));
  const recording = groupCommit<AttemptRecord & { readonly due: DueDelivery }, null>(db, {
    items_max: GROUP_MAX,
    waiting_max: WAITING_MAX,
    async run(tx, records) {
      await recordAttempts(tx, records);
      return records.map(() => null);
    },
  });

  /**
   * Records an attempt, and retries while the database is unavailable: an unrecorded delivery would be sent again. The
   * retries stop at the end of the lease, when another worker may claim the delivery.
   */
  async function recordWithRetry(record: AttemptRecord & { readonly due: DueDelivery }): Promise<void> {
    const give_up_at_ms = performance.now() + LEASE_MS;
    for (;;) {
      try {
        await recording.submit(record);
        return;
      } catch (error) {
        const is_database_unavailable = error instanceof ServiceError && error.kind === "unavailable";
        if (!is_database_unavailable || performance.now() > give_up_at_ms) throw error;
        await sleep(RECORD_RETRY_MS);
      }
    }
  }

  return {
    wake: DELIVERIES,
    release: releaseDeliveries,
    releaseOthers: releaseOtherDeliveries,
    isMore: () => scheduler.hasDue(),
    async claim(tx, limit, lease) {
      onClaimed = () => {};
      const queues = await scheduler.nextQueues(tx, lease.live_workers.length);
      if (queues.length === 0) return [];
      const { bounds } = options;
      const shares = scheduler.shares();
      const deliveries = await claimDeliveries(
        tx,
        { queues: queues, shares, share: scheduler.claim_share, bounds, limit },
        lease,
      );
      onClaimed = () => scheduler.begin(queues, deliveries, { limit, workers: lease.live_workers.length, shares });
      return deliveries;
    },
    claimed: () => onClaimed(),
    async work(due) {
      try {
        const { record, metrics } = await attempt(due, await bodyOf(due), options, signersFor(due));
        await recordWithRetry({ ...record, due });
        options.onAttempt(metrics);
        if (record.status === 410) await disableGoneWebhook(db, due);
      } finally {
        scheduler.end(due);
      }
    },
  };
}

/** Disables a webhook that responded 410 Gone; its remaining deliveries are held. */
async function disableGoneWebhook(db: Database, due: DueDelivery): Promise<void> {
  await db.engine((tx) => disableWebhook(tx, due, due.webhook, "gone", due.url));
}

/** Returns a function that decrypts a delivery's signing secrets; the keys are cached. */
function signingKeyCache(): (due: DueDelivery) => Signers {
  const cache = lruCache<string, SigningKeys>(CACHED_SECRETS_MAX);
  const keysFor = (sealed: string, due: DueDelivery): SigningKeys => {
    const cached = cache.get(sealed);
    if (cached !== undefined) return cached;
    const keys = signingKeys(open(sealed, secretAssociatedData({ ...due, id: due.webhook })));
    cache.set(sealed, keys);
    return keys;
  };
  return (due) => {
    const { valid, next } = secretsAt(due.claimed_at, due.secret, due.next_secret, due.next_secret_from);
    return { valid: keysFor(valid, due), next: next === null ? null : keysFor(next, due) };
  };
}

async function attempt(
  due: DueDelivery,
  body: string,
  { targets, user_agent }: DeliveryOptions,
  signers: Signers,
): Promise<{ record: AttemptRecord; metrics: AttemptMetrics }> {
  const claimed_ms = toMilliseconds(due.claimed_at);
  const lag_ms = due.attempts === 0 ? claimed_ms - idTimestampMs(due.event) : null;
  if (Buffer.byteLength(body) > EVENT_MAX_BYTES) {
    return {
      record: unsentRecord(due),
      metrics: { due, outcome: "body_too_large", lag_ms, duration_ms: 0, exchange: null },
    };
  }
  const began_ms = performance.now();
  const exchange = await targets.send({
    url: due.url,
    environment: due.environment,
    headers: {
      "content-type": "application/json",
      "user-agent": user_agent,
      "x-service-position": String(due.position),
      ...signatureHeaders(signers, {
        id: due.event,
        body,
        timestamp_s: Math.floor(claimed_ms / SECOND_MS),
      }),
    },
    body,
    deadline_ms: DEADLINE_MS,
  });
  const duration_ms = Math.round(performance.now() - began_ms);
  const record = recordOf(due, claimed_ms, exchange, duration_ms);
  return { record, metrics: { due, outcome: record.outcome, lag_ms, duration_ms, exchange } };
}

function recordOf(due: DueDelivery, claimed_ms: number, exchange: WebhookResponse, duration_ms: number): AttemptRecord {
  const outcome = outcomeOf(exchange);
  const is_delivered = outcome === "delivered";
  const retry_after_ms = retryAfter(exchange.headers["retry-after"], claimed_ms + duration_ms);
  const attempts_made = due.attempts + 1 - due.schedule_from;
  const wait_ms = is_delivered ? null : nextAttemptAfter(attempts_made, isSlow(outcome), retry_after_ms);
  return {
    ...attemptOf(due),
    outcome,
    status: exchange.status,
    duration_ms,
    resolved_ms: exchange.resolved_ms,
    connected_ms: exchange.connected_ms,
    answered_ms: exchange.answered_ms,
    address: exchange.address,
    response: textOf(exchange),
    ends: is_delivered ? "delivered" : wait_ms === null ? "exhausted" : null,
    due_at: wait_ms === null ? null : plus(due.claimed_at, duration_ms + wait_ms),
  };
}

function unsentRecord(due: DueDelivery): AttemptRecord {
  const no_response = { status: null, resolved_ms: null, connected_ms: null, answered_ms: null, address: null };
  const ends = { ends: "exhausted", due_at: null } as const;
  return { ...attemptOf(due), ...no_response, ...ends, outcome: "body_too_large", duration_ms: 0, response: null };
}

function attemptOf(due: DueDelivery) {
  return {
    merchant: due.merchant,
    environment: due.environment,
    webhook: due.webhook,
    id: due.id,
    schedule_from: due.schedule_from,
    claim: due.claim,
    attempted_at: due.claimed_at,
    was_due_at: due.due_at,
    trigger: due.is_manual ? "manual" : "schedule",
  } as const;
}

/** Converts the response to text that PostgreSQL can store. Of a compressed response only the size is kept. */
function textOf({ response, headers }: WebhookResponse): string | null {
  if (response === null) return null;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") return `(${response.length} bytes, ${encoding})`;
  return response.subarray(0, RESPONSE_STORED_BYTES).toString("utf8").replaceAll("\0", "");
}
