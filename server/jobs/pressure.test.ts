import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { pressure } from "./pressure.ts";

it("pressure is high while more come than the limit says, and for a moment after", () => {
  let now_ms = 10_000;
  mock.method(performance, "now", () => now_ms);
  const requests = pressure(100);
  const come = (count: number) => Array.from({ length: count }, () => requests.count());
  assert.equal(requests.isHigh(), false);
  come(20);
  assert.equal(requests.isHigh(), false);
  come(1);
  assert.equal(requests.isHigh(), true);
  now_ms += 200;
  assert.equal(requests.isHigh(), true);
  now_ms += 200;
  assert.equal(requests.isHigh(), false);
  come(30);
  now_ms += 1_000;
  assert.equal(requests.isHigh(), false);
  mock.restoreAll();
});
