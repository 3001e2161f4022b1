import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "#kernel/time.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { WITHDRAWAL_ACCOUNTS_MAX } from "#resources/withdrawal-accounts/rules.ts";
import { createTestUser } from "#testing/users.ts";
import { atOnce, startTestWorld, type TestMerchant } from "#testing/world.ts";
import { type BankOutcome, endByBank, startByBank } from "./by-bank.ts";
import { decideWithdrawal } from "./decide.ts";

const world = await startTestWorld();

const wallet = { type: "mobile_money", name: "Chez Jeanne", country: "CM", currency: "XAF", phone: "677123456" };
/** No channel reaches Gabon, so the platform operator pays it through a bank. */
const bank = {
  ...{ type: "bank_account", name: "Chez Jeanne", country: "GA", currency: "XAF" },
  ...{ account_number: "40001000010123456789777", bank_code: "40001" },
};

async function anAccount(merchant: TestMerchant, body: object = wallet): Promise<string> {
  const made = await merchant.post("/withdrawal-accounts", body);
  assert.equal(made.status, 201, made.text);
  const { id } = made.body.withdrawal_account;
  const confirmed = await merchant.post(`/withdrawal-accounts/${id}/confirm`);
  assert.equal(confirmed.body.withdrawal_account.state, "active", confirmed.text);
  return id;
}

async function withdraw(merchant: TestMerchant, account: string, amount: number): Promise<string> {
  const made = await merchant.post("/withdrawals", { account, amount });
  assert.deepEqual([made.status, made.body.withdrawal?.status], [201, "pending"], made.text);
  return made.body.withdrawal.id;
}

const shown = async (merchant: TestMerchant, id: string) => (await merchant.get(`/withdrawals/${id}`)).body.withdrawal;
const decide = (id: string, outcome: "complete" | "failed", text: string, changes: Partial<BankOutcome> = {}) =>
  world.db.engine((tx) =>
    endByBank(tx, id, { outcome, text, actor: "operator:anna", dual_control_above: 1_000n, ...changes }),
  );
const start = (id: string) => world.db.engine((tx) => startByBank(tx, id, "operator:anna"));

