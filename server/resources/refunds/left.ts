import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { KeptAttempt } from "#providers/attempts.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { bookedFor } from "#resources/reconciliation/store.ts";
import { isDenied, listFailed } from "./store.ts";

/**
 * The amount of a locked payment that may still be refunded. Corrections after its end count. Money that did not
 * arrive, or is reported missing, is not refunded. A failed refund that was paid after all, or is reported so, is not
 * paid again. Throws `invalid` when nothing is left.
 */
export async function leftOf(tx: Tx, scope: Scope, payment: PaymentRow, paid: KeptAttempt): Promise<bigint> {
  const { amount, amount_refunding } = payment;
  if (amount_refunding === amount) throw invalid("payment", "The payment has been refunded in full");
  const [came_in, is_denied] = await Promise.all([bookedFor(tx, scope, paid.id), isDenied(tx, scope, paid.id)]);
  if (is_denied || came_in <= amount_refunding)
    throw invalid("payment", "The payment did not come in after all, says its provider");
  const left = (came_in < amount ? came_in : amount) - amount_refunding - (await goneOut(tx, scope, payment.id));
  if (left <= 0n) {
    throw invalid("payment", "Nothing is left: a refund that had failed went out after all, says its provider");
  }
  return left;
}

/** The amount that failed refunds have paid out after all. */
async function goneOut(tx: Tx, scope: Scope, payment: string): Promise<bigint> {
  let sum = 0n;
  for (const { attempt, amount, is_in_doubt } of await listFailed(tx, scope, payment)) {
    sum += is_in_doubt ? amount : -(await bookedFor(tx, scope, attempt));
  }
  return sum;
}
