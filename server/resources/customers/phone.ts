import type { Tx } from "#db/tx.ts";
import { assert, type FieldErrors, invalid } from "#kernel/errors.ts";
import { recordIn } from "#kernel/fields.ts";
import { impossiblePhone, PHONE_WANTED, readPhone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { find } from "#resources/merchants/store.ts";

/**
 * A payer's number in E.164. Customers have no country, so a number without a country code is read as one of the
 * merchant's country. Throws `invalid` for an invalid number.
 */
export async function readPayerPhone(tx: Tx, scope: Scope, text: string): Promise<string> {
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "a key belongs to a merchant");
  const phone = readPhone(text, merchant.country);
  if (!phone) throw invalid("phone", PHONE_WANTED);
  return phone.e164;
}

/** The field error of an impossible number, so that it is reported together with the body's other errors. */
export function foreseeablePhone(body: unknown): FieldErrors {
  return impossiblePhone("phone", recordIn(body).phone);
}
