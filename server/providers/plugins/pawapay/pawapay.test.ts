import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { after, describe, it } from "node:test";
import { FAILURE_CODES } from "#kernel/failure-codes.ts";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import { type Exchange, openExchange } from "#providers/io/http-client.ts";
import { sanitizeProvider } from "#providers/io/sanitize.ts";
import { recordCalls } from "#providers/io/transcript.ts";
import { conformance } from "#providers/plugins/conformance.ts";
import { sumMovements } from "#providers/plugins/fakes/book.ts";
import type { OrderKind, ProviderCallback, ProviderOrder } from "#providers/provider.ts";
import { fakePawapay } from "./fake.ts";
import { pawapay } from "./pawapay.ts";
import { CODES, failureOf } from "./reasons.ts";
import { isSignedBy, signatureHeaders } from "./signature.ts";

const { exchange, close } = openExchange({ timeout_ms: 500 });
const fake = await fakePawapay();
const signing = await fakePawapay({ signs_callbacks: true });
after(async () => {
  await close();
  await Promise.all([fake.close(), signing.close()]);
});
const settings: Readonly<Record<string, string>> = { signing_key: "", signing_key_id: "", ...fake.settings };
const account = { id: "con_test", settings };
const provider = pawapay();

fake.book.setFate("256772000003", { fault: "lost_after", notices: "none" });
fake.book.setFate("256772000005", { after_ms: 60_000, notices: "none" });
fake.book.setFate("256772000001", { ending: "RECIPIENT_NOT_FOUND", notices: "none" });

conformance("pawaPay", () => ({
  ...{ provider, exchange, account, channel: "ug.mtn", wallet: "MTN_MOMO_UGA", currency: "UGX", country: "UG" },
  receivers: { success: "+256772000000", refused: "+256772000001", no_answer: "+256772000003", slow: "+256772000005" },
  settles_after_ms: 120_000,
  advance: (ms) => fake.book.advance(ms),
  moved: (order) => sumMovements(fake.book.movements, (movement) => movement.external_id === order.attempt),
}));

let made = 0;
async function anOrder(receiver: string, overrides: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
  made += 1;
  const order: ProviderOrder = {
    ...{ attempt: newId("att", now), environment: "live", account, kind: "transfer", channel: "ug.mtn" },
    ...{ wallet: "MTN_MOMO_UGA", amount: 5_000n, currency: "UGX", receiver, receiver_name: "Ada", bank_code: null },
    ...{ country: "UG", reference: `o-${made}`, description: "Salaire de l'été n°4", refund_of: null, otp: null },
    ...{ provider_reference: null, callback_url: "http://127.0.0.1:1/x", return_url: null, sent_at: null, now },
    ...overrides,
  };
  const prepared = await provider.prepare(order, exchange);
  return { ...order, provider_reference: prepared?.provider_reference ?? null };
}

/** An exchange with one fixed answer. */
function answering(status: number, body: unknown): Exchange {
  return () =>
    Promise.resolve({ kind: "answered", status, body: typeof body === "string" ? body : JSON.stringify(body) });
}

