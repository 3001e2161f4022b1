import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import { hasPhonePlan, readMobile } from "#kernel/phone.ts";
import { mobileNumberError } from "#providers/channels.ts";
import type { NewWithdrawalAccount, WithdrawalAccountRow } from "./schema.ts";

/** The maximum of accounts per merchant and environment. */
export const WITHDRAWAL_ACCOUNTS_MAX = 50;
const SHOWN_DIGITS = 3;

/** Reads the number of a new account. Returns the field errors if it is invalid. */
export function readNumber(
  body: NewWithdrawalAccount,
): { readonly number: string } | { readonly problems: FieldErrors } {
  const { type, country, currency, phone, account_number, bank_code } = body;
  const problems: Record<string, FieldErrors[string]> = {};
  const markRequired = (field: string): void => {
    problems[field] = [fieldError("required_for_type", `This field is required for the type ${type}`, { type })];
  };
  if (!isCurrency(currency))
    problems.currency = [fieldError("unknown_currency", `Kolo does not know the currency ${currency}`, { currency })];
  if (!hasPhonePlan(country))
    problems.country = [fieldError("unknown_country", `There is no country ${country}`, { country })];
  if (type === "bank_account") {
    if (account_number === undefined) markRequired("account_number");
    if (bank_code === undefined) markRequired("bank_code");
    return Object.keys(problems).length > 0 ? { problems } : { number: account_number ?? "" };
  }
  if (phone === undefined) markRequired("phone");
  const mobile = phone === undefined || problems.country ? null : readMobile(phone, country);
  if (phone !== undefined && !problems.country && !mobile) problems.phone = [mobileNumberError(phone, country)];
  return mobile && Object.keys(problems).length === 0 ? { number: mobile.e164 } : { problems };
}

/** Masks a number except for its last digits. */
export function maskNumber(number: string): string {
  return `…${number.slice(-SHOWN_DIGITS)}`;
}

/** Whether this confirmation completes the account: always in test; in live, if another person made the first one. */
export function isLastConfirmation(
  { environment, first_confirmed_by }: Pick<WithdrawalAccountRow, "environment" | "first_confirmed_by">,
  by: string,
): boolean {
  return environment === "test" || (first_confirmed_by !== null && first_confirmed_by !== by);
}