describe("a withdrawal over a channel", () => {
  it("is held, sent and settled, with its events", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const id = await withdraw(merchant, await anAccount(merchant), 4_000);
    await world.waitUntilIdle();
    const withdrawal = await shown(merchant, id);
    assert.deepEqual([withdrawal.status, withdrawal.channel, withdrawal.reference], ["complete", "cm.mtn", id]);
    assert.deepEqual(await merchant.balance(), { available: 6_000, reserved: 0 });
    const { items } = (await merchant.get("/events?limit=100")).body;
    const types = items.map((item: { type: string }) => item.type).filter((type: string) => /^withdrawal/.test(type));
    assert.deepEqual(types.reverse(), ["withdrawal.created", "withdrawal.processing", "withdrawal.complete"]);
    const [entry] = await world.rows(`select credit from entries where subject = '${id}' and kind = 'settle'`);
    assert.equal(entry?.credit, "provider:sandbox");
    await world.assertCleanAudit();
  });

  it("that fails releases the money, and returns the reason", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    // With a rule, the audit checks that the failed withdrawal no longer counts.
    await world.db.engine((tx) => setApprovalRule(tx, merchant, { amount_above: 4_000, every_bulk: false }, "test"));
    const id = await withdraw(merchant, await anAccount(merchant, { ...wallet, phone: "677000002" }), 4_000);
    await world.waitUntilIdle();
    const withdrawal = await shown(merchant, id);
    assert.deepEqual([withdrawal.status, withdrawal.failure_code], ["failed", "provider_error"]);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("with an unknown outcome keeps its money held until the provider reports the outcome", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const id = await withdraw(merchant, await anAccount(merchant, { ...wallet, phone: "677000003" }), 4_000);
    await world.waitUntilIdle();
    assert.equal((await shown(merchant, id)).status, "processing");
    assert.deepEqual(await merchant.balance(), { available: 6_000, reserved: 4_000 });
    assert.equal((await merchant.send("DELETE", `/withdrawals/${id}`)).status, 422);
    world.db.advanceClock(600_000);
    await world.waitUntilIdle();
    assert.equal((await shown(merchant, id)).status, "complete");
    await world.assertCleanAudit();
  });

  it("is listed by state, account and day, exported with its account, and explained by its timeline", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = await anAccount(merchant);
    const first = await withdraw(merchant, account, 1_000);
    const second = await withdraw(merchant, await anAccount(merchant), 2_000);
    await world.waitUntilIdle();
    const idsOf = async (query: string) =>
      (await merchant.get(`/withdrawals?${query}`)).body.items.map(({ id }: { id: string }) => id);
    assert.deepEqual(await idsOf("status=complete"), [second, first]);
    assert.deepEqual(await idsOf("status=pending"), []);
    assert.deepEqual(await idsOf(`account=${account}`), [first]);
    assert.deepEqual(await idsOf("date_start=2020-01-01&date_end=2020-01-02"), []);
    assert.deepEqual(await idsOf("date_start=2020-01-01"), [second, first]);
    const person = await createTestUser(world, merchant.id, "finance");
    await person.signIn();
    const at = `/merchants/${merchant.id}/test`;
    const [heading, ...rows] = (await person.send("GET", `${at}/exports/withdrawals?account=${account}`)).text
      .trimEnd()
      .split("\r\n");
    assert.match(heading ?? "", /^\W*Id,Reference,Account,Name,Number,Status,Amount,Currency,/);
    assert.equal(rows.length, 1);
    assert.ok(rows[0]?.startsWith(`${first},${first},${account},Chez Jeanne,…456,complete,1000,XAF,cm.mtn,`), rows[0]);
    const { items } = (await person.send("GET", `${at}/names?ids=${account}`)).body;
    assert.deepEqual(items, [{ id: account, name: "Chez Jeanne …456" }]);
    const { timeline } = (await merchant.get(`/withdrawals/${first}/timeline`)).body;
    const codes = timeline.steps.map(({ code }: { code: string }) => code);
    for (const code of ["withdrawal.created", "hold", "sent", "settle", "withdrawal.complete"])
      assert.ok(codes.includes(code), code);
  });

  it("of more than the balance is refused, and 100 at once never overdraw it", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = await anAccount(merchant);
    assert.equal((await merchant.post("/withdrawals", { account, amount: 10_001 })).body.reason, "insufficient_funds");
    const answers = await atOnce(100, () => merchant.post("/withdrawals", { account, amount: 1_000 }));
    assert.equal(answers.filter(({ status }) => status === 201).length, 10);
    assert.equal(answers.filter(({ body }) => body.reason === "insufficient_funds").length, 90);
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("with a repeated reference or idempotency key is created once", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = await anAccount(merchant);
    const order = { account, amount: 10, reference: "takings-1" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.post("/withdrawals", order)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ body }) => body.reason === "reference_taken").length, 19);
    const headers = { "idempotency-key": "once" };
    const [one, two] = [
      await merchant.post("/withdrawals", { account, amount: 20 }, headers),
      await merchant.post("/withdrawals", { account, amount: 20 }, headers),
    ];
    assert.equal(one.text, two.text);
    assert.equal((await merchant.get("/withdrawals")).body.totals, 2);
    await world.waitUntilIdle();
  });
});

