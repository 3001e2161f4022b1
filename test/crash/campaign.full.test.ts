import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CONCURRENCY, runCampaign } from "./campaign.ts";

describe("deliveries under kill -9 of the server, the worker and the database", () => {
  it("all arrive, none is stuck, and a kill duplicates no more than were in flight", async () => {
    const verdict = await runCampaign({ kills: 6, events: 600, report: () => {} });
    const { lost, missing, stuck, broken } = verdict;
    assert.deepEqual({ lost, forgotten: missing, stuck, broken }, { lost: 0, forgotten: 0, stuck: 0, broken: [] });
    assert.ok(verdict.events >= 600 && verdict.kills === 6, JSON.stringify(verdict));
    assert.ok(verdict.duplicates_per_kill <= 2 * CONCURRENCY, JSON.stringify(verdict));
  });
});
