import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Route } from "#server/http/route.ts";
import { KEY_RIGHTS, type KeyRight } from "#server/kernel/rights.ts";
import { createKey } from "#server/resources/keys/create.ts";
import { revokeKey } from "#server/resources/keys/revoke.ts";
import { fieldReasonsOf, postBeneficiary, transfer_order } from "#server/testing/orders.ts";
import { holdPartFor } from "#server/testing/payments.ts";
import { startTestWorld, type TestMerchant, type TestResponse } from "#server/testing/world.ts";

/**
 * Calls every operation with all credentials that must not give access to its data. The list of operations comes from
 * the routes, so a new route without an entry in `ROWS` fails the test.
 */
const world = await startTestWorld({ environment: { KOLO_TRUSTED_PROXIES: "127.0.0.1/32" } });

/** The ids and references of the victim's records, one for each kind of path parameter. */
interface MerchantRecords {
  readonly beneficiary: string;
  readonly customer: string;
  readonly transfer: string;
  readonly transfer_reference: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly event: string;
  readonly payment: string;
  readonly payment_reference: string;
  readonly refund: string;
  readonly received_part: string;
  readonly withdrawal: string;
  readonly withdrawal_account: string;
  readonly withdrawal_rule: string;
  readonly link: string;
  readonly invoice: string;
  readonly bulk: string;
  readonly schedule: string;
  readonly secrets: readonly string[];
}

/** The requests of an operation for someone's records: the paths, and the body if there is one. */
interface Row {
  readonly paths: (of: MerchantRecords) => readonly string[];
  readonly body?: (of: MerchantRecords) => object;
  /**
   * Whether the operation is about one record, so that an outsider is refused. Lists and creations do not refuse
   * outsiders.
   */
  readonly is_about_one?: boolean;
}

