import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { runChecks } from "#server/db/audit.ts";
import type { Tx } from "#server/db/tx.ts";
import { newId } from "#server/kernel/ids.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { ledgerChecks } from "#server/ledger/audit.ts";
import {
  bookCorrection,
  charge,
  collect,
  correct,
  correctCharge,
  ENTRY_KINDS,
  type findEntry,
  freeParts,
  fund,
  hold,
  holdParts,
  listBalances,
  listEntries,
  payParts,
  release,
  repay,
  reversedAccounts,
  settle,
} from "#server/ledger/ledger.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { testDatabase } from "#server/testing/test-database.ts";

/** Compares each row of the table of movements in `docs/concepts/money.md` with a real ledger. */
const page = readFileSync(join(import.meta.dirname, "../docs/concepts/money.md"), "utf8");
const rows = [...page.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, kind = "", cells = ""]) => {
  const [entry = "", when = "", inverse = "", who = "", checks = ""] = cells.split("|").map((cell) => cell.trim());
  return { kind, entry, when, inverse: inverse.replaceAll("`", ""), who, checks };
});

const db = await testDatabase();
const [merchant, linked] = await db.engine(async (tx) => [
  await createMerchant(tx, { name: "A", email: "a@example.cm", country: "CM", currency: "XAF" }, "test"),
  await createMerchant(tx, { name: "B", email: "b@example.cm", country: "CM", currency: "XAF" }, "test"),
]);
assert.ok(merchant && linked);
const scope: Scope = { merchant: merchant.id, environment: "live" };
const at = { ...scope, currency: "XAF" };
const provider = "sandbox";

const held = async (): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("trf", tx.now);
    hold(tx, [{ ...at, subject, amount: 110n }]);
    return subject;
  });
const settled = async (): Promise<string> => {
  const subject = await held();
  await db.engine((tx) => settle(tx, [{ ...at, subject, provider, amount: 100n, fee: 10n }]));
  return subject;
};
const released = async (): Promise<string> => {
  const subject = await held();
  await db.engine((tx) => release(tx, [{ ...at, subject, amount: 110n }]));
  return subject;
};
const collected = (): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("pay", tx.now);
    collect(tx, [{ ...at, subject, provider, amount: 100n, fee: 10n }]);
    return subject;
  });
const corrected = (direction: "to_provider" | "from_provider", amount = 100n): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("rvw", tx.now);
    correct(tx, { ...at, subject, provider, amount, direction, account: "available" });
    return subject;
  });
const charged = (post: typeof charge, change = { charge: 20n, tax: 4n }): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("chg", tx.now);
    post(tx, [{ ...at, subject, provider, ...change }]);
    return subject;
  });
const booked = (correction: Pick<Parameters<typeof bookCorrection>[1], "kind" | "debit" | "credit" | "advanced">) =>
  db.engine(async (tx) => {
    const subject = newId("cor", tx.now);
    bookCorrection(tx, { ...at, subject, amount: 100n, ...correction });
    return subject;
  });
const partHeld = (): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("prt", tx.now);
    holdParts(tx, [{ ...at, subject, amount: 30n }]);
    return subject;
  });
const partFreed = async (): Promise<string> => {
  const subject = await partHeld();
  await db.engine(async (tx) => freeParts(tx, [{ ...at, subject, amount: 30n }]));
  return subject;
};
const towards = (direction: "out" | "in") =>
  direction === "out" ? { from: merchant.id, to: linked.id } : { from: linked.id, to: merchant.id };
const partPaid = (direction: "out" | "in"): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("prt", tx.now);
    if (direction === "in") fund(tx, { ...at, merchant: linked.id, subject: newId("fnd", tx.now), amount: 30n });
    payParts(tx, [{ environment: "live", currency: "XAF", subject, amount: 30n, ...towards(direction) }]);
    return subject;
  });
