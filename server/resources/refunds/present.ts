import { serializer } from "#kernel/json.ts";
import { Refund, type RefundRow, refundTexts } from "./schema.ts";

export function presentRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    payment: row.payment,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    channel: row.channel,
    ...refundTexts(row),
    metadata: row.metadata ?? {},
    ...(row.approval === null ? {} : { approval: { state: row.approval } }),
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.completed_at === null ? {} : { completed_at: row.completed_at }),
    ...(row.amount_corrected === 0n ? {} : { amount_corrected: row.amount_corrected }),
    ...(row.refund_bearer === null ? {} : { refund_bearer: row.refund_bearer }),
    ...(row.failure_reason === null ? {} : { failure_code: row.failure_code, failure_reason: row.failure_reason }),
  };
}

const serialize = serializer(Refund);

export function eventData(row: RefundRow): string {
  return serialize(presentRefund(row));
}
