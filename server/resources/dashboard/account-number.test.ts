import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MINUTE_MS } from "#kernel/time.ts";
import { createTestUser, currentTotpCode } from "#testing/users.ts";
import { startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld } from "#testing/world.ts";
import { maskAccountNumbers } from "./account-number.ts";

const world = await startTestWorld();
const NUMBER = "10005000010123456789012";
const ACCOUNT = {
  ...{ type: "bank_account", name: "The Shop", country: "CM", currency: "XAF" },
  ...{ account_number: NUMBER, bank_code: "10005" },
};

describe("a bank account number", () => {
  it("is masked in every live dashboard response, events and deliveries included, and needs a step-up", async () => {
    const shop = await world.merchant({ environment: "live" });
    const receiver = await startWebhookReceiver();
    const webhook = (await shop.post("/webhooks", { url: receiver.url, events: ["beneficiary.created"] })).body.data;
    const { beneficiary } = (await shop.post("/beneficiaries", ACCOUNT)).body;
    assert.equal(beneficiary.account_number, NUMBER);
    await receiver.waitFor((event) => event.type === "beneficiary.created");
    await world.waitUntilIdle();

    const owner = await createTestUser(world, shop.id, "owner");
    await owner.signIn();
    const live = `/merchants/${shop.id}/live`;
    const get = async (path: string) => (await owner.send("GET", `${live}${path}`)).text;
    const { items } = JSON.parse(await get(`/webhooks/${webhook.id}/deliveries`));
    const event = JSON.parse(await get("/events")).items[0].id;
    for (const path of [
      ...["/beneficiaries", `/beneficiaries/${beneficiary.id}`, "/events", `/events/${event}`],
      `/webhooks/${webhook.id}/deliveries/${items[0].id}`,
    ]) {
      assert.ok(!(await get(path)).includes(NUMBER), path);
    }
    assert.equal(JSON.parse(await get(`/beneficiaries/${beneficiary.id}`)).beneficiary.account_number, "…012");
    const delivered = JSON.parse(await get(`/webhooks/${webhook.id}/deliveries/${items[0].id}`));
    assert.match(JSON.stringify(delivered), /…012/);

    const whole = () => owner.send("POST", `${live}/account-numbers/${beneficiary.id}`);
    const with_password = await whole();
    assert.deepEqual([with_password.status, Object.keys(with_password.body.errors)], [403, ["second_factor"]]);
    const secret = await owner.enrollSecondFactor();
    world.db.advanceClock(6 * MINUTE_MS);
    const stale = await whole();
    assert.deepEqual([stale.status, Object.keys(stale.body.errors)], [403, ["step_up"]]);
    const changed = await owner.send("PUT", `${live}/beneficiaries/${beneficiary.id}`, { name: "The Shop 2" });
    assert.deepEqual([changed.status, changed.text.includes(NUMBER)], [200, false]);
    const put_back = await owner.send("PUT", `${live}/beneficiaries/${beneficiary.id}`, changed.body.beneficiary);
    assert.deepEqual([put_back.status, Object.keys(put_back.body.errors)], [400, ["account_number"]]);
    await owner.send("POST", "/me/proof", { code: await currentTotpCode(world, secret) });
    assert.equal((await whole()).body.account_number, NUMBER);
    const [last] = (await owner.send("GET", `/merchants/${shop.id}/audit-log`)).body.items;
    assert.deepEqual([last.action, last.subject, last.after], ["account_number.read", beneficiary.id, null]);

    assert.equal((await owner.send("POST", `${live}/account-numbers/ben_none`)).status, 404);
    const other = await world.merchant({ environment: "live" });
    const elsewhere = (await other.post("/beneficiaries", ACCOUNT)).body.beneficiary.id;
    assert.equal((await owner.send("POST", `${live}/account-numbers/${elsewhere}`)).status, 404);
    const support = await createTestUser(world, shop.id, "support");
    await support.enrollSecondFactor();
    const refused = await support.send("POST", `${live}/account-numbers/${beneficiary.id}`);
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [403, ["role"]]);
  });

  it("is complete with an API key, and in test", async () => {
    const shop = await world.merchant({ balance: 10_000n });
    const { beneficiary } = (await shop.post("/beneficiaries", ACCOUNT)).body;
    const order = { amount: 100, currency: "XAF", channel: "cm.bank", beneficiary: beneficiary.id };
    const { transfer } = (await shop.post("/transfers", order)).body;
    const viewer = await createTestUser(world, shop.id, "viewer");
    await viewer.signIn();
    for (const path of [`/beneficiaries/${beneficiary.id}`, `/transfers/${transfer.id}`]) {
      assert.ok((await viewer.send("GET", `/merchants/${shop.id}/test${path}`)).text.includes(NUMBER), path);
      assert.ok((await shop.get(path)).text.includes(NUMBER), path);
    }
    const developer = await createTestUser(world, shop.id, "developer");
    await developer.signIn();
    const wallet = { type: "mobile_money", name: "The Shop", country: "CM", currency: "XAF", phone: "677123456" };
    for (const [account, number] of [
      [ACCOUNT, NUMBER],
      [wallet, "+237677123456"],
    ] as const) {
      const { id } = (await shop.post("/withdrawal-accounts", account)).body.withdrawal_account;
      const answer = await developer.send("POST", `/merchants/${shop.id}/test/account-numbers/${id}`);
      assert.equal(answer.body.account_number, number, answer.text);
    }
    for (const id of [beneficiary.id, transfer.id]) {
      const answer = await developer.send("POST", `/merchants/${shop.id}/test/account-numbers/${id}`);
      assert.equal(answer.body.account_number, NUMBER);
    }
  });

  it("is masked anywhere in a response: a transfer's receiver, a JSON text, a truncated text", () => {
    const hidden = (value: unknown) => JSON.parse(maskAccountNumbers(JSON.stringify(value)));
    const account = { account_number: NUMBER };
    assert.deepEqual(hidden({ receiver: { number: NUMBER } }), { receiver: { number: "…012" } });
    assert.deepEqual(hidden({ receiver: { number: "+237677123456" } }), { receiver: { number: "+237677123456" } });
    assert.deepEqual(hidden({ attempted: [{ number: 1 }] }), { attempted: [{ number: 1 }] });
    assert.deepEqual(hidden({ body: JSON.stringify({ data: account }) }), {
      body: JSON.stringify({ data: { account_number: "…012" } }),
    });
    assert.ok(!maskAccountNumbers(JSON.stringify({ response: `{"account_number": "${NUMBER}` })).includes(NUMBER));
    assert.deepEqual(hidden({ account_number: null, items: [account] }), {
      account_number: null,
      items: [{ account_number: "…012" }],
    });
  });
});
