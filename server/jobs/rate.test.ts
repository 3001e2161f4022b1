import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { rush } from "./rush.ts";

it("is on from so many things a second on, and off again when nothing has come for as long as it looks back", () => {
  let now_ms = 10_000;
  mock.method(performance, "now", () => now_ms);
  const { count, isOn } = rush(100);
  const work = (things: number) => Array.from({ length: things }, () => count());
  assert.equal(isOn(), false);
  work(499);
  assert.equal(isOn(), false);
  work(1);
  assert.equal(isOn(), true);
  // Between two rushes it stays on.
  now_ms += 5_000;
  assert.equal(isOn(), true);
  work(499);
  now_ms += 5_000;
  assert.equal(isOn(), false);
  work(500);
  now_ms += 10_000;
  assert.equal(isOn(), false);
  mock.restoreAll();
});
