import { badRequest, type ServiceError } from "#kernel/errors.ts";
import { COLUMNS_MAX, ROW_CHARACTERS_MAX } from "./limits.ts";
import type { Row } from "./read-table.ts";

const QUOTE = '"';
const DELIMITERS = [",", ";", "\t"];
// The first line of a file may name its delimiter, a convention of Excel.
const NAMED_DELIMITER = /^\s*"?sep=([!#-&(-/:;<>-@[-`{-~]|\t)"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i;
const LINE_END = /\r\n|\r|\n/g;

/**
 * Parses a CSV file by RFC 4180 into rows, each with its first line number; empty rows are included. A line ends with
 * LF, CR or both, and a file may mix them. The delimiter is the one named by the file. Otherwise it is the most
 * frequent of comma, semicolon and tab in the heading.
 *
 * Throws `bad_request`, with the line, for quotation marks that violate RFC 4180: guessing the end of a cell could
 * merge many rows.
 *
 * One exception: `="677123456"`, which many programs write to keep a number a text, is the cell `677123456`.
 */
export function* csvRows(text: string): Generator<Row> {
  const [named = "", given] = NAMED_DELIMITER.exec(text) ?? [];
  const delimiter = given ?? delimiterOf(text);
  const plain = new RegExp(`[^"\\r\\n\\u{${delimiter.charCodeAt(0).toString(16)}}]*`, "uy");
  let place = named.length;
  let line = 1 + countLineEnds(named);

  function readPlain(): string {
    plain.lastIndex = place;
    const cell = plain.exec(text)?.[0] ?? "";
    place += cell.length;
    if (text[place] !== QUOTE) return cell;
    return cell === "="
      ? readKeptText()
      : refuse(line, "has a quotation mark inside a cell that does not begin with one");
  }

  function readKeptText(): string {
    plain.lastIndex = place + 1;
    const cell = plain.exec(text)?.[0] ?? "";
    const end = place + 1 + cell.length;
    if (text[end] !== QUOTE || !isCellEnd(end + 1)) return refuse(line, "has a formula with quotation marks in it");
    place = end + 1;
    return cell;
  }

  function readQuoted(): string {
    const opened_on = line;
    const begin = place + 1;
    let end = text.indexOf(QUOTE, begin);
    while (end >= 0 && text[end + 1] === QUOTE) end = text.indexOf(QUOTE, end + 2);
    if (end < 0) return refuse(opened_on, "opens a quotation mark that is never closed");
    const cell = text.slice(begin, end);
    line += countLineEnds(cell);
    if (!isCellEnd(end + 1)) return refuse(line, "has text behind a closing quotation mark");
    place = end + 1;
    return cell.replaceAll(QUOTE + QUOTE, QUOTE);
  }

  function isCellEnd(at: number): boolean {
    const sign = text[at];
    return sign === undefined || sign === delimiter || sign === "\n" || sign === "\r";
  }

  while (place < text.length) {
    const row: { readonly line: number; readonly cells: string[] } = { line, cells: [] };
    const begin = place;
    for (;;) {
      row.cells.push(text[place] === QUOTE ? readQuoted() : readPlain());
      if (row.cells.length > COLUMNS_MAX) throw tooWide(row.line);
      if (place - begin > ROW_CHARACTERS_MAX) throw tooLong(row.line);
      if (text[place] !== delimiter) break;
      place += 1;
    }
    if (place < text.length) {
      place += text.startsWith("\r\n", place) ? 2 : 1;
      line += 1;
    }
    yield row;
  }
}

export function tooWide(line: number): ServiceError {
  return badRequest("file", `Line ${line} has more than ${COLUMNS_MAX} columns`);
}

export function tooLong(line: number): ServiceError {
  return badRequest("file", `Line ${line} has more than ${ROW_CHARACTERS_MAX.toLocaleString("en")} characters`);
}

function refuse(line: number, what: string): never {
  throw badRequest("file", `Line ${line} ${what}: ${QUOTES_HINT}`);
}

const QUOTES_HINT = 'put the whole cell in quotation marks, and write each one inside it twice ("Hotel 5"" Akwa")';

function countLineEnds(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

/** The most frequent delimiter in the first row with content, outside of quotation marks. */
function delimiterOf(text: string): string {
  const counts = new Map(DELIMITERS.map((sign) => [sign, 0]));
  let is_quoted = false;
  let is_heading = false;
  let begin = 0;
  for (let place = 0; place < text.length && place - begin <= ROW_CHARACTERS_MAX; place += 1) {
    const sign = text.charAt(place);
    const count = counts.get(sign);
    if (sign === QUOTE) is_quoted = !is_quoted;
    else if (is_quoted) is_heading ||= sign.trim() !== "";
    else if (count !== undefined) counts.set(sign, count + 1);
    else if (sign.trim() !== "") is_heading = true;
    else if (sign === "\n" || sign === "\r") {
      if (is_heading) break;
      for (const each of DELIMITERS) counts.set(each, 0);
      begin = place;
    }
  }
  return DELIMITERS.reduce((most, sign) => ((counts.get(sign) ?? 0) > (counts.get(most) ?? 0) ? sign : most));
}
