import type { WebhookRow } from "./schema.ts";

/** Where a sealed secret belongs: it opens nowhere else. */
export function secretPlace(row: Pick<WebhookRow, "merchant" | "environment" | "id">): string {
  return `webhooks.secret ${row.merchant} ${row.environment} ${row.id}`;
}
