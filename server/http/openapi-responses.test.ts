import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Schema from "typebox/schema";
import { postBeneficiary, transfer_order } from "#testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#testing/payments.ts";
import { requestSender, startTestWorld, type TestResponse } from "#testing/world.ts";

// Clients are written from the document, so an undocumented answer breaks them.

const world = await startTestWorld();
const merchant = await world.merchant({ balance: 1_000_000n });
const { body: document } = await requestSender(world.url, {})("GET", "/openapi.json");

/** Fails unless the document describes this status and body for the operation. */
function isDescribed(method: string, path: string, answer: TestResponse): void {
  const description = `${method} ${path}: ${answer.text.slice(0, 300)}`;
  const response_object = document.paths[path][method.toLowerCase()].responses[answer.status];
  assert.ok(response_object, `not described: ${description}`);
  const response = response_object.$ref
    ? document.components.responses[response_object.$ref.split("/").at(-1)]
    : response_object;
  const { schema } = response.content["application/json"];
  const [is_right, troubles] = Schema.Compile({ components: document.components, ...schema }).Errors(answer.body);
  assert.ok(is_right, `${JSON.stringify(troubles)} ${description}`);
}

const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
);

const WRONG_QUERIES = [
  "limit=0",
  "page=x",
  "currency=ZZZ",
  "currency=x",
  "status=x",
  "date_start=x",
  "type=x",
  "after=x",
];
const WRONG_BODIES = [
  ["application/json", "{}"],
  ["application/json", "{"],
  ["application/json", JSON.stringify({ name: "x".repeat(1_100_000) })],
  ["text/xml", "<name/>"],
] as const;

describe("the OpenAPI document", () => {
  for (const { method, path } of operations) {
    it(`describes the errors of ${method} ${path}`, async () => {
      const target = path.replaceAll(/\{\w+\}/g, "none");
      const check = (answer: TestResponse) => isDescribed(method, path, answer);
      check(await merchant.send(method, target, undefined, { authorization: "" }));
      check(await merchant.send(method, target, undefined, { "x-grant": "wrong" }));
      check(await merchant.send(method, target, undefined, { "x-sync": "none" }));
      if (method === "GET") {
        for (const query of WRONG_QUERIES) check(await merchant.get(`${target}?${query}`));
      } else {
        for (const [type, body] of WRONG_BODIES) {
          check(await merchant.send(method, target, method === "DELETE" ? undefined : body, { "content-type": type }));
        }
        check(await merchant.send(method, target, {}, { "idempotency-key": "two words" }));
      }
    });
  }

  it("describes the answers to valid requests", async () => {
    const made = async (path: string, body: unknown, key: string): Promise<string> => {
      const answer = await merchant.post(path, body);
      isDescribed("POST", path, answer);
      return answer.body[key]?.id;
    };
    const beneficiary = await postBeneficiary(merchant);
    const payment = await completePayment(world, merchant);
    const own_account = { type: "mobile_money", name: "A", country: "CM", currency: "XAF", phone: "677123456" };
    const account = await made("/withdrawal-accounts", own_account, "withdrawal_account");
    const confirmed = await merchant.post(`/withdrawal-accounts/${account}/confirm`);
    isDescribed("POST", "/withdrawal-accounts/{id}/confirm", confirmed);
    const ids = {
      beneficiaries: beneficiary,
      recipients: beneficiary,
      payments: payment,
      customers: await made("/customers", { name: "C", email: "c@example.cm" }, "customer"),
      transfers: await made("/transfers", { ...transfer_order, beneficiary, beneficiary_data: null }, "transfer"),
      "transfers/bulk": await made(
        "/transfers/bulk",
        { currency: "XAF", transfers: [transfer_order] },
        "bulk_transfer",
      ),
      schedules: await made(
        "/schedules",
        { name: "S", currency: "XAF", frequency: "daily", time: "02:30", transfers: [transfer_order] },
        "schedule",
      ),
      refunds: await made("/refunds", { payment, amount: 100 }, "refund"),
      "withdrawal-accounts": account,
      withdrawals: await made("/withdrawals", { account, amount: 10 }, "withdrawal"),
      "payment-links": await made("/payment-links", { name: "M", currency: "XAF" }, "payment_link"),
      webhooks: await made("/webhooks", { url: "http://127.0.0.1:1/", events: ["transfer.created"] }, "data"),
      events: (await merchant.get("/events")).body.items[0].id,
    };
    await world.waitUntilIdle();
    const { id } = await postPayment(merchant);
    isDescribed("POST", "/payments/{reference}", await merchant.post(`/payments/${id}`, directCharge()));
    isDescribed("PUT", "/customers/{id}", await merchant.send("PUT", `/customers/${ids.customers}`, { name: "D" }));
    for (const { method, path } of operations) {
      const id = Object.entries(ids).find(([name]) => new RegExp(`^/${name}/\\{\\w+\\}`).test(path))?.[1];
      const target = path.replace(/\{\w+\}/, id ?? "");
      if (method !== "GET" || target.includes("{")) continue;
      const answer = await merchant.get(target);
      assert.ok(answer.status < 300, `${target}: ${answer.text}`);
      isDescribed(method, path, answer);
    }
  });
});
