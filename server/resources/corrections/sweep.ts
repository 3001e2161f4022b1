import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { providerAccount, readProfit } from "#ledger/ledger.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { allChannels, providersOf } from "#providers/channels.ts";
import { validateAmount } from "#resources/balance/add-funds.ts";
import { type CorrectionOrder, proposeOrBook, requireProfit } from "./book.ts";
import type { CorrectionRow } from "./schema.ts";

/** The place from which a sweep takes the money, unless it is a provider. */
export const BANK = "bank";

export interface Sweep {
  readonly currency: string;
  /** Null: the whole profit. */
  readonly amount: bigint | null;
  /** `bank`, or the provider whose account the money left. */
  readonly from: string;
}

/**
 * Books that fees left for the platform operator's own bank account, or proposes it to a second person. Moves no money
 * itself. Runs as the engine. Throws:
 *
 * - `invalid` for an unknown place or currency.
 * - `not_found` if the merchant's orders use no account at the provider.
 * - `insufficient_funds` for more than the fees less charges, taxes and earlier sweeps.
 */
export async function sweepFees(
  tx: Tx,
  scope: Scope,
  { currency, amount, from }: Sweep,
  order: Omit<CorrectionOrder, "as_debt">,
): Promise<CorrectionRow> {
  if (amount !== null) validateAmount(currency, amount);
  const places = [BANK, ...new Set(allChannels().flatMap((channel) => providersOf(channel, scope.environment)))];
  if (!places.includes(from))
    throw invalid("from", "not_one_of", `Use one of: ${places.join(", ")}`, { values: places });
  const provider_account = from === BANK ? null : await findSweptAccount(tx, scope, { currency, from });
  const profit = await readProfit(tx, { ...scope, currency });
  // At least 1: without a profit there is no sweep.
  const swept = amount ?? (profit > 0n ? profit : 1n);
  requireProfit(profit, { amount: swept, currency });
  return proposeOrBook(
    tx,
    scope,
    { ...order, as_debt: false },
    {
      ...{ kind: "sweep", corrects: null, attempt: null, currency, amount: swept, debit: "fees" },
      credit: from === BANK ? "funding" : providerAccount(from),
      provider_account,
    },
  );
}

/**
 * Returns the account at the provider that holds the merchant's money in this currency, that of payments before one
 * that only pays out. Null in the sandbox, which has no accounts. Throws `not_found` without one.
 */
async function findSweptAccount(
  tx: Tx,
  scope: Scope,
  { currency, from }: Pick<Sweep, "currency" | "from">,
): Promise<Id<"con"> | null> {
  const accounts = await findUsableAccounts(tx, [scope]);
  const channels = allChannels().filter((channel) => channel.currency === currency && !channel.is_off);
  for (const kind of ["collect", "transfer"] as const) {
    const carriers = channels.map((channel) => accounts.carrier(scope, channel, kind));
    const carrier = carriers.find((one) => one?.provider === from);
    if (carrier) return carrier.account;
  }
  throw new ServiceError("provider_account_not_found", `${from} is not connected there`);
}
