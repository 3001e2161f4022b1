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
  const amount = body.amount === undefined ? null : BigInt(body.amount);
  await requirePayable(tx, scope, { amount, currency: body.currency });
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
    max_payments: body.max_payments ?? null,
    max_amount_collected: body.max_amount_collected === undefined ? null : BigInt(body.max_amount_collected),
    split,
    active: true,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, link);
  return link;
}

/** Throws `invalid` for a currency that no channel collects, and for an amount outside every channel's limits. */
export async function requirePayable(
  tx: Tx,
  scope: Scope,
  { amount, currency }: Pick<PaymentLinkRow, "amount" | "currency">,
): Promise<void> {
  const connected = await findUsableAccounts(tx, [scope]);
  const problems = validatePayable({ ...anyChannelIn(currency), amount }, scope.environment, (channel) =>
    connected.has(scope, channel, "collect"),
  );
  if (problems) throw paymentValidationFailed(problems);
}
