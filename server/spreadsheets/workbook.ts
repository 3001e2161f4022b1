import { posix } from "node:path";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { DAY_MS, SECOND_MS } from "#kernel/time.ts";
import { tooManyColumnsError } from "./csv.ts";
import { CELLS_MAX, COLUMNS_MAX, UNPACKED_LIMIT_BYTES } from "./limits.ts";
import type { Cell, Row } from "./read-table.ts";
import { parseInChunks, parseXml } from "./xml.ts";
import { type ArchiveFile, newBudget, readArchive, type UnpackBudget, UnpackLimitError } from "./zip.ts";

const ZIP_SIGNATURE = Buffer.from("PK\u0003\u0004", "latin1");

export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, ZIP_SIGNATURE.length)).equals(ZIP_SIGNATURE);
}

/**
 * Streams the rows of a workbook's first visible sheet (ECMA-376). Memory holds only one chunk and one row of the
 * sheet, and gaps between cells or rows cost nothing. Throws `bad_request` under `file`.
 */
export async function* workbookRows(bytes: Uint8Array): AsyncGenerator<Row> {
  try {
    const parts = readArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const budget = newBudget();
    const workbook = await readWorkbook(parts, budget);
    yield* sheetRows(workbook, budget);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    if (cause instanceof UnpackLimitError) {
      throw badRequest(
        "file",
        "file_too_large_unpacked",
        `The file unpacks to more than ${UNPACKED_LIMIT_BYTES / 1024 / 1024} MiB: split it`,
        { maximum_mib: UNPACKED_LIMIT_BYTES / 1024 / 1024 },
      );
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw badRequest("file", "file_unreadable", `The file is no workbook that can be read (${reason}): save it again`);
  }
}

interface Workbook {
  readonly sheet: ArchiveFile;
  /** The shared strings; cells refer to them by index. */
  readonly strings: readonly string[];
  /** Whether the style of this index formats a number as a date. */
  readonly dates: readonly boolean[];
  /** Day 0 of the dates, in milliseconds since 1970. */
  readonly epoch_ms: number;
}

type ArchiveFiles = ReadonlyMap<string, ArchiveFile>;

// Day 0 of a workbook's dates is 30 December 1899, or 1 January 1904 if the workbook sets that system.
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

async function readWorkbook(parts: ArchiveFiles, budget: UnpackBudget): Promise<Workbook> {
  const sheets: (string | undefined)[] = [];
  let epoch_ms = EPOCH_MS;
  await parseXml(requireFile(parts, "xl/workbook.xml"), budget, {
    open(name, attribute) {
      if (name === "sheet" && (attribute("state") ?? "visible") === "visible") sheets.push(attribute("id"));
      if (name === "workbookPr" && ["1", "true"].includes(attribute("date1904") ?? "")) epoch_ms = EPOCH_1904_MS;
    },
  });
  const targets = new Map<string, string>();
  await parseXml(requireFile(parts, "xl/_rels/workbook.xml.rels"), budget, {
    open(name, attribute) {
      const kind = /\/(worksheet|sharedStrings|styles)$/.exec(attribute("Type") ?? "")?.[1];
      if (name !== "Relationship" || kind === undefined) return;
      const key = kind === "worksheet" ? attribute("Id") : kind;
      // A target is relative to the workbook, or absolute.
      targets.set(key ?? "", posix.resolve("/xl", attribute("Target") ?? "").slice(1));
    },
  });
  const first = sheets.find((id) => id !== undefined && targets.has(id)) ?? "";
  const optional = (kind: string): ArchiveFile | undefined => parts.get(targets.get(kind) ?? "");
  return {
    sheet: requireFile(parts, targets.get(first) ?? "a visible sheet"),
    strings: await readStrings(optional("sharedStrings"), budget),
    dates: await readDates(optional("styles"), budget),
    epoch_ms,
  };
}

function requireFile(parts: ArchiveFiles, name: string): ArchiveFile {
  const part = parts.get(name);
  if (!part) throw new Error(`it does not have ${name}`);
  return part;
}

async function readStrings(part: ArchiveFile | undefined, budget: UnpackBudget): Promise<readonly string[]> {
  const strings: string[] = [];
  if (!part) return strings;
  const text = textReader();
  await parseXml(part, budget, {
    open(name) {
      if (name === "si") text.begin();
      text.open(name);
    },
    text: text.add,
    close(name) {
      text.close(name);
      if (name === "si") strings.push(text.end());
      if (strings.length > CELLS_MAX) throw new Error("it has too many texts");
    },
  });
  return strings;
}

/** Returns handlers that read a text of one or several runs: everything in `t`, except its pronunciation (`rPh`). */
function textReader() {
  let [text, is_text, is_phonetic] = ["", false, false];
  return {
    begin(): void {
      text = "";
    },
    open(name: string): void {
      if (name === "rPh") is_phonetic = true;
      if (name === "t") is_text = true;
    },
    add(chunk: string): void {
      if (is_text && !is_phonetic) text += chunk;
    },
    close(name: string): void {
      if (name === "rPh") is_phonetic = false;
      if (name === "t") is_text = false;
    },
    end: (): string => unescapeText(text),
  };
}

/** Decodes characters that XML cannot contain, written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
function unescapeText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function readDates(part: ArchiveFile | undefined, budget: UnpackBudget): Promise<readonly boolean[]> {
  const formats = new Map<number, boolean>();
  const dates: boolean[] = [];
  if (!part) return dates;
  let is_cell_style = false;
  await parseXml(part, budget, {
    open(name, attribute) {
      const id = Number(attribute("numFmtId") ?? 0);
      if (name === "cellXfs") is_cell_style = true;
      if (name === "numFmt") formats.set(id, isDateFormat(attribute("formatCode") ?? ""));
      if (name === "xf" && is_cell_style) dates.push(formats.get(id) ?? isBuiltInDate(id));
    },
    close(name) {
      if (name === "cellXfs") is_cell_style = false;
    },
  });
  return dates;
}

/**
 * Whether a format number is one of the built-in date formats: those of all languages, of East Asian ones, and of
 * durations (ECMA-376 part 1, 18.8.30).
 */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

// The longest format that Excel accepts.
const FORMAT_CHARACTERS_MAX = 255;

/** Whether a format has a date part, outside of quoted and escaped text, colours and currencies. */
function isDateFormat(code: string): boolean {
  if (code.length > FORMAT_CHARACTERS_MAX) throw new Error("it has a number format that is too long");
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ""));
}

