import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, describe, it } from "node:test";
import { FAILURE_CODES } from "#kernel/failure-codes.ts";
import { newId } from "#kernel/ids.ts";
import { newMasterKey, readKeyring, useKeyring } from "#kernel/secrets.ts";
import { DAY_MS, fromMilliseconds, HOUR_MS, type Instant, MINUTE_MS, plus } from "#kernel/time.ts";
import { callbackToken, readCallbackToken } from "#providers/io/callback-token.ts";
import { type Exchange, openExchange } from "#providers/io/http-client.ts";
import { sanitizeProvider } from "#providers/io/sanitize.ts";
import { recordCalls } from "#providers/io/transcript.ts";
import { conformance } from "#providers/plugins/conformance.ts";
import { type FakeMovement, sumMovements } from "#providers/plugins/fakes/book.ts";
import type { CallbackAnswer, OrderKind, ProviderCallback, ProviderOrder } from "#providers/provider.ts";
import { faultSchedules } from "#testing/fault-schedules.ts";
import { hexCallbackUrl } from "./callbacks.ts";
import { daraja } from "./daraja.ts";
import { fakeDaraja } from "./fake.ts";
import { failureOf, isFailure, PAYOUT_CODES, PUSH_CODES } from "./reasons.ts";

const { exchange, close } = openExchange({ timeout_ms: 500 });
// For orders that are answered, however busy the machine is.
const patient = openExchange({ timeout_ms: 10_000 });
const provider = daraja();
const NOW = fromMilliseconds(Date.UTC(2026, 2, 1, 12));

// The stored answers, by the callback URL of their order: the engine's part.
const answers = new Map<string, string>();
const fake = await fakeDaraja({
  deliver(url, body) {
    const answer = provider.readAnswer?.(callbackTo(url, body)) ?? null;
    if (answer !== null) answers.set(url.slice(0, url.lastIndexOf("/")), answer);
  },
});
after(async () => {
  await close();
  await patient.close();
  await fake.close();
});
const settings: Readonly<Record<string, string>> = { till: "", payout_command: "BusinessPayment", ...fake.settings };
const account = { id: "con_test", settings };

function callbackTo(url: string, body: string): ProviderCallback {
  return { method: "POST", address: "127.0.0.1", url, headers: {}, body };
}

/** The order with the last answer of its callbacks. */
async function withCallbacks(order: ProviderOrder, received_at: Instant = NOW): Promise<ProviderOrder> {
  await fake.callbacksSent();
  const text = answers.get(hexCallbackUrl(order.callback_url));
  const callback_answer: CallbackAnswer | null = text === undefined ? null : { text, received_at };
  return { ...order, callback_answer };
}

const moved = (order: ProviderOrder) => 100n * sumMovements(fake.book.movements, isMovementOf(order));
function isMovementOf(order: ProviderOrder): (movement: FakeMovement) => boolean {
  return ({ external_id }) => external_id === hexCallbackUrl(order.callback_url);
}

fake.book.setFate("254722000003", { fault: "lost_after" });
fake.book.setFate("254722000005", { after_ms: 60_000 });
fake.book.setFate("254722000001", { ending: "1" });
fake.book.setFate("254722000013", { fault: "lost_after" });
fake.book.setFate("254722000015", { after_ms: 60_000 });

for (const [kind, digit] of [
  ["transfer", 0],
  ["collect", 1],
] as const) {
  const receiver = (fate: number) => `+2547220000${digit}${fate}`;
  fake.book.setFate(receiver(1).slice(1), { ending: "1" });
  conformance(`M-Pesa Daraja (${kind})`, () => ({
    ...{ provider, exchange, account, kind, channel: "ke.mpesa", currency: "KES", country: "KE", withCallbacks, moved },
    receivers: { success: receiver(0), refused: receiver(1), no_answer: receiver(3), slow: receiver(5) },
    settles_after_ms: 120_000,
    advance: (ms) => fake.book.advance(ms),
  }));
}

