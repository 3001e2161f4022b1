import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { newIdleBackoff } from "./idle-backoff.ts";

const BOUNDS = { min_ms: 100, max_ms: 500 };

/** An idle back-off without a database; the test calls its wake itself. */
function aBackoff() {
  let wake = (): void => {};
  const sleeps = newIdleBackoff(
    {
      onWake(_work, callback) {
        wake = () => callback([]);
        return () => {};
      },
    },
    "work",
  );
  return { sleeps, wake: () => wake() };
}

describe("a worker without work", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  /** The duration of one sleep by the mocked clock, in milliseconds. */
  async function durationOf(sleep: Promise<void>): Promise<number> {
    let is_over = false;
    void sleep.then(() => {
      is_over = true;
    });
    for (let ms = 0; ; ms += 50) {
      await new Promise(setImmediate);
      if (is_over) return ms;
      assert.ok(ms < 1_000, "it wakes up at last");
      mock.timers.tick(50);
    }
  }

  it("keeps its poll interval for ten polls, then backs off, and resets once a poll finds work", async () => {
    const { sleeps } = aBackoff();
    const pauses: number[] = [];
    for (let poll = 0; poll < 14; poll += 1) {
      sleeps.resetWake();
      pauses.push(await durationOf(sleeps.idle(false, BOUNDS)));
    }
    assert.deepEqual(pauses, [...Array(10).fill(100), 200, 400, 500, 500]);
    sleeps.resetWake();
    assert.equal(await durationOf(sleeps.idle(true, BOUNDS)), 100);
    sleeps.resetWake();
    assert.equal(await durationOf(sleeps.idle(false, BOUNDS)), 100);
  });

  it("ends its sleep on a wake, and polls at the minimum interval afterwards", async () => {
    const { sleeps, wake } = aBackoff();
    for (let poll = 0; poll < 14; poll += 1) {
      sleeps.resetWake();
      await durationOf(sleeps.idle(false, BOUNDS));
    }
    sleeps.resetWake();
    const sleep = sleeps.idle(false, BOUNDS);
    wake();
    assert.equal(await durationOf(sleep), 0);
    sleeps.resetWake();
    assert.equal(await durationOf(sleeps.idle(false, BOUNDS)), 100);
  });
});
