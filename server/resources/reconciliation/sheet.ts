import { parse } from "csv-parse/sync";
import { Unzip, UnzipInflate } from "fflate";
import { readSheet } from "read-excel-file/node";
import { invalid } from "#kernel/errors.ts";
import { decodeSpreadsheet } from "#resources/bulk/csv.ts";

/** A year of a busy operator's days is below it; a file that claims to be more is none of theirs. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024;
/** What a workbook may unpack to: a few kilobytes can be made to fill any memory. */
export const UNPACKED_LIMIT_BYTES = 200 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

// What a file begins with, whatever it is called.
const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
// Excel's older files, and encrypted ones of any age.
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/**
 * The rows of a report's first sheet, the heads first: a workbook (.xlsx), or CSV in any of its usual spellings. Throws
 * `invalid` for a file that is too large, encrypted, broken, or neither.
 */
export async function readRows(bytes: Buffer): Promise<readonly (readonly unknown[])[]> {
  if (bytes.length > FILE_LIMIT_BYTES) {
    throw invalid("file", `The file has more than ${FILE_LIMIT_BYTES / MEBIBYTE} MiB: export fewer days at once`);
  }
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw invalid("file", "The file is encrypted, or an .xls: save it as .xlsx without a password");
  }
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) return readCsv(bytes);
  checkUnpacked(bytes);
  try {
    return await readSheet(bytes);
  } catch (cause) {
    throw broken(cause);
  }
}

// Inflates to 16 MiB at most.
const PIECE_BYTES = 16 * 1024;

/**
 * Unpacks once and keeps nothing, in pieces, so that a file which lies about its size is found out before it is read.
 * Entries are found as the reader finds them: one by one, whatever the list at the file's end says.
 */
function checkUnpacked(bytes: Buffer): void {
  let unpacked = 0;
  let trouble: Error | null = null;
  const unzip = new Unzip((entry) => {
    entry.ondata = (error, data) => {
      if (error) trouble ??= broken(error);
      unpacked += data?.length ?? 0;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    try {
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    } catch (cause) {
      throw broken(cause);
    }
    if (unpacked > UNPACKED_LIMIT_BYTES) {
      throw invalid("file", `The file unpacks to more than ${UNPACKED_LIMIT_BYTES / MEBIBYTE} MiB: it is not read`);
    }
    if (trouble) throw trouble;
  }
}

function broken(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return invalid("file", `The file is no workbook that can be read (${reason}): export it again`);
}

function readCsv(bytes: Buffer): readonly (readonly unknown[])[] {
  const text = decodeSpreadsheet(bytes);
  if (text.includes("\0")) throw invalid("file", "The file is neither .xlsx nor CSV in UTF-8");
  // A file may say first what separates its cells, as Excel writes and reads it. The line stays, empty: lines are counted.
  const [, said] = /^\s*"?sep=([^\s"])"?[^\S\n]*\n/i.exec(text) ?? [];
  const rows = said === undefined ? text : text.replace(/"?sep=[^\s"]"?/i, "");
  const [head = ""] = rows.trimStart().split("\n", 1);
  const delimiter = said ?? [";", "\t", ","].find((sign) => head.includes(sign)) ?? ",";
  try {
    return parse(rows, { delimiter, relax_column_count: true });
  } catch (cause) {
    throw invalid("file", `The file is no CSV that can be read: ${cause instanceof Error ? cause.message : cause}`);
  }
}
