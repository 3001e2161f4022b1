import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { WithdrawalAccountRow } from "./schema.ts";
import { find } from "./store.ts";

/** Returns a confirmed account, which may be in its cooling time. Throws `invalid` if it is unknown or unconfirmed. */
export async function findConfirmedAccount(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<WithdrawalAccountRow & { readonly usable_at: Instant }> {
  const account = await find(tx, scope, id);
  if (!account || account.state === "removed")
    throw invalid("account", "unknown_withdrawal_account", "The withdrawal account was not found");
  const { usable_at } = account;
  if (usable_at === null)
    throw invalid("account", "withdrawal_account_unconfirmed", "The withdrawal account is not confirmed yet");
  return { ...account, usable_at };
}
