import { setTimeout as sleep } from "node:timers/promises";
import { groupCommit } from "#db/group-commit.ts";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { bodyOpener } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import { madeAtMs } from "#kernel/ids.ts";
import { open } from "#kernel/secrets.ts";
import { plus, SECOND_MS, toMilliseconds } from "#kernel/time.ts";
import {
  type Bounds,
  claimDeliveries,
  DEADLINE_MS,
  type DueDelivery,
  giveBackDeliveries,
  giveBackOthers,
  LEASE_MS,
} from "./claims.ts";
import type { AttemptRecord } from "./deliveries.ts";
import { disableWebhook } from "./disable.ts";
import { DELIVERIES } from "./fan-out.ts";
import { type Lanes, lanes as newLanes } from "./lanes.ts";
import { isSlow, outcomeOf } from "./outcome.ts";
import { recordAttempts } from "./record.ts";
import { secretsAt } from "./rules.ts";
import { nextAttemptAfter, retryAfter } from "./schedule.ts";
import { secretPlace } from "./secret.ts";
import { type Signers, type SigningKeys, signatureHeaders, signingKeys } from "./sign.ts";
import type { Exchange, Targets } from "./target.ts";

export const RESPONSE_KEPT_BYTES = 16 * 1024;
// A larger event is not posted: it stays in the feed.
export const EVENT_MAX_BYTES = 256 * 1024;
const GROUP_MAX = 500;
const WAITING_MAX = 20_000;
const REMEMBERED_SECRETS = 10_000;
const RECORD_AGAIN_MS = 200;

/** The parts of the queue consumer (`jobs/drain.ts`) for deliveries. */
export interface Delivery {
  readonly wake: string;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly DueDelivery[]>;
  /** Called after the last claim's commit. */
  claimed(): void;
  work(delivery: DueDelivery): Promise<void>;
  giveBack(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void>;
  giveBackOthers(tx: Tx, deliveries: readonly DueDelivery[], lease: Lease): Promise<void>;
  isMore(): boolean;
}

/** The data of a finished attempt, for metrics. */
export interface Told {
  readonly due: DueDelivery;
  readonly outcome: string;
  /** Milliseconds from the event to the first attempt; null for later attempts. */
  readonly lag_ms: number | null;
  readonly duration_ms: number;
  readonly exchange: Exchange | null;
}

export interface DeliveryOptions {
  readonly targets: Targets;
  readonly user_agent: string;
  readonly bounds: Bounds;
  /** The limit of concurrent requests to one merchant's webhooks of one environment. */
  readonly share: number;
  readonly onAttempt: (told: Told) => void;
}

/** Sends due deliveries: claim, commit, send, record. If a worker dies, its deliveries are sent again when the lease ends. */
export function delivery(db: Database, options: DeliveryOptions): Delivery {
  const lanes: Lanes = newLanes(options.share);
  const secrets = secretBox();
  const bodyOf = bodyOpener(db);
  let begin = (): void => {};
  db.onWake(DELIVERIES, (about) => lanes.expect(about));
  const recording = groupCommit<AttemptRecord & { readonly due: DueDelivery }, null>(db, {
    items_max: GROUP_MAX,
    waiting_max: WAITING_MAX,
    async run(tx, records) {
      await recordAttempts(tx, records);
      return records.map(() => null);
    },
  });

  /**
   * Records an attempt, and retries while the database is unavailable: otherwise a delivered event would be sent again.
   * After the lease another worker may claim the delivery, so the retries stop.
   */
  async function recorded(record: AttemptRecord & { readonly due: DueDelivery }): Promise<void> {
    const give_up_at_ms = performance.now() + LEASE_MS;
    for (;;) {
      try {
        await recording.submit(record);
        return;
      } catch (error) {
        const is_no_database = error instanceof ServiceError && error.kind === "unavailable";
        if (!is_no_database || performance.now() > give_up_at_ms) throw error;
        await sleep(RECORD_AGAIN_MS);
      }
    }
  }

  return {
    wake: DELIVERIES,
    giveBack: giveBackDeliveries,
    giveBackOthers,
    isMore: () => lanes.isExpecting(),
    async claim(tx, limit, lease) {
      begin = () => {};
      const looked = await lanes.look(tx, lease.living.length);
      if (looked.length === 0) return [];
      const { bounds } = options;
      const shares = lanes.shares();
      const claimed = await claimDeliveries(
        tx,
        { lanes: looked, shares, share: lanes.claim_share, bounds, limit },
        lease,
      );
      begin = () => lanes.begin(looked, claimed, { limit, workers: lease.living.length, shares });
      return claimed;
    },
    claimed: () => begin(),
    async work(due) {
      try {
        const { record, told } = await attempt(due, await bodyOf(due), options, secrets(due));
        await recorded({ ...record, due });
        options.onAttempt(told);
        if (record.status === 410) await switchOff(db, due);
      } finally {
        lanes.end(due);
      }
    },
  };
}

/** The receiver answered 410 Gone: hold the remaining deliveries. */
async function switchOff(db: Database, due: DueDelivery): Promise<void> {
  await db.engine((tx) => disableWebhook(tx, due, due.webhook, "gone", due.url));
}

/** Decrypts signing secrets and caches the keys. */
function secretBox(): (due: DueDelivery) => Signers {
  const known = new Map<string, SigningKeys>();
  const opened = (sealed: string, due: DueDelivery): SigningKeys => {
    const found = known.get(sealed);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED_SECRETS) known.clear();
    const keys = signingKeys(open(sealed, secretPlace({ ...due, id: due.webhook })));
    known.set(sealed, keys);
    return keys;
  };
  return (due) => {
    const { valid, next } = secretsAt(due.claimed_at, due.secret, due.next_secret, due.next_secret_from);
    return { valid: opened(valid, due), next: next === null ? null : opened(next, due) };
  };
}

