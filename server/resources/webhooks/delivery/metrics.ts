import type { Tx } from "#db/tx.ts";
import { SECOND_MS, toMilliseconds } from "#kernel/time.ts";
import type { AttemptMetrics } from "./deliver.ts";
import { measureQueue } from "./endpoint-health.ts";
import { outcomeClass } from "./outcome.ts";

/** The functions that create metrics. The caller passes them in. */
export interface MetricFactory {
  counter(name: string, help: string, labels: readonly string[]): (labels: Readonly<Record<string, string>>) => void;
  timer(
    name: string,
    help: string,
    labels: readonly string[],
  ): (labels: Readonly<Record<string, string>>, seconds: number) => void;
  watch(name: string, help: string, read: () => number): void;
}

/** The metrics of deliveries. */
export interface DeliveryMetrics {
  onAttempt(attempt: AttemptMetrics): void;
  /** Reads the queue's state into the gauges. */
  refresh(tx: Tx): Promise<void>;
}

export function deliveryMetrics(meter: MetricFactory): DeliveryMetrics {
  const attempts = meter.counter("kolo_delivery_attempts_total", "Delivery attempts, by outcome", ["outcome"]);
  const lag = meter.timer("kolo_delivery_lag_seconds", "From an event to the first attempt at its delivery", []);
  const phases = meter.timer("kolo_delivery_attempt_seconds", "How long attempts took, up to each phase", ["phase"]);
  let [due_age_s, waiting, open] = [0, 0, 0];
  meter.watch("kolo_delivery_due_age_seconds", "Age of the oldest due delivery, in seconds", () => due_age_s);
  meter.watch("kolo_delivery_webhooks_waiting", "Webhooks with due deliveries", () => waiting);
  meter.watch("kolo_delivery_open_circuits", "Webhooks with an open circuit", () => open);
  return {
    onAttempt({ outcome, lag_ms, duration_ms, exchange }) {
      attempts({ outcome: outcomeClass(outcome) });
      if (lag_ms !== null) lag({}, Math.max(0, lag_ms) / SECOND_MS);
      phases({ phase: "end" }, duration_ms / SECOND_MS);
      for (const phase of ["resolved", "connected", "answered"] as const) {
        const reached_ms = exchange?.[`${phase}_ms`];
        if (typeof reached_ms === "number") phases({ phase }, reached_ms / SECOND_MS);
      }
    },
    async refresh(tx) {
      const state = await measureQueue(tx);
      due_age_s =
        state.oldest_due_at === null ? 0 : (toMilliseconds(tx.now) - toMilliseconds(state.oldest_due_at)) / SECOND_MS;
      waiting = state.webhooks_waiting;
      open = state.open_circuits;
    },
  };
}
