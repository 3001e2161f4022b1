import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import Fastify from "fastify";
import { asServiceError, statusOf } from "#http/errors.ts";
import { ServiceError } from "#kernel/errors.ts";
import { findChannel, listChangesOf } from "#providers/channels.ts";
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "#resources/branding/schema.ts";
import { setBranding } from "#resources/branding/set.ts";
import { type ChannelValues, changeChannel } from "#resources/platform-operators/change-channel.ts";
import { assertRefused } from "#testing/orders.ts";
import { payment_request } from "#testing/payments.ts";
import { requestSender, startTestWorld, type TestMerchant } from "#testing/world.ts";
import { findPaymentLink } from "./find.ts";
import { createLinkPayment, LIMITED_LINK_PAYMENT_EXPIRES_MS } from "./link-payment.ts";
import { pay } from "./pay.ts";
import { checkoutPages, LINK_READS_PER_SECOND } from "./routes.ts";

const world = await startTestWorld();
const keyless = requestSender(world.url, {});
const MINUTE_MS = 60_000;

/** Creates a payment. Returns its id, and the path of its page, which contains the token. */
async function aPage(merchant: TestMerchant, fields: object = {}): Promise<{ id: string; path: string }> {
  const { body, text } = await merchant.post("/payments", { ...payment_request, ...fields });
  assert.equal(body.code, 201, text);
  return { id: body.transaction.id, path: `/checkout/${body.authorization_url.split("/pay/")[1]}` };
}

describe("GET /checkout/{token}", () => {
  it("200: the data a payer needs, and no other data of the merchant or payer", async () => {
    const merchant = await world.merchant({ name: "Chez Jeanne" });
    const { path } = await aPage(merchant, { reference: "o-1", callback: "https://shop.example.cm/thanks?o=1" });
    const { body, status } = await keyless("GET", path);
    assert.equal(status, 200);
    const { channels, prefixes, mobile_numbers, network_names, sandbox_numbers, now, expires_at, ...rest } =
      body.checkout;
    assert.deepEqual(mobile_numbers, { CM: { digits: 9, first_digits: ["6"] } });
    assert.equal(network_names.mtn, "MTN");
    assert.deepEqual(rest, {
      ...{ status: "pending", amount: 5_000, currency: "XAF", description: null, reference: "o-1", trxref: "o-1" },
      ...{
        business: { name: "Chez Jeanne", logo: null, shades: null },
        sandbox: true,
        channel: null,
        phone: null,
        payer_phone: "+237677123456",
      },
      ...{ failure_reason: null, failure_code: null, tries_left: 20, processing_at: null, prompt_expires_at: null },
      ...{ action_url: null, invoice_path: null },
      callback: "https://shop.example.cm/thanks?o=1&reference=o-1&trxref=o-1&status=pending",
    });
    assert.equal(Date.parse(expires_at) - Date.parse(now) > 179 * MINUTE_MS, true);
    assert.deepEqual(
      channels.map((channel: { id: string; ussd: string | null }) => [channel.id, channel.ussd]),
      [
        ["cm.mtn", "*126#"],
        ["cm.orange", "#150*50#"],
        ["cm.mobile", null],
      ],
    );
    assert.ok(
      prefixes.CM.some(({ prefix, operator }: { prefix: string; operator: string }) => prefix + operator === "67mtn"),
    );
    assert.equal(sandbox_numbers[0].phone, "+237677000000");
    for (const secret of [merchant.id, merchant.public_key, "jeanne@example.cm", "cus_", "pay_"]) {
      assert.ok(!JSON.stringify(body).includes(secret), secret);
    }
  });

  it("200: the number of the creation request is filled in, whatever is stored of its payer", async () => {
    const merchant = await world.merchant();
    await merchant.post("/customers", { name: "Ada", email: "ada@example.cm" });
    const stored = { name: "Eve", email: "eve@example.cm", phone: "677000111" };
    const { id } = (await merchant.post("/customers", stored)).body.customer;
    const filledIn = async (fields: object) => {
      const { path } = await aPage(merchant, fields);
      return (await keyless("GET", path)).body.checkout.payer_phone;
    };
    assert.equal(await filledIn({ email: "ada@example.cm", phone: "6 99 12 34 56" }), "+237699123456");
    assert.equal(await filledIn({ email: "eve@example.cm", phone: "699123456" }), "+237699123456");
    assert.equal(await filledIn({ customer: id, phone: "699123456" }), "+237699123456");
    assert.equal(await filledIn({ customer: id, phone: undefined }), "+237677000111");
    assert.equal(await filledIn({ email: "ada@example.cm", phone: undefined }), null);
    // A failed try used another number: no response shows that one in full, and the form still has the first.
    const { path } = await aPage(merchant, { email: "ada@example.cm", phone: "699123456" });
    await keyless("POST", path, { channel: "cm.mtn", phone: "677000001" });
    await world.waitUntilIdle();
    const { checkout } = (await keyless("GET", path)).body;
    assert.deepEqual([checkout.status, checkout.payer_phone], ["pending", "+237699123456"]);
  });

  it("200: only the channels that the locks and the currency allow", async () => {
    const merchant = await world.merchant();
    const { path } = await aPage(merchant, { locked_channel: "cm.orange" });
    const { checkout } = (await keyless("GET", path)).body;
    assert.deepEqual(
      checkout.channels.map(({ id }: { id: string }) => id),
      ["cm.orange"],
    );
    assert.equal(checkout.sandbox_numbers[0].phone, "+237699000000");
  });

  it("304: when only the clock has changed", async () => {
    const merchant = await world.merchant();
    const { path } = await aPage(merchant);
    const etag = (await keyless("GET", path)).headers.get("etag") ?? "";
    const same = await fetch(`${world.url}${path}`, { headers: { "if-none-match": etag } });
    assert.equal(same.status, 304);
    await keyless("DELETE", path);
    assert.equal((await fetch(`${world.url}${path}`, { headers: { "if-none-match": etag } })).status, 200);
  });

  it("404: a token with any character changed, and an id where a token should be", async () => {
    const merchant = await world.merchant();
    const { id, path } = await aPage(merchant);
    const other = await aPage(merchant);
    const token = path.split("/")[2] ?? "";
    const mixed = (other.path.split("/")[2] ?? "").slice(0, 26) + token.slice(26);
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, mixed, id, id.slice(4), "x"]) {
      for (const method of ["GET", "DELETE"]) assertRefused(await keyless(method, `/checkout/${wrong}`), 404);
      assertRefused(await keyless("POST", `/checkout/${wrong}`, { channel: "cm.mtn", phone: "677123456" }), 404);
    }
  });
});

