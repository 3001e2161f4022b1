import assert from "node:assert/strict";
import { it } from "node:test";
import { workbookFile } from "#testing/spreadsheet-fixtures.ts";
import { CELLS_MAX, LINES_MAX } from "./limits.ts";
import { readTable } from "./read-table.ts";

it("the limits of a workbook on rows and cells count empty ones", async () => {
  const rows = readTable(workbookFile("<row/>".repeat(LINES_MAX + 1)));
  await assert.rejects(rows, ({ fields }) => fields.file[0].reason === "file_too_many_lines");
  const cells = readTable(workbookFile(`<row>${"<c/>".repeat(CELLS_MAX + 1)}</row>`));
  await assert.rejects(cells, ({ fields }) => /more than 3,000,000 cells/.test(fields.file[0].message));
});
