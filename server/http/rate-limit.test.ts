import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { COUNTED_KEYS_MAX, rateLimiter, windowCounter } from "./rate-limit.ts";

describe("a rate limiter", () => {
  it("admits requests up to the limit, and refuses the rest with the time to wait", () => {
    const check = rateLimiter({ max: 20, window_ms: MINUTE_MS });
    const countMany = (times: number, of: string): readonly ServiceError[] =>
      Array.from({ length: times }, () => refusal(() => check(of))).filter((error) => error !== null);
    const refused = countMany(25, "one");
    assert.deepEqual(
      refused.map(({ kind, retry_after_s }) => [kind, retry_after_s]),
      Array.from({ length: 5 }, () => ["too_many_requests", 60]),
    );
    assert.equal(countMany(20, "other").length, 0, "another subject has its own count");
  });

  it("counts apart from other limiters with the same window", () => {
    const checks = [rateLimiter({ max: 1, window_ms: MINUTE_MS }), rateLimiter({ max: 1, window_ms: MINUTE_MS })];
    for (const check of checks)
      assert.equal(
        refusal(() => check("one")),
        null,
      );
  });
});

describe("a window counter", () => {
  it("returns each concurrent request's own number", () => {
    const count = windowCounter(MINUTE_MS);
    const counted = Array.from({ length: 3 }, () => count("one"));
    assert.deepEqual(
      counted.map(({ times }) => times),
      [1, 2, 3],
    );
  });

  it("resets with each window, and drops the oldest keys beyond its maximum", (t) => {
    let now_ms = performance.now();
    t.mock.method(performance, "now", () => now_ms);
    const count = windowCounter(MINUTE_MS);
    assert.deepEqual(count("one"), { times: 1, ends_in_s: 60 });
    now_ms += MINUTE_MS - 500;
    assert.deepEqual(count("one"), { times: 2, ends_in_s: 1 });
    now_ms += 500;
    assert.deepEqual(count("one"), { times: 1, ends_in_s: 60 });
    for (let number = 0; number < COUNTED_KEYS_MAX; number += 1) count(`${number}`);
    assert.equal(count(`${COUNTED_KEYS_MAX - 1}`).times, 2);
    assert.equal(count("one").times, 1, "who began to be counted first was let go");
  });
});

function refusal(work: () => void): ServiceError | null {
  try {
    work();
    return null;
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
}
