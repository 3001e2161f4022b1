import { createHmac } from "node:crypto";
import { foldEmail } from "#kernel/pasted.ts";
import { type Instant, toMilliseconds } from "#kernel/time.ts";
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

/**
 * Why a password is not good enough, in words; null when it is. Length counts and nothing else does, but what everybody
 * tries first, and what is written on the envelope, is refused.
 */
export function weakness(password: string, about: readonly string[], common: ReadonlySet<string>): string | null {
  if ([...password].length < PASSWORD_MIN) return `Enter at least ${PASSWORD_MIN} characters`;
  const even = password.toLowerCase();
  const letters = even.replace(/[^\p{L}]/gu, "");
  if (common.has(even) || common.has(letters) || isRepeated(even))
    return "This password is on the lists of those that are tried first: choose another";
  const parts = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const rest = parts.filter(({ length }) => length >= 4).reduce((left, part) => left.replaceAll(part, ""), even);
  if (rest !== even && [...rest].length <= PASSWORD_MIN / 2)
    return "This password is mostly your name or address: choose another";
  return null;
}

/** `abcabcabcabc`, `111111111111`. */
function isRepeated(text: string): boolean {
  return /^(.{1,6})\1+$/u.test(text);
}
