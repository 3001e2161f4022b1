import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { rateMeter } from "./rate-meter.ts";

it("returns events per second, and zero after two windows without an event", () => {
  let now_ms = 10_000;
  mock.method(performance, "now", () => now_ms);
  const { count, per_second } = rateMeter(5_000);
  const countMany = (things: number) => Array.from({ length: things }, () => count());
  assert.equal(per_second(), 0);
  countMany(499);
  assert.equal(per_second(), 99.8);
  countMany(1);
  assert.equal(per_second(), 100);
  // Early in a new window, the rate is that of the previous window.
  now_ms += 5_000;
  assert.equal(per_second(), 100);
  countMany(499);
  now_ms += 5_000;
  assert.equal(per_second(), 99.8);
  countMany(500);
  now_ms += 10_000;
  assert.equal(per_second(), 0);
  mock.restoreAll();
});