describe("the pawaPay plug-in", () => {
  it("collects, pays out and refunds within the form that pawaPay accepts", async () => {
    const paid = await anOrder("+256772111222", { kind: "collect" });
    assert.equal((await provider.submit(paid, exchange)).outcome, "accepted");
    const orders: [OrderKind, string | null][] = [
      ["transfer", null],
      ["refund", paid.provider_reference],
    ];
    for (const [kind, refund_of] of orders) {
      const order = await anOrder("+256772111222", { kind, refund_of });
      assert.equal((await provider.submit(order, exchange)).outcome, "accepted");
      const observation = await provider.queryStatus(order, exchange);
      assert.ok(observation.state === "complete", observation.state);
      assert.deepEqual([observation.amount, typeof observation.provider_id], [5_000n, "string"]);
      assert.equal((await provider.queryStatus({ ...order, kind: "collect" }, exchange)).state, "not_found");
    }
    assert.deepEqual(fake.violations, []);
  });

  const faults = [
    ["lost_before", "unknown", "not_found"],
    ["lost_after", "unknown", "complete"],
    ["error_before", "unknown", "not_found"],
    ["error_after", "unknown", "complete"],
    ["consumed", "unknown", "not_found"],
    ["slow", "unknown", "complete"],
    ["page", "unknown", "not_found"],
    ["maintenance", "unknown", "not_found"],
    ["too_many", "not_submitted", "not_found"],
    ["unauthorized", "not_submitted", "not_found"],
  ] as const;
  for (const [fault, outcome, state] of faults) {
    it(`a request with the fault ${fault} is ${outcome}, and a later query returns ${state}`, async () => {
      const order = await anOrder("+256772111333");
      fake.book.addFaults("create", [fault]);
      assert.equal((await provider.submit(order, exchange)).outcome, outcome);
      assert.equal((await provider.queryStatus(order, exchange)).state, state);
    });
  }

  it("an answer is definite only if it is about this order; every other one is unknown", async () => {
    const order = await anOrder("+256772111444");
    const own = { payoutId: order.provider_reference };
    const rejected = { ...own, status: "REJECTED", failureReason: { failureCode: "INVALID_AMOUNT" } };
    const answers: [number, unknown, string][] = [
      [200, { ...own, status: "ACCEPTED" }, "accepted"],
      [200, { ...own, status: "ENQUEUED" }, "accepted"],
      [200, rejected, "rejected"],
      [200, { ...rejected, payoutId: "another" }, "unknown"],
      [200, { status: "ACCEPTED" }, "unknown"],
      [200, { ...own, status: "DUPLICATE_IGNORED" }, "unknown"],
      [200, { ...own, status: "NEW_WORD" }, "unknown"],
      [200, "<html>", "unknown"],
      [200, "", "unknown"],
      [400, { failureReason: { failureCode: "INVALID_INPUT" } }, "rejected"],
      [400, "<html>", "unknown"],
      [403, { failureReason: { failureCode: "PAYOUTS_NOT_ALLOWED" } }, "rejected"],
      [403, { failureReason: { failureCode: "HTTP_SIGNATURE_ERROR" } }, "not_submitted"],
      [403, "<html>", "unknown"],
      [404, {}, "unknown"],
      [500, { failureReason: { failureCode: "UNKNOWN_ERROR" } }, "unknown"],
      [503, rejected, "unknown"],
    ];
    for (const [status, body, outcome] of answers) {
      const submission = await provider.submit(order, answering(status, body));
      assert.equal(submission.outcome, outcome, `${status} ${JSON.stringify(body)}`);
    }
    const duplicate = await provider.submit(order, answering(200, { ...own, status: "DUPLICATE_IGNORED" }));
    assert.ok(duplicate.outcome === "unknown" && duplicate.is_duplicate);
  });

  it("a status that is not final is pending, and one about another order proves nothing", async () => {
    const order = await anOrder("+256772111555");
    const found = (fields: object) => ({ status: "FOUND", data: { payoutId: order.provider_reference, ...fields } });
    const answers: [number, unknown, string][] = [
      ...["ACCEPTED", "ENQUEUED", "SUBMITTED", "PROCESSING", "IN_RECONCILIATION", "NEW_WORD"].map(
        (status): [number, unknown, string] => [200, found({ status }), "pending"],
      ),
      [200, { status: "NOT_FOUND" }, "not_found"],
      [200, found({ status: "FAILED" }), "failed"],
      [200, found({ status: "COMPLETED", payoutId: "another" }), "unreachable"],
      [200, found({}), "unreachable"],
      [200, { status: "COMPLETED" }, "unreachable"],
      [404, { status: "NOT_FOUND" }, "unreachable"],
      [500, found({ status: "FAILED" }), "unreachable"],
      [200, "<html>", "unreachable"],
    ];
    for (const [status, body, state] of answers) {
      const observation = await provider.queryStatus(order, answering(status, body));
      assert.equal(observation.state, state, `${status} ${JSON.stringify(body)}`);
    }
    for (const [fields, amount] of [
      [{ amount: "5000.00", currency: "UGX" }, 5_000n],
      [{ amount: "5000.50", currency: "UGX" }, -1n],
      [{ amount: "5000", currency: "KES" }, -1n],
      [{}, null],
    ] as const) {
      const observation = await provider.queryStatus(order, answering(200, found({ status: "COMPLETED", ...fields })));
      assert.ok(observation.state === "complete");
      assert.equal(observation.amount, amount);
    }
  });

  it("a closed network refuses deposits and keeps payouts, and an empty account is the operator's", async () => {
    fake.setClosed("MTN_MOMO_UGA", true);
    const deposit = await provider.submit(await anOrder("+256772111666", { kind: "collect" }), exchange);
    assert.ok(deposit.outcome === "rejected" && deposit.failure.code === "provider_unavailable");
    const payout = await anOrder("+256772111666");
    assert.equal((await provider.submit(payout, exchange)).outcome, "accepted");
    assert.equal((await provider.queryStatus(payout, exchange)).state, "pending");
    fake.setClosed("MTN_MOMO_UGA", false);
    fake.setEmpty(true);
    const unpaid = await provider.submit(await anOrder("+256772111666"), exchange);
    assert.ok(unpaid.outcome === "rejected" && unpaid.failure.code === "provider_account_empty");
    fake.setEmpty(false);
    const large = await provider.submit(await anOrder("+256772111666", { amount: 5_000_001n }), exchange);
    assert.ok(large.outcome === "rejected" && large.failure.code === "amount_out_of_range");
  });

  it("the sandbox's numbers end as documented", async () => {
    for (const [digits, kind, code] of [
      ["019", "collect", "limit_reached"],
      ["029", "collect", "payer_not_found"],
      ["039", "collect", "rejected_by_payer"],
      ["049", "collect", "insufficient_funds"],
      ["089", "transfer", "recipient_not_found"],
      ["099", "transfer", "recipient_limit_reached"],
      ["119", "transfer", "provider_error"],
    ] as const) {
      const order = await anOrder(`+256783456${digits}`, { kind });
      await provider.submit(order, exchange);
      const observation = await provider.queryStatus(order, exchange);
      assert.ok(observation.state === "failed", `${digits} ${observation.state}`);
      assert.equal(observation.failure.code, code, digits);
    }
    const hanging = await anOrder("+256783456129");
    await provider.submit(hanging, exchange);
    fake.book.advance(3_600_000);
    assert.equal((await provider.queryStatus(hanging, exchange)).state, "pending");
  });

  it("every code has a shared one, by kind of order", () => {
    for (const code of [...Object.keys(CODES), "NEW_CODE", "constructor"]) {
      for (const kind of ["collect", "transfer", "refund"] as const) {
        const failure = failureOf(code, kind);
        assert.ok(FAILURE_CODES.includes(failure.code));
        assert.ok(failure.reason.endsWith(`(${code})`));
      }
    }
  });

  it("reads the account's wallets with their limits and the payers' actions, its balance, and a number's wallet", async () => {
    fake.setAuthType("AIRTEL_OAPI_UGA", "PREAUTH");
    const terms = await provider.configuration?.(account, exchange);
    assert.deepEqual(
      terms?.map(({ wallet, kind, minimum, maximum, action }) => [wallet, kind, minimum, maximum, action]),
      [
        ["MTN_MOMO_UGA", "collect", 500n, 5_000_000n, "confirm"],
        ["MTN_MOMO_UGA", "transfer", 500n, 5_000_000n, "confirm"],
        ["AIRTEL_OAPI_UGA", "collect", 500n, 4_000_000n, "otp"],
        ["AIRTEL_OAPI_UGA", "transfer", 500n, 4_000_000n, "confirm"],
      ],
    );
    for (const [status, body] of [
      [200, "<html>"],
      [200, {}],
      [500, {}],
    ] as const)
      assert.equal(await provider.configuration?.(account, answering(status, body)), null);
    assert.ok(((await provider.balance?.(account, "UGX", exchange)) ?? 0n) > 0n);
    assert.equal(await provider.balance?.(account, "KES", exchange), null);
    assert.equal(await provider.predictWallet?.(account, "+256772000000", exchange), "MTN_MOMO_UGA");
  });

  it("sends the one-time code of a payer, and returns the page of a wallet that has one", async () => {
    const preauthorised = { wallet: "AIRTEL_OAPI_UGA", kind: "collect" } as const;
    const order = await anOrder("+256701111222", { ...preauthorised, otp: "482913" });
    assert.equal((await provider.submit(order, exchange)).outcome, "accepted");
    assert.equal(fake.book.find(order.provider_reference ?? "")?.fields.preAuthorisationCode, "482913");
    fake.setAuthType("AIRTEL_OAPI_UGA", "REDIRECT_AUTH");
    fake.book.setFate("256701111333", { after_ms: 60_000, notices: "none" });
    const redirected = await anOrder("+256701111333", preauthorised);
    await provider.submit(redirected, exchange);
    const observation = await provider.queryStatus(redirected, exchange);
    assert.ok(observation.state === "pending" && observation.redirect_url?.startsWith("https://wallet.example/"));
  });

  it("shows payers only a web address as the page of a wallet", async () => {
    const sanitized = sanitizeProvider(provider);
    const order = await anOrder("+256701111444", { kind: "collect" });
    const id = { depositId: order.provider_reference };
    for (const [authorizationUrl, shown] of [
      ["https://wallet.example/authorize/1", "https://wallet.example/authorize/1"],
      ["javascript:alert(1)", null],
      ["JavaScript://wallet.example/%0aalert(1)", null],
      ["data:text/html,<script>alert(1)</script>", null],
      ["/authorize/1", null],
      [`https://wallet.example/${"a".repeat(2_000)}`, null],
    ] as const) {
      const accepted = { ...id, status: "ACCEPTED", authorizationUrl };
      const submission = await sanitized.submit(order, answering(200, accepted));
      const observation = await sanitized.queryStatus(order, answering(200, { status: "FOUND", data: accepted }));
      assert.ok(submission.outcome === "accepted" && observation.state === "pending");
      assert.deepEqual([submission.redirect_url, observation.redirect_url], [shown, shown], authorizationUrl);
    }
  });

  it("leaves no token, code or whole number in the call log", async () => {
    const order = await anOrder("+256772123456", { kind: "collect", otp: "482913", description: "call 256772123456" });
    const { exchange: recorded, calls } = recordCalls(exchange, provider.loggable_fields);
    await provider.submit(order, recorded);
    await provider.queryStatus(order, recorded);
    const text = JSON.stringify(calls);
    for (const secret of ["772123456", "482913", "Bearer", settings.api_token ?? "?"]) {
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    }
    assert.ok(text.includes(order.provider_reference ?? "?"), "the reference is kept");
  });
});

