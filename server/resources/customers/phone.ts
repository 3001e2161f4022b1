import type { Tx } from "#db/tx.ts";
import { assert, type FieldErrors, invalid } from "#kernel/errors.ts";
import { recordIn } from "#kernel/fields.ts";
import { impossiblePhone, PHONE_WANTED, readPhone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { find } from "#resources/merchants/store.ts";

/**
 * A payer's number in E.164. Customers have no country: without a country code it is one of the merchant's. Throws
 * `invalid` for what is no number.
 */
export async function readPayerPhone(tx: Tx, scope: Scope, text: string): Promise<string> {
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "a key belongs to a merchant");
  const phone = readPhone(text, merchant.country);
  if (!phone) throw invalid("phone", PHONE_WANTED);
  return phone.e164;
}

/** The number of no country in a body, told together with what else is wrong. */
export function foreseeablePhone(body: unknown): FieldErrors {
  return impossiblePhone("phone", recordIn(body).phone);
}
