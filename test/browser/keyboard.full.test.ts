import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createTestUser, currentTotpCode, PASSWORD } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn, openVisitor } from "./visitor.ts";

describe("the dashboard by keyboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  /** Returns the field name, the accessible name or the text of the focused element. */
  const focused = (page: Page): Promise<unknown> =>
    page.evaluate(
      "(({ name, ariaLabel, textContent }) => name || ariaLabel || textContent)(document.activeElement ?? document.body)",
    );

  it("the second step of the sign-in focuses its field", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    world.db.advanceClock(60_000);
    const visitor = await openVisitor("en");
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard`);
    await page.getByLabel(/e-mail/i).fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await visitor.waitForHeading("Enter the code");
    await page.keyboard.type(await currentTotpCode(world, secret));
    await page.keyboard.press("Enter");
    await page.locator("h1:focus", { hasText: "Overview" }).waitFor();
    await visitor.close();
  });

  it("Escape closes the drawer and returns the focus; a page opened from it takes the focus", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "owner"));
    const { page } = visitor;
    await page.goto(at(""));
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.press("Enter");
    await page.locator("button[aria-expanded=true]").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.notEqual(await focused(page), "Close");
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "Menu");
    await menu.press("Enter");
    await page.getByRole("link", { name: "Overview" }).press("Enter");
    assert.equal(await focused(page), "Menu");
    await menu.press("Enter");
    await page.getByRole("link", { name: "Customers" }).press("Enter");
    await page.locator("h1:focus", { hasText: "Customers" }).waitFor();
    await visitor.close();
  });

  it("the focus moves to the result of a check, and back to the form", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"));
    const { page } = visitor;
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Name").fill("Awa Diallo");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByLabel("Amount").fill("500");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send XAF 500" }).waitFor();
    await page.locator("h2:focus").waitFor();
    await page.getByRole("button", { name: "Change" }).press("Enter");
    await page.locator("h1:focus", { hasText: "Send a transfer" }).waitFor();
    await visitor.close();
  });

  it("the first wrong cell of a spreadsheet gets the focus, and then the review", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"));
    const { page } = visitor;
    await page.goto(at("/bulk/new"));
    const buffer = Buffer.from(["name,phone,amount", "Awa,677123456,500", "Wrong,12,500"].join("\n"));
    await page.getByLabel("File").setInputFiles({ name: "salaries.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check", exact: true }).press("Enter");
    await page.locator(".corrections input:focus").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("677123457");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Send 2 transfers/ }).waitFor();
    await page.locator("#preview:focus").waitFor();
    await visitor.close();
  });

  it("a wrong field in a collapsed section is opened, and an error of the whole form scrolls into view", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "developer"));
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 500 });
    await page.goto(at("/webhooks/new"));
    await page.getByLabel("Address").fill("https://example.com/hook");
    await page.getByRole("checkbox", { name: "Customers" }).check();
    const limits = page.locator("main details");
    await limits.locator("summary").click();
    await page.locator("input[name=rate_limit]").fill("none");
    await limits.locator("summary").click();
    const create = page.getByRole("button", { name: "Create a webhook" });
    await create.press("Enter");
    await page.locator("input[name=rate_limit]:focus").waitFor();
    const label = await page.getByText("Requests a second at most (optional)").boundingBox();
    assert.ok(label !== null && label.y >= 28, "its label is not under the bar");
    // More digits than a number can hold: JSON would have null, which keeps the limit of before.
    await page.locator("input[name=rate_limit]").fill("9".repeat(400));
    await create.press("Enter");
    await page.locator("input[name=rate_limit]:focus").waitFor();
    await page.locator("input[name=rate_limit]").fill("");
    await page.route("**/test/webhooks", (route) => route.abort());
    await create.press("Enter");
    const notice = page.getByText(/^No connection/);
    await notice.waitFor();
    const fromTop = async (): Promise<number> =>
      Number(await notice.evaluate("document.querySelector('.notice-bad').getBoundingClientRect().top"));
    // The page scrolls a moment after the notice appears.
    for (let look = 0; look < 100 && (await fromTop()) < 28; look += 1) await page.waitForTimeout(20);
    const top = await fromTop();
    assert.ok(top >= 28 && top < 500, `${top} px from the top`);
    await page.unroute("**/test/webhooks");
    await create.press("Enter");
    await page.getByText(/^whsec_/).waitFor();
    await page.locator("h1:focus", { hasText: "Create a webhook" }).waitFor();
    await visitor.close();
  });

  it("a menu closes when the focus leaves it", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "owner"));
    const { page } = visitor;
    await shop.post("/customers", { name: "Ama Owusu", email: "ama@example.cm" });
    await page.goto(at("/customers"));
    await page.getByText("Ama Owusu").first().waitFor();
    const menu = page.locator("details.menu");
    await menu.locator("summary").press("Enter");
    const last = menu.getByRole("checkbox").last();
    await last.focus();
    assert.equal(await menu.getAttribute("open"), "");
    await page.keyboard.press("Tab");
    assert.equal(await menu.getAttribute("open"), null);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("one search finds a payment by four digits of its payer's number, and the pages by their names", async () => {
    const payment = { amount: 5_000, currency: "XAF", name: "Hélène Ngo", phone: "677448812", reference: "order-88" };
    const made = await shop.post("/payments", payment);
    assert.equal(made.status, 201, made.text);
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "support"));
    const { page } = visitor;
    await page.goto(at(""));
    await visitor.waitForHeading("Overview");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("4881");
    await page.locator(".find-result", { hasText: "order-88" }).waitFor();
    await visitor.inspect();
    await page.keyboard.press("ArrowDown");
    assert.match(String(await focused(page)), /Hélène Ngo/, "the customer is the first result");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(at(`/payments/${made.body.transaction.id}`));
    await page.keyboard.press("/");
    await page.keyboard.type("helene");
    await page.locator(".find-result", { hasText: "Hélène Ngo" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".find").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("payment li");
    await page.keyboard.press("Enter");
    await visitor.waitForHeading("Payment links");
    await visitor.close();
  });
});
