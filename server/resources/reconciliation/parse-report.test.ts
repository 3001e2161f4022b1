import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testTable } from "#testing/tables.ts";
import mappings from "./mappings.json" with { type: "json" };
import { parseReport } from "./parse-report.ts";

const HEAD = ["Id", "External Id", "Date", "Type", "Status", "To", "Amount", "Fee"];

describe("a network's report", () => {
  const read = (row: readonly string[]) => parseReport(testTable([HEAD, row]), mappings.mtn, "XAF", "UTC")[0];
  const base = ["F1", "x", "01/03/2026 12:00", "transfer", "Successful", "237677123456", "1 500", "0"];

  it("is parsed with spaces in amounts, the day first, and signs instead of words", () => {
    const line = read(base);
    assert.deepEqual(
      [line?.amount, line?.happened_at, line?.party, line?.is_complete],
      [-1_500n, "2026-03-01T12:00:00.000000Z", "3456", true],
    );
    const spelled = (amount: string, type: string) =>
      read(base.map((cell, column_index) => (column_index === 6 ? amount : column_index === 3 ? type : cell)))?.amount;
    assert.equal(spelled("1,500", "requesttopay"), 1_500n);
    assert.equal(spelled("-1500.00", "whatever"), -1_500n);
    assert.equal(spelled("1500 XAF", "Collection"), 1_500n);
  });

  it("may lack a fee, and is not guessed at when thousands may be decimals", () => {
    const cell = (column_index: number, text: string) =>
      read(base.map((original, at) => (at === column_index ? text : original)));
    assert.equal(cell(7, "")?.fee, null);
    assert.throws(() => cell(7, "two"), { kind: "invalid" });
    assert.equal(cell(6, "1.500.000")?.amount, -1_500_000n);
    assert.equal(cell(6, "1500.00")?.amount, -1_500n);
    assert.throws(() => cell(6, "25.000"), { kind: "invalid" });
  });

  it("has charges and taxes as amounts above zero, and lines that are charges themselves", () => {
    const heading = [...HEAD, "VAT"];
    const charges = (type: string, amount: string, fee: string, tax: string) => {
      const row = base.map((cell, at) => (at === 3 ? type : at === 6 ? amount : at === 7 ? fee : cell));
      const line = parseReport(testTable([heading, [...row, tax]]), mappings.mtn, "XAF", "UTC")[0];
      return [line?.amount, line?.fee, line?.tax, line?.is_charge];
    };
    assert.deepEqual(charges("transfer", "1500", "-25", "-5"), [-1_500n, 25n, 5n, false]);
    assert.deepEqual(charges("payment", "1500", "", ""), [1_500n, null, null, false]);
    assert.deepEqual(charges("Fee", "-30", "", "6"), [-30n, 30n, 6n, true]);
    assert.deepEqual(charges("Charges", "30", "", ""), [-30n, 30n, null, true]);
    assert.throws(() => charges("transfer", "1500", "25", "5.000"), { kind: "invalid" });
  });

  it("has the day before the month, with one digit or two", () => {
    const at = (text: string) =>
      read(base.map((original, column_index) => (column_index === 2 ? text : original)))?.happened_at;
    for (const text of ["5/3/2026", "05/03/2026", "5-3-2026 00:00:00", "5.3.2026 0:00"]) {
      assert.equal(at(text), "2026-03-05T00:00:00.000000Z", text);
    }
    for (const text of ["2026-03-05 01:00:00 +01:00", "2026-03-05T01:00:00+0100", "2026-03-05 00:00:00Z"]) {
      assert.equal(at(text), "2026-03-05T00:00:00.000000Z", text);
    }
    for (const text of ["13/13/2026", "05/03/2026 1:00 PM", "March 5, 2026", "30/02/2026"]) {
      assert.throws(() => at(text), { kind: "invalid" }, text);
    }
  });

  it("has times in its own zone, unless they name another", () => {
    const at = (text: string, zone: string) =>
      parseReport(
        testTable([HEAD, base.map((original, column_index) => (column_index === 2 ? text : original))]),
        mappings.mtn,
        "XAF",
        zone,
      )[0]?.happened_at;
    for (const text of ["05/03/2026 00:30", "2026-03-05 00:30:00"]) {
      assert.equal(at(text, "Africa/Douala"), "2026-03-04T23:30:00.000000Z", text);
      assert.equal(at(text, "UTC"), "2026-03-05T00:30:00.000000Z", text);
    }
    assert.equal(at("2026-03-05 00:30:00Z", "Africa/Douala"), "2026-03-05T00:30:00.000000Z");
  });

  it("in another currency is not parsed as francs", () => {
    const cell = (text: string) => read(base.map((original, at) => (at === 6 ? text : original)))?.amount;
    assert.equal(cell("1 500 XAF"), -1_500n);
    assert.equal(cell("1 500 FCFA"), -1_500n);
    assert.throws(() => cell("1500 EUR"), { kind: "invalid" });
  });

  it("is refused with every line that cannot be parsed, and books nothing", () => {
    const bad = base.map((cell, column_index) => (column_index === 3 ? "mystery" : cell));
    assert.throws(() => parseReport(testTable([HEAD, base, bad, bad]), mappings.mtn, "XAF", "UTC"), {
      kind: "invalid",
    });
    const headless = testTable([
      ["Id", "Date"],
      ["1", "2"],
    ]);
    assert.throws(() => parseReport(headless, mappings.mtn, "XAF", "UTC"), { kind: "invalid" });
  });
});