const person = { name: "Someone", phone: "677123456", country: "CM", currency: "XAF", type: "mobile_money" };
const bulk = {
  currency: "XAF",
  transfers: [{ amount: 5, channel: "cm.mtn", beneficiary_data: { name: "B", phone: "677123456" } }],
};
const schedule = { ...bulk, name: "S", frequency: "daily", time: "09:00" };
const ROWS: Readonly<Record<string, Row>> = {
  "GET /payments": { paths: ({ payment_reference }) => ["/payments", `/payments?search=${payment_reference}`] },
  "POST /payments": {
    paths: () => ["/payments"],
    body: () => ({ amount: 100, currency: "XAF", phone: "677123456" }),
  },
  "GET /payments/{reference}": one(({ payment, payment_reference }) => [
    `/payments/${payment}`,
    `/payments/${payment_reference}`,
  ]),
  "GET /payments/{reference}/page": one(({ payment, payment_reference }) => [
    `/payments/${payment}/page`,
    `/payments/${payment_reference}/page`,
  ]),
  "POST /payments/{reference}": one(
    ({ payment, payment_reference }) => [`/payments/${payment}`, `/payments/${payment_reference}`],
    () => ({ channel: "cm.mtn", phone: "677123456" }),
  ),
  "DELETE /payments/{reference}": one(({ payment, payment_reference }) => [
    `/payments/${payment}`,
    `/payments/${payment_reference}`,
  ]),
  "GET /refunds": { paths: ({ payment }) => ["/refunds", `/refunds?payment=${payment}`] },
  "POST /refunds": { paths: () => ["/refunds"], body: () => ({ payment: "never-was" }) },
  "GET /refunds/{id}": one(({ refund }) => [`/refunds/${refund}`]),
  "GET /refunds/{id}/timeline": one(({ refund }) => [`/refunds/${refund}/timeline`]),
  "GET /payments/{reference}/parts": one(({ payment, payment_reference }) => [
    `/payments/${payment}/parts`,
    `/payments/${payment_reference}/parts`,
  ]),
  "POST /payments/{reference}/release": one(
    ({ payment, payment_reference }) => [`/payments/${payment}/release`, `/payments/${payment_reference}/release`],
    () => ({}),
  ),
  "GET /received-parts": { paths: () => ["/received-parts"] },
  "GET /received-parts/{id}": one(({ received_part }) => [`/received-parts/${received_part}`]),
  "GET /withdrawals": { paths: () => ["/withdrawals", "/withdrawals?status=pending"] },
  "POST /withdrawals": {
    paths: () => ["/withdrawals"],
    body: () => ({ account: "never-was", amount: 1 }),
  },
  "GET /withdrawals/{id}/timeline": one(({ withdrawal }) => [`/withdrawals/${withdrawal}/timeline`]),
  "GET /withdrawals/{id}": one(({ withdrawal }) => [`/withdrawals/${withdrawal}`]),
  "DELETE /withdrawals/{id}": one(({ withdrawal }) => [`/withdrawals/${withdrawal}`]),
  "GET /withdrawal-rules": { paths: () => ["/withdrawal-rules"] },
  "PUT /withdrawal-rules": {
    paths: () => ["/withdrawal-rules"],
    body: ({ withdrawal_account }) => ({ account: withdrawal_account, frequency: "daily", time: "18:00" }),
  },
  "DELETE /withdrawal-rules/{id}": one(({ withdrawal_rule }) => [`/withdrawal-rules/${withdrawal_rule}`]),
  "GET /withdrawal-rules/{id}/runs": one(({ withdrawal_rule }) => [`/withdrawal-rules/${withdrawal_rule}/runs`]),
  "POST /withdrawal-rules/{id}/run": one(({ withdrawal_rule }) => [`/withdrawal-rules/${withdrawal_rule}/run`]),
  "GET /withdrawal-accounts": { paths: () => ["/withdrawal-accounts"] },
  "POST /withdrawal-accounts": {
    paths: () => ["/withdrawal-accounts"],
    body: () => ({ type: "mobile_money", name: "W", country: "CM", currency: "XAF", phone: "677123456" }),
  },
  "GET /withdrawal-accounts/{id}": one(({ withdrawal_account }) => [`/withdrawal-accounts/${withdrawal_account}`]),
  "POST /withdrawal-accounts/{id}/confirm": one(({ withdrawal_account }) => [
    `/withdrawal-accounts/${withdrawal_account}/confirm`,
  ]),
  "DELETE /withdrawal-accounts/{id}": one(({ withdrawal_account }) => [`/withdrawal-accounts/${withdrawal_account}`]),
  "GET /transfers": { paths: ({ transfer_reference }) => ["/transfers", `/transfers?search=${transfer_reference}`] },
  "POST /transfers": { paths: () => ["/transfers"], body: () => transfer_order },
  "GET /transfers/{reference}": one(({ transfer, transfer_reference }) => [
    `/transfers/${transfer}`,
    `/transfers/${transfer_reference}`,
  ]),
  "POST /transfers/lookup": {
    paths: () => ["/transfers/lookup"],
    body: () => ({ channel: "cm.mtn", phone: "677123456" }),
  },
  "GET /transfers/{reference}/timeline": one(({ transfer, transfer_reference }) => [
    `/transfers/${transfer}/timeline`,
    `/transfers/${transfer_reference}/timeline`,
  ]),
  "GET /payments/{reference}/timeline": one(({ payment, payment_reference }) => [
    `/payments/${payment}/timeline`,
    `/payments/${payment_reference}/timeline`,
  ]),
  "DELETE /transfers/{reference}": one(({ transfer, transfer_reference }) => [
    `/transfers/${transfer}`,
    `/transfers/${transfer_reference}`,
  ]),
  "POST /transfers/bulk": { paths: () => ["/transfers/bulk"], body: () => bulk },
  "POST /transfers/bulk/check": { paths: () => ["/transfers/bulk/check"], body: () => bulk },
  "POST /transfers/bulk/read": { paths: () => ["/transfers/bulk/read"], body: () => bulk },
  "GET /transfers/bulk/{id}": one(({ bulk }) => [`/transfers/bulk/${bulk}`, `/transfers/bulk/${bulk}?transfers=1`]),
  "DELETE /transfers/bulk/{id}": one(({ bulk }) => [`/transfers/bulk/${bulk}`]),
  "GET /transfers/bulk/{id}/timeline": one(({ bulk }) => [`/transfers/bulk/${bulk}/timeline`]),
  "GET /bulk-transfers": { paths: () => ["/bulk-transfers"] },
  "GET /schedules": { paths: () => ["/schedules"] },
  "POST /schedules": { paths: () => ["/schedules"], body: () => schedule },
  "POST /schedules/preview": {
    paths: () => ["/schedules/preview"],
    body: () => ({ frequency: "daily", time: "09:00" }),
  },
  "GET /schedules/{id}": one(({ schedule: id }) => [`/schedules/${id}`]),
  "PUT /schedules/{id}": one(
    ({ schedule: id }) => [`/schedules/${id}`],
    () => ({ name: "Stolen" }),
  ),
  "DELETE /schedules/{id}": one(({ schedule: id }) => [`/schedules/${id}`]),
  "GET /schedules/{id}/runs": one(({ schedule: id }) => [`/schedules/${id}/runs`]),
  "POST /schedules/{id}/run": one(({ schedule: id }) => [`/schedules/${id}/run`]),
  "GET /holidays": { paths: () => ["/holidays"] },
  "PUT /holidays": { paths: () => ["/holidays"], body: () => ({ days: ["2026-05-01"] }) },
  "GET /beneficiaries": { paths: () => ["/beneficiaries", "/beneficiaries?search=Victim"] },
  "POST /beneficiaries": { paths: () => ["/beneficiaries"], body: () => person },
  "GET /beneficiaries/{id}": one(({ beneficiary }) => [`/beneficiaries/${beneficiary}`]),
  "PUT /beneficiaries/{id}": one(
    ({ beneficiary }) => [`/beneficiaries/${beneficiary}`],
    () => ({ name: "Stolen" }),
  ),
  "DELETE /beneficiaries/{id}": one(({ beneficiary }) => [`/beneficiaries/${beneficiary}`]),
  "GET /customers": { paths: () => ["/customers", "/customers?search=Victim"] },
  "POST /customers": { paths: () => ["/customers"], body: () => ({ name: "C", email: "c@example.cm" }) },
  "GET /customers/{id}": one(({ customer }) => [`/customers/${customer}`]),
  "PUT /customers/{id}": one(
    ({ customer }) => [`/customers/${customer}`],
    () => ({ name: "Stolen" }),
  ),
  "PUT /customers/{id}/block": one(({ customer }) => [`/customers/${customer}/block`]),
  "PUT /customers/{id}/unblock": one(({ customer }) => [`/customers/${customer}/unblock`]),
  "DELETE /customers/{id}": one(({ customer }) => [`/customers/${customer}`]),
  "GET /payment-links": { paths: () => ["/payment-links"] },
  "POST /payment-links": { paths: () => ["/payment-links"], body: () => ({ name: "L", currency: "XAF" }) },
  "GET /payment-links/{id}": one(({ link }) => [`/payment-links/${link}`]),
  "PUT /payment-links/{id}": one(
    ({ link }) => [`/payment-links/${link}`],
    () => ({ name: "M" }),
  ),
  "DELETE /payment-links/{id}": one(({ link }) => [`/payment-links/${link}`]),
  "GET /invoices": { paths: () => ["/invoices"] },
  "POST /invoices": {
    paths: () => ["/invoices"],
    body: () => ({ amount: 500, currency: "XAF", phone: "677123456", due_at: "2030-01-01T00:00:00Z" }),
  },
  "GET /invoices/{reference}": one(({ invoice }) => [`/invoices/${invoice}`]),
  "POST /invoices/{reference}/payments": one(
    ({ invoice }) => [`/invoices/${invoice}/payments`],
    () => ({}),
  ),
  "DELETE /invoices/{reference}": one(({ invoice }) => [`/invoices/${invoice}`]),
  "GET /customers/{id}/payments": one(({ customer }) => [`/customers/${customer}/payments`]),
  "GET /balance": { paths: () => ["/balance"] },
  "GET /limits": { paths: () => ["/limits"] },
  "GET /balance/history": { paths: () => ["/balance/history"] },
  "GET /balance/statement": { paths: () => ["/balance/statement?currency=XAF"] },
  "GET /corrections": { paths: () => ["/corrections"] },
  "GET /channels": { paths: () => ["/channels"] },
  "GET /countries": { paths: () => ["/countries"] },
  "GET /currencies": { paths: () => ["/currencies"] },
  "GET /banks": { paths: () => ["/banks"] },
  "GET /webhooks": { paths: () => ["/webhooks"] },
  "POST /webhooks": {
    paths: () => ["/webhooks"],
    body: () => ({ url: "https://shop.example.cm/", events: ["transfer.failed"] }),
  },
  "GET /webhooks/{id}": one(({ webhook }) => [`/webhooks/${webhook}`]),
  "PUT /webhooks/{id}": one(
    ({ webhook }) => [`/webhooks/${webhook}`],
    () => ({ active: false }),
  ),
  "DELETE /webhooks/{id}": one(({ webhook }) => [`/webhooks/${webhook}`]),
  "POST /webhooks/{id}/rotate": one(({ webhook }) => [`/webhooks/${webhook}/rotate`]),
  "POST /webhooks/{id}/rotate/confirm": one(({ webhook }) => [`/webhooks/${webhook}/rotate/confirm`]),
  "POST /webhooks/{id}/rotate/cancel": one(({ webhook }) => [`/webhooks/${webhook}/rotate/cancel`]),
  "POST /webhooks/{id}/test": one(({ webhook }) => [`/webhooks/${webhook}/test`]),
  "POST /webhooks/{id}/replay": one(({ webhook }) => [`/webhooks/${webhook}/replay`]),
  "GET /webhooks/{id}/deliveries": one(({ webhook }) => [`/webhooks/${webhook}/deliveries`]),
  "GET /webhooks/{id}/deliveries/{delivery}": one(({ webhook, delivery }) => [
    `/webhooks/${webhook}/deliveries/${delivery}`,
  ]),
  "POST /webhooks/{id}/deliveries/{delivery}/retry": one(({ webhook, delivery }) => [
    `/webhooks/${webhook}/deliveries/${delivery}/retry`,
  ]),
  "GET /events": { paths: ({ transfer }) => ["/events", "/events?after=0", `/events?resource=${transfer}`] },
  "GET /events/{id}": one(({ event }) => [`/events/${event}`]),
};

