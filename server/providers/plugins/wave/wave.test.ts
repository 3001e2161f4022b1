import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { FAILURE_CODES } from "#kernel/failure-codes.ts";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { type Exchange, openExchange } from "#providers/io/http-client.ts";
import { recordCalls } from "#providers/io/transcript.ts";
import { conformance } from "#providers/plugins/conformance.ts";
import { sumMovements } from "#providers/plugins/fakes/book.ts";
import type { ProviderCallback, ProviderOrder } from "#providers/provider.ts";
import { fakeWave } from "./fake.ts";
import { CODES, failureOf } from "./reasons.ts";
import { isSignedBy, signatureHeader } from "./signature.ts";
import { wave } from "./wave.ts";

const { exchange, close } = openExchange({ timeout_ms: 500 });
const fake = await fakeWave();
after(async () => {
  await close();
  await fake.close();
});
const UNSIGNED = { checkout_signing_secret: "", payout_signing_secret: "", aggregated_merchant_id: "" };
const settings: Readonly<Record<string, string>> = { ...UNSIGNED, restrict_payer: "yes", ...fake.settings };
const account = { id: "con_test", settings };
const provider = wave();

fake.book.setFate("221770000003", { fault: "lost_after", notices: "none" });
fake.book.setFate("221770000005", { after_ms: 60_000, notices: "none" });
fake.book.setFate("221770000001", { ending: "recipient-account-blocked", notices: "none" });

conformance("Wave", () => ({
  ...{ provider, exchange, account, channel: "sn.wave", currency: "XOF", country: "SN" },
  receivers: { success: "+221770000000", refused: "+221770000001", no_answer: "+221770000003", slow: "+221770000005" },
  settles_after_ms: 120_000,
  advance: (ms) => fake.book.advance(ms),
  moved: (order) => sumMovements(fake.book.movements, (movement) => movement.external_id === order.attempt),
}));

let made = 0;
async function anOrder(overrides: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
  made += 1;
  const order: ProviderOrder = {
    ...{ attempt: newId("att", now), environment: "live", account, kind: "transfer", channel: "sn.wave" },
    ...{ wallet: null, amount: 5_000n, currency: "XOF", receiver: "+221771112222", receiver_name: "Awa" },
    ...{ bank_code: null, country: "SN", reference: `o-${made}`, description: "Salaire de l'été n°4", refund_of: null },
    ...{ otp: null, provider_reference: null, callback_url: "http://127.0.0.1:1/x", sent_at: null, now },
    ...{ query_id: null, is_ended: false, callback_answer: null },
    return_url: "https://pay.example.sn/pay/1",
    ...overrides,
  };
  const prepared = await provider.prepare(order, exchange);
  return { ...order, provider_reference: prepared?.provider_reference ?? null };
}

/** An order for a number of the simulator that ends in 555 and this code. */
function numbered(code: string, overrides: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  return anOrder({ receiver: `+221770555${code}`, ...overrides });
}

/** An exchange with one fixed answer. */
function answering(status: number, body: unknown): Exchange {
  return () =>
    Promise.resolve({ kind: "answered", status, body: typeof body === "string" ? body : JSON.stringify(body) });
}

