import type { Database } from "#db/pool.ts";
import { fixedInterval } from "#jobs/idle-backoff.ts";
import { startPoller } from "#jobs/poller.ts";
import type { StallDetector } from "#jobs/stall-detector.ts";
import { startWorker } from "#jobs/worker.ts";
import { startWorkerLoop } from "#jobs/worker-loop.ts";
import type { dispatch } from "#providers/engine/dispatch.ts";
import { AVAILABILITY_POLL_MS } from "#providers/health/availability.ts";
import type { BalancePoller } from "#providers/health/balances.ts";
import { expirePayments } from "#resources/payments/expire.ts";
import type { DeliveryWorker } from "#resources/webhooks/delivery/deliver.ts";
import { fanOut } from "#resources/webhooks/delivery/fan-out.ts";
import type { DeliveryMetrics } from "#resources/webhooks/delivery/metrics.ts";
import type { MailParts } from "./dashboard-api.ts";
import { startDeliveryGauges } from "./metrics.ts";
import { type ScheduledJobOptions, startScheduledJobs } from "./scheduled-jobs.ts";

const MAILS_IN_FLIGHT = 4;
// The longest delay before a due mail is found.
const MAIL_POLL_MS = 5_000;
// A request to a receiver that hangs costs only one socket and some memory, until its timeout of fifteen seconds.
export const DELIVERIES_IN_FLIGHT_MAX = 4_000;
const DELIVERIES_PER_CLAIM_MAX = 500;
// Each webhook has a limited number of delivery slots. One claim fills all slots that become free during this pause,
// however fast events arrive.
const DELIVERY_PAUSE_MAX_MS = 25;
// The poll interval limits the delay for rows of another process and for deferred rows. The process finds its own rows
// at once. One second after the last row, the interval grows to its maximum.
const IDLE_BACKOFF = { min_ms: 100, max_ms: 500 };
// The longest delay before a due payment expires.
const EXPIRY_POLL_MS = 1_000;
const BALANCES_IN_FLIGHT = 4;
// The longest delay before an account's balance is queried.
const BALANCE_POLL_MS = 60_000;
// A stop waits this long for requests, and then again this long for jobs.
export const SHUTDOWN_GRACE_MS = 10_000;

export interface WorkerOptions extends MailParts, ScheduledJobOptions {
  readonly dispatch: ReturnType<typeof dispatch>;
  readonly balances: BalancePoller;
  /** One turn of the query about closed networks. */
  readonly availability: () => Promise<boolean>;
  readonly delivery: DeliveryWorker;
  readonly meters: DeliveryMetrics;
  readonly stall_detector: StallDetector;
}

/** Starts everything that processes due rows: dispatch, events, deliveries, balances, mails, expiry, scheduled jobs. */
export async function startWorkers(db: Database, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { onError, pause_ms, stall_detector } = options;
  const worker = await startWorker(db, onError);
  let next_feed: Parameters<typeof fanOut>[1] = null;
  let is_feed_idle = true;
  const attempts = startWorkerLoop(db, worker, {
    ...options.dispatch,
    name: "dispatch",
    idle: IDLE_BACKOFF,
    pause_ms,
    ...{ stall_detector, onError },
  });
  const publisher = startPoller(db, {
    name: "publish",
    wake: "outbox",
    idle_min_ms: IDLE_BACKOFF.min_ms,
    idle_max_ms: IDLE_BACKOFF.max_ms,
    isIdle: () => is_feed_idle,
    pause_ms,
    ...{ stall_detector, onError },
    async poll(tx) {
      const { next, is_full, published } = await fanOut(tx, next_feed);
      next_feed = next;
      is_feed_idle = published.length === 0;
      return is_full;
    },
  });
  const deliveries = startWorkerLoop(db, worker, {
    ...options.delivery,
    name: "deliver",
    in_flight_max: DELIVERIES_IN_FLIGHT_MAX,
    claim_max: DELIVERIES_PER_CLAIM_MAX,
    idle: IDLE_BACKOFF,
    pause_ms: () => Math.min(pause_ms(), DELIVERY_PAUSE_MAX_MS),
    ...{ stall_detector, onError },
  });
  const balance_checks = startWorkerLoop(db, worker, {
    ...options.balances,
    ...{ name: "check balances", in_flight_max: BALANCES_IN_FLIGHT, idle: fixedInterval(BALANCE_POLL_MS), onError },
  });
  const availability = startPoller(db, {
    ...{ name: "query closed networks", wake: "availability", idle_min_ms: AVAILABILITY_POLL_MS, onError },
    turn: options.availability,
  });
  const mails = options.mailing
    ? startWorkerLoop(db, worker, {
        ...options.mailing,
        ...{ name: "mail", in_flight_max: MAILS_IN_FLIGHT, idle: fixedInterval(MAIL_POLL_MS), onError },
      })
    : null;
  const expiry = startPoller(db, {
    name: "expire payments",
    wake: "payments",
    idle_min_ms: EXPIRY_POLL_MS,
    ...{ stall_detector, onError },
    poll: expirePayments,
  });
  const jobs = [...startScheduledJobs(db, options), startDeliveryGauges(db, options.meters, onError)];
  return {
    async stop() {
      await Promise.all([
        attempts.stop(SHUTDOWN_GRACE_MS),
        balance_checks.stop(SHUTDOWN_GRACE_MS),
        publisher.stop(),
        expiry.stop(),
        availability.stop(),
        deliveries.stop(SHUTDOWN_GRACE_MS),
        mails?.stop(SHUTDOWN_GRACE_MS),
        ...jobs.map((job) => job.stop()),
      ]);
      await worker.stop();
    },
  };
}