function one(paths: Row["paths"], body?: Row["body"]): Row {
  return { paths, is_about_one: true, ...(body ? { body } : {}) };
}

const victim = await world.merchant({ name: "Victim & Sons" });
const belongings = await fill(victim);
const stranger = await world.merchant({ name: "Stranger" });
await fill(stranger);
const sleeping = await world.merchant({ name: "Victim & Sons", environment: "live" });
const other_environment = await world.inEnvironment(victim, "live");
const publishable = await aPublishableKey(victim);
// Every other operation is refused. `server/http/key-rights.test.ts` shows what these two answer.
const publishable_operations = ["POST /payments", "GET /payments/{reference}"];

async function fill(merchant: TestMerchant): Promise<MerchantRecords> {
  const tag = `secret-${merchant.id.slice(-8)}`;
  const beneficiary = await postBeneficiary(merchant, { name: `Victim ${tag}`, email: `${tag}@example.cm` });
  const customer = (await merchant.post("/customers", { name: `Victim ${tag}`, email: `${tag}@example.cm` })).body
    .customer.id;
  const made = await merchant.post("/transfers", {
    ...transfer_order,
    channel: "cm.orange",
    beneficiary_data: undefined,
    beneficiary,
    reference: tag,
  });
  const webhook = (await merchant.post("/webhooks", { url: `https://${tag}.example.cm/`, events: ["transfer.failed"] }))
    .body.data.id;
  const { id: delivery, event } = (await merchant.post(`/webhooks/${webhook}/test`)).body.delivery;
  const payment_reference = `in-${tag}`;
  const payment_response = await merchant.post("/payments", {
    ...{ amount: 900, currency: "XAF", customer, reference: payment_reference },
  });
  assert.equal(payment_response.status, 201, payment_response.text);
  await merchant.post(`/payments/${payment_reference}`, { channel: "cm.mtn", phone: "677123456" });
  await world.waitUntilIdle();
  const refund = (await merchant.post("/refunds", { payment: payment_reference, amount: 100 })).body.refund.id;
  await world.waitUntilIdle();
  const { part: received_part } = await holdPartFor(world, merchant);
  const own_account = { type: "mobile_money", name: tag, country: "CM", currency: "XAF", phone: "677123456" };
  const registered = await merchant.post("/withdrawal-accounts", own_account);
  const withdrawal_account = registered.body.withdrawal_account.id;
  await merchant.post(`/withdrawal-accounts/${withdrawal_account}/confirm`);
  const taken = await merchant.post("/withdrawals", { account: withdrawal_account, amount: 7 });
  assert.equal(taken.status, 201, taken.text);
  const withdrawal = taken.body.withdrawal.id;
  const automatic = { account: withdrawal_account, frequency: "daily", time: "18:00", balance_above: 1_000_000_000 };
  const ruled = await merchant.send("PUT", "/withdrawal-rules", automatic);
  assert.equal(ruled.status, 200, ruled.text);
  const withdrawal_rule = ruled.body.withdrawal_rule.id;
  const paid = await merchant.post("/transfers/bulk", { ...bulk, description: tag });
  const link = (await merchant.post("/payment-links", { name: tag, currency: "XAF" })).body.payment_link.id;
  const bill = { amount: 500, currency: "XAF", customer, due_at: "2030-01-01T00:00:00Z" };
  const invoice = (await merchant.post("/invoices", bill)).body.invoice.id;
  const repeated = await merchant.post("/schedules", { ...schedule, name: tag });
  assert.equal(repeated.status, 201, repeated.text);
  const transfer = made.body.transfer.id;
  const payment = payment_response.body.transaction.id;
  return {
    beneficiary,
    customer,
    transfer,
    transfer_reference: tag,
    webhook,
    delivery,
    event,
    payment,
    payment_reference,
    refund,
    received_part,
    withdrawal,
    withdrawal_account,
    withdrawal_rule,
    link,
    invoice,
    bulk: paid.body.bulk_transfer.id,
    schedule: repeated.body.schedule.id,
    secrets: [
      repeated.body.schedule.id,
      paid.body.bulk_transfer.id,
      tag,
      beneficiary,
      customer,
      transfer,
      webhook,
      delivery,
      event,
      payment,
      refund,
      received_part,
      withdrawal,
      withdrawal_account,
      withdrawal_rule,
      link,
      invoice,
    ],
  };
}

