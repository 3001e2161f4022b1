import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { type AmountLimits, anyChannelIn, channelsFor, limitsOf } from "./rules.ts";

/** The smallest and the largest payment that the merchant's channels take in a currency. */
export async function readPaymentLimits(tx: Tx, scope: Scope & { readonly currency: string }): Promise<AmountLimits> {
  const connected = await findUsableAccounts(tx, [scope]);
  const channels = channelsFor(anyChannelIn(scope.currency), scope.environment, (channel) =>
    connected.has(scope, channel, "collect"),
  );
  return limitsOf(channels) ?? { minimum: 1n, maximum: 1n };
}
