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
  const [delimiter_line = "", named_delimiter] = NAMED_DELIMITER.exec(text) ?? [];
  const delimiter = named_delimiter ?? delimiterOf(text);
  const unquoted = new RegExp(`[^"\\r\\n\\u{${delimiter.charCodeAt(0).toString(16)}}]*`, "uy");
  let position = delimiter_line.length;
  let line = 1 + countLineEnds(delimiter_line);

  function readUnquoted(): string {
    unquoted.lastIndex = position;
    const cell = unquoted.exec(text)?.[0] ?? "";
    position += cell.length;
    if (text[position] !== QUOTE) return cell;
    return cell === "=" ? readTextFormula() : failLine(line, "inside_cell");
  }

  function readTextFormula(): string {
    unquoted.lastIndex = position + 1;
    const cell = unquoted.exec(text)?.[0] ?? "";
    const end = position + 1 + cell.length;
    if (text[end] !== QUOTE || !isCellEnd(end + 1)) return failLine(line, "formula");
    position = end + 1;
    return cell;
  }

  function readQuoted(): string {
    const opened_on = line;
    const begin = position + 1;
    let end = text.indexOf(QUOTE, begin);
    while (end >= 0 && text[end + 1] === QUOTE) end = text.indexOf(QUOTE, end + 2);
    if (end < 0) return failLine(opened_on, "unclosed");
    const cell = text.slice(begin, end);
    line += countLineEnds(cell);
    if (!isCellEnd(end + 1)) return failLine(line, "text_behind");
    position = end + 1;
    return cell.replaceAll(QUOTE + QUOTE, QUOTE);
  }

  function isCellEnd(at: number): boolean {
    const character = text[at];
    return character === undefined || character === delimiter || character === "\n" || character === "\r";
  }

  while (position < text.length) {
    const row: { readonly line: number; readonly cells: string[] } = { line, cells: [] };
    const begin = position;
    for (;;) {
      row.cells.push(text[position] === QUOTE ? readQuoted() : readUnquoted());
      if (row.cells.length > COLUMNS_MAX) throw tooManyColumnsError(row.line);
      if (position - begin > ROW_CHARACTERS_MAX) throw rowTooLongError(row.line);
      if (text[position] !== delimiter) break;
      position += 1;
    }
    if (position < text.length) {
      position += text.startsWith("\r\n", position) ? 2 : 1;
      line += 1;
    }
    yield row;
  }
}

export function tooManyColumnsError(line: number): ServiceError {
  return badRequest("file", "file_too_many_columns", `Line ${line} has more than ${COLUMNS_MAX} columns`, {
    line,
    maximum: COLUMNS_MAX,
  });
}

export function rowTooLongError(line: number): ServiceError {
  return badRequest(
    "file",
    "file_row_too_long",
    `Line ${line} has more than ${ROW_CHARACTERS_MAX.toLocaleString("en")} characters`,
    { line, maximum: ROW_CHARACTERS_MAX },
  );
}

function failLine(line: number, problem: keyof typeof QUOTE_PROBLEMS): never {
  const message = `Line ${line} ${QUOTE_PROBLEMS[problem]}: ${QUOTES_HINT}`;
  throw badRequest("file", "file_quotes_invalid", message, { line, problem });
}

const QUOTE_PROBLEMS = {
  inside_cell: "has a quotation mark inside a cell that does not begin with one",
  formula: "has a formula with quotation marks in it",
  unclosed: "opens a quotation mark that is never closed",
  text_behind: "has text behind a closing quotation mark",
};
const QUOTES_HINT = 'put the whole cell in quotation marks, and write each one inside it twice ("Hotel 5"" Akwa")';

function countLineEnds(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

/** The most frequent delimiter in the first row with content, outside of quotation marks. */
function delimiterOf(text: string): string {
  const counts = new Map(DELIMITERS.map((character) => [character, 0]));
  let is_quoted = false;
  let is_heading = false;
  let begin = 0;
  for (let index = 0; index < text.length && index - begin <= ROW_CHARACTERS_MAX; index += 1) {
    const character = text.charAt(index);
    const count = counts.get(character);
    if (character === QUOTE) is_quoted = !is_quoted;
    else if (is_quoted) is_heading ||= character.trim() !== "";
    else if (count !== undefined) counts.set(character, count + 1);
    else if (character.trim() !== "") is_heading = true;
    else if (character === "\n" || character === "\r") {
      if (is_heading) break;
      for (const delimiter of DELIMITERS) counts.set(delimiter, 0);
      begin = index;
    }
  }
  return DELIMITERS.reduce((best, character) =>
    (counts.get(character) ?? 0) > (counts.get(best) ?? 0) ? character : best,
  );
}
