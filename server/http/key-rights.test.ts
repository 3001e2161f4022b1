import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyRight } from "#kernel/rights.ts";
import { createKey } from "#resources/keys/create.ts";
import { setGrantRequired } from "#resources/keys/require-grant.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { linkMerchants } from "#resources/merchants/merchant-links.ts";
import { FULL_LINK_GRANT } from "#testing/link-grants.ts";
import { transfer_order } from "#testing/orders.ts";
import { payment_request } from "#testing/payments.ts";
import { requestSender, type SendRequest, startTestWorld, type TestMerchant } from "#testing/world.ts";
import { PUBLISHABLE_WRITES } from "./browser-access.ts";

const world = await startTestWorld();

async function aGrant({ merchant, environment }: TestMerchant, rights: readonly KeyRight[] | null): Promise<string> {
  const key_input = {
    scope: { merchant, environment },
    kind: "private",
    name: "narrow",
    expires_at: null,
    rights,
  } as const;
  return (await world.db.engine((tx) => createKey(tx, key_input, "test"))).text;
}

const lacking = (right: string) => ({ code: 403, reason: "right_missing", reason_params: { right } });

// The resource of each first path segment. Paths below it with another resource are listed in full.
const NOUNS: Readonly<Record<string, string>> = {
  payments: "payments",
  "payment-links": "payment_links",
  invoices: "invoices",
  refunds: "refunds",
  "received-parts": "payments",
  customers: "customers",
  transfers: "transfers",
  "bulk-transfers": "transfers",
  schedules: "transfers",
  holidays: "transfers",
  beneficiaries: "beneficiaries",
  balance: "balance",
  limits: "balance",
  corrections: "balance",
  withdrawals: "withdrawals",
  "withdrawal-accounts": "withdrawals",
  "withdrawal-rules": "withdrawals",
  webhooks: "webhooks",
  events: "events",
};
/** Operations below a resource that need another one's right. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "/customers/{id}/payments": "payments",
  "/payments/{reference}/release": "releases",
};
/** Operations that change nothing, but return what allows a change. */
const READS_TO_WRITE = ["/payments/{reference}/page"];
const OPEN = ["/channels", "/countries", "/currencies", "/banks"];

