import type { Tx } from "#db/tx.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { insertDeliveries, type NewDelivery, reopenDeliveries } from "#resources/webhooks/delivery/delivery-store.ts";
import { allowProbe } from "#resources/webhooks/delivery/endpoint-health.ts";
import { DELIVERIES } from "#resources/webhooks/delivery/fan-out.ts";
import type { WebhookRow } from "#resources/webhooks/schema.ts";
import { lockWebhook } from "./retrieve.ts";
import type { ReplayRequest, ReplayResult } from "./schema.ts";
import { listReplayable, type ReplayableEvent } from "./store.ts";

export const REPLAY_DAYS = 30;
export const REPLAY_EVENTS_MAX = 10_000;

/**
 * Sends the events of a period to a webhook again: those whose delivery was exhausted or never created; with `which:
 * "all"` also the delivered ones. Open deliveries are not affected. A replay by a person is recorded in the audit log.
 * Throws `not_found`, `bad_request` for an invalid period, and `invalid` if the webhook is switched off.
 */
export async function replayEvents(
  tx: Tx,
  scope: Scope,
  webhook_id: string,
  request: ReplayRequest,
  by: Person | null,
): Promise<ReplayResult> {
  const webhook = await lockWebhook(tx, scope, webhook_id);
  if (!webhook.active) throw new ServiceError("webhook_inactive", "The webhook is switched off: switch it on first");
  const earliest = plus(tx.now, -REPLAY_DAYS * DAY_MS);
  const requested_from = request.from === undefined ? earliest : parseInstant("from", request.from);
  const span = {
    from: requested_from < earliest ? earliest : requested_from,
    until: request.to === undefined ? plus(tx.now, 1) : parseInstant("to", request.to),
    types: webhook.events.filter((type) => type !== "webhook.test" && (request.types?.includes(type) ?? true)),
  };
  if (span.until <= span.from) throw badRequest("to", "end_before_start", "Enter a moment after `from`");
  const candidates = await listReplayable(tx, scope, webhook.id, span, REPLAY_EVENTS_MAX + 1);
  const events = candidates.slice(0, REPLAY_EVENTS_MAX);
  const selected = events.filter(
    (event) => !event.is_open && (request.which === "all" || event.ended_as !== "delivered"),
  );
  const ended_ids = selected.flatMap((event) => event.ended ?? []);
  const new_deliveries = selected
    .filter((event) => event.ended === null)
    .map((event) => newDelivery(tx, webhook, event));
  if (ended_ids.length > 0) await reopenDeliveries(tx, scope, webhook.id, ended_ids, webhook.in_order);
  if (new_deliveries.length > 0) await insertDeliveries(tx, new_deliveries);
  await allowProbe(tx, scope, webhook.id);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "webhook.replayed", subject: webhook.id, before: null },
    after: { ...span, which: request.which ?? null, queued: selected.length },
  });
  tx.wake(DELIVERIES, [webhook.id]);
  return { queued: selected.length, next_from: candidates[REPLAY_EVENTS_MAX]?.created_at ?? null };
}

function newDelivery(tx: Tx, webhook: WebhookRow, event: ReplayableEvent): NewDelivery {
  return {
    merchant: event.merchant,
    environment: event.environment,
    webhook: webhook.id,
    id: newId("dlv", tx.now),
    event: event.event,
    type: event.type,
    resource: event.resource,
    sequence: event.sequence,
    position: event.position,
    origin: "replay",
    in_order: webhook.in_order,
  };
}

/** Converts a time with any offset to UTC text. Throws `bad_request`. */
function parseInstant(field: string, text: string): Instant {
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw badRequest(field, "invalid_moment", "Enter a moment as 2026-03-01T12:00:00Z");
  return new Date(ms).toISOString().replace("Z", "000Z");
}
