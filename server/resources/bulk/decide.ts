import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Decision, decide } from "#resources/approvals/decide.ts";
import { carryOut } from "#resources/transfers/decide.ts";
import { listOfBulk } from "#resources/transfers/store.ts";
import { find } from "./store.ts";

/** Applies a second person's decision to a bulk. Transfers that were canceled before stay canceled. Throws as for a transfer. */
export async function decideBulk(tx: Tx, scope: Scope, id: string, decision: Decision): Promise<void> {
  const bulk = await find(tx, scope, id);
  if (!bulk) throw new ServiceError("not_found", "Bulk transfer not found");
  const { total_amount, total_transfers, currency } = bulk;
  const told = { total_amount: total_amount.toString(), currency, total_transfers };
  const asked_by = await decide(tx, scope, { kind: "bulk_transfer", id, told }, decision);
  const transfers = await listOfBulk(tx, scope, id);
  const waiting = transfers.filter(({ approval }) => approval === "waiting").map((transfer) => transfer.id);
  await carryOut(tx, scope, waiting, decision.state, asked_by);
}