describe("the rights of a private key", () => {
  it("each operation needs its resource's right: read for GET, else write; the catalogue needs none", () => {
    for (const { method, path, right } of world.app.routes) {
      const noun = EXCEPTIONS[path] ?? NOUNS[path.split("/")[1] ?? ""];
      const required_rights = OPEN.includes(path)
        ? "any"
        : `${noun}:${method === "GET" && !READS_TO_WRITE.includes(path) ? "read" : "write"}`;
      assert.equal(right, required_rights, `${method} ${path}`);
    }
  });

  it("403: other operations are refused and write nothing; permitted ones still work", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const reader = { "x-grant": await aGrant(merchant, ["transfers:read", "balance:read"]) };
    assert.equal((await merchant.send("GET", "/transfers", undefined, reader)).status, 200);
    const key = { "idempotency-key": "one" };
    const refused = await merchant.post("/transfers", transfer_order, { ...reader, ...key });
    assert.partialDeepStrictEqual(refused.body, lacking("transfers:write"));
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    const stored = await world.rows(`select from idempotency_keys where merchant = '${merchant.id}'`);
    assert.equal(stored.length, 0);
    const sender = { "x-grant": await aGrant(merchant, ["transfers:write"]) };
    assert.equal((await merchant.post("/transfers", transfer_order, { ...sender, ...key })).status, 201);
    const lookup = await merchant.send("GET", "/transfers", undefined, sender);
    assert.partialDeepStrictEqual(lookup.body, lacking("transfers:read"));
  });

  it("a stored answer of an Idempotency-Key is not returned to a key without the right", async () => {
    const merchant = await world.merchant();
    const key = { "idempotency-key": "hook" };
    const target = { url: "https://shop.example.cm/", events: ["transfer.failed"] };
    const made = await merchant.post("/webhooks", target, key);
    const narrow = await aGrant(merchant, ["webhooks:read"]);
    const refused = await merchant.post("/webhooks", target, { ...key, "x-grant": narrow });
    assert.partialDeepStrictEqual(refused.body, lacking("webhooks:write"));
    assert.equal(refused.headers.get("idempotent-replayed"), null);
    assert.equal((await merchant.post("/webhooks", target, key)).text, made.text);
  });

  it("are checked after authentication, and before X-Sync", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const narrow = await aGrant(merchant, ["balance:read"]);
    const wrong = await merchant.send("GET", "/transfers", undefined, { authorization: "x", "x-grant": narrow });
    assert.equal(wrong.status, 401);
    const foreign = await other.send("GET", "/transfers", undefined, { "x-grant": narrow });
    assert.deepEqual([foreign.status, foreign.body.reason], [403, "grant_invalid"]);
    const nobody = await merchant.send("GET", "/transfers", undefined, { "x-grant": narrow, "x-sync": other.id });
    assert.partialDeepStrictEqual(nobody.body, lacking("transfers:read"));
    const unknown = await merchant.send("GET", "/balance", undefined, { "x-grant": narrow, "x-sync": other.id });
    assert.equal(unknown.body.reason, "linked_merchant_not_found");
  });

  it("also apply to a linked merchant", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    await world.db.engine((tx) => linkMerchants(tx, merchant.id, other.id, FULL_LINK_GRANT, "test"));
    const as_other = { "x-grant": await aGrant(merchant, ["balance:read"]), "x-sync": other.id };
    assert.equal((await merchant.send("GET", "/balance", undefined, as_other)).status, 200);
    assert.equal((await merchant.send("GET", "/transfers", undefined, as_other)).status, 403);
  });

  it("also apply if the public key suffices; a text that is not the pair's key is then ignored", async () => {
    const merchant = await world.merchant();
    const narrow = await aGrant(merchant, ["transfers:read"]);
    const customers = (grant: string) => merchant.send("GET", "/customers", undefined, { "x-grant": grant });
    for (const grant of ["", "wrong", merchant.private_key, await aGrant(merchant, ["customers:read"])]) {
      assert.equal((await customers(grant)).status, 200);
    }
    assert.partialDeepStrictEqual((await customers(narrow)).body, lacking("customers:read"));
    assert.equal((await merchant.send("GET", "/channels", undefined, { "x-grant": narrow })).status, 200);
  });

  it("a refusal is in the merchant's request log", async () => {
    const merchant = await world.merchant();
    const narrow = await aGrant(merchant, ["balance:read"]);
    const refused = await merchant.send("GET", "/transfers", undefined, { "x-grant": narrow });
    const logged = () => world.rows(`select status, message from request_log where merchant = '${merchant.id}'`);
    while ((await logged()).length < 1) await sleep(50);
    assert.deepEqual(await logged(), [{ status: 403, message: refused.body.message }]);
  });
});

const SHOP = "https://shop.example.cm";
const order = { amount: 5_000, currency: "XAF", phone: "677123456" };

interface Browser {
  readonly key: string;
  readonly id: string;
  /** Sends a request as a page of the shop does. */
  readonly send: SendRequest;
}

async function aBrowser(
  { merchant, environment }: TestMerchant,
  origins: readonly string[] = [SHOP],
): Promise<Browser> {
  const input = {
    scope: { merchant, environment },
    kind: "publishable",
    name: "web",
    expires_at: null,
    origins,
  } as const;
  const { text, key } = await world.db.engine((tx) => createKey(tx, input, "test"));
  return { key: text, id: key.id, send: requestSender(world.url, { authorization: text, origin: SHOP }) };
}

