import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { OPERATOR_PAGES, type OperatorPageName, PAGES, type PageName } from "#dashboard/src/app/pages.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { allowAddress } from "#server/resources/addresses/allow.ts";
import { adjustBalance } from "#server/resources/corrections/adjust.ts";
import { setFee } from "#server/resources/fees/set.ts";
import { grantPlatformOperator } from "#server/resources/platform-operators/grant.ts";
import { pauseChannel } from "#server/resources/platform-operators/pause.ts";
import { resolveLine } from "#server/resources/reconciliation/resolve-line.ts";
import { resolveReview } from "#server/resources/review/resolve.ts";
import { startByBank } from "#server/resources/withdrawals/by-bank.ts";
import { connectFakeNetworks } from "#server/testing/fake-networks.ts";
import { completePayment, holdPartFor, postPayment } from "#server/testing/payments.ts";
import { createReviewCase, importSurplusStatement } from "#server/testing/review-cases.ts";
import { createTestUser, currentTotpCode, openTestUser, type TestUser } from "#server/testing/users.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { startTestWorld, type TestResponse, type TestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

/**
 * The time within which an open page must show a colleague's change, from the answer to the colleague. The time in which
 * this process, with the service and the test in it, waits for a processor does not count: other programs cause it.
 * Without the stream, the next poll comes after 20 seconds.
 */
const SHOWN_WITHIN_MS = 2_000;
const GIVE_UP_MS = 15_000;

/** The milliseconds that this process's main thread has waited for a processor; 0 where the system does not count them. */
function waitedMs(): number {
  if (process.platform !== "linux") return 0;
  const [, waited_ns = 0] = readFileSync("/proc/self/schedstat", "utf8").split(" ").map(Number);
  return waited_ns / 1e6;
}

/** A page, and an action of a colleague that changes what it shows. */
interface LivePage {
  /** The page's path below the merchant and environment; by default the page's name. */
  readonly path?: string;
  /** Runs the action. Returns the text that the page must then show. */
  act(): Promise<string>;
  /** Returns the element that must appear, if it is not the returned text. */
  readonly appears?: (page: Page) => Locator;
}

/** The reason why a page has no live updates. */
type FixedPage = "a form: it keeps what the user typed" | "its record never changes";

const FORM = "a form: it keeps what the user typed";
const FIXED = "its record never changes";

describe("two people have the dashboard open", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const cases = await merchantPages();
  for (const name of PAGES) {
    const live_page = cases.pages[name];
    it(`${name}: ${typeof live_page === "string" ? live_page : "shows a colleague's change within two seconds"}`, async () => {
      if (typeof live_page !== "string") await cases.follow(name, live_page);
    });
  }

  it("/webhooks/:id: shows within two seconds that the webhook recovers by itself", async () => {
    await cases.follow("/webhooks/:id", cases.recovery);
  });
});

describe("two platform operators have their pages open", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const cases = await operatorPages();
  for (const name of OPERATOR_PAGES) {
    it(`${name}: shows a colleague's change within two seconds`, async () => cases.follow(name, cases.pages[name]));
  }
});

/** Opens an area of the dashboard, and returns the function that shows a page, acts, and waits for the change. */
async function openArea(world: TestWorld, person: TestUser, start: string) {
  const { page } = await openSignedIn(world, person);
  const in_flight = new Set<object>();
  const isRead = (url: string): boolean => url.includes("/dashboard/api/") && !/\/changes(\?|$)/.test(url);
  page.on("request", (request) => isRead(request.url()) && in_flight.add(request));
  page.on("requestfinished", (request) => in_flight.delete(request));
  page.on("requestfailed", (request) => in_flight.delete(request));
  await page.goto(`${world.url}${start}`);
  await page.locator("h1").waitFor();
  return {
    async follow(page_name: string, { path = page_name, act, appears }: LivePage): Promise<void> {
      // Navigate inside the dashboard, so that the stream stays open.
      const to = JSON.stringify(`${start}${path === "/" ? "" : path}`);
      await page.evaluate(`history.pushState({}, "", ${to}); dispatchEvent(new PopStateEvent("popstate"))`);
      await page.locator("h1").waitFor();
      for (let attempt = 0; in_flight.size > 0 || (await page.locator(".skeleton").count()) > 0; attempt += 1) {
        assert.ok(attempt < 100, `${page_name} loads`);
        await page.waitForTimeout(50);
      }
      if (appears) assert.equal(await appears(page).count(), 0, `${page_name} does not show it before`);
      const text = await act();
      const [acted_at_ms, waited_before_ms] = [performance.now(), waitedMs()];
      const shown = appears ? appears(page) : page.getByText(text).first();
      await shown.waitFor({ timeout: GIVE_UP_MS });
      const [took_ms, waited_ms] = [performance.now() - acted_at_ms, waitedMs() - waited_before_ms];
      assert.ok(
        took_ms - waited_ms <= SHOWN_WITHIN_MS,
        `after ${took_ms} ms, with ${waited_ms} ms without a processor`,
      );
    },
  };
}

