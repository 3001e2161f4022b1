import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { presentApproval } from "#resources/approvals/present.ts";
import { find as findApproval } from "#resources/approvals/store.ts";
import { presentRefund } from "./present.ts";
import type { RefundDetails } from "./schema.ts";
import { find } from "./store.ts";

/** Returns a refund with its maker and, if it needed a second person, that person. Throws `not_found`. */
export async function retrieveRefund(tx: Tx, scope: Scope, id: string): Promise<RefundDetails> {
  const refund = await find(tx, scope, id);
  if (!refund) throw new ServiceError("refund_not_found", "Refund not found");
  const approval = refund.approval === null ? null : await findApproval(tx, scope, id);
  const { approval: _state, ...shown } = presentRefund(refund);
  return { ...shown, ...presentApproval(approval, refund.approval, null) };
}
