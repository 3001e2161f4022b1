import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { availabilityRunner } from "#providers/health/availability.ts";
import { openExchange } from "#providers/io/http-client.ts";
import { daraja } from "#providers/plugins/daraja/daraja.ts";
import { sumMovements } from "#providers/plugins/fakes/book.ts";
import type { FakeMtn } from "#providers/plugins/mtn/fake.ts";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { pawapay } from "#providers/plugins/pawapay/pawapay.ts";
import { createRegistry } from "#providers/registry.ts";
import { addFunds } from "#resources/balance/add-funds.ts";
import { PHONE_PROMPT_LIMIT } from "#resources/checkout/routes.ts";
import {
  connectFakeDaraja,
  connectFakeMtn,
  connectFakeNetworks,
  connectFakePawapay,
  connectFakeWave,
} from "#testing/fake-networks.ts";
import { requestSender, startTestWorld, type TestMerchant } from "#testing/world.ts";
import { connectAccount, disconnectAccount } from "./connect.ts";
import { list } from "./provider-account-store.ts";
import { readTerms } from "./terms.ts";

const unconnected = await startTestWorld();
const world = await startTestWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "30000" } });

describe("a live key without a provider account", () => {
  it("gets the error that the channel is not connected, for transfers and payments", async () => {
    const merchant = await unconnected.merchant({ environment: "live", balance: 10_000n });
    for (const channel of ["cm.mtn", "cm.mobile"]) {
      const answer = await merchant.post("/transfers", aTransfer(channel, "677123456"));
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(answer.body.field_reasons.channel, [
        { reason: "channel_not_connected", params: { channel: "cm.mtn", environment: "live" } },
      ]);
    }
    const payment = await merchant.post("/payments", { amount: 500, currency: "XAF", phone: "677123456" });
    assert.equal(payment.status, 422, payment.text);
    const { data } = (await merchant.get("/channels")).body;
    assert.ok(data.every((channel: { active: boolean }) => !channel.active));
  });
});

