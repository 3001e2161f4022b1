import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pg from "pg";
import { setFee } from "#resources/fees/set.ts";
import { order, orderTo } from "#testing/orders.ts";
import { aPaidPayment } from "#testing/payments.ts";
import { aWorld } from "#testing/world.ts";
import { audit } from "./audit.ts";

const world = await aWorld();
const merchant = await world.merchant({ balance: 1_000_000n });
const fee = { percent_bp: 0, fixed: 10n, minimum: 0n, maximum: null } as const;
await world.db.engine((tx) => setFee(tx, { ...merchant, ...fee, kind: "transfer", channel: "*" }, "test"));
// What neither role of the service may do.
const owner = new pg.Client(world.database_url);
await owner.connect();

async function aTransfer(digits = "123456"): Promise<string> {
  const { id } = (await merchant.post("/transfers", digits === "123456" ? order : orderTo(digits))).body.transfer;
  await world.quiet();
  return id;
}

async function aRefund(): Promise<string> {
  const payment = await aPaidPayment(world, merchant);
  const { id } = (await merchant.post("/refunds", { payment, amount: 10 })).body.refund;
  await world.quiet();
  return id;
}

/** The promises of which a row that is broken names this. */
async function brokenFor(id: string): Promise<readonly string[]> {
  const findings = await audit(world.db);
  return findings
    .filter(({ broken }) => broken.some((row) => Object.values(row).includes(id)))
    .map((one) => one.promise);
}

const CASES = [
  [
    "a transfer that failed whose order may still go out",
    "000002",
    "stands where its one attempt says",
    "update attempts set state = 'sent', ended_at = null where subject = $1",
  ],
  [
    "a transfer that is under way whose order has ended",
    "000003",
    "stands where its one attempt says",
    "update attempts set state = 'failed', ended_at = now() where subject = $1",
  ],
  ["an order of another sum", "123456", "moves its sum", "update attempts set amount = amount + 1 where subject = $1"],
  [
    "an order in another currency",
    "123456",
    "moves its sum",
    "update attempts set currency = 'EUR' where subject = $1",
  ],
  [
    "an order nobody will ever ask about",
    "000003",
    "has a time",
    "update attempts set due_at = null where subject = $1",
  ],
  [
    "money given back to somebody else",
    "000002",
    "between the accounts",
    "update entries set credit = 'fees' where subject = $1 and kind = 'release'",
  ],
  [
    "money booked in another currency",
    "123456",
    "holds its whole sum",
    "update entries set currency = 'EUR' where subject = $1",
  ],
  [
    "a fee that was booked as paid out",
    "123456",
    "holds its whole sum",
    "update entries set amount = amount + case kind when 'settle' then 1 else -1 end where subject = $1 and kind <> 'hold'",
  ],
] as const;

describe("the audit finds", () => {
  // Before its database goes.
  after(() => owner.end());

  for (const [name, digits, promise, statement] of CASES) {
    it(name, async () => {
      const id = await aTransfer(digits);
      assert.deepEqual(await brokenFor(id), []);
      const changed = await owner.query(statement, [id]);
      assert.ok((changed.rowCount ?? 0) > 0);
      const broken = await brokenFor(id);
      assert.ok(
        broken.some((one) => one.includes(promise)),
        JSON.stringify(broken),
      );
    });
  }

  it("a refund that the provider refused and the books call paid", async () => {
    const id = await aRefund();
    assert.deepEqual(await brokenFor(id), []);
    await owner.query("update attempts set state = 'failed' where subject = $1", [id]);
    const broken = await brokenFor(id);
    assert.ok(
      broken.some((one) => one.includes("a refund stands where")),
      JSON.stringify(broken),
    );
  });
});
