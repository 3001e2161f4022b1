import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assignFields, columnIndex, hasRequiredColumns, type Spreadsheet, toCsv, withCell } from "./spreadsheet.ts";

const spreadsheet: Spreadsheet = {
  columns: [
    { heading: "Nom", field: "name" },
    { heading: "Téléphone", field: "phone" },
    { heading: "Montant", field: "amount" },
    { heading: "Âge", field: null },
  ],
  rows: [
    { line: 2, cells: ["Awa; fille", "677", "5", "7"] },
    { line: 4, cells: ["Paul", "12"] },
  ],
};

describe("a payment file", () => {
  it("has the rows and columns that the service parsed", () => {
    assert.deepEqual(
      [columnIndex(spreadsheet, "phone"), columnIndex(spreadsheet, "reference"), hasRequiredColumns(spreadsheet)],
      [1, null, true],
    );
    assert.deepEqual(spreadsheet.rows[1], { line: 4, cells: ["Paul", "12"] });
  });

  it("is written as CSV with the remaining rows and their corrections, and every cell quoted", () => {
    const [awa, paul] = spreadsheet.rows;
    assert.ok(awa && paul);
    const text = toCsv(spreadsheet, [awa, withCell(paul, 2, '6 "F"')]);
    assert.equal(text, '"name","phone","amount","column 4"\n"Awa; fille","677","5","7"\n"Paul","12","6 ""F"""');
  });

  it("gets its columns from the user if its headings are unknown", () => {
    const unnamed: Spreadsheet = {
      columns: ["Who", "Where to", "How much"].map((heading) => ({ heading, field: null })),
      rows: [],
    };
    assert.equal(hasRequiredColumns(unnamed), false);
    const parsed = assignFields(
      unnamed,
      new Map([
        [1, "phone"],
        [2, "amount"],
      ]),
    );
    assert.deepEqual(
      parsed.columns.map(({ field }) => field),
      [null, "phone", "amount"],
    );
    assert.equal(hasRequiredColumns(parsed), true);
  });
});
