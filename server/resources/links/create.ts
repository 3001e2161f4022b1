import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { validateWebCallback } from "#resources/payments/callback.ts";
import { paymentValidationFailed } from "#resources/payments/parse-order.ts";
import { anyChannelIn, validatePayable, validatePaymentAgainstCatalogue } from "#resources/payments/rules.ts";
import { openSplitCheck } from "#resources/splits/create.ts";
import { splitTermsOf, unsupportedSplitErrors, validateSplit } from "#resources/splits/rules.ts";
import { type NewPaymentLink, type PaymentLinkRow, paymentLinkTexts } from "./schema.ts";
import { insert } from "./store.ts";

export { unsupportedSplitErrors, validatePaymentAgainstCatalogue, validateSplit, validateWebCallback };

/**
 * Creates a link through which anyone can make any number of payments. Throws `invalid` for a currency that no channel
 * collects, and for an amount outside every channel's limits.
 */
export async function createPaymentLink(tx: Tx, scope: Scope, body: NewPaymentLink): Promise<PaymentLinkRow> {
  const locks = anyChannelIn(body.currency);
  const connected = await findUsableAccounts(tx, [scope]);
  const amount = body.amount === undefined ? null : BigInt(body.amount);
  const problems = validatePayable({ ...locks, amount }, scope.environment, (channel) =>
    connected.has(scope, channel, "collect"),
  );
  if (problems) throw paymentValidationFailed(problems);
  const split = body.split ? splitTermsOf(body.split) : null;
  const split_problems = (await openSplitCheck(tx, [{ scope, split }]))(scope, split);
  if (split_problems) throw paymentValidationFailed(split_problems);
  const link: PaymentLinkRow = {
    merchant: scope.merchant,
    environment: scope.environment,
    id: newId("lnk", tx.now),
    name: body.name,
    ...paymentLinkTexts(body),
    amount,
    currency: body.currency,
    metadata: body.metadata ?? null,
    split,
    active: true,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, link);
  return link;
}