describe("a publishable key", () => {
  it("201, 200: creates a payment and follows it with its token, and sees nothing that the merchant knows", async () => {
    const merchant = await world.merchant();
    const browser = await aBrowser(merchant);
    assert.match(browser.key, /^test_pub_/);
    const created = await browser.send("POST", "/payments", order);
    assert.equal(created.status, 201, created.text);
    const { transaction, follow_token, authorization_url } = created.body;
    assert.equal(created.headers.get("access-control-allow-origin"), SHOP);
    const token = { "x-follow-token": follow_token };
    for (const path of [`/payments/${transaction.id}`, `/payments/${transaction.reference}`]) {
      const followed = await browser.send("GET", path, undefined, token);
      assert.deepEqual([followed.status, followed.body.transaction], [200, transaction]);
      for (const hidden of ["customer", "phone", "fee", "metadata", "split"])
        assert.ok(!(hidden in followed.body.transaction));
    }
    const page = await fetch(authorization_url.replace(/.*(?=\/pay\/)/, world.url).replace("/pay/", "/checkout/"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: "cm.mtn", phone: "677000000" }),
    });
    assert.equal(page.status, 202);
    await world.waitUntilIdle();
    const paid = await browser.send("GET", `/payments/${transaction.id}`, undefined, token);
    assert.equal(paid.body.transaction.status, "complete");
    assert.equal((await merchant.get(`/payments/${transaction.id}`)).body.transaction.metadata !== undefined, true);
  });

  it("404: another payment, with no token of its own, has the same answer as one that never existed", async () => {
    const merchant = await world.merchant();
    const [browser, other] = [await aBrowser(merchant), await aBrowser(merchant)];
    const live = await world.inEnvironment(merchant, "live");
    const mine = (await browser.send("POST", "/payments", order)).body;
    const theirs = (await other.send("POST", "/payments", order)).body;
    const by_server = (await merchant.post("/payments", { ...payment_request, reference: "o-1" })).body;
    const mixed = mine.follow_token.slice(0, 11) + theirs.follow_token.slice(11);
    const page_token = theirs.authorization_url.split("/pay/")[1].slice(26);
    const never = await browser.send("GET", "/payments/never-was", undefined, { "x-follow-token": mine.follow_token });
    assert.deepEqual([never.status, never.body.reason], [404, "payment_not_found"]);
    for (const payment of [theirs.transaction.id, theirs.transaction.reference, by_server.transaction.id, "o-1"]) {
      for (const token of [mine.follow_token, mixed, page_token, "x", "0".repeat(5_000)]) {
        const refused = await browser.send("GET", `/payments/${payment}`, undefined, { "x-follow-token": token });
        assert.deepEqual([refused.status, refused.text], [404, never.text]);
      }
      const without = await browser.send("GET", `/payments/${payment}`);
      assert.deepEqual([without.status, without.body.reason], [403, "follow_token_missing"]);
    }
    const path = `/payments/${theirs.transaction.id}`;
    const token = { "x-follow-token": theirs.follow_token };
    for (const stranger of [await aBrowser(live), await aBrowser(await world.merchant())]) {
      assert.equal((await stranger.send("GET", path, undefined, token)).status, 404);
    }
    // The merchant's server may give the token of its own payment to a page.
    const handed = { "x-follow-token": by_server.follow_token };
    assert.equal((await browser.send("GET", "/payments/o-1", undefined, handed)).status, 200);
  });

  it("403: other headers of credentials, and older names of the operations", async () => {
    const merchant = await world.merchant();
    const other = await world.merchant();
    await world.db.engine((tx) => linkMerchants(tx, merchant.id, other.id, FULL_LINK_GRANT, "test"));
    const browser = await aBrowser(merchant);
    const { transaction, follow_token } = (await browser.send("POST", "/payments", order)).body;
    for (const [method, path, headers] of [
      ["POST", "/payments", { "x-grant": merchant.private_key }],
      ["POST", "/payments", { "x-sync": other.id }],
      ["GET", `/payments/${transaction.id}`, { "x-sync": other.id, "x-follow-token": follow_token }],
      ["POST", "/payments/initialize", {}],
      ["POST", `/payments/${transaction.id}`, { "x-follow-token": follow_token }],
      ["DELETE", `/payments/${transaction.id}`, { "x-follow-token": follow_token }],
      ["GET", `/payments/${transaction.id}/timeline`, { "x-follow-token": follow_token }],
    ] as const) {
      const refused = await browser.send(method, path, method === "POST" ? order : undefined, headers);
      assert.deepEqual([refused.status, refused.body.reason], [403, "publishable_key_refused"], `${method} ${path}`);
    }
    const as_grant = await merchant.send("GET", "/transfers", undefined, { "x-grant": browser.key });
    assert.deepEqual([as_grant.status, as_grant.body.reason], [403, "grant_invalid"]);
    assert.equal((await merchant.get("/payments")).body.totals, 1);
    assert.equal((await other.get("/payments")).body.totals, 0);
  });

  it("401: a revoked key, within a second; and one with a character changed", async () => {
    const browser = await aBrowser(await world.merchant());
    assert.equal((await browser.send("POST", "/payments", order)).status, 201);
    await world.db.engine((tx) => revokeKey(tx, browser.id, "test"));
    const send = () => browser.send("POST", "/payments", order);
    while ((await send()).status !== 401) await sleep(50);
    const wrong = await browser.send("POST", "/payments", order, { authorization: `${browser.key.slice(0, -1)}x` });
    assert.deepEqual([wrong.status, wrong.body.reason], [401, "key_invalid"]);
    assert.equal(wrong.headers.get("access-control-allow-origin"), SHOP);
  });

  it("403: pages of other origins; an app, which sends no origin, is accepted", async () => {
    const merchant = await world.merchant();
    const browser = await aBrowser(merchant);
    for (const origin of [
      "https://evil.example",
      `${SHOP}.evil.example`,
      `${SHOP}:8443`,
      "http://shop.example.cm",
      "null",
    ]) {
      const refused = await browser.send("POST", "/payments", order, { origin });
      assert.deepEqual([refused.status, refused.body.reason], [403, "key_origin_not_allowed"], origin);
      assert.equal(
        refused.headers.get("access-control-allow-origin"),
        origin,
        "so that its developer reads the reason",
      );
    }
    assert.equal((await merchant.get("/payments")).body.totals, 0);
    assert.equal((await browser.send("POST", "/payments", order, { origin: "" })).status, 201);
  });

  it("a preflight request is answered for the two operations only, and no other key's answer is readable", async () => {
    const merchant = await world.merchant();
    const preflight = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${world.url}${path}`, {
        method: "OPTIONS",
        headers: { origin: SHOP, "access-control-request-method": "POST", ...headers },
      });
    for (const [path, methods] of [
      ["/payments", "POST"],
      ["/payments/pay_1", "GET"],
    ] as const) {
      const { status, headers } = await preflight(path);
      assert.deepEqual([status, headers.get("access-control-allow-methods")], [204, methods]);
      assert.match(headers.get("access-control-allow-headers") ?? "", /authorization.*x-follow-token/);
      assert.equal(headers.get("access-control-allow-credentials"), null);
    }
    for (const path of ["/transfers", "/balance", "/payments/initialize", "/payments/pay_1/timeline"]) {
      const { status, headers } = await preflight(path);
      assert.deepEqual([status, headers.get("access-control-allow-origin")], [405, null], path);
    }
    const by_server = await merchant.send("POST", "/payments", order, { origin: SHOP });
    assert.deepEqual([by_server.status, by_server.headers.get("access-control-allow-origin")], [201, null]);
  });

  it("400: fields that only a server may set, and a callback to another site", async () => {
    const merchant = await world.merchant();
    const app = "com.example.shop://";
    const browser = await aBrowser(merchant, [SHOP, app]);
    const customer = (await merchant.post("/customers", { name: "C", email: "c@example.cm" })).body.customer.id;
    for (const [fields, reason] of [
      [{ reference: "order-1" }, "not_with_publishable_key"],
      [{ customer }, "not_with_publishable_key"],
      [{ split: { parts: [{ merchant: merchant.id, amount: 100 }] } }, "not_with_publishable_key"],
      [{ callback: "https://evil.example/" }, "callback_of_other_origin"],
      [{ callback: `${SHOP}@evil.example/` }, "url_with_password"],
      [{ callback: "com.evil.shop://paid" }, "callback_of_other_origin"],
      [{ callback: "javascript://shop.example.cm/%0Aalert(1)" }, "app_scheme"],
    ] as const) {
      const refused = await browser.send("POST", "/payments", { ...order, ...fields });
      assert.equal(refused.status, 400, refused.text);
      assert.deepEqual(Object.values(refused.body.field_reasons).flat()[0], { reason, params: {} });
    }
    assert.equal((await merchant.get("/payments")).body.totals, 0);
    for (const callback of [`${SHOP}/thanks`, `${app}paid?order=1`]) {
      assert.equal((await browser.send("POST", "/payments", { ...order, callback })).status, 201);
      assert.equal((await merchant.post("/payments", { ...order, callback })).status, 201);
    }
  });

  it("422: an app's callback of a server, until a publishable key of the same environment lists its scheme", async () => {
    const merchant = await world.merchant();
    const live = await world.inEnvironment(merchant, "live");
    await aBrowser(live, ["com.example.shop://"]);
    const fields = { ...order, callback: "com.example.shop://paid" };
    const refused = await merchant.post("/payments", fields);
    assert.deepEqual([refused.status, refused.body.field_reasons.callback[0].reason], [422, "app_scheme"]);
    const { id } = await aBrowser(merchant, ["com.example.shop://"]);
    assert.equal((await merchant.post("/payments", fields)).status, 201);
    await world.db.engine((tx) => revokeKey(tx, id, "test"));
    assert.equal((await merchant.post("/payments", fields)).status, 422);
  });

  it("the page of its payment shows the number it sent, and never one that the merchant has stored", async () => {
    const merchant = await world.merchant();
    const victim = { name: "Ada", email: "ada@example.cm", phone: "677000111" };
    await merchant.post("/customers", victim);
    const browser = await aBrowser(merchant);
    for (const [fields, shown] of [
      [{ phone: undefined, email: victim.email }, null],
      [{ email: victim.email }, "+237677123456"],
    ] as const) {
      const { authorization_url } = (await browser.send("POST", "/payments", { ...order, ...fields })).body;
      const page = await requestSender(world.url, {})("GET", `/checkout/${authorization_url.split("/pay/")[1]}`);
      assert.equal(page.body.checkout.payer_phone, shown);
    }
  });

  it("an Idempotency-Key is apart from those of the merchant's servers and of other keys, and cannot be guessed", async () => {
    const merchant = await world.merchant();
    const [browser, other] = [await aBrowser(merchant), await aBrowser(merchant)];
    const key = { "idempotency-key": "order-1042-of-the-shop" };
    const by_server = await merchant.post("/payments", order, key);
    const created = await browser.send("POST", "/payments", order, key);
    const by_other = await other.send("POST", "/payments", order, key);
    assert.equal(new Set([by_server, created, by_other].map(({ body }) => body.transaction.id)).size, 3);
    assert.equal((await browser.send("POST", "/payments", order, key)).text, created.text);
    const short = await browser.send("POST", "/payments", order, { "idempotency-key": "order-1042" });
    assert.deepEqual([short.status, short.body.reason], [400, "idempotency_key_invalid"]);
  });

  it("429: one network cannot create payments without end; the merchant's servers are not affected", async () => {
    const merchant = await world.merchant();
    const browser = await aBrowser(merchant);
    const answers = await Promise.all(
      Array.from({ length: PUBLISHABLE_WRITES.max + 5 }, () =>
        browser.send("POST", "/payments", { ...order, amount: 0 }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 429).length, 5);
    const other = await aBrowser(merchant);
    for (const send of [other.send, merchant.send]) assert.equal((await send("POST", "/payments", order)).status, 201);
  });

  it("is not affected by the rule that every operation requires the private key", async () => {
    const merchant = await world.merchant();
    await world.db.engine((tx) => setGrantRequired(tx, merchant, true, "test"));
    const browser = await aBrowser(merchant);
    assert.equal((await browser.send("POST", "/payments", order)).status, 201);
  });

  it("the logs hold its requests, and neither its text, the payer's number nor a token", async () => {
    const merchant = await world.merchant();
    const browser = await aBrowser(merchant);
    const created = await browser.send("POST", "/payments", { ...order, email: "ada@example.cm" });
    const { transaction, follow_token, authorization_url } = created.body;
    await browser.send("GET", `/payments/${transaction.id}`, undefined, { "x-follow-token": follow_token });
    await browser.send("GET", "/payments", undefined, { "x-follow-token": follow_token });
    await browser.send("POST", "/payments", { ...order, currency: "EUR" }, { origin: "https://evil.example" });
    const rows = () => world.rows(`select * from request_log where key = '${browser.id}' order by created_at`);
    while ((await rows()).length < 4) await sleep(50);
    assert.deepEqual((await rows()).map(({ status }) => status).sort(), [200, 201, 403, 403]);
    const audit_log = await world.rows(
      `select action, actor, before, after from audit_log where merchant = '${merchant.id}'`,
    );
    const logs = JSON.stringify([await rows(), audit_log, world.log], (_name, value) =>
      typeof value === "bigint" ? 0 : value,
    );
    for (const secret of [
      browser.key,
      follow_token,
      authorization_url.split("/pay/")[1],
      "677123456",
      "ada@example.cm",
    ]) {
      assert.ok(!logs.includes(secret), secret);
    }
    assert.ok(JSON.stringify(audit_log).includes(SHOP), "the audit log names the origins of the new key");
  });
});
