import type { Tx } from "#db/tx.ts";
import { assert, type FieldErrors, invalid } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { PHONE_NUMBER_HINT, phoneFieldErrors, readPhone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { find } from "#resources/merchants/store.ts";

/**
 * Parses a payer's number to E.164. Customers have no country, so a number without a country code is read as one of the
 * merchant's country. Throws `invalid` for an invalid number.
 */
export async function parsePayerPhone(tx: Tx, scope: Scope, text: string): Promise<string> {
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "a key belongs to a merchant");
  const phone = readPhone(text, merchant.country);
  if (!phone) throw invalid("phone", "invalid_phone", PHONE_NUMBER_HINT);
  return phone.e164;
}

/** Returns the field error of an impossible number, so that one response lists it with the body's other errors. */
export function validateCustomerPhone(body: unknown): FieldErrors {
  return phoneFieldErrors("phone", asRecord(body).phone);
}
