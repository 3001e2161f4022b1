import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import type { Exchange, ExchangeResult } from "#providers/io/http-client.ts";
import type { ProviderOrder } from "#providers/provider.ts";
import { mtn } from "./mtn.ts";
import { SETTINGS } from "./settings.ts";

const settings = Object.fromEntries(SETTINGS.map(({ name, fallback }) => [name, fallback || name]));
settings.currency = "";
const account = { id: "con_test", settings };
const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
const order: ProviderOrder = {
  ...{ attempt: newId("att", now), environment: "live", account, kind: "transfer", channel: "cm.mtn" },
  ...{ amount: 500n, currency: "XAF", receiver: "+237677123456", receiver_name: "Jane", bank_code: null },
  ...{ country: "CM", reference: "o-1", description: null, refund_of: null },
  ...{ provider_reference: "3f1c8a52-7f0e-4d3b-9a51-0d3c5b7e9f11" },
  ...{
    wallet: null,
    callback_url: "https://pay.example.cm/notices/mtn/x",
    otp: null,
    return_url: null,
    sent_at: now,
    now,
  },
};

const PAGE = "<html><head><title>Request Rejected</title></head><body>Your support ID is: 12345</body></html>";
const NOT_FOUND = { code: "RESOURCE_NOT_FOUND", message: "Requested resource was not found." };
const NO_OPERATION = { statusCode: 404, message: "Resource not found" };

/** A fake MTN that returns these answers, in turn, to all requests except those for a token. */
function respondingWith(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const requests: string[] = [];
  const exchange: Exchange = async (call): Promise<ExchangeResult> => {
    if (call.url.endsWith("/token/")) {
      const token = { access_token: `t${requests.length}`, token_type: "access_token", expires_in: 3_600 };
      return { kind: "answered", status: 200, body: JSON.stringify(token) };
    }
    requests.push(call.headers["x-reference-id"] ?? call.url);
    const [status, body] = answers[Math.min(requests.length, answers.length) - 1] ?? [500, ""];
    return { kind: "answered", status, body: typeof body === "string" ? body : JSON.stringify(body) };
  };
  return { exchange, requests };
}

describe("submitting an order to MTN", () => {
  const cases = [
    [202, "", "accepted"],
    [200, {}, "unknown"],
    [200, PAGE, "unknown"],
    [201, "", "unknown"],
    [302, "", "unknown"],
    [400, "", "rejected"],
    [400, { code: "VALIDATION_ERROR" }, "rejected"],
    [400, PAGE, "unknown"],
    [400, { code: "RESOURCE_ALREADY_EXIST" }, "unknown duplicate"],
    [403, { code: "NOT_ALLOWED" }, "not_submitted"],
    [403, PAGE, "unknown"],
    [404, NO_OPERATION, "unknown"],
    [408, "", "unknown"],
    [409, { code: "RESOURCE_ALREADY_EXIST" }, "unknown duplicate"],
    [409, "{", "unknown duplicate"],
    [429, { statusCode: 429, message: "Rate limit is exceeded." }, "not_submitted"],
    [500, "", "unknown"],
    [500, PAGE, "unknown"],
    [500, { code: "INTERNAL_PROCESSING_ERROR" }, "unknown"],
    [500, { code: "NOT_ENOUGH_FUNDS" }, "unknown provider_account_empty"],
    [500, { code: "RESOURCE_ALREADY_EXIST" }, "unknown duplicate"],
    [500, { code: "constructor" }, "unknown"],
    [503, { code: "SERVICE_UNAVAILABLE" }, "unknown"],
  ] as const;
  for (const [status, body, meant] of cases) {
    it(`with the response ${status} ${JSON.stringify(body).slice(0, 40)} is ${meant}`, async () => {
      const result = await mtn().submit(order, respondingWith([status, body]).exchange);
      const more = result.outcome === "unknown" ? [result.is_duplicate && "duplicate", result.refusal?.code] : [];
      assert.equal([result.outcome, ...more.filter((part) => part)].join(" "), meant);
    });
  }

  it("repeats the request under the same reference after one 401, and stops after a second 401", async () => {
    const stale = respondingWith([401, { statusCode: 401 }], [202, ""]);
    assert.equal((await mtn().submit(order, stale.exchange)).outcome, "accepted");
    assert.deepEqual(stale.requests, [order.provider_reference, order.provider_reference]);
    const refused = respondingWith([401, { statusCode: 401 }]);
    assert.equal((await mtn().submit(order, refused.exchange)).outcome, "not_submitted");
    assert.equal(refused.requests.length, 2);
  });

  it("always has a message, whatever its description", async () => {
    const bodies: string[] = [];
    const { exchange } = respondingWith([202, ""]);
    const recordingExchange: Exchange = (call) => {
      if (call.body) bodies.push(call.body);
      return exchange(call);
    };
    for (const description of ["Salaire de l'été", "مرتب", "x".repeat(400)]) {
      await mtn().submit({ ...order, description }, recordingExchange);
    }
    const notes = bodies.map((body) => JSON.parse(body).payeeNote);
    assert.deepEqual(notes, ["Salaire de l ete", "o-1", "x".repeat(160)]);
  });
});

