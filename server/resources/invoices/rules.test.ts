import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { DAY_MS, plus } from "#kernel/time.ts";
import {
  dueReminder,
  fillParts,
  isPayablePart,
  isReminded,
  payableParts,
  progressOf,
  reminderRecipient,
  validateParts,
} from "./rules.ts";
import type { InvoiceStatus } from "./schema.ts";

const NOW = "2026-03-01T12:00:00.000000Z";
const inDays = (days: number): string => plus(NOW, days * DAY_MS);
const LIMITS = { minimum: 1n, maximum: 1_000_000n };

const parts = [
  { amount: 4_000n, due_at: inDays(10) },
  { amount: 6_000n, due_at: inDays(20) },
];
const invoice = (status: InvoiceStatus = "open", minimum_part: bigint | null = null) => ({
  ...{ amount: 10_000n, status, minimum_part, reminders: [], next_reminder_at: null },
});
const sums = (amount_paid: bigint, amount_reserved = 0n) => ({ amount_paid, amount_reserved });

describe("the state of an invoice", () => {
  for (const [name, paid, days, status, amount_overdue, next] of [
    ["nothing is paid or due", 0n, 0, "open", 0n, 10],
    ["a part is paid", 1_000n, 0, "partly_paid", 0n, 10],
    ["all is paid", 10_000n, 30, "paid", 0n, null],
    ["an instalment passed unpaid", 0n, 10, "overdue", 4_000n, 20],
    ["an instalment passed partly paid", 1_000n, 15, "overdue", 3_000n, 20],
    ["an instalment passed paid", 4_000n, 15, "partly_paid", 0n, 20],
    ["the last instalment passed", 4_000n, 20, "overdue", 6_000n, null],
  ] as const) {
    it(`is ${status} if ${name}`, () => {
      assert.deepEqual(progressOf(invoice(), parts, sums(paid), inDays(days)), {
        ...{ status, amount_overdue, next_due_at: next === null ? null : inDays(next), next_reminder_at: null },
      });
    });
  }

  it("stays canceled, whatever is paid or due", () => {
    const expected = { status: "canceled", amount_overdue: 0n, next_due_at: null, next_reminder_at: null };
    const canceled = { ...invoice("canceled"), reminders: [0], next_reminder_at: inDays(10) };
    assert.deepEqual(progressOf(canceled, parts, sums(1_000n), inDays(5)), expected);
  });
});

describe("the reminders of an invoice", () => {
  const reminders = [-3, 0, 7];
  const at = (next_reminder_at: string | null) => ({ ...invoice(), reminders, next_reminder_at });
  const nextAfter = (days: number, before: string | null = null, paid = 0n) =>
    progressOf(at(before), parts, sums(paid), inDays(days)).next_reminder_at;

  it("come in the order of time, those that passed before the invoice left out, and none once it is paid", () => {
    assert.equal(nextAfter(0), inDays(7));
    assert.equal(nextAfter(7), inDays(10));
    // Seven days after the first part come three days before the second one.
    assert.equal(nextAfter(10), inDays(17));
    assert.equal(nextAfter(20), inDays(27));
    assert.equal(nextAfter(27), null);
    assert.equal(nextAfter(0, null, 10_000n), null);
  });

  it("stay due until they are sent, whatever happens to the invoice meanwhile", () => {
    assert.equal(nextAfter(9, inDays(7), 100n), inDays(7));
    assert.equal(nextAfter(9, inDays(7), 10_000n), null);
    assert.equal(nextAfter(5, inDays(10)), inDays(7));
  });

  it("name what is unpaid by the due date, and are left out for parts that are paid or being paid", () => {
    const due = (next: number, now: number, paid = 0n, reserved = 0n) =>
      dueReminder(at(inDays(next)), parts, sums(paid, reserved), inDays(now));
    assert.deepEqual(due(7, 7), { days: -3, due_at: inDays(10), amount: 4_000n });
    assert.deepEqual(due(7, 7, 1_000n, 500n), { days: -3, due_at: inDays(10), amount: 2_500n });
    assert.equal(due(7, 7, 4_000n), null);
    assert.equal(due(7, 7, 1_000n, 3_000n), null);
    assert.deepEqual(due(20, 20, 1_000n), { days: 0, due_at: inDays(20), amount: 9_000n });
  });

  it("are one after an outage, the latest", () => {
    const late = dueReminder(at(inDays(7)), parts, sums(0n), inDays(12));
    assert.deepEqual(late, { days: 0, due_at: inDays(10), amount: 4_000n });
  });

  it("are mailed to the customer in live only, and to nobody who has no address", () => {
    const [shop, payer] = [{ email: "shop@example.cm" }, { email: "payer@example.cm" }];
    assert.equal(reminderRecipient("live", payer, shop), payer.email);
    assert.equal(reminderRecipient("test", payer, shop), shop.email);
    for (const environment of ["test", "live"] as const)
      assert.equal(reminderRecipient(environment, { email: null }, shop), null);
  });

  it("are sent to nobody who is blocked or deleted", () => {
    assert.deepEqual([{ blocked_at: null }, { blocked_at: NOW }, null].map(isReminded), [true, false, false]);
  });
});

