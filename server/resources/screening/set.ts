import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { checkTarget } from "#resources/webhooks/create.ts";
import type { SsrfGuard } from "#resources/webhooks/transport/guard.ts";
import { newSigningSecret } from "#resources/webhooks/transport/sign.ts";
import { type HookRow, type NewHook, SCREENING_CHANGED, secretAssociatedData } from "./schema.ts";
import { find, remove, upsert } from "./store.ts";

/**
 * Sets a merchant's screening, with a new secret that signs its requests. It applies to orders that are sent from now
 * on. Returns the secret, which is shown once. Runs as the engine. Throws `invalid` for a target that the SSRF guard
 * refuses.
 */
export async function setScreening(
  tx: Tx,
  scope: Scope,
  input: NewHook,
  { guard, actor }: { readonly guard: SsrfGuard; readonly actor: string },
): Promise<string> {
  if (input.url !== null) checkTarget(guard, input.url, scope);
  const { merchant, environment } = scope;
  const before = await find(tx, scope);
  const secret = newSigningSecret();
  const hook: HookRow = {
    ...{ merchant, environment, ...input, updated_at: tx.now },
    secret: seal(secret, secretAssociatedData(scope)),
  };
  await upsert(tx, hook);
  tx.wake(SCREENING_CHANGED);
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "screening.set", subject: null },
    ...{ before: before && auditDataOf(before), after: auditDataOf(hook) },
  });
  return secret;
}

/** Turns a merchant's screening off. Held orders still wait for a person's decision. Runs as the engine. */
export async function removeScreening(tx: Tx, scope: Scope, actor: string): Promise<void> {
  const { merchant, environment } = scope;
  const before = await find(tx, scope);
  await remove(tx, scope);
  tx.wake(SCREENING_CHANGED);
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "screening.set", subject: null },
    ...{ before: before && auditDataOf(before), after: null },
  });
}

/** Without the secret. */
function auditDataOf({ url, timeout_ms, when_unavailable }: HookRow): object {
  return { url: url ?? "sandbox", timeout_ms, when_unavailable };
}
