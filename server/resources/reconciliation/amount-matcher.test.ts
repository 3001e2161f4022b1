import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import { amountMatcher } from "./amount-matcher.ts";
import type { ReportLine } from "./parse-report.ts";
import type { BookedAttempt } from "./store.ts";

const NOON = "2026-03-01T12:00:00.000000Z";
const COUNT = 1_000;

function attempt(id: string, booked: bigint, receiver: string, ended_at: Instant | null = NOON): BookedAttempt {
  return { merchant: "mer_1", environment: "live", id, provider_id: null, receiver, amount: booked, ended_at, booked };
}

function line(amount: bigint, party: string | null, happened_at: Instant = NOON, is_complete = true): ReportLine {
  const references = { provider_id: null, external_id: null };
  return { line: 2, ...references, amount, fee: 0n, tax: null, is_charge: false, is_complete, happened_at, party };
}

describe("a statement line without an id", () => {
  const book = [attempt("a", -500n, "+237677000111"), attempt("b", -600n, "+237677000111", null)];

  it("matches the attempt with its amount and number, within a day: each attempt once", () => {
    for (const at of [NOON, plus(NOON, DAY_MS), plus(NOON, -DAY_MS)]) {
      const guess = amountMatcher(book);
      assert.equal(guess(line(-500n, "0111", at))?.id, "a", at);
      assert.equal(guess(line(-500n, "0111", at)), null, at);
    }
  });

  it("matches no other amount, number or day, no open attempt, and nothing when it has too few fields", () => {
    const guess = amountMatcher(book);
    for (const other of [
      line(500n, "0111"),
      line(-500n, "0112"),
      line(-500n, "0111", plus(NOON, DAY_MS + 1)),
      line(-500n, "0111", plus(NOON, -DAY_MS - 1)),
      line(-600n, "0111"),
      line(-500n, null),
      line(-500n, "0111", NOON, false),
    ]) {
      assert.equal(guess(other), null, JSON.stringify([String(other.amount), other.party, other.happened_at]));
    }
  });

  it("matches nothing with two candidates, and the remaining one once the other is taken", () => {
    const guess = amountMatcher([
      attempt("early", -500n, "+237677000111", plus(NOON, -DAY_MS)),
      attempt("late", -500n, "+237677000111", plus(NOON, DAY_MS)),
    ]);
    assert.equal(guess(line(-500n, "0111")), null);
    assert.equal(guess(line(-500n, "0111", plus(NOON, 1)))?.id, "late");
    assert.equal(guess(line(-500n, "0111"))?.id, "early");
  });

  it("is compared with its candidates only, not with every ended attempt", () => {
    const sums = { different: (index: number) => BigInt(index + 1), equal: () => 500n };
    for (const [name, sum] of Object.entries(sums)) {
      let looks = 0;
      const ended = Array.from({ length: COUNT }, (_, index) => {
        const candidate = attempt(String(index), sum(index), "+237677000111", plus(NOON, index * 1_000));
        const guessed_attempt = () => {
          looks += 1;
          return candidate.booked;
        };
        return Object.defineProperty({ ...candidate }, "booked", { get: guessed_attempt, enumerable: true });
      });
      const guess = amountMatcher(ended);
      for (let index = 0; index < COUNT; index += 1) guess(line(sum(index), "0111"));
      assert.ok(looks <= 2 * COUNT, `${name}: ${looks} looks at ${COUNT} attempts for as many lines`);
    }
  });
});