describe("a live key with the platform operator's provider accounts", async () => {
  const operators = await connectFakeNetworks(world);

  async function status(merchant: TestMerchant, path: string, key: string): Promise<string> {
    // 30 seconds: enough on a busy machine, too.
    for (let look = 0; look < 1_500; look += 1) {
      const current_status = (await merchant.get(path)).body[key].status;
      if (current_status !== "pending" && current_status !== "processing") return current_status;
      await sleep(20);
    }
    return (await merchant.get(path)).body[key].status;
  }

  for (const [channel, phone, routed] of [
    ["cm.mtn", "677123456", "mtn"],
    ["cm.orange", "699123456", "orange"],
    ["cm.mobile", "677123457", "mtn"],
    ["cm.mobile", "699123457", "orange"],
  ] as const) {
    it(`collects, pays out and refunds over ${channel} (${routed}), with results from callbacks`, async () => {
      const merchant = await world.merchant({ environment: "live", balance: 10_000n });
      const { book } = operators[routed];
      const before = book.movements.length;
      // A callback reports the result a moment later. Without it the first query would follow only after five seconds.
      book.setFate(routed === "mtn" ? `237${phone}` : phone, { after_ms: 300, notices: "twice" });
      const ticking = setInterval(() => book.advance(0), 50);
      const response = await merchant.post("/payments", {
        amount: 5_000,
        currency: "XAF",
        phone,
        reference: `p-${phone}`,
      });
      assert.equal(response.status, 201, response.text);
      const begun = await merchant.post(`/payments/p-${phone}`, { channel, phone });
      assert.equal(begun.status, 202, begun.text);
      assert.equal(await status(merchant, `/payments/p-${phone}`, "transaction"), "complete");
      const { id } = (await merchant.post("/transfers", aTransfer(channel, phone))).body.transfer;
      assert.equal(await status(merchant, `/transfers/${id}`, "transfer"), "complete");
      const refund = (await merchant.post("/refunds", { payment: `p-${phone}`, amount: 2_000 })).body.refund;
      assert.equal(await status(merchant, `/refunds/${refund.id}`, "refund"), "complete");
      clearInterval(ticking);
      assert.deepEqual(await merchant.balance(), { available: 12_000, reserved: 0 });
      const moved = book.movements.slice(before).map(({ amount }) => Number(amount));
      assert.deepEqual(moved, [5_000, 1_000, 2_000]);
      assert.deepEqual([operators.mtn.violations, operators.orange.violations], [[], []]);
    });
  }

  it("the merchant's own account has precedence, and a retired account finishes its orders", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    const other = { ...operators.mtn.settings, disbursement_user: "11111111-2222-4333-8444-555555555555" };
    const owner = { provider: mtn(), environment: "live", merchant: merchant.id } as const;
    operators.mtn.book.setFate("237677999111", { after_ms: 600_000, notices: "none" });
    const first = (await merchant.post("/transfers", aTransfer("cm.mtn", "677999111"))).body.transfer.id;
    await world.waitUntilIdle();
    const own = await world.db.engine((tx) => connectAccount(tx, owner, other, "test"));
    const second = (await merchant.post("/transfers", aTransfer("cm.mtn", "677999222"))).body.transfer.id;
    await world.waitUntilIdle();
    const used = async (id: string) =>
      (await world.rows(`select provider_account from attempts where subject = '${id}'`))[0]?.provider_account;
    assert.equal(await used(second), own.id);
    assert.notEqual(await used(first), own.id);
    // MTN rejects that user's credentials: nothing was ever submitted, so the transfer waits and can be canceled.
    assert.equal((await merchant.get(`/transfers/${second}`)).body.transfer.status, "processing");
    // A query already under way when the clock moves returns the earlier state. The next one is due within 24 minutes.
    for (const ms of [600_000, 24 * 60_000]) {
      operators.advance(ms);
      await world.waitUntilIdle();
    }
    assert.equal((await merchant.get(`/transfers/${first}`)).body.transfer.status, "complete");
    await world.db.engine((tx) => disconnectAccount(tx, owner, "test"));
    const third = (await merchant.post("/transfers", aTransfer("cm.mtn", "677999333"))).body.transfer.id;
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${third}`)).body.transfer.status, "complete");
  });

  for (const [operator, prefix] of [
    ["orange", "694"],
    ["mtn", "674"],
  ] as const) {
    it(`pays out a bulk over ${operator}, each transfer once`, async () => {
      const merchant = await world.merchant({ environment: "live", balance: 100_000n });
      // An account with rate limits high enough for this test.
      const own = { ...operators.mtn.settings, orders_per_second: "1000", questions_per_second: "1000" };
      const owner = { provider: mtn(), environment: "live", merchant: merchant.id } as const;
      await world.db.engine((tx) => connectAccount(tx, owner, own, "test"));
      const transfers = Array.from({ length: 40 }, (_, number) => ({
        amount: 100,
        channel: "cm.mobile",
        beneficiary_data: { name: "Jane", phone: `${prefix}${String(number).padStart(6, "0")}` },
      }));
      const made = await merchant.post("/transfers/bulk", { currency: "XAF", transfers });
      assert.equal(made.status, 201, made.text.slice(0, 300));
      // On a busy machine some orders wait for a connection, or need a query for their result.
      for (let round = 0; round < 6; round += 1) {
        await world.waitUntilIdle();
        operators.advance(10_000);
      }
      await world.waitUntilIdle();
      const ended = await world.rows(`
        select count(*) as n, count(distinct provider_reference) as references
        from attempts where merchant = '${merchant.id}' and state = 'complete'`);
      assert.deepEqual([Number(ended[0]?.n), Number(ended[0]?.references)], [40, 40]);
      const { movements } = operators[operator].book;
      assert.equal(
        sumMovements(movements, ({ party }) => party.replace(/^237/, "").startsWith(prefix)),
        4_000n,
      );
      assert.deepEqual(await merchant.balance(), { available: 96_000, reserved: 0 });
      assert.deepEqual([operators.mtn.violations, operators.orange.violations], [[], []]);
    });
  }

  it("a requested channel wins over the number's prefix, and a refusal is not retried over another channel", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    operators.mtn.book.setFate("237699555001", { ending: "PAYEE_NOT_FOUND", notices: "once" });
    const before = operators.orange.book.entries.size;
    const { id } = (await merchant.post("/transfers", aTransfer("cm.mtn", "699555001"))).body.transfer;
    await world.waitUntilIdle();
    operators.advance(10_000);
    await operators.mtn.callbacksSent();
    await world.waitUntilIdle();
    const { transfer } = (await merchant.get(`/transfers/${id}`)).body;
    assert.deepEqual([transfer.status, transfer.failure_code], ["failed", "recipient_not_found"]);
    const tried = await world.rows(`select provider from attempts where subject = '${id}'`);
    assert.deepEqual([tried, operators.orange.book.entries.size], [[{ provider: "mtn" }], before]);
  });

  it("the credentials are encrypted at rest, and only the engine's role can read them", async () => {
    const rows = await world.rows("select settings, identity from provider_accounts");
    const text = JSON.stringify(rows);
    for (const name of ["collection_key", "disbursement_subscription_key"]) {
      assert.ok(!text.includes(operators.mtn.settings[name] ?? "?"));
    }
    for (const name of ["pin", "consumer_secret", "api_password"]) {
      assert.ok(!text.includes(operators.orange.settings[name] ?? "?"));
    }
    const merchant = await world.merchant({ environment: "live" });
    const asMerchant = world.db.read(merchant, (tx) => tx.rows(sql`select settings from provider_accounts`));
    await assert.rejects(asMerchant, /permission denied/);
  });

  it("hosted pages send one phone a limited number of prompts, over all payments", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const keyless = requestSender(world.url, {});
    const ask = async (phone: string) => {
      const made = (await merchant.post("/payments", { amount: 500, currency: "XAF", phone })).body;
      const path = `/checkout/${made.authorization_url.split("/pay/")[1]}`;
      const { status, headers } = await keyless("POST", path, { channel: "cm.mtn", phone });
      const current_status = (await merchant.get(`/payments/${made.transaction.id}`)).body.transaction.status;
      return { status, retry_after: headers.get("retry-after"), payment_status: current_status };
    };
    for (let time = 0; time < PHONE_PROMPT_LIMIT.max; time += 1) assert.equal((await ask("677555111")).status, 202);
    const refused = await ask("+237 677 55 51 11");
    assert.deepEqual([refused.status, refused.payment_status], [429, "pending"]);
    assert.ok(
      Number(refused.retry_after) > 0 && Number(refused.retry_after) <= PHONE_PROMPT_LIMIT.window_ms / SECOND_MS,
    );
    assert.equal((await ask("677555112")).status, 202);
    await world.waitUntilIdle();
  });

  it("carries MTN Uganda and MTN Ghana beside MTN Cameroon, each order over the account of its market", async () => {
    const uganda = await connectFakeMtn(world, { market: "UG", target_environment: "mtnuganda", currency: "UGX" });
    const ghana = await connectFakeMtn(world, { market: "GH", target_environment: "mtnghana", currency: "GHS" });
    const merchant = await world.merchant({ environment: "live", balance: 0n });
    const live = (await merchant.get("/countries")).body.data.filter((one: { channels: string[] }) => one.channels[0]);
    assert.deepEqual(
      live.map(({ code, channels }: { code: string; channels: string[] }) => [code, channels]),
      [
        ["CM", ["cm.mtn", "cm.orange", "cm.mobile"]],
        ["GH", ["gh.mtn"]],
        ["KE", ["ke.mpesa"]],
        ["SN", ["sn.wave"]],
        ["UG", ["ug.mtn"]],
      ],
    );
    const markets = [
      { fake: uganda, channel: "ug.mtn", phone: "0772123456", party: "256772123456", currency: "UGX", amount: 5_000 },
      { fake: ghana, channel: "gh.mtn", phone: "0244123456", party: "233244123456", currency: "GHS", amount: 1_050 },
    ] as const;
    const settle = async () => {
      for (const { fake } of markets) {
        fake.book.advance(10_000);
        await fake.callbacksSent();
      }
      operators.advance(10_000);
      await world.waitUntilIdle();
    };
    for (const { channel, phone, currency, amount } of markets) {
      const reference = `p-${channel}`;
      await merchant.post("/payments", { amount, currency, email: "ada@example.cm", reference });
      const begun = await merchant.post(`/payments/${reference}`, { channel, phone });
      assert.equal(begun.status, 202, begun.text);
    }
    await world.waitUntilIdle();
    await settle();
    for (const { channel, phone, currency, amount } of markets) {
      assert.equal((await merchant.get(`/payments/p-${channel}`)).body.transaction.status, "complete");
      const beneficiary_data = { name: "Ada", phone };
      const order = { amount: amount / 2, currency, channel, reference: `t-${channel}`, beneficiary_data };
      const sent = await merchant.post("/transfers", order);
      assert.equal(sent.status, 201, sent.text);
      const refunded = await merchant.post("/refunds", { payment: `p-${channel}`, amount: amount / 5 });
      assert.equal(refunded.status, 201, refunded.text);
    }
    await world.waitUntilIdle();
    await settle();
    for (const { fake, channel, party, currency, amount } of markets) {
      assert.equal((await merchant.get(`/transfers/t-${channel}`)).body.transfer.status, "complete");
      const shown = channel === "gh.mtn" ? ["10.50", "5.25", "2.10"] : ["5000", "2500", "1000"];
      assert.deepEqual(fake.book.movements.map((one) => one.amount).sort(), [...shown].sort());
      assert.deepEqual([...new Set(fake.book.movements.map((one) => one.party))], [party]);
      assert.deepEqual(fake.violations, []);
      const { available, total } = (await merchant.get(`/balance?currency=${currency}`)).body.balance;
      assert.deepEqual([available, total], [amount * 0.3, amount * 0.3]);
    }
  });

  it("with an account that only collects, the channel collects, and payouts and refunds use another account", async () => {
    const market = { market: "ZM", target_environment: "mtnzambia", currency: "ZMW" };
    const collecting = await connectFakeMtn(world, { ...market, product: "collection" });
    const merchant = await world.merchant({ environment: "live" });
    const channelOf = async () =>
      (await merchant.get("/channels?country=ZM")).body.data.find(({ id }: { id: string }) => id === "zm.mtn");
    assert.deepEqual([(await channelOf()).active, (await channelOf()).kinds], [true, ["collect"]]);
    const beneficiary_data = { name: "Ada", phone: "0966123456" };
    const transfer = { amount: 500, currency: "ZMW", channel: "zm.mtn", beneficiary_data };
    const refused = await merchant.post("/transfers", transfer);
    assert.equal(refused.body.field_reasons?.channel?.[0].reason, "channel_not_connected", refused.text);
    const payment = { amount: 2_000, currency: "ZMW", phone: "+260966123456", reference: "zm-1" };
    await merchant.post("/payments", payment);
    assert.equal((await merchant.post("/payments/zm-1", { channel: "zm.mtn", phone: "0966123456" })).status, 202);
    await world.waitUntilIdle();
    const settle = async (fake: FakeMtn) => {
      fake.book.advance(10_000);
      await fake.callbacksSent();
      operators.advance(10_000);
      await world.waitUntilIdle();
    };
    await settle(collecting);
    const refund = await merchant.post("/refunds", { payment: "zm-1", amount: 500 });
    assert.equal(refund.body.field_reasons?.payment?.[0].reason, "channel_not_connected", refund.text);
    const paying = await connectFakeMtn(world, { ...market, product: "disbursement", name: "mtn-zm-payouts" });
    assert.deepEqual((await channelOf()).kinds, ["collect", "transfer"]);
    assert.equal((await merchant.post("/transfers", transfer)).status, 201);
    assert.equal((await merchant.post("/refunds", { payment: "zm-1", amount: 500 })).status, 201);
    await world.waitUntilIdle();
    await settle(paying);
    assert.deepEqual(
      [collecting, paying].map(({ book }) => book.movements.map(({ kind, amount }) => `${kind} ${amount}`).sort()),
      [["requesttopay 20.00"], ["refund 5.00", "transfer 5.00"]],
    );
    assert.equal((await merchant.get("/balance?currency=ZMW")).body.balance.total, 1_000);
  });

  it("a merchant's payment is never refunded from the platform operator's account", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const own = { environment: "live", merchant: merchant.id, provider: mtn(), market: "ZM" } as const;
    const market = { market: "ZM", target_environment: "mtnzambia", currency: "ZMW" };
    const fake = await connectFakeMtn(world, { ...market, product: "collection", merchant: merchant.id });
    await merchant.post("/payments", { amount: 2_000, currency: "ZMW", phone: "+260966123456", reference: "own" });
    assert.equal((await merchant.post("/payments/own", { channel: "zm.mtn", phone: "0966123456" })).status, 202);
    await world.waitUntilIdle();
    fake.book.advance(10_000);
    await fake.callbacksSent();
    operators.advance(10_000);
    await world.waitUntilIdle();
    await world.db.engine((tx) => disconnectAccount(tx, own, "test"));
    // The platform operator's account of the test above pays out in this market.
    const refund = await merchant.post("/refunds", { payment: "own", amount: 500 });
    assert.equal(refund.body.field_reasons?.payment?.[0].reason, "channel_not_connected", refund.text);
  });

  it("the audit is clean afterwards", async () => {
    await world.assertCleanAudit();
    assert.ok(sumMovements(operators.mtn.book.movements, () => true) > 0n);
  });
});

describe("a live key with an account at pawaPay", async () => {
  const wallets = [{ wallet: "MPESA_KEN", minimum: "1", maximum: "1000" }];
  const fake = await connectFakePawapay(world, {
    ...{ market: "KE", country: "KEN", currency: "KES", wallets, signs_callbacks: true },
  });
  const merchant = await world.merchant({ environment: "live" });
  const PHONE = "0712345678";
  const PARTY = "254712345678";

  async function collect(reference: string, amount = 1_050, fields: object = {}) {
    await merchant.post("/payments", { amount, currency: "KES", email: "ada@example.cm", reference });
    return merchant.post(`/payments/${reference}`, { channel: "ke.mpesa", phone: PHONE, ...fields });
  }

  const paymentOf = async (reference: string) => (await merchant.get(`/payments/${reference}`)).body.transaction;

  /** Lets the fake end its orders and send its callbacks. The service's clock stays: no query is due by itself. */
  async function callBack(): Promise<void> {
    fake.book.advance(10_000);
    await fake.callbacksSent();
    await world.waitUntilIdle();
  }

  it("collects, pays out and refunds over ke.mpesa, with results from signed callbacks to one URL", async () => {
    fake.book.setFate(PARTY, { after_ms: 5_000, notices: "once" });
    assert.equal((await collect("ke-1")).status, 202);
    await world.waitUntilIdle();
    await callBack();
    assert.equal((await paymentOf("ke-1")).status, "complete");
    const order = { amount: 400, currency: "KES", channel: "ke.mpesa", reference: "ke-out" };
    const sent = await merchant.post("/transfers", { ...order, beneficiary_data: { name: "Ada", phone: PHONE } });
    assert.equal(sent.status, 201, sent.text);
    const refunded = await merchant.post("/refunds", { payment: "ke-1", amount: 150 });
    assert.equal(refunded.status, 201, refunded.text);
    await world.waitUntilIdle();
    await callBack();
    assert.equal((await merchant.get("/transfers/ke-out")).body.transfer.status, "complete");
    assert.deepEqual(fake.book.movements.map(({ kind, amount }) => `${kind} ${amount}`).sort(), [
      ...["deposits 10.50", "payouts 4", "refunds 1.50"],
    ]);
    const { available, total } = (await merchant.get("/balance?currency=KES")).body.balance;
    assert.deepEqual([available, total, fake.violations], [500, 500, []]);
    const providers = await world.rows(`select distinct provider from attempts where merchant = '${merchant.id}'`);
    assert.deepEqual(providers, [{ provider: "pawapay" }]);
  });

  it("drops a callback without pawaPay's signature, and takes no outcome and no amount from a signed one", async () => {
    fake.book.setFate(PARTY, { after_ms: 3_600_000, notices: "none" });
    await collect("ke-2");
    await world.waitUntilIdle();
    const attempt = async () => {
      const { id } = await paymentOf("ke-2");
      const [row] = await world.rows(`select provider_reference, called_back_at from attempts where subject = '${id}'`);
      return row;
    };
    const depositId = String((await attempt())?.provider_reference);
    const body = JSON.stringify({ depositId, status: "COMPLETED", amount: "1.00", currency: "KES" });
    const url = `${world.url}/notices/pawapay`;
    const send = (headers: Readonly<Record<string, string>>, text = body) =>
      fetch(url, { method: "POST", body: text, headers: { "content-type": "application/json", ...headers } });
    const signature = fake.sign(url, body);
    await send({});
    await send(signature, body.replace("1.00", "9.00"));
    assert.equal((await attempt())?.called_back_at, null);
    const [answer, stranger] = [await send(signature), await send({}, JSON.stringify({ depositId: "x" }))];
    assert.deepEqual([answer.status, await answer.text(), stranger.status], [200, "", 200]);
    assert.notEqual((await attempt())?.called_back_at, null);
    await world.waitUntilIdle();
    assert.equal((await paymentOf("ke-2")).status, "processing");
    assert.equal((await merchant.get("/balance?currency=KES")).body.balance.available, 500);
    fake.book.finish();
    await send(signature);
    await world.waitUntilIdle();
    assert.equal((await paymentOf("ke-2")).status, "complete");
    assert.equal((await merchant.get("/balance?currency=KES")).body.balance.available, 1_550);
  });

  it("refuses an amount outside of the account's own limits, and nothing is sent", async () => {
    const before = fake.book.entries.size;
    const refused = await collect("ke-3", 100_100);
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.field_reasons.channel[0].params.maximum, 100_000);
    const beneficiary_data = { name: "Ada", phone: PHONE };
    const order = { amount: 100_100, currency: "KES", channel: "ke.mpesa", beneficiary_data };
    const payout = await merchant.post("/transfers", order);
    assert.equal(payout.body.field_reasons.amount[0].reason, "amount_above_maximum", payout.text);
    assert.equal(fake.book.entries.size, before);
  });

  it("stores terms with an unlimited maximum, and those of a wallet that is reported twice", async () => {
    const row = (await world.db.engine(list)).find(({ provider }) => provider === "pawapay");
    assert.ok(row);
    const unlimited = {
      wallet: "MPESA_KEN",
      currency: "KES",
      minimum: 0n,
      maximum: 10n ** 18n,
      action: "confirm",
    } as const;
    const reported = [
      { ...unlimited, kind: "collect" },
      { ...unlimited, kind: "collect" },
    ] as const;
    const provider = { ...pawapay(), configuration: () => Promise.resolve(reported) };
    const terms = await readTerms(world.db, provider, row, () => assert.fail());
    assert.deepEqual(
      terms?.map(({ kind, maximum }) => [kind, maximum]),
      [["collect", BigInt(Number.MAX_SAFE_INTEGER)]],
    );
    const channels = (await merchant.get("/channels?country=KE")).body.data;
    const { minimum, maximum } = channels.find(({ id }: { id: string }) => id === "ke.mpesa");
    assert.deepEqual([minimum, maximum], [100, 25_000_000]);
    await fake.readTerms();
  });

  it("is paused while pawaPay reports its network as closed, and shows the account's limits", async () => {
    const { exchange, close } = openExchange();
    const query = availabilityRunner(world.db, { registry: createRegistry([pawapay()]), exchange });
    const channel = async () =>
      (await merchant.get("/channels?country=KE")).body.data.find(({ id }: { id: string }) => id === "ke.mpesa");
    assert.deepEqual([(await channel()).minimum, (await channel()).maximum], [100, 100_000]);
    fake.setClosed("MPESA_KEN", true);
    await query();
    const { health } = await channel();
    assert.deepEqual([health.status, health.reason_code], ["paused", "closed_by_provider"]);
    const refused = await collect("ke-closed");
    assert.equal(refused.body.field_reasons.channel[0].reason, "channel_paused", refused.text);
    fake.setClosed("MPESA_KEN", false);
    await query();
    assert.equal((await channel()).health.status, "operational");
    await close();
  });

  it("never sends a transfer with an expected name, because pawaPay neither tells nor confirms names", async () => {
    const before = fake.book.entries.size;
    const beneficiary_data = { name: "Ada", phone: PHONE };
    const order = { amount: 200, currency: "KES", channel: "ke.mpesa", reference: "ke-named", expect_name: "Ada" };
    await merchant.post("/transfers", { ...order, beneficiary_data });
    await world.waitUntilIdle();
    const { status, failure_code } = (await merchant.get("/transfers/ke-named")).body.transfer;
    assert.deepEqual([status, failure_code, fake.book.entries.size], ["failed", "name_unavailable", before]);
  });

  it("asks for the one-time code of a wallet that needs one, and shows the page of a wallet that has one", async () => {
    fake.book.setFate(PARTY, { after_ms: 5_000, notices: "once" });
    fake.setAuthType("MPESA_KEN", "PREAUTH");
    await fake.readTerms();
    const missing = await collect("ke-4");
    assert.equal(missing.body.field_reasons.otp[0].reason, "otp_required", missing.text);
    const begun = await merchant.post("/payments/ke-4", { channel: "ke.mpesa", phone: PHONE, otp: "482913" });
    assert.deepEqual([begun.status, begun.body.action], [202, "otp"]);
    await world.waitUntilIdle();
    const codes = [...fake.book.entries.values()].map(({ fields }) => fields.preAuthorisationCode);
    assert.equal(codes.at(-1), "482913");
    fake.setAuthType("MPESA_KEN", "REDIRECT_AUTH");
    await fake.readTerms();
    const redirected = await collect("ke-5");
    assert.equal(redirected.body.action, "redirect");
    await world.waitUntilIdle();
    world.db.advanceClock(10_000);
    await world.waitUntilIdle();
    assert.match((await paymentOf("ke-5")).action_url, /^https:\/\/wallet\.example\//);
    await callBack();
    const ended = [await paymentOf("ke-4"), await paymentOf("ke-5")];
    assert.deepEqual(
      ended.map(({ status, action_url }) => [status, action_url]),
      [
        ["complete", undefined],
        ["complete", undefined],
      ],
    );
    await world.assertCleanAudit();
  });

  it("never sends an order again that pawaPay has, whatever it answered", async () => {
    fake.book.setFate(PARTY, { notices: "none" });
    fake.book.addFaults("create", ["error_after"]);
    fake.book.addFaults("ask", ["not_found", "error_before", "page", "not_found"]);
    await collect("ke-6");
    for (let round = 0; round < 12; round += 1) {
      await world.waitUntilIdle();
      world.db.advanceClock(120_000);
    }
    await world.waitUntilIdle();
    assert.equal((await paymentOf("ke-6")).status, "complete");
    fake.setClosed("MPESA_KEN", true);
    await collect("ke-7");
    await world.waitUntilIdle();
    const { status, failure_code } = await paymentOf("ke-7");
    assert.deepEqual([status, failure_code], ["failed", "provider_unavailable"]);
    fake.setClosed("MPESA_KEN", false);
  });
});

function aTransfer(channel: string, phone: string) {
  return { amount: 1_000, currency: "XAF", channel, beneficiary_data: { name: "Jane Mballa", phone } };
}

describe("a live key with an account at Safaricom", async () => {
  const merchant = await world.merchant({ environment: "live", balance: 0n });
  const fake = await connectFakeDaraja(world, merchant.id);
  const PHONE = "0722111333";
  const PARTY = "254722111333";

  async function callBack(ms = 10_000): Promise<void> {
    fake.book.advance(ms);
    await fake.callbacksSent();
    await world.waitUntilIdle();
  }

  async function collect(reference: string) {
    await merchant.post("/payments", { amount: 100_000, currency: "KES", email: "ada@example.ke", reference });
    const begun = await merchant.post(`/payments/${reference}`, { channel: "ke.mpesa", phone: PHONE });
    assert.equal(begun.status, 202, begun.text);
    await world.waitUntilIdle();
  }

  async function payOut(of: TestMerchant, reference: string) {
    const order = { amount: 20_000, currency: "KES", channel: "ke.mpesa", reference };
    const sent = await of.post("/transfers", { ...order, beneficiary_data: { name: "Ada", phone: PHONE } });
    assert.equal(sent.status, 201, sent.text);
    await world.waitUntilIdle();
  }

  /** The callback URL of the last payout, and a function that posts a success of that payout to a path. */
  function lastPayout() {
    const { callback_url, id } = [...fake.book.entries.values()].at(-1) ?? assert.fail("no payout");
    const { origin, pathname } = new URL(callback_url ?? "");
    const body = JSON.stringify({ Result: { ResultCode: 0, OriginatorConversationID: id, TransactionID: "RJ1" } });
    const send = async (path: string) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${origin}${path}`, { method: "POST", body, headers });
      assert.deepEqual([response.status, await response.json()], [200, { ResultCode: 0, ResultDesc: "Accepted" }]);
      await world.waitUntilIdle();
    };
    return { pathname, send };
  }

  const paymentOf = async (reference: string) => (await merchant.get(`/payments/${reference}`)).body.transaction;
  const transferOf = async (of: TestMerchant, reference: string) =>
    (await of.get(`/transfers/${reference}`)).body.transfer;
  const scopeOf = ({ id }: TestMerchant) => ({ merchant: id, environment: "live" }) as const;
  const attemptOf = async (subject: string) =>
    (
      await world.rows(`select provider, provider_id, called_back_at, state from attempts where subject = '${subject}'`)
    )[0];

  it("collects by STK push, and pays out and refunds by B2C, with results from callbacks", async () => {
    fake.book.setFate(PARTY, { after_ms: 5_000, notices: "once" });
    await collect("mpesa-1");
    await callBack();
    assert.equal((await paymentOf("mpesa-1")).status, "complete");
    await payOut(merchant, "mpesa-out");
    const refunded = await merchant.post("/refunds", { payment: "mpesa-1", amount: 10_000 });
    assert.equal(refunded.status, 201, refunded.text);
    await world.waitUntilIdle();
    assert.equal((await transferOf(merchant, "mpesa-out")).status, "processing");
    await callBack();
    assert.equal((await transferOf(merchant, "mpesa-out")).status, "complete");
    assert.equal((await merchant.get(`/refunds/${refunded.body.refund.id}`)).body.refund.status, "complete");
    assert.deepEqual(fake.book.movements.map(({ kind, amount }) => `${kind} ${amount}`).sort(), [
      ...["payout 100", "payout 200", "push 1000"],
    ]);
    const { available, total } = (await merchant.get("/balance?currency=KES")).body.balance;
    assert.deepEqual([available, total, fake.violations], [70_000, 70_000, []]);
    const attempt = await attemptOf((await transferOf(merchant, "mpesa-out")).id);
    assert.deepEqual([attempt?.provider, typeof attempt?.provider_id], ["daraja", "string"]);
    const logged = JSON.stringify(
      await world.rows(`select step, calls from provider_calls where merchant = '${merchant.id}'`),
    );
    assert.ok(logged.includes('"notice"') && logged.includes("ResultCode"));
    for (const secret of ["Wanjiru", PARTY, fake.settings.passkey ?? "?"]) assert.ok(!logged.includes(secret), secret);
  });

  it("takes the outcome of a payout only from a callback to the order's own URL that has one", async () => {
    fake.book.setFate(PARTY, { after_ms: 3_600_000, notices: "none" });
    await payOut(merchant, "mpesa-forged");
    const { id } = await transferOf(merchant, "mpesa-forged");
    const { pathname, send } = lastPayout();
    const token = pathname.split("/").at(-2) ?? "";
    const forged = `${token.slice(0, -2)}${token.endsWith("41") ? "42" : "41"}`;
    await send(pathname.replace(token, forged));
    await send(pathname.replace("/payout", "/timeout"));
    await send(pathname.replace("/payout", "/status"));
    await send("/notices/daraja");
    const attempt = await attemptOf(id);
    assert.deepEqual([attempt?.called_back_at, attempt?.state], [null, "sent"]);
    await send(pathname);
    assert.equal((await transferOf(merchant, "mpesa-forged")).status, "complete");
  });

  it("drops a callback from another address than Safaricom's", async () => {
    const other = await world.merchant({ environment: "live" });
    await world.db.engine((tx) =>
      addFunds(tx, { scope: scopeOf(other), currency: "KES", amount: 20_000n, note: null }, "test"),
    );
    const elsewhere = { ...fake.settings, callback_addresses: "192.0.2.1" };
    const owner = { provider: daraja(), environment: "live", merchant: other.id, market: "KE" } as const;
    await world.db.engine((tx) => connectAccount(tx, owner, elsewhere, "test"));
    await payOut(other, "mpesa-elsewhere");
    const { pathname, send } = lastPayout();
    await send(pathname);
    // Another provider's path would escape the check.
    const foreign = `${world.url}${pathname.replace("/daraja/", "/mtn/")}`;
    assert.equal((await fetch(foreign, { method: "POST", body: "{}" })).status, 200);
    await world.waitUntilIdle();
    const { id, status } = await transferOf(other, "mpesa-elsewhere");
    assert.deepEqual([(await attemptOf(id))?.called_back_at, status], [null, "processing"]);
  });
});

