import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pg from "pg";
import { correctOrderCharge } from "#resources/charges/correct.ts";
import { setFee } from "#resources/fees/set.ts";
import { type LineDecision, resolveLine } from "#resources/reconciliation/resolve-line.ts";
import { listLines } from "#resources/reconciliation/store.ts";
import { transfer_order, transferOrderTo } from "#testing/orders.ts";
import { completePayment } from "#testing/payments.ts";
import { importSurplusStatement } from "#testing/review-cases.ts";
import { startTestWorld } from "#testing/world.ts";
import { audit } from "./audit.ts";

const world = await startTestWorld();
const merchant = await world.merchant({ balance: 1_000_000n });
const fee = { percent_bp: 0, fixed: 10n, minimum: 0n, maximum: null } as const;
await world.db.engine((tx) => setFee(tx, { ...merchant, ...fee, kind: "transfer", channel: "*" }, "test"));
// The database owner, with triggers and foreign keys off, for changes that the schema forbids to both roles of the
// service.
const owner = new pg.Client(world.database_url);
await owner.connect();
await owner.query("set session_replication_role = replica");

async function aTransfer(digits = "123456"): Promise<string> {
  const { id } = (await merchant.post("/transfers", digits === "123456" ? transfer_order : transferOrderTo(digits)))
    .body.transfer;
  await world.waitUntilIdle();
  return id;
}

async function aRefund(): Promise<string> {
  const payment = await completePayment(world, merchant);
  const { id } = (await merchant.post("/refunds", { payment, amount: 10 })).body.refund;
  await world.waitUntilIdle();
  return id;
}

let lines_taken = 0;

/** Resolves a statement line that the books do not have. Returns the line's id. */
async function aBookedLine(amount: number, resolution: LineDecision["resolution"]): Promise<string> {
  const { id: business } = await world.merchant({ environment: "live" });
  lines_taken += 1;
  const statement = await importSurplusStatement(world, amount, `F${lines_taken}`);
  const [line] = await world.db.engine((tx) => listLines(tx, statement));
  const decision = { resolution, note: "seen", actor: "anna", merchant: business };
  return (await world.db.engine((tx) => resolveLine(tx, line?.id ?? "", decision))).id;
}

/** Asserts that the audit reports a change that the service itself could not make, and reports nothing before it. */
async function isFound(id: string, promise: string, statement: string, named = id): Promise<void> {
  assert.deepEqual(await brokenFor(id), []);
  const changed = await owner.query(statement, [id]);
  assert.ok((changed.rowCount ?? 0) > 0);
  const broken = await brokenFor(named);
  assert.ok(
    broken.some((finding) => finding.includes(promise)),
    JSON.stringify(broken),
  );
}

/** The invariants for which the audit reports a row with this id. */
async function brokenFor(id: string): Promise<readonly string[]> {
  const findings = await audit(world.db);
  return findings
    .filter(({ broken }) => broken.some((row) => Object.values(row).includes(id)))
    .map((finding) => finding.promise);
}

const CASES = [
  [
    "a failed transfer whose attempt may still be sent",
    "000002",
    "their states agree",
    "update attempts set state = 'sent', ended_at = null where subject = $1",
  ],
  [
    "a transfer in progress whose attempt has ended",
    "000003",
    "their states agree",
    "update attempts set state = 'failed', ended_at = now() where subject = $1",
  ],
  [
    "an attempt of another amount",
    "123456",
    "has its amount and currency",
    "update attempts set amount = amount + 1 where subject = $1",
  ],
  [
    "an attempt in another currency",
    "123456",
    "has its amount and currency",
    "update attempts set currency = 'EUR' where subject = $1",
  ],
  ["an attempt that is never due", "000003", "has a due time", "update attempts set due_at = null where subject = $1"],
  [
    "an attempt through an unknown provider account",
    "123456",
    "uses an account",
    "update attempts set provider_account = 'con_nobody' where subject = $1",
  ],
  [
    "money released to another account",
    "000002",
    "between the accounts",
    "update entries set credit = 'fees' where subject = $1 and kind = 'release'",
  ],
  [
    "entries in another currency",
    "123456",
    "holds its amount and fee",
    "update entries set currency = 'EUR' where subject = $1",
  ],
  [
    "a transfer booked on another provider than its own",
    "123456",
    "is booked on its provider",
    "update entries set credit = 'provider:orange' where subject = $1 and kind = 'settle'",
  ],
  [
    "a fee booked as paid out",
    "123456",
    "holds its amount and fee",
    "update entries set amount = amount + case kind when 'settle' then 1 else -1 end where subject = $1 and kind <> 'hold'",
  ],
] as const;

