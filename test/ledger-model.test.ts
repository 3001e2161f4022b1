import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { runChecks } from "#server/db/audit.ts";
import type { Tx } from "#server/db/tx.ts";
import { type Id, newId } from "#server/kernel/ids.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { ledgerChecks } from "#server/ledger/audit.ts";
import { findAvailable, fund, hold, listBalances, release, settle } from "#server/ledger/ledger.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { randomRuns } from "#server/testing/random-runs.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const db = await testDatabase();
const RUNS = randomRuns(10, 30);

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
  const findings = await db.longRead((tx) => runChecks(tx, ledgerChecks));
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
