import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { PageName } from "../dashboard/src/app/pages.ts";
import { listEntries } from "../server/ledger/ledger.ts";
import { adjustBalance } from "../server/resources/corrections/adjust.ts";
import { reverseEntry } from "../server/resources/corrections/reverse.ts";
import { setFee } from "../server/resources/fees/set.ts";
import { createKey } from "../server/resources/keys/create.ts";
import { createPerson } from "../server/resources/users/create.ts";
import { hashPassword } from "../server/resources/users/password-hash.ts";
import type { Role } from "../server/resources/users/schema.ts";
import { insertMembership } from "../server/resources/users/store.ts";
import { holdPartFor } from "../server/testing/payments.ts";
import { currentTotpCode, openTestUser, PASSWORD, type TestUser } from "../server/testing/users.ts";
import { startWebhookReceiver } from "../server/testing/webhook-receiver.ts";
import type { TestMerchant, TestWorld } from "../server/testing/world.ts";
import { createLinks } from "./demo-links.ts";

/** A demo shop after two weeks of work, identical on every run, with records of every type in every state. */
export interface DemoShop {
  readonly shop: TestMerchant;
  /** A merchant without data. */
  readonly empty: TestMerchant;
  /** The owner, signed in with a second factor. */
  readonly owner: TestUser;
  /** A member of both merchants, without a second factor. */
  readonly newcomer: TestUser;
  /** A user with an authenticator app. */
  readonly guarded: TestUser;
  /** The address of the page that opens an invitation. */
  readonly invitation: string;
  /** The address of each page, including the id of a record of the shop if the page needs one. */
  readonly pages: Readonly<Record<PageName, string>>;
}

/** The time that the clock has in the screenshots. */
export const SHOWN_AT = Date.parse("2027-03-05T10:30:00Z");

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 100;
const DAYS = 13;
// The set-up of authenticator apps advances the clock by minutes. Start this much earlier, so that no record is newer
// than SHOWN_AT.
const EARLIER_MS = 600_000;
const FUNDS = 5_000_000n;
const ACTOR = "kolo: operator";

const PEOPLE = [
  ["Jane Mballa", "677123456"],
  ["Paul Essono", "699000111"],
  ["Aminatou Bello", "677204518"],
  ["Hélène Ngo Bassa", "655310972"],
  ["Serge Talla", "691448203"],
  ["Awa Diallo", "678905126"],
] as const;
const GOODS = ["Two bags of rice", "Cement, 10 bags", "School books", "Sewing machine", "Groceries"];
const REASONS = ["Salary", "Fuel", "Delivery", "Rent of the shop", "Commission"];
/** Numbers whose last six digits select the sandbox's outcome (interface-decisions 34). */
const POOR = "677000001";
const REFUSED = "677000004";
const SLOW = "677000005";

export async function createDemoShop(world: TestWorld): Promise<DemoShop> {
  world.db.advanceClock(SHOWN_AT - EARLIER_MS - DAYS * DAY_MS - Date.now());
  const shop = await world.merchant({ name: "Chez Jeanne", balance: FUNDS });
  const empty = await world.merchant({ name: "Kiosque Bonamoussadi" });
  await setFees(world, shop);
  await createRestrictedKeys(world, shop);
  const owner = await createUser(world, shop, "jane@example.cm", "Jane Mballa", "owner");
  await createUser(world, shop, "paul@example.cm", "Paul Essono", "finance");
  const guarded = await createUser(world, shop, "serge@example.cm", "Serge Talla", "developer");
  const newcomer = await createUser(world, empty, "awa@example.cm", "Awa Diallo", "owner");
  await world.db.engine((tx) =>
    insertMembership(tx, { merchant: shop.id, person: newcomer.id, role: "viewer", created_at: tx.now }),
  );
  await guarded.enrollSecondFactor();
  const secret = await owner.enrollSecondFactor();
  const at = `/merchants/${shop.id}/test`;
  const webhook = await createWebhooks(shop);
  await createRecords(shop);
  for (let day = DAYS; day > 0; day -= 1) {
    await createDay(shop, DAYS - day);
    await world.waitUntilIdle();
    world.db.advanceClock(DAY_MS);
  }
  await world.waitUntilIdle();
  await owner.signIn();
  await expectSuccess(owner.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) }));
  await createDay(shop, DAYS);
  await world.waitUntilIdle();
  const { body } = await expectSuccess(owner.send("POST", `/merchants/${shop.id}/people`, INVITED));
  const bulk = await createBulk(shop);
  await world.waitUntilIdle();
  await expectSuccess(owner.send("PUT", `${at}/approval-rule`, { amount_above: 200_000, every_bulk: true }));
  const pages = await pagePaths(world, shop, webhook, bulk);
  const waiting = await createOpenItems(shop, owner, at);
  await newcomer.signIn();
  return {
    shop,
    empty,
    owner,
    newcomer,
    guarded,
    invitation: new URL(body.url).pathname + new URL(body.url).hash,
    pages: { ...pages, "/approvals/:id": `/approvals/${waiting}` },
  };
}

