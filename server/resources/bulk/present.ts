import { presentApproval } from "#resources/approvals/present.ts";
import type { ApprovalRow, ApprovalState } from "#resources/approvals/schema.ts";
import { type OrderedReceiver, TRANSFER_STATUSES, type TransferRow } from "#resources/transfers/schema.ts";
import type { BulkCreation as MadeBulk } from "./create.ts";
import type { Bulk, BulkDetails, BulkRow, CreatedBulk } from "./schema.ts";
import type { StatusCount } from "./store.ts";

export function presentBulk(row: BulkRow, counts: readonly StatusCount[], approval: ApprovalState | null): Bulk {
  return {
    ...presentHeader(row),
    ...(approval === null ? {} : { approval: { state: approval } }),
    progress: countProgress(row, counts),
  };
}

/** Returns a bulk transfer as the response to its creation shows it. */
export function presentCreatedBulk({ bulk, transfers, approval }: MadeBulk): CreatedBulk {
  return {
    ...presentHeader(bulk),
    ...(approval === null ? {} : { approval: { state: approval } }),
    transfers: transfers.map(({ id, reference, amount, status }) => ({ id, reference, amount, status })),
  };
}

/** Returns a single bulk transfer, with the outcome of each of its transfers. */
export function presentBulkDetails(
  row: BulkRow,
  counts: readonly StatusCount[],
  transfers: readonly (TransferRow & { readonly ordered: OrderedReceiver })[],
  approval: ApprovalRow | null,
): BulkDetails {
  return {
    ...presentHeader(row),
    progress: countProgress(row, counts),
    ...presentApproval(approval, approval?.state ?? null, null),
    transfers: transfers.map((transfer) => ({
      id: transfer.id,
      reference: transfer.reference,
      amount: transfer.amount,
      fee: transfer.fee,
      status: transfer.status,
      beneficiary: transfer.beneficiary,
      receiver: transfer.ordered,
      channel: transfer.channel,
      ...(transfer.completed_at === null ? {} : { completed_at: transfer.completed_at }),
      ...(transfer.failure_reason === null
        ? {}
        : { failure_code: transfer.failure_code, failure_reason: transfer.failure_reason }),
    })),
  };
}

function presentHeader({ id, description, currency, total_amount, total_fee, total_transfers, ...row }: BulkRow) {
  const { environment, created_at, scheduled_at, reserve_funds, schedule } = row;
  const timing = scheduled_at === null ? {} : { scheduled_at, ...(reserve_funds === null ? {} : { reserve_funds }) };
  const totals = { total_amount, total_fee, total_transfers };
  return {
    id,
    description,
    currency,
    ...totals,
    ...timing,
    ...(schedule === null ? {} : { schedule }),
    sandbox: environment === "test",
    created_at,
  };
}

function countProgress(row: BulkRow, counts: readonly StatusCount[]): Record<string, number> {
  const progress: Record<string, number> = Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, 0]));
  for (const { bulk, status, count } of counts) if (bulk === row.id) progress[status] = count;
  return progress;
}
