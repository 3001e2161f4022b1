import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { presentPayment } from "#resources/payments/present.ts";
import type { Payment, PaymentStatus } from "#resources/payments/schema.ts";
import { list } from "#resources/payments/store.ts";
import { find } from "./store.ts";

export { Payment, PaymentStatusField } from "#resources/payments/schema.ts";

/** Returns the payments of one customer. Throws `not_found` for an unknown customer. */
export async function listCustomerPayments(
  tx: Tx,
  scope: Scope,
  customer: string,
  status: PaymentStatus | null,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Payment[]; readonly totals: number }> {
  const filter = { search: null, status, channels: null, customer, from: null, until: null };
  const [found_customer, { rows, totals }] = await Promise.all([
    find(tx, scope, customer),
    list(tx, scope, filter, page),
  ]);
  if (!found_customer) throw new ServiceError("customer_not_found", "Customer not found");
  return { items: rows.map(presentPayment), totals };
}