describe("faults of Safaricom, the network and the worker", () => {
  faultSchedules(
    "M-Pesa Daraja",
    async () => {
      const callbacks: ProviderCallback[] = [];
      const own = await fakeDaraja({ deliver: (url, body) => void callbacks.push(callbackTo(url, body)) });
      return {
        ...{ provider: daraja(), fake: own, callbacks, channel: "ke.mpesa", country: "KE", currency: "KES" },
        account: { id: "con_schedules", settings: { ...account.settings, ...own.settings } },
        kinds: ["transfer", "collect", "refund"],
        refusals: { transfer: ["1", "2040"], collect: ["1", "1032", "1037"], refund: ["8"] },
        party: (n) => ({ receiver: `+25471${n + 1_000_000}`, party: `25471${n + 1_000_000}` }),
        externalIdOf: (_attempt, callback_url) => hexCallbackUrl(callback_url),
      };
    },
    // Each payout and each status query encrypts a password: 1,000 schedules take 20 seconds.
    { few: 100, many: 800 },
  );
});

let made = 0;
function anOrder(kind: OrderKind, receiver: string, overrides: Partial<ProviderOrder> = {}): ProviderOrder {
  made += 1;
  const attempt = newId("att", NOW);
  return {
    ...{ attempt, environment: "live", account, kind, channel: "ke.mpesa", wallet: null, amount: 50_000n },
    ...{ currency: "KES", receiver, receiver_name: "Ada", bank_code: null, country: "KE", reference: `o-${made}` },
    ...{ description: "Salaire de l'été n°4", refund_of: null, otp: null, return_url: null, now: NOW },
    ...{ provider_reference: crypto.randomUUID(), callback_url: `http://127.0.0.1:1/notices/daraja/${attempt}` },
    ...{ sent_at: NOW, ...overrides },
  };
}

async function submit(order: ProviderOrder): Promise<ProviderOrder> {
  const submission = await provider.submit(order, patient.exchange);
  return { ...order, query_id: submission.outcome === "accepted" ? (submission.query_id ?? null) : null };
}

/** Queries an order some time later, with the callbacks that arrived until then. */
async function queryAfter(order: ProviderOrder, ms: number, via = patient.exchange) {
  const now = plus(NOW, ms);
  return provider.queryStatus({ ...(await withCallbacks(order, now)), now }, via);
}

/** An exchange with one fixed answer to every request but the sign-in. */
function answering(status: number, body: unknown): Exchange {
  return (call) =>
    call.url.includes("/oauth/")
      ? exchange(call)
      : Promise.resolve({ kind: "answered", status, body: typeof body === "string" ? body : JSON.stringify(body) });
}

