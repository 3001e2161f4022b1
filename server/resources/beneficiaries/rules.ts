import { type FieldErrors, ServiceError } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import { hasPhonePlan, mobileWanted, type Phone, readMobile, readPhone } from "#kernel/phone.ts";
import type { BeneficiaryChanges, BeneficiaryRow, BeneficiaryType } from "./schema.ts";

/** Which fields each type cannot do without (`interface.md` 2.1), besides those every type needs. */
const REQUIRED: Readonly<Record<BeneficiaryType, readonly ("phone" | "account_number" | "bank_code")[]>> = {
  mobile_money: ["phone"],
  bank_account: ["account_number", "bank_code"],
  cash_pickup: ["phone"],
};

interface Given {
  readonly phone?: string | undefined;
  readonly account_number?: string | undefined;
  readonly bank_code?: string | undefined;
  readonly country: string;
  readonly currency: string;
  readonly type: BeneficiaryType;
}

/** What is missing or impossible in the request alone. Throws `bad_request`. */
export function checkComplete(given: Given): void {
  const fields: Record<string, string[]> = {};
  for (const field of REQUIRED[given.type]) {
    if (given[field] === undefined) fields[field] = [`This field is required for the type ${given.type}`];
  }
  if (!hasPhonePlan(given.country)) fields.country = [`There is no country ${given.country}`];
  if (!isCurrency(given.currency)) fields.currency = [`Kolo does not know the currency ${given.currency}`];
  if (Object.keys(fields).length > 0) throw new ServiceError("bad_request", "Validation failed", fields);
}

/** The number as the network knows it, or null when it is none of the country, or none that can hold a wallet. */
export function readBeneficiaryPhone(text: string, country: string, type: BeneficiaryType): Phone | null {
  if (type === "mobile_money") return readMobile(text, country);
  const phone = readPhone(text, country);
  return phone?.country === country ? phone : null;
}

/** What to tell about a number that is not one. */
export function phoneMessage(text: string, country: string, type: BeneficiaryType): string {
  return type === "mobile_money" ? mobileWanted(text, country) : `Enter a telephone number of ${country}`;
}

const FIXED_FIELDS = ["country", "currency", "type"] as const;

/** The fields a change would touch that cannot be changed (interface-decisions 3). */
export function forbiddenChanges(row: BeneficiaryRow, changes: BeneficiaryChanges): FieldErrors | null {
  const fields: Record<string, string[]> = {};
  for (const field of FIXED_FIELDS) {
    if (changes[field] !== undefined && changes[field] !== row[field]) {
      fields[field] = [`The ${field} cannot be changed: create a new beneficiary instead`];
    }
  }
  return Object.keys(fields).length > 0 ? fields : null;
}
