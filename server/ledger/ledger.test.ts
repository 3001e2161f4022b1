import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runChecks } from "#db/audit.ts";
import { StaleRead, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { testDatabase } from "#testing/test-database.ts";
import { ledgerChecks } from "./audit.ts";
import { collect, findAvailable, fund, hold, listBalances, release, settle } from "./ledger.ts";

const db = await testDatabase();

async function aMerchant(): Promise<Scope> {
  const profile = { name: "A", email: "a@example.cm", country: "CM", currency: "XAF", test_funds: 0n };
  const merchant = await db.engine((tx) => createMerchant(tx, profile, "test"));
  return { merchant: merchant.id, environment: "test" };
}

const xaf = (scope: Scope, subject: string, amount: bigint) => ({ ...scope, currency: "XAF", subject, amount });

async function auditIsClean(): Promise<void> {
  const findings = await db.longRead((tx) => runChecks(tx, ledgerChecks));
  assert.deepEqual(
    findings.filter((finding) => finding.broken.length > 0),
    [],
  );
}

/** Resolves when another transaction waits for a lock that this one holds. */
async function waitForLock(tx: Tx): Promise<void> {
  const waiting = sql`
    select count(*) as transactions
    from pg_locks
    where transactionid = pg_current_xact_id()::xid and not granted`;
  while ((await tx.row<{ transactions: bigint }>(waiting)).transactions === 0n) await sleep(5);
}

describe("the ledger", () => {
  it("follows the worked example in its README line by line", async () => {
    const scope = await aMerchant();
    const text = readFileSync(new URL("./README.md", import.meta.url), "utf8");
    const [, example = ""] = /```\n(do [\s\S]*?)```/.exec(text) ?? [];
    const [heading = "", ...lines] = example.trim().split("\n");
    const accounts = heading.split(/\s+/).slice(1);
    assert.equal(lines.length, 8);
    for (const line of lines) {
      const cells = line.split(/\s{2,}/);
      await db.engine((tx) => act(tx, scope, cells[0] ?? ""));
      const rows = await db.engine((tx) =>
        tx.rows<{ name: string; balance: bigint }>(
          sql`select name, balance from accounts where merchant = ${scope.merchant}`,
        ),
      );
      const documented = accounts.map((name) => String(rows.find((row) => row.name === name)?.balance ?? 0n));
      assert.deepEqual(documented, cells.slice(1), line);
    }
    await auditIsClean();
  });

  async function act(tx: Tx, scope: Scope, words: string): Promise<void> {
    const [verb, ...rest] = words.split(" ");
    const [subject = "", amount = "0", fee = "0"] = rest;
    switch (verb) {
      case "fund":
        return fund(tx, xaf(scope, "fnd_example", BigInt(subject)));
      case "hold":
        return hold(tx, [xaf(scope, subject, BigInt(amount))]);
      case "settle":
        return settle(tx, [{ ...xaf(scope, subject, BigInt(amount)), fee: BigInt(fee), provider: "sandbox" }]);
      case "collect":
        return collect(tx, [{ ...xaf(scope, subject, BigInt(amount)), fee: BigInt(fee), provider: "sandbox" }]);
      case "release":
        return release(tx, [xaf(scope, subject, BigInt(amount))]);
      default:
        throw new Error(`The example does something unknown: ${words}`);
    }
  }

  it("refuses a hold larger than the balance, even after an earlier read of a larger one", async () => {
    const scope = await aMerchant();
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 100n)));
    await assert.rejects(
      db.engine((tx) => hold(tx, [xaf(scope, "trf_1", 101n)])),
      { name: "StaleRead" },
    );
    assert.deepEqual(await db.engine((tx) => listBalances(tx, scope)), [
      { currency: "XAF", available: 100n, reserved: 0n, debt: 0n, escrow: 0n },
    ]);
  });

  it("ends a hold once: not twice, not both ways, not with another amount", async () => {
    const scope = await aMerchant();
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 1_000n)));
    const hold_row = xaf(scope, "trf_1", 300n);
    // A hold of another subject does not count.
    await db.engine((tx) => hold(tx, [hold_row, xaf(scope, "trf_2", 300n)]));
    await assert.rejects(
      db.engine((tx) => hold(tx, [hold_row])),
      /duplicate key/,
    );
    await assert.rejects(
      db.engine((tx) => release(tx, [xaf(scope, "trf_1", 299n)])),
      /what was held/,
    );
    await assert.rejects(
      db.engine((tx) => settle(tx, [{ ...hold_row, fee: 1n, provider: "sandbox" }])),
      /what was held/,
    );
    await assert.rejects(
      db.engine((tx) => settle(tx, [{ ...hold_row, currency: "XOF", fee: 0n, provider: "sandbox" }])),
      /what was held/,
    );
    await assert.rejects(
      db.engine((tx) => release(tx, [{ ...hold_row, currency: "XOF" }])),
      /what was held/,
    );
    await assert.rejects(
      db.engine((tx) => release(tx, [xaf(scope, "trf_unknown", 300n)])),
      /what was held/,
    );
    await db.engine((tx) => settle(tx, [{ ...hold_row, amount: 290n, fee: 10n, provider: "sandbox" }]));
    await assert.rejects(
      db.engine((tx) => release(tx, [hold_row])),
      /duplicate key/,
    );
    await assert.rejects(
      db.engine((tx) => settle(tx, [{ ...hold_row, fee: 0n, provider: "sandbox" }])),
      /duplicate key/,
    );
    await auditIsClean();
  });

  it("refuses a payment whose fee exceeds its amount", async () => {
    const scope = await aMerchant();
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 1_000n)));
    const payment = (subject: string, fee: bigint) => ({ ...xaf(scope, subject, 100n), fee, provider: "sandbox" });
    await assert.rejects(
      db.engine((tx) => collect(tx, [payment("pay_1", 101n)])),
      /fee is at most the payment/,
    );
    await db.engine((tx) => collect(tx, [payment("pay_2", 100n)]));
    assert.deepEqual(await db.engine((tx) => listBalances(tx, scope)), [
      { currency: "XAF", available: 1_000n, reserved: 0n, debt: 0n, escrow: 0n },
    ]);
    await auditIsClean();
  });

  it("moves the money of many subjects, merchants and environments in one statement", async () => {
    const merchant = await aMerchant();
    const scopes: readonly Scope[] = [merchant, { ...merchant, environment: "live" }, await aMerchant()];
    for (const scope of scopes) await db.engine((tx) => fund(tx, xaf(scope, `fnd_${scope.merchant}`, 10_000n)));
    const holds = scopes.flatMap((scope) =>
      Array.from({ length: 100 }, (_, n) => xaf(scope, `trf_${scope.merchant}_${n}`, 7n)),
    );
    await db.engine((tx) => hold(tx, holds));
    for (const scope of scopes) {
      assert.deepEqual(await db.engine((tx) => listBalances(tx, scope)), [
        { currency: "XAF", available: 9_300n, reserved: 700n, debt: 0n, escrow: 0n },
      ]);
    }
    await auditIsClean();
  });

  it("grants concurrent holds up to the balance and no further", async () => {
    const scope = await aMerchant();
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 1_000n)));
    const attempts = Array.from({ length: 60 }, (_, n) =>
      db.engine(async (tx) => {
        const readable = await findAvailable(tx, [{ ...scope, currency: "XAF" }]);
        if (readable({ ...scope, currency: "XAF" }) < 30n) return false;
        hold(tx, [xaf(scope, `trf_${n}`, 30n)]);
        return true;
      }),
    );
    const results = await Promise.all(attempts);
    assert.equal(results.filter(Boolean).length, 33);
    assert.deepEqual(await db.engine((tx) => listBalances(tx, scope)), [
      { currency: "XAF", available: 10n, reserved: 990n, debt: 0n, escrow: 0n },
    ]);
    await auditIsClean();
  });

  it("needs no retry for concurrent transactions that settle, release and hold", async () => {
    const scope = await aMerchant();
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 10_000n)));
    const subjects = Array.from({ length: 60 }, (_, n) => xaf(scope, `trf_${n}`, 1n));
    await db.engine((tx) => hold(tx, subjects));
    let tries = 0;
    await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const [settled, released] = subjects.slice(2 * n, 2 * n + 2);
        assert.ok(settled && released);
        await db.engine(async (tx) => {
          tries += 1;
          await settle(tx, [{ ...settled, fee: 0n, provider: "sandbox" }]);
          await release(tx, [released]);
        });
        await db.engine((tx) => {
          tries += 1;
          hold(tx, [xaf(scope, `trf_more_${n}`, 1n)]);
        });
      }),
    );
    assert.equal(tries, 60);
    await auditIsClean();
  });

  it("locks every account of its holds on a retry, so that rivals on the same merchants wait", async () => {
    const scopes = [await aMerchant(), await aMerchant()] as const;
    for (const scope of scopes) await db.engine((tx) => fund(tx, xaf(scope, `fnd_${scope.merchant}`, 1_000n)));
    const [one, other] = scopes.toSorted((a, b) => (a.merchant < b.merchant ? -1 : 1));
    assert.ok(one && other);
    const [settled, released] = [xaf(one, "trf_settled", 10n), xaf(other, "trf_released", 10n)];
    await db.engine((tx) => hold(tx, [settled, released]));
    const tries = { holding: 0, ending: 0 };
    let ending: Promise<void> | undefined;
    await db.engine(async (tx) => {
      tries.holding += 1;
      if (tries.holding === 1) throw new StaleRead("the world has changed");
      await findAvailable(tx, [xaf(one, "", 0n), xaf(other, "", 0n)]);
      ending ??= db.engine(async (end) => {
        tries.ending += 1;
        await settle(end, [{ ...settled, fee: 0n, provider: "sandbox" }]);
        await release(end, [released]);
      });
      // Wait long enough for the other transaction to take every lock it can get.
      await sleep(300);
      hold(tx, [xaf(one, "trf_1", 10n), xaf(other, "trf_2", 10n)]);
    });
    await ending;
    assert.deepEqual(tries, { holding: 2, ending: 1 });
    await auditIsClean();
  });

  it("locks the balances that a retry reads, so that a rival waits and then finds the money spent", async () => {
    const scope = await aMerchant();
    const account = { ...scope, currency: "XAF" };
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 1_000n)));
    let tries = 0;
    let rival: Promise<string> | undefined;
    await db.engine(async (tx) => {
      tries += 1;
      if (tries === 1) throw new StaleRead("the world has changed");
      const readable = await findAvailable(tx, [account]);
      rival ??= db
        .engine((other) => hold(other, [xaf(scope, "trf_rival", 1_000n)]))
        .then(
          () => "held",
          (error: Error) => error.name,
        );
      // Wait long enough for the other transaction to take every lock it can get.
      await sleep(300);
      hold(tx, [xaf(scope, "trf_1", readable(account))]);
    });
    assert.deepEqual([tries, await rival], [2, "StaleRead"]);
    await auditIsClean();
  });

  it("takes its locks after all other statements that may wait, even those deferred later", async () => {
    const scope = await aMerchant();
    await db.engine((tx) => fund(tx, xaf(scope, "fnd_1", 100n)));
    const range = (from: string) => sql`
      insert into addresses (merchant, environment, range, created_at)
      select ${scope.merchant}, 'live', ${from}::cidr, now()`;
    const spend = () =>
      db.engine((tx) => {
        tx.atCommit(() => [tx.run(range("10.0.0.1"))]);
        hold(tx, [xaf(scope, "trf_1", 40n)]);
        tx.atCommit(() => [tx.run(range("10.0.0.2")), tx.run(range("10.0.0.3"))]);
      });
    for (const [withdrawn, free] of [
      ["10.0.0.1", ["10.0.0.2", "10.0.0.3"]],
      ["10.0.0.2", ["10.0.0.3"]],
      ["10.0.0.3", []],
    ] as const) {
      let spending: Promise<void> | undefined;
      await db.engine(async (tx) => {
        await tx.run(range(withdrawn));
        spending = spend();
        spending.catch(() => {});
        await waitForLock(tx);
        await tx.run(sql`set local lock_timeout = 100`);
        for (const other of free) await tx.run(range(other));
        await tx.rows(sql`select 1 from accounts where merchant = ${scope.merchant} for update`);
      });
      await assert.rejects(spending ?? Promise.resolve(), /duplicate key/);
      await db.engine((tx) => tx.run(sql`delete from addresses where merchant = ${scope.merchant}`));
    }
    await spend();
    const [balance] = await db.engine((tx) => listBalances(tx, scope));
    assert.deepEqual([balance?.available, balance?.reserved], [60n, 40n]);
  });

  it("does not deadlock when sets name the same merchants in different orders", async () => {
    const scopes = [await aMerchant(), await aMerchant(), await aMerchant(), await aMerchant()];
    for (const scope of scopes) await db.engine((tx) => fund(tx, xaf(scope, `fnd_${scope.merchant}`, 10_000n)));
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const order = n % 2 === 0 ? scopes : [...scopes].reverse();
        return db.engine((tx) =>
          hold(
            tx,
            order.map((scope) => xaf(scope, `trf_${scope.merchant}_${n}`, 1n)),
          ),
        );
      }),
    );
    await auditIsClean();
  });
});
