import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "#kernel/time.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { addFunds } from "#resources/balance/add-funds.ts";
import { setLimit } from "#resources/limits/set.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { fieldReasonsOf } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { withdrawalRuleRunner } from "./run-service.ts";

const world = await startTestWorld({ works: false });
// Each runner is that of one server.
const [one, other] = [withdrawalRuleRunner(world.db), withdrawalRuleRunner(world.db)];

async function runAll(): Promise<void> {
  const serve = async (run: () => Promise<boolean>) => {
    while (await run());
  };
  await Promise.all([serve(one), serve(other)]);
}

async function anAccount(merchant: TestMerchant): Promise<string> {
  const wallet = { type: "mobile_money", name: "Chez Jeanne", country: "CM", currency: "XAF", phone: "677123456" };
  const { id } = (await merchant.post("/withdrawal-accounts", wallet)).body.withdrawal_account;
  await merchant.post(`/withdrawal-accounts/${id}/confirm`);
  return id;
}

async function setRule(merchant: TestMerchant, account: string, fields: object = {}) {
  const answer = await merchant.send("PUT", "/withdrawal-rules", {
    ...{ account, frequency: "daily", time: "18:00", ...fields },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.withdrawal_rule;
}

const top = (merchant: TestMerchant, amount: bigint) =>
  world.db.engine((tx) => {
    const scope = { merchant: merchant.id, environment: merchant.environment };
    return addFunds(tx, { scope, currency: "XAF", amount, note: null }, "test");
  });
const timeIn = (timeZone: string, at: string) =>
  new Date(at).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
const runsOf = async (merchant: TestMerchant, id: string) =>
  (await merchant.get(`/withdrawal-rules/${id}/runs?limit=100`)).body.items;
const withdrawalsOf = async (merchant: TestMerchant) => (await merchant.get("/withdrawals?limit=100")).body.items;

describe("a withdrawal rule", () => {
  it("withdraws the balance above the sum that stays, once per due time, with two servers at once", async () => {
    const merchants = await Promise.all([1, 2, 3].map(() => world.merchant({ balance: 10_000n })));
    const rules = await Promise.all(
      merchants.map(
        async (merchant) => (await setRule(merchant, await anAccount(merchant), { balance_left: 1_000 })).id,
      ),
    );
    for (let day = 0; day < 3; day += 1) {
      world.db.advanceClock(DAY_MS);
      await runAll();
      for (const merchant of merchants) await top(merchant, 500n);
    }
    for (const [index, merchant] of merchants.entries()) {
      const amounts = (await withdrawalsOf(merchant)).map(({ amount }: { amount: number }) => amount);
      assert.deepEqual(amounts, [500, 500, 9_000]);
      const runs = await runsOf(merchant, rules[index] ?? "");
      assert.equal(new Set(runs.map(({ due_at }: { due_at: string }) => due_at)).size, 3);
      for (const { withdrawal } of runs)
        assert.equal((await merchant.get(`/withdrawals/${withdrawal}`)).body.withdrawal.rule, rules[index]);
      assert.deepEqual(await merchant.balance(), { available: 1_500, reserved: 10_000 });
    }
    await world.assertCleanAudit();
  });

  it("is skipped, with the reason and an event, if the balance is too small or the account was removed", async () => {
    const merchant = await world.merchant({ balance: 500n });
    const account = await anAccount(merchant);
    const { id } = await setRule(merchant, account, { balance_above: 500 });
    world.db.advanceClock(DAY_MS);
    await runAll();
    await top(merchant, 1n);
    await merchant.send("DELETE", `/withdrawal-accounts/${account}`);
    world.db.advanceClock(DAY_MS);
    await runAll();
    const runs = await runsOf(merchant, id);
    assert.deepEqual(
      runs.map(({ skip_code, available }: { skip_code: string; available: number }) => [skip_code, available]),
      [
        ["account_unusable", 501],
        ["balance_too_small", 500],
      ],
    );
    assert.equal(runs[1].skip_reason, "The available balance of 500 XAF is not above 500");
    assert.deepEqual(await withdrawalsOf(merchant), []);
    const events = await world.rows(
      `select id from events where type = 'withdrawal_rule.skipped' and resource = '${id}'`,
    );
    assert.equal(events.length, 2);
    await world.assertCleanAudit();
  });

  it("is skipped if the withdrawal would pass a limit of the merchant, and holds nothing", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { id } = await setRule(merchant, await anAccount(merchant));
    const scope = { merchant: merchant.id, environment: merchant.environment };
    const limit = {
      applies_to: "merchant",
      period: "day",
      measure: "amount",
      currency: "XAF",
      maximum: 9_999,
    } as const;
    await world.db.engine((tx) => setLimit(tx, scope, limit, { set_by: "platform", actor: "operator:test" }));
    world.db.advanceClock(DAY_MS);
    await runAll();
    const [run] = await runsOf(merchant, id);
    assert.deepEqual([run.skip_code, run.withdrawal], ["limit_exceeded", null]);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("counts towards its maker's approval limit, and then waits for a second person", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const person = await createTestUser(world, merchant.id, "owner");
    await person.signIn();
    const account = await anAccount(merchant);
    await world.db.engine((tx) =>
      setApprovalRule(
        tx,
        { merchant: merchant.id, environment: "test" },
        { amount_above: 5_000, every_bulk: false },
        "test",
      ),
    );
    const at = `/merchants/${merchant.id}/test`;
    const set = await person.send("PUT", `${at}/withdrawal-rules`, { account, frequency: "daily", time: "18:00" });
    assert.equal(set.status, 200, set.text);
    world.db.advanceClock(DAY_MS);
    await runAll();
    const [withdrawal] = await withdrawalsOf(merchant);
    assert.deepEqual([withdrawal.amount, withdrawal.approval], [10_000, { state: "waiting" }]);
    await person.signIn();
    const refused = await person.send("POST", `${at}/approvals/${withdrawal.id}/approve`, {});
    assert.equal(refused.body.reason, "own_order", refused.text);
    const removed = await person.send("DELETE", `${at}/withdrawal-rules/${set.body.withdrawal_rule.id}`);
    assert.equal(removed.status, 200, removed.text);
    const rows = await world.rows(`select action from audit_log where actor = 'user:${person.id}' order by number`);
    const actions = rows.map(({ action }) => String(action));
    for (const action of ["withdrawal_rule.set", "withdrawal.created", "withdrawal_rule.removed"])
      assert.ok(actions.includes(action), action);
    await world.assertCleanAudit();
  });

  it("exists once per currency: another one replaces it, and a removed one makes no withdrawal", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = await anAccount(merchant);
    const rules = await Promise.all([1, 2, 3, 4].map((left) => setRule(merchant, account, { balance_left: left })));
    assert.equal(new Set(rules.map(({ id }) => id)).size, 1);
    const weekly = await setRule(merchant, account, { frequency: "weekly", days: [5, 1, 5], balance_left: 9 });
    const { withdrawal_rules } = (await merchant.get("/withdrawal-rules")).body;
    assert.deepEqual(withdrawal_rules, [weekly]);
    assert.deepEqual([weekly.days, weekly.balance_left], [[1, 5], 9]);
    assert.equal((await merchant.send("DELETE", `/withdrawal-rules/${weekly.id}`)).status, 200);
    assert.equal((await merchant.send("DELETE", `/withdrawal-rules/${weekly.id}`)).status, 404);
    assert.equal((await merchant.get(`/withdrawal-rules/${weekly.id}/runs`)).status, 404);
    world.db.advanceClock(8 * DAY_MS);
    await runAll();
    assert.deepEqual(await withdrawalsOf(merchant), []);
  });

  it("has no second run on a day whose due time a change of the time zone moves", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { id } = await setRule(merchant, await anAccount(merchant));
    world.db.advanceClock(DAY_MS);
    await runAll();
    for (const zone of ["America/Havana", "Pacific/Auckland", "Africa/Douala"])
      await world.db.engine((tx) => setMerchantTimeZone(tx, merchant.id, zone, "test"));
    await runAll();
    assert.equal((await runsOf(merchant, id)).length, 1);
    world.db.advanceClock(DAY_MS);
    await runAll();
    assert.equal((await runsOf(merchant, id)).length, 2);
    await world.assertCleanAudit();
  });

  it("that is set during a change of the time zone is due in the new zone", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = await anAccount(merchant);
    let setting: ReturnType<typeof setRule> | undefined;
    await world.db.engine(async (tx) => {
      await setMerchantTimeZone(tx, merchant.id, "Pacific/Auckland", "test");
      setting = setRule(merchant, account);
      // Enough for the request to end, if nothing makes it wait for this transaction.
      await Promise.race([setting, sleep(500)]);
    });
    const { next_due_at, time_zone } = await (setting ?? assert.fail("no rule was set"));
    assert.deepEqual([time_zone, timeIn("Pacific/Auckland", next_due_at)], ["Pacific/Auckland", "18:00"]);
  });

  it("runs at once on request in test", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { id } = await setRule(merchant, await anAccount(merchant));
    assert.equal((await merchant.post(`/withdrawal-rules/${id}/run`)).status, 202);
    await runAll();
    assert.equal((await runsOf(merchant, id)).length, 1);
  });

  it("422: an account that is unknown or unconfirmed; 400: days that do not fit, and sums that contradict", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const wallet = { type: "mobile_money", name: "Chez Jeanne", country: "CM", currency: "XAF", phone: "677123456" };
    const { id } = (await merchant.post("/withdrawal-accounts", wallet)).body.withdrawal_account;
    const daily = { account: id, frequency: "daily", time: "18:00" };
    for (const [body, status, expected] of [
      [{ ...daily, account: "wac_0" }, 422, { account: ["unknown_withdrawal_account"] }],
      [daily, 422, { account: ["withdrawal_account_unconfirmed"] }],
      [{ ...daily, days: [1] }, 400, { days: ["days_not_daily"] }],
      [{ ...daily, frequency: "weekly" }, 400, { days: ["required"] }],
      [{ ...daily, balance_above: 5, balance_left: 6 }, 400, { balance_above: ["too_small"] }],
    ] as const) {
      const answer = await merchant.send("PUT", "/withdrawal-rules", body);
      assert.deepEqual([answer.status, fieldReasonsOf(answer)], [status, expected], answer.text);
    }
    assert.deepEqual((await merchant.get("/withdrawal-rules")).body.withdrawal_rules, []);
  });
});
