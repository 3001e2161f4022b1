import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CONCURRENCY, runCampaign } from "./campaign.ts";
import { verdictOf } from "./verdict.ts";

describe("deliveries under kill -9 of the server, the worker and the database", () => {
  it("are all made, none is stuck, and a kill repeats no more than was under way", async () => {
    const verdict = await runCampaign({ kills: 6, events: 600, say: () => {} });
    const { lost, forgotten, stuck, broken } = verdict;
    assert.deepEqual({ lost, forgotten, stuck, broken }, { lost: 0, forgotten: 0, stuck: 0, broken: [] });
    assert.ok(verdict.events >= 600 && verdict.kills === 6, JSON.stringify(verdict));
    assert.ok(verdict.duplicates_per_kill <= 2 * CONCURRENCY, JSON.stringify(verdict));
  });

  it("would be seen to be lost, forgotten or repeated", () => {
    const verdict = verdictOf({
      told: [
        ["asked", "a"],
        ["told", "a", "cus_a"],
        ["told", "b", "cus_b"],
      ],
      arrivals: [
        [10, "/0", "evt_a", "cus_a", 500],
        [20, "/0", "evt_a", "cus_a", 200],
        [90, "/0", "evt_a", "cus_a", 200],
        [120, "/0", "evt_a", "cus_a", 200],
      ],
      made: ["cus_a"],
      webhooks: 1,
      killed_at: [50, 100],
      stuck: 1,
      broken: ["a promise"],
    });
    assert.deepEqual(
      [verdict.lost, verdict.forgotten, verdict.stuck, verdict.duplicates, verdict.duplicates_per_kill],
      [1, 1, 1, 2, 1],
    );
  });
});
