import { strToU8, zipSync } from "fflate";

/** A file of people to pay, with the result expected from every upload path. */
export interface OddFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The line and the amount of each row, or the reason for a refusal. */
  readonly gives: readonly (readonly [line: number, amount: string])[] | RegExp;
}

const HEAD = "phone,amount,name";
const JANE = "677123456,500,Jane";
const ONE = [[2, "500"]] as const;
const TWO = [...ONE, [3, "600"]] as const;

const text = (name: string, content: string, gives: OddFile["gives"], encoding: BufferEncoding = "utf8"): OddFile => ({
  ...{ name, gives },
  bytes: new Uint8Array(Buffer.from(content, encoding)),
});
const swapped = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, "utf16le").swap16());

/** A workbook with this XML as its only sheet, and these shared strings. */
export function aWorkbook(sheet_data: string, strings: readonly string[] = [], sheets = SHEETS): Uint8Array {
  return zipSync({
    "xl/workbook.xml": strToU8(`<workbook xmlns:r="r">${sheets}</workbook>`),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships>${["worksheet", "sharedStrings", "styles"]
        .map((kind) => `<Relationship Id="${kind}" Type="http://x/${kind}" Target="${kind}.xml"/>`)
        .join("")}</Relationships>`,
    ),
    "xl/worksheet.xml": strToU8(`<worksheet><sheetData>${sheet_data}</sheetData></worksheet>`),
    "xl/sharedStrings.xml": strToU8(`<sst>${strings.map((one) => `<si><t>${one}</t></si>`).join("")}</sst>`),
  });
}
const SHEETS = '<sheets><sheet name="People" sheetId="1" r:id="worksheet"/></sheets>';

const inline = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEAD_ROW = `<row r="1">${["phone", "amount", "name"].map(inline).join("")}</row>`;

export const ODD_FILES: readonly OddFile[] = [
  text("UTF-8", `${HEAD}\n677123456,500,Étienne\n`, ONE),
  text("UTF-8 with its mark", `\uFEFF${HEAD}\n677123456,500,Étienne\n`, ONE),
  text("UTF-16, little end first", `\uFEFF${HEAD}\n677123456,500,Étienne\n`, ONE, "utf16le"),
  text("UTF-16 without its mark", `${HEAD}\n677123456,500,Étienne\n`, ONE, "utf16le"),
  { name: "UTF-16, big end first", bytes: swapped(`\uFEFF${HEAD}\n677123456,500,Étienne\n`), gives: ONE },
  {
    name: "UTF-16, cut in a letter",
    bytes: swapped(`\uFEFF${HEAD}\n${JANE}`).slice(0, -1),
    gives: /^Line 2 is not valid UTF-16/,
  },
  text("Windows-1252", `${HEAD}\n677123456,500,\xc9tienne\n`, ONE, "latin1"),
  {
    name: "UTF-8 with a damaged letter",
    bytes: new Uint8Array(
      Buffer.concat([Buffer.from(`${HEAD}\n677123456,500,Éléonore\n677123457,600,`), Buffer.from([0xc3, 0x0a])]),
    ),
    gives: /^Line 3 is not valid UTF-8/,
  },
  text("semicolons", `phone;amount;name\n677123456;500;Jane, B\n`, ONE),
  text("tabs", `phone\tamount\tname\n677123456\t500\tJane; B\n`, ONE),
  text("the delimiter named", `sep=|\nphone|amount|name\n677123456|500|Jane, B\n`, [[3, "500"]]),
  text("a comma in a heading's quotes", `name;phone;"amount, in francs";amount\nJane;677123456;x;500\n`, ONE),
  text("CRLF", `${HEAD}\r\n${JANE}\r\n677123457,600,Paul\r\n`, TWO),
  text("CR", `${HEAD}\r${JANE}\r677123457,600,Paul`, TWO),
  text("all line ends", `${HEAD}\r${JANE}\r\n677123457,600,Paul\n677123458,700,Anne`, [...TWO, [4, "700"]]),
  text("line ends in quotes", `${HEAD}\n677123456,500,"a\r\nb\rc\nd"\n677123457,600,Paul`, [
    [2, "500"],
    [6, "600"],
  ]),
  text("empty lines", `\n,,\n${HEAD}\n\n${JANE}\n , ,\n677123457,600,Paul\n`, [
    [5, "500"],
    [7, "600"],
  ]),
  text("quotation marks in a cell", `${HEAD}\n677123456,500,"Hotel 5"" Akwa"\n`, ONE),
  text("a number kept a text", `${HEAD}\n="677123456",="500",Jane\n`, ONE),
  text("a short row", `amount,phone,name,description\n500,677123456,Jane\n`, ONE),
  text("empty cells beyond the heading", `${HEAD}\n${JANE},,\n`, ONE),
  text(
    "two marks of inches",
    'name,phone,amount\nHotel 5" Akwa,677123456,500\nMarie,699123456,600\nJo 6",677123457,700\nLast,699123457,800',
    /^Line 2 has a quotation mark inside a cell/,
  ),
  text(
    "a stray quotation mark below",
    `${HEAD}\n${JANE}\n677123457,600,Pa"ul\n`,
    /^Line 3 has a quotation mark inside/,
  ),
  text("a space before a quotation mark", `${HEAD}\n677123456,500, "Jane"\n`, /^Line 2 has a quotation mark inside/),
  text("text behind a quotation mark", `${HEAD}\n${JANE}\n677123456,500,"Ja"ne\n`, /^Line 3 has text behind/),
  text("a quotation mark that stays open", `${HEAD}\n${JANE}\n1,2,"x\n1,2,3\n`, /^Line 3 opens a quotation mark/),
  text("a formula with a delimiter", `${HEAD}\n="677,123",500,Jane\n`, /^Line 2 has a formula/),
  text(
    "a cell too many",
    `${HEAD}\n${JANE}\n677123456,1,500,Jane\n`,
    /^Line 3 has 4 cells, and the heading in line 1 has 3/,
  ),
  text("NUL", `${HEAD}\n${JANE}\n677123456,500,Ja\0ne\n`, /^Line 3 has a character/),
  text("a control character", `${HEAD}\n677123456,500,Ja\x1bne\n`, /^Line 2 has a character/),
  text("half a letter", `\uFEFF${HEAD}\n677123456,500,Ja\ud800ne\n`, /^Line 2 is not valid UTF-16/, "utf16le"),
  text("201 columns", `${HEAD}\n${JANE}${",".repeat(198)}x\n`, /^Line 2 has more than 200 columns/),
  text("a long line", `${HEAD}\n677123456,500,${"x".repeat(100_001)}\n`, /^Line 2 has more than 100,000 characters/),
  {
    name: "a workbook",
    bytes: aWorkbook(
      `${HEAD_ROW}<row r="3"><c r="A3"><v>677123456</v></c><c r="B3" t="str"><f>A1</f><v>500</v></c><c r="C3" t="s"><v>0</v></c></row>`,
      ["&#201;tienne &amp; fils"],
    ),
    gives: [[3, "500"]],
  },
  {
    name: "a workbook with a cell at the end of the world",
    bytes: aWorkbook(`${HEAD_ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
    gives: /^Line 1048576 has more than 200 columns/,
  },
  {
    name: "a workbook whose cells are a text that is not there",
    bytes: aWorkbook(`${HEAD_ROW}<row r="2"><c t="s"><v>7</v></c></row>`),
    gives: /^The file is no workbook that can be read \(row 2 refers/,
  },
  text("a zip of nothing", "PK\u0003\u0004", /^The file is no workbook/),
];
