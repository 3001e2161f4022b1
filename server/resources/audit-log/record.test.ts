import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pg from "pg";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { postBeneficiary, transfer_order } from "#testing/orders.ts";
import { completePayment, postPayment } from "#testing/payments.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import { recordAuditEntry } from "./record.ts";

const world = await startTestWorld();
const shop = await world.merchant({ balance: 100_000n });
const finance = await createTestUser(world, shop.id, "finance");
await finance.signIn();
const at = (path: string) => `/merchants/${shop.id}/test${path}`;
const actor = `user:${finance.id}`;

const auditLogOf = async (subject: string) =>
  world.rows(`select action, actor, before, after from audit_log where subject = '${subject}' order by number`);

/** Runs a statement as the owner of the tables; no role of the service may do this. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.database_url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Runs `work` while inserts into the audit log fail. */
async function withoutLog(work: () => Promise<void>): Promise<void> {
  await asOwner(`
    create function refuse_entries() returns trigger language plpgsql as 'begin raise exception ''the log is full''; end';
    create trigger refuse_entries before insert on audit_log for each row execute function refuse_entries()`);
  await work().finally(() => asOwner("drop trigger refuse_entries on audit_log; drop function refuse_entries()"));
}

describe("an audit entry", () => {
  it("redacts keys, tokens and searched numbers; amounts and references stay", async () => {
    const [subject, secret] = [`pasted-${shop.id}`, shop.private_key];
    const after = {
      note: `see ${secret}, paid to 10005000010123456789012`,
      reason: "called +237 6 77 12 34 56",
      query: { search: "677 12 34 56", phone: "237677123456" },
      reference: "2026112800017",
    };
    const audit_entry = {
      merchant: shop.id,
      environment: null,
      actor,
      action: "key.created" as const,
      subject,
      before: { name: secret },
      after,
    };
    await world.db.engine((tx) => recordAuditEntry(tx, audit_entry));
    const [entry] = await auditLogOf(subject);
    assert.deepEqual(entry, {
      ...{ action: "key.created", actor, before: { name: "…" } },
      after: {
        note: "see …, paid to …012",
        reason: "called +237 …456",
        query: { search: "…456", phone: "…456" },
        reference: "2026112800017",
      },
    });
    await world.db.engine((tx) =>
      recordAuditEntry(tx, { ...audit_entry, subject: `to ${secret}`, actor: `operator:${secret}` }),
    );
    const [last] = await world.rows(
      `select actor, subject from audit_log where merchant = '${shop.id}' order by number desc limit 1`,
    );
    assert.deepEqual(last, { actor: "operator:…", subject: "to …" });
    await world.assertCleanAudit();
  });
});

/** Creates a transfer that waits for a second person, so that it stays cancelable. */
async function aWaitingTransfer(): Promise<string> {
  const made = await finance.send("POST", at("/transfers"), transfer_order);
  assert.equal(made.body.transfer?.approval?.state, "waiting", made.text);
  return made.body.transfer.id;
}

await world.db.engine((tx) => setApprovalRule(tx, shop, { amount_above: 0, every_bulk: false }, "test"));

