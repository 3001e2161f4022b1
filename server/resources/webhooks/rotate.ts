import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { logSecretChange } from "./audit-log.ts";
import { OVERLAP_HOURS, overlapEnd, secretsAt } from "./rules.ts";
import type { WebhookRow } from "./schema.ts";
import { secretAssociatedData } from "./secret.ts";
import { lock, setSecrets } from "./store.ts";
import { newSigningSecret } from "./transport/sign.ts";

/**
 * Creates a new secret. During the overlap, deliveries carry signatures of both secrets. An overlap of 0 replaces the
 * old secret at once, for one that has leaked. A rotation by a person is recorded in the audit log. Throws `not_found`,
 * and `conflict` during another rotation.
 */
export async function rotateSecret(
  tx: Tx,
  scope: Scope,
  id: string,
  by: Person | null,
  overlap_hours: number = OVERLAP_HOURS,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const webhook = await lock(tx, scope, id);
  if (!webhook) throw new ServiceError("webhook_not_found", "Webhook not found");
  const secret = newSigningSecret();
  const sealed = seal(secret, secretAssociatedData(webhook));
  if (overlap_hours === 0) {
    await logSecretChange(tx, scope, by, { id: webhook.id, action: "rotated", overlap_hours });
    return { secret, webhook: await setSecrets(tx, scope, webhook.id, { secret: sealed, next: null, from: null }) };
  }
  const { valid, next } = secretsAt(tx.now, webhook.secret, webhook.next_secret, webhook.next_secret_from);
  if (next !== null) {
    throw new ServiceError(
      "secret_rotation_in_progress",
      `A new secret is already being introduced, until ${webhook.next_secret_from}: confirm it, or rotate with overlap_hours 0`,
      { params: { until: String(webhook.next_secret_from) } },
    );
  }
  await logSecretChange(tx, scope, by, { id: webhook.id, action: "rotated", overlap_hours });
  const secrets = { secret: valid, next: sealed, from: overlapEnd(tx.now, overlap_hours) };
  return { secret, webhook: await setSecrets(tx, scope, webhook.id, secrets) };
}

/**
 * Ends the rotation early: from now on only the new secret signs. Throws `not_found`, and `invalid` without a new
 * secret.
 */
export async function confirmSecret(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<WebhookRow> {
  const webhook = await lock(tx, scope, id);
  if (!webhook) throw new ServiceError("webhook_not_found", "Webhook not found");
  if (webhook.next_secret === null) {
    throw new ServiceError("no_new_secret", "There is no new secret to confirm: rotate it first");
  }
  await logSecretChange(tx, scope, by, { id: webhook.id, action: "confirmed" });
  return setSecrets(tx, scope, webhook.id, { secret: webhook.next_secret, next: null, from: null });
}

/**
 * Cancels the rotation: from now on only the old secret signs. Throws `not_found`, and `invalid` outside of a rotation.
 */
export async function cancelRotation(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<WebhookRow> {
  const webhook = await lock(tx, scope, id);
  if (!webhook) throw new ServiceError("webhook_not_found", "Webhook not found");
  const { valid, next } = secretsAt(tx.now, webhook.secret, webhook.next_secret, webhook.next_secret_from);
  // After the overlap it is too late to cancel: receivers may have removed the old secret.
  if (next === null) throw new ServiceError("no_new_secret", "No new secret is being introduced");
  await logSecretChange(tx, scope, by, { id: webhook.id, action: "canceled" });
  return setSecrets(tx, scope, webhook.id, { secret: valid, next: null, from: null });
}
