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

// Up to so many letters writing them one by one takes less than having it done.
const SHORT_LETTERS = 48;
const LAST_OF_ASCII = 0x7f;

// One for the process: a column is written without waiting for anything, and copied out. Numbers go by the view, which checks less
// than a buffer's own ways do.
let scratch: Buffer;
let view: DataView;
useScratch(Buffer.allocUnsafe(SMALLEST_BYTES));
let last_instant = { text: "", microseconds: 0 };

function useScratch(bytes: Buffer): void {
  scratch = bytes;
  view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

const text: Writer["write"] = (value, at) => {
  const letters = typeof value === "string" ? value : JSON.stringify(value);
  if (letters === undefined) return null;
  makeRoom(at, letters.length * BYTES_PER_LETTER);
  if (letters.length > SHORT_LETTERS) return at + scratch.write(letters, at);
  for (let place = 0; place < letters.length; place += 1) {
    const code = letters.charCodeAt(place);
    if (code > LAST_OF_ASCII) return at + scratch.write(letters, at);
    scratch[at + place] = code;
  }
  return at + letters.length;
};

const writers: Readonly<Record<string, Writer>> = {
  text: { oid: 25, write: (value, at) => (typeof value === "string" ? text(value, at) : null) },
  json: { oid: 114, write: text },
  int: {
    oid: 23,
    write(value, at) {
      // What is no such number is for PostgreSQL to refuse.
      if (typeof value !== "number" || value !== (value | 0)) return null;
      view.setInt32(at, value);
      return at + LENGTH_BYTES;
    },
  },
  bigint: {
    oid: 20,
    write(value, at) {
      if (typeof value !== "bigint" || value !== BigInt.asIntN(64, value)) return null;
      view.setBigInt64(at, value);
      return at + 2 * LENGTH_BYTES;
    },
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
      view.setInt32(at, Math.floor(microseconds / TWO_TO_32));
      // Of a negative number, too, the view keeps the lower half as it is.
      view.setInt32(at + LENGTH_BYTES, microseconds % TWO_TO_32);
      return at + 2 * LENGTH_BYTES;
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
      view.setInt32(at, NULL_LENGTH);
      at += LENGTH_BYTES;
      continue;
    }
    const end = writer.write(value, at + LENGTH_BYTES);
    if (end === null) return null;
    view.setInt32(at, end - at - LENGTH_BYTES);
    at = end;
  }
  const first = 1;
  for (const [place, word] of [1, Number(has_null), writer.oid, rows.length, first].entries()) {
    view.setInt32(place * LENGTH_BYTES, word);
  }
  const written = scratch.subarray(0, at);
  if (scratch.length <= KEPT_BYTES) return Buffer.from(written);
  useScratch(Buffer.allocUnsafe(SMALLEST_BYTES));
  return written;
}

function makeRoom(at: number, bytes: number): void {
  if (at + bytes + HEADER_BYTES <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + bytes + HEADER_BYTES));
  scratch.copy(larger, 0, 0, at);
  useScratch(larger);
}

/** Since 2000, as PostgreSQL counts. Of a set most rows have the same. */
function microsecondsOf(instant: string): number {
  if (instant === last_instant.text) return last_instant.microseconds;
  const ms = Date.parse(`${instant.slice(0, 23)}Z`) - EPOCH_2000_MS;
  const microseconds = ms * 1_000 + Number(instant.slice(23, 26));
  last_instant = { text: instant, microseconds };
  return microseconds;
}