describe("a withdrawal account", () => {
  it("hides its number, and receives nothing before it is confirmed or after it is removed", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const made = (await merchant.post("/withdrawal-accounts", bank)).body.withdrawal_account;
    assert.deepEqual([made.number, made.state, made.usable_at], ["…777", "pending", null]);
    const refused = await merchant.post("/withdrawals", { account: made.id, amount: 10 });
    assert.equal(refused.body.field_reasons.account[0].reason, "withdrawal_account_unconfirmed");
    await merchant.post(`/withdrawal-accounts/${made.id}/confirm`);
    assert.equal((await merchant.post(`/withdrawal-accounts/${made.id}/confirm`)).status, 422);
    assert.equal((await merchant.send("DELETE", `/withdrawal-accounts/${made.id}`)).status, 200);
    const gone = await merchant.post("/withdrawals", { account: made.id, amount: 10 });
    assert.equal(gone.body.field_reasons.account[0].reason, "unknown_withdrawal_account");
    const [row] = await world.rows(`select receiver from withdrawal_accounts where id = '${made.id}'`);
    assert.ok(!String(row?.receiver).includes("777"));
  });

  it("without the fields of its type is refused", async () => {
    const merchant = await world.merchant();
    const answer = await merchant.post("/withdrawal-accounts", { ...bank, account_number: undefined });
    assert.equal(answer.body.field_reasons.account_number[0].reason, "required_for_type");
    assert.equal((await merchant.post("/withdrawal-accounts", { ...wallet, phone: "233123456" })).status, 422);
  });

  it("above the maximum is refused, also to concurrent requests", async () => {
    const merchant = await world.merchant();
    const answers = await Promise.all(
      Array.from({ length: WITHDRAWAL_ACCOUNTS_MAX + 5 }, () => merchant.post("/withdrawal-accounts", wallet)),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, WITHDRAWAL_ACCOUNTS_MAX);
    assert.equal(answers.filter(({ body }) => body.reason === "too_many_withdrawal_accounts").length, 5);
  });

  it("in live needs two people and the end of its cooling time", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    const at = `/merchants/${merchant.id}/live/withdrawal-accounts`;
    const [ama, ben] = [
      await createTestUser(world, merchant.id, "finance"),
      await createTestUser(world, merchant.id, "finance"),
    ];
    for (const person of [ama, ben]) await person.enrollSecondFactor();
    const { id } = (await merchant.post("/withdrawal-accounts", bank)).body.withdrawal_account;
    const confirm = `${at}/${id}/confirm`;
    const by_key = await merchant.post(`/withdrawal-accounts/${id}/confirm`);
    assert.deepEqual([by_key.status, by_key.body.reason], [403, "second_person_required"]);
    const first = await ama.send("POST", confirm, {});
    assert.equal(first.body.withdrawal_account?.state, "pending", first.text);
    const again = await ama.send("POST", confirm, {});
    assert.deepEqual([again.status, again.body.reason], [403, "second_person_required"]);
    const second = await ben.send("POST", confirm, {});
    assert.equal(second.body.withdrawal_account?.state, "active", second.text);
    const cooling = await merchant.post("/withdrawals", { account: id, amount: 10 });
    assert.equal(cooling.body.field_reasons.account[0].reason, "withdrawal_account_cooling");
    world.db.advanceClock(DAY_MS);
    assert.equal((await merchant.post("/withdrawals", { account: id, amount: 10 })).status, 201);
    const actions = await world.rows(`select action from audit_log where subject = '${id}'`);
    assert.deepEqual(actions, [{ action: "withdrawal_account.confirmed" }, { action: "withdrawal_account.confirmed" }]);
    await world.assertCleanAudit();
  });
});

