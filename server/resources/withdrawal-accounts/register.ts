import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { sealReceiver } from "#providers/account-number.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { maskNumber, readNumber, WITHDRAWAL_ACCOUNTS_MAX } from "./rules.ts";
import type { NewWithdrawalAccount, WithdrawalAccountRow } from "./schema.ts";
import { insert, lockAndCountOpen } from "./store.ts";

/**
 * Registers an account for withdrawals. It cannot be used before it is confirmed. In live, the registration by a person
 * counts as the first of the two confirmations. Throws `invalid`.
 */
export async function registerWithdrawalAccount(
  tx: Tx,
  scope: Scope,
  body: NewWithdrawalAccount,
  by: Person | null,
): Promise<WithdrawalAccountRow> {
  const read = readNumber(body);
  if ("problems" in read) throw new ServiceError("validation_failed", "Validation failed", { fields: read.problems });
  if ((await lockAndCountOpen(tx, scope)) >= WITHDRAWAL_ACCOUNTS_MAX) {
    throw new ServiceError("too_many_withdrawal_accounts", "You have the maximum number of accounts: remove one first");
  }
  const { type, name, country, currency, bank_code } = body;
  const id = newId("wac", tx.now);
  const row: WithdrawalAccountRow = {
    ...{ merchant: scope.merchant, environment: scope.environment, id, type, name, country, currency },
    ...{ receiver: sealReceiver(scope, id, read.number, type), masked: maskNumber(read.number) },
    ...{ bank_code: type === "bank_account" ? (bank_code ?? null) : null, state: "pending" },
    created_by: by ? `user:${by.id}` : "key",
    first_confirmed_by: by && scope.environment === "live" ? `user:${by.id}` : null,
    ...{ confirmed_by: null, usable_at: null, created_at: tx.now, updated_at: tx.now },
  };
  await insert(tx, row);
  const after = { type, name, country, currency, number: row.masked, bank_code: row.bank_code };
  await recordPersonAction(tx, scope, by, { action: "withdrawal_account.created", subject: id, before: null, after });
  return row;
}
