import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { decideTransfers, isAccepted, writeTransfers } from "#resources/transfers/create.ts";
import type { TransferRow } from "#resources/transfers/schema.ts";
import { ordersIn, problemsOf } from "./read.ts";
import type { BulkRow, NewBulk } from "./schema.ts";
import { insert } from "./store.ts";

/**
 * Accepts all the transfers of a bulk or none of them, in one transaction, with the sum set aside. Throws `bad_request`
 * and `invalid`, naming every entry that is wrong; `insufficient_funds` when the balance does not cover the sum.
 *
 * Runs as the engine, as `createTransfers` does.
 */
export async function createBulk(
  tx: Tx,
  scope: Scope,
  body: NewBulk,
): Promise<{ readonly bulk: BulkRow; readonly transfers: readonly TransferRow[] }> {
  const id = newId("btr", tx.now);
  const outcomes = await decideTransfers(tx, ordersIn(scope, body, id));
  const problems = problemsOf(outcomes);
  if (Object.keys(problems).length > 0) throw new ServiceError("invalid", "Validation failed", problems);
  const accepted = outcomes.filter(isAccepted);
  if (accepted.length < outcomes.length) {
    throw new ServiceError("insufficient_funds", "Insufficient balance to complete this transfer");
  }
  const transfers = accepted.map(({ transfer }) => transfer);
  const bulk: BulkRow = {
    ...{ merchant: scope.merchant, environment: scope.environment, id },
    description: body.description ?? null,
    currency: body.currency,
    total_amount: transfers.reduce((sum, { amount }) => sum + amount, 0n),
    total_fee: transfers.reduce((sum, { fee }) => sum + fee, 0n),
    total_transfers: transfers.length,
    created_at: tx.now,
  };
  tx.leave(() => insert(tx, bulk));
  writeTransfers(tx, accepted);
  return { bulk, transfers };
}
