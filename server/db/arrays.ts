/**
 * A column of values as PostgreSQL receives an array in its binary form: nothing is quoted here, and nothing read letter by
 * letter there. Types and layout are those of `array_recv`: dimensions, whether there are nulls, the elements' type, then
 * each element behind its length.
 */

interface Writer {
  readonly oid: number;
  /** Writes one value at `at` and tells where it ends. Null when it is not what this type is written from. */
  readonly write: (value: unknown, at: number) => number | null;
}

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
// A letter of JavaScript's takes three bytes at most.
const BYTES_PER_LETTER = 3;
const INSTANT_LETTERS = "2026-03-01T12:00:00.000000Z".length;
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const TWO_TO_32 = 2 ** 32;
const SMALLEST_BYTES = 64 * 1024;
// What a rare large set has needed is not kept for ever.
const KEPT_BYTES = 1024 * 1024;

// One for the process: a column is written without waiting for anything, and copied out.
let scratch = Buffer.allocUnsafe(SMALLEST_BYTES);
let last_instant = { text: "", microseconds: 0 };

const text: Writer["write"] = (value, at) => {
  const letters = typeof value === "string" ? value : JSON.stringify(value);
  if (letters === undefined) return null;
  makeRoom(at, letters.length * BYTES_PER_LETTER);
  return at + scratch.write(letters, at);
};

const writers: Readonly<Record<string, Writer>> = {
  text: { oid: 25, write: (value, at) => (typeof value === "string" ? text(value, at) : null) },
  json: { oid: 114, write: text },
  int: { oid: 23, write: (value, at) => (typeof value === "number" ? scratch.writeInt32BE(value, at) : null) },
  bigint: {
    oid: 20,
    write: (value, at) => (typeof value === "bigint" ? scratch.writeBigInt64BE(value, at) : null),
  },
  boolean: {
    oid: 16,
    write: (value, at) => (typeof value === "boolean" ? scratch.writeUInt8(value ? 1 : 0, at) : null),
  },
  bytea: {
    oid: 17,
    write(value, at) {
      if (!Buffer.isBuffer(value)) return null;
      makeRoom(at, value.length);
      return at + value.copy(scratch, at);
    },
  },
  timestamptz: {
    oid: 1184,
    write(value, at) {
      if (typeof value !== "string" || value.length !== INSTANT_LETTERS) return null;
      const microseconds = microsecondsOf(value);
      if (!Number.isSafeInteger(microseconds)) return null;
      scratch.writeInt32BE(Math.floor(microseconds / TWO_TO_32), at);
      return scratch.writeUInt32BE(((microseconds % TWO_TO_32) + TWO_TO_32) % TWO_TO_32, at + LENGTH_BYTES);
    },
  },
};

/** Null where the type, or one of the values, is not among those written here: it is then for PostgreSQL to read as text. */
export function binaryArray<Column extends string>(
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
  column: Column,
  type: string,
): Buffer | null {
  const writer = writers[type];
  if (writer === undefined) return null;
  let at = HEADER_BYTES;
  let has_null = false;
  for (const row of rows) {
    const value = row[column];
    makeRoom(at, HEADER_BYTES);
    if (value === null || value === undefined) {
      has_null = true;
      at = scratch.writeInt32BE(NULL_LENGTH, at);
      continue;
    }
    const end = writer.write(value, at + LENGTH_BYTES);
    if (end === null) return null;
    scratch.writeInt32BE(end - at - LENGTH_BYTES, at);
    at = end;
  }
  const first = 1;
  for (const [place, word] of [1, Number(has_null), writer.oid, rows.length, first].entries()) {
    scratch.writeInt32BE(word, place * LENGTH_BYTES);
  }
  const written = scratch.subarray(0, at);
  if (scratch.length <= KEPT_BYTES) return Buffer.from(written);
  scratch = Buffer.allocUnsafe(SMALLEST_BYTES);
  return written;
}

function makeRoom(at: number, bytes: number): void {
  if (at + bytes + HEADER_BYTES <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + bytes + HEADER_BYTES));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
}

/** Since 2000, as PostgreSQL counts. Of a set most rows have the same. */
function microsecondsOf(instant: string): number {
  if (instant === last_instant.text) return last_instant.microseconds;
  const ms = Date.parse(`${instant.slice(0, 23)}Z`) - EPOCH_2000_MS;
  const microseconds = ms * 1_000 + Number(instant.slice(23, 26));
  last_instant = { text: instant, microseconds };
  return microseconds;
}
