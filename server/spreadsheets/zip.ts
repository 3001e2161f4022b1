import { createInflateRaw } from "node:zlib";
import { ARCHIVE_FILES_MAX, UNPACKED_LIMIT_BYTES } from "./limits.ts";

/** One file of an archive, still compressed. */
export interface ArchiveFile {
  readonly is_compressed: boolean;
  readonly bytes: Buffer;
}

/** The number of bytes that may still be decompressed, over all parts of an archive. */
export interface UnpackBudget {
  left_bytes: number;
}

export function newBudget(): UnpackBudget {
  return { left_bytes: UNPACKED_LIMIT_BYTES };
}

/** Thrown when the budget is used up. The declared size is not trusted: the output is counted. */
export class UnpackLimitError extends Error {}

// PKWARE, APPNOTE.TXT 4.3: signatures and sizes of the three records that are read.
const END_RECORD = { signature: Buffer.from("PK\u0005\u0006", "latin1"), bytes: 22, comment_max: 0xffff };
const CENTRAL_HEADER = { signature: 0x02014b50, bytes: 46 };
const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 };
const [STORED, DEFLATED] = [0, 8];
const IS_ENCRYPTED = 1;
const ZIP64 = 0xffff_ffff;

/**
 * The parts of an archive by name, from the central directory at its end. Throws an `Error` with the reason for a
 * broken one.
 */
export function readArchive(archive: Buffer): ReadonlyMap<string, ArchiveFile> {
  const end = archive.lastIndexOf(END_RECORD.signature);
  if (end < 0 || archive.length - end > END_RECORD.bytes + END_RECORD.comment_max) throw new Error("it has no end");
  const count = archive.readUInt16LE(end + 10);
  if (count > ARCHIVE_FILES_MAX) throw new Error(`it has more than ${ARCHIVE_FILES_MAX} parts`);
  const files = new Map<string, ArchiveFile>();
  let offset = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (archive.readUInt32LE(offset) !== CENTRAL_HEADER.signature) throw new Error("its directory is damaged");
    const name_bytes = archive.readUInt16LE(offset + 28);
    const name = archive.toString("utf8", offset + CENTRAL_HEADER.bytes, offset + CENTRAL_HEADER.bytes + name_bytes);
    if (files.has(name)) throw new Error(`it has ${name} twice`);
    files.set(name, fileAt(archive, offset));
    offset += CENTRAL_HEADER.bytes + name_bytes + archive.readUInt16LE(offset + 30) + archive.readUInt16LE(offset + 32);
  }
  return files;
}

/** The part of a directory entry. */
function fileAt(archive: Buffer, entry: number): ArchiveFile {
  const method = archive.readUInt16LE(entry + 10);
  const compressed_bytes = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  if ((archive.readUInt16LE(entry + 8) & IS_ENCRYPTED) !== 0) throw new Error("it is encrypted");
  if (compressed_bytes === ZIP64 || local === ZIP64) throw new Error("it is too large");
  if (method !== STORED && method !== DEFLATED) throw new Error("it is packed in an unusual way");
  if (archive.readUInt32LE(local) !== LOCAL_HEADER.signature) throw new Error("its directory is damaged");
  const begin = local + LOCAL_HEADER.bytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  if (begin + compressed_bytes > archive.length) throw new Error("it is cut off");
  return { is_compressed: method === DEFLATED, bytes: archive.subarray(begin, begin + compressed_bytes) };
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Decompresses a part in chunks, without keeping them. Throws `UnpackLimitError`, or zlib's error for damaged bytes.
 */
export async function* unpack({ is_compressed, bytes }: ArchiveFile, budget: UnpackBudget): AsyncGenerator<Buffer> {
  const chunks = is_compressed ? createInflateRaw({ chunkSize: CHUNK_BYTES }).end(bytes) : inChunks(bytes);
  for await (const chunk of chunks) {
    budget.left_bytes -= chunk.length;
    if (budget.left_bytes < 0) throw new UnpackLimitError();
    yield chunk;
  }
}

function* inChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