async function attempt(
  due: DueDelivery,
  body: string,
  { targets, user_agent }: DeliveryOptions,
  signers: Signers,
): Promise<{ record: AttemptRecord; told: Told }> {
  const claimed_ms = toMilliseconds(due.claimed_at);
  const lag_ms = due.attempts === 0 ? claimed_ms - madeAtMs(due.event) : null;
  if (Buffer.byteLength(body) > EVENT_MAX_BYTES) {
    return { record: unsent(due), told: { due, outcome: "body_too_large", lag_ms, duration_ms: 0, exchange: null } };
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
  return { record, told: { due, outcome: record.outcome, lag_ms, duration_ms, exchange } };
}

function recordOf(due: DueDelivery, claimed_ms: number, exchange: Exchange, duration_ms: number): AttemptRecord {
  const outcome = outcomeOf(exchange);
  const is_delivered = outcome === "delivered";
  const asked_ms = retryAfter(exchange.headers["retry-after"], claimed_ms + duration_ms);
  const made = due.attempts + 1 - due.schedule_from;
  const wait_ms = is_delivered ? null : nextAttemptAfter(made, isSlow(outcome), asked_ms);
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

function unsent(due: DueDelivery): AttemptRecord {
  const nothing = { status: null, resolved_ms: null, connected_ms: null, answered_ms: null, address: null };
  const ends = { ends: "exhausted", due_at: null } as const;
  return { ...attemptOf(due), ...nothing, ...ends, outcome: "body_too_large", duration_ms: 0, response: null };
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
    trigger: due.is_asked_for ? "manual" : "schedule",
  } as const;
}

/** The response as text that PostgreSQL accepts. A compressed response is not decompressed, and only its size is kept. */
function textOf({ response, headers }: Exchange): string | null {
  if (response === null) return null;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") return `(${response.length} bytes, ${encoding})`;
  return response.subarray(0, RESPONSE_KEPT_BYTES).toString("utf8").replaceAll("\0", "");
}