async function call(
  as: TestMerchant,
  route: Route,
  path: string,
  row: Row,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  return as.send(route.method, path, row.body?.(belongings), headers);
}

/** Replaces the id in a path by one that never existed. */
function unknown(path: string): string {
  return path.replace(/[a-z]{3}_[0-9a-z]{26}|(in-)?secret-[0-9a-z]+/, "never-was");
}

function showsNothing(answer: TestResponse): void {
  for (const secret of belongings.secrets) assert.ok(!answer.text.includes(secret), answer.text);
}

const routes = world.app.routes.flatMap((route) => [
  route,
  ...(route.aliases ?? []).map((alias) => ({ ...route, ...alias, original: route })),
]);

/** Returns the row of a route. An alias uses the row of its operation, with the alias's older name in the paths. */
function rowOf(route: Route & { original?: Route }): Row | undefined {
  const row = ROWS[`${(route.original ?? route).method} ${(route.original ?? route).path}`];
  if (!row || route.original === undefined) return row;
  const [older, newer] = [route.path.split("/{")[0] ?? "", route.original.path.split("/{")[0] ?? ""];
  return { ...row, paths: (of) => row.paths(of).map((path) => path.replace(newer, older)) };
}

for (const [number, route] of routes.entries()) {
  const name = `${route.method} ${route.path}`;
  describe(name, () => {
    const row = rowOf(route);
    it("has a row here", () => assert.ok(row, "add a row to ROWS for this operation"));
    if (!row) return;
    const paths = row.paths(belongings);

    for (const [who, as] of [
      ["another merchant", () => stranger],
      ["the same merchant in the other environment", () => other_environment],
      ["another merchant in the other environment", () => sleeping],
    ] as const) {
      it(`returns ${who} no data, and the same answer as for an id that never existed`, async () => {
        for (const path of paths) {
          const answer = await call(as(), route, path, row);
          showsNothing(answer);
          if (!row.is_about_one) continue;
          assert.equal(answer.status, 404);
          const unknown_path = unknown(path);
          assert.equal(answer.text, (await call(as(), route, unknown_path, row)).text);
        }
      });
    }

    it("refuses a revoked key, a foreign X-Sync and, unless it is public, a missing or foreign X-Grant", async () => {
      const [path = ""] = paths;
      // Use another IP address for each operation, because failed authentications are counted per address.
      const from = { "x-forwarded-for": `203.0.113.${number}` };
      const revoked = await call({ ...victim, send: victim.send }, route, path, row, {
        ...from,
        authorization: await aRevokedKey(),
      });
      assert.equal(revoked.status, 401);
      const foreign = await call(stranger, route, path, row, { "x-sync": victim.id });
      assert.deepEqual([foreign.status, foreign.body.reason], [404, "linked_merchant_not_found"]);
      for (const answer of [revoked, foreign]) showsNothing(answer);
      if (route.access === "public") return;
      for (const grant of ["", stranger.private_key, victim.public_key, other_environment.private_key]) {
        const refused = await call(victim, route, path, row, { ...from, "x-grant": grant });
        assert.equal(refused.status, 403);
        showsNothing(refused);
      }
    });

    if (!publishable_operations.includes(name)) {
      it("refuses a publishable key", async () => {
        for (const path of paths) {
          const refused = await call(victim, route, path, row, { authorization: publishable, "x-grant": "" });
          assert.deepEqual([refused.status, refused.body.reason], [403, "publishable_key_refused"]);
          showsNothing(refused);
        }
      });
    }

    const { right } = route;
    if (right === "any") return;
    it("requires its own right: refuses a key with all others, and accepts one with this right only", async () => {
      const others = KEY_RIGHTS.filter((one) => one !== right);
      const lacking = { "x-grant": await grantWith(victim, others) };
      for (const path of paths) {
        const refused = await call(victim, route, path, row, lacking);
        assert.deepEqual([refused.body.reason, refused.body.reason_params], ["right_missing", { right }]);
        showsNothing(refused);
      }
      const having = await call(stranger, route, unknown(paths[0] ?? ""), row, {
        "x-grant": await grantWith(stranger, [right]),
      });
      assert.ok(having.status < 500 && having.status !== 403, having.text);
    });
  });
}

