import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { backpressure } from "./backpressure.ts";

it("the pause grows with the request rate between its bounds, and is short again soon after", () => {
  let now_ms = 10_000;
  mock.method(performance, "now", () => now_ms);
  const requests = backpressure({ pause_min_ms: 4, pause_max_ms: 400, pause_ms_per_request: 0.5 });
  const countMany = (count: number) => Array.from({ length: count }, () => requests.count());
  assert.equal(requests.pause_ms(), 4);
  countMany(1);
  assert.equal(requests.pause_ms(), 4);
  countMany(39);
  // 40 requests in a fifth of a second are 200 per second.
  assert.equal(requests.pause_ms(), 100);
  now_ms += 200;
  assert.equal(requests.pause_ms(), 100);
  countMany(1_000);
  assert.equal(requests.pause_ms(), 400);
  now_ms += 400;
  assert.equal(requests.pause_ms(), 4);
  mock.restoreAll();
});