describe("payouts", () => {
  it("complete within the call, with Wave's id and charge, and are found again by our reference", async () => {
    const order = await anOrder();
    const submission = await provider.submit(order, exchange);
    assert.ok(submission.outcome === "complete", submission.outcome);
    assert.deepEqual([submission.charge, submission.is_reversible], [{ amount: 0n, tax: null }, true]);
    const observation = await provider.queryStatus(order, exchange);
    assert.ok(observation.state === "complete");
    assert.deepEqual(
      [observation.provider_id, observation.amount, observation.receiver],
      [submission.provider_id, 5_000n, "+221771112222"],
    );
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
    it(`with the fault ${fault} are ${outcome}, and a later query returns ${state}`, async () => {
      const order = await anOrder();
      fake.book.addFaults("create", [fault]);
      assert.equal((await provider.submit(order, exchange)).outcome, outcome);
      assert.equal((await provider.queryStatus(order, exchange)).state, state);
    });
  }

  it("are executed once, also if they are sent again with another body", async () => {
    const order = await anOrder();
    const moved = () => sumMovements(fake.book.movements, ({ external_id }) => external_id === order.attempt);
    await provider.submit(order, exchange);
    assert.equal((await provider.submit(order, exchange)).outcome, "complete");
    const other = await provider.submit({ ...order, description: "other" }, exchange);
    assert.ok(other.outcome === "unknown" && other.is_duplicate);
    assert.equal(moved(), 5_000n);
  });

  it("of the simulator's numbers end as documented", async () => {
    for (const [code, failure] of [
      ["101", "recipient_limit_reached"],
      ["102", "recipient_not_allowed"],
      ["103", "recipient_not_allowed"],
      ["104", "recipient_not_allowed"],
      ["105", "provider_account_empty"],
    ] as const) {
      const refused = await provider.submit(await numbered(code), exchange);
      assert.ok(refused.outcome === "rejected", `${code} ${refused.outcome}`);
      assert.equal(refused.failure.code, failure, code);
    }
    const reversed = await numbered("106");
    assert.equal((await provider.submit(reversed, exchange)).outcome, "complete");
    const slow = await numbered("107");
    assert.equal((await provider.submit(slow, exchange)).outcome, "accepted");
    assert.equal((await provider.queryStatus(slow, exchange)).state, "pending");
    fake.book.advance(2 * MINUTE_MS);
    assert.equal((await provider.queryStatus(slow, exchange)).state, "complete");
    assert.equal((await provider.queryStatus(reversed, exchange)).state, "reversed");
  });

  it("from an empty wallet, and with a key of another country, are refused and move nothing", async () => {
    const other = await fakeWave({ calling_code: "225" });
    const elsewhere = { id: "con_ci", settings: { ...settings, ...other.settings } };
    const foreign = await provider.submit(await anOrder({ account: elsewhere }), exchange);
    assert.ok(foreign.outcome === "rejected" && foreign.failure.code === "provider_configuration");
    other.setBalance("4999");
    const order = await anOrder({ account: elsewhere, receiver: "+2250707000000" });
    const unpaid = await provider.submit(order, exchange);
    assert.ok(unpaid.outcome === "rejected" && unpaid.failure.code === "provider_account_empty");
    assert.equal(await provider.balance?.(elsewhere, "XOF", exchange), 4_999n);
    assert.equal(await provider.balance?.(elsewhere, "GMD", exchange), null);
    assert.deepEqual(other.book.movements, []);
    await other.close();
  });

  it("in dalasi have two decimals", async () => {
    const gambia = await fakeWave({ calling_code: "220", currency: "GMD" });
    const there = { id: "con_gm", settings: { ...settings, ...gambia.settings } };
    const order = await anOrder({ account: there, receiver: "+2207000000", currency: "GMD", amount: 1_050n });
    assert.equal((await provider.submit(order, exchange)).outcome, "complete");
    assert.deepEqual(
      gambia.book.movements.map(({ amount }) => amount),
      ["10.50"],
    );
    const observation = await provider.queryStatus(order, exchange);
    assert.ok(observation.state === "complete" && observation.amount === 1_050n);
    assert.deepEqual(gambia.violations, []);
    await gambia.close();
  });

  it("have a definite outcome only by an answer about this order; every other answer is unknown", async () => {
    const order = await anOrder();
    const own = { client_reference: order.attempt, receive_amount: "5000", currency: "XOF", mobile: order.receiver };
    const refused = { code: "recipient-minor", message: "No" };
    const answers: [number, unknown, string][] = [
      [200, { ...own, id: "pt-1", status: "succeeded" }, "complete"],
      [200, { ...own, status: "processing" }, "accepted"],
      [200, { ...own, status: "failed", payout_error: { error_code: "recipient-minor" } }, "rejected"],
      [200, { ...own, status: "reversed" }, "unknown"],
      [200, { ...own, status: "new-word" }, "unknown"],
      [200, { ...own, status: "succeeded", client_reference: "another" }, "unknown"],
      [200, { ...own, status: "succeeded", receive_amount: "5001" }, "unknown"],
      [200, { ...own, status: "succeeded", currency: "GMD" }, "unknown"],
      [200, { ...own, status: "succeeded", mobile: "+221770000009" }, "unknown"],
      [200, { status: "succeeded" }, "unknown"],
      [200, "<html>", "unknown"],
      [200, "", "unknown"],
      [400, { code: "request-validation-error" }, "rejected"],
      [400, { message: "no code" }, "unknown"],
      [400, "<html>", "unknown"],
      [401, { code: "api-key-revoked" }, "not_submitted"],
      [403, { code: "disabled-wallet" }, "not_submitted"],
      [403, "<html>", "unknown"],
      [404, { code: "not-found" }, "unknown"],
      [408, { code: "timeout" }, "unknown"],
      [409, { code: "idempotency-mismatch" }, "unknown"],
      [422, refused, "rejected"],
      [429, { code: "too-many-requests" }, "not_submitted"],
      [500, refused, "unknown"],
      [503, { code: "service-unavailable" }, "unknown"],
    ];
    for (const [status, body, outcome] of answers) {
      const submission = await provider.submit(order, answering(status, body));
      assert.equal(submission.outcome, outcome, `${status} ${JSON.stringify(body)}`);
    }
    const found = (fields: object) => ({ result: [{ ...own, ...fields }] });
    const queries: [number, unknown, string][] = [
      [200, found({ status: "processing" }), "pending"],
      [200, found({ status: "new-word" }), "pending"],
      [200, found({ status: "failed" }), "failed"],
      [200, found({ status: "reversed" }), "reversed"],
      [200, found({}), "unreachable"],
      [200, { result: [] }, "not_found"],
      [200, found({ status: "succeeded", client_reference: "another" }), "not_found"],
      // Two payouts under one reference are never taken for one.
      [
        200,
        {
          result: [
            { ...own, status: "succeeded" },
            { ...own, status: "processing" },
          ],
        },
        "unreachable",
      ],
      [
        200,
        {
          result: [
            { ...own, status: "failed" },
            { ...own, status: "succeeded" },
          ],
        },
        "complete",
      ],
      [200, {}, "unreachable"],
      [200, "<html>", "unreachable"],
      [404, { result: [] }, "unreachable"],
      [500, found({ status: "failed" }), "unreachable"],
    ];
    for (const [status, body, state] of queries) {
      const observation = await provider.queryStatus(order, answering(status, body));
      assert.equal(observation.state, state, `${status} ${JSON.stringify(body)}`);
    }
    for (const [fields, amount] of [
      [{ receive_amount: "5000.00" }, 5_000n],
      [{ receive_amount: "5000.50" }, -1n],
      [{ currency: "GMD" }, -1n],
      [{ receive_amount: undefined }, -1n],
    ] as const) {
      const observation = await provider.queryStatus(order, answering(200, found({ status: "succeeded", ...fields })));
      assert.ok(observation.state === "complete");
      assert.equal(observation.amount, amount);
    }
  });
});

describe("payments", () => {
  const collect = { kind: "collect" } as const;

  it("continue on Wave's page, for the payer's number alone, and complete with the amount", async () => {
    fake.book.setFate("221771113333", { after_ms: 60_000, notices: "none" });
    const order = await anOrder({ ...collect, receiver: "+221771113333" });
    const submission = await provider.submit(order, exchange);
    assert.ok(submission.outcome === "accepted" && submission.redirect_url?.startsWith(`${fake.url}/launch/cos-`));
    const pending = await provider.queryStatus(order, exchange);
    assert.ok(pending.state === "pending" && pending.redirect_url === submission.redirect_url);
    assert.match(
      await (await fetch(submission.redirect_url ?? "")).text(),
      /href="https:\/\/pay\.example\.sn\/pay\/1"/,
    );
    fake.book.advance(MINUTE_MS);
    const complete = await provider.queryStatus(order, exchange);
    assert.ok(complete.state === "complete" && complete.amount === 5_000n && complete.is_reversible === undefined);
    const [session] = [...fake.book.entries.values()].filter(({ external_id }) => external_id === order.attempt);
    assert.equal(session?.fields.restrict_payer_mobile, "+221771113333");
    const open = { id: "con_open", settings: { ...settings, restrict_payer: "no", aggregated_merchant_id: "am-1" } };
    const unrestricted = await anOrder({ ...collect, account: open });
    await provider.submit(unrestricted, exchange);
    const [other] = [...fake.book.entries.values()].filter(({ external_id }) => external_id === unrestricted.attempt);
    assert.deepEqual([other?.fields.restrict_payer_mobile, other?.fields.aggregated_merchant_id], [undefined, "am-1"]);
    assert.deepEqual(fake.violations, []);
  });

  it("of the simulator's numbers end as documented", async () => {
    for (const [code, failure] of [
      ["201", "rejected_by_payer"],
      ["202", "expired"],
      ["203", "payer_not_allowed"],
    ] as const) {
      const order = await numbered(code, collect);
      assert.equal((await provider.submit(order, exchange)).outcome, "accepted");
      fake.book.advance(MINUTE_MS);
      const observation = await provider.queryStatus(order, exchange);
      assert.ok(observation.state === "failed", `${code} ${observation.state}`);
      assert.equal(observation.failure.code, failure, code);
    }
    const twice = await numbered("204", collect);
    await provider.submit(twice, exchange);
    const [session] = [...fake.book.entries.values()].filter(({ external_id }) => external_id === twice.attempt);
    assert.equal(session?.state, "pending");
    assert.equal((await provider.queryStatus(twice, exchange)).state, "pending");
    fake.book.advance(MINUTE_MS);
    assert.equal((await provider.queryStatus(twice, exchange)).state, "complete");
  });

  it("that nobody makes expire after half an hour", async () => {
    fake.book.setFate("221771114444", { after_ms: 2 * HOUR_MS, notices: "none" });
    const order = await anOrder({ ...collect, receiver: "+221771114444" });
    await provider.submit(order, exchange);
    fake.book.advance(29 * MINUTE_MS);
    assert.equal((await provider.queryStatus(order, exchange)).state, "pending");
    fake.book.advance(MINUTE_MS);
    const observation = await provider.queryStatus(order, exchange);
    assert.ok(observation.state === "failed" && observation.failure.code === "expired");
  });

  it("complete only by a session that is complete and paid; a failed try leaves it open", async () => {
    const order = await anOrder(collect);
    const own = { id: "cos-1", client_reference: order.attempt, amount: "5000", currency: "XOF" };
    const error = { last_payment_error: { code: "insufficient-funds" } };
    const states: [object, string][] = [
      [{ checkout_status: "complete", payment_status: "succeeded" }, "complete"],
      [{ checkout_status: "complete", payment_status: "processing" }, "pending"],
      [{ checkout_status: "complete", payment_status: "cancelled" }, "rejected_by_payer"],
      [{ checkout_status: "open", payment_status: "processing" }, "pending"],
      [{ checkout_status: "open", payment_status: "cancelled", ...error }, "pending"],
      [{ checkout_status: "open", payment_status: "succeeded" }, "pending"],
      [{ checkout_status: "expired", payment_status: "processing" }, "expired"],
      [{ checkout_status: "expired", payment_status: "cancelled" }, "expired"],
      [{ checkout_status: "expired", payment_status: "cancelled", ...error }, "insufficient_funds"],
      // A contradiction is nobody's to decide here.
      [{ checkout_status: "expired", payment_status: "succeeded" }, "pending"],
      [{ checkout_status: "new-word", payment_status: "succeeded" }, "pending"],
      [{}, "unreachable"],
    ];
    for (const [fields, expected] of states) {
      const observation = await provider.queryStatus(order, answering(200, { result: [{ ...own, ...fields }] }));
      const state = observation.state === "failed" ? observation.failure.code : observation.state;
      assert.equal(state, expected, JSON.stringify(fields));
    }
    const paid = { ...own, checkout_status: "complete", payment_status: "succeeded" };
    const open = {
      ...own,
      checkout_status: "open",
      payment_status: "processing",
      wave_launch_url: "https://pay.wave.com",
    };
    const lists: [object[], string][] = [
      [[open, paid], "complete"],
      [[paid, paid], "unreachable"],
      [[{ ...own, checkout_status: "expired", payment_status: "cancelled" }, open], "pending"],
    ];
    for (const [result, expected] of lists)
      assert.equal((await provider.queryStatus(order, answering(200, { result }))).state, expected);
    assert.equal((await provider.submit(order, answering(200, own))).outcome, "unknown", "a session without a page");
  });
});

describe("refunds", () => {
  async function aPayment(overrides: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
    const paid = await anOrder({ kind: "collect", ...overrides });
    await provider.submit(paid, exchange);
    return paid;
  }

  const refundOf = (paid: ProviderOrder, overrides: Partial<ProviderOrder> = {}) =>
    anOrder({ kind: "refund", refund_of: paid.provider_reference, ...overrides });

  it("give the whole payment back once, however often they are sent", async () => {
    const order = await refundOf(await aPayment());
    fake.book.addFaults("create", ["lost_after"]);
    assert.equal((await provider.submit(order, exchange)).outcome, "unknown");
    // Wave has no query for refunds: the engine sends an order that is not found again.
    assert.equal((await provider.queryStatus(order, exchange)).state, "not_found");
    for (let time = 0; time < 2; time += 1) assert.equal((await provider.submit(order, exchange)).outcome, "complete");
    assert.equal(
      sumMovements(fake.book.movements, ({ external_id }) => external_id === order.attempt),
      5_000n,
    );
  });

  it("of a part are refused before anything is sent", async () => {
    const order = await refundOf(await aPayment(), { amount: 2_000n });
    const { exchange: recorded, calls } = recordCalls(exchange, provider.loggable_fields);
    const refused = await provider.submit(order, recorded);
    assert.ok(refused.outcome === "rejected" && refused.failure.code === "amount_out_of_range");
    assert.deepEqual(
      calls.map(({ method }) => method),
      ["GET"],
    );
  });

  it("are not submitted while the payment's session cannot be found, and unknown without a readable answer", async () => {
    const order = await refundOf(await aPayment());
    for (const fault of ["lost_before", "error_before", "not_found", "unauthorized", "page"] as const) {
      fake.book.addFaults("ask", [fault]);
      assert.equal((await provider.submit(order, exchange)).outcome, "not_submitted", fault);
    }
    for (const fault of ["lost_before", "page", "error_after", "slow"] as const) {
      fake.book.addFaults("create", [fault]);
      assert.equal((await provider.submit(order, exchange)).outcome, "unknown", fault);
    }
    const session = { client_reference: order.refund_of, amount: "5000", currency: "XOF", id: "cos-1" };
    const paid = { result: [{ ...session, checkout_status: "complete", payment_status: "succeeded" }] };
    for (const [status, body, outcome] of [
      [200, "", "complete"],
      [200, {}, "complete"],
      [200, "<html>", "unknown"],
      [400, { code: "checkout-refund-failed" }, "rejected"],
      [409, { code: "checkout-refund-failed" }, "rejected"],
      [404, { code: "checkout-session-not-found" }, "rejected"],
      [422, { code: "insufficient-funds" }, "rejected"],
      [409, { code: "another" }, "unknown"],
      [500, { code: "checkout-refund-failed" }, "unknown"],
      [500, "", "unknown"],
    ] as const) {
      const answer: Exchange = (call) =>
        answering(call.method === "GET" ? 200 : status, call.method === "GET" ? paid : body)(call);
      assert.equal((await provider.submit(order, answer)).outcome, outcome, `${status} ${JSON.stringify(body)}`);
    }
  });
});

describe("Wave's codes and names", () => {
  it("every code has a shared one, by kind of order", () => {
    for (const code of [...Object.keys(CODES), "new-code", "constructor"]) {
      for (const kind of ["collect", "transfer", "refund"] as const) {
        const failure = failureOf(code, kind);
        assert.ok(FAILURE_CODES.includes(failure.code));
        assert.ok(failure.reason.endsWith(`(${code})`));
      }
    }
    assert.equal(failureOf("insufficient-funds", "collect").code, "insufficient_funds");
    assert.equal(failureOf("insufficient-funds", "refund").code, "provider_account_empty");
  });

  it("a name is compared, and a number that is asked about too often is unreachable", async () => {
    const confirm = (number: string) => provider.confirmName?.(account, number, "Awa Diop", exchange);
    for (const [name_match, state] of [
      ["MATCH", "matches"],
      ["NO_MATCH", "differs"],
      ["NAME_NOT_KNOWN", "unavailable"],
      ["NEW_WORD", "unavailable"],
    ] as const) {
      fake.setNameMatch("+221770000010", name_match);
      assert.deepEqual(await confirm("+221770000010"), { state });
    }
    for (let time = 0; time < 30; time += 1) await confirm("+221770000011");
    assert.equal((await confirm("+221770000011"))?.state, "unreachable");
    fake.book.advance(61 * MINUTE_MS);
    assert.equal((await confirm("+221770000011"))?.state, "matches");
  });

  it("leave no key, page or whole number in the call log", async () => {
    const order = await anOrder({ kind: "collect", receiver: "+221771239876" });
    const { exchange: recorded, calls } = recordCalls(exchange, provider.loggable_fields);
    await provider.submit(order, recorded);
    await provider.submit(await anOrder({ receiver: "+221771239876", description: "call 221771239876" }), recorded);
    await provider.queryStatus(order, recorded);
    const text = JSON.stringify(calls);
    for (const secret of ["771239876", "Bearer", settings.payout_key ?? "?", "/launch/", "pay.example.sn"]) {
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    }
    assert.ok(text.includes(order.attempt), "the reference is kept");
  });
});

describe("signatures", () => {
  const now_ms = Date.UTC(2026, 2, 1, 12);
  const SECRET = "wave_sn_WHS_1";
  const body = '{"id":"EV_1"}';
  const header = signatureHeader(SECRET, body, now_ms);

  it("are accepted from the holder of the secret, for five minutes, also beside the one of another secret", () => {
    assert.equal(isSignedBy(header, body, SECRET, now_ms), true);
    assert.equal(isSignedBy(header, body, SECRET, now_ms + 5 * MINUTE_MS), true);
    assert.equal(isSignedBy(header, body, SECRET, now_ms + 5 * MINUTE_MS + 1_000), false);
    assert.equal(isSignedBy(header, body, SECRET, now_ms - 6 * MINUTE_MS), false);
    assert.equal(isSignedBy(header.replace(",", `,v1=${"0".repeat(64)},`), body, SECRET, now_ms), true);
  });

  for (const [name, text, of_body, secret] of [
    ["another body", header, '{"id":"EV_2"}', SECRET],
    ["another secret", header, body, "wave_sn_WHS_2"],
    ["another time", header.replace(/t=(\d+)/, (_, time) => `t=${Number(time) + 1}`), body, SECRET],
    ["no time", header.replace(/^[^,]+,/, ""), body, SECRET],
    ["no signature", "t=1772366400", body, SECRET],
    ["nothing", "", body, SECRET],
  ] as const) {
    it(`are refused with ${name}`, () => assert.equal(isSignedBy(text, of_body, secret, now_ms), false));
  }

  it("of our requests are accepted by a server that requires them, with and without a body", async () => {
    fake.requireSignature("signing-secret");
    const order = await anOrder();
    assert.equal((await provider.submit(order, exchange)).outcome, "not_submitted");
    const signing = { payout_signing_secret: "signing-secret", checkout_signing_secret: "signing-secret" };
    const signer = { id: "con_signing", settings: { ...settings, ...signing } };
    assert.equal((await provider.submit({ ...order, account: signer }, exchange)).outcome, "complete");
    assert.equal((await provider.queryStatus({ ...order, account: signer }, exchange)).state, "complete");
    fake.requireSignature(null);
  });
});

describe("webhooks", () => {
  const reference = newId("att", fromMilliseconds(Date.UTC(2026, 2, 1, 12)));
  const body = JSON.stringify({
    id: "EV_1",
    type: "checkout.session.completed",
    data: { client_reference: reference },
  });
  const callback = (fields: Partial<ProviderCallback> = {}): ProviderCallback => ({
    ...{ method: "POST", address: "192.0.2.1", url: "https://pay.example.sn/notices/wave", headers: {}, body },
    ...fields,
  });

  it("name their order, and nothing else is read from them", () => {
    assert.deepEqual(provider.readCallback?.(callback()), { provider_reference: reference });
    for (const data of [{}, { client_reference: "o-1" }, { client_reference: 7 }, null, []])
      assert.equal(provider.readCallback?.(callback({ body: JSON.stringify({ data }) })), null);
    assert.equal(provider.readCallback?.(callback({ method: "PUT" })), null);
  });

  it("need the secret of the account, as a signature or beside the request; without a secret none is accepted", async () => {
    const verify = (headers: ProviderCallback["headers"], of = account, text = body) =>
      provider.verifyCallback?.(of, callback({ headers, body: text }), exchange);
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    assert.equal(await verify(fake.sign(body)), true);
    assert.equal(await verify(bearer(settings.webhook_secret ?? "")), true);
    assert.equal(await verify({}), false);
    assert.equal(await verify(bearer("another")), false);
    assert.equal(await verify(fake.sign("{}")), false);
    assert.equal(await verify({ ...fake.sign("{}"), ...bearer(settings.webhook_secret ?? "") }), false);
    const deaf = { id: "con_deaf", settings: { ...settings, webhook_secret: "" } };
    assert.equal(await verify(fake.sign(body), deaf), false);
    assert.equal(await verify(bearer(""), deaf), false);
  });
});
