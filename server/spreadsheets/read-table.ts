import { setImmediate } from "node:timers/promises";
import { badRequest } from "#kernel/errors.ts";
import { csvRows, rowTooLongError, tooManyColumnsError } from "./csv.ts";
import { decodeText } from "./decode-text.ts";
import { CELLS_MAX, CHARACTERS_MAX, COLUMNS_MAX, FILE_LIMIT_BYTES, LINES_MAX, ROW_CHARACTERS_MAX } from "./limits.ts";
import { isWorkbook, workbookRows } from "./workbook.ts";

/** The value of a cell. Only workbooks have numbers and dates; CSV has texts. An empty cell is "". */
export type Cell = string | number | Date;

export interface Row {
  /** The row's first line in the file, from 1; in a workbook the row's number. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** A file of rows below a heading. Empty rows are left out. */
export interface Table {
  readonly heading: Row;
  readonly rows: readonly Row[];
}

// The first bytes of older Excel workbooks (.xls), and of encrypted ones of any version.
const COMPOUND_FILE_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
// Yields to the event loop after this many rows, about one millisecond of work.
const ROWS_PER_TICK = 2_000;
// Control characters for terminals and printers, except tabs and line ends: no spreadsheet writes them.
const CONTROL = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/u;

/**
 * Reads a file with rows, for every kind of upload: a workbook (.xlsx, its first visible sheet) or CSV, detected by
 * content, not by name. Texts are trimmed, and empty cells at the ends of rows removed.
 *
 * Throws `bad_request` under `file`, with the line if known, for a file that is broken, too large, or ambiguous.
 *
 * `rows_max`: the most rows below the heading.
 */
export async function readTable(bytes: Uint8Array, rows_max = LINES_MAX): Promise<Table> {
  if (bytes.length > FILE_LIMIT_BYTES) {
    throw badRequest(
      "file",
      "file_too_large",
      `The file has more than ${FILE_LIMIT_BYTES / 1024 / 1024} MiB: split it`,
      { maximum_mib: FILE_LIMIT_BYTES / 1024 / 1024 },
    );
  }
  if (Buffer.from(bytes.subarray(0, COMPOUND_FILE_SIGNATURE.length)).equals(COMPOUND_FILE_SIGNATURE)) {
    throw badRequest(
      "file",
      "file_encrypted",
      "The file is encrypted, or an .xls: save it as .xlsx without a password",
    );
  }
  return collect(isWorkbook(bytes) ? workbookRows(bytes) : csvRows(decodeText(bytes)), rows_max);
}

/**
 * The text of a cell as a spreadsheet shows it: a number without thousands separators, a date as YYYY-MM-DD HH:MM:SS.
 */
export function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace("T", " ").replace(" 00:00:00", "");
  return cell === undefined ? "" : String(cell);
}

async function collect(source: Iterable<Row> | AsyncIterable<Row>, rows_max: number): Promise<Table> {
  const rows: Row[] = [];
  let heading: Row | null = null;
  let [row_count, cell_count, character_count] = [0, 0, 0];
  for await (const raw of source) {
    row_count += 1;
    if (row_count % ROWS_PER_TICK === 0) await setImmediate();
    if (raw.line > LINES_MAX || row_count > LINES_MAX) {
      throw badRequest(
        "file",
        "file_too_many_lines",
        `The file has more than ${LINES_MAX.toLocaleString("en")} lines`,
        { maximum: LINES_MAX },
      );
    }
    const row = trimAndCheckRow(raw);
    if (row.cells.length === 0) continue;
    cell_count += row.cells.length;
    character_count += charactersOf(row);
    if (cell_count > CELLS_MAX || character_count > CHARACTERS_MAX) {
      throw badRequest("file", "file_too_complex", `The file has too much in it, up to line ${row.line}: split it`, {
        line: row.line,
      });
    }
    if (heading === null) {
      heading = row;
      continue;
    }
    checkWidth(row, heading);
    rows.push(row);
    if (rows.length > rows_max) {
      throw badRequest(
        "file",
        "file_too_many_rows",
        `The file has more than ${rows_max.toLocaleString("en")} rows: split it`,
        { maximum: rows_max },
      );
    }
  }
  return { heading: heading ?? { line: 1, cells: [] }, rows };
}

function trimAndCheckRow({ line, cells }: Row): Row {
  const trimmed = cells.map((cell) => (typeof cell === "string" ? cell.trim() : cell));
  const last = trimmed.findLastIndex((cell) => cell !== "");
  if (last >= COLUMNS_MAX) throw tooManyColumnsError(line);
  for (const cell of trimmed) {
    if (typeof cell === "string" && (CONTROL.test(cell) || !cell.isWellFormed())) {
      throw badRequest(
        "file",
        "file_character_invalid",
        `Line ${line} has a character that is no part of a text, such as NUL: remove it`,
        { line },
      );
    }
  }
  return { line, cells: trimmed.slice(0, last + 1) };
}

function charactersOf({ line, cells }: Row): number {
  const characters = cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 1), 0);
  if (characters > ROW_CHARACTERS_MAX) throw rowTooLongError(line);
  return characters;
}

/** A cell beyond the heading has no meaning. It also shows that an unquoted delimiter has split a cell in two. */
function checkWidth({ line, cells }: Row, heading: Row): void {
  if (cells.length <= heading.cells.length) return;
  throw badRequest(
    "file",
    "file_row_too_wide",
    `Line ${line} has ${cells.length} cells, and the heading in line ${heading.line} has ${heading.cells.length}`,
    { line, cells: cells.length, heading_line: heading.line, heading_cells: heading.cells.length },
  );
}