/** The pages of a merchant's people. The colleague uses the API or another session. */
async function merchantPages() {
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 5_000_000n });
  const partner = await world.merchant({ name: "Kiosque Bonamoussadi" });
  const [viewer, owner, maker] = [
    await createTestUser(world, shop.id, "owner"),
    await createTestUser(world, shop.id, "owner"),
    await createTestUser(world, shop.id, "finance"),
  ];
  const secret = await viewer.enrollSecondFactor();
  await owner.enrollSecondFactor();
  await maker.signIn();
  const receiver = await startWebhookReceiver();
  receiver.onRequest((_, response) => response.writeHead(500).end("closed"));
  const business = `/merchants/${shop.id}`;
  const at = (path: string): string => `${business}/test${path}`;
  let count = 0;
  /** Returns a new text that no page shows yet. */
  const fresh = (word: string): string => {
    count += 1;
    return `${word}-${count}`;
  };
  async function sent(answer: Promise<TestResponse>) {
    const { status, body, text } = await answer;
    assert.ok(status < 300, text);
    return body;
  }
  await sent(owner.send("PUT", at("/approval-rule"), { amount_above: 100_000, every_bulk: true }));
  const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn" };
  const payee = { name: "Jane Mballa", phone: "677123456" };
  const postTransfer = (fields: object = {}) =>
    sent(shop.post("/transfers", { ...order, beneficiary_data: payee, ...fields }));
  /** An order of this maker above the rule's amount, so that it waits for a second person. */
  const waiting_order = { ...order, amount: 150_000, beneficiary_data: payee };
  const waiting = {
    transfer: (await sent(maker.send("POST", at("/transfers"), waiting_order))).transfer.id,
    other_transfer: (await sent(maker.send("POST", at("/transfers"), waiting_order))).transfer.id,
    bulk: (
      await sent(
        maker.send("POST", at("/transfers/bulk"), {
          currency: "XAF",
          transfers: [{ ...order, beneficiary_data: payee }],
        }),
      )
    ).bulk_transfer.id,
    refund: (
      await sent(
        maker.send("POST", at("/refunds"), { payment: await completePayment(world, shop, 200_000), amount: 150_000 }),
      )
    ).refund.id,
  };
  async function reject(id: string): Promise<string> {
    const reason = fresh("Too early");
    await sent(owner.send("POST", at(`/approvals/${id}/reject`), { reason }));
    return reason;
  }
  const payment: string = (await postPayment(shop)).id;
  const bill = { amount: 5_000, currency: "XAF", phone: "677123456", due_at: "2030-01-01T00:00:00Z" };
  const postInvoice = async () => (await sent(shop.post("/invoices", { ...bill, reference: fresh("bill") }))).invoice;
  const invoice: string = (await postInvoice()).id;
  const link: string = (await sent(shop.post("/payment-links", { name: "Stall", currency: "XAF" }))).payment_link.id;
  const person = { email: "ama@example.cm", phone: "677123456" };
  const customer: string = (await sent(shop.post("/customers", { ...person, name: "Ama" }))).customer.id;
  const new_beneficiary = { ...payee, country: "CM", currency: "XAF", type: "mobile_money" };
  const beneficiary: string = (await sent(shop.post("/beneficiaries", new_beneficiary))).beneficiary.id;
  const hook = { url: receiver.url, events: ["webhook.test", "customer.deleted"] };
  const webhook: string = (await sent(shop.post("/webhooks", hook))).data.id;
  const other_webhook: string = (await sent(shop.post("/webhooks", { ...hook, url: `${receiver.url}/other` }))).data.id;
  const gone: string = (await sent(shop.post("/customers", { ...person, name: "Gone" }))).customer.id;
  await sent(shop.send("DELETE", `/customers/${gone}`));
  await world.waitUntilIdle();
  const [delivery] = (await sent(shop.get(`/webhooks/${webhook}/deliveries`))).items;
  const rename = async (path: string): Promise<string> => {
    const name = fresh("Renamed");
    await sent(shop.send("PUT", path, { name }));
    return name;
  };
  const postSchedule = async (name: string) => {
    const transfers = [{ amount: 1_000, channel: "cm.mtn", beneficiary_data: payee }];
    const timing = { frequency: "monthly", days: [28], time: "09:00" };
    return (await sent(shop.post("/schedules", { name, currency: "XAF", ...timing, transfers }))).schedule;
  };
  const schedule: string = (await postSchedule("Fuel")).id;
  const postAccount = async (name: string): Promise<string> => {
    const account = { type: "mobile_money", name, country: "CM", currency: "XAF", phone: "677123456" };
    return (await sent(shop.post("/withdrawal-accounts", account))).withdrawal_account.id;
  };
  const [account, other_account] = [await postAccount("Chez Jeanne"), await postAccount("Chez Jeanne")];
  await sent(shop.post(`/withdrawal-accounts/${account}/confirm`));
  /** Above the rule's amount, so that it waits for a second person. */
  const waiting_withdrawal: string = (await sent(maker.send("POST", at("/withdrawals"), { account, amount: 150_000 })))
    .withdrawal.id;
  const afterTransfer = async (): Promise<string> => {
    await postTransfer();
    return (await shop.balance()).available.toLocaleString("en");
  };
  const pages: Readonly<Record<PageName, LivePage | FixedPage>> = {
    "/": { act: afterTransfer },
    "/payments": { act: async () => (await postPayment(shop, { reference: fresh("order") })).reference },
    "/payments/new": FORM,
    "/payments/:id": {
      path: `/payments/${payment}`,
      act: async () => {
        await sent(shop.send("DELETE", `/payments/${payment}`));
        return "Canceled";
      },
    },
    "/payment-links": {
      act: async () =>
        (await sent(shop.post("/payment-links", { name: fresh("Link"), currency: "XAF" }))).payment_link.name,
    },
    "/payment-links/new": FORM,
    "/payment-links/:id/edit": FORM,
    "/payment-links/:id": {
      path: `/payment-links/${link}`,
      act: async () => {
        await sent(shop.send("DELETE", `/payment-links/${link}`));
        return "Inactive";
      },
    },
    "/invoices": { act: async () => (await postInvoice()).reference },
    "/invoices/:id": {
      path: `/invoices/${invoice}`,
      act: async () => {
        await sent(shop.send("DELETE", `/invoices/${invoice}`));
        return "Canceled";
      },
    },
    "/invoices/new": FORM,
    "/received-parts": {
      act: async () => {
        const name = fresh("Market");
        await holdPartFor(world, shop, name);
        return name;
      },
    },
    "/refunds": {
      act: async () => {
        const reason = fresh("Sold out");
        await sent(shop.post("/refunds", { payment: await completePayment(world, shop), amount: 500, reason }));
        return reason;
      },
    },
    "/refunds/:id": { path: `/refunds/${waiting.refund}`, act: () => reject(waiting.refund) },
    "/customers": {
      act: async () => (await sent(shop.post("/customers", { ...person, name: fresh("Customer") }))).customer.name,
    },
    "/customers/new": FORM,
    "/customers/:id": { path: `/customers/${customer}`, act: () => rename(`/customers/${customer}`) },
    "/customers/:id/edit": FORM,
    "/transfers": { act: async () => (await postTransfer({ reference: fresh("salary") })).transfer.reference },
    "/transfers/new": FORM,
    "/transfers/:id": { path: `/transfers/${waiting.transfer}`, act: () => reject(waiting.transfer) },
    "/bulk": {
      act: async () => {
        const description = fresh("Salaries");
        const transfers = [{ ...order, beneficiary_data: payee }];
        await sent(shop.post("/transfers/bulk", { currency: "XAF", description, transfers }));
        return description;
      },
    },
    "/bulk/new": FORM,
    "/schedules": { act: async () => (await postSchedule(fresh("Salaries"))).name },
    "/schedules/new": FORM,
    "/schedules/:id": { path: `/schedules/${schedule}`, act: () => rename(`/schedules/${schedule}`) },
    "/bulk/:id": { path: `/bulk/${waiting.bulk}`, act: () => reject(waiting.bulk) },
    "/withdrawals": {
      act: async () =>
        (await sent(shop.post("/withdrawals", { account, amount: 500, reference: fresh("takings") }))).withdrawal
          .reference,
    },
    "/withdrawals/new": FORM,
    "/withdrawals/automatic": {
      act: async () => {
        const rule = { account, frequency: "daily", time: "18:00", balance_left: 7_777 };
        await sent(shop.send("PUT", "/withdrawal-rules", rule));
        return "XAF 7,777";
      },
    },
    "/withdrawals/:id": { path: `/withdrawals/${waiting_withdrawal}`, act: () => reject(waiting_withdrawal) },
    "/withdrawal-accounts": {
      act: async () => {
        const name = fresh("Stall");
        await postAccount(name);
        return name;
      },
    },
    "/withdrawal-accounts/new": FORM,
    "/withdrawal-accounts/:id": {
      path: `/withdrawal-accounts/${other_account}`,
      act: async () => {
        await sent(shop.post(`/withdrawal-accounts/${other_account}/confirm`));
        return "Active";
      },
    },
    "/approvals": {
      act: async () => {
        const name = fresh("Paul");
        const beneficiary_data = { ...payee, name };
        await sent(maker.send("POST", at("/transfers"), { ...waiting_order, beneficiary_data }));
        return name;
      },
    },
    "/approvals/:id": { path: `/approvals/${waiting.other_transfer}`, act: () => reject(waiting.other_transfer) },
    "/beneficiaries": {
      act: async () =>
        (await sent(shop.post("/beneficiaries", { ...new_beneficiary, name: fresh("Payee") }))).beneficiary.name,
    },
    "/beneficiaries/new": FORM,
    "/beneficiaries/:id": {
      path: `/beneficiaries/${beneficiary}`,
      act: () => rename(`/beneficiaries/${beneficiary}`),
    },
    "/beneficiaries/:id/edit": FORM,
    "/balance": { act: afterTransfer },
    "/statements": {
      act: async () => {
        await postTransfer();
        await world.waitUntilIdle();
        const { statement } = await sent(shop.get("/balance/statement"));
        return statement.closing_balance.toLocaleString("en");
      },
    },
    "/corrections": {
      act: async () => {
        const document = fresh("Ticket");
        const adjustment = { currency: "XAF", direction: "in", amount: 10n, account: "suspense" } as const;
        const order = { reason: "Goodwill", document, as_debt: false, actor: "operator:root", dual_control_above: 0n };
        const scope = { merchant: shop.merchant, environment: shop.environment };
        await world.db.engine((tx) => adjustBalance(tx, scope, adjustment, order));
        return document;
      },
    },
    "/fees": {
      act: async () => {
        const fee = { merchant: shop.id, environment: "test", channel: "*", kind: "collect" } as const;
        await world.db.engine((tx) =>
          setFee(tx, { ...fee, percent_bp: 123, fixed: 0n, minimum: 0n, maximum: null }, "operator:root"),
        );
        return "1.23%";
      },
    },
    "/limits": {
      act: async () => {
        await sent(
          owner.send("PUT", at("/limits"), { applies_to: "payer", period: "month", measure: "count", maximum: 77 }),
        );
        return "77";
      },
    },
    "/webhooks": {
      act: async () => {
        const url = `${receiver.url}/${fresh("hook")}`;
        await sent(shop.post("/webhooks", { url, events: ["webhook.test"] }));
        return url;
      },
    },
    "/webhooks/new": FORM,
    "/webhooks/:id": {
      path: `/webhooks/${other_webhook}`,
      act: async () => {
        await sent(shop.send("PUT", `/webhooks/${other_webhook}`, { active: false }));
        return "Switched off";
      },
    },
    "/webhooks/:id/edit": FORM,
    "/webhooks/:id/deliveries/:delivery": {
      path: `/webhooks/${webhook}/deliveries/${delivery.id}`,
      act: async () => {
        await sent(owner.send("POST", at(`/webhooks/${webhook}/deliveries/${delivery.id}/retry`), {}));
        return "";
      },
      // Selects the attempt made by hand; the earlier attempts follow the retry schedule.
      appears: (page) => page.locator(".attempts").getByText("Made by hand").first(),
    },
    "/events": { act: async () => (await sent(shop.post("/customers", { ...person, name: "Event" }))).customer.id },
    "/events/:id": FIXED,
    "/developers": {
      act: async () => {
        const name = fresh("Payroll");
        await sent(owner.send("POST", at("/keys"), { kind: "private", name }));
        return name;
      },
    },
    "/developers/requests": {
      act: async () => {
        const name = fresh("nobody");
        await shop.get(`/payments/${name}`);
        return name;
      },
    },
    "/developers/requests/:id": FIXED,
    "/connections": {
      act: async () => {
        await sent(owner.send("POST", `${business}/connections`, { merchant: partner.id }));
        return "Kiosque Bonamoussadi";
      },
    },
    "/business": {
      act: async () => {
        await sent(owner.send("PUT", `${business}/time-zone`, { time_zone: "Africa/Nairobi" }));
        return "Africa/Nairobi";
      },
      appears: (page) => page.locator("dd").getByText("Africa/Nairobi"),
    },
    "/people": {
      act: async () => {
        const email = `${fresh("invited").toLowerCase()}@example.cm`;
        await sent(owner.send("POST", `${business}/people`, { email, role: "viewer" }));
        return email.split("@")[0] ?? "";
      },
    },
    "/security": {
      act: async () => {
        const elsewhere = openTestUser(world, viewer.id, viewer.email);
        await elsewhere.signIn();
        // A TOTP code is valid once: advance the clock to the next one.
        world.db.advanceClock(30_000);
        await sent(elsewhere.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) }));
        return "";
      },
      appears: (page) => page.getByRole("button", { name: /^End,/ }).first(),
    },
    "/notifications": {
      act: async () => {
        const elsewhere = openTestUser(world, viewer.id, viewer.email);
        await elsewhere.signIn();
        world.db.advanceClock(30_000);
        await sent(elsewhere.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) }));
        await sent(elsewhere.send("PUT", `${business}/notifications`, { kind: "webhook_failing", by_mail: false }));
        return "";
      },
      appears: (page) => page.locator('input[name="webhook_failing"]:not(:checked)'),
    },
    "/log": {
      act: async () => {
        count += 1;
        const range = `203.0.113.${count}`;
        await sent(owner.send("POST", at("/addresses"), { range }));
        return range;
      },
    },
  };
  const recovery: LivePage = {
    path: `/webhooks/${webhook}`,
    act: async () => {
      receiver.onRequest((_, response) => response.writeHead(200).end());
      const another: string = (await sent(shop.post("/customers", { ...person, name: "Another" }))).customer.id;
      await sent(shop.send("DELETE", `/customers/${another}`));
      return "";
    },
    appears: (page) => page.getByText("Deliveries arrive."),
  };
  return { pages, recovery, ...(await openArea(world, viewer, `/dashboard/test/${shop.id}`)) };
}