it("no operation accepts an id of another merchant in its body", async () => {
  for (const field of ["beneficiary", "recipient"]) {
    for (const as of [stranger, other_environment]) {
      const answer = await as.post("/transfers", {
        ...transfer_order,
        beneficiary_data: undefined,
        [field]: belongings.beneficiary,
      });
      assert.equal(answer.status, 422, answer.text);
      showsNothing({ ...answer, text: answer.text.replaceAll(belongings.beneficiary, "") });
    }
  }
  for (const as of [stranger, other_environment]) {
    const entry = { amount: 5, channel: "cm.mtn", beneficiary: belongings.beneficiary };
    for (const [method, path, body] of [
      ["POST", "/transfers", { amount: 5, currency: "XAF", recipientId: belongings.beneficiary }],
      ["POST", "/transfers/bulk", { currency: "XAF", transfers: [entry] }],
      [
        ...(["POST", "/schedules"] as const),
        { name: "S", currency: "XAF", frequency: "daily", time: "09:00", transfers: [entry] },
      ],
      ["POST", "/withdrawals", { account: belongings.withdrawal_account, amount: 5 }],
      ["PUT", "/withdrawal-rules", { account: belongings.withdrawal_account, frequency: "daily", time: "09:00" }],
    ] as const) {
      const answer = await as.send(method, path, body);
      assert.equal(answer.status, 422, answer.text);
      assert.match(JSON.stringify(answer.body.field_reasons), /unknown_/);
    }
  }
  for (const as of [stranger, other_environment]) {
    const payment_response = await as.post("/payments", {
      amount: 100,
      currency: "XAF",
      customer: belongings.customer,
    });
    assert.equal(payment_response.status, 422, payment_response.text);
    showsNothing({ ...payment_response, text: payment_response.text.replaceAll(belongings.customer, "") });
    for (const payment of [belongings.payment, belongings.payment_reference]) {
      const refund = await as.post("/refunds", { payment });
      assert.deepEqual([refund.status, fieldReasonsOf(refund)], [422, { payment: ["unknown_payment"] }]);
    }
  }
});

