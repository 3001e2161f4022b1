import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bucketOf, contributionsOf, findPassedLimit, payeeOf } from "./rules.ts";
import type { LimitedOrder, LimitRule } from "./schema.ts";

describe("the hour, day and month of an order", () => {
  for (const [zone, period, at, label, ends_at] of [
    ["Africa/Douala", "hour", "2026-03-01T12:34:56.123456Z", "2026-03-01 13", "2026-03-01T13:00:00.000000Z"],
    ["Asia/Kolkata", "hour", "2026-03-01T12:34:56.123456Z", "2026-03-01 18", "2026-03-01T13:30:00.000000Z"],
    ["Africa/Douala", "day", "2026-02-28T23:30:00.000000Z", "2026-03-01", "2026-03-01T23:00:00.000000Z"],
    ["Africa/Douala", "month", "2026-12-31T23:00:00.000000Z", "2027-01", "2027-01-31T23:00:00.000000Z"],
    ["UTC", "month", "2026-01-31T23:59:59.999999Z", "2026-01", "2026-02-01T00:00:00.000000Z"],
    // A day of 23 hours: the clocks go forward.
    ["Africa/Casablanca", "day", "2026-03-22T00:00:00.000000Z", "2026-03-22", "2026-03-22T23:00:00.000000Z"],
  ] as const) {
    it(`${at}, ${zone}: the ${period} ${label}`, () => {
      assert.deepEqual(bucketOf(zone, period, at), { label, ends_at });
    });
  }
});

const rule: LimitRule = {
  ...({ merchant: "mer_1", environment: "test", id: "lim_1", set_by: "platform", applies_to: "merchant" } as const),
  ...({ holder: null, period: "day", measure: "amount", currency: "XAF", maximum: 100n } as const),
  ...{ created_at: "", updated_at: "", time_zone: "Africa/Douala" },
};
const order: LimitedOrder = {
  ...({ merchant: "mer_1", environment: "test", amount: 60n, currency: "XAF", key: "key_1", person: null } as const),
  ...{ counted_at: "2026-03-01T12:00:00.000000Z", otherParty: () => "+237677000000", is_payment: false },
};

describe("the counters of an order", () => {
  for (const [name, terms, fields, expected] of [
    ["the merchant's", {}, {}, "amount|XAF|day|2026-03-01|merchant|*"],
    ["its key's", { applies_to: "key" }, {}, "amount|XAF|day|2026-03-01|key|key_1"],
    ["none for another key", { applies_to: "key", holder: "key_2" }, {}, undefined],
    ["none for a person, if a key ordered it", { applies_to: "person" }, {}, undefined],
    [
      "its payee's",
      { applies_to: "payee", measure: "count", currency: null },
      {},
      "count|*|day|2026-03-01|payee|+237677000000",
    ],
    ["none in another currency", {}, { currency: "EUR" }, undefined],
    ["none of money out for a payment", {}, { is_payment: true }, undefined],
    [
      "the payer's for a payment",
      { applies_to: "payer" },
      { is_payment: true },
      "amount|XAF|day|2026-03-01|payer|+237677000000",
    ],
  ] as const) {
    it(`are ${name}`, () => {
      const [contribution] = contributionsOf({ ...order, ...fields }, [{ ...rule, ...terms }]);
      assert.equal(contribution?.counter, expected);
    });
  }
});

describe("the identity of a payee", () => {
  const account = (number: string, bank_code: string) => payeeOf({ type: "bank_account", number, bank_code });

  it("is a phone number in the clear, whatever bank code the request has", () => {
    const phone = { type: "mobile_money", number: "+237677000000" } as const;
    assert.equal(payeeOf({ ...phone, bank_code: "10005" }), phone.number);
  });

  it("is the hash of an account, also of one that looks like a phone number", () => {
    assert.notEqual(account("+237677000000", "10005"), "+237677000000");
    assert.notEqual(account("237677000000", "10005"), account("237677000000", "10003"));
  });

  it("is the same however the account is spelled", () => {
    for (const spelling of ["cm21 1000 5000", "CM21-1000-5000", "ＣＭ２１.10005000"])
      assert.equal(account(spelling, "10 005"), account("CM2110005000", "10005"));
    assert.notEqual(account("CM2110005001", "10005"), account("CM2110005000", "10005"));
  });
});

describe("an order at a limit", () => {
  const passed = (used: bigint, orders: number, rules: readonly LimitRule[] = [rule]) =>
    findPassedLimit(
      Array.from({ length: orders }).flatMap(() => contributionsOf(order, rules)),
      () => used,
    );

  it("passes it only above the maximum, and names what remains", () => {
    assert.equal(passed(40n, 1), null);
    assert.equal(passed(41n, 1)?.remaining, 59n);
    assert.equal(passed(500n, 1)?.remaining, 0n);
  });

  it("of a set passes it with the sum of the set", () => {
    assert.equal(passed(0n, 1), null);
    assert.equal(passed(0n, 2)?.remaining, 100n);
  });

  it("passes the limit that is free again last", () => {
    const monthly = { ...rule, id: "lim_2", period: "month" } as const;
    assert.equal(passed(80n, 1, [rule, monthly])?.contribution.rule.id, "lim_2");
    assert.equal(passed(80n, 1, [monthly, rule])?.contribution.rule.id, "lim_2");
  });
});