describe("a status query to MTN", () => {
  const done = { status: "SUCCESSFUL", financialTransactionId: "7", amount: "500", currency: "XAF" };
  const cases = [
    [200, { status: "PENDING" }, "pending"],
    [200, { status: "ONGOING" }, "pending"],
    [200, {}, "unreachable"],
    [200, { status: null }, "unreachable"],
    [200, { statusCode: 200, message: "OK" }, "unreachable"],
    [200, [], "unreachable"],
    [200, "", "unreachable"],
    [200, PAGE, "unreachable"],
    [200, done, "complete 500"],
    [200, { ...done, status: "successful" }, "complete 500"],
    [200, { ...done, amount: "500.00" }, "complete 500"],
    [200, { ...done, amount: 500 }, "complete 500"],
    [200, { ...done, amount: "5,00" }, "complete -1"],
    [200, { ...done, currency: "EUR" }, "complete -1"],
    [200, { status: "FAILED", reason: "NOT_ENOUGH_FUNDS" }, "failed provider_account_empty"],
    [200, { status: "FAILED", reason: { code: "PAYEE_NOT_FOUND", message: "x" } }, "failed recipient_not_found"],
    [200, { status: "FAILED" }, "failed provider_error"],
    [200, { status: "FAILED", reason: "constructor" }, "failed provider_error"],
    [200, { status: "FAILED", reason: { code: { code: "EXPIRED" } } }, "failed provider_error"],
    [200, { status: "TIMEOUT" }, "failed provider_error"],
    [200, { status: "REJECTED" }, "failed rejected_by_payer"],
    [200, { status: "CANCELLED" }, "failed canceled"],
    [302, "", "unreachable"],
    [400, "", "unreachable"],
    [401, { statusCode: 401 }, "unreachable"],
    [404, NOT_FOUND, "not_found"],
    [404, NO_OPERATION, "unreachable"],
    [404, PAGE, "unreachable"],
    [429, "", "unreachable"],
    [503, NOT_FOUND, "unreachable"],
  ] as const;
  for (const [status, body, meant] of cases) {
    it(`with the response ${status} ${JSON.stringify(body).slice(0, 60)} is ${meant}`, async () => {
      const result = await mtn().queryStatus(order, respondingWith([status, body]).exchange);
      const more =
        result.state === "complete" ? `${result.amount}` : result.state === "failed" ? result.failure.code : "";
      assert.equal(`${result.state} ${more}`.trim(), meant);
    });
  }

  it("tolerates deeply nested reasons", async () => {
    const body = `${'{"status":"FAILED","reason":'}${'{"reason":'.repeat(20_000)}"EXPIRED"${"}".repeat(20_001)}`;
    assert.equal((await mtn().queryStatus(order, respondingWith([200, body]).exchange)).state, "failed");
  });
});

describe("a holder lookup at MTN", () => {
  const active = [200, { result: true }] as const;
  const jane = { given_name: "Jane", family_name: "Mballa" };
  const cases = [
    ["returns the name", [active, [200, jane]], "known Jane Mballa"],
    ["returns no name after a 403", [active, [403, { code: "NOT_ALLOWED" }]], "known null"],
    ["returns no name after a 500 with a code", [active, [500, { code: "NOT_ALLOWED" }]], "known null"],
    ["returns no name when the operation does not exist", [active, [404, NO_OPERATION]], "known null"],
    ["is unreachable at a rate limit", [active, [429, { statusCode: 429 }]], "unreachable"],
    ["is unreachable without a valid token", [active, [401, { statusCode: 401 }]], "unreachable"],
    ["is unreachable behind a firewall's page", [active, [403, PAGE]], "unreachable"],
    ["is unreachable when the answer cannot be parsed", [active, [200, "{"]], "unreachable"],
    ["is unreachable at a server error", [active, [503, ""]], "unreachable"],
    ["finds no holder when MTN has no such number", [[404, NOT_FOUND]], "not_found"],
    ["does not take a gateway's 404 for a missing holder", [[404, NO_OPERATION]], "unreachable"],
    ["does not take a firewall's 404 for a missing holder", [[404, PAGE]], "unreachable"],
  ] as const;
  for (const [what, answers, meant] of cases) {
    it(what, async () => {
      const result = await mtn().lookUp?.(account, "+237677123456", respondingWith(...answers).exchange);
      assert.equal(result?.state === "known" ? `known ${result.name}` : result?.state, meant);
    });
  }
});

describe("the balance at MTN", () => {
  const readBalance = (currency: string, body: object) =>
    mtn().balance?.({ ...account, settings: { ...settings, currency } }, "XAF", respondingWith([200, body]).exchange);

  it("is the sum of both products, in the account's currency", async () => {
    assert.equal(await readBalance("", { availableBalance: "1000", currency: "XAF" }), 2_000n);
    assert.equal(await readBalance("EUR", { availableBalance: "1000", currency: "EUR" }), 2_000n);
  });

  it("is null in another currency, and null when it cannot be parsed", async () => {
    assert.equal(await readBalance("", { availableBalance: "1000", currency: "EUR" }), null);
    assert.equal(await readBalance("", { availableBalance: "much", currency: "XAF" }), null);
  });
});