describe("a person's refund or cancellation", () => {
  it("is in the audit log with actor, action and subject; a key's is not", async () => {
    const payment = await completePayment(world, shop, 5_000);
    const refund = await finance.send("POST", at("/refunds"), { payment, amount: 1_200, reason: "Sold out" });
    assert.equal(refund.status, 201, refund.text);
    assert.deepEqual(await auditLogOf(refund.body.refund.id), [
      {
        ...{ action: "refund.created", actor, before: null },
        after: { payment, amount: "1200", currency: "XAF", reason: "Sold out", approval: "waiting" },
      },
    ]);
    const transfer = await aWaitingTransfer();
    assert.equal((await finance.send("DELETE", at(`/transfers/${transfer}`))).status, 202);
    assert.deepEqual(
      (await auditLogOf(transfer)).map(({ action }) => action),
      ["transfer.created", "transfer.canceled"],
    );
    const { id } = await postPayment(shop);
    assert.equal((await finance.send("DELETE", at(`/payments/${id}`))).status, 202);
    assert.deepEqual(
      (await auditLogOf(id)).map(({ action }) => action),
      ["payment.canceled"],
    );
    const by_key = await shop.post("/refunds", { payment, amount: 100 });
    assert.deepEqual(await auditLogOf(by_key.body.refund.id), []);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("and changes of beneficiaries by a person are in the audit log, with account numbers masked", async () => {
    const id = await postBeneficiary(shop, {
      ...{ name: "Jane", phone: undefined, type: "bank_account" },
      ...{ account_number: "10005000010123456789012", bank_code: "10005" },
    });
    const at_it = at(`/beneficiaries/${id}`);
    const changes = { name: "Jane Mballa", account_number: "10005000010123456789777", metadata: { team: "north" } };
    assert.equal((await finance.send("PUT", at_it, changes)).status, 200);
    assert.equal((await shop.send("PUT", `/beneficiaries/${id}`, { name: "By a key" })).status, 200);
    assert.equal((await finance.send("DELETE", at_it)).status, 200);
    const gone = { name: "By a key", email: null, phone: null, account_number: "…777", bank_code: "10005" };
    assert.deepEqual(await auditLogOf(id), [
      {
        ...{ action: "beneficiary.updated", actor },
        before: { name: "Jane", account_number: "…012" },
        after: { name: "Jane Mballa", account_number: "…777" },
      },
      { action: "beneficiary.deleted", actor, before: gone, after: null },
    ]);
  });

  it("sent twice with one Idempotency-Key is one entry", async () => {
    const payment = await completePayment(world, shop, 5_000);
    const body = { payment, amount: 700 };
    const headers = { "idempotency-key": "pressed-twice" };
    const first = await finance.send("POST", at("/refunds"), body, headers);
    const second = await finance.send("POST", at("/refunds"), body, headers);
    assert.equal(first.text, second.text);
    assert.equal((await auditLogOf(first.body.refund.id)).length, 1);
  });

  it("is rolled back when its audit entry cannot be written", async () => {
    const payment = await completePayment(world, shop, 5_000);
    const transfer = await aWaitingTransfer();
    const { id: new_payment } = await postPayment(shop);
    await world.waitUntilIdle();
    const [balance, refunds] = [await shop.balance(), (await shop.get("/refunds")).body.totals];
    await withoutLog(async () => {
      for (const [method, path, body] of [
        ["POST", "/refunds", { payment }],
        ["DELETE", `/transfers/${transfer}`, undefined],
        ["DELETE", `/payments/${new_payment}`, undefined],
      ] as const) {
        assert.equal((await finance.send(method, at(path), body)).status, 500, path);
      }
    });
    await world.waitUntilIdle();
    assert.deepEqual(await shop.balance(), balance);
    assert.equal((await shop.get("/refunds")).body.totals, refunds);
    assert.equal((await shop.get(`/transfers/${transfer}`)).body.transfer.status, "pending");
    assert.equal((await shop.get(`/payments/${new_payment}`)).body.transaction.status, "pending");
    await world.assertCleanAudit();
  });
});

describe("the database role of requests", () => {
  const insert = (changed: Readonly<Record<string, string>>) => {
    const row = {
      ...{
        merchant: `'${shop.id}'`,
        id: "'act_x'",
        number: "(select max(number) + 1 from audit_log)",
        environment: "'test'",
      },
      ...{ actor: "'user:per_x'", action: "'refund.created'", created_at: "now()", hash: "'\\x00'" },
      previous_hash: "(select hash from audit_log order by number desc limit 1)",
      ...changed,
    };
    return `insert into audit_log (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`;
  };
  const asRequest = (statement: string) =>
    asOwner(`begin; set local role kolo_api; set local kolo.merchant = '${shop.id}';
      set local kolo.environment = 'test'; ${statement}; rollback`);

  it("can append a person's actions to its own log only", async () => {
    await asRequest(insert({}));
    const other = await world.merchant();
    for (const [changed, why] of [
      [{ action: "'key.created'" }, /row-level security/],
      [{ actor: "'operator:anna'" }, /row-level security/],
      [{ environment: "'live'" }, /row-level security/],
      [
        { merchant: `'${other.id}'`, number: "1", previous_hash: "decode(repeat('00', 32), 'hex')" },
        /row-level security/,
      ],
      [{ number: "1" }, /must follow the last/],
      [{ number: "(select max(number) + 2 from audit_log)" }, /must follow the last/],
      [{ previous_hash: "'\\x01'" }, /must follow the last/],
    ] as const) {
      await assert.rejects(asRequest(insert(changed)), why, JSON.stringify(changed));
    }
  });

  it("cannot change or delete an entry", async () => {
    await assert.rejects(asRequest("update audit_log set actor = 'user:per_y'"), /permission denied/);
    await assert.rejects(asRequest("delete from audit_log"), /permission denied/);
  });
});
