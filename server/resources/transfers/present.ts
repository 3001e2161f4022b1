import { serializer } from "#kernel/json.ts";
import { Transfer, type TransferRow, transferTexts } from "./schema.ts";

/** The representation of a transfer in lists, in the response to its creation and in events. */
export function presentTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    reference: row.reference,
    amount: row.amount,
    amount_total: row.amount_total,
    fee: row.fee,
    currency: row.currency,
    status: row.status,
    beneficiary: row.beneficiary,
    channel: row.channel,
    ...transferTexts(row),
    metadata: row.metadata ?? {},
    ...(row.bulk === null ? {} : { bulk_transfer: row.bulk }),
    ...(row.approval === null ? {} : { approval: { state: row.approval } }),
    ...presentTiming(row),
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.completed_at === null ? {} : { completed_at: row.completed_at }),
    ...(row.failure_reason === null ? {} : { failure_code: row.failure_code, failure_reason: row.failure_reason }),
  };
}

function presentTiming({ scheduled_at, funds_state }: TransferRow): Pick<Transfer, "scheduled_at" | "reserve_funds"> {
  return scheduled_at === null ? {} : { scheduled_at, reserve_funds: funds_state === null ? "now" : "at_due" };
}

const serialize = serializer(Transfer);

export function eventData(row: TransferRow): string {
  return serialize(presentTransfer(row));
}
