import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, fromMilliseconds, HOUR_MS, MINUTE_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { ATTEMPT_DELAYS_MS, nextAttemptAfter, retryAfter } from "./delivery/schedule.ts";
import { type AttemptTally, failingAction, healthAfter, secretsAt, type WebhookHealth } from "./rules.ts";

const NOON = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
const failed = (attempts: number, first_failures = attempts): AttemptTally => ({
  ...{ attempts, failures: attempts, first_failures, is_failing: true },
});
const succeeded = (attempts: number): AttemptTally => ({ attempts, failures: 0, first_failures: 0, is_failing: false });
const mixed = (good: number, bad: number, is_failing: boolean): AttemptTally => ({
  ...{ attempts: good + bad, failures: bad, first_failures: bad, is_failing },
});

/** Applies tallies in order, each after its wait in milliseconds. */
function after(...steps: readonly (readonly [number, AttemptTally])[]): WebhookHealth | null {
  let health: WebhookHealth | null = null;
  let now = NOON;
  for (const [wait_ms, tally] of steps) {
    now = plus(now, wait_ms);
    health = healthAfter(health, tally, now);
  }
  return health;
}

describe("the circuit of a webhook", () => {
  it("stays closed below ten attempts, and below seven failures in ten", () => {
    assert.equal(after([0, failed(9)])?.openings, 0);
    assert.equal(after([0, mixed(40, 60, true)])?.openings, 0);
  });

  it("opens for 30 seconds when seven in ten of the last five minutes failed", () => {
    for (const health of [after([0, failed(10)]), after([0, failed(5)], [MINUTE_MS, mixed(3, 2, true)])]) {
      assert.equal(health?.openings, 1);
    }
    assert.equal(after([0, failed(10)])?.open_until, plus(NOON, 30 * SECOND_MS));
  });

  it("ignores attempts older than five minutes", () => {
    assert.equal(after([0, failed(9)], [6 * MINUTE_MS, failed(9)])?.openings, 0);
  });

  it("doubles its pause with every failed probe, up to 15 minutes", () => {
    let health = after([0, failed(10)]);
    const opened_for: number[] = [];
    let now = NOON;
    for (let probe = 0; probe < 8; probe += 1) {
      now = plus(health?.open_until ?? "", SECOND_MS);
      health = healthAfter(health, failed(1, 0), now);
      opened_for.push((Date.parse(health?.open_until ?? "") - Date.parse(now)) / SECOND_MS);
    }
    assert.deepEqual(opened_for, [60, 120, 240, 480, 900, 900, 900, 900]);
  });

  it("ignores requests that were in flight when it opened", () => {
    const health = after([0, failed(10)], [SECOND_MS, failed(4)]);
    assert.deepEqual([health?.openings, health?.open_until], [1, plus(NOON, 30 * SECOND_MS)]);
  });

  it("closes with the first success, and the webhook is healthy", () => {
    assert.equal(after([0, failed(10)], [MINUTE_MS, succeeded(1)]), null);
  });

  it("stores nothing for healthy webhooks", () => {
    assert.equal(after([0, succeeded(5)]), null);
    assert.equal(after([0, failed(1)], [6 * MINUTE_MS, succeeded(1)]), null);
  });
});

describe("a webhook that keeps failing", () => {
  const health = (failing_for_ms: number, failing_events: number, warned: boolean) => ({
    failing_since: plus(NOON, -failing_for_ms),
    failing_events,
    warned_at: warned ? NOON : null,
  });
  for (const [name, failing_health, expected] of [
    ["for less than a day has no consequence", health(DAY_MS - 1, 50, false), "wait"],
    ["for a day is reported", health(DAY_MS, 1, false), "warn"],
    ["is reported once", health(2 * DAY_MS, 50, true), "wait"],
    ["for five days with ten events is switched off", health(5 * DAY_MS, 10, true), "disable"],
    ["for five days with nine events is not", health(5 * DAY_MS, 9, true), "wait"],
    ["and has succeeded since is healthy", { ...health(0, 0, false), failing_since: null }, "wait"],
  ] as const) {
    it(name, () => assert.equal(failingAction(failing_health, NOON), expected));
  }

  it("counts each event once, and restarts after a success", () => {
    assert.equal(after([0, failed(3)], [MINUTE_MS, failed(4, 1)])?.failing_events, 4);
    const anew = after([0, failed(3)], [MINUTE_MS, mixed(1, 1, true)]);
    assert.deepEqual([anew?.failing_events, anew?.failing_since], [1, plus(NOON, MINUTE_MS)]);
  });
});

describe("the schedule", () => {
  it("has fifteen attempts in 71 hours, 52 minutes and 35 seconds", () => {
    assert.equal(ATTEMPT_DELAYS_MS.length, 15);
    const whole_ms = ATTEMPT_DELAYS_MS.reduce((sum, step) => sum + step, 0);
    assert.equal(whole_ms, 71 * HOUR_MS + 52 * MINUTE_MS + 35 * SECOND_MS);
    assert.equal(nextAttemptAfter(15, false, null), null);
  });

  it("adds jitter of up to a fifth, and subtracts none", () => {
    for (let attempts = 1; attempts < 15; attempts += 1) {
      const step_ms = ATTEMPT_DELAYS_MS[attempts] ?? 0;
      for (let times = 0; times < 50; times += 1) {
        const wait_ms = nextAttemptAfter(attempts, false, null) ?? 0;
        assert.ok(wait_ms >= step_ms && wait_ms <= step_ms * 1.2 + 1, `${attempts}: ${wait_ms}`);
      }
    }
  });

  it("honors Retry-After up to twice the step and a day", () => {
    assert.equal(nextAttemptAfter(7, false, 100 * MINUTE_MS), 100 * MINUTE_MS);
    assert.equal(nextAttemptAfter(7, false, 10 * HOUR_MS), 2 * HOUR_MS);
    const last_ms = nextAttemptAfter(14, false, 90 * HOUR_MS) ?? 0;
    assert.ok(last_ms >= 24 * HOUR_MS && last_ms <= 1.2 * 22 * HOUR_MS, `${last_ms}`);
    assert.ok((nextAttemptAfter(7, false, 1_000) ?? 0) >= HOUR_MS);
  });

  it("waits at least a minute after a 429 or a timeout", () => {
    assert.ok((nextAttemptAfter(1, true, null) ?? 0) >= MINUTE_MS);
    assert.equal(nextAttemptAfter(1, true, 90 * SECOND_MS), 90 * SECOND_MS);
  });

  it("reads Retry-After in seconds and as a date", () => {
    const now_ms = Date.UTC(2026, 2, 1, 12);
    assert.equal(retryAfter("120", now_ms), 120_000);
    assert.equal(retryAfter("Sun, 01 Mar 2026 12:05:00 GMT", now_ms), 300_000);
    assert.equal(retryAfter("Sun, 01 Mar 2026 11:00:00 GMT", now_ms), 0);
    for (const header of [undefined, "soon", ["1", "2"]]) assert.equal(retryAfter(header, now_ms), null);
  });
});

it("a new secret signs beside the old one until the overlap ends, and then alone", () => {
  assert.deepEqual(secretsAt(NOON, "old", null, null), { valid: "old", next: null });
  assert.deepEqual(secretsAt(NOON, "old", "new", plus(NOON, 1)), { valid: "old", next: "new" });
  assert.deepEqual(secretsAt(NOON, "old", "new", NOON), { valid: "new", next: null });
});