it("the calls above changed no record", async () => {
  const { body } = await victim.get(`/transfers/${belongings.transfer_reference}`);
  assert.equal(body.transfer.id, belongings.transfer);
  assert.match((await victim.get(`/beneficiaries/${belongings.beneficiary}`)).body.beneficiary.name, /^Victim/);
  assert.match((await victim.get(`/customers/${belongings.customer}`)).body.customer.name, /^Victim/);
  assert.equal((await victim.get(`/webhooks/${belongings.webhook}`)).body.data.active, true);
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});

const grants = new Map<string, string>();

/** Returns a private key of this merchant with these rights; creates it on the first call. */
async function grantWith({ id: merchant }: TestMerchant, rights: readonly KeyRight[]): Promise<string> {
  const name = `${merchant} ${rights.join()}`;
  const scope = { merchant, environment: "test" } as const;
  const key_input = { scope, kind: "private", name: "narrow", expires_at: null, rights } as const;
  const text = grants.get(name) ?? (await world.db.engine((tx) => createKey(tx, key_input, "test"))).text;
  grants.set(name, text);
  return text;
}

async function aPublishableKey({ id: merchant }: TestMerchant): Promise<string> {
  const scope = { merchant, environment: "test" } as const;
  const key_input = { scope, kind: "publishable", name: "web", expires_at: null } as const;
  return (await world.db.engine((tx) => createKey(tx, key_input, "test"))).text;
}

let revoked_key: Promise<string> | null = null;

function aRevokedKey(): Promise<string> {
  revoked_key ??= createRevokedKey();
  return revoked_key;
}

async function createRevokedKey(): Promise<string> {
  const key_input = {
    scope: { merchant: victim.id, environment: "test" },
    kind: "public",
    name: "gone",
    expires_at: null,
  } as const;
  return world.db.engine(async (tx) => {
    const { key, text } = await createKey(tx, key_input, "test");
    await revokeKey(tx, key.id, "test");
    return text;
  });
}
