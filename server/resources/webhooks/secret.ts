import type { WebhookRow } from "./schema.ts";

/** The associated data of an encrypted secret: it decrypts only in its own row. */
export function secretAssociatedData(row: Pick<WebhookRow, "merchant" | "environment" | "id">): string {
  return `webhooks.secret ${row.merchant} ${row.environment} ${row.id}`;
}
