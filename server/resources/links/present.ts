import { type PaymentLink, type PaymentLinkDetails, type PaymentLinkRow, paymentLinkTexts } from "./schema.ts";
import type { LinkTotals } from "./store.ts";

export function presentPaymentLink(row: PaymentLinkRow, public_url: string): PaymentLink {
  return {
    id: row.id,
    url: `${public_url}/pay/link/${row.id}`,
    name: row.name,
    ...paymentLinkTexts(row),
    amount: row.amount === null ? null : Number(row.amount),
    currency: row.currency,
    max_payments: row.max_payments,
    max_amount_collected: row.max_amount_collected === null ? null : Number(row.max_amount_collected),
    metadata: row.metadata ?? {},
    ...(row.split === null ? {} : { split: row.split }),
    active: row.active,
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function presentDetails(row: PaymentLinkRow, totals: LinkTotals, public_url: string): PaymentLinkDetails {
  return {
    ...presentPaymentLink(row, public_url),
    totals: {
      payments: totals.payments,
      payments_complete: totals.payments_complete,
      payments_open: totals.payments_open,
      amount_collected: Number(totals.amount_collected),
      amount_open: Number(totals.amount_open),
      amount_refunded: Number(totals.amount_refunded),
    },
  };
}
