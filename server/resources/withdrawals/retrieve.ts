import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { presentApproval } from "#resources/approvals/present.ts";
import { find as findApproval } from "#resources/approvals/store.ts";
import { presentWithdrawal } from "./present.ts";
import type { WithdrawalDetails } from "./schema.ts";
import { find } from "./store.ts";

/** Returns a withdrawal with its maker and, if it needed a second person, that person. Throws `not_found`. */
export async function retrieveWithdrawal(tx: Tx, scope: Scope, id: string): Promise<WithdrawalDetails> {
  const withdrawal = await find(tx, scope, id);
  if (!withdrawal) throw new ServiceError("withdrawal_not_found", "Withdrawal not found");
  const approval = withdrawal.approval === null ? null : await findApproval(tx, scope, withdrawal.id);
  const { approval: _state, ...shown } = presentWithdrawal(withdrawal);
  return { ...shown, ...presentApproval(approval, withdrawal.approval, null) };
}