const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const private_key = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const public_key = keys.publicKey.export({ type: "spki", format: "pem" }).toString();

describe("signatures", () => {
  const now_ms = Date.UTC(2026, 2, 1, 12);
  const bare = {
    ...{ method: "POST", url: "https://pay.example.cm/notices/pawapay", body: '{"depositId":"x","amount":"1000"}' },
    headers: { "content-type": "application/json", "content-length": "33" },
  };
  const signed = {
    ...bare,
    headers: { ...bare.headers, ...signatureHeaders(bare, { key: private_key, key_id: "k" }, now_ms) },
  };

  const signed_headers: Readonly<Record<string, string>> = signed.headers;

  it("of a request are accepted by the holder of the public key, for a minute", () => {
    assert.equal(isSignedBy(signed, public_key, now_ms), true);
    assert.equal(isSignedBy(signed, public_key, now_ms + 61_000), false);
  });

  it("are accepted in DER, as pawaPay sends them, and raw, as the standard says", () => {
    const { signature: _, "signature-input": input = "", ...rest } = signed_headers;
    const names = [...(/\(([^)]*)\)/.exec(input)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    const values: Record<string, string> = {
      ...{ "@method": "POST", "@authority": "pay.example.cm", "@path": "/notices/pawapay" },
      ...rest,
    };
    const parameters = input.slice(input.indexOf("=") + 1);
    const base = [...names.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${parameters}`].join(
      "\n",
    );
    const raw = sign("sha256", Buffer.from(base), { key: keys.privateKey, dsaEncoding: "ieee-p1363" });
    assert.equal(raw.length, 64);
    const headers = { ...signed.headers, signature: `sig-pp=:${raw.toString("base64")}:` };
    assert.equal(isSignedBy({ ...signed, headers }, public_key, now_ms), true);
  });

  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
  const { headers } = signed;
  const input = String(Reflect.get(headers, "signature-input"));
  for (const [name, message, key] of [
    ["another body", { ...signed, body: signed.body.replace("1000", "9000") }, public_key],
    ["another path", { ...signed, url: "https://pay.example.cm/notices/mtn" }, public_key],
    ["another host", { ...signed, url: "https://pay.example.org/notices/pawapay" }, public_key],
    ["another method", { ...signed, method: "PUT" }, public_key],
    ["no signature", bare, public_key],
    ["another key", signed, String(other)],
    ["a key that is none", signed, "-----BEGIN PUBLIC KEY-----"],
    [
      "a signature that leaves out the body",
      { ...signed, headers: { ...headers, "signature-input": input.replace(' "content-digest"', "") } },
      public_key,
    ],
    [
      "a digest of another body",
      { ...signed, headers: { ...headers, "content-digest": "sha-512=:AAAA:" } },
      public_key,
    ],
  ] as const) {
    it(`are refused with ${name}`, () => assert.equal(isSignedBy(message, key, now_ms), false));
  }

  it("of our requests are accepted by a server that requires them", async () => {
    fake.requireSignature(createPublicKey(public_key));
    const order = await anOrder("+256772111777");
    assert.equal((await provider.submit(order, exchange)).outcome, "not_submitted");
    const signer = { id: "con_signing", settings: { ...settings, signing_key: private_key, signing_key_id: "mine" } };
    assert.equal((await provider.submit({ ...order, account: signer }, exchange)).outcome, "accepted");
    fake.requireSignature(null);
    const broken = { id: "con_broken", settings: { ...signer.settings, signing_key: "-----BEGIN PRIVATE KEY-----" } };
    const unsigned = await provider.submit({ ...order, account: broken }, exchange);
    assert.ok(unsigned.outcome === "not_submitted" && unsigned.cause.code === "not_signed");
  });
});

describe("callbacks of pawaPay", () => {
  const uuid = "3f1c8a52-7f0e-4d3b-9a51-0d3c5b7e9f11";
  const callback = (fields: Partial<ProviderCallback>): ProviderCallback => ({
    ...{ method: "POST", address: "192.0.2.1", url: "https://pay.example.cm/notices/pawapay", headers: {} },
    ...{ body: "{}", ...fields },
  });

  it("name their order, and nothing else is read from them", () => {
    for (const [body, reference] of [
      [{ depositId: uuid, status: "COMPLETED", amount: "9" }, uuid],
      [{ payoutId: uuid.toUpperCase() }, uuid],
      [{ refundId: uuid, depositId: "4f1c8a52-7f0e-4d3b-9a51-0d3c5b7e9f11" }, uuid],
      [{ depositId: "x" }, null],
      [{}, null],
      [[], null],
    ] as const) {
      const named = provider.readCallback?.(callback({ body: JSON.stringify(body) })) ?? null;
      assert.deepEqual(named, reference === null ? null : { provider_reference: reference });
    }
    assert.equal(provider.readCallback?.(callback({ method: "GET" })), null);
  });

  it("need pawaPay's signature if the account says so, with a key of pawaPay's list", async () => {
    const body = JSON.stringify({ depositId: uuid });
    const strict = { id: "con_strict", settings: { ...settings, ...signing.settings } };
    const fresh = pawapay();
    const verify = (headers: Readonly<Record<string, string>>, of = strict) =>
      fresh.verifyCallback?.(of, callback({ body, headers }), exchange);
    assert.equal(await verify({}), false);
    const message = { method: "POST", url: callback({}).url, headers: { "content-type": "application/json" }, body };
    const forged = signatureHeaders(message, { key: private_key, key_id: "HTTP_EC_P256_KEY:1" }, Date.now());
    const length = { "content-type": "application/json", "content-length": String(body.length) };
    assert.equal(await verify({ ...length, ...forged }), false);
    assert.equal(await verify({ ...length, ...signing.sign(message.url, body) }), true);
    assert.equal(await verify({}, account), true);
    let requests = 0;
    const counted: Exchange = (call) => {
      requests += 1;
      return exchange(call);
    };
    const unknown = signatureHeaders(message, { key: private_key, key_id: "OTHER" }, Date.now());
    for (let time = 0; time < 5; time += 1)
      await fresh.verifyCallback?.(strict, callback({ body, headers: { ...length, ...unknown } }), counted);
    assert.equal(requests, 0, "an unknown key id does not cause a request each");
  });
});
