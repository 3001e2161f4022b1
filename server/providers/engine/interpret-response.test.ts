import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds, HOUR_MS, type Instant, MINUTE_MS, plus } from "#kernel/time.ts";
import type { Observation, SubmissionResult } from "#providers/provider.ts";
import { contradiction, interpretResult, nextCheckAt, shouldResend } from "./interpret-response.ts";
import type { Attempt } from "./store.ts";

const START = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
const RECEIVER = "+237677123456";
const NO = { code: "provider_error", reason: "No" } as const;

/** An attempt of 1,000 that was sent at `START` and has had no answer since. */
function sent(overrides: Partial<Attempt> = {}): Attempt {
  return {
    ...{ merchant: newId("mer", START), environment: "live", id: newId("att", START), subject: "trf_1" },
    ...{ kind: "transfer", channel: "cm.mtn", provider: "mtn", amount: 1_000n, currency: "XAF", receiver: RECEIVER },
    ...{ receiver_name: null, bank_code: null, country: "CM", reference: "o-1", description: null, refund_of: null },
    ...{
      provider_account: newId("con", START),
      expect_name: null,
      otp: null,
      due_at: START,
      state: "sent",
      provider_reference: "r-1",
    },
    ...{ created_at: START, sent_at: START, acknowledged_at: null, queries: 0, not_found: 0, refusals: 0 },
    ...{ refused_since: null, duplicated_at: null, refusal_code: null, refusal_reason: null, ended_at: null },
    ...{ called_back_at: null, query_id: null, callback_answer: null, claimed_at: START, claim: 1 },
    ...overrides,
  };
}

function observed(attempt: Attempt, observation: Observation, after_ms: number) {
  return interpretResult({ attempt, observation, receiver: RECEIVER }, plus(START, after_ms), true);
}

function answered(attempt: Attempt, submission: SubmissionResult, after_ms = 0, is_resent = false) {
  return interpretResult({ attempt, submission, is_resent }, plus(START, after_ms), true);
}

const success = (overrides: object = {}): Observation => ({
  state: "complete",
  provider_id: "p",
  amount: 1_000n,
  ...overrides,
});

describe("an order whose outcome comes by callback", () => {
  it("is neither acknowledged nor not found, is queried again, and goes to review after 72 hours", () => {
    const { record, ending } = observed(sent({ not_found: 1 }), { state: "awaiting_callback" }, MINUTE_MS);
    assert.deepEqual(
      [record.is_acknowledged, record.is_not_found, record.is_query, ending],
      [false, false, true, null],
    );
    assert.ok(record.state === "sent" && record.due_at !== null && record.due_at > plus(START, MINUTE_MS));
    const late = observed(sent(), { state: "awaiting_callback" }, 72 * HOUR_MS);
    assert.deepEqual([late.record.state, late.review_reason], ["review", "no_answer"]);
  });

  it("is checked again within the hour after its end, until the callback is clear", () => {
    const attempt = sent({ state: "failed", ended_at: START });
    const check = { attempt, observation: { state: "awaiting_callback" }, receiver: RECEIVER } as const;
    assert.equal(contradiction(check), null);
    const next = nextCheckAt(check, plus(START, HOUR_MS));
    assert.ok(next !== null && next < plus(START, 3 * HOUR_MS));
  });

  it("keeps the provider's own id of it", () => {
    assert.equal(answered(sent(), { outcome: "accepted", query_id: "ws_CO_1" }).record.query_id, "ws_CO_1");
    assert.equal(answered(sent(), { outcome: "accepted" }).record.query_id, null);
  });
});

describe("an order that is not found", () => {
  const refused = { refusal_code: NO.code, refusal_reason: NO.reason };
  const FIVE = 5 * MINUTE_MS;

  it("fails with its earlier refusal only the third time in a row, five minutes after it was sent", () => {
    const ending = (overrides: Partial<Attempt>, after_ms: number) =>
      observed(sent({ ...refused, ...overrides }), { state: "not_found" }, after_ms).ending;
    assert.equal(ending({ not_found: 1 }, FIVE), null);
    assert.equal(ending({ not_found: 2 }, FIVE - 1), null);
    assert.deepEqual(ending({ not_found: 2 }, FIVE), NO);
    assert.equal(ending({ not_found: 2, acknowledged_at: START }, FIVE), null);
    assert.equal(ending({ not_found: 2, refusal_code: null }, FIVE), null);
  });

  it("goes to review after five minutes, and never fails by itself, when its reference is reported as taken", () => {
    const outcomeAfter = (after_ms: number) => {
      const attempt = sent({ ...refused, not_found: 2, duplicated_at: plus(START, MINUTE_MS) });
      const { ending, review_reason } = observed(attempt, { state: "not_found" }, after_ms);
      return [ending, review_reason];
    };
    assert.deepEqual(outcomeAfter(MINUTE_MS + FIVE - 1), [null, null]);
    assert.deepEqual(outcomeAfter(MINUTE_MS + FIVE), [null, "reference_taken"]);
  });

  it("is sent again the third time and after five minutes, if the provider never acknowledged it", () => {
    const shouldResendAfter = (overrides: Partial<Attempt>, after_ms: number) =>
      shouldResend(sent({ not_found: 3, claimed_at: plus(START, after_ms), ...overrides }));
    assert.equal(shouldResendAfter({}, FIVE), true);
    assert.equal(shouldResendAfter({}, FIVE - 1), false);
    assert.equal(shouldResendAfter({ not_found: 2 }, FIVE), false);
    assert.equal(shouldResendAfter({ acknowledged_at: START }, FIVE), false);
    assert.equal(shouldResendAfter({ duplicated_at: START }, FIVE), false);
    assert.equal(shouldResendAfter({ refusal_code: NO.code }, FIVE), false);
    assert.equal(shouldResendAfter({ state: "review" }, FIVE), false);
    assert.equal(shouldResendAfter({ sent_at: null }, FIVE), false);
    // A negative elapsed time, after the clock was set back, must not count as long enough.
    assert.equal(shouldResendAfter({}, -HOUR_MS), false);
  });
});