describe("the parts that may be paid", () => {
  it("are the next instalment, and whole ones after it", () => {
    assert.deepEqual(payableParts(invoice(), parts, sums(0n), LIMITS), {
      ...{ next: 4_000n, amounts: [4_000n, 10_000n], range: null },
    });
    assert.deepEqual(payableParts(invoice(), parts, sums(4_000n), LIMITS).amounts, [6_000n]);
  });

  it("complete an instalment that is partly paid or partly reserved", () => {
    assert.deepEqual(payableParts(invoice(), parts, sums(1_000n, 500n), LIMITS).amounts, [2_500n, 8_500n]);
  });

  it("are none once all is paid or reserved, or the invoice is canceled", () => {
    const none = { next: null, amounts: [], range: null };
    assert.deepEqual(payableParts(invoice(), parts, sums(4_000n, 6_000n), LIMITS), none);
    assert.deepEqual(payableParts(invoice("canceled"), parts, sums(0n), LIMITS), none);
  });

  it("leave out what one payment cannot carry; a range ends there", () => {
    const limits = { minimum: 100n, maximum: 5_000n };
    assert.deepEqual(payableParts(invoice(), parts, sums(0n), limits).amounts, [4_000n]);
    assert.deepEqual(payableParts(invoice("open", 500n), parts, sums(0n), limits).range, {
      ...{ minimum: 500n, maximum: 5_000n },
    });
  });

  it("leave no rest that no payment can carry", () => {
    const limits = { minimum: 100n, maximum: 50_000n };
    const payable = payableParts(invoice("open", 500n), parts, sums(0n), limits);
    assert.equal(isPayablePart(9_950n, payable, 10_000n, limits), false);
    assert.equal(isPayablePart(9_900n, payable, 10_000n, limits), true);
    assert.equal(isPayablePart(499n, payable, 10_000n, limits), false);
  });

  it("begin with one that may be paid, if the next instalment's rest may not", () => {
    const limits = { minimum: 100n, maximum: 50_000n };
    const nextOf = (paid: bigint, maximum = limits.maximum): bigint | null =>
      payableParts(invoice("open", 500n), parts, sums(paid), { ...limits, maximum }).next;
    assert.equal(nextOf(3_700n), 300n);
    assert.equal(nextOf(3_950n), 500n);
    assert.equal(nextOf(9_600n), 400n);
    assert.equal(nextOf(4_000n, 5_950n), 5_900n);
    const small_last = [
      { amount: 9_950n, due_at: inDays(10) },
      { amount: 50n, due_at: inDays(20) },
    ];
    const payable = payableParts(invoice("open", 500n), small_last, sums(0n), limits);
    assert.deepEqual([payable.next, payable.amounts], [10_000n, [10_000n]]);
  });

  it("paid one after another, pay an invoice exactly", () => {
    const amounts = fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        amounts,
        fc.option(fc.bigInt(100n, 200n)),
        fc.array(fc.nat(1_000), { maxLength: 40 }),
        (list, min, picks) => {
          const due = list.map((amount, index) => ({ amount, due_at: inDays(index + 1) }));
          const amount = list.reduce((sum, one) => sum + one, 0n);
          const minimum_part = min !== null && min <= amount ? min : null;
          const bill = { amount, status: "open" as const, minimum_part };
          const limits = { ...LIMITS, minimum: minimum_part === null ? 1n : 100n };
          let paid = 0n;
          for (let step = 0; paid < amount; step += 1) {
            const payable = payableParts(bill, due, sums(paid), limits);
            const free = payable.range ? payable.range.minimum + BigInt(picks[step] ?? 0) : null;
            const part = free !== null && isPayablePart(free, payable, amount - paid, limits) ? free : payable.next;
            assert.ok(part !== null && isPayablePart(part, payable, amount - paid, limits));
            assert.ok(part > 0n && part <= amount - paid);
            paid += part;
            assert.equal(
              fillParts(due, paid).reduce((sum, one) => sum + one, 0n),
              paid,
            );
          }
          assert.equal(payableParts(bill, due, sums(paid), limits).next, null);
        },
      ),
    );
  });
});

describe("the parts in a request", () => {
  const due_at = "2026-04-30T23:59:59+01:00";
  const later = "2026-06-30T23:59:59+01:00";
  for (const [name, body, fields] of [
    ["one due date", { amount: 10, due_at }, {}],
    [
      "instalments that add up",
      {
        amount: 10,
        instalments: [
          { amount: 4, due_at },
          { amount: 6, due_at: later },
        ],
      },
      {},
    ],
    ["no due date", { amount: 10 }, { due_at: "required" }],
    ["both", { amount: 10, due_at, instalments: [{ amount: 10, due_at }] }, { due_at: "due_at_of_instalments" }],
    ["another sum", { amount: 10, instalments: [{ amount: 4, due_at }] }, { instalments: "instalments_sum" }],
    [
      "due dates out of order",
      {
        amount: 10,
        instalments: [
          { amount: 4, due_at: later },
          { amount: 6, due_at },
        ],
      },
      { "instalments.1.due_at": "instalments_order" },
    ],
    ["a day that does not exist", { amount: 10, due_at: "2026-02-30T10:00:00Z" }, { due_at: "invalid_moment" }],
    ["a smallest part above the amount", { amount: 10, due_at, minimum_part: 11 }, { minimum_part: "too_large" }],
  ] as const) {
    it(`${name}: ${Object.values(fields).join() || "accepted"}`, () => {
      const found = Object.entries(validateParts(body)).map(([field, [error]]) => [field, error?.reason]);
      assert.deepEqual(Object.fromEntries(found), fields);
    });
  }
});