/** A channel of each country, with Wave beside a network's, a number as its people write it, and the facts of its market. */
const MARKETS: readonly Market[] = [
  {
    channel: "cm.mtn",
    number: "6 77 12 34 56",
    e164: "+237677123456",
    currency: "XAF",
    digits: 0,
    limits: [1, 1_000_000],
  },
  {
    channel: "bf.orange",
    number: "76 12 34 56",
    e164: "+22676123456",
    currency: "XOF",
    digits: 0,
    limits: [1, 1_000_000],
  },
  {
    channel: "bj.mtn",
    number: "01 97 12 34 56",
    e164: "+2290197123456",
    currency: "XOF",
    digits: 0,
    limits: [1, 2_000_000],
  },
  {
    channel: "cd.mpesa",
    number: "0812 123 456",
    e164: "+243812123456",
    currency: "CDF",
    digits: 2,
    limits: [10_000, 250_000_000],
  },
  {
    channel: "cg.mtn",
    number: "06 112 34 56",
    e164: "+242061123456",
    currency: "XAF",
    digits: 0,
    limits: [1, 1_000_000],
  },
  {
    channel: "ci.mtn",
    number: "05 06 12 34 56",
    e164: "+2250506123456",
    currency: "XOF",
    digits: 0,
    limits: [1, 2_000_000],
  },
  {
    channel: "ga.airtel",
    number: "077 12 34 56",
    e164: "+24177123456",
    currency: "XAF",
    digits: 0,
    limits: [1, 1_000_000],
  },
  {
    channel: "gh.mtn",
    number: "024 412 3456",
    e164: "+233244123456",
    currency: "GHS",
    digits: 2,
    limits: [100, 1_000_000],
  },
  {
    channel: "gn.mtn",
    number: "664 12 34 56",
    e164: "+224664123456",
    currency: "GNF",
    digits: 0,
    limits: [1, 10_000_000],
  },
  {
    channel: "ke.mpesa",
    number: "0722 123456",
    e164: "+254722123456",
    currency: "KES",
    digits: 2,
    limits: [100, 25_000_000],
  },
  {
    channel: "lr.mtn",
    number: "0886 123 456",
    e164: "+231886123456",
    currency: "LRD",
    digits: 2,
    limits: [100, 15_000_000],
  },
  {
    channel: "ng.mtn",
    number: "0803 012 3456",
    e164: "+2348030123456",
    currency: "NGN",
    digits: 2,
    limits: [10_000, 10_000_000],
  },
  {
    channel: "rw.mtn",
    number: "0788 123 456",
    e164: "+250788123456",
    currency: "RWF",
    digits: 0,
    limits: [5, 2_000_000],
  },
  {
    channel: "sn.orange",
    number: "77 012 34 56",
    e164: "+221770123456",
    currency: "XOF",
    digits: 0,
    limits: [1, 200_000],
  },
  { channel: "gm.wave", number: "712 3456", e164: "+2207123456", currency: "GMD", digits: 2, limits: [100, 5_000_000] },
  {
    channel: "ml.wave",
    number: "76 12 34 56",
    e164: "+22376123456",
    currency: "XOF",
    digits: 0,
    limits: [1, 1_000_000],
  },
  {
    channel: "sn.wave",
    number: "77 012 34 57",
    e164: "+221770123457",
    currency: "XOF",
    digits: 0,
    limits: [1, 1_000_000],
  },
  {
    channel: "ss.mtn",
    number: "0921 123 456",
    e164: "+211921123456",
    currency: "SSP",
    digits: 2,
    limits: [100, 50_000_000],
  },
  { channel: "sz.mtn", number: "7612 3456", e164: "+26876123456", currency: "SZL", digits: 2, limits: [100, 400_000] },
  {
    channel: "tz.mpesa",
    number: "0754 123 456",
    e164: "+255754123456",
    currency: "TZS",
    digits: 2,
    limits: [100_000, 300_000_000],
  },
  {
    channel: "ug.mtn",
    number: "0772 123456",
    e164: "+256772123456",
    currency: "UGX",
    digits: 0,
    limits: [500, 5_000_000],
  },
  {
    channel: "za.mtn",
    number: "083 112 3456",
    e164: "+27831123456",
    currency: "ZAR",
    digits: 2,
    limits: [100, 500_000],
  },
  {
    channel: "zm.mtn",
    number: "0966 123456",
    e164: "+260966123456",
    currency: "ZMW",
    digits: 2,
    limits: [100, 500_000],
  },
];

