import { serializer } from "#kernel/json.ts";
import { Payment, type PaymentRow, paymentTexts } from "./schema.ts";

export function presentPayment(row: PaymentRow): Payment {
  const is_open = row.status === "pending" || row.status === "expired";
  return {
    id: row.id,
    reference: row.reference,
    merchant_reference: row.merchant_reference,
    trxref: row.merchant_reference,
    amount: row.amount,
    // The merchant pays the fee, so the total equals the amount.
    amount_total: row.amount,
    converted_amount: row.amount,
    fee: row.fee,
    amount_refunded: row.amount_refunded,
    currency: row.currency,
    status: row.status,
    customer: row.customer,
    channel: row.channel,
    phone: row.phone,
    ...paymentTexts(row),
    metadata: row.metadata ?? {},
    ...(row.split === null ? {} : { split: row.split }),
    ...(row.invoice === null ? {} : { invoice: row.invoice }),
    ...(row.action_url === null ? {} : { action_url: row.action_url }),
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.processing_at === null ? {} : { processing_at: row.processing_at }),
    ...(row.completed_at === null ? {} : { completed_at: row.completed_at }),
    ...(is_open ? { expires_at: row.expires_at } : {}),
    ...(row.failure_reason === null ? {} : { failure_code: row.failure_code, failure_reason: row.failure_reason }),
  };
}

const serialize = serializer(Payment);

export function eventData(row: PaymentRow): string {
  return serialize(presentPayment(row));
}
