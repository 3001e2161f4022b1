import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { tokenBuckets } from "./rate-limiter.ts";

const RATE = { per_second: 10, burst: 20 };

describe("a token bucket", () => {
  it("starts full, refills at its rate, and holds no more than its burst", () => {
    let now_ms = 0;
    const buckets = tokenBuckets(() => now_ms);
    assert.equal(buckets.available("a", RATE), 20);
    buckets.take("a", 20, RATE);
    assert.equal(buckets.available("a", RATE), 0);
    now_ms += 500;
    assert.equal(buckets.available("a", RATE), 5);
    now_ms += 60_000;
    assert.equal(buckets.available("a", RATE), 20);
  });

  it("can be overdrawn, and is then empty for as long as the debt takes to refill", () => {
    let now_ms = 0;
    const buckets = tokenBuckets(() => now_ms);
    buckets.take("a", 50, RATE);
    assert.equal(buckets.available("a", RATE), -30);
    now_ms += 3_000;
    assert.equal(buckets.available("a", RATE), 0);
    assert.equal(buckets.available("b", RATE), 20);
  });
});
