import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { statementText } from "./statement.ts";

describe("kolo statement", () => {
  it("prints the lines between the two balances, with aligned amounts", () => {
    const fees = { count: 1, amount_in: 0, amount_out: 1_000 };
    const payments = { count: 1, amount_in: 50_000, amount_out: 0 };
    const text = statementText({
      ...{ currency: "XAF", environment: "live", business: "Chez Jeanne", period: "month", is_final: true },
      ...{ date_start: "2026-10-01", date_end: "2026-10-31", time_zone: "Africa/Douala", fees: 1_000 },
      ...{ begins_at: "", ends_at: "", created_at: "", count: 2, amount_in: 50_000, amount_out: 1_000 },
      ...{ opening_balance: 1_000_000, opening_reserved: 0, closing_balance: 1_049_000, closing_reserved: 250 },
      lines: [
        { line: "payments", ...payments },
        { line: "payment_fees", ...fees },
      ],
      channels: [{ channel: "cm.mtn", count: 2, amount_in: 50_000, amount_out: 1_000, fees: 1_000, lines: [] }],
    });
    assert.equal(
      text,
      [
        "Chez Jeanne (live), 2026-10-01 to 2026-10-31, Africa/Douala",
        "                         In    Out  Balance (XAF)",
        "Opening balance                         1,000,000",
        "  Payments (1)       50,000",
        "  Payment fees (1)           1,000",
        "Closing balance      50,000  1,000      1,049,000",
        "  of which reserved                           250",
        "By channel",
        "  cm.mtn (2)         50,000  1,000",
      ].join("\n"),
    );
  });
});
