import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BulkTransferCheck, FieldReason } from "#app/api-types.ts";
import { checkSpreadsheet, type SpreadsheetCheck } from "./check-spreadsheet.ts";
import type { Spreadsheet, SpreadsheetRow } from "./spreadsheet.ts";

const totals = {
  ...{ currency: "XAF", total_amount: 10, total_fee: 0, total_transfers: 2, available: 10 },
  ...{ needs_approval: false, is_enough: true },
};
const usual = { message: "", request_id: "", retry_after_s: null } as const;
const spreadsheet: Spreadsheet = {
  columns: ["name", "phone", "amount"].map((field) => ({ heading: field, field })),
  rows: [
    { line: 2, cells: ["Awa", "677", "5"] },
    { line: 3, cells: ["Paul", "12", "5"] },
    { line: 4, cells: ["Serge", "677", "x"] },
    { line: 6, cells: ["Jane", "677", "5"] },
  ],
};

/** Parses the CSV that the page writes. No cell of these tests contains a comma or a quotation mark. */
function rowsIn(csv: string): readonly Pick<SpreadsheetRow, "cells">[] {
  return csv
    .split("\n")
    .slice(1)
    .map((line) => ({ cells: line.split(",").map((cell) => cell.slice(1, -1)) }));
}

/** The fields of an answer that refuses these fields. */
function refusalBody(
  reasons: readonly (readonly [field: string, reason: FieldReason])[],
): Pick<BulkTransferCheck, "errors" | "field_reasons"> {
  return {
    errors: Object.fromEntries(reasons.map(([field]) => [field, ["A sentence"]])),
    field_reasons: Object.fromEntries(reasons.map(([field, reason]) => [field, [{ reason, params: {} }]])),
  };
}

/** A fake service that reports malformed cells first and, without any, the rows that its state refuses. */
function serviceOf(received: string[]): (csv: string) => Promise<SpreadsheetCheck["response"]> {
  return async (csv) => {
    received.push(csv);
    const entries = rowsIn(csv).map(({ cells }, index) => [index, cells] as const);
    const shapeless = entries.filter(([, cells]) => cells[2] === "x");
    if (shapeless.length > 0) {
      const body = refusalBody(shapeless.map(([index]) => [`transfers.${index}.amount`, "invalid_type"] as const));
      return { ...usual, status: 400, is_ok: false, body, errors: {} };
    }
    const wrong_phones = entries.filter(([, cells]) => cells[1] === "12");
    const refusals = refusalBody(
      wrong_phones.map(([index]) => [`transfers.${index}.beneficiary_data.phone`, "invalid_phone"] as const),
    );
    const repeats = [{ entry: 2, first: 0 }];
    const duplicates = [{ entry: 0, transfer: "trf_1" }];
    return {
      ...usual,
      status: 200,
      is_ok: true,
      body: { bulk_check: { ...totals, ...refusals, repeats, duplicates } },
      errors: {},
    };
  };
}

describe("checking a spreadsheet", () => {
  it("finds all errors in one run, by line and column, with the totals of the valid rows", async () => {
    const bodies: string[] = [];
    const { check, problems, repeats } = await checkSpreadsheet(spreadsheet, spreadsheet.rows, serviceOf(bodies));
    assert.deepEqual(
      problems.map(({ row, column, refusals }) => [row.line, column, refusals[0]?.reason]),
      [
        [3, "phone", "invalid_phone"],
        [4, "amount", "invalid_type"],
      ],
    );
    assert.equal(check?.total_transfers, 2);
    assert.deepEqual(
      repeats.map(({ row, of }) => [row.line, typeof of === "string" ? of : of.line]),
      [
        [2, "trf_1"],
        [6, 2],
      ],
    );
    assert.equal(bodies.length, 2);
  });

  it("stops if the service does not answer, or if no valid row is left", async () => {
    const lost = { ...usual, status: 0, is_ok: false, body: {}, errors: {} } as const;
    const {
      check,
      problems,
      response: answer,
    } = await checkSpreadsheet(spreadsheet, spreadsheet.rows, () => Promise.resolve(lost));
    assert.deepEqual([check, problems, answer.status], [null, [], 0]);
    const third = spreadsheet.rows.slice(2, 3);
    const alone = await checkSpreadsheet(spreadsheet, third, serviceOf([]));
    assert.deepEqual([alone.check, alone.problems.length], [null, 1]);
  });
});