/** The pages of the platform operators. The colleague uses the commands or another session. */
async function operatorPages() {
  const world = await startTestWorld();
  const providers = await connectFakeNetworks(world);
  const shop = await world.merchant({ name: "Chez Solange", environment: "live", balance: 50_000n });
  const viewer = await createTestUser(world, shop.id, "viewer");
  const newcomer = await createTestUser(world, shop.id, "viewer");
  const grant = ({ email }: TestUser) =>
    world.db.engine((tx) => grantPlatformOperator(tx, { email, name: null, keeps_account: true }, "operator:root"));
  await grant(viewer);
  const secret = await viewer.enrollSecondFactor();
  const { review } = await createReviewCase(world, providers, shop);
  const statement = await importSurplusStatement(world, 7_000);
  const [account] = await world.rows("select id from provider_accounts where provider = 'mtn'");
  const [line] = await world.rows(`select id from statement_lines where statement = '${statement}'`);
  // Operators' sessions last for hours only, and a review case takes days.
  viewer.cookie = "";
  await viewer.signIn();
  await viewer.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) });
  const addMerchant = async (name: string): Promise<string> => {
    await world.merchant({ name });
    return name;
  };
  const decide = async (actor: string): Promise<string> => {
    const decision = { resolution: "failed", note: "The portal does not know it", needs_two: true } as const;
    await world.db.engine((tx) => resolveReview(tx, review, { ...decision, actor }));
    return "";
  };
  const trader = await world.merchant({ name: "Kiosque Deido", balance: 50_000n });
  const trader_scope = { merchant: trader.id, environment: trader.environment };
  // No channel pays to banks in Gabon, so the platform operator pays it through a bank.
  const bank = { type: "bank_account", name: "Awa Diallo", country: "GA", currency: "XAF", bank_code: "40001" };
  const registered = await trader.post("/withdrawal-accounts", { ...bank, account_number: "40001000010123456789777" });
  const own_account: string = registered.body.withdrawal_account.id;
  await trader.post(`/withdrawal-accounts/${own_account}/confirm`);
  const withdraw = async (amount: number): Promise<string> =>
    (await trader.post("/withdrawals", { account: own_account, amount })).body.withdrawal.id;
  const bank_task = await withdraw(1_234);
  const adjust = (scope: Scope, document: string) => {
    const adjustment = { currency: "XAF", direction: "in", amount: 4_321n, account: "suspense" } as const;
    const order = { reason: "Goodwill", document, as_debt: false, actor: "operator:anna", dual_control_above: 0n };
    return world.db.engine((tx) => adjustBalance(tx, scope, adjustment, order));
  };
  const pages: Readonly<Record<OperatorPageName, LivePage>> = {
    "/merchants/:id/entries": {
      path: `/merchants/${trader.id}/entries?environment=test`,
      act: async () => {
        await adjust(trader_scope, "Ticket 1");
        return "XAF 4,321";
      },
    },
    "/withdrawals": {
      act: async () => {
        await withdraw(2_345);
        return "XAF 2,345";
      },
    },
    "/withdrawals/:id": {
      path: `/withdrawals/${bank_task}`,
      act: async () => {
        await world.db.engine((tx) => startByBank(tx, bank_task, "operator:anna"));
        return "Being paid";
      },
    },
    "/corrections": {
      act: async () => {
        await adjust({ merchant: shop.id, environment: "live" }, "Ticket 2");
        return "Document: Ticket 2";
      },
    },
    "/": { act: () => addMerchant("Kiosque Akwa") },
    "/merchants": { act: () => addMerchant("Kiosque Bonapriso") },
    "/merchants/:id": {
      path: `/merchants/${shop.id}`,
      act: async () => {
        const scope = { merchant: shop.id, environment: "live" } as const;
        await world.db.engine((tx) => allowAddress(tx, scope, "203.0.113.7", null, "operator:anna"));
        return "203.0.113.7";
      },
    },
    "/channels": {
      act: async () => {
        const target = { account: String(account?.id), channel: "cm.mtn" };
        await world.db.engine((tx) => pauseChannel(tx, target, "MTN works on it", "operator:anna"));
        return "MTN works on it";
      },
    },
    "/reviews": {
      act: () => decide("operator:anna"),
      appears: (page) => page.getByText("proposes: The money did not arrive"),
    },
    "/reviews/:id": {
      path: `/reviews/${review}`,
      act: () => decide("operator:berta"),
      appears: (page) => page.locator(".summary").getByText("The money did not arrive, by"),
    },
    "/reconciliation": {
      act: async () => {
        await importSurplusStatement(world, 7_777, "F2");
        return "7,777";
      },
    },
    "/reconciliation/:id": {
      path: `/reconciliation/${statement}`,
      act: async () => {
        const decision = {
          resolution: "ignore",
          note: "Paid by hand",
          actor: "operator:anna",
          merchant: null,
        } as const;
        await world.db.engine((tx) => resolveLine(tx, String(line?.id), decision));
        return "Paid by hand";
      },
    },
    "/log": {
      act: async () => {
        await grant(newcomer);
        return newcomer.email;
      },
    },
    "/security": {
      act: async () => {
        const elsewhere = openTestUser(world, viewer.id, viewer.email);
        await elsewhere.signIn();
        // A TOTP code is valid once: advance the clock to the next one.
        world.db.advanceClock(30_000);
        await elsewhere.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) });
        return "";
      },
      appears: (page) => page.getByRole("button", { name: /^End,/ }).first(),
    },
  };
  return { pages, ...(await openArea(world, viewer, "/dashboard/operator")) };
}
