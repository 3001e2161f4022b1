import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type ApprovalDecision, decideApproval } from "#resources/approvals/decide.ts";
import { applyDecision } from "#resources/transfers/decide.ts";
import { listOfBulk } from "#resources/transfers/store.ts";
import { find } from "./store.ts";

/**
 * Applies a second person's decision to a bulk. Transfers that were canceled before stay canceled. Throws as the
 * decision about a single transfer does.
 */
export async function decideBulk(tx: Tx, scope: Scope, id: string, decision: ApprovalDecision): Promise<void> {
  const bulk = await find(tx, scope, id);
  if (!bulk) throw new ServiceError("bulk_transfer_not_found", "Bulk transfer not found");
  const { total_amount, total_transfers, currency } = bulk;
  const audit_data = { total_amount: total_amount.toString(), currency, total_transfers };
  const requested_by = await decideApproval(tx, scope, { kind: "bulk_transfer", id, audit_data }, decision);
  const transfers = await listOfBulk(tx, scope, id);
  const waiting = transfers.filter(({ approval }) => approval === "waiting").map((transfer) => transfer.id);
  await applyDecision(tx, scope, waiting, decision.state, requested_by);
}
