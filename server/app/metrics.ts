import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { Metrics } from "#http/metrics.ts";
import { type Poller, startPoller } from "#jobs/poller.ts";
import { findPausedChannels } from "#providers/health/health-store.ts";
import { countDrifts } from "#resources/reconciliation/balance-check-store.ts";
import { countOpen } from "#resources/review/store.ts";
import type { DeliveryMetrics } from "#resources/webhooks/delivery/metrics.ts";

type OnError = (error: unknown, name: string) => void;

const REVIEW_GAUGE_MS = 30_000;
// The refresh interval of the delivery metrics.
const DELIVERY_GAUGE_MS = 10_000;

/** Metrics of the manual review cases: each should be zero, and raise an alarm otherwise. */
export function startReviewGauges(db: Database, metrics: Metrics, onError: OnError): Poller {
  let [open, drifted, paused] = [0, 0, 0];
  metrics.watch("kolo_reviews_open", "Review cases that wait for a person", () => open);
  metrics.watch(
    "kolo_balance_drifts_open",
    "Provider accounts whose balance differs from the ledger without an explanation",
    () => drifted,
  );
  metrics.watch("kolo_channels_paused", "Paused channels, and provider accounts without funds", () => paused);
  const measure = async (tx: Tx): Promise<boolean> => {
    [open, drifted] = await Promise.all([countOpen(tx), countDrifts(tx)]);
    paused = (await findPausedChannels(tx)).length;
    return false;
  };
  return startPoller(db, {
    name: "count open review cases",
    wake: "reviews",
    idle_min_ms: REVIEW_GAUGE_MS,
    onError,
    poll: measure,
  });
}

export function registerPoolGauges(db: Database, metrics: Metrics): void {
  metrics.watch("kolo_database_connections_used", "Connections in use", () => db.counts().used);
  metrics.watch("kolo_database_pool_size", "Configured size of the connection pool", () => db.counts().configured);
  metrics.watch(
    "kolo_database_connections_available",
    "Database connections available to this process",
    () => db.counts().available,
  );
  metrics.watch(
    "kolo_database_requests_waiting",
    "Requests waiting for a database connection",
    () => db.counts().waiting,
  );
}

export function startDeliveryGauges(db: Database, meters: DeliveryMetrics, onError: OnError): Poller {
  const measure = async (tx: Tx): Promise<boolean> => {
    await meters.refresh(tx);
    return false;
  };
  return startPoller(db, {
    name: "measure webhook deliveries",
    wake: "delivery_metrics",
    idle_min_ms: DELIVERY_GAUGE_MS,
    onError,
    poll: measure,
  });
}
