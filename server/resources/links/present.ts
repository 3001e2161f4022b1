import { type PaymentLink, type PaymentLinkRow, paymentLinkTexts } from "./schema.ts";

export function presentPaymentLink(row: PaymentLinkRow, public_url: string): PaymentLink {
  return {
    id: row.id,
    url: `${public_url}/pay/link/${row.id}`,
    name: row.name,
    ...paymentLinkTexts(row),
    amount: row.amount === null ? null : Number(row.amount),
    currency: row.currency,
    metadata: row.metadata ?? {},
    ...(row.split === null ? {} : { split: row.split }),
    active: row.active,
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
