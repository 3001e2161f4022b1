import { isDeepStrictEqual } from "node:util";
import type { Tx } from "#db/tx.ts";
import { type FieldErrors, fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { paymentValidationFailed } from "#resources/payments/parse-order.ts";
import { splitTermsErrors, splitTermsOf } from "#resources/splits/rules.ts";
import { requirePayable } from "./create.ts";
import { hasLimit, type Limits, limitBelowAmountErrors } from "./rules.ts";
import type { PaymentLinkRow, PaymentLinkUpdate } from "./schema.ts";
import { type LinkTotals, lock, readTotals, update } from "./store.ts";

/**
 * Changes the fields that the body contains. Payments that were started keep their amount. The link's row is locked, so
 * that no payment starts under the old limits meanwhile. Throws `not_found`, and `invalid` for another currency or
 * split, for an amount that cannot be paid, and for a limit that is below one payment or that the link's payments exceed
 * already.
 */
export async function updatePaymentLink(
  tx: Tx,
  scope: Scope,
  id: string,
  body: PaymentLinkUpdate,
): Promise<PaymentLinkRow> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("payment_link_not_found", "Payment link not found");
  rejectFixedFields(before, body);
  const changed: PaymentLinkRow = {
    ...before,
    name: body.name ?? before.name,
    description: body.description ?? before.description,
    amount: limitAfter(body.amount, before.amount),
    callback: body.callback ?? before.callback,
    metadata: body.metadata ?? before.metadata,
    max_payments: body.max_payments === undefined ? before.max_payments : body.max_payments || null,
    max_amount_collected: limitAfter(body.max_amount_collected, before.max_amount_collected),
    active: body.active ?? before.active,
    updated_at: tx.now,
  };
  if (changed.amount !== before.amount) {
    await requirePayable(tx, scope, changed);
    const split_problems = changed.split && splitTermsErrors(changed.split, changed.amount);
    if (split_problems) throw paymentValidationFailed(split_problems);
  }
  const limits = {
    max_payments: changed.max_payments === before.max_payments ? null : changed.max_payments,
    max_amount_collected:
      changed.max_amount_collected === before.max_amount_collected ? null : changed.max_amount_collected,
  };
  const problems = {
    ...(changed.amount !== before.amount || limits.max_amount_collected !== null
      ? limitBelowAmountErrors(changed)
      : {}),
    ...(hasLimit(limits) ? limitErrors(limits, await readTotals(tx, before)) : {}),
  };
  if (Object.keys(problems).length > 0) throw paymentValidationFailed(problems);
  await update(tx, changed);
  return changed;
}

/** An absent field keeps the value, and 0 removes it. */
function limitAfter(sent: number | undefined, before: bigint | null): bigint | null {
  if (sent === undefined) return before;
  return sent === 0 ? null : BigInt(sent);
}

function rejectFixedFields(before: PaymentLinkRow, { currency, split }: PaymentLinkUpdate): void {
  if (currency !== undefined && currency !== before.currency) {
    throw invalid("currency", "immutable_field", "The currency cannot be changed: create another link");
  }
  if (split !== undefined && !isDeepStrictEqual(splitTermsOf(split), before.split)) {
    throw invalid("split", "immutable_field", "The split cannot be changed: create another link");
  }
}

/** The errors of new limits. An open payment counts as paid. */
function limitErrors({ max_payments, max_amount_collected }: Limits, totals: LinkTotals): FieldErrors {
  const payments = totals.payments_complete + totals.payments_open;
  const amount = totals.amount_collected + totals.amount_open;
  const tooLow = (minimum: number) => [
    fieldError("link_limit_below_payments", `The link's payments already come to ${minimum}`, { minimum }),
  ];
  return {
    ...(max_payments !== null && max_payments < payments ? { max_payments: tooLow(payments) } : {}),
    ...(max_amount_collected !== null && max_amount_collected < amount
      ? { max_amount_collected: tooLow(Number(amount)) }
      : {}),
  };
}
