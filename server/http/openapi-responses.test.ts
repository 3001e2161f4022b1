import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import Schema from "typebox/schema";
import { postBeneficiary, transfer_order } from "#testing/orders.ts";
import { completePayment, directCharge, holdPartFor, postPayment } from "#testing/payments.ts";
import { requestSender, startTestWorld, type TestResponse } from "#testing/world.ts";

// Clients are written from the document, so an undocumented answer breaks them.

const world = await startTestWorld();
const merchant = await world.merchant({ balance: 1_000_000n });
// Made first: another test sends so many wrong keys that a new merchant's keys are refused for a minute.
const shared = await holdPartFor(world, merchant);
const { body: document } = await requestSender(world.url, {})("GET", "/openapi.json");

const compiled_schemas = new Map<object, ReturnType<typeof Schema.Compile>>();

/** Operations share most of their answers, and so their schemas. */
function compiled(schema: object): ReturnType<typeof Schema.Compile> {
  const known = compiled_schemas.get(schema) ?? Schema.Compile({ components: document.components, ...schema });
  compiled_schemas.set(schema, known);
  return known;
}

/** Fails unless the document describes this status and body for the operation. */
function isDescribed(method: string, path: string, answer: TestResponse): void {
  const description = `${method} ${path}: ${answer.text.slice(0, 300)}`;
  const response_object = document.paths[path][method.toLowerCase()].responses[answer.status];
  assert.ok(response_object, `not described: ${description}`);
  const response = response_object.$ref
    ? document.components.responses[response_object.$ref.split("/").at(-1)]
    : response_object;
  const [is_right, troubles] = compiled(response.content["application/json"].schema).Errors(answer.body);
  assert.ok(is_right, `${JSON.stringify(troubles)} ${description}`);
}

const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
);

const WRONG_QUERIES = ["limit=0&page=x&currency=x&status=x&date_start=x&type=x&after=x", "currency=ZZZ"];
const WRONG_BODIES = [
  ["application/json", "{}"],
  ["application/json", "{"],
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

  it("describes the answer to a body above the limit, for every operation that reads one", async () => {
    const body = { name: "x".repeat(1_100_000) };
    isDescribed("POST", "/customers", await merchant.post("/customers", body));
    const [status, shared_answer] = [413, document.paths["/customers"].post.responses[413]];
    for (const { method, path } of operations) {
      if (method === "GET" || method === "DELETE") continue;
      assert.deepEqual(
        document.paths[path][method.toLowerCase()].responses[status],
        shared_answer,
        `${method} ${path}`,
      );
    }
  });

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
    const rule = { account, frequency: "daily", time: "18:00", balance_above: 1_000_000_000 };
    const ruled = await merchant.send("PUT", "/withdrawal-rules", rule);
    isDescribed("PUT", "/withdrawal-rules", ruled);
    const ids = {
      "withdrawal-rules": ruled.body.withdrawal_rule.id,
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
      invoices: await made(
        "/invoices",
        { amount: 900, currency: "XAF", email: "c@example.cm", due_at: "2030-01-01T00:00:00Z" },
        "invoice",
      ),
      webhooks: await made("/webhooks", { url: "http://127.0.0.1:1/", events: ["transfer.created"] }, "data"),
      "received-parts": shared.part,
      events: (await merchant.get("/events")).body.items[0].id,
    };
    await world.waitUntilIdle();
    const { id } = await postPayment(merchant);
    isDescribed("POST", "/payments/{reference}", await merchant.post(`/payments/${id}`, directCharge()));
    const released = await shared.platform.post(`/payments/${shared.payment}/release`);
    isDescribed("POST", "/payments/{reference}/release", released);
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

interface PostmanItem {
  readonly name: string;
  readonly item?: readonly PostmanItem[];
  readonly request?: {
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly url: { readonly path: readonly string[]; readonly variable: readonly { key: string; value: string }[] };
    readonly body?: { readonly raw: string };
  };
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
}

/** Sends a collection's requests in order, with its variables and scripts, as Postman's runner does. */
async function runCollection(collection: { readonly auth: object }, items: readonly PostmanItem[]) {
  const variables = new Map([
    ["base_url", world.url],
    ["public_key", merchant.public_key],
    ["private_key", merchant.private_key],
  ]);
  const filled = (text: string): string =>
    text.replaceAll(/\{\{([$\w]+)\}\}/g, (_, name) => (name === "$guid" ? randomUUID() : (variables.get(name) ?? "")));
  const statuses: string[] = [];
  for (const { name, request, event = [] } of items) {
    assert.ok(request);
    const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, filled(value)]));
    const path = request.url.path.map((segment) =>
      segment.startsWith(":") ? (request.url.variable.find(({ key }) => `:${key}` === segment)?.value ?? "") : segment,
    );
    const response = await fetch(filled(`{{base_url}}/${path.join("/")}`), {
      method: request.method,
      headers: { authorization: filled("{{public_key}}"), ...headers },
      ...(request.body ? { body: request.body.raw } : {}),
    });
    const body = await response.json();
    const pm = {
      test: (_title: string, check: () => void) => check(),
      response: {
        json: () => body,
        to: { have: { status: (status: number) => assert.equal(response.status, status, JSON.stringify(body)) } },
      },
      collectionVariables: { set: (variable: string, value: string) => void variables.set(variable, value) },
    };
    for (const { script } of event) runInNewContext(script.exec.join("\n"), { pm });
    statuses.push(`${name} ${response.status}`);
  }
  assert.ok(variables.get("transfer")?.startsWith("trf_"), JSON.stringify(collection.auth));
  return statuses;
}

describe("the documents beside it", () => {
  it("a Postman collection sends its first transfer, and has every operation", async () => {
    const { body: collection } = await requestSender(world.url, {})("GET", "/postman.json");
    const [first, ...folders]: readonly PostmanItem[] = collection.item;
    const statuses = await runCollection(collection, first?.item ?? []);
    assert.deepEqual(statuses, ["Retrieve the balance 200", "Create a transfer 201", "Retrieve a transfer 200"]);
    const count = folders.reduce((sum, { item = [] }) => sum + item.length, 0);
    assert.equal(count, world.app.routes.length);
  });

  it("llms.txt names every operation, and its links answer", async () => {
    const { status, text, headers } = await requestSender(world.url, {})("GET", "/llms.txt");
    assert.deepEqual([status, headers.get("content-type")], [200, "text/plain; charset=utf-8"]);
    for (const { method, path } of world.app.routes) assert.ok(text.includes(`\`${method} ${path}\``), path);
    const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = ""]) => new URL(link).pathname);
    assert.deepEqual(links, ["/openapi.json", "/openapi.yaml", "/postman.json", "/docs"]);
    for (const link of links) assert.equal((await fetch(`${world.url}${link}`)).status, 200, link);
  });
});
