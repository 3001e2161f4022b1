import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { readPayerPhone } from "#resources/customers/phone.ts";
import { type Filter, list } from "./store.ts";

interface Asked extends Omit<Filter, "payer_phone"> {
  /** The payer's number in any spelling. */
  readonly phone: string | null;
}

/** A page of payments. Throws `invalid` for an invalid telephone number. */
export async function listPayments(
  tx: Tx,
  scope: Scope,
  { phone, ...filter }: Asked,
  page: Parameters<typeof list>[3],
): ReturnType<typeof list> {
  const payer_phone = phone === null ? null : await readPayerPhone(tx, scope, phone);
  return list(tx, scope, { ...filter, payer_phone }, page);
}
