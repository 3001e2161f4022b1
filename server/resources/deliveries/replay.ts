import type { Tx } from "#db/tx.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import { recordActOf } from "#resources/acts/record.ts";
import { insertDeliveries, type NewDelivery, reopenDeliveries } from "#resources/webhooks/deliveries.ts";
import { DELIVERIES } from "#resources/webhooks/fan-out.ts";
import { allowProbe } from "#resources/webhooks/health.ts";
import type { WebhookRow } from "#resources/webhooks/schema.ts";
import { lockExisting } from "./retrieve.ts";
import type { Replay, Replayed } from "./schema.ts";
import { listReplayable, type Replayable } from "./store.ts";

export const REPLAY_DAYS = 30;
export const REPLAY_EVENTS_MAX = 10_000;

/**
 * Sends a webhook the events of a period that were exhausted or never sent; with `which: "all"` also the delivered
 * ones. Open deliveries are unaffected. If a person does it, the audit log records that. Throws `not_found`,
 * `bad_request` for an invalid period, and `invalid` for a webhook that is switched off.
 */
export async function replay(
  tx: Tx,
  scope: Scope,
  webhook_id: string,
  given: Replay,
  by: Person | null,
): Promise<Replayed> {
  const webhook = await lockExisting(tx, scope, webhook_id);
  if (!webhook.active) throw new ServiceError("invalid", "The webhook is switched off: switch it on first");
  const earliest = plus(tx.now, -REPLAY_DAYS * DAY_MS);
  const asked = given.from === undefined ? earliest : instant("from", given.from);
  const span = {
    from: asked < earliest ? earliest : asked,
    until: given.to === undefined ? plus(tx.now, 1) : instant("to", given.to),
    types: webhook.events.filter((type) => type !== "webhook.test" && (given.types?.includes(type) ?? true)),
  };
  if (span.until <= span.from) throw badRequest("to", "Enter a moment after `from`");
  const found = await listReplayable(tx, scope, webhook.id, span, REPLAY_EVENTS_MAX + 1);
  const events = found.slice(0, REPLAY_EVENTS_MAX);
  const wanted = events.filter((event) => !event.is_open && (given.which === "all" || event.ended_as !== "delivered"));
  const again = wanted.flatMap((event) => event.ended ?? []);
  const fresh = wanted.filter((event) => event.ended === null).map((event) => newDelivery(tx, webhook, event));
  if (again.length > 0) await reopenDeliveries(tx, scope, webhook.id, again, webhook.in_order);
  if (fresh.length > 0) await insertDeliveries(tx, fresh);
  await allowProbe(tx, scope, webhook.id);
  await recordActOf(tx, scope, by, {
    ...{ act: "webhook.replayed", subject: webhook.id, before: null },
    after: { ...span, which: given.which ?? null, queued: wanted.length },
  });
  tx.wake(DELIVERIES, [webhook.id]);
  return { queued: wanted.length, next_from: found[REPLAY_EVENTS_MAX]?.created_at ?? null };
}

function newDelivery(tx: Tx, webhook: WebhookRow, event: Replayable): NewDelivery {
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
function instant(field: string, text: string): Instant {
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw badRequest(field, "Enter a moment as 2026-03-01T12:00:00Z");
  return new Date(ms).toISOString().replace("Z", "000Z");
}
