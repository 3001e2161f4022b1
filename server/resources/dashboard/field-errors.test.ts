import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

// Sends each of the dashboard's forms with every field wrong: one response must name them all.

const world = await startTestWorld();
const shop = await world.merchant();
const owner = await createTestUser(world, shop.id, "owner");
await owner.enrollSecondFactor();
const TEST = `/merchants/${shop.id}/test`;
const BUSINESS = `/merchants/${shop.id}`;
const LONG = "x".repeat(5_000);
const { customer } = (await shop.post("/customers", { name: "C", email: "c@example.cm" })).body;
const webhook = (await shop.post("/webhooks", { url: `${world.url}/hook`, events: ["transfer.complete"] })).body.data;
const { beneficiary } = (
  await shop.post("/beneficiaries", {
    ...{ type: "mobile_money", name: "Jane", phone: "677123456", country: "CM", currency: "XAF" },
  })
).body;

const FORMS: readonly (readonly [string, string, string, object, readonly string[]])[] = [
  [
    ...(["a payment", "POST", `${TEST}/payments`] as const),
    {
      amount: "1.5",
      currency: "XXX",
      phone: "12",
      email: "no",
      name: LONG,
      description: LONG,
      reference: "initialize",
    },
    ["amount", "currency", "phone", "email", "name", "description", "reference"],
  ],
  [
    ...(["a payment link", "POST", `${TEST}/payment-links`] as const),
    { name: LONG, amount: -1, currency: "XXX", description: LONG, callback: "myapp://x" },
    ["name", "amount", "currency", "description", "callback"],
  ],
  [
    ...(["a refund", "POST", `${TEST}/refunds`] as const),
    { payment: "", amount: "x", reason: LONG },
    ["payment", "amount", "reason"],
  ],
  [
    ...(["a transfer", "POST", `${TEST}/transfers`] as const),
    {
      ...{ amount: 0, currency: "XXX", channel: "cm.mtn", description: LONG, reference: "bulk" },
      beneficiary_data: { name: "", phone: "12" },
    },
    [...["amount", "currency", "description", "reference"], ...["beneficiary_data.name", "beneficiary_data.phone"]],
  ],
  [
    ...(["a bulk", "POST", `${TEST}/transfers/bulk`] as const),
    {
      ...{ currency: "XXX", description: LONG },
      transfers: [{ amount: 0, channel: "cm.none", reference: "bulk", beneficiary_data: { name: "", phone: "12" } }],
    },
    [
      ...["description", "transfers.0.amount", "transfers.0.channel", "transfers.0.reference"],
      ...["transfers.0.beneficiary_data.name", "transfers.0.beneficiary_data.phone"],
    ],
  ],
  [
    ...(["a look-up of an account", "POST", `${TEST}/transfers/lookup`] as const),
    { channel: "", phone: "" },
    ["channel", "phone"],
  ],
  [
    ...(["a beneficiary with a phone", "POST", `${TEST}/beneficiaries`] as const),
    { type: "mobile_money", name: "", phone: "12", email: "no", country: "XX", currency: "XXX" },
    ["name", "phone", "email", "country", "currency"],
  ],
  [
    ...(["a beneficiary with an account", "POST", `${TEST}/beneficiaries`] as const),
    { type: "bank_account", name: " ", account_number: LONG, bank_code: " ", email: "no", country: "C", currency: "" },
    ["name", "account_number", "bank_code", "email", "country", "currency"],
  ],
  [
    ...(["a changed beneficiary", "PUT", `${TEST}/beneficiaries/${beneficiary.id}`] as const),
    { name: LONG, phone: LONG, email: "no" },
    ["name", "phone", "email"],
  ],
  [
    ...(["a customer", "POST", `${TEST}/customers`] as const),
    { name: LONG, phone: "12", email: "no" },
    ["name", "phone", "email"],
  ],
  [
    ...(["a changed customer", "PUT", `${TEST}/customers/${customer.id}`] as const),
    { name: LONG, phone: "12", email: "no" },
    ["name", "phone", "email"],
  ],
  [
    ...(["a webhook", "POST", `${TEST}/webhooks`] as const),
    { url: "ftp://x", events: ["no.event"], description: LONG, rate_limit: -1, concurrency: -1 },
    ["url", "events.0", "description", "rate_limit", "concurrency"],
  ],
  [
    ...(["a changed webhook", "PUT", `${TEST}/webhooks/${webhook.id}`] as const),
    { url: "http://10.0.0.1/", events: [], description: LONG, active: "perhaps" },
    ["url", "events", "description", "active"],
  ],
  [
    ...(["events sent again", "POST", `${TEST}/webhooks/${webhook.id}/replay`] as const),
    { from: "yesterday", to: "today", types: ["no.event"], which: "some" },
    ["from", "to", "types.0", "which"],
  ],
  [
    ...(["a renewed secret", "POST", `${TEST}/webhooks/${webhook.id}/rotate`] as const),
    { overlap_hours: -1 },
    ["overlap_hours"],
  ],
  [
    ...(["a key", "POST", `${TEST}/keys`] as const),
    { kind: "some", name: "", expires_on: "2026-02-30", rights: ["money"], addresses: ["300.0.0.1"] },
    ["kind", "name", "expires_on", "rights", "addresses"],
  ],
  [
    ...(["a restricted key", "PUT", `${TEST}/keys/key_none`] as const),
    { rights: [LONG], addresses: [LONG] },
    ["rights.0", "addresses.0"],
  ],
  [...(["the rule for keys", "PUT", `${TEST}/key-rule`] as const), {}, ["is_grant_required"]],
  [...(["an address", "POST", `${TEST}/addresses`] as const), { range: "300.0.0.1/8", note: LONG }, ["range", "note"]],
  [
    ...(["the approval rule", "PUT", `${TEST}/approval-rule`] as const),
    { amount_above: "x", every_bulk: "perhaps" },
    ["amount_above", "every_bulk"],
  ],
  [...(["a rejection", "POST", `${TEST}/approvals/trf_none/reject`] as const), { reason: "" }, ["reason"]],
  [...(["a member", "POST", `${BUSINESS}/people`] as const), { email: "no", role: "king" }, ["email", "role"]],
  [...(["a changed role", "PUT", `${BUSINESS}/people/per_none`] as const), { role: "king" }, ["role"]],
  [...(["a notification", "PUT", `${BUSINESS}/notifications`] as const), { kind: "all", by_mail: true }, ["kind"]],
  [...(["a logo", "PUT", `${BUSINESS}/branding`] as const), { logo: "PHN2Zz4=" }, ["logo"]],
  [...(["a colour", "PUT", `${BUSINESS}/branding`] as const), { color: "red" }, ["color"]],
  [...(["the time zone", "PUT", `${BUSINESS}/time-zone`] as const), { time_zone: "Mars" }, ["time_zone"]],
  [
    ...(["a connection", "POST", `${BUSINESS}/connections`] as const),
    { merchant: "", rights: ["money"], environments: ["moon"] },
    ["merchant", "rights.0", "environments.0"],
  ],
  [...(["a new password", "PUT", "/me/password"] as const), { current: "", password: "" }, ["current", "password"]],
  [...(["signing in", "POST", "/sign-in"] as const), { email: "", password: "" }, ["email", "password"]],
  [...(["a forgotten password", "POST", "/forgotten-password"] as const), { email: "no" }, ["email"]],
  [
    ...(["an accepted invitation", "POST", "/invitation/new"] as const),
    { token: "", name: "", password: "" },
    ["name", "password"],
  ],
];

describe("one response names every invalid field", () => {
  for (const [form, method, path, body, fields] of FORMS) {
    it(`of ${form}`, async () => {
      const answer = await owner.send(method, path, body);
      assert.ok(answer.status === 400 || answer.status === 422, answer.text);
      assert.deepEqual(Object.keys(answer.body.errors).sort(), [...fields].sort(), answer.text);
    });
  }
});
