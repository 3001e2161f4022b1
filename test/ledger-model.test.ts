import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { runChecks } from "#server/db/audit.ts";
import { rollUpCounters } from "#server/db/lists/list-counters.ts";
import { sql, type Tx } from "#server/db/tx.ts";
import { type Id, newId } from "#server/kernel/ids.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { DAY_MS, dayAfter, HOUR_MS, MINUTE_MS, toMilliseconds } from "#server/kernel/time.ts";
import { dayIn } from "#server/kernel/time-zone.ts";
import { ledgerChecks } from "#server/ledger/audit.ts";
import {
  collect,
  findAvailable,
  flushPostings,
  fund,
  hold,
  listBalances,
  release,
  settle,
} from "#server/ledger/ledger.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { retrieveStatement } from "#server/resources/statements/retrieve.ts";
import { rollUpStatements } from "#server/resources/statements/roll-up.ts";
import type { StatementQuery } from "#server/resources/statements/schema.ts";
import { statementChecks } from "#server/resources/statements/store.ts";
import { randomRuns } from "#server/testing/random-runs.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const db = await testDatabase();
const RUNS = randomRuns(10, 20);
const STATEMENT_RUNS = randomRuns(3, 20);

// The balances are those of one merchant in two environments, and of another merchant: an operation in one scope must
// not affect the others.
const BALANCE_KEYS = 3;

type Operation =
  | { readonly do: "fund" | "hold"; readonly account_index: number; readonly amount: bigint }
  | { readonly do: "settle" | "release"; readonly account_index: number; readonly pick: number; readonly fee: bigint };

const amount = fc.bigInt({ min: 1n, max: 5_000n });
const account_index = fc.nat({ max: BALANCE_KEYS - 1 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constantFrom("fund" as const, "hold" as const, "hold" as const), account_index, amount }),
  fc.record({
    do: fc.constantFrom("settle" as const, "release" as const),
    account_index,
    pick: fc.nat(),
    fee: fc.bigInt({ min: 0n, max: 50n }),
  }),
);

/** The expected balances of one scope. */
interface Model {
  available: bigint;
  reserved: bigint;
  readonly open: { readonly subject: string; readonly amount: bigint }[];
}

