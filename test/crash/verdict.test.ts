import assert from "node:assert/strict";
import { it } from "node:test";
import { verdictOf } from "./verdict.ts";

it("the verdict of a crash run counts lost, missing and duplicate deliveries", () => {
  const verdict = verdictOf({
    confirmations: [
      ["sent", "a"],
      ["confirmed", "a", "cus_a"],
      ["confirmed", "b", "cus_b"],
    ],
    arrivals: [
      [10, "/0", "evt_a", "cus_a", 500],
      [20, "/0", "evt_a", "cus_a", 200],
      [90, "/0", "evt_a", "cus_a", 200],
      [120, "/0", "evt_a", "cus_a", 200],
    ],
    created: ["cus_a"],
    webhooks: 1,
    killed_at: [50, 100],
    stuck: 1,
    broken: ["a promise"],
  });
  assert.deepEqual(
    [verdict.lost, verdict.missing, verdict.stuck, verdict.duplicates, verdict.duplicates_per_kill],
    [1, 1, 1, 2, 1],
  );
});
