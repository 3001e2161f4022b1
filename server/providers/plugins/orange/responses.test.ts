import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import type { Exchange, ExchangeResult } from "#providers/io/http-client.ts";
import type { ProviderOrder } from "#providers/provider.ts";
import { orange } from "./orange.ts";
import { SETTINGS } from "./settings.ts";

const settings = Object.fromEntries(SETTINGS.map(({ name, fallback }) => [name, fallback ?? name]));
const account = { id: "con_test", settings };
const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
const order: ProviderOrder = {
  ...{ attempt: newId("att", now), environment: "live", account, kind: "transfer", channel: "cm.orange" },
  ...{ amount: 500n, currency: "XAF", receiver: "+237699123456", receiver_name: "Jane", bank_code: null },
  ...{ country: "CM", reference: "o-1", description: null, refund_of: null, provider_reference: "CI26/0301?A#1" },
  ...{
    wallet: null,
    callback_url: "https://pay.example.cm/notices/orange/x",
    otp: null,
    return_url: null,
    sent_at: now,
    now,
  },
};

const PAGE = "<html><head><title>Request Rejected</title></head></html>";
const FAULT = { fault: { code: "404", type: "Status report", message: "Not Found" } };
const LOW = "60019 :: Le solde du compte du payeur est insuffisant";

/** A fake Orange that returns this answer to all requests except those for a token. */
function respondingWith(status: number, body: unknown) {
  const requests: { readonly url: string; readonly body: string }[] = [];
  const exchange: Exchange = async (call): Promise<ExchangeResult> => {
    if (call.url.endsWith("/token")) {
      const token = { access_token: `t${requests.length}`, token_type: "Bearer", expires_in: 2_496 };
      return { kind: "answered", status: 200, body: JSON.stringify(token) };
    }
    requests.push({ url: call.url, body: call.body ?? "" });
    return { kind: "answered", status, body: typeof body === "string" ? body : JSON.stringify(body) };
  };
  return { exchange, sent_requests: requests };
}

describe("submitting an order to Orange", () => {
  const done = { status: "SUCCESSFULL", amount: 500, subscriberMsisdn: "699123456", txnid: "CI1", txnstatus: "200" };
  const cases = [
    [200, { message: "Cash in performed successfully", data: done }, "complete"],
    [200, { data: { ...done, amount: 499 } }, "accepted"],
    [200, { data: { ...done, subscriberMsisdn: "699000000" } }, "accepted"],
    [200, { data: { status: "PENDING" } }, "accepted"],
    [200, { data: { status: "FAILED" } }, "rejected provider_error"],
    [200, {}, "unknown"],
    [200, { data: {} }, "unknown"],
    [200, "{", "unknown"],
    [200, PAGE, "unknown"],
    [302, "", "unknown"],
    [400, { message: "Bad request" }, "rejected provider_error"],
    [400, "", "unknown"],
    [400, { message: "Bad request", data: { status: "PENDING" } }, "unknown"],
    [401, { fault: { code: "900901" } }, "not_submitted"],
    [403, { fault: { code: "900910" } }, "not_submitted"],
    [403, PAGE, "unknown"],
    [404, FAULT, "unknown"],
    [417, { message: LOW, data: { status: "FAILED", inittxnstatus: "60019" } }, "rejected provider_account_empty"],
    [417, { message: LOW, data: null }, "rejected provider_account_empty"],
    [417, { message: LOW, data: { status: "PENDING" } }, "unknown"],
    [417, { message: LOW, data: done }, "unknown"],
    [417, { message: "Something else" }, "unknown"],
    [417, { message: "x", data: { status: "FAILED", inittxnstatus: "constructor" } }, "rejected provider_error"],
    [417, PAGE, "unknown"],
    [422, { message: "A transaction associated with the payToken x has already been initiated" }, "unknown duplicate"],
    [417, { message: "A transaction associated with the payToken x has already been initiated" }, "unknown duplicate"],
    [429, { fault: { code: "900804" } }, "not_submitted"],
    [500, "<am:fault><am:code>101504</am:code></am:fault>", "unknown"],
    [500, { message: LOW, data: { status: "PENDING" } }, "unknown"],
    [503, "", "unknown"],
  ] as const;
  for (const [status, body, meant] of cases) {
    it(`with the response ${status} ${JSON.stringify(body).slice(0, 90)} is ${meant}`, async () => {
      const result = await orange().submit(order, respondingWith(status, body).exchange);
      const more = result.outcome === "unknown" ? result.is_duplicate && "duplicate" : null;
      const code = result.outcome === "rejected" ? result.failure.code : null;
      assert.equal([result.outcome, more, code].filter((part) => part).join(" "), meant);
    });
  }

  it("always has a description, whatever the order says", async () => {
    const { exchange, sent_requests: requests } = respondingWith(200, { data: { status: "PENDING" } });
    for (const description of ["Salaire de l'été", "مرتب", "x".repeat(400)]) {
      await orange().submit({ ...order, description }, exchange);
    }
    const notes = requests.map(({ body }) => JSON.parse(body).description);
    assert.deepEqual(notes, ["Salaire de l ete", "o-1", "x".repeat(120)]);
  });
});

