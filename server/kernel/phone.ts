import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import type { FieldErrors } from "./errors.ts";
import { cleanNumber } from "./pasted.ts";

/** A number that can hold a wallet. */
export interface Phone {
  /** `+237677123456`. */
  readonly e164: string;
  /** `677123456`: as it is dialled inside the country. */
  readonly national: string;
  /** Two letters, or null for numbers that belong to no single country. */
  readonly country: string | null;
}

/** Whether numbers of this country can be read at all. */
export function hasPhonePlan(country: string): boolean {
  return isSupportedCountry(country);
}

/** `237` for CM; empty for a country without a plan. */
export function callingCode(country: string): string {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : "";
}

/**
 * Reads a telephone number in any spelling people use (`6 77 12 34 56`, `00237…`, `+237…`); a number without a country
 * code is read as one of `country`. Null when it is no valid number of any country.
 */
export function readPhone(text: string, country: string): Phone | null {
  return parse(text, country)?.phone ?? null;
}

/**
 * The same, and it must be a mobile number of this very country (interface-decisions 5 and 16).
 */
export function readMobile(text: string, country: string): Phone | null {
  const parsed = parse(text, country);
  return parsed?.is_mobile && parsed.phone.country === country ? parsed.phone : null;
}

/** The message for a text that `readMobile` refuses. It names the range only when the range is what is wrong. */
export function mobileWanted(text: string, country: string): string {
  if (country !== "CM") return `Enter a mobile number of ${country}`;
  const [, range] = /^(?:(?:\+|00)?237)?(6\d{2})\d{6}$/.exec(cleanNumber(text)) ?? [];
  // A range that is in use would be the wrong reason, whatever else the number lacks.
  return range === undefined || readMobile(`${range}000000`, country) !== null
    ? "Enter a mobile number of Cameroon: 9 digits that begin with 6"
    : `No mobile number of Cameroon begins with ${range}`;
}

/** The message for a text that `readPhone` refuses. */
export const PHONE_WANTED = "Enter a telephone number, with its country code if it is not of your country";

// Niue's numbers have four digits; E.164 allows 15, behind `00`.
const SOME_COUNTRYS_NUMBER = /^\+?\d{4,17}$/;

/** That a field has a number of no country at all; nothing where it takes the country to know. */
export function impossiblePhone(field: string, text: unknown): FieldErrors {
  if (typeof text !== "string" || text.trim() === "") return {};
  return SOME_COUNTRYS_NUMBER.test(cleanNumber(text)) ? {} : { [field]: [PHONE_WANTED] };
}

/** A number in E.164 as it may be shown to somebody who knows it: `+237 6 •• •• •• 56`. */
export function maskPhone(e164: string): string {
  const parsed = parsePhoneNumberFromString(e164);
  const national = parsed?.nationalNumber ?? digitsOf(e164);
  const hidden = national.slice(0, 1) + "•".repeat(Math.max(0, national.length - 3)) + national.slice(-2);
  // In pairs from the right, as numbers are said.
  const pairs = hidden.match(/.{1,2}(?=(..)*$)/gu) ?? [hidden];
  return [...(parsed ? [`+${parsed.countryCallingCode}`] : []), ...pairs].join(" ");
}

// A national number has eight digits or more everywhere we look. A UUID is never one, whatever its digits.
const LONG_NUMBER =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:237)?6\d{5}(\d{3})|(?<![A-Za-z\d])\d{5,}(\d{3})(?![A-Za-z\d])/gi;

/** A text of somebody else's with its long numbers, telephone numbers among them, cut to their last three digits. */
export function hideNumbers(text: string): string {
  return text.replace(LONG_NUMBER, (found: string, mobile?: string, other?: string) => {
    const end = mobile ?? other;
    return end === undefined ? found : `…${end}`;
  });
}

/** Only the digits: what a search by number compares. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

interface Parsed {
  readonly phone: Phone;
  readonly is_mobile: boolean;
}

// Payroll pays the same numbers every month, and a busy merchant collects from the same payers: reading a number costs
// ten times what the rest of a request's validation does, so the last ones are remembered.
const REMEMBERED_NUMBERS = 20_000;
const remembered = new Map<string, Parsed | null>();
// As it is pasted, with the characters that nobody sees and the parameters of a link.
const PASTED_MAX = 200;
const NUMBER_MAX = 40;

function parse(text: string, country: string): Parsed | null {
  if (text.length > PASTED_MAX) return null;
  const key = `${country} ${text}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const parsed = parseAnew(text, country);
  if (remembered.size >= REMEMBERED_NUMBERS) remembered.clear();
  remembered.set(key, parsed);
  return parsed;
}

function parseAnew(text: string, country: string): Parsed | null {
  // `00` is how most of the world dials abroad; the library follows each country's own rule and would refuse some.
  const spelled = cleanNumber(text).replace(/^00/, "+");
  if (spelled.length > NUMBER_MAX) return null;
  const number =
    parsePhoneNumberFromString(spelled, { defaultCountry: countryCode(country), extract: false }) ?? undefined;
  // A number of no type is not valid, and with these plans no other: to ask for both takes twice as long.
  const type = number?.getType();
  if (!number || type === undefined || number.ext) return null;
  return {
    phone: { e164: number.number, national: number.nationalNumber, country: number.country ?? null },
    is_mobile: type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE",
  };
}

function countryCode(country: string): CountryCode | undefined {
  return isSupportedCountry(country) ? country : undefined;
}
