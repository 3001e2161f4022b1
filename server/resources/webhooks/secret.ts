import type { WebhookRow } from "./schema.ts";

/** The associated data (AEAD) of an encrypted secret, which binds it to its row. */
export function secretAssociatedData(row: Pick<WebhookRow, "merchant" | "environment" | "id">): string {
  return `webhooks.secret ${row.merchant} ${row.environment} ${row.id}`;
}
