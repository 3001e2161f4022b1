import type { PaymentLinkDetails } from "#app/api-types.ts";

/** The share of the started payments that were made; null before the first one. */
export function paidShare({ payments, payments_complete }: PaymentLinkDetails["totals"]): number | null {
  return payments === 0 ? null : payments_complete / payments;
}

/** Whether the made payments leave no room for another one of the link's amount. */
export function isFull({ amount, max_payments, max_amount_collected, totals }: PaymentLinkDetails): boolean {
  return (
    (max_payments !== null && totals.payments_complete >= max_payments) ||
    (max_amount_collected !== null && totals.amount_collected + (amount ?? 1) > max_amount_collected)
  );
}
