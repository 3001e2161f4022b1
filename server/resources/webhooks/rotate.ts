import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { noteSecret } from "./note.ts";
import { OVERLAP_HOURS, overlapEnd, secretsAt } from "./rules.ts";
import type { WebhookRow } from "./schema.ts";
import { secretPlace } from "./secret.ts";
import { newSecret } from "./sign.ts";
import { lock, setSecrets } from "./store.ts";

/**
 * Makes a new secret. For the hours of the overlap both sign; with none it takes the old one's place at once, which is for
 * a secret that has leaked. Where a person does it the log of acts says so. Throws `not_found`, and `conflict` while another
 * new one is being introduced.
 */
export async function rotateSecret(
  tx: Tx,
  scope: Scope,
  id: string,
  by: Person | null,
  overlap_hours: number = OVERLAP_HOURS,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const webhook = await lock(tx, scope, id);
  if (!webhook) throw new ServiceError("not_found", "Webhook not found");
  const secret = newSecret();
  const sealed = seal(secret, secretPlace(webhook));
  if (overlap_hours === 0) {
    await noteSecret(tx, scope, by, { id: webhook.id, became: "rotated", overlap_hours });
    return { secret, webhook: await setSecrets(tx, scope, webhook.id, { secret: sealed, next: null, from: null }) };
  }
  const { valid, next } = secretsAt(tx.now, webhook.secret, webhook.next_secret, webhook.next_secret_from);
  if (next !== null) {
    throw new ServiceError(
      "conflict",
      `A new secret is already being introduced, until ${webhook.next_secret_from}: confirm it, or rotate with overlap_hours 0`,
    );
  }
  await noteSecret(tx, scope, by, { id: webhook.id, became: "rotated", overlap_hours });
  const changed = { secret: valid, next: sealed, from: overlapEnd(tx.now, overlap_hours) };
  return { secret, webhook: await setSecrets(tx, scope, webhook.id, changed) };
}

/** The receiver has the new secret: the old one signs no more. Throws `not_found`, and `invalid` when there is no new one. */
export async function confirmSecret(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<WebhookRow> {
  const webhook = await lock(tx, scope, id);
  if (!webhook) throw new ServiceError("not_found", "Webhook not found");
  if (webhook.next_secret === null) {
    throw new ServiceError("invalid", "There is no new secret to confirm: rotate it first");
  }
  await noteSecret(tx, scope, by, { id: webhook.id, became: "confirmed" });
  return setSecrets(tx, scope, webhook.id, { secret: webhook.next_secret, next: null, from: null });
}

/** The old secret stays, and the new one signs no more. Throws `not_found`, and `invalid` when none is being introduced. */
export async function cancelRotation(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<WebhookRow> {
  const webhook = await lock(tx, scope, id);
  if (!webhook) throw new ServiceError("not_found", "Webhook not found");
  const { valid, next } = secretsAt(tx.now, webhook.secret, webhook.next_secret, webhook.next_secret_from);
  // Once the overlap is over the new one is the only one: there is no way back to a secret receivers may have dropped.
  if (next === null) throw new ServiceError("invalid", "No new secret is being introduced");
  await noteSecret(tx, scope, by, { id: webhook.id, became: "canceled" });
  return setSecrets(tx, scope, webhook.id, { secret: valid, next: null, from: null });
}
