import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { sleeper } from "./sleeper.ts";

const BOUNDS = { least_ms: 100, most_ms: 500 };

/** A sleeper without a database; the test calls its wake itself. */
function aSleeper() {
  let wake = (): void => {};
  const sleeps = sleeper(
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

  /** How long one sleep lasts by the mocked clock, in milliseconds. */
  async function lasts(sleep: Promise<void>): Promise<number> {
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

  it("looks as often as before for ten looks, then less and less, and often again once there was some", async () => {
    const { sleeps } = aSleeper();
    const seen: number[] = [];
    for (let look = 0; look < 14; look += 1) {
      sleeps.listen();
      seen.push(await lasts(sleeps.idle(false, BOUNDS)));
    }
    assert.deepEqual(seen, [...Array(10).fill(100), 200, 400, 500, 500]);
    sleeps.listen();
    assert.equal(await lasts(sleeps.idle(true, BOUNDS)), 100);
    sleeps.listen();
    assert.equal(await lasts(sleeps.idle(false, BOUNDS)), 100);
  });

  it("wakes at once when there is some, and looks often again behind it", async () => {
    const { sleeps, wake } = aSleeper();
    for (let look = 0; look < 14; look += 1) {
      sleeps.listen();
      await lasts(sleeps.idle(false, BOUNDS));
    }
    sleeps.listen();
    const sleep = sleeps.idle(false, BOUNDS);
    wake();
    assert.equal(await lasts(sleep), 0);
    sleeps.listen();
    assert.equal(await lasts(sleeps.idle(false, BOUNDS)), 100);
  });
});
