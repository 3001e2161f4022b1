import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { AttemptDetails } from "#providers/attempts.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { bookedFor } from "#resources/reconciliation/store.ts";
import { isDenied, listFailed } from "./store.ts";

/**
 * The amount of a locked payment that may still be refunded. It takes corrections after the payment's end into account:
 * money that did not arrive, or is reported missing, cannot be refunded. A failed refund that was paid after all, or is
 * reported as paid, reduces the amount. Throws `invalid` if nothing is left.
 */
export async function refundableAmount(
  tx: Tx,
  scope: Scope,
  payment: PaymentRow,
  paid_attempt: AttemptDetails,
): Promise<bigint> {
  const { amount, amount_refunding } = payment;
  if (amount_refunding === amount)
    throw invalid("payment", "payment_fully_refunded", "The payment has been refunded in full");
  const [received, is_denied] = await Promise.all([
    bookedFor(tx, scope, paid_attempt.id),
    isDenied(tx, scope, paid_attempt.id),
  ]);
  if (is_denied || received <= amount_refunding)
    throw invalid("payment", "payment_reversed", "The provider later reported that the payment was not received");
  const refundable =
    (received < amount ? received : amount) - amount_refunding - (await amountPaidAfterFailure(tx, scope, payment.id));
  if (refundable <= 0n) {
    throw invalid(
      "payment",
      "nothing_to_refund",
      "Nothing is left to refund: the provider later reported a failed refund as paid",
    );
  }
  return refundable;
}

/** The sum of failed refunds that were paid after all, or are reported as paid. */
async function amountPaidAfterFailure(tx: Tx, scope: Scope, payment: string): Promise<bigint> {
  let sum = 0n;
  for (const { attempt, amount, may_have_succeeded } of await listFailed(tx, scope, payment)) {
    sum += may_have_succeeded ? amount : -(await bookedFor(tx, scope, attempt));
  }
  return sum;
}