describe("a status query to Orange", () => {
  const done = { status: "SUCCESSFULL", amount: 500, subscriberMsisdn: "237699123456", txnid: "CI1" };
  const cases = [
    [200, { data: done }, "complete 500"],
    [200, { data: { ...done, status: "SUCCESSFUL", amount: "500.0" } }, "complete 500"],
    [200, { data: { ...done, amount: "5,00" } }, "complete -1"],
    [200, { data: { status: "PENDING" } }, "pending"],
    [200, { data: { status: "INITIATED", payToken: "x" } }, "not_found"],
    [200, { data: { status: null, payToken: "x", txnid: null } }, "not_found"],
    [200, { data: {} }, "unreachable"],
    [200, { data: { status: 1 } }, "pending"],
    [200, { data: { status: {} } }, "unreachable"],
    [200, {}, "unreachable"],
    [200, PAGE, "unreachable"],
    [200, { data: { status: "FAILED", inittxnstatus: "200", confirmtxnstatus: "60022" } }, "failed limit_reached"],
    [200, { data: { status: "EXPIRED" } }, "failed expired"],
    [200, { data: { status: "CANCELED" } }, "failed rejected_by_payer"],
    [404, { message: "Transaction not found", data: null }, "not_found"],
    [404, FAULT, "unreachable"],
    [404, "", "unreachable"],
    [401, { fault: { code: "900901" } }, "unreachable"],
    [500, FAULT, "unreachable"],
  ] as const;
  for (const [status, body, meant] of cases) {
    it(`with the response ${status} ${JSON.stringify(body).slice(0, 90)} is ${meant}`, async () => {
      const result = await orange().queryStatus(order, respondingWith(status, body).exchange);
      const more =
        result.state === "complete" ? `${result.amount}` : result.state === "failed" ? result.failure.code : "";
      assert.equal(`${result.state} ${more}`.trim(), meant);
    });
  }

  it("encodes any character of the token", async () => {
    const { exchange, sent_requests: requests } = respondingWith(200, {});
    await orange().queryStatus(order, exchange);
    assert.equal(requests[0]?.url, `${settings.base_url}/cashin/paymentstatus/CI26%2F0301%3FA%231`);
  });
});

describe("a holder lookup at Orange", () => {
  const cases = [
    [200, { data: { firstname: "JANE", lastname: "MBALLA" } }, "known JANE MBALLA"],
    [404, { message: "Subscriber not found", data: null }, "not_found"],
    [417, { message: "99051 :: Le numero n'est pas un compte Orange Money" }, "not_found"],
    [404, FAULT, "unreachable"],
    [404, PAGE, "unreachable"],
    [429, { fault: { code: "900804" } }, "unreachable"],
    [200, {}, "unreachable"],
  ] as const;
  for (const [status, body, meant] of cases) {
    it(`with the response ${status} ${JSON.stringify(body).slice(0, 60)} is ${meant}`, async () => {
      const result = await orange().lookUp?.(account, "+237699123456", respondingWith(status, body).exchange);
      assert.equal(result?.state === "known" ? `known ${result.name}` : result?.state, meant);
    });
  }
});