/** Creates private keys with restricted rights. */
async function createRestrictedKeys(world: TestWorld, { merchant, environment }: TestMerchant): Promise<void> {
  const key_options = { scope: { merchant, environment }, kind: "private", expires_at: null } as const;
  await world.db.engine(async (tx) => {
    const rights = ["transfers:read", "transfers:write", "balance:read"];
    await createKey(tx, { ...key_options, name: "Payroll", rights, addresses: ["203.0.113.7"] }, ACTOR);
    await createKey(
      tx,
      { ...key_options, name: "Accounting", rights: ["payments:read", "refunds:read", "events:read"] },
      ACTOR,
    );
  });
}

const INVITED = { email: "aminatou@example.cm", role: "support" };

async function expectSuccess<Answer extends { readonly status: number; readonly text: string }>(
  sent: Promise<Answer>,
): Promise<Answer> {
  const answer = await sent;
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

async function setFees(world: TestWorld, { id, environment }: TestMerchant): Promise<void> {
  const fee_defaults = { merchant: id, environment, channel: "*", fixed: 0n, minimum: 25n };
  await world.db.engine(async (tx) => {
    await setFee(tx, { ...fee_defaults, kind: "collect", percent_bp: 150, maximum: 5_000n }, ACTOR);
    await setFee(tx, { ...fee_defaults, kind: "transfer", percent_bp: 50, maximum: 2_500n }, ACTOR);
    await setFee(tx, { ...fee_defaults, kind: "transfer", channel: "cm.bank", percent_bp: 100, maximum: null }, ACTOR);
  });
}

async function createUser(
  world: TestWorld,
  merchant: TestMerchant,
  email: string,
  name: string,
  role: Role,
): Promise<TestUser> {
  const password = await hashPassword(PASSWORD);
  const { id } = await world.db.engine((tx) =>
    createPerson(tx, { merchant: merchant.id, role, email, name, password }, ACTOR),
  );
  return openTestUser(world, id, email);
}

/** Creates a webhook with a working receiver, and one without. */
async function createWebhooks(shop: TestMerchant): Promise<string> {
  const receiver = await startWebhookReceiver();
  receiver.onRequest(({ event }, response) => {
    const is_refused = event.type === "payment.expired" || event.type === "transfer.failed";
    response.writeHead(is_refused ? 503 : 200).end(is_refused ? "closed for lunch" : "thank you");
  });
  const events = ["payment.complete", "payment.expired", "transfer.complete", "transfer.failed", "refund.complete"];
  const first = await expectSuccess(
    shop.post("/webhooks", { url: receiver.url, events, description: "The shop’s own server" }),
  );
  const quiet = { url: `${receiver.url}/books`, events: ["beneficiary.created"], description: "Bookkeeping" };
  const second = await expectSuccess(shop.post("/webhooks", quiet));
  await expectSuccess(shop.send("PUT", `/webhooks/${second.body.data.id}`, { active: false }));
  return first.body.data.id;
}

async function createRecords(shop: TestMerchant): Promise<void> {
  for (const [index, [name, phone]] of PEOPLE.entries()) {
    const person = {
      name,
      phone,
      email: `${name
        .split(" ")[0]
        ?.normalize("NFD")
        .replace(/[^a-z]/gi, "")}@example.cm`,
    };
    await expectSuccess(shop.post("/customers", person));
    const terms = { country: "CM", currency: "XAF", type: "mobile_money" };
    if (index < 5) await expectSuccess(shop.post("/beneficiaries", { ...person, ...terms }));
  }
  const invoice = { amount: 75_000, currency: "XAF", phone: "677000000", minimum_part: 5_000, reference: "fees-17" };
  const instalments = [25_000, 50_000].map((amount, at) => ({ amount, due_at: `2030-0${4 + at}-30T22:59:00Z` }));
  await expectSuccess(shop.post("/invoices", { ...invoice, instalments, reminders: [-3, 0, 7] }));
}

/** Creates a few payments and transfers. Their number varies by day, and some fail. */
async function createDay(shop: TestMerchant, day: number): Promise<void> {
  const count = 2 + ((day * 7) % 5);
  for (let row = 0; row < count; row += 1) {
    const [, phone] = PEOPLE[(day + row) % PEOPLE.length] ?? PEOPLE[0];
    const reference = `order-${1_000 + day * 10 + row}`;
    const description = GOODS[(day * 3 + row) % GOODS.length];
    const amount = 2_500 + ((day * 13 + row * 29) % 40) * 1_250;
    await expectSuccess(shop.post("/payments", { amount, currency: "XAF", phone, description, reference }));
    const is_left = day % 4 === 3 && row === 0;
    const payer = day % 3 === 2 && row === 1 ? REFUSED : phone;
    if (!is_left) await shop.post(`/payments/${reference}`, { channel: "cm.mobile", phone: payer });
  }
  for (let row = 0; row < 1 + (day % 3); row += 1) {
    const [name, default_phone] = PEOPLE[(day * 2 + row) % PEOPLE.length] ?? PEOPLE[0];
    const phone = day % 5 === 4 && row === 0 ? POOR : default_phone;
    const transfer = { amount: 15_000 + ((day * 5 + row * 3) % 12) * 5_000, currency: "XAF", channel: "cm.mobile" };
    const description = REASONS[(day + row) % REASONS.length];
    const reference = `pay-${200 + day * 3 + row}`;
    await expectSuccess(
      shop.post("/transfers", { ...transfer, description, reference, beneficiary_data: { name, phone } }),
    );
  }
}

async function createBulk(shop: TestMerchant): Promise<string> {
  const transfers = PEOPLE.map(([name, phone], index) => ({
    amount: 60_000 + index * 7_500,
    channel: "cm.mobile",
    reference: `salary-2027-02-${index + 1}`,
    beneficiary_data: { name, phone: index === 4 ? POOR : phone },
  }));
  const { body } = await expectSuccess(
    shop.post("/transfers/bulk", { currency: "XAF", description: "Salaries, February", transfers }),
  );
  return body.bulk_transfer.id;
}

/** Creates the salaries of every month, two days ahead of the last working day; and one that is paused. */
async function createSchedules(shop: TestMerchant): Promise<string> {
  const transfers = PEOPLE.map(([name, phone], index) => ({
    ...{ amount: 60_000 + index * 7_500, channel: "cm.mobile", beneficiary_data: { name, phone } },
  }));
  const monthly = { currency: "XAF", frequency: "monthly", days: [31], time: "09:00", holiday_rule: "before" };
  const { body } = await expectSuccess(
    shop.post("/schedules", { ...monthly, name: "Salaries", days_ahead: 2, reserve_funds: "at_due", transfers }),
  );
  const weekly = { currency: "XAF", frequency: "weekly", days: [5], time: "16:30" };
  const fuel = await expectSuccess(
    shop.post("/schedules", { ...weekly, name: "Fuel of the drivers", transfers: transfers.slice(0, 2) }),
  );
  await expectSuccess(shop.send("PUT", `/schedules/${fuel.body.schedule.id}`, { active: false }));
  return body.schedule.id;
}

/** Creates a bank account and a wallet of the shop, with withdrawals to both, and an account that is not confirmed yet. */
async function createWithdrawals(world: TestWorld, shop: TestMerchant): Promise<{ account: string; id: string }> {
  const own = { name: "Chez Jeanne", country: "CM", currency: "XAF" };
  const register = async (fields: object): Promise<string> => {
    const { body } = await expectSuccess(shop.post("/withdrawal-accounts", { ...own, ...fields }));
    return body.withdrawal_account.id;
  };
  const wallet = await register({ type: "mobile_money", phone: PEOPLE[0][1] });
  // No channel reaches Gabon, so the platform operator pays it through a bank.
  const bank = await register({
    ...{ type: "bank_account", country: "GA", account_number: "40001000010123456789777", bank_code: "40001" },
  });
  for (const id of [wallet, bank]) await expectSuccess(shop.post(`/withdrawal-accounts/${id}/confirm`));
  const account = await register({ type: "mobile_money", phone: PEOPLE[1][1], name: "Paul Essono" });
  await expectSuccess(
    shop.post("/withdrawals", { account: bank, amount: 60_000, description: "Takings of the market" }),
  );
  const fridays = { frequency: "weekly", days: [5], time: "18:00", balance_above: 500_000, balance_left: 100_000 };
  await expectSuccess(shop.send("PUT", "/withdrawal-rules", { account: bank, ...fridays }));
  const weekly = { account: wallet, amount: 45_000, reference: "takings-9", description: "Takings of the week" };
  const { body } = await expectSuccess(shop.post("/withdrawals", weekly));
  await world.waitUntilIdle();
  return { account, id: body.withdrawal.id };
}

/** Books an adjustment in the merchant's favour, and a reversal of it. */
async function correctBalance(world: TestWorld, { merchant, environment }: TestMerchant): Promise<void> {
  const scope = { merchant, environment };
  const order = { as_debt: false, actor: ACTOR, dual_control_above: FUNDS };
  const adjustment = { currency: "XAF", direction: "in", amount: 2_500n, account: "suspense" } as const;
  const { id } = await world.db.engine((tx) =>
    adjustBalance(tx, scope, adjustment, { ...order, reason: "Goodwill", document: "Ticket 88" }),
  );
  await world.db.engine(async (tx) => {
    const entries = await listEntries(tx, scope, { before: null, limit: 5 });
    const entry = entries.find(({ subject }) => subject === id);
    assert.ok(entry, "the adjustment has an entry");
    await reverseEntry(tx, scope, entry.id, { ...order, reason: "Booked twice", document: "BICEC advice 4711" });
  });
}

/** Creates a payment that waits for the payer, and orders that wait for approval. Returns the last one's id. */
async function createOpenItems(shop: TestMerchant, owner: TestUser, at: string): Promise<string> {
  const payment = { amount: 18_500, currency: "XAF", phone: SLOW, description: "Groceries", reference: "order-1190" };
  await expectSuccess(shop.post("/payments", payment));
  await shop.post("/payments/order-1190", { channel: "cm.mobile", phone: SLOW });
  const large = { amount: 450_000, currency: "XAF", channel: "cm.mobile", description: "Rent of the shop" };
  const [name, phone] = PEOPLE[3];
  await expectSuccess(owner.send("POST", `${at}/transfers/lookup`, { channel: large.channel, phone }));
  for (let time = 0; time < 2; time += 1) {
    await expectSuccess(owner.send("POST", `${at}/transfers`, { ...large, beneficiary_data: { name, phone } }));
  }
  const transfers = PEOPLE.slice(0, 3).map(([recipient_name, number]) => ({
    ...{ amount: 12_000, channel: "cm.mobile", beneficiary_data: { name: recipient_name, phone: number } },
  }));
  const bulk = { currency: "XAF", description: "Fuel, March", transfers };
  return (await expectSuccess(shop.post("/transfers/bulk", bulk))).body.bulk_transfer.id;
}

/** Returns the address of each page, with the id of a record that has content. */
async function pagePaths(
  world: TestWorld,
  shop: TestMerchant,
  webhook: string,
  bulk: string,
): Promise<Omit<DemoShop["pages"], "/approvals/:id">> {
  const first = async (path: string): Promise<string> => (await shop.get(path)).body.items[0].id;
  const payment = await first("/payments?status=complete");
  await expectSuccess(shop.post("/refunds", { payment, amount: 2_500, reason: "One item was sold out" }));
  await world.waitUntilIdle();
  const [beneficiary, customer] = [await first("/beneficiaries"), await first("/customers")];
  const delivery = await first(`/webhooks/${webhook}/deliveries?type=transfer.failed`);
  const recordPath = (path: string, id: string) => `${path}/${id}`;
  const withdrawal = await createWithdrawals(world, shop);
  const link = await createLinks(world, shop);
  await correctBalance(world, shop);
  await holdPartFor(world, shop);
  return {
    ...FIXED_PAGES,
    "/payments/:id": recordPath("/payments", payment),
    "/payment-links/:id": recordPath("/payment-links", link),
    "/payment-links/:id/edit": `/payment-links/${link}/edit`,
    "/invoices/:id": recordPath("/invoices", await first("/invoices")),
    "/refunds/:id": recordPath("/refunds", await first("/refunds")),
    "/customers/:id": recordPath("/customers", customer),
    "/customers/:id/edit": `/customers/${customer}/edit`,
    "/transfers/:id": recordPath("/transfers", await first("/transfers?status=complete")),
    "/bulk/:id": recordPath("/bulk", bulk),
    "/schedules/:id": recordPath("/schedules", await createSchedules(shop)),
    "/withdrawals/:id": recordPath("/withdrawals", withdrawal.id),
    "/withdrawal-accounts/:id": recordPath("/withdrawal-accounts", withdrawal.account),
    "/beneficiaries/:id": recordPath("/beneficiaries", beneficiary),
    "/beneficiaries/:id/edit": `/beneficiaries/${beneficiary}/edit`,
    "/webhooks/:id": recordPath("/webhooks", webhook),
    "/webhooks/:id/edit": `/webhooks/${webhook}/edit`,
    "/webhooks/:id/deliveries/:delivery": `/webhooks/${webhook}/deliveries/${delivery}`,
    "/events/:id": recordPath("/events", await first("/events")),
    "/developers/requests/:id": recordPath("/developers/requests", await waitForLoggedRequest(world, shop)),
  };
}

/** Waits for the latest entry of the request log, which is written a moment after the answer. */
async function waitForLoggedRequest(world: TestWorld, shop: TestMerchant): Promise<string> {
  for (;;) {
    const [row] = await world.rows(`select id from request_log where merchant = '${shop.id}' order by id desc limit 1`);
    if (row) return String(row.id);
    await sleep(POLL_INTERVAL_MS);
  }
}

const FIXED_PAGES: Readonly<Record<Exclude<PageName, `${string}:${string}`>, string>> = {
  "/": "",
  "/payments": "/payments",
  "/payments/new": "/payments/new",
  "/payment-links": "/payment-links",
  "/payment-links/new": "/payment-links/new",
  "/invoices": "/invoices",
  "/invoices/new": "/invoices/new",
  "/received-parts": "/received-parts",
  "/refunds": "/refunds",
  "/customers": "/customers",
  "/customers/new": "/customers/new",
  "/transfers": "/transfers",
  "/transfers/new": "/transfers/new",
  "/bulk": "/bulk",
  "/bulk/new": "/bulk/new",
  "/schedules": "/schedules",
  "/schedules/new": "/schedules/new",
  "/withdrawals": "/withdrawals",
  "/withdrawals/new": "/withdrawals/new",
  "/withdrawals/automatic": "/withdrawals/automatic",
  "/withdrawal-accounts": "/withdrawal-accounts",
  "/withdrawal-accounts/new": "/withdrawal-accounts/new",
  "/approvals": "/approvals",
  "/beneficiaries": "/beneficiaries",
  "/beneficiaries/new": "/beneficiaries/new",
  "/balance": "/balance",
  "/statements": "/statements",
  "/corrections": "/corrections",
  "/fees": "/fees",
  "/limits": "/limits",
  "/webhooks": "/webhooks",
  "/webhooks/new": "/webhooks/new",
  "/events": "/events",
  "/developers": "/developers",
  "/developers/requests": "/developers/requests",
  "/connections": "/connections",
  "/business": "/business",
  "/people": "/people",
  "/security": "/security",
  "/notifications": "/notifications",
  "/log": "/log",
};
