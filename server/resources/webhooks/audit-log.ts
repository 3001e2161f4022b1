import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import type { WebhookRow } from "./schema.ts";

/** The fields that the audit log records: those that decide which events are sent, and to which URL. */
const LOGGED_FIELDS = ["url", "events", "description", "active", "in_order", "rate_limit", "concurrency"] as const;

/** Records that a person created, changed or deleted a webhook. For a change it records only the changed fields. */
export async function logWebhookChange(
  tx: Tx,
  scope: Scope,
  by: Person | null,
  { before, after }: { readonly before: WebhookRow | null; readonly after: WebhookRow | null },
): Promise<void> {
  const subject = (after ?? before)?.id ?? null;
  const action = before === null ? "webhook.created" : after === null ? "webhook.deleted" : "webhook.updated";
  const fields = LOGGED_FIELDS.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
  const loggedFields = (row: WebhookRow | null) =>
    row && Object.fromEntries(fields.map((field) => [field, row[field]]));
  await recordPersonAction(tx, scope, by, {
    action,
    subject,
    before: loggedFields(before),
    after: loggedFields(after),
  });
}

/** Records a change of its secret, without the secret itself. */
export async function logSecretChange(
  tx: Tx,
  scope: Scope,
  by: Person | null,
  change: {
    readonly id: string;
    readonly action: "rotated" | "confirmed" | "canceled";
    readonly overlap_hours?: number;
  },
): Promise<void> {
  const { id, action, overlap_hours } = change;
  const after = overlap_hours === undefined ? null : { overlap_hours };
  await recordPersonAction(tx, scope, by, { action: `webhook.secret_${action}`, subject: id, before: null, after });
}
