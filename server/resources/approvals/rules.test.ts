import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isApprovalNeeded, isBulkApprovalNeeded } from "./rules.ts";
import type { RuleRow } from "./schema.ts";

const rule: RuleRow = {
  ...{ merchant: "mer_1", environment: "live", currency: "XAF", updated_at: "2026-01-01T00:00:00.000000Z" },
  ...{ amount_above: 1_000n, every_bulk: false },
};
const bulks_only: RuleRow = { ...rule, amount_above: null, every_bulk: true };

describe("a second person", () => {
  const cases = [
    ["is not asked without a rule", null, "XAF", 2n ** 53n, false, false],
    ["is not asked at the amount", rule, "XAF", 1_000n, false, false],
    ["is asked above it", rule, "XAF", 1_001n, true, true],
    ["is asked in another currency, whatever the amount: it cannot be compared", rule, "EUR", 1n, true, true],
    ["is asked for every bulk, however small, and for no transfer alone", bulks_only, "XAF", 1n, false, true],
  ] as const;
  for (const [name, given, currency, amount, alone, in_bulk] of cases) {
    it(name, () => {
      assert.equal(isApprovalNeeded(given, { currency, amount }), alone);
      assert.equal(isBulkApprovalNeeded(given, { currency, amount }), in_bulk);
    });
  }
});
