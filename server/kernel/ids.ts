import { randomFillSync } from "node:crypto";
import type { Instant } from "./time.ts";
import { toMilliseconds } from "./time.ts";

/** The types of ids. The prefix is for people; code never reads it. */
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
  "whk",
  "evt",
  "dlv",
  "att",
  "fnd",
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
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;

/**
 * A new id: prefix, underscore, UUIDv7 (RFC 9562) in Crockford's base32, 26 characters.
 *
 * The text sorts as the bytes do. So ids sort by their instant, and within one millisecond by their order of creation
 * in the process. A list by id is a list by age, and needs no second index.
 */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, at: Instant): Id<Prefix> {
  // Cached: all ids of a transaction have the same instant.
  if (at !== last_at) [last_at, last_at_ms] = [at, toMilliseconds(at)];
  return newIdAt(prefix, last_at_ms);
}

/** The same for Unix milliseconds, outside a transaction. */
export function newIdAt<Prefix extends IdPrefix>(prefix: Prefix, ms: number): Id<Prefix> {
  return `${prefix}_${timePart(ms)}${randomPart()}`;
}

/** The smallest id of an instant's millisecond, as the bound of a time range. */
export function firstIdAt<Prefix extends IdPrefix>(prefix: Prefix, at: Instant): Id<Prefix> {
  return `${prefix}_${timePart(toMilliseconds(at))}${"0".repeat(16)}`;
}

/** The instant of an id, in Unix milliseconds. */
export function madeAtMs(id: string): number {
  const from = id.indexOf("_") + 1;
  let ms = 0;
  for (let place = from; place < from + 10; place += 1) ms = ms * 32 + ALPHABET.indexOf(id.charAt(place));
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

let last_at = "";
let last_at_ms = -1;
let last_ms = -1;
let last_time_part = "";

/** 48 bits of Unix milliseconds: 3 bits, then nine times 5. */
function timePart(ms: number): string {
  if (ms === last_ms) return last_time_part;
  let rest = ms;
  let text = "";
  for (let place = 0; place < 10; place += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
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
const tail = new Uint8Array(10);

function randomPart(): string {
  if (random_used === random_pool.length) {
    randomFillSync(random_pool);
    random_used = 0;
  }
  counter = (counter + 1) % 2 ** COUNTER_BITS;
  tail[0] = 0x70 | (counter >>> 22);
  tail[1] = (counter >>> 14) & 0xff;
  tail[2] = 0x80 | ((counter >>> 8) & 0x3f);
  tail[3] = counter & 0xff;
  for (let place = 0; place < RANDOM_BYTES; place += 1) tail[4 + place] = random_pool[random_used + place] ?? 0;
  random_used += RANDOM_BYTES;
  return fiveBytes(0) + fiveBytes(5);
}

/** Forty bits as eight characters, in one template: a text concatenated letter by letter would be copied later. */
function fiveBytes(start: number): string {
  const a = tail[start] ?? 0;
  const b = tail[start + 1] ?? 0;
  const c = tail[start + 2] ?? 0;
  const d = tail[start + 3] ?? 0;
  const e = tail[start + 4] ?? 0;
  return String.fromCharCode(
    letter(a >>> 3),
    letter(((a & 0x07) << 2) | (b >>> 6)),
    letter((b >>> 1) & 0x1f),
    letter(((b & 0x01) << 4) | (c >>> 4)),
    letter(((c & 0x0f) << 1) | (d >>> 7)),
    letter((d >>> 2) & 0x1f),
    letter(((d & 0x03) << 3) | (e >>> 5)),
    letter(e & 0x1f),
  );
}

function letter(five_bits: number): number {
  return ALPHABET.charCodeAt(five_bits);
}