describe("an order that the provider reports as complete", () => {
  it("ends only with our amount and number, or when the provider reports neither", () => {
    const interpreted = (overrides: object) => {
      const { ending, review_reason, record } = observed(sent(), success(overrides), MINUTE_MS);
      return [ending, review_reason, record.state];
    };
    assert.deepEqual(interpreted({}), ["complete", null, "complete"]);
    assert.deepEqual(interpreted({ amount: null }), ["complete", null, "complete"]);
    assert.deepEqual(interpreted({ receiver: RECEIVER }), ["complete", null, "complete"]);
    assert.deepEqual(interpreted({ receiver: null }), ["complete", null, "complete"]);
    for (const amount of [999n, 1_001n, 0n, -1_000n]) {
      assert.deepEqual(interpreted({ amount }), [null, "amount_differs", "review"]);
    }
    assert.deepEqual(interpreted({ receiver: "+237677123457" }), [null, "receiver_differs", "review"]);
  });

  it("contradicts a failure, and a success with another amount or number; a failure contradicts a success", () => {
    const contradictionOf = (state: Attempt["state"], observation: Observation) =>
      contradiction({ attempt: sent({ state, ended_at: START }), observation, receiver: RECEIVER });
    const failed: Observation = { state: "failed", failure: NO };
    assert.equal(contradictionOf("failed", success()), "success_after_failure");
    assert.equal(contradictionOf("failed", success({ amount: 1n })), "success_after_failure");
    assert.equal(contradictionOf("failed", failed), null);
    assert.equal(contradictionOf("complete", success()), null);
    assert.equal(contradictionOf("complete", success({ amount: 999n })), "amount_differs");
    assert.equal(contradictionOf("complete", success({ receiver: "+237677123457" })), "receiver_differs");
    assert.equal(contradictionOf("complete", failed), "failure_after_success");
    assert.equal(contradictionOf("complete", { state: "reversed" }), "reversed");
    assert.equal(contradictionOf("failed", { state: "reversed" }), null);
    for (const state of ["pending", "not_found"] as const) {
      assert.deepEqual([contradictionOf("failed", { state }), contradictionOf("complete", { state })], [null, null]);
    }
  });
});

describe("an open outcome", () => {
  it("goes to review after 72 hours and never fails by timeout; only an answer ends the review", () => {
    const after = (overrides: Partial<Attempt>, observation: Observation, after_ms: number) => {
      const { ending, review_reason, record } = observed(sent(overrides), observation, after_ms);
      return [ending, review_reason, record.state, record.due_at === null];
    };
    const { ending } = observed(sent(), { state: "reversed" }, 0);
    assert.ok(ending !== null && ending !== "complete" && ending.code === "provider_error");
    for (const state of ["pending", "not_found"] as const) {
      assert.deepEqual(after({}, { state }, 72 * HOUR_MS - 1), [null, null, "sent", false]);
      assert.deepEqual(after({}, { state }, 72 * HOUR_MS), [null, "no_answer", "review", true]);
      assert.deepEqual(after({ state: "review" }, { state }, 900 * HOUR_MS), [null, null, "review", true]);
    }
    assert.deepEqual(after({ state: "review" }, success(), 900 * HOUR_MS), ["complete", null, "complete", true]);
    assert.deepEqual(after({ state: "review" }, { state: "failed", failure: NO }, 0), [NO, null, "failed", false]);
  });

  it("does not go to review because the clock went backwards by an hour", () => {
    const { ending, review_reason, record } = observed(sent({ not_found: 9 }), { state: "not_found" }, -HOUR_MS);
    assert.deepEqual([ending, review_reason, record.state], [null, null, "sent"]);
  });

  it("is retried when the order was provably not received, and goes to review after 72 hours of that", () => {
    const unsent: SubmissionResult = { outcome: "not_submitted", cause: { code: "status", detail: "503" } };
    const after = (overrides: Partial<Attempt>, after_ms: number) => {
      const { ending, review_reason, record } = answered(sent(overrides), unsent, after_ms);
      return [ending, review_reason, record.state];
    };
    assert.deepEqual(after({}, 0), [null, null, "waiting"]);
    assert.deepEqual(after({ refused_since: START }, 72 * HOUR_MS - 1), [null, null, "waiting"]);
    assert.deepEqual(after({ refused_since: START }, 72 * HOUR_MS), [null, "never_received", "review"]);
    // A transfer without a reference at the provider needs no review: its merchant can still cancel it.
    assert.deepEqual(after({ refused_since: START, provider_reference: null }, 72 * HOUR_MS), [null, null, "waiting"]);
    const collect = { refused_since: START, provider_reference: null, kind: "collect" } as const;
    assert.deepEqual(after(collect, 72 * HOUR_MS), [null, "never_received", "review"]);
  });

  it("stays open after a refusal that proves nothing, and after a taken reference", () => {
    const unknown = answered(sent(), {
      outcome: "unknown",
      cause: { code: "status", detail: "500" },
      refusal: NO,
      is_duplicate: true,
    });
    const { state, refusal_code, is_duplicate, is_ended } = unknown.record;
    assert.deepEqual(
      [unknown.ending, state, refusal_code, is_duplicate, is_ended],
      [null, "sent", NO.code, true, false],
    );
  });
});

