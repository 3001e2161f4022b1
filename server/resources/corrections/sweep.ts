import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { providerAccount, readProfit } from "#ledger/ledger.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { allChannels, providersFor } from "#providers/channels.ts";
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
  const places = [BANK, ...new Set(allChannels().flatMap((channel) => providersFor(channel, scope.environment)))];
  if (!places.includes(from))
    throw invalid("from", "not_one_of", `Use one of: ${places.join(", ")}`, { values: places });
  const accounts = await findUsableAccounts(tx, [scope]);
  if (from !== BANK && !accounts.has(scope, from))
    throw new ServiceError("provider_account_not_found", `${from} is not connected there`);
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
      provider_account: from === BANK ? null : accounts.find(scope, from),
    },
  );
}
