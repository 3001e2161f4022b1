import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { cached } from "./cache.ts";
import { type FieldErrors, fieldError } from "./errors.ts";
import { normalizePhoneNumber, PASTED_NUMBER_MAX } from "./normalize-text.ts";

/** A phone number that may belong to a wallet. */
export interface Phone {
  /** The number in E.164: `+237677123456`. */
  readonly e164: string;
  /** The number as dialled inside the country: `677123456`. */
  readonly national: string;
  /** Two letters, or null for numbers of no single country. */
  readonly country: string | null;
}

/** Whether a numbering plan of this country is known. */
export function hasPhonePlan(country: string): boolean {
  return isSupportedCountry(country);
}

/** The country's calling code: `237` for CM; empty for a country without a numbering plan. */
export function callingCode(country: string): string {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : "";
}

/**
 * Reads a phone number in any common notation (`6 77 12 34 56`, `00237…`, `+237…`). A number without a country code
 * belongs to `country`. Null if the number is not valid in any country.
 */
export function readPhone(text: string, country: string): Phone | null {
  return parse(text, country)?.phone ?? null;
}

/**
 * Reads a phone number as `readPhone` does. The number must also be a mobile number of this very country
 * (interface-decisions 5 and 16).
 */
export function readMobile(text: string, country: string): Phone | null {
  const parsed = parse(text, country);
  return parsed?.is_mobile && parsed.phone.country === country ? parsed.phone : null;
}

/** The message for a text that `readPhone` refuses. */
export const PHONE_NUMBER_HINT = "Enter a telephone number, with its country code if it is not of your country";

// The shortest numbers, in Niue, have four digits. E.164 allows 15, plus the prefix `00`.
const PLAUSIBLE_NUMBER = /^\+?\d{4,17}$/;

/**
 * Returns an error for a text that cannot be a number of any country. A check against one country is left to
 * `readPhone` and `readMobile`.
 */
export function phoneFieldErrors(field: string, text: unknown): FieldErrors {
  if (typeof text !== "string" || text.trim() === "") return {};
  return PLAUSIBLE_NUMBER.test(normalizePhoneNumber(text))
    ? {}
    : { [field]: [fieldError("invalid_phone", PHONE_NUMBER_HINT)] };
}

/** Masks a number in E.164 for display to a person who already knows it: `+237 6 •• •• •• 56`. */
export function maskPhone(e164: string): string {
  const parsed = parsePhoneNumberFromString(e164);
  const national = parsed?.nationalNumber ?? digitsOf(e164);
  const hidden = national.slice(0, 1) + "•".repeat(Math.max(0, national.length - 3)) + national.slice(-2);
  // The digits are shown in pairs from the right, as people read numbers aloud.
  const pairs = hidden.match(/.{1,2}(?=(..)*$)/gu) ?? [hidden];
  return [...(parsed ? [`+${parsed.countryCallingCode}`] : []), ...pairs].join(" ");
}

// Matches numbers of at least eight digits: every national number in use here has as many. A UUID is matched as a whole
// and left unmasked, whatever its digits.
const LONG_NUMBER =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:237)?6\d{5}(\d{3})|(?<![A-Za-z\d])\d{5,}(\d{3})(?![A-Za-z\d])/gi;

/** Reduces long numbers, including phone numbers, to their last three digits in a text that Kolo did not write. */
export function maskNumbers(text: string): string {
  return text.replace(LONG_NUMBER, (match: string, mobile_end?: string, other_end?: string) => {
    const end = mobile_end ?? other_end;
    return end === undefined ? match : `…${end}`;
  });
}

/** Returns only the digits, for a search by number. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

interface ParsedPhone {
  readonly phone: Phone;
  readonly is_mobile: boolean;
}

// The cache serves payroll, which pays the same numbers every month, and busy merchants, who collect from the same
// payers. Parsing a number costs ten times as much as the rest of a request's validation.
const PARSE_CACHE_MAX = 20_000;
const NUMBER_MAX = 40;

function parse(text: string, country: string): ParsedPhone | null {
  if (text.length > PASTED_NUMBER_MAX) return null;
  return parseCached(`${country} ${text}`);
}

const parseCached = cached(PARSE_CACHE_MAX, (key) => {
  const [country = ""] = key.split(" ", 1);
  return parseUncached(key.slice(country.length + 1), country);
});

function parseUncached(text: string, country: string): ParsedPhone | null {
  // `00` is the international prefix of most countries. The library accepts only each country's own prefix, and would
  // refuse some numbers.
  const normalized = normalizePhoneNumber(text).replace(/^00/, "+");
  if (normalized.length > NUMBER_MAX) return null;
  const number =
    parsePhoneNumberFromString(normalized, { defaultCountry: countryCode(country), extract: false }) ?? undefined;
  // The library gives an invalid number no type, and with these numbering plans it gives every valid number one.
  // Calling `isValid` as well would take twice as long.
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
