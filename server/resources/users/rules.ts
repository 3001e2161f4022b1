import { createHmac } from "node:crypto";
import { type FieldError, fieldError } from "#kernel/errors.ts";
import { lowerCaseEmail } from "#kernel/normalize-text.ts";
import { type Instant, toMilliseconds } from "#kernel/time.ts";
import type { PasswordEstimator, PasswordWeakness } from "./password-strength.ts";
import { PASSWORD_MIN } from "./schema.ts";

/** RFC 6238 with the parameters of every authenticator app: SHA-1, six digits, 30 seconds. */
export const STEP_S = 30;
const DIGITS = 6;
// Accepts a clock that is 30 seconds wrong, and a code that was typed just before it expired.
const STEPS_AROUND = [0n, -1n, 1n];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The normalized address, for storage and comparison. */
export function normalizeEmail(text: string): string {
  return lowerCaseEmail(text);
}

export function stepAt(now: Instant): bigint {
  return BigInt(Math.floor(toMilliseconds(now) / (STEP_S * 1_000)));
}

export function codeAt(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const digest = createHmac("sha1", secret).update(counter).digest();
  const at = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(at) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step of a code: now, the one before or the one after; null if the code matches none of them. */
export function matchingStep(secret: Buffer, code: string, now: Instant): bigint | null {
  const current_step = stepAt(now);
  return STEPS_AROUND.map((offset) => current_step + offset).find((step) => codeAt(secret, step) === code) ?? null;
}

/** Base32 of RFC 4648 without padding, as authenticator apps expect it. */
export function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2))).join("");
}

/** The URI for authenticator apps and password managers, also as a QR code. */
export function otpauth(secret: Buffer, email: string): string {
  return `otpauth://totp/Kolo:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Kolo`;
}

// The delays allow 12.6 million tries a year (docs/operating/security.md), so 10^10 guesses take 800 years. Twelve
// random characters need 10^12 guesses or more, three everyday words 10^12.
const GUESSES_LOG10_MIN = 10;
// If no more characters than this remain after removing known words, the password consists mostly of them.
const REMAINDER_MAX = PASSWORD_MIN / 2;
const TERM_LENGTH_MIN = 3;
const YEAR_PATTERN = /(?:19|20)\d\d/g;
/** The product, its purpose and its cities: words that an attacker would try first. */
const COMMON_TERMS = ["kolo", "momo", "money", "payment", "paiement", "cameroun", "cameroon", "douala", "yaounde"];
const LEET_LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const MESSAGES: Readonly<Record<PasswordWeakness, string>> = {
  common: "This password is on the lists of those that are tried first: choose another",
  words: "This password is mostly a name: yours, your address, your business or Kolo: choose another",
  pattern: "This password is a row of keys, a sequence or a repetition: choose another",
};

/**
 * Returns the error if a password is too weak; null otherwise. It must not be short, commonly used, or consist mostly
 * of `personal_terms`. No kinds of characters are required.
 */
export function findPasswordWeakness(
  password: string,
  personal_terms: readonly string[],
  estimate: PasswordEstimator,
): FieldError | null {
  if ([...password].length < PASSWORD_MIN) {
    return fieldError("too_short", `Enter at least ${PASSWORD_MIN} characters`, { minimum: PASSWORD_MIN });
  }
  const without_accents = withoutAccents(password);
  const terms = [...personal_terms.flatMap(termsOf), ...COMMON_TERMS];
  const undated = without_accents.replace(YEAR_PATTERN, "");
  if (consistsMostlyOf(undated, terms) || consistsMostlyOf(decodeLeet(undated), terms)) return weakPassword("words");
  const { guesses_log10, by } = estimate(without_accents, terms);
  return guesses_log10 < GUESSES_LOG10_MIN ? weakPassword(by) : null;
}

function weakPassword(weakness: PasswordWeakness): FieldError {
  return fieldError("weak_password", MESSAGES[weakness], { weakness });
}

/** Whether a text consists mostly of these words; punctuation does not count. */
function consistsMostlyOf(plain: string, terms: readonly string[]): boolean {
  // Longest first: otherwise `ama` would match inside `amadou`, and `dou` would remain.
  const longest_first = terms.toSorted((a, b) => b.length - a.length);
  const lower_case = plain.toLowerCase();
  const remainder = longest_first.reduce((text, term) => text.replaceAll(term, " "), lower_case);
  return remainder !== lower_case && remainder.replace(/[^\p{L}\p{N}]/gu, "").length <= REMAINDER_MAX;
}

function termsOf(text: string): readonly string[] {
  const terms = withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return terms.filter(({ length }) => length >= TERM_LENGTH_MIN);
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Turns `k0l0` into `kolo`. */
function decodeLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LEET_LETTERS[sign] ?? sign);
}