describe("a live key with an account at Wave", async () => {
  const fake = await connectFakeWave(world, { market: "SN" });
  const merchant = await world.merchant({ environment: "live", balance: 0n });
  const PHONE = "770001122";
  const PARTY = `221${PHONE}`;
  const paymentOf = async (reference: string) => (await merchant.get(`/payments/${reference}`)).body.transaction;

  async function collect(reference: string): Promise<void> {
    const order = { amount: 5_000, currency: "XOF", email: "awa@example.sn", reference };
    assert.equal((await merchant.post("/payments", order)).status, 201);
    const begun = await merchant.post(`/payments/${reference}`, { channel: "sn.wave", phone: PHONE });
    assert.deepEqual([begun.status, begun.body.action], [202, "redirect"], begun.text);
    await world.waitUntilIdle();
  }

  it("collects on Wave's page with the outcome from a signed webhook, pays out at once, and refunds", async () => {
    fake.book.setFate(PARTY, { after_ms: 60_000, notices: "twice" });
    await collect("sn-1");
    const waiting = await paymentOf("sn-1");
    assert.equal(waiting.status, "processing");
    assert.ok(waiting.action_url.startsWith(`${fake.url}/launch/cos-`), waiting.action_url);
    fake.book.advance(60_000);
    await fake.callbacksSent();
    await world.waitUntilIdle();
    assert.equal((await paymentOf("sn-1")).status, "complete");
    fake.book.setFate(PARTY, {});
    const order = { amount: 1_000, currency: "XOF", channel: "sn.wave", reference: "sn-out" };
    const sent = await merchant.post("/transfers", { ...order, beneficiary_data: { name: "Awa", phone: PHONE } });
    assert.equal(sent.status, 201, sent.text);
    await world.waitUntilIdle();
    assert.equal((await merchant.get("/transfers/sn-out")).body.transfer.status, "complete");
    await collect("sn-2");
    await fake.callbacksSent();
    await world.waitUntilIdle();
    const refund = (await merchant.post("/refunds", { payment: "sn-2" })).body.refund;
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/refunds/${refund.id}`)).body.refund.status, "complete");
    assert.deepEqual(
      fake.book.movements.map(({ kind, amount }) => `${kind} ${amount}`),
      ["session 5000", "payout 1000", "session 5000", "refund 5000"],
    );
    const { available, total } = (await merchant.get("/balance?currency=XOF")).body.balance;
    assert.deepEqual([available, total, fake.violations], [4_000, 4_000, []]);
  });

  it("drops a webhook without Wave's signature", async () => {
    fake.book.setFate(PARTY, { after_ms: 60_000, notices: "none" });
    await collect("sn-3");
    const attempt = async () => {
      const { id } = await paymentOf("sn-3");
      const [row] = await world.rows(`select id, called_back_at from attempts where subject = '${id}'`);
      return row;
    };
    const data = { client_reference: (await attempt())?.id, payment_status: "succeeded" };
    const body = JSON.stringify({ id: "EV_1", type: "checkout.session.completed", data });
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(`${world.url}/notices/wave`, { method: "POST", body, headers });
    await send({});
    await send(fake.sign("{}"));
    assert.equal((await attempt())?.called_back_at, null);
    await send(fake.sign(body));
    assert.notEqual((await attempt())?.called_back_at, null);
    await world.waitUntilIdle();
    assert.equal((await paymentOf("sn-3")).status, "processing");
  });

  it("opens a review case for a payout that Wave takes back a day later, without a webhook", async () => {
    fake.book.setFate(PARTY, { turns_after_ms: 3_600_000 });
    const order = { amount: 500, currency: "XOF", channel: "sn.wave", reference: "sn-back" };
    await merchant.post("/transfers", { ...order, beneficiary_data: { name: "Awa", phone: PHONE } });
    await world.waitUntilIdle();
    const { id, status } = (await merchant.get("/transfers/sn-back")).body.transfer;
    assert.equal(status, "complete");
    const reviews = () => world.rows(`select kind, state from reviews where subject = '${id}'`);
    for (const hours of [12, 18]) {
      assert.deepEqual(await reviews(), []);
      fake.book.advance(hours * 3_600_000);
      world.db.advanceClock(hours * 3_600_000);
      await world.waitUntilIdle();
    }
    assert.deepEqual(await reviews(), [{ kind: "reversed", state: "open" }]);
    assert.equal((await merchant.get("/transfers/sn-back")).body.transfer.status, "complete");
  });
});
