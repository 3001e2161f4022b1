import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callRateLimiter } from "./rate-limiter.ts";

describe("the rate limiter of an account", () => {
  it("keeps to the rate under any load, and limits each account on its own", () => {
    let now_ms = 0;
    const turns = callRateLimiter(() => now_ms);
    const waiting = Array.from({ length: 1_000 }, () => 0);
    const went: number[] = [];
    for (; waiting.length > 0 && now_ms < 600_000; now_ms += 10) {
      while ((waiting[0] ?? Number.POSITIVE_INFINITY) <= now_ms) {
        waiting.shift();
        const turn = turns.take("con_1", 10);
        if ("wait_ms" in turn) went.push(now_ms + turn.wait_ms);
        else waiting.push(now_ms + turn.put_off_ms);
      }
      waiting.sort((a, b) => a - b);
    }
    assert.equal(went.length, 1_000);
    for (const from of went) assert.ok(went.filter((at) => at >= from && at < from + 1_000).length <= 11);
    // 1,000 calls at ten per second take 100 s; deferrals may add at most 15 s.
    assert.ok(Math.max(...went) < 115_000, `${Math.max(...went)}`);
    assert.deepEqual(turns.take("con_2", 10), { wait_ms: 0 });
  });
});
