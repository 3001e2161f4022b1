import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordActOf } from "#resources/acts/record.ts";
import type { WebhookRow } from "./schema.ts";

/** The fields that the audit log records: those that decide about the content and target of deliveries. */
const FIELDS = ["url", "events", "description", "active", "in_order", "rate_limit", "concurrency"] as const;

/** Records that a person created, changed or deleted a webhook; of a change, the changed fields. */
export async function noteWebhook(
  tx: Tx,
  scope: Scope,
  by: Person | null,
  { before, after }: { readonly before: WebhookRow | null; readonly after: WebhookRow | null },
): Promise<void> {
  const subject = (after ?? before)?.id ?? null;
  const act = before === null ? "webhook.created" : after === null ? "webhook.deleted" : "webhook.updated";
  const fields = FIELDS.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
  const told = (row: WebhookRow | null) => row && Object.fromEntries(fields.map((field) => [field, row[field]]));
  await recordActOf(tx, scope, by, { act, subject, before: told(before), after: told(after) });
}

/** Records a change of its secret, without the secret itself. */
export async function noteSecret(
  tx: Tx,
  scope: Scope,
  by: Person | null,
  told: { readonly id: string; readonly became: "rotated" | "confirmed" | "canceled"; readonly overlap_hours?: number },
): Promise<void> {
  const { id, became, overlap_hours } = told;
  const after = overlap_hours === undefined ? null : { overlap_hours };
  await recordActOf(tx, scope, by, { act: `webhook.secret_${became}`, subject: id, before: null, after });
}