describe("the M-Pesa plug-in", () => {
  it("collects, pays out and refunds within the form that Safaricom accepts, and reads receipt and amount", async () => {
    for (const kind of ["collect", "transfer", "refund"] as const) {
      const order = await submit(anOrder(kind, "+254712111222"));
      const observation = await queryAfter(order, MINUTE_MS);
      assert.ok(observation.state === "complete", `${kind} ${observation.state}`);
      assert.deepEqual([observation.amount, typeof observation.provider_id], [50_000n, "string"]);
      assert.equal(moved(order), 50_000n);
    }
    assert.deepEqual(fake.violations, []);
  });

  it("pays a till, if the account has one", async () => {
    const till = { ...account, settings: { ...account.settings, till: "5550001" } };
    const order = await submit(anOrder("collect", "+254712111223", { account: till }));
    const { fields } = fake.book.find(order.query_id ?? "") ?? assert.fail("no order");
    assert.deepEqual([fields.TransactionType, fields.PartyB], ["CustomerBuyGoodsOnline", "5550001"]);
  });

  it("refuses an amount with cents before anything is sent", async () => {
    for (const kind of ["collect", "transfer"] as const) {
      const unused: Exchange = () => assert.fail("nothing is sent");
      const submission = await provider.submit(anOrder(kind, "+254712111224", { amount: 50_050n }), unused);
      assert.ok(submission.outcome === "rejected" && submission.failure.code === "amount_out_of_range");
    }
  });

  const faults = [
    ["lost_before", "unknown"],
    ["lost_after", "unknown"],
    ["error_before", "unknown"],
    ["error_after", "unknown"],
    ["slow", "unknown"],
    ["page", "unknown"],
    ["maintenance", "unknown"],
    ["too_many", "not_submitted"],
    ["unauthorized", "accepted"],
  ] as const;
  for (const [fault, outcome] of faults) {
    it(`a request with the fault ${fault} is ${outcome}, and moves money once at most`, async () => {
      for (const kind of ["collect", "transfer"] as const) {
        const order = anOrder(kind, "+254712111333");
        fake.book.addFaults("create", [fault]);
        assert.equal((await provider.submit(order, exchange)).outcome, outcome);
        const is_paid = fault.endsWith("after") || fault === "slow" || fault === "unauthorized";
        assert.equal(moved(order), is_paid ? 50_000n : 0n);
        const later = await queryAfter(order, MINUTE_MS);
        assert.equal(later.state, is_paid ? "complete" : "awaiting_callback", kind);
      }
    });
  }

  it("an answer is definite only if it proves something; every other one is unknown", async () => {
    const error = (errorCode: string, errorMessage = "") => ({ requestId: "1", errorCode, errorMessage });
    const answers: [number, unknown, string, string][] = [
      [200, { ResponseCode: "0", CheckoutRequestID: "ws_CO_1" }, "accepted", "unknown"],
      [200, { ResponseCode: "0" }, "unknown", "unknown"],
      [200, { ResponseCode: "1", CheckoutRequestID: "ws_CO_1" }, "unknown", "unknown"],
      [200, "<html>", "unknown", "unknown"],
      [200, "", "unknown", "unknown"],
      [400, error("400.002.02", "Bad Request - Invalid Amount"), "rejected", "rejected"],
      [400, "<html>", "unknown", "unknown"],
      [401, error("401.003.01"), "not_submitted", "not_submitted"],
      [404, error("404.001.03"), "not_submitted", "not_submitted"],
      [403, "<html>", "unknown", "unknown"],
      [429, error("429.001.01"), "not_submitted", "not_submitted"],
      [500, error("500.003.03"), "not_submitted", "not_submitted"],
      [500, error("500.001.1001"), "unknown", "unknown"],
      [500, error("500.002.1001"), "unknown", "unknown"],
      [503, error("500.003.1001"), "unknown", "unknown"],
    ];
    for (const [status, body, push, payout] of answers) {
      for (const [kind, outcome] of [
        ["collect", push],
        ["transfer", payout],
      ] as const) {
        const submission = await provider.submit(anOrder(kind, "+254712111444"), answering(status, body));
        assert.equal(submission.outcome, outcome, `${kind} ${status} ${JSON.stringify(body)}`);
      }
    }
  });

  it("a payout under a reference that Safaricom knows is a duplicate, not a failure, and moves nothing more", async () => {
    const order = await submit(anOrder("transfer", "+254712111445"));
    const again = await provider.submit(order, exchange);
    assert.ok(again.outcome === "unknown" && again.is_duplicate);
    assert.equal(moved(order), 50_000n);
  });

  it("the result of a push comes from the query: a callback alone, with a false result, ends nothing", async () => {
    fake.book.setFate("254712111555", { after_ms: 60_000, ending: "1032" });
    const order = await submit(anOrder("collect", "+254712111555"));
    const false_answer = JSON.stringify({ of: "push", id: order.query_id, code: "0", receipt: "RJ1", amount: "500" });
    const claimed = { ...order, callback_answer: { text: false_answer, received_at: NOW } };
    assert.equal((await provider.queryStatus(claimed, exchange)).state, "pending");
    fake.book.advance(61_000);
    assert.equal((await provider.queryStatus(claimed, exchange)).state, "failed");
  });

  it("a callback about another prompt or payout adds nothing", async () => {
    const [push, other] = [await submit(anOrder("collect", "+254712111666")), anOrder("collect", "+254712111667")];
    await submit(other);
    const { callback_answer } = await withCallbacks(other);
    const observation = await provider.queryStatus({ ...push, callback_answer: callback_answer ?? null }, exchange);
    assert.ok(observation.state === "complete");
    assert.deepEqual([observation.provider_id, observation.amount], [null, null]);
    const payout = await submit(anOrder("transfer", "+254712111666"));
    const answered = await withCallbacks(payout);
    const elsewhere = { ...answered, provider_reference: crypto.randomUUID() };
    assert.equal((await provider.queryStatus(answered, exchange)).state, "complete");
    assert.equal((await provider.queryStatus(elsewhere, exchange)).state, "awaiting_callback");
  });

  it("a push without an answer waits for the callback that names it, and is never reported as failed or not found", async () => {
    fake.book.setFate("254712111777", { notices: "none" });
    fake.book.addFaults("create", ["lost_after"]);
    const order = await submit(anOrder("collect", "+254712111777"));
    for (const ms of [0, MINUTE_MS, DAY_MS, 4 * DAY_MS])
      assert.equal((await queryAfter(order, ms)).state, "awaiting_callback");
  });

  it("an unknown id, and a prompt still open, are pending; after an hour the callback decides", async () => {
    const processing = answering(500, {
      errorCode: "500.001.1001",
      errorMessage: "The transaction is being processed",
    });
    const order = await submit(anOrder("collect", "+254712111888"));
    assert.equal((await queryAfter(order, 30 * MINUTE_MS, processing)).state, "pending");
    assert.equal((await queryAfter(order, HOUR_MS, processing)).state, "complete");
    assert.equal((await provider.queryStatus({ ...order, now: plus(NOW, 2 * HOUR_MS) }, processing)).state, "pending");
    const early = answering(400, { errorCode: "400.002.02" });
    assert.equal((await provider.queryStatus(order, early)).state, "pending");
    for (const [status, body] of [
      [404, { errorCode: "404.001.03" }],
      [429, {}],
      [503, "<html>"],
      [200, "<html>"],
      [200, { ResponseCode: "0" }],
      [200, { ResultCode: "0", CheckoutRequestID: "another" }],
    ] as const)
      assert.equal((await provider.queryStatus(order, answering(status, body))).state, "unreachable");
  });

  it("a result code that no source lists is a failure only if query and callback both have it", async () => {
    const order = await submit(anOrder("collect", "+254712111889"));
    const unlisted = answering(200, { ResultCode: "4998", CheckoutRequestID: order.query_id });
    assert.equal((await provider.queryStatus(order, unlisted)).state, "pending");
    const text = JSON.stringify({ of: "push", id: order.query_id, code: "4998" });
    const told = await provider.queryStatus({ ...order, callback_answer: { text, received_at: NOW } }, unlisted);
    assert.ok(told.state === "failed" && told.failure.code === "provider_error");
    const payout = await submit(anOrder("transfer", "+254712111889"));
    const result = {
      text: JSON.stringify({ of: "payout", id: payout.provider_reference, code: "99" }),
      received_at: NOW,
    };
    assert.equal(
      (await provider.queryStatus({ ...payout, callback_answer: result }, exchange)).state,
      "awaiting_callback",
    );
  });

  it("a payout that timed out in the queue is no failure, and its later result counts", async () => {
    fake.timeOut("254712111999");
    fake.book.setFate("254712111999", { after_ms: 10 * MINUTE_MS });
    const order = await submit(anOrder("transfer", "+254712111999"));
    assert.equal((await queryAfter(order, MINUTE_MS)).state, "awaiting_callback");
    fake.book.advance(10 * MINUTE_MS);
    assert.equal((await queryAfter(order, 11 * MINUTE_MS)).state, "complete");
  });

  it("a payout whose result was lost is asked for, and the answer comes by callback", async () => {
    fake.book.setFate("254712112000", { notices: "none" });
    fake.book.setFate("254712112001", { notices: "none", ending: "2040" });
    fake.book.setFate("254712112002", { notices: "none", after_ms: Number.POSITIVE_INFINITY });
    for (const [receiver, state] of [
      ["+254712112000", "complete"],
      ["+254712112001", "failed"],
      ["+254712112002", "awaiting_callback"],
    ] as const) {
      const order = await submit(anOrder("transfer", receiver));
      const { exchange: counted, calls } = recordCalls(exchange, provider.loggable_fields);
      assert.equal((await queryAfter(order, MINUTE_MS, counted)).state, "awaiting_callback");
      assert.equal(calls.length, 0, "no query in the first two minutes");
      assert.equal((await queryAfter(order, 3 * MINUTE_MS, counted)).state, "awaiting_callback");
      assert.equal((await queryAfter(order, 5 * MINUTE_MS)).state, state, receiver);
    }
  });

  it("an ended payout is checked with a new query, not with the answer that ended it", async () => {
    fake.book.setFate("254712112010", { ending: "2040", turns_after_ms: HOUR_MS, notices: "once" });
    const order = { ...(await submit(anOrder("transfer", "+254712112010"))), is_ended: true };
    assert.equal((await queryAfter(order, 0)).state, "failed");
    const failed = await withCallbacks(order);
    fake.dropCallbacks(true);
    fake.book.advance(HOUR_MS);
    fake.dropCallbacks(false);
    const later = { ...failed, now: plus(NOW, HOUR_MS) };
    assert.equal((await provider.queryStatus(later, exchange)).state, "awaiting_callback");
    assert.equal((await queryAfter(order, HOUR_MS)).state, "complete");
  });

  it("the status of a query that worked is not the payout's: only a final state counts", () => {
    const status = (ResultCode: unknown, TransactionStatus: string) =>
      provider.readAnswer?.(
        callbackTo(
          "https://pay.example.ke/notices/daraja/6d/status",
          JSON.stringify({
            Result: {
              ResultCode,
              ResultParameters: { ResultParameter: { Key: "TransactionStatus", Value: TransactionStatus } },
            },
          }),
        ),
      ) ?? null;
    for (const state of ["Completed", "Cancelled", "Declined", "Expired"]) assert.ok(status(0, state), state);
    for (const state of ["Initiated", "Authorized", "Pending Authorized", "New"]) assert.equal(status(0, state), null);
    assert.equal(status(2032, "Completed"), null);
  });

  it("wrong credentials submit nothing, and a wrong initiator fails as the operator's", async () => {
    const wrong = { id: "con_wrong", settings: { ...account.settings, consumer_secret: "no" } };
    const unsent = await provider.submit(anOrder("transfer", "+254712112020", { account: wrong }), exchange);
    assert.equal(unsent.outcome, "not_submitted");
    const initiator = { id: "con_initiator", settings: { ...account.settings, initiator_password: "no" } };
    const order = await submit(anOrder("transfer", "+254712112020", { account: initiator }));
    const observation = await queryAfter(order, MINUTE_MS);
    assert.ok(observation.state === "failed" && observation.failure.code === "provider_configuration");
    const broken = { id: "con_broken", settings: { ...account.settings, certificate: "-----BEGIN CERTIFICATE-----" } };
    const unencrypted = await provider.submit(anOrder("transfer", "+254712112020", { account: broken }), exchange);
    assert.ok(unencrypted.outcome === "not_submitted" && unencrypted.cause.code === "not_encrypted");
  });

  it("reads the certificate in PEM, too", async () => {
    const pem = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey.export({ type: "spki", format: "pem" });
    const other = { id: "con_pem", settings: { ...account.settings, certificate: pem.toString() } };
    const order = anOrder("transfer", "+254712112021", { account: other });
    assert.equal((await provider.submit(order, answering(429, {}))).outcome, "not_submitted");
  });

  it("believes callbacks from Safaricom's addresses alone, unless the account accepts any", async () => {
    const from = (address: string, callback_addresses: string) =>
      provider.verifyCallback?.(
        { id: "con_test", settings: { callback_addresses } },
        { ...callbackTo("https://pay.example.ke", ""), address },
        exchange,
      );
    const addresses = provider.settings.find(({ name }) => name === "callback_addresses")?.fallback ?? "";
    assert.equal(await from("196.201.214.200", addresses), true);
    assert.equal(await from("::ffff:196.201.214.200", addresses), true);
    assert.equal(await from("196.201.214.20", addresses), false);
    assert.equal(await from("192.0.2.1", addresses), false);
    assert.equal(await from("192.0.2.1", "any"), true);
  });

  it("callback URLs contain no word that Safaricom refuses, and are read as the ones they stand for", async () => {
    useKeyring(readKeyring(newMasterKey()));
    const ref = { merchant: newId("mer", NOW), environment: "live", attempt: newId("att", NOW) } as const;
    const url = hexCallbackUrl(`https://pay.example.ke/notices/daraja/${callbackToken(ref)}`);
    assert.deepEqual(readCallbackToken(url.split("/").at(-1) ?? ""), ref);
    assert.equal(readCallbackToken("6d"), null);
    const order = anOrder("transfer", "+254712112030", {
      callback_url: "http://127.0.0.1:1/notices/daraja/exe.cmd.sql",
    });
    assert.equal((await provider.submit(order, exchange)).outcome, "accepted");
    assert.deepEqual(fake.violations, []);
  });

  it("stores no id and no answer that the database would refuse", async () => {
    const sanitized = sanitizeProvider(provider);
    for (const id of ["ws_CO_\0", "ws_CO_\ud800", "w".repeat(501)]) {
      const accepted = answering(200, { ResponseCode: "0", CheckoutRequestID: id });
      const submission = await sanitized.submit(anOrder("collect", "+254712112040"), accepted);
      assert.ok(submission.outcome === "accepted" && submission.query_id === null);
    }
    const long = { Result: { ResultCode: 0, TransactionID: "R".repeat(1_001) } };
    const url = "https://pay.example.ke/notices/daraja/6d/payout";
    assert.equal(sanitized.readAnswer?.(callbackTo(url, JSON.stringify(long))), null);
    assert.ok(sanitized.readAnswer?.(callbackTo(url, JSON.stringify({ Result: { ResultCode: 0 } }))));
  });

  it("every code has a shared one, by kind of order, and an unlisted one proves nothing", () => {
    for (const [kind, codes] of [
      ["collect", PUSH_CODES],
      ["transfer", PAYOUT_CODES],
    ] as const) {
      for (const code of [...Object.keys(codes), "4711", "constructor"]) {
        const failure = failureOf(code, kind);
        assert.ok(FAILURE_CODES.includes(failure.code));
        assert.ok(failure.reason.endsWith(`(${code})`));
        assert.equal(isFailure(code, kind), code in codes && code !== "constructor");
      }
    }
    assert.ok(!isFailure("4999", "collect") && !isFailure("0", "collect") && !isFailure("0", "transfer"));
  });

  it("the fake's numbers end as documented", async () => {
    for (const [digits, kind, code] of [
      ["01", "collect", "insufficient_funds"],
      ["32", "collect", "rejected_by_payer"],
      ["37", "collect", "expired"],
      ["01", "transfer", "provider_account_empty"],
      ["40", "transfer", "recipient_not_found"],
    ] as const) {
      const order = await submit(anOrder(kind, `+2547000000${digits}`));
      fake.book.advance(10_000);
      const observation = await queryAfter(order, MINUTE_MS);
      assert.ok(observation.state === "failed", `${digits} ${observation.state}`);
      assert.equal(observation.failure.code, code, digits);
    }
  });

  it("leaves no secret, name or whole number in the call log", async () => {
    const order = anOrder("transfer", "+254712123456", { description: "call 254712123456" });
    const { exchange: recorded, calls } = recordCalls(exchange, provider.loggable_fields);
    const fresh = daraja();
    await fresh.submit(order, recorded);
    await fresh.submit({ ...order, kind: "collect" }, recorded);
    await fresh.queryStatus({ ...order, now: plus(NOW, HOUR_MS) }, recorded);
    const text = JSON.stringify(calls);
    assert.ok(calls.length >= 4);
    const { consumer_secret = "?", passkey = "?", initiator_password = "?" } = account.settings;
    for (const secret of ["712123456", "Bearer", "Basic", consumer_secret, passkey, initiator_password])
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    assert.ok(text.includes(order.provider_reference ?? "?"), "the reference is kept");
    const token = answers.get(hexCallbackUrl(order.callback_url)) ?? "";
    assert.ok(token !== "" && !token.includes("712123456") && !token.includes("Jane"));
  });
});
