import type { Tx } from "#db/tx.ts";
import { type FieldErrors, invalid } from "#kernel/errors.ts";
import { recordIn } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { fanOutAllOf } from "./fan-out.ts";
import { type Guard, targetIn } from "./guard.ts";
import { noteWebhook } from "./note.ts";
import { WEBHOOKS_MAX } from "./rules.ts";
import type { NewWebhook, WebhookRow } from "./schema.ts";
import { secretPlace } from "./secret.ts";
import { newSecret } from "./sign.ts";
import { count, insert } from "./store.ts";
import { openSubscription } from "./subscriptions.ts";

/**
 * Registers a webhook and the secret that signs its deliveries. If a person does it, the audit log records that. Throws
 * `invalid` for a target the guard refuses, and beyond `WEBHOOKS_MAX`.
 */
export async function createWebhook(
  tx: Tx,
  scope: Scope,
  given: NewWebhook,
  guard: Guard,
  by: Person | null,
): Promise<{ webhook: WebhookRow; secret: string }> {
  checkTarget(guard, given.url, scope);
  const secret = newSecret();
  const key = { merchant: scope.merchant, environment: scope.environment, id: newId("whk", tx.now) };
  const webhook: WebhookRow = {
    ...key,
    url: given.url,
    events: [...new Set(given.events)],
    description: given.description ?? null,
    active: given.active ?? true,
    in_order: given.in_order ?? false,
    rate_limit: given.rate_limit || null,
    concurrency: given.concurrency || null,
    secret: seal(secret, secretPlace(key)),
    next_secret: null,
    next_secret_from: null,
    disabled_reason: null,
    disabled_at: null,
    sequence: 0,
    created_at: tx.now,
    updated_at: tx.now,
  };
  const position = await fanOutAllOf(tx, scope);
  // `fanOutAllOf` holds the merchant's feed lock, so the count below cannot change before commit.
  if ((await count(tx, scope)) >= WEBHOOKS_MAX) {
    throw invalid("url", `There are ${WEBHOOKS_MAX} webhooks already: delete one first`);
  }
  await insert(tx, webhook);
  if (webhook.active) await openSubscription(tx, scope, webhook.id, position, webhook.events);
  await noteWebhook(tx, scope, by, { before: null, after: webhook });
  return { webhook, secret };
}

/** Throws `invalid` for a target that the guard refuses. */
export function checkTarget(guard: Guard, url: string, scope: Scope): void {
  const problem = guard.problemWith(url, scope.environment);
  if (problem) throw invalid("url", problem);
}

/** Field errors of a target that need no guard, whatever other errors the body has. */
export function targetProblem(body: unknown): FieldErrors {
  const { url } = recordIn(body);
  const target = typeof url === "string" && url !== "" ? targetIn(url) : null;
  return typeof target === "string" ? { url: [target] } : {};
}

/** Field errors of a target that the guard refuses. */
export function guardedProblem(guard: Guard, body: unknown, { environment }: Scope): FieldErrors {
  const { url } = recordIn(body);
  const problem = typeof url === "string" && url !== "" ? guard.problemWith(url, environment) : null;
  return problem === null ? {} : { url: [problem] };
}
