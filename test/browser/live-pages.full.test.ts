import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { PAGES, type PageName } from "#dashboard/src/app/pages.ts";
import { setFee } from "#server/resources/fees/set.ts";
import { completePayment, postPayment } from "#server/testing/payments.ts";
import { createTestUser, currentTotpCode, openTestUser } from "#server/testing/users.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { startTestWorld, type TestResponse } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

/**
 * The time within which an open page must show a colleague's change. It takes less than two seconds on an idle machine;
 * a loaded one gets more. Without the stream, the next poll comes after 15 seconds at the earliest.
 */
const SHOWN_WITHIN_MS = 5_000;

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
  const cases = await allPages();
  for (const name of PAGES) {
    const live_page = cases.pages[name];
    it(`${name}: ${typeof live_page === "string" ? live_page : "shows a colleague's change through the stream"}`, async () => {
      if (typeof live_page !== "string") await cases.follow(name, live_page);
    });
  }
});

/** Starts one service and one browser for all pages. The colleague uses the API or another session. */
async function allPages() {
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
    "/payment-links/:id": {
      path: `/payment-links/${link}`,
      act: async () => {
        await sent(shop.send("DELETE", `/payment-links/${link}`));
        return "Inactive";
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
    "/approvals": {
      act: async () => {
        const name = fresh("Paul");
        const beneficiary_data = { ...payee, name };
        await sent(maker.send("POST", at("/transfers"), { ...waiting_order, beneficiary_data }));
        return name;
      },
    },
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
    "/log": {
      act: async () => {
        count += 1;
        const range = `203.0.113.${count}`;
        await sent(owner.send("POST", at("/addresses"), { range }));
        return range;
      },
    },
  };
  const visitor = await openSignedIn(world, viewer);
  const { page } = visitor;
  const in_flight = new Set<object>();
  const isRead = (url: string): boolean => url.includes("/dashboard/api/") && !url.endsWith("/changes");
  page.on("request", (request) => isRead(request.url()) && in_flight.add(request));
  page.on("requestfinished", (request) => in_flight.delete(request));
  page.on("requestfailed", (request) => in_flight.delete(request));
  const start = `/dashboard/test/${shop.id}`;
  await page.goto(`${world.url}${start}/customers`);
  // The stream reports only changes after its first poll, so repeat the change until the page shows it.
  await page.locator("h1").waitFor();
  const name = fresh("First");
  for (let attempt = 0; (await page.getByText(name).count()) === 0; attempt += 1) {
    if (attempt % 10 === 0) await sent(shop.post("/customers", { ...person, name }));
    assert.ok(attempt < 100, "the stream is open");
    await page.waitForTimeout(100);
  }
  return {
    pages,
    async follow(page_name: PageName, { path = page_name, act, appears }: LivePage): Promise<void> {
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
      const shown = appears ? appears(page) : page.getByText(text).first();
      await shown.waitFor({ timeout: SHOWN_WITHIN_MS });
    },
  };
}
