import assert from "node:assert/strict";
import { it } from "node:test";
import { openTurns, STALLED_AFTER_MS } from "./turns.ts";

it("a job that has not done a turn for a minute longer than it rests stands still, until its next turn", () => {
  let now = 0;
  const turns = openTurns(() => now);
  turns.done("publish", 500);
  turns.done("mail", 5_000);
  now = STALLED_AFTER_MS + 500;
  assert.deepEqual(turns.stalled(), []);
  now += 1;
  assert.deepEqual(turns.stalled(), [{ job: "publish", seconds: 61 }]);
  turns.done("publish", 500);
  assert.deepEqual(turns.stalled(), []);
});