const repaid = (): Promise<string> =>
  db.engine(async (tx) => {
    const subject = newId("cor", tx.now);
    repay(tx, { ...at, subject, amount: 40n });
    return subject;
  });
const advanced = () => booked({ kind: "adjust", debit: "available", credit: "suspense", advanced: 40n });

/** Functions that book an entry of each kind and return its subject. */
const makers: Readonly<Record<string, () => Promise<string>>> = {
  hold: held,
  settle: settled,
  settle_fee: settled,
  release: released,
  collect: collected,
  collect_fee: collected,
  charge: () => charged(charge),
  charge_tax: () => charged(charge),
  correct_charge: () => charged(correctCharge),
  correct_tax: () => charged(correctCharge, { charge: 0n, tax: -4n }),
  correct: () => corrected("to_provider"),
  adjust: () => booked({ kind: "adjust", debit: "suspense", credit: "available", advanced: 0n }),
  sweep: () => booked({ kind: "sweep", debit: "fees", credit: "funding", advanced: 0n }),
  reverse: () => booked({ kind: "reverse", debit: "available", credit: "funding", advanced: 0n }),
  advance: advanced,
  escrow_in: partHeld,
  escrow_out: partFreed,
  part_out: () => partPaid("out"),
  part_in: () => partPaid("in"),
  async repay() {
    await advanced();
    return repaid();
  },
  fund: () =>
    db.engine(async (tx) => {
      const subject = newId("fnd", tx.now);
      fund(tx, { ...at, subject, amount: 100n });
      return subject;
    }),
};

/** Functions that book the inverse of an entry, by the inverse's kind. */
const inverses: Readonly<
  Record<string, (tx: Tx, entry: NonNullable<Awaited<ReturnType<typeof findEntry>>>) => unknown>
> = {
  release: (tx, { subject, amount }) => release(tx, [{ ...at, subject, amount }]),
  correct: (tx, { amount }) =>
    correct(tx, {
      ...{ ...at, subject: newId("rvw", tx.now), provider, amount },
      ...{ direction: "to_provider", account: "available" },
    }),
  correct_charge: (tx, { amount }) =>
    correctCharge(tx, [{ ...at, subject: newId("chg", tx.now), provider, charge: -amount, tax: 0n }]),
  correct_tax: (tx, { amount, debit }) =>
    correctCharge(tx, [
      { ...at, subject: newId("chg", tx.now), provider, charge: 0n, tax: debit === "taxes" ? -amount : amount },
    ]),
  reverse: (tx, entry) =>
    bookCorrection(tx, {
      ...{ ...at, kind: "reverse", subject: newId("cor", tx.now), amount: entry.amount, advanced: 0n },
      ...reversedAccounts(entry),
    }),
  escrow_out: (tx, { amount }) => freeParts(tx, [{ ...at, subject: newId("pmv", tx.now), amount }]),
  escrow_in: (tx, { amount }) => holdParts(tx, [{ ...at, subject: newId("pmv", tx.now), amount }]),
  part_in: (tx, { amount }) => returnPart(tx, amount, "in"),
  part_out: (tx, { amount }) => returnPart(tx, amount, "out"),
  repay: (tx, { amount }) => repay(tx, { ...at, subject: newId("cor", tx.now), amount }),
  advance: (tx, { amount }) =>
    bookCorrection(tx, {
      ...{ ...at, kind: "adjust", subject: newId("cor", tx.now), amount, advanced: amount },
      ...{ debit: "available", credit: "suspense" },
    }),
};

function returnPart(tx: Tx, amount: bigint, direction: "out" | "in"): void {
  payParts(tx, [
    { environment: "live", currency: "XAF", subject: newId("pmv", tx.now), amount, ...towards(direction) },
  ]);
}

/**
 * The change of the spendable balance by the inverse of each kind. An advance, the inverse of `repay`, changes nothing:
 * the correction that it belongs to spends it at once.
 */
