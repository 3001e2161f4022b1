import { strToU8, zipSync } from "fflate";
import type { FieldReason } from "#kernel/field-reasons.ts";

/** A file of people to pay, with the result expected from every upload path. */
export interface SpreadsheetFixture {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The line and the amount of each expected row, or the expected refusal. */
  readonly expected: readonly (readonly [line: number, amount: string])[] | FileRefusal;
}

/** Why a file is refused, with the line if the reason names one. */
export interface FileRefusal {
  readonly reason: FieldReason;
  readonly line: number | null;
}

const refused = (reason: FieldReason, line: number | null = null): FileRefusal => ({ reason, line });

const HEADING = "phone,amount,name";
const JANE = "677123456,500,Jane";
const ONE_ROW = [[2, "500"]] as const;
const TWO_ROWS = [...ONE_ROW, [3, "600"]] as const;

const textFile = (
  name: string,
  content: string,
  expected: SpreadsheetFixture["expected"],
  encoding: BufferEncoding = "utf8",
): SpreadsheetFixture => ({
  ...{ name, expected },
  bytes: new Uint8Array(Buffer.from(content, encoding)),
});
const utf16BigEndian = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, "utf16le").swap16());

/** A workbook with this XML as its only sheet, these shared strings and these styles. */
export function workbookFile(
  sheet_data: string,
  strings: readonly string[] = [],
  sheets = SHEETS,
  styles = "<styleSheet/>",
): Uint8Array {
  return zipSync({
    "xl/workbook.xml": strToU8(`<workbook xmlns:r="r">${sheets}</workbook>`),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships>${["worksheet", "sharedStrings", "styles"]
        .map((kind) => `<Relationship Id="${kind}" Type="http://x/${kind}" Target="${kind}.xml"/>`)
        .join("")}</Relationships>`,
    ),
    "xl/worksheet.xml": strToU8(`<worksheet><sheetData>${sheet_data}</sheetData></worksheet>`),
    "xl/styles.xml": strToU8(styles),
    "xl/sharedStrings.xml": strToU8(
      `<sst>${strings.map((cell_text) => `<si><t>${cell_text}</t></si>`).join("")}</sst>`,
    ),
  });
}
export const SHEETS = '<sheets><sheet name="People" sheetId="1" r:id="worksheet"/></sheets>';

const inlineCell = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEAD_ROW = `<row r="1">${["phone", "amount", "name"].map(inlineCell).join("")}</row>`;

export const SPREADSHEET_FIXTURES: readonly SpreadsheetFixture[] = [
  textFile("UTF-8", `${HEADING}\n677123456,500,Étienne\n`, ONE_ROW),
  textFile("UTF-8 with a byte order mark", `\uFEFF${HEADING}\n677123456,500,Étienne\n`, ONE_ROW),
  textFile("UTF-16, little-endian", `\uFEFF${HEADING}\n677123456,500,Étienne\n`, ONE_ROW, "utf16le"),
  textFile("UTF-16 without a byte order mark", `${HEADING}\n677123456,500,Étienne\n`, ONE_ROW, "utf16le"),
  {
    name: "UTF-16, big-endian",
    bytes: utf16BigEndian(`\uFEFF${HEADING}\n677123456,500,Étienne\n`),
    expected: ONE_ROW,
  },
  {
    name: "UTF-16, truncated in a character",
    bytes: utf16BigEndian(`\uFEFF${HEADING}\n${JANE}`).slice(0, -1),
    expected: refused("file_encoding_mixed", 2),
  },
  textFile("Windows-1252", `${HEADING}\n677123456,500,\xc9tienne\n`, ONE_ROW, "latin1"),
  {
    name: "UTF-8 with a damaged letter",
    bytes: new Uint8Array(
      Buffer.concat([Buffer.from(`${HEADING}\n677123456,500,Éléonore\n677123457,600,`), Buffer.from([0xc3, 0x0a])]),
    ),
    expected: refused("file_encoding_mixed", 3),
  },
  textFile("semicolons", `phone;amount;name\n677123456;500;Jane, B\n`, ONE_ROW),
  textFile("tabs", `phone\tamount\tname\n677123456\t500\tJane; B\n`, ONE_ROW),
  textFile("a named delimiter", `sep=|\nphone|amount|name\n677123456|500|Jane, B\n`, [[3, "500"]]),
  textFile("a comma in a heading's quotes", `name;phone;"amount, in francs";amount\nJane;677123456;x;500\n`, ONE_ROW),
  textFile("CRLF", `${HEADING}\r\n${JANE}\r\n677123457,600,Paul\r\n`, TWO_ROWS),
  textFile("CR", `${HEADING}\r${JANE}\r677123457,600,Paul`, TWO_ROWS),
  textFile("all line ends", `${HEADING}\r${JANE}\r\n677123457,600,Paul\n677123458,700,Anne`, [...TWO_ROWS, [4, "700"]]),
  textFile("line ends in quotes", `${HEADING}\n677123456,500,"a\r\nb\rc\nd"\n677123457,600,Paul`, [
    [2, "500"],
    [6, "600"],
  ]),
  textFile("empty lines", `\n,,\n${HEADING}\n\n${JANE}\n , ,\n677123457,600,Paul\n`, [
    [5, "500"],
    [7, "600"],
  ]),
  textFile("quotation marks in a cell", `${HEADING}\n677123456,500,"Hotel 5"" Akwa"\n`, ONE_ROW),
  textFile("a number stored as text", `${HEADING}\n="677123456",="500",Jane\n`, ONE_ROW),
  textFile("a short row", `amount,phone,name,description\n500,677123456,Jane\n`, ONE_ROW),
  textFile("empty cells beyond the heading", `${HEADING}\n${JANE},,\n`, ONE_ROW),
  textFile(
    "two marks of inches",
    'name,phone,amount\nHotel 5" Akwa,677123456,500\nMarie,699123456,600\nJo 6",677123457,700\nLast,699123457,800',
    refused("file_quotes_invalid", 2),
  ),
  textFile(
    "a stray quotation mark below",
    `${HEADING}\n${JANE}\n677123457,600,Pa"ul\n`,
    refused("file_quotes_invalid", 3),
  ),
  textFile("a space before a quotation mark", `${HEADING}\n677123456,500, "Jane"\n`, refused("file_quotes_invalid", 2)),
  textFile(
    "text after a quotation mark",
    `${HEADING}\n${JANE}\n677123456,500,"Ja"ne\n`,
    refused("file_quotes_invalid", 3),
  ),
  textFile("an unclosed quotation mark", `${HEADING}\n${JANE}\n1,2,"x\n1,2,3\n`, refused("file_quotes_invalid", 3)),
  textFile("a formula with a delimiter", `${HEADING}\n="677,123",500,Jane\n`, refused("file_quotes_invalid", 2)),
  textFile("a cell too many", `${HEADING}\n${JANE}\n677123456,1,500,Jane\n`, refused("file_row_too_wide", 3)),
  textFile("NUL", `${HEADING}\n${JANE}\n677123456,500,Ja\0ne\n`, refused("file_character_invalid", 3)),
  textFile("a control character", `${HEADING}\n677123456,500,Ja\x1bne\n`, refused("file_character_invalid", 2)),
  textFile(
    "an unpaired surrogate",
    `\uFEFF${HEADING}\n677123456,500,Ja\ud800ne\n`,
    refused("file_encoding_mixed", 2),
    "utf16le",
  ),
  textFile("201 columns", `${HEADING}\n${JANE}${",".repeat(198)}x\n`, refused("file_too_many_columns", 2)),
  textFile("a long line", `${HEADING}\n677123456,500,${"x".repeat(100_001)}\n`, refused("file_row_too_long", 2)),
  {
    name: "a workbook",
    bytes: workbookFile(
      `${HEAD_ROW}<row r="3"><c r="A3"><v>677123456</v></c><c r="B3" t="str"><f>A1</f><v>500</v></c><c r="C3" t="s"><v>0</v></c></row>`,
      ["&#201;tienne &amp; fils"],
    ),
    expected: [[3, "500"]],
  },
  {
    name: "a workbook with a cell at the end of the world",
    bytes: workbookFile(`${HEAD_ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
    expected: refused("file_too_many_columns", 1_048_576),
  },
  {
    name: "a workbook whose cells are a text that is not there",
    bytes: workbookFile(`${HEAD_ROW}<row r="2"><c t="s"><v>7</v></c></row>`),
    expected: refused("file_unreadable"),
  },
  textFile("a zip of nothing", "PK\u0003\u0004", refused("file_unreadable")),
];