describe("an order that has ended", () => {
  const failed = (ended_at: Instant) => sent({ state: "failed", ended_at });
  const next = (attempt: Attempt, observation: Observation, now_ms: number) =>
    nextCheckAt({ attempt: { ...attempt }, observation, receiver: RECEIVER }, plus(START, now_ms));

  it("and failed is checked an hour and a day later, again after an unclear answer, and not after three days", () => {
    const no: Observation = { state: "failed", failure: NO };
    const within = (at: Instant | null, from_ms: number, to_ms: number) =>
      assert.ok(at !== null && at >= plus(START, from_ms) && at <= plus(START, to_ms), String(at));
    within(next(failed(START), no, 0), HOUR_MS, 1.2 * HOUR_MS);
    within(next(failed(START), no, HOUR_MS), 24 * HOUR_MS, 28.6 * HOUR_MS);
    assert.equal(next(failed(START), no, 24 * HOUR_MS), null);
    within(next(failed(START), { state: "not_found" }, 24 * HOUR_MS), 25 * HOUR_MS, 25.2 * HOUR_MS);
    assert.equal(next(failed(START), { state: "not_found" }, 72 * HOUR_MS), null);
    assert.equal(next(sent(), no, 0), null);
  });

  it("that completed is queried a day and three days later, if its money can come back without a callback", () => {
    const due = (is_reversible: boolean) => [
      answered(sent(), { outcome: "complete", provider_id: "p", is_reversible }).record.due_at,
      observed(sent(), success({ is_reversible }), 0).record.due_at,
    ];
    assert.deepEqual(due(false), [null, null]);
    for (const at of due(true)) assert.ok(at !== null && at >= plus(START, 24 * HOUR_MS), String(at));
    const complete = sent({ state: "complete", ended_at: START });
    const reversible = success({ is_reversible: true });
    const second = next(complete, reversible, 28 * HOUR_MS);
    assert.ok(second !== null && second >= plus(START, 73 * HOUR_MS) && second <= plus(START, 82 * HOUR_MS));
    assert.equal(next(complete, reversible, 73 * HOUR_MS), null);
    assert.equal(next(complete, { state: "reversed" }, 28 * HOUR_MS), null);
    // The last query is repeated, too, as long as it has no clear answer.
    for (const hours of [73, 119]) {
      const repeated = next(complete, { state: "unreachable", cause: { code: "connection_failed" } }, hours * HOUR_MS);
      assert.ok(repeated !== null && repeated <= plus(START, (hours + 1.2) * HOUR_MS), `${hours} hours`);
    }
    assert.equal(next(complete, { state: "not_found" }, 121 * HOUR_MS), null);
    // A failed order that turns out complete is checked as every failed one.
    const late = next(sent({ state: "failed", ended_at: START }), reversible, HOUR_MS);
    assert.ok(late !== null && late <= plus(START, 29 * HOUR_MS));
  });

  it("is checked only over an account; a complete order is queried again only after an unclear answer", () => {
    const due = (is_checked_after: boolean) =>
      interpretResult(
        { attempt: sent(), submission: { outcome: "rejected", failure: NO }, is_resent: false },
        START,
        is_checked_after,
      ).record.due_at;
    assert.equal(due(false), null);
    assert.notEqual(due(true), null);
    const complete = sent({ state: "complete", ended_at: START });
    assert.equal(next(complete, success(), 0), null);
    assert.equal(next(complete, { state: "failed", failure: NO }, 0), null);
    assert.notEqual(
      next(complete, { state: "unreachable", cause: { code: "connection_failed", detail: "timeout" } }, 0),
      null,
    );
  });
});
