import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type CsvFormat, createCsv, escapeFormulas, formatAmount } from "./csv.ts";

const ENGLISH: CsvFormat = { separator: ",", language: "en", time_zone: "Africa/Douala" };
const FRENCH: CsvFormat = { separator: ";", language: "fr", time_zone: "Africa/Douala" };

describe("a CSV file", () => {
  it("has a UTF-8 byte order mark, a heading line and the line ends of RFC 4180", () => {
    const { head, line } = createCsv(["name", "amount", "currency"], ENGLISH);
    assert.equal(head, "\uFEFFName,Amount,Currency\r\n");
    assert.equal(
      line({ name: 'Awa "A", Diallo', amount: 1_250n, currency: "XAF" }),
      '"Awa ""A"", Diallo",1250,XAF\r\n',
    );
    assert.equal(line({ name: "a\nb", amount: 1_250n, currency: "EUR" }), '"a\nb",12.50,EUR\r\n');
    assert.equal(line({ name: null, amount: null, currency: "XAF" }), ",,XAF\r\n");
  });

  it("contains no formula of a spreadsheet, and leaves numbers unchanged", () => {
    const { line } = createCsv(["text"], FRENCH);
    const cellOf = (text: string): string => line({ text }).trimEnd();
    assert.equal(cellOf('=HYPERLINK("http://x")'), '"\'=HYPERLINK(""http://x"")"');
    for (const text of ["+SUM(1)", "-2+3", "@import", "\tx", "＝1+1", "＋1", "－1", "＠x"]) {
      assert.match(cellOf(text), /^"?'/, text);
    }
    assert.equal(cellOf("\n=1+1"), `"'\n'=1+1"`);
    for (const text of ["12.50", "Salaires - mars", "a=b", "http://x/?a=1", "jane@example.cm"]) {
      assert.equal(cellOf(text), text);
    }
  });

  it("round-trips any text", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => {
        const columns = texts.map((_, index) => `c${index}`);
        const { line } = createCsv(columns, ENGLISH);
        const cells = cellsOf(line(Object.fromEntries(columns.map((column, index) => [column, texts[index]]))));
        assert.deepEqual(
          cells.map((cell) => cell.replaceAll("'", "")),
          texts.map((text) => text.replaceAll("'", "")),
        );
      }),
    );
  });

  it("contains no formula for a spreadsheet with another separator", () => {
    assert.equal(escapeFormulas("x;=1+1;y"), "x;'=1+1;y");
    assert.equal(escapeFormulas("a -"), "a '-");
    const rows = fc.array(fc.string({ unit: fc.constantFrom("a", "=", "+", "-", "@", '"', ...ENDS, "1") }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom(ENGLISH, FRENCH), fc.constantFrom(...ENDS), (texts, reader, end) => {
        const columns = texts.map((_, index) => `c${index}`);
        const { line } = createCsv(columns, reader);
        const written = line(Object.fromEntries(columns.map((column, index) => [column, texts[index]])));
        // However a spreadsheet treats quotation marks, no piece between two separators begins a formula.
        for (const piece of written.split(end)) assert.doesNotMatch(piece, /^["\s]*[=+@]|^["\s]*-(?=\S)/);
      }),
    );
  });

  it("writes dates in a spreadsheet's form, in the heading's time zone and the reader's language", () => {
    const [english, french] = [ENGLISH, FRENCH].map((reader) => createCsv(["created_at"], reader));
    assert.equal(english?.head, "\uFEFFCreated (Africa/Douala)\r\n");
    assert.equal(french?.head, "\uFEFFCréé (Africa/Douala)\r\n");
    assert.equal(english?.line({ created_at: "2026-03-01T23:30:05.123456Z" }), "2026-03-02 00:30:05\r\n");
  });

  it("keeps phone and account numbers as texts, and amounts as numbers", () => {
    const { line } = createCsv(["phone", "account_number", "reference", "amount", "currency"], ENGLISH);
    assert.equal(
      line({ phone: "+237677123456", account_number: "0011", reference: "007", amount: -500n, currency: "XAF" }),
      "'+237677123456,'0011,'007,-500,XAF\r\n",
    );
    for (const text of ["237677123456", "1e5", "12e-3", "1,5E+10", "00"])
      assert.equal(escapeFormulas(text), `'${text}`);
    for (const text of ["12", "1.5", "INV-007", "2026-03-01"]) assert.equal(escapeFormulas(text), text);
  });

  it("writes amounts in whole units, without floating point", () => {
    assert.equal(formatAmount(9_007_199_254_740_993n, "EUR"), "90071992547409.93");
    assert.equal(formatAmount(-5n, "EUR"), "-0.05");
    assert.equal(formatAmount(5n, "TND"), "0.005");
  });
});

const ENDS = [",", ";", "\t", "|", ":", "\n", "\r", " "] as const;

/** Parses one line by RFC 4180. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/s.exec(rest);
    assert.ok(match);
    cells.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "") return cells;
    rest = rest.slice(match[0].length);
  }
}