async function* sheetRows(workbook: Workbook, budget: UnpackBudget): AsyncGenerator<Row> {
  const ready: Row[] = [];
  const text = textReader();
  let row: { readonly line: number; readonly cells: Cell[] } = { line: 0, cells: [] };
  let cell = { column: -1, type: "n", style: 0, value: "" };
  let is_value = false;
  let cell_count = 0;
  const sheet = parseInChunks(workbook.sheet, budget, {
    open(name, attribute) {
      text.open(name);
      is_value = name === "v";
      if (name === "row") {
        const line = Number(attribute("r") ?? row.line + 1);
        if (!(Number.isInteger(line) && line > row.line)) throw new Error("its rows are out of order");
        row = { line, cells: [] };
        cell = { column: -1, type: "n", style: 0, value: "" };
      } else if (name === "c") {
        cell_count += 1;
        if (cell_count > CELLS_MAX) throw new Error(`it has more than ${CELLS_MAX.toLocaleString("en")} cells`);
        const column = columnOf(attribute("r"), cell.column + 1);
        if (column <= cell.column) throw new Error(`the cells of row ${row.line} are out of order`);
        cell = { column, type: attribute("t") ?? "n", style: Number(attribute("s") ?? 0), value: "" };
        text.begin();
      }
    },
    text(chunk) {
      if (is_value) cell.value += chunk;
      text.add(chunk);
    },
    close(name) {
      text.close(name);
      is_value = false;
      if (name === "row") ready.push(row);
      if (name !== "c") return;
      const value = cell.type === "inlineStr" ? text.end() : cellValue(cell, workbook, row.line);
      if (value === "") return;
      if (cell.column >= COLUMNS_MAX) throw tooManyColumnsError(row.line);
      while (row.cells.length < cell.column) row.cells.push("");
      row.cells.push(value);
    },
  });
  for await (const _ of sheet) yield* ready.splice(0);
}

/** The column index of an address: `C7` is 2. */
function columnOf(address: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(address ?? "")?.[0];
  if (letters === undefined) return next;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * Returns a cell's value. A formula's value is its last computed result; an error such as #REF! is its displayed text.
 */
function cellValue(
  { type, style, value }: { readonly type: string; readonly style: number; readonly value: string },
  { strings, dates, epoch_ms }: Workbook,
  line: number,
): Cell {
  if (value === "") return "";
  if (type === "s") {
    const text = strings[Number(value)];
    if (text === undefined) throw new Error(`row ${line} refers to a text that is not there`);
    return text;
  }
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return unescapeText(value);
  // A spreadsheet computes with 15 digits; further digits of a double are rounding errors.
  const number = Number(Number(value).toPrecision(15));
  if (!Number.isFinite(number)) throw new Error(`row ${line} has a number that is none`);
  if (!dates[style]) return number;
  const at = new Date(epoch_ms + Math.round((number * DAY_MS) / SECOND_MS) * SECOND_MS);
  return Number.isNaN(at.getTime()) ? number : at;
}