interface Market {
  readonly channel: string;
  readonly number: string;
  readonly e164: string;
  readonly currency: string;
  readonly digits: number;
  readonly limits: readonly [minimum: number, maximum: number];
}

describe("the page of each market", async () => {
  const merchant = await world.merchant({ balance: 0n });

  for (const { channel, number, e164, currency, limits } of MARKETS) {
    const [minimum, maximum] = limits;
    const country = channel.slice(0, 2).toUpperCase();
    it(`${channel}: shows the limits and the form of numbers, and accepts ${number}`, async () => {
      const { path } = await aPage(merchant, { amount: minimum, currency, phone: e164, locked_country: country });
      const { checkout } = (await keyless("GET", path)).body;
      const shown = checkout.channels.find((one: { id: string }) => one.id === channel);
      assert.deepEqual([shown.minimum, shown.maximum, shown.country], [minimum, maximum, country]);
      assert.ok(shown.instruction === null || (shown.instruction.en && shown.instruction.fr));
      assert.ok(e164.startsWith(`+${shown.calling_code}`));
      assert.deepEqual(Object.keys(checkout.mobile_numbers), [country]);
      assert.equal(checkout.mobile_numbers[country].digits, e164.length - 1 - shown.calling_code.length);
      const wrong = await keyless("POST", path, { channel, phone: "12" });
      assertRefused(wrong, 422);
      assert.equal(wrong.body.field_reasons.phone[0].params.digits, checkout.mobile_numbers[country].digits);
      const over = { amount: maximum + 1, currency, phone: e164, locked_channel: channel };
      assertRefused(await merchant.post("/payments", { ...payment_request, ...over }), 422);
      assert.equal((await keyless("POST", path, { channel, phone: number })).status, 202);
    });
  }

  it("collects the smallest amount of every market, in a currency with the right number of digits", async () => {
    await world.waitUntilIdle();
    const payments = (await merchant.get("/payments?limit=100")).body.items;
    for (const { channel, e164, currency, limits } of MARKETS) {
      const payment = payments.find((one: { channel: string }) => one.channel === channel);
      assert.deepEqual(
        [payment?.status, payment.phone, payment.currency, payment.amount],
        ["complete", e164, currency, limits[0]],
      );
    }
    const { data } = (await merchant.get("/currencies")).body;
    const known = new Map(data.map(({ code, digits }: { code: string; digits: number }) => [code, digits]));
    for (const { currency, digits } of MARKETS) assert.equal(known.get(currency), digits, currency);
  });
});

