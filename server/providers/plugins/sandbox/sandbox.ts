import { toMilliseconds } from "#kernel/time.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type { Observation, Provider, ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import { planFor, sandboxHolder } from "./outcomes.ts";

/**
 * The provider of the test environment. It calls no other machine: the number of an order alone selects its outcome. So
 * the sandbox holds no state, and returns the same after a restart. Its orders run through the same code as a real
 * provider's, including callbacks over HTTP.
 */
export function sandbox(exchange: Exchange): Provider {
  return {
    id: "sandbox",
    capabilities: { kinds: ["transfer", "collect", "refund"], prepares_remotely: false, is_idempotent: true },
    settings: [],
    loggable_fields: new Set(),
    prepare: (order) => Promise.resolve({ provider_reference: reference(order) }),
    submit: (order) => Promise.resolve(submit(exchange, order)),
    queryStatus: (order) => Promise.resolve(queryStatus(order)),
    isCallback: (notice) => notice.method === "POST",
    lookUp: (_account, number) => Promise.resolve(sandboxHolder(number)),
  };
}

function reference(order: ProviderOrder): string {
  return `sbx-${order.attempt.slice(4)}`;
}

function submit(exchange: Exchange, order: ProviderOrder): SubmissionResult {
  const plan = planFor(order.receiver, order.kind);
  for (const after_ms of plan.callbacks_after_ms) scheduleCallback(exchange, order, after_ms);
  if (plan.submission === "unknown") return { outcome: "unknown", cause: { code: "no_answer" } };
  if (plan.submission === "accepted") return { outcome: "accepted", redirect_url: redirectUrl(order) };
  if (plan.ending === "complete")
    return { outcome: "complete", provider_id: reference(order), charge: plan.charge ?? null };
  return { outcome: "rejected", failure: plan.ending };
}

function queryStatus(order: ProviderOrder): Observation {
  const plan = planFor(order.receiver, order.kind);
  if (order.sent_at === null) return { state: "not_found" };
  if (toMilliseconds(order.now) - toMilliseconds(order.sent_at) < plan.after_ms)
    return { state: "pending", redirect_url: redirectUrl(order) };
  if (plan.ending !== "complete") return { state: "failed", failure: plan.ending };
  return { state: "complete", provider_id: reference(order), amount: order.amount, charge: plan.charge ?? null };
}

/** A page of the sandbox in place of a provider's, below the payment's page; null for most numbers. */
function redirectUrl({ receiver, kind, return_url }: ProviderOrder): string | null {
  return planFor(receiver, kind).has_redirect && return_url !== null ? `${return_url}/authorize` : null;
}

/**
 * Sends one callback after `after_ms`. Like a real provider's callback, it may be lost: with the process, or on the
 * network.
 */
function scheduleCallback(exchange: Exchange, order: ProviderOrder, after_ms: number): void {
  const timer = setTimeout(() => {
    void exchange({
      method: "POST",
      url: order.callback_url,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reference: reference(order) }),
    });
  }, after_ms);
  timer.unref();
}