describe("the ledger", () => {
  it("balances after each of many random operations, valid and invalid", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async (operations) => {
        const scopes = await threeBalanceKeys();
        const models = scopes.map((): Model => ({ available: 0n, reserved: 0n, open: [] }));
        for (const step of operations) {
          const [scope, model] = [scopes[step.account_index], models[step.account_index]];
          assert.ok(scope && model);
          await act(scope, model, step);
          await compare(scopes, models);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** A movement of the expected statements: its day, the increase or decrease, and how the reserved part changes. */
interface Movement {
  readonly day: string;
  readonly line: string;
  readonly amount_in: bigint;
  readonly amount_out: bigint;
  readonly reserved: bigint;
}

const ZONE = "Africa/Douala";
const statementOf = (scope: Scope, query: StatementQuery) => db.engine((tx) => retrieveStatement(tx, scope, query));
/** Advances the clock to the next midnight of the zone, plus a time. */
const advanceToMidnight = (plus_ms: number): Promise<void> =>
  db.engine(async (tx) => {
    const midnight = Date.parse(`${dayAfter(dayIn(ZONE, tx.now))}T00:00:00+01:00`);
    db.advanceClock(midnight + plus_ms - toMilliseconds(tx.now));
  });
const today = (): Promise<string> => db.engine((tx) => dayIn(ZONE, tx.now));

const movement = fc.record({
  do: fc.constantFrom("fund" as const, "collect" as const, "transfer" as const, "failed" as const, "held" as const),
  amount: fc.bigInt({ min: 1n, max: 5_000n }),
  fee: fc.bigInt({ min: 0n, max: 50n }),
  /** The hours until the next movement. */
  wait: fc.integer({ min: 0, max: 30 }),
  /** The entries of the segments that are added up after it; 0: none. */
  segment: fc.integer({ min: 0, max: 4 }),
});

describe("a statement", () => {
  it("is the sum of the entries for any range of days, and never changes once it is final", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { minLength: 3, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { minLength: 2, maxLength: 4 }),
        async (movements, ranges) => {
          const [scope] = await threeBalanceKeys();
          assert.ok(scope);
          const first_day = await today();
          const expected: Movement[] = [];
          const final: (readonly [StatementQuery, object])[] = [];
          for (const step of movements) {
            expected.push(...(await move(scope, step)));
            db.advanceClock(step.wait * HOUR_MS + 11 * MINUTE_MS);
            if (step.segment > 0) await db.engine(rollUp(step.segment));
            const query: StatementQuery = { period: "week" };
            const { created_at: _, ...statement } = await statementOf(scope, query);
            if (statement.is_final) final.push([query, statement]);
            const day = { date: dayAfter(await today(), -1), period: "day" } as const;
            const { created_at: __, ...yesterday } = await statementOf(scope, day);
            if (yesterday.is_final) final.push([day, yesterday]);
          }
          for (const [query, before] of final) {
            const { created_at: _, ...after } = await statementOf(scope, query);
            assert.deepEqual(after, before);
          }
          for (const [one, other] of ranges) {
            const days = [one, other].toSorted((a, b) => a - b).map((offset) => dayAfter(first_day, offset - 1));
            const [date_start = "", date_end = ""] = days;
            await compareStatement(scope, expected, { date_start, date_end });
          }
          await assertClean();
        },
      ),
      { numRuns: STATEMENT_RUNS },
    );
  });

  it("counts each entry of its merchant and environment once, also where a stored sum crosses midnight", async () => {
    const scopes = await threeBalanceKeys();
    // Half an hour after midnight, the day by UTC is still the day before.
    await advanceToMidnight(30 * MINUTE_MS);
    const days = [
      [
        { do: "fund", amount: 1_000n, fee: 0n },
        { do: "transfer", amount: 100n, fee: 5n },
      ],
      [
        { do: "collect", amount: 200n, fee: 10n },
        { do: "transfer", amount: 50n, fee: 5n },
        { do: "held", amount: 30n, fee: 0n },
        { do: "fund", amount: 40n, fee: 0n },
      ],
      [{ do: "collect", amount: 7n, fee: 0n }],
    ];
    const expected: Movement[][] = scopes.map(() => []);
    for (const steps of days) {
      for (const step of steps) {
        // Each scope has amounts of its own.
        for (const [index, scope] of scopes.entries()) {
          const factor = 10n ** BigInt(index);
          expected[index]?.push(
            ...(await move(scope, { ...step, amount: step.amount * factor, fee: step.fee * factor })),
          );
        }
      }
      db.advanceClock(DAY_MS);
    }
    // Four segments of three entries: the second and the fourth cross midnight.
    await db.engine(rollUp(3));
    const merchants = scopes.map(({ merchant }) => merchant);
    const { count } = await db.engine((tx) =>
      tx.row<{ count: bigint }>(sql`select count(*) from statement_segments where merchant = any(${merchants})`),
    );
    assert.equal(Number(count), 4 * scopes.length);
    const current_day = await today();
    for (const [index, scope] of scopes.entries()) {
      for (const ago of [-3, -2, -1]) {
        const day = dayAfter(current_day, ago);
        await compareStatement(scope, expected[index] ?? [], { date_start: day, date_end: day });
      }
    }
    await assertClean();
  });

  it("is empty for days before 1970, also in the year 0", async () => {
    const [scope] = await threeBalanceKeys();
    assert.ok(scope);
    await move(scope, { do: "fund", amount: 100n, fee: 0n });
    for (const date of ["1969-12-31", "0001-01-01", "0000-01-01"]) {
      const { opening_balance, closing_balance, count } = await statementOf(scope, { period: "day", date });
      assert.deepEqual([opening_balance, closing_balance, count], [0n, 0n, 0], date);
    }
  });

  it("leaves a transaction that began before midnight and booked after the next day's first entry to that day", async () => {
    const [scope] = await threeBalanceKeys();
    assert.ok(scope);
    const xaf = { ...scope, currency: "XAF", provider: "sandbox", fee: 0n };
    await advanceToMidnight(-MINUTE_MS);
    const day = await today();
    await db.engine((tx) => collect(tx, [{ ...xaf, subject: newId("pay", tx.now), amount: 100n }]));
    await db.engine(async (late) => {
      assert.equal(dayIn(ZONE, late.now), day);
      db.advanceClock(2 * MINUTE_MS);
      await db.engine((tx) => collect(tx, [{ ...xaf, subject: newId("pay", tx.now), amount: 20n }]));
      collect(late, [{ ...xaf, subject: newId("pay", late.now), amount: 3n }]);
    });
    const [before, after] = [
      await statementOf(scope, { period: "day", date: day }),
      await statementOf(scope, { period: "day" }),
    ];
    assert.deepEqual([before.closing_balance, after.opening_balance, after.amount_in], [100n, 100n, 23n]);
  });
});

const rollUp = (entries: number) => async (tx: Tx) => {
  await rollUpCounters(tx);
  while (await rollUpStatements(tx, entries));
};

/** Books a movement, and returns what a statement must show of it. */
async function move(
  scope: Scope,
  { do: kind, amount, fee: any_fee }: { do: string; amount: bigint; fee: bigint },
): Promise<readonly Movement[]> {
  const fee = any_fee < amount ? any_fee : 0n;
  return db.engine(async (tx): Promise<readonly Movement[]> => {
    const of = { ...scope, currency: "XAF" };
    const day = dayIn(ZONE, tx.now);
    const moved = (line: string, amount_in: bigint, amount_out: bigint, reserved = 0n) =>
      amount_in + amount_out > 0n || reserved !== 0n ? [{ day, line, amount_in, amount_out, reserved }] : [];
    if (kind === "fund") {
      fund(tx, { ...of, subject: newId("fnd", tx.now), amount });
      return moved("top_ups", amount, 0n);
    }
    if (kind === "collect") {
      collect(tx, [{ ...of, subject: newId("pay", tx.now), provider: "sandbox", amount, fee }]);
      return [...moved("payments", amount, 0n), ...moved("payment_fees", 0n, fee)];
    }
    if ((await findAvailable(tx, [of]))(of) < amount) return [];
    const subject = newId("trf", tx.now);
    await hold(tx, [{ ...of, subject, amount }]);
    if (kind === "held") return moved("", 0n, 0n, amount);
    await flushPostings(tx);
    if (kind === "failed") {
      await release(tx, [{ ...of, subject, amount }]);
      return [];
    }
    await settle(tx, [{ ...of, subject, amount: amount - fee, fee, provider: "sandbox" }]);
    return [...moved("transfers", 0n, amount - fee), ...moved("transfer_fees", 0n, fee)];
  });
}

async function compareStatement(
  scope: Scope,
  movements: readonly Movement[],
  range: { readonly date_start: string; readonly date_end: string },
): Promise<void> {
  const statement = await statementOf(scope, range);
  const before = movements.filter(({ day }) => day < range.date_start);
  const within = movements.filter(({ day }) => day >= range.date_start && day <= range.date_end);
  const sum = (of: readonly Movement[], amountOf: (one: Movement) => bigint): bigint =>
    of.reduce((total, one) => total + amountOf(one), 0n);
  const net = (of: readonly Movement[]): bigint => sum(of, ({ amount_in, amount_out }) => amount_in - amount_out);
  assert.deepEqual(
    [statement.opening_balance, statement.opening_reserved, statement.closing_balance, statement.closing_reserved],
    [net(before), sum(before, (one) => one.reserved), net([...before, ...within])].concat(
      sum([...before, ...within], (one) => one.reserved),
    ),
  );
  assert.equal(statement.opening_balance + statement.amount_in - statement.amount_out, statement.closing_balance);
  const by_line = Map.groupBy(
    within.filter(({ line }) => line !== ""),
    ({ line }) => line,
  );
  assert.deepEqual(
    statement.lines.map(({ line, count, amount_in, amount_out }) => ({ line, count, amount_in, amount_out })),
    statement.lines.map(({ line }) => {
      const of = by_line.get(line) ?? [];
      return {
        line,
        count: of.length,
        amount_in: sum(of, (one) => one.amount_in),
        amount_out: sum(of, (one) => one.amount_out),
      };
    }),
  );
  assert.equal(statement.lines.length, by_line.size);
  assert.equal(
    statement.channels.reduce((total, { amount_in, amount_out }) => total + amount_in - amount_out, 0n),
    net(within),
  );
}

async function act(scope: Scope, model: Model, step: Operation): Promise<void> {
  switch (step.do) {
    case "fund": {
      await db.engine((tx) =>
        fund(tx, { ...scope, currency: "XAF", subject: newId("fnd", tx.now), amount: step.amount }),
      );
      model.available += step.amount;
      return;
    }
    case "hold": {
      const subject = await db.engine((tx) => tryHold(tx, scope, step.amount));
      assert.equal(subject !== null, step.amount <= model.available);
      if (subject === null) return;
      model.available -= step.amount;
      model.reserved += step.amount;
      model.open.push({ subject, amount: step.amount });
      return;
    }
    default: {
      const [held_amount] = model.open.splice(step.pick % Math.max(1, model.open.length), 1);
      if (!held_amount) return;
      const fee = step.fee < held_amount.amount ? step.fee : 0n;
      const end = { ...scope, currency: "XAF", subject: held_amount.subject, amount: held_amount.amount };
      await db.engine((tx) =>
        step.do === "release"
          ? release(tx, [end])
          : settle(tx, [{ ...end, amount: held_amount.amount - fee, fee, provider: "sandbox" }]),
      );
      model.reserved -= held_amount.amount;
      if (step.do === "release") model.available += held_amount.amount;
      // An ended hold cannot end again, either way.
      await assert.rejects(db.engine((tx) => release(tx, [end])));
      await assert.rejects(db.engine((tx) => settle(tx, [{ ...end, fee: 0n, provider: "sandbox" }])));
    }
  }
}

async function tryHold(tx: Tx, scope: Scope, amount: bigint): Promise<Id<"trf"> | null> {
  const of = { ...scope, currency: "XAF" };
  if ((await findAvailable(tx, [of]))(of) < amount) return null;
  const subject = newId("trf", tx.now);
  await hold(tx, [{ ...of, subject, amount: amount }]);
  return subject;
}

async function compare(scopes: readonly Scope[], models: readonly Model[]): Promise<void> {
  for (const [number, scope] of scopes.entries()) {
    const [actual] = await db.engine((tx) => listBalances(tx, scope));
    const model = models[number];
    assert.deepEqual([actual?.available ?? 0n, actual?.reserved ?? 0n], [model?.available, model?.reserved]);
  }
  await assertClean();
}

async function assertClean(): Promise<void> {
  const findings = await db.longRead((tx) => runChecks(tx, [...ledgerChecks, ...statementChecks]));
  assert.deepEqual(
    findings.filter((finding) => finding.broken.length > 0),
    [],
  );
}

async function threeBalanceKeys(): Promise<readonly Scope[]> {
  const profile = { name: "A", email: "a@example.cm", country: "CM", currency: "XAF", test_funds: 0n };
  const [one, other] = await db.engine(async (tx) => [
    await createMerchant(tx, profile, "test"),
    await createMerchant(tx, profile, "test"),
  ]);
  assert.ok(one && other);
  return [
    { merchant: one.id, environment: "test" },
    { merchant: one.id, environment: "live" },
    { merchant: other.id, environment: "test" },
  ];
}
