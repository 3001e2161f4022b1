import assert from "node:assert/strict";
import { it } from "node:test";
import { COLUMN_NAMES } from "#dashboard/src/bulk-sheet.ts";
import { COLUMNS } from "#server/resources/bulk/csv.ts";

it("the dashboard reads the columns of a spreadsheet by the names the service knows", () => {
  assert.deepEqual(COLUMN_NAMES, COLUMNS);
});
