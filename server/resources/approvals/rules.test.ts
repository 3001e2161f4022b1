import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isApprovalNeeded, isBulkApprovalNeeded } from "./rules.ts";
import type { ApprovalRuleRow } from "./schema.ts";

const rule: ApprovalRuleRow = {
  ...{ merchant: "mer_1", environment: "live", currency: "XAF", updated_at: "2026-01-01T00:00:00.000000Z" },
  ...{ amount_above: 1_000n, every_bulk: false },
};
const bulks_only: ApprovalRuleRow = { ...rule, amount_above: null, every_bulk: true };

describe("approval by a second person", () => {
  const cases = [
    ["is not needed without a rule", null, "XAF", 2n ** 53n, false, false],
    ["is not needed at the amount", rule, "XAF", 1_000n, false, false],
    ["is needed above the amount", rule, "XAF", 1_001n, true, true],
    ["is needed in another currency, whatever the amount: it cannot be compared", rule, "EUR", 1n, true, true],
    ["is needed for every bulk, however small, and for no single transfer", bulks_only, "XAF", 1n, false, true],
  ] as const;
  for (const [name, rule_row, currency, amount, alone, in_bulk] of cases) {
    it(name, () => {
      assert.equal(isApprovalNeeded(rule_row, { currency, amount, sent: 0n }), alone);
      assert.equal(isBulkApprovalNeeded(rule_row, { currency, amount, sent: 0n }), in_bulk);
    });
  }

  it("is needed when the order raises its maker's total of a day above the amount", () => {
    for (const [sent, amount, is_needed] of [
      [0n, 1_000n, false],
      [999n, 1n, false],
      [1_000n, 1n, true],
      [400n, 601n, true],
      [5_000n, 1n, true],
    ] as const) {
      assert.equal(isApprovalNeeded(rule, { currency: "XAF", amount, sent }), is_needed, `${sent} + ${amount}`);
      assert.equal(isBulkApprovalNeeded(rule, { currency: "XAF", amount, sent }), is_needed, `${sent} + ${amount}`);
    }
  });
});
