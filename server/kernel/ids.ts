import { randomFillSync } from "node:crypto";
import type { Instant } from "./time.ts";
import { toMilliseconds } from "./time.ts";

/** The prefixes of ids, one per type of record. A prefix is for people; code never reads it. */
export const ID_PREFIXES = [
  "mer",
  "key",
  "ben",
  "cus",
  "pay",
  "trf",
  "btr",
  "ref",
  "lnk",
  "ivc",
  "whk",
  "evt",
  "dlv",
  "att",
  "fnd",
  "cor",
  "chg",
  "wdr",
  "wac",
  "wru",
  "act",
  "con",
  "rvw",
  "stm",
  "rec",
  "dft",
  "per",
  "inv",
  "ses",
  "psk",
  "eml",
  "req",
  "sch",
  "lim",
  "blk",
  "prt",
  "pmv",
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;

/**
 * A new id: prefix, underscore, UUIDv7 (RFC 9562) in Crockford's base32, 26 characters.
 *
 * The text sorts in the same order as the bytes. So ids sort by their instant, and within one millisecond by their
 * order of creation in the process. A list by id is a list by age, and needs no second index.
 */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, at: Instant): Id<Prefix> {
  // The conversion is cached, because all ids of a transaction have the same instant.
  if (at !== last_instant) [last_instant, last_instant_ms] = [at, toMilliseconds(at)];
  return newIdAt(prefix, last_instant_ms);
}

/** A new id for an instant in Unix milliseconds, for use outside a transaction. */
export function newIdAt<Prefix extends IdPrefix>(prefix: Prefix, ms: number): Id<Prefix> {
  return `${prefix}_${timePart(ms)}${randomPart()}`;
}

/** The smallest id of an instant's millisecond, as the bound of a time range. */
export function firstIdAt<Prefix extends IdPrefix>(prefix: Prefix, at: Instant): Id<Prefix> {
  return `${prefix}_${timePart(toMilliseconds(at))}${"0".repeat(16)}`;
}

/** The instant of an id, in Unix milliseconds. */
export function idTimestampMs(id: string): number {
  const from = id.indexOf("_") + 1;
  let ms = 0;
  for (let index = from; index < from + 10; index += 1) ms = ms * 32 + ALPHABET.indexOf(id.charAt(index));
  return ms;
}

/** Whether a text has the form of an id. The record may not exist. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(-26))
  );
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

let last_instant = "";
let last_instant_ms = -1;
let last_ms = -1;
let last_time_part = "";

/** Encodes 48 bits of Unix milliseconds: 3 bits in the first character, then nine times 5. */
function timePart(ms: number): string {
  if (ms === last_ms) return last_time_part;
  let remaining = ms;
  let text = "";
  for (let index = 0; index < 10; index += 1) {
    text = ALPHABET.charAt(remaining % 32) + text;
    remaining = Math.floor(remaining / 32);
  }
  last_ms = ms;
  last_time_part = text;
  return text;
}

// The 80 bits after the time: version (4), counter (12), variant (2), counter (14), random (48). The counter increases
// by one per id, so that the ten thousand transfers of a bulk, all created at one instant, keep their order.
const COUNTER_BITS = 26;
const RANDOM_BYTES = 6;
const random_pool = new Uint8Array(RANDOM_BYTES * 512);
let random_used = random_pool.length;
let counter = 0;
const random_tail = new Uint8Array(10);

function randomPart(): string {
  if (random_used === random_pool.length) {
    randomFillSync(random_pool);
    random_used = 0;
  }
  counter = (counter + 1) % 2 ** COUNTER_BITS;
  random_tail[0] = 0x70 | (counter >>> 22);
  random_tail[1] = (counter >>> 14) & 0xff;
  random_tail[2] = 0x80 | ((counter >>> 8) & 0x3f);
  random_tail[3] = counter & 0xff;
  for (let index = 0; index < RANDOM_BYTES; index += 1) random_tail[4 + index] = random_pool[random_used + index] ?? 0;
  random_used += RANDOM_BYTES;
  return encodeFiveBytes(0) + encodeFiveBytes(5);
}

/**
 * Encodes forty bits as eight characters, in one template. A text concatenated letter by letter would be copied again
 * on its first use.
 */
function encodeFiveBytes(start: number): string {
  const a = random_tail[start] ?? 0;
  const b = random_tail[start + 1] ?? 0;
  const c = random_tail[start + 2] ?? 0;
  const d = random_tail[start + 3] ?? 0;
  const e = random_tail[start + 4] ?? 0;
  return String.fromCharCode(
    base32CharCode(a >>> 3),
    base32CharCode(((a & 0x07) << 2) | (b >>> 6)),
    base32CharCode((b >>> 1) & 0x1f),
    base32CharCode(((b & 0x01) << 4) | (c >>> 4)),
    base32CharCode(((c & 0x0f) << 1) | (d >>> 7)),
    base32CharCode((d >>> 2) & 0x1f),
    base32CharCode(((d & 0x03) << 3) | (e >>> 5)),
    base32CharCode(e & 0x1f),
  );
}

function base32CharCode(five_bits: number): number {
  return ALPHABET.charCodeAt(five_bits);
}