describe("a channel changed by the platform operator", () => {
  /** Changes a channel, and waits until the service uses the change. Returns the milliseconds that it took. */
  async function change(id: string, values: ChannelValues): Promise<number> {
    const began_ms = performance.now();
    const { minimum, maximum, dial_code, is_off } = await world.db.engine((tx) =>
      changeChannel(tx, id, values, "as agreed", "operator:anna"),
    );
    const merchant = await world.merchant();
    for (;;) {
      const { data } = (await merchant.get("/channels")).body;
      const shown = data.find((one: { id: string }) => one.id === id);
      const used = [BigInt(shown.minimum), BigInt(shown.maximum), findChannel(id)?.dial_code ?? null, !shown.active];
      if (isDeepStrictEqual(used, [minimum, maximum, dial_code, is_off])) return performance.now() - began_ms;
      assert.ok(performance.now() - began_ms < 30_000, `${id} does not change: ${used.join()}`);
    }
  }

  after(() => change("ug.airtel", { minimum: null, maximum: null, dial_code: null, is_off: false }));

  it("has its new limits and dial code at the next request, and refuses orders while it is off", async () => {
    const merchant = await world.merchant();
    const order = { amount: 600, currency: "UGX", phone: "+256701123456", locked_channel: "ug.airtel" };
    const { path } = await aPage(merchant, order);
    await change("ug.airtel", { minimum: 1_000n, dial_code: "*185#" });
    const refused = await merchant.post("/payments", order);
    assert.equal(refused.body.field_reasons.amount[0].params.minimum, 1_000);
    assertRefused(await keyless("POST", path, { channel: "ug.airtel", phone: "0701123456" }), 422);
    const page = await aPage(merchant, { ...order, amount: 1_000 });
    assert.equal((await keyless("GET", page.path)).body.checkout.channels[0].ussd, "*185#");

    await change("ug.airtel", { is_off: true });
    assert.deepEqual((await keyless("GET", page.path)).body.checkout.channels, []);
    assertRefused(await keyless("POST", page.path, { channel: "ug.airtel", phone: "0701123456" }), 422);
    const uganda = (await merchant.get("/countries")).body.data.find(({ code }: { code: string }) => code === "UG");
    assert.deepEqual(uganda.channels, ["ug.mtn", "ug.wave"]);
    const beneficiary_data = { name: "Ada", phone: "0701123456" };
    const transfer = await merchant.post("/transfers", {
      ...order,
      amount: 1_000,
      channel: "ug.airtel",
      beneficiary_data,
    });
    assert.equal(transfer.body.field_reasons.channel[0].reason, "channel_not_connected", transfer.text);

    await change("ug.airtel", { is_off: false });
    assert.equal((await keyless("POST", page.path, { channel: "ug.airtel", phone: "0701123456" })).status, 202);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/payments/${page.id}`)).body.transaction.status, "complete");
  });

  it("keeps its limits for an order that reaches it over a routing channel", async () => {
    const merchant = await world.merchant();
    const { path } = await aPage(merchant, { amount: 5_000 });
    const beneficiary_data = { name: "Ada", phone: "677123456" };
    const transfer = { amount: 5_000, currency: "XAF", channel: "cm.mobile", beneficiary_data };
    await change("cm.mtn", { maximum: 4_999n });
    assertRefused(await keyless("POST", path, { channel: "cm.mobile", phone: "677123456" }), 422);
    const refused = await merchant.post("/transfers", transfer);
    assert.equal(refused.body.field_reasons?.amount?.[0].params.maximum, 4_999, refused.text);

    await change("cm.mtn", { maximum: 5_000n });
    assert.equal((await merchant.post("/transfers", transfer)).status, 201);
    assert.equal((await keyless("POST", path, { channel: "cm.mobile", phone: "677123456" })).status, 202);
    await change("cm.mtn", { maximum: null });
    await world.waitUntilIdle();
  });

  it("keeps every change with its author, in the history and in the audit log", async () => {
    const history = await world.db.engine((tx) => listChangesOf(tx, "ug.airtel"));
    assert.deepEqual(
      history.map(({ minimum, dial_code, is_off, created_by }) => [minimum, dial_code, is_off, created_by]),
      [false, true, false].map((is_off) => [1_000n, "*185#", is_off, "operator:anna"]),
    );
    const [logged] = await world.rows(
      "select before, after from platform_operator_audit_log where action = 'channel.changed' order by number limit 1",
    );
    assert.deepEqual(
      [logged?.before, logged?.after],
      [
        { minimum: "500", maximum: "5000000", dial_code: null, is_off: false },
        { minimum: "1000", maximum: "5000000", dial_code: "*185#", is_off: false, reason: "as agreed" },
      ],
    );
  });

  it("keeps what the operator did not change, also by requests at the same time", async () => {
    const values: readonly ChannelValues[] = [{ minimum: 700n }, { maximum: 900_000n }, { dial_code: "" }];
    await Promise.all(
      values.map((one) => world.db.engine((tx) => changeChannel(tx, "zm.zamtel", one, "as agreed", "operator:anna"))),
    );
    await change("zm.zamtel", {});
    const { minimum, maximum, dial_code } = findChannel("zm.zamtel") ?? assert.fail();
    assert.deepEqual([minimum, maximum, dial_code], [700n, 900_000n, null]);
    await change("zm.zamtel", { minimum: null, maximum: null, dial_code: null });
  });

  for (const [field, values] of [
    ["maximum", { minimum: 6_000_000n }],
    ["minimum", { minimum: 0n }],
    ["maximum", { maximum: 2n ** 53n }],
    ["dial_code", { dial_code: "dial 185" }],
  ] as const) {
    it(`is refused, and changes nothing: ${field} of ${Object.values(values).join()}`, async () => {
      const count = async () => (await world.rows("select count(*) as n from channel_changes"))[0]?.n;
      const before = await count();
      const changing = world.db.engine((tx) => changeChannel(tx, "ug.mtn", values, "as agreed", "operator:anna"));
      await assert.rejects(changing, (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
        return true;
      });
      assert.equal(await count(), before);
    });
  }
});

describe("POST /checkout/{token}", () => {
  it("202: requests the payer's confirmation, shows the number masked, and credits the balance", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id, path } = await aPage(merchant);
    const { status, body } = await keyless("POST", path, { channel: "cm.mobile", phone: "6 77 12 34 56" });
    assert.deepEqual([status, body.checkout.status, body.checkout.phone], [202, "processing", "+237 6 •• •• •• 56"]);
    await world.waitUntilIdle();
    assert.equal((await keyless("GET", path)).body.checkout.status, "complete");
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "complete");
    assert.equal((await merchant.balance()).available, 5_000);
    assertRefused(await keyless("POST", path, { channel: "cm.mtn", phone: "677123456" }), 422);
  });

  it("a failed try returns to pending, with its reason and without an event, and another try may succeed", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id, path } = await aPage(merchant);
    for (const [digits, code] of [
      ["000001", "insufficient_funds"],
      ["000004", "rejected_by_payer"],
      ["000002", "provider_error"],
    ] as const) {
      await keyless("POST", path, { channel: "cm.mtn", phone: `677${digits}` });
      await world.waitUntilIdle();
      const { checkout } = (await keyless("GET", path)).body;
      assert.deepEqual([checkout.status, checkout.failure_code], ["pending", code]);
      assert.ok(checkout.failure_reason);
    }
    const again = await keyless("POST", path, { channel: "cm.mtn", phone: "677000000" });
    assert.deepEqual([again.body.checkout.failure_code, again.body.checkout.tries_left], [null, 16]);
    await world.waitUntilIdle();
    assert.equal((await keyless("GET", path)).body.checkout.status, "complete");
    const event_rows = await world.rows(`select type from events where resource = '${id}' order by sequence`);
    assert.deepEqual(
      event_rows.map(({ type }) => type),
      ["payment.created", ...Array.from({ length: 4 }, () => "payment.processing"), "payment.complete"],
    );
    assert.equal((await merchant.balance()).available, 5_000);
  });

  it("asks for the one-time code that a number needs, and shows the provider's page of another number", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { path } = await aPage(merchant);
    const number = { channel: "cm.mtn", phone: "677000011" };
    assertRefused(await keyless("POST", path, number), 422, "otp");
    assert.equal((await keyless("POST", path, { ...number, otp: "482913" })).status, 202);
    await world.waitUntilIdle();
    assert.equal((await keyless("GET", path)).body.checkout.status, "complete");
    const other = await aPage(merchant);
    await keyless("POST", other.path, { channel: "cm.mtn", phone: "677000010" });
    await world.waitUntilIdle();
    const { checkout } = (await keyless("GET", other.path)).body;
    assert.equal(checkout.action_url, `${world.url}/pay/${other.path.split("/")[2]}/authorize`);
  });

  it("concurrent clicks count as one try", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { path } = await aPage(merchant);
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () => keyless("POST", path, { channel: "cm.mtn", phone: "677000005" })),
    );
    assert.deepEqual(clicks.map(({ status }) => status).sort(), [202, 422, 422, 422, 422, 422, 422, 422]);
    await world.waitUntilIdle();
    world.db.advanceClock(10 * MINUTE_MS);
    await world.waitUntilIdle();
    assert.equal((await merchant.balance()).available, 5_000);
  });

  it("429: too many tries, because each one rings a phone", async () => {
    const merchant = await world.merchant();
    const { path } = await aPage(merchant);
    const answers = [];
    for (let number = 0; number < 11; number += 1) {
      answers.push(await keyless("POST", path, { channel: "cm.mtn", phone: "1" }));
    }
    assert.equal(answers.filter(({ status }) => status === 422).length, 10);
    assert.equal(answers.at(-1)?.status, 429);
    assert.ok(Number(answers.at(-1)?.headers.get("retry-after")) > 0);
  });

  it("400 and 422: errors by field, and nothing changes", async () => {
    const merchant = await world.merchant();
    const { path } = await aPage(merchant);
    assertRefused(await keyless("POST", path, { channel: "cm.mtn" }), 400, "phone");
    assertRefused(await keyless("POST", path, { channel: "cm.mtn", phone: "222 22 22 22" }), 422, "phone");
    assertRefused(await keyless("POST", path, { channel: "cm.bank", phone: "677123456" }), 422, "channel");
    assert.equal((await keyless("GET", path)).body.checkout.status, "pending");
  });
});

describe("GET /payments/{reference}/page", () => {
  it("200: the address of the hosted page again, while the payment can be paid", async () => {
    const merchant = await world.merchant();
    const { body } = await merchant.post("/payments", { ...payment_request, reference: "again" });
    const address = async (): Promise<string | null> =>
      (await merchant.get("/payments/again/page")).body.authorization_url;
    assert.equal(await address(), body.authorization_url);
    assert.equal((await merchant.send("DELETE", "/payments/again")).status, 202);
    assert.equal(await address(), null);
    assertRefused(await merchant.get("/payments/never/page"), 404);
  });
});

describe("DELETE /checkout/{token}", () => {
  it("202: canceled with an event for the merchant; only while pending", async () => {
    const merchant = await world.merchant();
    const { id, path } = await aPage(merchant);
    assert.equal((await keyless("DELETE", path)).body.checkout.status, "canceled");
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "canceled");
    assertRefused(await keyless("DELETE", path), 422);
  });
});

describe("payment links", () => {
  const no_sums = { amount_collected: 0, amount_open: 0, amount_refunded: 0 };
  const membership = { name: "Membership", description: "For 2027", amount: 10_000, currency: "XAF" };

  it("201, 200: created, retrieved, listed, deactivated", async () => {
    const merchant = await world.merchant();
    const created = await merchant.post("/payment-links", { ...membership, metadata: { k: 1 } });
    assert.equal(created.status, 201, created.text);
    const link = created.body.payment_link;
    assert.equal(link.url, `${world.url}/pay/link/${link.id}`);
    assert.deepEqual([link.active, link.amount, link.metadata], [true, 10_000, { k: 1 }]);
    const totals = { ...{ payments: 0, payments_complete: 0, payments_open: 0 }, ...no_sums };
    assert.deepEqual((await merchant.get(`/payment-links/${link.id}`)).body.payment_link, { ...link, totals });
    await merchant.post("/payment-links", { name: "Open", currency: "XAF" });
    assert.equal((await merchant.get("/payment-links")).body.items[0].name, "Open");
    const closed = await merchant.send("DELETE", `/payment-links/${link.id}`);
    assert.equal(closed.body.payment_link.active, false);
    assert.equal((await merchant.get("/payment-links?active=true")).body.totals, 1);
    assert.deepEqual((await merchant.send("DELETE", `/payment-links/${link.id}`)).body, closed.body);
    assertRefused(await merchant.post("/payment-links", { ...membership, name: "" }), 400, "name");
    assertRefused(await merchant.post("/payment-links", { ...membership, callback: "ftp://x" }), 400, "callback");
    assertRefused(await merchant.post("/payment-links", { ...membership, currency: "EUR" }), 422, "currency");
    assertRefused(await merchant.post("/payment-links", { ...membership, amount: 1_000_001 }), 422, "amount");
    assertRefused(await merchant.get("/payment-links/lnk_never"), 404);
  });

  it("each visit creates a payment of the fixed amount", async () => {
    const merchant = await world.merchant({ name: "Club", balance: 0n });
    const { id } = (await merchant.post("/payment-links", { ...membership, metadata: { year: 2027 } })).body
      .payment_link;
    const { link } = (await keyless("GET", `/checkout/links/${id}`)).body;
    assert.deepEqual(link, {
      ...{
        name: "Membership",
        description: "For 2027",
        amount: 10_000,
        currency: "XAF",
        business: { name: "Club", logo: null, shades: null },
      },
      ...{
        country: "CM",
        calling_code: "237",
        sandbox: true,
        active: true,
        state: "open",
        minimum: 1,
        maximum: 1_000_000,
      },
      mobile_numbers: { digits: 9, first_digits: ["6"] },
    });
    for (const phone of ["677000000", "699000000"]) {
      const begun = await keyless("POST", `/checkout/links/${id}`, { amount: 1, phone, name: "Payer" });
      assert.equal(begun.status, 201, begun.text);
      const path = `/checkout/${begun.body.url.split("/pay/")[1]}`;
      const { checkout } = (await keyless("GET", path)).body;
      assert.deepEqual([checkout.amount, checkout.description, checkout.payer_phone], [10_000, "For 2027", null]);
      await keyless("POST", path, { channel: "cm.mobile", phone });
    }
    await world.waitUntilIdle();
    const { items } = (await merchant.get("/payments?status=complete")).body;
    assert.deepEqual(
      items.map((item: { metadata: object }) => item.metadata),
      [{ year: 2027 }, { year: 2027 }],
    );
    assert.equal((await merchant.balance()).available, 20_000);
  });

  it("an open link accepts the payer's amount within the channels' limits; a closed one accepts none", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/payment-links", { name: "Gifts", currency: "XAF" })).body.payment_link;
    const begin = (body: object) => keyless("POST", `/checkout/links/${id}`, body);
    assertRefused(await begin({ phone: "677123456" }), 400, "amount");
    assertRefused(await begin({ amount: 500 }), 400, "customer");
    assert.deepEqual(Object.keys((await begin({})).body.errors), ["amount", "customer"]);
    assertRefused(await begin({ amount: 5_000_000, phone: "677123456" }), 422, "amount");
    assertRefused(await begin({ amount: 500, phone: "12" }), 422, "phone");
    assert.equal((await begin({ amount: 500, phone: "677123456" })).status, 201);
    await merchant.send("DELETE", `/payment-links/${id}`);
    assertRefused(await begin({ amount: 500, phone: "677123456" }), 422);
    assert.equal((await merchant.get("/payments")).body.totals, 1);
    assertRefused(await keyless("GET", "/checkout/links/lnk_never"), 404);
  });
});

describe("the limits of a payment link", () => {
  const payer = { phone: "677000000" };

  async function aLink(merchant: TestMerchant, fields: object) {
    const { body, text } = await merchant.post("/payment-links", { name: "Seats", currency: "XAF", ...fields });
    assert.equal(body.code, 201, text);
    const id: string = body.payment_link.id;
    return {
      id,
      begin: (order: object = {}) => keyless("POST", `/checkout/links/${id}`, { ...payer, ...order }),
      page: async () => (await keyless("GET", `/checkout/links/${id}`)).body.link,
      retrieve: async () => (await merchant.get(`/payment-links/${id}`)).body.payment_link,
      put: (changes: object) => merchant.send("PUT", `/payment-links/${id}`, changes),
    };
  }

  async function confirm(begun: { readonly body: { readonly url: string } }): Promise<void> {
    const path = `/checkout/${begun.body.url.split("/pay/")[1]}`;
    assert.equal((await keyless("POST", path, { channel: "cm.mtn", ...payer })).status, 202);
    await world.waitUntilIdle();
  }

  it("a hundred payers at the same time never pass the number of payments, nor their sum", async () => {
    const merchant = await world.merchant();
    const few = await aLink(merchant, { amount: 500, max_payments: 30 });
    const small = await aLink(merchant, { max_amount_collected: 10_000 });
    const settings = { expires_after_ms: MINUTE_MS, public_url: world.url };
    for (const [{ id, retrieve }, allowed, sum] of [
      [few, 30, 15_000],
      [small, 14, 9_800],
    ] as const) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, () =>
          world.db.engine(async (tx) =>
            createLinkPayment(tx, await findPaymentLink(tx, id), { amount: 700, ...payer }, settings),
          ),
        ),
      );
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, allowed);
      const { totals } = await retrieve();
      assert.deepEqual([totals.payments, totals.payments_open, totals.amount_open], [allowed, allowed, sum]);
    }
  });

  it("the page says whether others are paying or the limit is reached, and opens when the limit is removed", async () => {
    const merchant = await world.merchant();
    const { begin, page, put, retrieve } = await aLink(merchant, { amount: 500, max_payments: 1 });
    assert.equal((await page()).state, "open");
    const begun = await begin();
    assert.equal((await page()).state, "rest_reserved");
    assert.equal((await begin()).body.reason, "payment_link_rest_reserved");
    await confirm(begun);
    assert.equal((await page()).state, "limit_reached");
    assert.equal((await begin()).body.reason, "payment_link_limit_reached");
    assert.deepEqual((await retrieve()).totals, {
      ...{ payments: 1, payments_complete: 1, payments_open: 0 },
      ...{ amount_collected: 500, amount_open: 0, amount_refunded: 0 },
    });
    assert.equal((await put({ max_payments: 0 })).body.payment_link.max_payments, null);
    assert.equal((await page()).state, "open");
    assert.equal((await put({ active: false })).body.payment_link.active, false);
    assert.deepEqual([(await page()).state, (await begin()).body.reason], ["stopped", "payment_link_closed"]);
    assert.equal((await put({ active: true })).body.payment_link.active, true);
    assert.equal((await begin()).status, 201);
  });

  it("a payment that is not made within its time gives its place back", async () => {
    const { begin, page } = await aLink(await world.merchant(), { amount: 500, max_payments: 1 });
    assert.equal((await begin()).status, 201);
    assert.equal((await page()).state, "rest_reserved");
    world.db.advanceClock(LIMITED_LINK_PAYMENT_EXPIRES_MS);
    await world.waitUntilIdle();
    assert.equal((await page()).state, "open");
    assert.equal((await begin()).status, 201);
  });

  it("a payment that its payer starts in the last moment of its time keeps its place", async () => {
    const { begin, page } = await aLink(await world.merchant(), { amount: 500, max_payments: 1 });
    const token: string = (await begin()).body.url.split("/pay/")[1];
    await world.db.engine(async (tx) => {
      await pay(tx, token, { channel: "cm.mtn", ...payer }, () => undefined);
      world.db.advanceClock(LIMITED_LINK_PAYMENT_EXPIRES_MS);
      assert.equal((await begin()).body.reason, "payment_link_rest_reserved");
    });
    await world.waitUntilIdle();
    assert.equal((await page()).state, "limit_reached");
  });

  it("a first limit counts a payment that starts at the same time, whichever commits first", async () => {
    const settings = { expires_after_ms: MINUTE_MS, public_url: world.url };
    const merchant = await world.merchant();
    const first = await aLink(merchant, { amount: 500 });
    let is_retry = false;
    const late = world.db.engine(async (tx) => {
      const without_limit = await findPaymentLink(tx, first.id);
      if (!is_retry) {
        is_retry = true;
        assert.equal((await first.put({ max_payments: 1 })).status, 200);
        assert.equal((await first.begin()).status, 201);
      }
      return createLinkPayment(tx, without_limit, payer, settings);
    });
    await assert.rejects(late, { reason: "payment_link_rest_reserved" });

    const second = await aLink(merchant, { amount: 500 });
    assert.equal((await second.begin()).status, 201);
    const { change } = await world.db.engine(async (tx) => {
      await createLinkPayment(tx, await findPaymentLink(tx, second.id), payer, settings);
      let is_answered = false;
      const change = second.put({ max_payments: 1 }).finally(() => {
        is_answered = true;
      });
      while (!is_answered && !(await isLockAwaited())) await sleep(POLL_MS);
      // Not awaited here: the update waits for this transaction.
      return { change };
    });
    assertRefused(await change, 422, "max_payments");
  });

  it("an amount of the payer's choice is at most what is left of the sum", async () => {
    const { begin, page } = await aLink(await world.merchant(), { max_amount_collected: 1_000 });
    assert.equal((await begin({ amount: 600 })).status, 201);
    assert.equal((await page()).maximum, 400);
    const refused = await begin({ amount: 401 });
    assertRefused(refused, 422, "amount");
    assert.equal(refused.body.field_reasons.amount[0].reason, "link_amount_too_large");
    assert.equal((await begin({ amount: 400 })).status, 201);
    assert.equal((await page()).state, "rest_reserved");
  });

  it("an update changes the given fields, and refuses what cannot change or contradicts the payments", async () => {
    const merchant = await world.merchant();
    const { begin, id, put, retrieve } = await aLink(merchant, { amount: 500, description: "2027" });
    assert.equal((await begin()).status, 201);
    const changed = await put({ name: "Places", amount: 400, max_payments: 1, max_amount_collected: 500 });
    assert.equal(changed.status, 200, changed.text);
    const { name, description, amount, max_payments, max_amount_collected } = changed.body.payment_link;
    assert.deepEqual([name, description, amount], ["Places", "2027", 400]);
    assert.deepEqual([max_payments, max_amount_collected], [1, 500]);
    const before = await retrieve();
    assertRefused(await put({ currency: "EUR" }), 422, "currency");
    assertRefused(await put({ amount: 1_000_001 }), 422, "amount");
    assertRefused(await put({ max_amount_collected: 499 }), 422, "max_amount_collected");
    assertRefused(await put({ amount: 501 }), 422, "max_amount_collected");
    const too_low = { name: "Seats", amount: 500, currency: "XAF", max_amount_collected: 499 };
    assertRefused(await merchant.post("/payment-links", too_low), 400, "max_amount_collected");
    assertRefused(await put({ max_payments: -1 }), 400, "max_payments");
    assertRefused(await put({ maxPayments: 3 }), 400, "maxPayments");
    assertRefused(await put({ callback: "ftp://x" }), 400, "callback");
    assertRefused(await merchant.send("PUT", "/payment-links/lnk_never", { name: "N" }), 404);
    assertRefused(await (await world.merchant()).send("PUT", `/payment-links/${id}`, { name: "N" }), 404);
    assert.deepEqual(await retrieve(), before);
    // A record that was read can be put back, which changes nothing but the time of the last change.
    const { updated_at, ...same } = (await put(before)).body.payment_link;
    const { updated_at: _, totals, ...kept } = before;
    assert.deepEqual(same, kept);
    assert.equal((await put({ amount: 0 })).body.payment_link.amount, null);
  });
});

const POLL_MS = 15;

async function isLockAwaited(): Promise<boolean> {
  const rows = await world.rows(
    "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
  );
  return rows.length > 0;
}

describe("the brand of a merchant", () => {
  const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  it("is on its pages and in their previews; the picture's kind is that of its bytes", async () => {
    const merchant = await world.merchant();
    const { path } = await aPage(merchant);
    const set = (changes: object) => world.db.engine((tx) => setBranding(tx, merchant.id, changes, "user:per_test"));
    await set({ color: "#FFCC00", logo: PNG });
    const { logo, shades } = (await keyless("GET", path)).body.checkout.business;
    assert.match(logo, /^\/pay\/logo\/[0-9a-f]{32}$/);
    assert.deepEqual(Object.keys(shades), ["light", "dark"]);
    assert.equal(shades.dark, "#ffcc00");
    const picture = await fetch(`${world.url}${logo}`);
    assert.equal(picture.headers.get("content-type"), "image/png");
    assert.equal(picture.headers.get("x-content-type-options"), "nosniff");
    assert.equal(picture.headers.get("content-security-policy"), "default-src 'none'; sandbox");
    assert.equal(Buffer.from(await picture.arrayBuffer()).toString("base64"), PNG);
    const page = await (await fetch(`${world.url}${path.replace("/checkout", "/pay")}`)).text();
    assert.ok(page.includes(`<meta property="og:image" content="${world.url}${logo}" />`));
    for (const wrong of ["<svg></svg>".repeat(20), ""]) {
      await assert.rejects(set({ logo: Buffer.from(wrong).toString("base64") }), { kind: "bad_request" });
    }
    const bytes = Buffer.from(PNG, "base64");
    const AFTER_HEADER = 33;
    const heavy = Buffer.concat([
      ...[bytes.subarray(0, AFTER_HEADER), Buffer.alloc(LOGO_MAX_BYTES), bytes.subarray(AFTER_HEADER)],
    ]);
    const wide = Buffer.from(bytes);
    wide.writeUInt32BE(LOGO_MAX_PIXELS + 1, 16);
    for (const large of [heavy, wide]) {
      await assert.rejects(set({ logo: large.toString("base64") }), (error: ServiceError) => {
        assert.equal(error.fields?.logo?.[0]?.reason, "logo_too_large");
        return true;
      });
    }
    assert.equal((await keyless("GET", path)).body.checkout.business.logo, logo);
    assert.equal((await set({ logo: "none", color: "none" })).logo, null);
    for (const absent of [logo, "/pay/logo/never", "/pay/logo/%00"]) {
      assert.equal((await fetch(`${world.url}${absent}`)).status, 404, absent);
    }
  });
});

describe("the preview of a hosted page", () => {
  async function head(url: string, languages?: string): Promise<string> {
    const response = await fetch(url, { headers: languages === undefined ? {} : { "accept-language": languages } });
    assert.equal(response.status, 200);
    return (await response.text()).split("</head>")[0] ?? "";
  }

  it("names the business and the sum, in the reader's language, and escapes both", async () => {
    const merchant = await world.merchant({ name: `Chez "Jeanne" <b> & $&` });
    const { url } = (await merchant.post("/payment-links", { name: "Fees '27", amount: 75_000, currency: "XAF" })).body
      .payment_link;
    const french = await head(url, "fr-CM,fr;q=0.9");
    assert.match(french, /<html lang="fr">/);
    const business = "Chez &#34;Jeanne&#34; &#60;b&#62; &#38; $&#38;";
    assert.ok(french.includes(`<meta property="og:site_name" content="${business}" />`), french);
    assert.ok(french.includes('<meta property="og:description" content="Fees &#39;27" />'), french);
    assert.match(french.replaceAll(/[\u202f\u00a0]/g, " "), /<title>Test · [^<]* · 75 000 FCFA<\/title>/);
    assert.match((await head(url, "en")).replaceAll("\u00a0", " "), /<title>Test · [^<]* · XAF 75,000<\/title>/);
    // A chat that names no language gets that of the merchant's country.
    assert.match(await head(url), /FCFA<\/title>/);
    assert.doesNotMatch(french, /<title>Kolo/);
  });

  it("belongs to payments and invoices, too, and is left out for an address without an order", async () => {
    const merchant = await world.merchant({ name: "Chez Jeanne" });
    const payment = (await merchant.post("/payments", { ...payment_request, description: "Order 1042" })).body;
    assert.match(await head(payment.authorization_url, "en"), /og:description" content="Order 1042"/);
    const order = { amount: 500, currency: "XAF", phone: "677000000", due_at: "2030-01-01T00:00:00Z" };
    const { url } = (await merchant.post("/invoices", order)).body.invoice;
    assert.match(await head(url, "fr"), /og:description" content="Payer par mobile money"/);
    assert.match(await head(`${world.url}/pay/link/lnk_${"0".repeat(26)}`), /<title>Kolo<\/title>/);
    assert.match(await head(`${world.url}/pay/link/never`), /<title>Kolo<\/title>/);
  });
});

it("404: a forged token, without a database query", async () => {
  const app = Fastify();
  after(() => app.close());
  app.setErrorHandler((error, _request, reply) => reply.code(statusOf(asServiceError(error).kind)).send());
  const transact = () => Promise.reject(new Error("the database was asked"));
  await checkoutPages({ transact, folder: import.meta.dirname, public_url: world.url, expires_after_ms: MINUTE_MS })(
    app,
  );
  for (const token of ["x", "0".repeat(48), `${"0".repeat(26)}${"A".repeat(22)}`]) {
    for (const method of ["GET", "POST", "DELETE"] as const) {
      assert.equal((await app.inject({ method, url: `/checkout/${token}`, payload: {} })).statusCode, 404, token);
    }
  }
});

it("429: too many reads of a link's page by one caller", async () => {
  const answers = await Promise.all(
    Array.from({ length: 2 * LINK_READS_PER_SECOND + 2 }, () => keyless("GET", "/checkout/links/lnk_never")),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0);
  assert.ok(refused.every(({ headers }) => Number(headers.get("retry-after")) > 0));
});

it("no log line contains a token, and the audit is clean", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
  const tokens = (await world.rows("select substring(id from 5) as token from payments")).map(({ token }) =>
    String(token),
  );
  assert.ok(tokens.length > 10);
  for (const token of tokens)
    assert.ok(!world.log.some((line) => line.includes(`${token}`) && line.includes("/pay")), token);
});
