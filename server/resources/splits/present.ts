import type { EventType } from "#events/events.ts";
import { serializer } from "#kernel/json.ts";
import { presentPayment } from "#resources/payments/present.ts";
import { Payment } from "#resources/payments/schema.ts";
import { type PartRow, PaymentPart } from "./schema.ts";

export { Payment, presentPayment };

export function presentPart(row: PartRow): PaymentPart {
  return {
    id: row.id,
    payment: row.payment,
    platform: row.merchant,
    platform_name: row.platform_name,
    merchant: row.recipient,
    merchant_name: row.recipient_name,
    basis_points: row.basis_points,
    amount: row.amount,
    fee: row.fee,
    amount_net: row.amount - row.fee,
    amount_refunded: row.amount_returned,
    currency: row.currency,
    hold: row.is_held,
    status: row.state,
    description: row.description,
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.settled_at === null ? {} : { settled_at: row.settled_at }),
  };
}

const serialize = serializer(PaymentPart);

/** The event of a part for the merchant that receives it. */
export function partEvent(row: PartRow, type: EventType) {
  return {
    scope: { merchant: row.recipient, environment: row.environment },
    ...{ type, resource: row.id, sequence: row.sequence },
    data: serialize(presentPart(row)),
  };
}
