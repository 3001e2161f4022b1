import type { ApprovalRow, ApprovalState } from "#resources/approvals/schema.ts";
import { approvalOf } from "#resources/approvals/show.ts";
import { type OrderedReceiver, TRANSFER_STATUSES, type TransferRow } from "#resources/transfers/schema.ts";
import type { CreatedBulk as MadeBulk } from "./create.ts";
import type { Bulk, BulkDetails, BulkRow, CreatedBulk } from "./schema.ts";
import type { StatusCount } from "./store.ts";

export function show(row: BulkRow, counts: readonly StatusCount[], approval: ApprovalState | null): Bulk {
  return {
    ...head(row),
    ...(approval === null ? {} : { approval: { state: approval } }),
    progress: progressOf(row, counts),
  };
}

/** A bulk transfer in the response to its creation. */
export function showCreated({ bulk, transfers, approval }: MadeBulk): CreatedBulk {
  return {
    ...head(bulk),
    ...(approval === null ? {} : { approval: { state: approval } }),
    transfers: transfers.map(({ id, reference, amount, status }) => ({ id, reference, amount, status })),
  };
}

/** A bulk transfer on its own, with the outcome of each transfer. */
export function showDetails(
  row: BulkRow,
  counts: readonly StatusCount[],
  transfers: readonly (TransferRow & { readonly ordered: OrderedReceiver })[],
  approval: ApprovalRow | null,
): BulkDetails {
  return {
    ...head(row),
    progress: progressOf(row, counts),
    ...approvalOf(approval, approval?.state ?? null, null),
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
      ...(transfer.failure_reason === null ? {} : { failure_reason: transfer.failure_reason }),
    })),
  };
}

function head({ id, description, currency, total_amount, total_fee, total_transfers, ...row }: BulkRow) {
  const { environment, created_at } = row;
  const totals = { total_amount, total_fee, total_transfers };
  return { id, description, currency, ...totals, sandbox: environment === "test", created_at };
}

function progressOf(row: BulkRow, counts: readonly StatusCount[]): Record<string, number> {
  const progress: Record<string, number> = Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, 0]));
  for (const { bulk, status, count } of counts) if (bulk === row.id) progress[status] = count;
  return progress;
}
