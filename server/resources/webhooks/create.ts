import type { Tx } from "#db/tx.ts";
import { type FieldErrors, invalid, ServiceError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { logWebhookChange } from "./audit-log.ts";
import { fanOutAllOf } from "./delivery/fan-out.ts";
import { WEBHOOKS_MAX } from "./rules.ts";
import type { NewWebhook, WebhookRow } from "./schema.ts";
import { secretAssociatedData } from "./secret.ts";
import { count, insert } from "./store.ts";
import { openSubscription } from "./subscriptions.ts";
import { parseTarget, type SsrfGuard } from "./transport/guard.ts";
import { newSigningSecret } from "./transport/sign.ts";

/**
 * Registers a webhook, with a new secret that signs its deliveries. A registration by a person is recorded in the audit
 * log. Throws `invalid` for a target that the SSRF guard refuses, and above `WEBHOOKS_MAX` webhooks.
 */
export async function createWebhook(
  tx: Tx,
  scope: Scope,
  input: NewWebhook,
  guard: SsrfGuard,
  by: Person | null,
): Promise<{ webhook: WebhookRow; secret: string }> {
  checkTarget(guard, input.url, scope);
  const secret = newSigningSecret();
  const key = { merchant: scope.merchant, environment: scope.environment, id: newId("whk", tx.now) };
  const webhook: WebhookRow = {
    ...key,
    url: input.url,
    events: [...new Set(input.events)],
    description: input.description ?? null,
    active: input.active ?? true,
    in_order: input.in_order ?? false,
    rate_limit: input.rate_limit || null,
    concurrency: input.concurrency || null,
    secret: seal(secret, secretAssociatedData(key)),
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
    throw invalid("url", "too_many_webhooks", `There are ${WEBHOOKS_MAX} webhooks already: delete one first`, {
      maximum: WEBHOOKS_MAX,
    });
  }
  await insert(tx, webhook);
  if (webhook.active) await openSubscription(tx, scope, webhook.id, position, webhook.events);
  await logWebhookChange(tx, scope, by, { before: null, after: webhook });
  return { webhook, secret };
}

/** Throws `invalid` if the SSRF guard refuses the target. */
export function checkTarget(guard: SsrfGuard, url: string, scope: Scope): void {
  const problem = guard.problemWith(url, scope.environment);
  if (problem) throw new ServiceError("validation_failed", "Validation failed", { fields: { url: [problem] } });
}

/** Field errors of a target that need no SSRF guard. It runs on raw bodies, so that the response lists all errors. */
export function targetProblem(body: unknown): FieldErrors {
  const { url } = asRecord(body);
  const target = typeof url === "string" && url !== "" ? parseTarget(url) : null;
  return target !== null && "reason" in target ? { url: [target] } : {};
}

/** Field errors of a target that the SSRF guard refuses. */
export function guardedProblem(
  guard: SsrfGuard,
  body: unknown,
  { environment }: Pick<Scope, "environment">,
): FieldErrors {
  const { url } = asRecord(body);
  const problem = typeof url === "string" && url !== "" ? guard.problemWith(url, environment) : null;
  return problem === null ? {} : { url: [problem] };
}
