import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { isLastConfirmation } from "./rules.ts";
import type { WithdrawalAccountRow } from "./schema.ts";
import { confirm, lock, remove } from "./store.ts";

/**
 * Confirms an account. In test, one confirmation makes it usable at once. In live, two people must confirm it; the
 * second confirmation starts the cooling time. Throws `not_found`; `invalid` unless the account is pending. In live it
 * throws `forbidden` for an API key, and if the same person confirms twice.
 */
export async function confirmWithdrawalAccount(
  tx: Tx,
  scope: Scope,
  id: string,
  by: Person | null,
  cooling_ms: number,
): Promise<WithdrawalAccountRow> {
  const row = await lockAccount(tx, scope, id);
  if (row.state !== "pending")
    throw new ServiceError("withdrawal_account_confirmed", "The account is confirmed already");
  const is_live = scope.environment === "live";
  const actor = by ? `user:${by.id}` : "key";
  if (is_live && (by === null || row.first_confirmed_by === actor)) {
    throw new ServiceError("second_person_required", "A second person must confirm it in the dashboard");
  }
  const is_last = isLastConfirmation(row, actor);
  const confirmed = await confirm(tx, scope, id, {
    ...{ by: actor, is_last },
    usable_at: is_live ? plus(tx.now, cooling_ms) : tx.now,
  });
  await recordPersonAction(tx, scope, by, {
    ...{ action: "withdrawal_account.confirmed", subject: id, before: { state: row.state } },
    after: { state: confirmed.state, usable_at: confirmed.usable_at },
  });
  return confirmed;
}

/** Removes an account, so that new withdrawals to it are refused. Throws `not_found`. */
export async function removeWithdrawalAccount(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const row = await lockAccount(tx, scope, id);
  await remove(tx, scope, id);
  const before = { state: row.state, number: row.masked };
  await recordPersonAction(tx, scope, by, { action: "withdrawal_account.removed", subject: id, before, after: null });
}

async function lockAccount(tx: Tx, scope: Scope, id: string): Promise<WithdrawalAccountRow> {
  const row = await lock(tx, scope, id);
  if (!row || row.state === "removed") {
    throw new ServiceError("withdrawal_account_not_found", "Withdrawal account not found");
  }
  return row;
}