const CHANGES: Readonly<Record<string, bigint>> = {
  ...{ hold: 110n, release: -110n, settle: 100n, settle_fee: 10n, fund: -100n, collect: -100n, collect_fee: 10n },
  ...{ sweep: 0n, charge: 0n, charge_tax: 0n, correct_charge: 0n, correct_tax: 0n },
  ...{ escrow_in: 30n, escrow_out: -30n, part_out: 30n, part_in: -30n },
  ...{ correct: 100n, reverse: 100n, adjust: -100n, advance: -40n, repay: 0n },
};

describe("the table of movements", () => {
  it("has each kind of entry of the code and the database once, with its inverse", async () => {
    assert.deepEqual(
      Object.fromEntries(rows.map(({ kind, inverse }) => [kind, inverse])),
      Object.fromEntries(Object.entries(ENTRY_KINDS).map(([kind, { inverse }]) => [kind, inverse])),
    );
    assert.equal(rows.length, Object.keys(ENTRY_KINDS).length);
    for (const { kind, inverse, ...cells } of rows) {
      assert.ok(Object.hasOwn(ENTRY_KINDS, inverse), `${kind} has no inverse`);
      for (const [column, text] of Object.entries(cells)) assert.ok(text.length > 3, `${kind}: ${column}`);
    }
    const { Sql } = await import("#server/db/tx.ts");
    const [constraint] = await db.engine((tx) =>
      tx.rows<{ readonly text: string }>(
        new Sql(
          ["select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'entries_kind_check'"],
          [],
        ),
      ),
    );
    const allowed = [...(constraint?.text ?? "").matchAll(/'(\w+)'/g)].map(([, kind = ""]) => kind);
    assert.deepEqual(allowed.sort(), Object.keys(ENTRY_KINDS).sort());
  });

  for (const { kind, entry: path, inverse } of rows) {
    it(`${kind}: ${path}, and its inverse ${inverse} leaves the books as they were`, async () => {
      await db.engine((tx) => fund(tx, { ...at, subject: newId("fnd", tx.now), amount: 10_000n }));
      const subject = await makers[kind]?.();
      assert.ok(subject, "the test makes an entry of each kind");
      const made = (await db.engine((tx) => listEntries(tx, scope, { before: null, limit: 20 }))).find(
        (one) => one.kind === kind && one.subject === subject,
      );
      assert.ok(made);
      const before = await balance();
      const costs = COSTS.has(kind) ? await costsOf(made) : 0n;
      await db.engine(async (tx) => inverses[inverse]?.(tx, made));
      const after = await balance();
      assert.equal(after - before, CHANGES[kind]);
      if (COSTS.has(kind))
        assert.equal(
          await costsOf(made),
          made.debit.startsWith("provider:") ? costs - made.amount : costs + made.amount,
        );
      const broken = await db.longRead((tx) => runChecks(tx, ledgerChecks));
      assert.deepEqual(
        broken.filter((finding) => finding.broken.length > 0),
        [],
      );
    });
  }
});

/** The kinds that change what orders cost the house, which no balance of a merchant shows. */
const COSTS = new Set(["charge", "charge_tax", "correct_charge", "correct_tax"]);

/** The balance of the account of charges or taxes that an entry changes. */
async function costsOf({ debit, credit }: { readonly debit: string; readonly credit: string }): Promise<bigint> {
  const name = debit.startsWith("provider:") ? credit : debit;
  const { sql } = await import("#server/db/tx.ts");
  const found = await db.engine((tx) =>
    tx.maybeRow<{ readonly balance: bigint }>(
      sql`select balance from accounts where merchant = ${scope.merchant} and environment = ${scope.environment} and name = ${name}`,
    ),
  );
  return found?.balance ?? 0n;
}

async function balance(): Promise<bigint> {
  const [one] = await db.engine((tx) => listBalances(tx, scope));
  return one?.available ?? 0n;
}