describe("a withdrawal through a bank", () => {
  it("is a task that the platform operator starts, pays and books with the bank's reference", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const id = await withdraw(merchant, await anAccount(merchant, bank), 4_000);
    await assert.rejects(decide(id, "complete", "BGFI 1"), { kind: "invalid" });
    await start(id);
    await assert.rejects(start(id), { kind: "invalid" });
    assert.equal((await merchant.send("DELETE", `/withdrawals/${id}`)).status, 422);
    await assert.rejects(decide(id, "complete", " "), { kind: "invalid" });
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => decide(id, "complete", "BGFI 1")));
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    const withdrawal = await shown(merchant, id);
    assert.deepEqual([withdrawal.status, withdrawal.channel, withdrawal.bank_reference], ["complete", null, "BGFI 1"]);
    assert.deepEqual(await merchant.balance(), { available: 6_000, reserved: 0 });
    const [entry] = await world.rows(`select credit from entries where subject = '${id}' and kind = 'settle'`);
    assert.equal(entry?.credit, "provider:bank");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("that the bank did not pay releases the money; of a concurrent cancellation and start, one succeeds", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = await anAccount(merchant, bank);
    const failed = await withdraw(merchant, account, 4_000);
    await start(failed);
    await decide(failed, "failed", "account closed");
    assert.equal((await shown(merchant, failed)).failure_reason, "account closed");
    for (let round = 0; round < 5; round += 1) {
      const id = await withdraw(merchant, account, 1_000);
      const [canceled, started] = await Promise.all([
        merchant.send("DELETE", `/withdrawals/${id}`),
        start(id).then(
          () => true,
          () => false,
        ),
      ]);
      assert.equal(canceled.status === 202, !started);
      if (started) await decide(id, "failed", "a test");
    }
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("above the limit needs the same decision of a second platform operator in live", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    const { id: account } = (await merchant.post("/withdrawal-accounts", bank)).body.withdrawal_account;
    for (const role of ["finance", "finance"] as const) {
      const person = await createTestUser(world, merchant.id, role);
      await person.enrollSecondFactor();
      await person.send("POST", `/merchants/${merchant.id}/live/withdrawal-accounts/${account}/confirm`, {});
    }
    world.db.advanceClock(DAY_MS);
    const id = await withdraw(merchant, account, 4_000);
    await start(id);
    assert.equal((await decide(id, "complete", "BGFI 1")).status, "processing");
    assert.equal((await decide(id, "complete", "BGFI 1")).status, "processing");
    assert.equal((await decide(id, "complete", "BGFI 2", { actor: "operator:ben" })).status, "processing");
    assert.equal((await decide(id, "complete", "BGFI 2")).status, "complete");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});

describe("a withdrawal that needs approval", () => {
  const requireApproval = (merchant: TestMerchant) =>
    world.db.engine((tx) => setApprovalRule(tx, merchant, { amount_above: 1_000, every_bulk: false }, "test"));

  it("counts in its maker's total of 24 hours, from its creation or its approval until it fails", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    await requireApproval(merchant);
    const refused = await anAccount(merchant, { ...wallet, phone: "677000002" });
    const account = await anAccount(merchant);
    const approvalOf = async (id: string) => (await shown(merchant, id)).approval?.state;
    const failed = await withdraw(merchant, refused, 800);
    await world.waitUntilIdle();
    assert.equal((await shown(merchant, failed)).status, "failed");
    assert.equal(await approvalOf(await withdraw(merchant, account, 800)), undefined);
    const third = await withdraw(merchant, account, 300);
    assert.equal(await approvalOf(third), "waiting");
    const by = { id: (await createTestUser(world, merchant.merchant, "owner")).id, name: "Anna" };
    await world.db.engine((tx) => decideWithdrawal(tx, merchant, third, { state: "approved", by, reason: null }));
    assert.equal(await approvalOf(await withdraw(merchant, account, 100)), "waiting");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("and goes through a bank cannot be started before its approval", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    await requireApproval(merchant);
    const id = await withdraw(merchant, await anAccount(merchant, bank), 2_000);
    await assert.rejects(start(id), { kind: "invalid" });
    assert.equal((await shown(merchant, id)).status, "pending");
  });

  it("waits for a second person, who approves or rejects it", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    await requireApproval(merchant);
    const person = await createTestUser(world, merchant.id, "finance");
    await person.signIn();
    const account = await anAccount(merchant);
    const decideOne = (id: string, how: string, body: object = {}) =>
      person.send("POST", `/merchants/${merchant.id}/test/approvals/${id}/${how}`, body);
    const approved = await withdraw(merchant, account, 2_000);
    const rejected = await withdraw(merchant, account, 3_000);
    const [{ kind, name }] = (await person.send("GET", `/merchants/${merchant.id}/test/approvals`)).body.items;
    assert.deepEqual([kind, name], ["withdrawal", "Chez Jeanne"]);
    const yes = await decideOne(approved, "approve");
    assert.equal(yes.status, 200, yes.text);
    const no = await decideOne(rejected, "reject", { reason: "too much" });
    assert.equal(no.status, 200, no.text);
    await world.waitUntilIdle();
    assert.equal((await shown(merchant, approved)).status, "complete");
    assert.equal((await shown(merchant, rejected)).status, "canceled");
    const waiting = await withdraw(merchant, account, 1_500);
    assert.equal((await merchant.send("DELETE", `/withdrawals/${waiting}`)).status, 202);
    assert.deepEqual(await merchant.balance(), { available: 8_000, reserved: 0 });
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});
