import { createInflateRaw } from "node:zlib";
import { PARTS_MAX, UNPACKED_LIMIT_BYTES } from "./limits.ts";

/** One file of an archive, still compressed. */
export interface Part {
  readonly is_packed: boolean;
  readonly bytes: Buffer;
}

/** The bytes that may still be decompressed, over all parts of an archive. */
export interface Budget {
  left_bytes: number;
}

export function aBudget(): Budget {
  return { left_bytes: UNPACKED_LIMIT_BYTES };
}

/** Thrown when the budget is used up. The declared size is not trusted: the output is counted. */
export class UnpacksTooFar extends Error {}

// PKWARE, APPNOTE.TXT 4.3: signatures and sizes of the three records that are read.
const END = { signature: Buffer.from("PK\u0005\u0006", "latin1"), bytes: 22, comment_max: 0xffff };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const [STORED, DEFLATED] = [0, 8];
const IS_ENCRYPTED = 1;
const ZIP64 = 0xffff_ffff;

/**
 * The parts of an archive by name, from the central directory at its end. Throws an `Error` with the reason for a
 * broken one.
 */
export function partsOf(archive: Buffer): ReadonlyMap<string, Part> {
  const end = archive.lastIndexOf(END.signature);
  if (end < 0 || archive.length - end > END.bytes + END.comment_max) throw new Error("it has no end");
  const count = archive.readUInt16LE(end + 10);
  if (count > PARTS_MAX) throw new Error(`it has more than ${PARTS_MAX} parts`);
  const parts = new Map<string, Part>();
  let place = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (archive.readUInt32LE(place) !== CENTRAL.signature) throw new Error("its directory is damaged");
    const name_bytes = archive.readUInt16LE(place + 28);
    const name = archive.toString("utf8", place + CENTRAL.bytes, place + CENTRAL.bytes + name_bytes);
    if (parts.has(name)) throw new Error(`it has ${name} twice`);
    parts.set(name, partAt(archive, place));
    place += CENTRAL.bytes + name_bytes + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32);
  }
  return parts;
}

/** The part of a directory entry. */
function partAt(archive: Buffer, entry: number): Part {
  const method = archive.readUInt16LE(entry + 10);
  const packed_bytes = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  if ((archive.readUInt16LE(entry + 8) & IS_ENCRYPTED) !== 0) throw new Error("it is encrypted");
  if (packed_bytes === ZIP64 || local === ZIP64) throw new Error("it is too large");
  if (method !== STORED && method !== DEFLATED) throw new Error("it is packed in an unusual way");
  if (archive.readUInt32LE(local) !== LOCAL.signature) throw new Error("its directory is damaged");
  const begin = local + LOCAL.bytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  if (begin + packed_bytes > archive.length) throw new Error("it is cut off");
  return { is_packed: method === DEFLATED, bytes: archive.subarray(begin, begin + packed_bytes) };
}

const PIECE_BYTES = 64 * 1024;

/**
 * Decompresses a part chunk by chunk, without keeping any. Throws `UnpacksTooFar`, or zlib's error for damaged bytes.
 */
export async function* unpacked({ is_packed, bytes }: Part, budget: Budget): AsyncGenerator<Buffer> {
  const pieces = is_packed ? createInflateRaw({ chunkSize: PIECE_BYTES }).end(bytes) : inPieces(bytes);
  for await (const piece of pieces) {
    budget.left_bytes -= piece.length;
    if (budget.left_bytes < 0) throw new UnpacksTooFar();
    yield piece;
  }
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
