import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { Metrics } from "#http/metrics.ts";
import { type Repetition, repeat } from "#jobs/repeat.ts";
import { findPaused } from "#providers/health-store.ts";
import { countDrifts } from "#resources/reconciliation/balances.ts";
import { countOpen } from "#resources/review/store.ts";
import type { DeliveryMeters } from "#resources/webhooks/measure.ts";

type OnError = (error: unknown, name: string) => void;

const REVIEWS_MS = 30_000;
// The longest age of the delivery metrics.
const DELIVERIES_MS = 10_000;

/** Metrics of the work that waits for a person: worth an alarm whenever one is not zero. */
export function watchReviews(db: Database, metrics: Metrics, onError: OnError): Repetition {
  let [open, drifted, paused] = [0, 0, 0];
  metrics.watch("kolo_reviews_open", "What only a person can decide", () => open);
  metrics.watch("kolo_balance_drifts_open", "Accounts that drifted from the books, unexplained", () => drifted);
  metrics.watch("kolo_channels_paused", "Channels, and accounts without money, nothing goes out over", () => paused);
  const turn = async (tx: Tx): Promise<boolean> => {
    [open, drifted] = await Promise.all([countOpen(tx), countDrifts(tx)]);
    paused = (await findPaused(tx)).length;
    return false;
  };
  return repeat(db, { name: "count what waits for a person", wake: "reviews", idle_ms: REVIEWS_MS, onError, turn });
}

export function watchPool(db: Database, metrics: Metrics): void {
  metrics.watch("kolo_database_connections_used", "Connections in use", () => db.counts().used);
  metrics.watch("kolo_database_connections_asked", "Connections asked for at most", () => db.counts().asked);
  metrics.watch("kolo_database_connections_available", "Connections that can be had", () => db.counts().available);
  metrics.watch("kolo_database_requests_waiting", "Requests that wait for a connection", () => db.counts().waiting);
}

export function measureDeliveries(db: Database, meters: DeliveryMeters, onError: OnError): Repetition {
  const turn = async (tx: Tx): Promise<boolean> => {
    await meters.look(tx);
    return false;
  };
  return repeat(db, { name: "measure deliveries", wake: "measure", idle_ms: DELIVERIES_MS, onError, turn });
}
