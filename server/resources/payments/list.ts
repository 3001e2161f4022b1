import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { parsePayerPhone } from "#resources/customers/phone.ts";
import { list, type PaymentFilter } from "./store.ts";

interface PaymentQuery extends Omit<PaymentFilter, "payer_phone"> {
  /** The payer's number, in any notation. */
  readonly phone: string | null;
}

/** Returns a page of payments. Throws `invalid` for an invalid telephone number. */
export async function listPayments(
  tx: Tx,
  scope: Scope,
  { phone, ...filter }: PaymentQuery,
  page: Parameters<typeof list>[3],
): ReturnType<typeof list> {
  const payer_phone = phone === null ? null : await parsePayerPhone(tx, scope, phone);
  return list(tx, scope, { ...filter, payer_phone }, page);
}
