import { createHmac } from "node:crypto";
import { foldEmail } from "#kernel/pasted.ts";
import { type Instant, toMilliseconds } from "#kernel/time.ts";
import type { Estimator, GuessedBy } from "./common-passwords.ts";
import { PASSWORD_MIN } from "./schema.ts";

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, thirty seconds. */
export const STEP_S = 30;
const DIGITS = 6;
// A clock may be half a minute wrong, and a code is typed in the last second.
const STEPS_AROUND = [0n, -1n, 1n];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** An address as it is compared and kept. */
export function evenEmail(text: string): string {
  return foldEmail(text);
}

export function stepAt(now: Instant): bigint {
  return BigInt(Math.floor(toMilliseconds(now) / (STEP_S * 1_000)));
}

/** The code of a step. */
export function codeAt(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const digest = createHmac("sha1", secret).update(counter).digest();
  const at = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(at) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step a code is of, among those near now; null when it is of none. */
export function stepOf(secret: Buffer, code: string, now: Instant): bigint | null {
  const here = stepAt(now);
  return STEPS_AROUND.map((around) => here + around).find((step) => codeAt(secret, step) === code) ?? null;
}

/** RFC 4648, without padding: how authenticator apps take a secret. */
export function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2))).join("");
}

/** What a password manager or a camera reads. */
export function otpauth(secret: Buffer, email: string): string {
  return `otpauth://totp/Kolo:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Kolo`;
}

// Delayed tries come to 12.6 million a year (docs/operating/security.md): 10^10 are 800 years of them. Twelve characters at
// random have 10^12 or more, three words of everyday 10^12.
const GUESSES_LOG10_MIN = 10;
// Of a password made of known words, what may be left is to be as long as half a password.
const REST_MAX = PASSWORD_MIN / 2;
const WORD_MIN = 3;
const YEAR = /(?:19|20)\d\d/g;
/** The product, what it is for, and where: the words that come to everybody's mind on this page. */
const WORDS_OF_ALL = ["kolo", "momo", "money", "payment", "paiement", "cameroun", "cameroon", "douala", "yaounde"];
const LETTERS_FOR: Readonly<Record<string, string>> = {
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

const REASONS: Readonly<Record<GuessedBy, string>> = {
  common: "This password is on the lists of those that are tried first: choose another",
  words: "This password is mostly a name: yours, your address, your business or Kolo: choose another",
  pattern: "This password is a row of keys, a sequence or a repetition: choose another",
};

/**
 * Why a password is not good enough, in words; null when it is. No kind of character is asked for: what is short, tried
 * first by everybody, or mostly made of `about` (names, addresses) is refused.
 */
export function weakness(password: string, about: readonly string[], estimate: Estimator): string | null {
  if ([...password].length < PASSWORD_MIN) return `Enter at least ${PASSWORD_MIN} characters`;
  const plain = withoutAccents(password);
  const words = [...about.flatMap(wordsOf), ...WORDS_OF_ALL];
  const undated = plain.replace(YEAR, "");
  if (isMostly(undated, words) || isMostly(asLetters(undated), words)) return REASONS.words;
  const { guesses_log10, by } = estimate(plain, words);
  return guesses_log10 < GUESSES_LOG10_MIN ? REASONS[by] : null;
}

/** Whether little is left of a text without these words and what is neither letter nor digit. */
function isMostly(plain: string, words: readonly string[]): boolean {
  // The longest first: `ama` would leave `dou` of `amadou`.
  const longest_first = words.toSorted((a, b) => b.length - a.length);
  const even = plain.toLowerCase();
  const rest = longest_first.reduce((left, word) => left.replaceAll(word, " "), even);
  return rest !== even && rest.replace(/[^\p{L}\p{N}]/gu, "").length <= REST_MAX;
}

function wordsOf(text: string): readonly string[] {
  const words = withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter(({ length }) => length >= WORD_MIN);
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** `k0l0` as `kolo`. */
function asLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LETTERS_FOR[sign] ?? sign);
}