describe("the audit finds", () => {
  // Runs before the database is dropped.
  after(() => owner.end());

  for (const [name, digits, promise, statement] of CASES) {
    it(name, async () => isFound(await aTransfer(digits), promise, statement));
  }

  it("a complete refund whose attempt failed", async () => {
    const id = await aRefund();
    await isFound(id, "a refund has one attempt", "update attempts set state = 'failed' where subject = $1");
  });

  it("a payment booked on another provider than its own", async () => {
    const id = await completePayment(world, merchant);
    const elsewhere = "update entries set debit = 'provider:orange' where subject = $1 and kind = 'collect'";
    await isFound(id, "is booked on its provider", elsewhere);
  });

  it("a merged customer that leads to another merged one", async () => {
    const create = async (): Promise<string> =>
      (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body.customer.id;
    const [first, second, kept] = [await create(), await create(), await create()];
    const merged = (into: string) => `update customers set merged_into = '${into}', deleted_at = now() where id = `;
    const change = `with second as (${merged(kept)} '${second}') ${merged(second)} $1`;
    await isFound(first, "leads to one that was not merged", change);
  });

  it("a hold for a record that does not exist", async () => {
    const id = await aTransfer();
    const renamed = "update entries set subject = 'gone_' || subject where subject = $1";
    await isFound(id, "every hold belongs to an existing", renamed, `gone_${id}`);
  });

  for (const [name, change] of [
    ["of another amount than the audit log says", "set amount = amount + 1"],
    ["in another currency than the audit log says", "set currency = 'EUR'"],
    ["without an audit log entry", "set subject = 'fnd_' || subject"],
  ] as const) {
    it(`a top-up ${name}`, async () => {
      const { id: business } = await world.merchant({ environment: "live", balance: 70n });
      const fund = "kind = 'fund' and merchant = $1";
      await isFound(business, "every top-up has an audit log entry", `update entries ${change} where ${fund}`);
    });
  }

  for (const [name, change] of [
    ["of another amount than its entries", "update charges set amount = amount + 1 where id = $1"],
    ["of another tax than its entries", "update charges set tax = tax + 1 where id = $1"],
    ["booked at another provider than its order", "update entries set credit = 'provider:orange' where subject = $1"],
    ["booked in the wrong direction", "update entries set debit = credit, credit = debit where subject = $1"],
    ["without its entries", "delete from entries where subject = $1"],
    ["without its row", "delete from charges where id = $1"],
  ] as const) {
    it(`a charge of a provider ${name}`, async () => {
      const [charge] = await world.rows(`
        select c.id from charges c join attempts a on a.id = c.attempt where a.subject = '${await aTransfer("000009")}'`);
      await isFound(String(charge?.id), "the entries of a charge move its difference", change);
    });
  }

  it("a charge that was removed between two others", async () => {
    const id = await aTransfer("000009");
    const correct = (amount: bigint) =>
      world.db.engine((tx) =>
        correctOrderCharge(tx, merchant, id, { reported: { amount, tax: 0n }, note: "seen", actor: "anna" }),
      );
    await correct(40n);
    await correct(50n);
    const [attempt] = await world.rows(`select id from attempts where subject = '${id}'`);
    const removed = "delete from charges where attempt = $1 and sequence = 2";
    await isFound(String(attempt?.id), "numbered from 1 without a gap", removed);
  });

  for (const [name, promise, change] of [
    ["of another amount", "corrected by its whole amount", "update entries set amount = amount + 1 where subject = $1"],
    [
      "in the wrong direction",
      "corrected by its whole amount",
      "update entries set debit = credit, credit = debit where subject = $1",
    ],
    ["on the house's account", "decided", "update entries set credit = 'suspense' where subject = $1"],
    [
      "at another provider",
      "corrected by its whole amount",
      "update entries set debit = 'provider:orange' where subject = $1",
    ],
    ["without entries", "decided", "delete from entries where subject = $1"],
    ["without a decision", "decided", "update statement_lines set resolution = 'ignore' where id = $1"],
  ] as const) {
    it(`a correction ${name}`, async () => isFound(await aBookedLine(500, "correct"), promise, change));
  }
});
