import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { csv, inWholeUnits } from "./csv.ts";

describe("a file of rows", () => {
  it("says that it is UTF-8, names its columns and ends each line as RFC 4180 does", () => {
    const { head, line } = csv(["name", "amount", "currency"], ",");
    assert.equal(head, "\uFEFFname,amount,currency\r\n");
    assert.equal(
      line({ name: 'Awa "A", Diallo', amount: 1_250n, currency: "XAF" }),
      '"Awa ""A"", Diallo",1250,XAF\r\n',
    );
    assert.equal(line({ name: "a\nb", amount: 1_250n, currency: "EUR" }), '"a\nb",12.50,EUR\r\n');
    assert.equal(line({ name: null, amount: null, currency: "XAF" }), ",,XAF\r\n");
  });

  it("holds nothing that a spreadsheet would calculate, and leaves numbers as they are", () => {
    const { line } = csv(["text"], ";");
    const cellOf = (text: string): string => line({ text }).trimEnd();
    assert.equal(cellOf('=HYPERLINK("http://x")'), '"\'=HYPERLINK(""http://x"")"');
    for (const text of ["+SUM(1)", "-2+3", "@import", "\tx", "＝1+1", "＋1", "－1", "＠x"]) {
      assert.ok(cellOf(text).startsWith("'"), text);
    }
    assert.equal(cellOf("\n=1+1"), `"'\n=1+1"`);
    for (const text of ["+237677123456", "-500", "12.50"]) assert.equal(cellOf(text), text);
  });

  it("reads back as what was written, whatever that was", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => {
        const columns = texts.map((_, place) => `c${place}`);
        const { line } = csv(columns, ",");
        const cells = cellsOf(line(Object.fromEntries(columns.map((column, place) => [column, texts[place]]))));
        assert.deepEqual(
          cells.map((cell, place) => (cell === texts[place] ? cell : cell.slice(1))),
          texts,
        );
      }),
    );
  });

  it("amounts are in whole units, and never through a double", () => {
    assert.equal(inWholeUnits(9_007_199_254_740_993n, "EUR"), "90071992547409.93");
    assert.equal(inWholeUnits(-5n, "EUR"), "-0.05");
    assert.equal(inWholeUnits(5n, "TND"), "0.005");
  });
});

/** One line, read as RFC 4180 says. */
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
