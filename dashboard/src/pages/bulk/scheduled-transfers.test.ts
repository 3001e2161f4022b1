import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toScheduledTransfers } from "./scheduled-transfers.ts";
import type { Spreadsheet } from "./spreadsheet.ts";

const spreadsheet: Spreadsheet = {
  columns: ["name", "phone", "amount", "channel", "reference", "description", "beneficiary", null].map((field) => ({
    heading: "",
    field,
  })),
  rows: [
    { line: 2, cells: ["Awa", "677123456", "75 000 FCFA", "", "jan-1", "Salary", "", "7"] },
    { line: 3, cells: ["Paul", "699000111", "60'000,00", "cm.orange"] },
    { line: 4, cells: ["", "", "500", "", "", "", "ben_01jqk3v8q1e9fa4x2m7c5t0r6w"] },
  ],
};

describe("the transfers of a schedule from a file", () => {
  it("have the amounts that the service reads, their own channel or the chosen one, and no reference", () => {
    const transfers = toScheduledTransfers(spreadsheet, spreadsheet.rows, "cm.mobile");
    assert.deepEqual(transfers, [
      {
        ...{ amount: 75_000, channel: "cm.mobile", description: "Salary" },
        beneficiary_data: { name: "Awa", phone: "677123456" },
      },
      { amount: 60_000, channel: "cm.orange", beneficiary_data: { name: "Paul", phone: "699000111" } },
      { amount: 500, channel: "cm.mobile", beneficiary: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w" },
    ]);
  });

  it("have no amount where the service reads none: it refuses the schedule", () => {
    for (const amount of ["", "75.000", "75,000", "1e3", "0x10", "-5", "Infinity", "9".repeat(400)]) {
      const row = { line: 2, cells: ["Awa", "677123456", amount] };
      const [transfer] = toScheduledTransfers(spreadsheet, [row], "cm.mobile");
      assert.equal(JSON.parse(JSON.stringify(transfer)).amount, null, amount);
    }
  });

  it("are those of the given rows only", () => {
    assert.equal(toScheduledTransfers(spreadsheet, spreadsheet.rows.slice(1), "cm.mobile").length, 2);
  });
});
