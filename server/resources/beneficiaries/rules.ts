import { type FieldError, type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { isCurrency } from "#kernel/money.ts";
import { hasPhonePlan, type Phone, phoneFieldErrors, readMobile, readPhone } from "#kernel/phone.ts";
import { mobileNumberError } from "#providers/channels.ts";
import { BENEFICIARY_TYPES, type BeneficiaryChanges, type BeneficiaryRow, type BeneficiaryType } from "./schema.ts";

/** The fields that each type requires (`interface.md` 2.1), besides those of every type. */
const REQUIRED: Readonly<Record<BeneficiaryType, readonly ("phone" | "account_number" | "bank_code")[]>> = {
  mobile_money: ["phone"],
  bank_account: ["account_number", "bank_code"],
  cash_pickup: ["phone"],
};

/**
 * Returns the field errors of a new beneficiary that need no stored data: fields missing for its type, and unknown
 * codes. It also checks a body that the schema refuses, so that one response lists all errors.
 */
export function validateRequiredFields(body: unknown): FieldErrors {
  const fields = asRecord(body);
  const { country, currency } = fields;
  const type = BENEFICIARY_TYPES.find((one) => one === fields.type);
  const missing = type === undefined ? [] : REQUIRED[type].filter((field) => fields[field] === undefined);
  return {
    ...Object.fromEntries(
      missing.map((field) => [
        field,
        [fieldError("required_for_type", `This field is required for the type ${type}`, { type: String(type) })],
      ]),
    ),
    ...(isCode(country, 2) && !hasPhonePlan(country)
      ? { country: [fieldError("unknown_country", `There is no country ${country}`, { country })] }
      : {}),
    ...(isCode(currency, 3) && !isCurrency(currency)
      ? { currency: [fieldError("unknown_currency", `Kolo does not know the currency ${currency}`, { currency })] }
      : {}),
  };
}

/** Returns true if a text has the form of a code. Other texts are refused by the schema. */
function isCode(text: unknown, letters: 2 | 3): text is string {
  return typeof text === "string" && text.length === letters && /^[A-Z]+$/.test(text);
}

/** Returns the field errors of a number outside the country. Skips malformed fields, which the schema refuses. */
export function validateBeneficiaryPhone(body: unknown): FieldErrors {
  const { phone, country, ...fields } = asRecord(body);
  const type = BENEFICIARY_TYPES.find((one) => one === fields.type);
  if (typeof phone !== "string" || typeof country !== "string" || !type || !hasPhonePlan(country)) {
    return phoneFieldErrors("phone", phone);
  }
  return parseBeneficiaryPhone(phone, country, type) ? {} : { phone: [phoneError(phone, country, type)] };
}

/** Returns the parsed number; null if it is outside the country or, for mobile money, cannot have a wallet. */
export function parseBeneficiaryPhone(text: string, country: string, type: BeneficiaryType): Phone | null {
  if (type === "mobile_money") return readMobile(text, country);
  const phone = readPhone(text, country);
  return phone?.country === country ? phone : null;
}

/** Returns the field error for an invalid number. */
export function phoneError(text: string, country: string, type: BeneficiaryType): FieldError {
  return type === "mobile_money"
    ? mobileNumberError(text, country)
    : fieldError("phone_of_other_country", `Enter a telephone number of ${country}`, { country });
}

const FIXED_FIELDS = ["country", "currency", "type"] as const;

/** Returns field errors if an update changes a field that cannot change (interface-decisions 3). */
export function validateImmutableFields(row: BeneficiaryRow, changes: BeneficiaryChanges): FieldErrors | null {
  const fields: Record<string, FieldError[]> = {};
  for (const field of FIXED_FIELDS) {
    if (changes[field] !== undefined && changes[field] !== row[field]) {
      fields[field] = [
        fieldError("immutable_field", `The ${field} cannot be changed: create a new beneficiary instead`),
      ];
    }
  }
  return Object.keys(fields).length > 0 ? fields : null;
}
