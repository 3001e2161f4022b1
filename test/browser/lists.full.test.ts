import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { transferOrderTo } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

// Longer than the search field's delay after the last key, in milliseconds.
const TYPED_MS = 600;

describe("the dashboard's lists", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const person = await createTestUser(world, shop.id, "owner");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;
  for (let row = 0; row < 12; row += 1) {
    await shop.post("/transfers", { ...transferOrderTo(String(100_000 + row)), reference: `salary-${row}` });
  }
  await world.waitUntilIdle();

  it("a cleared search stays cleared, and later input starts a new search", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("/transfers"));
    await page.getByRole("searchbox").fill("salary-7");
    await page.waitForURL(/search=salary-7/);
    await page.getByRole("link", { name: "Clear filters" }).first().click();
    await page.waitForTimeout(TYPED_MS);
    assert.equal(new URL(page.url()).search, "");
    assert.equal(await page.getByRole("searchbox").inputValue(), "");
    await page.getByRole("searchbox").fill("salary-3");
    await page.waitForURL(/search=salary-3/);
    await visitor.close();
  });

  it("a list with channels loads the catalogue once for all rows and shows no id instead of a name", async () => {
    const visitor = await openSignedIn(world, person);
    const { page, requests } = visitor;
    await page.route("**/channels", async (route) => {
      await new Promise((done) => setTimeout(done, TYPED_MS));
      await route.continue();
    });
    const before = requests.length;
    await page.goto(at("/transfers"));
    await page.locator(".row-link").first().waitFor();
    assert.equal(await page.getByText("cm.mtn", { exact: true }).count(), 0);
    await page.getByRole("cell", { name: /MTN/ }).first().waitFor();
    // Twice at most: every read is repeated when the stream of changes starts.
    const reads = requests.slice(before).filter((url) => url.endsWith("/channels")).length;
    assert.ok(reads >= 1 && reads <= 2, `${reads} reads`);
    await visitor.close();
  });

  it("relative times are updated, also on records that no longer change", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.clock.install();
    await page.goto(at("/transfers"));
    await page.locator(".row-link").first().click();
    await page.locator(".facts time").first().waitFor();
    await page.clock.fastForward("12:00");
    await page
      .locator(".facts time", { hasText: /^1[2-5] min\. ago$/ })
      .first()
      .waitFor({ timeout: 5_000 });
    await visitor.close();
  });

  it("a past time is not shown as a future one if the phone's clock is slow", async () => {
    const visitor = await openSignedIn(world, person, "fr", 360);
    const { page } = visitor;
    await page.clock.setFixedTime(Date.now() - 3 * 60_000);
    await page.goto(at("/transfers"));
    const times = page.locator(".row-link >> xpath=ancestor::tr").locator("time");
    await times.first().waitFor();
    assert.deepEqual(new Set(await times.allInnerTexts()), new Set(["maintenant"]));
    await visitor.close();
  });

  it("rows and payment details show linked payee names, loaded with one request", async () => {
    const visitor = await openSignedIn(world, person);
    const { page, requests } = visitor;
    const { transaction } = (
      await shop.post("/payments", { amount: 900, currency: "XAF", phone: "677123456", name: "Ama Owusu" })
    ).body;
    const before = requests.length;
    await page.goto(at("/transfers"));
    await page.getByRole("cell", { name: "Jane" }).nth(11).waitFor();
    // The request is repeated if the stream of live updates connects after it.
    assert.equal(new Set(requests.slice(before).filter((url) => url.includes("/names?"))).size, 1);
    await visitor.inspect();
    await page.getByRole("cell", { name: "Jane" }).first().getByRole("link").click();
    await page.waitForURL(/\/beneficiaries\/ben_/);
    await page.goto(at("/payments"));
    await page.getByRole("cell", { name: "Ama Owusu" }).waitFor();
    await page.goto(at(`/payments/${transaction.id}`));
    await page.locator(".facts").getByRole("link", { name: "Ama Owusu" }).click();
    await page.waitForURL(/\/customers\/cus_/);
    await page.locator(".party-id").getByText(transaction.customer).waitFor();
    await visitor.close();
  });

  it("each row on a phone identifies its payee, and a selected column is shown", async () => {
    const visitor = await openSignedIn(world, person, "en", 375);
    const { page } = visitor;
    await page.goto(at("/transfers"));
    await page.locator("td:first-child", { hasText: "Jane" }).nth(11).waitFor();
    assert.equal(await page.getByRole("columnheader", { name: "Reference" }).count(), 0);
    await page.getByText("Columns", { exact: true }).click();
    const box = page.getByRole("checkbox", { name: "Reference", exact: true });
    assert.equal(await box.isChecked(), false);
    await box.check();
    await page.getByRole("columnheader", { name: "Reference" }).waitFor();
    await page.getByText("salary-3", { exact: true }).waitFor();
    await visitor.inspect();
    await visitor.close();
  });

  it("the column menu closes with Escape and with a press outside", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("/transfers"));
    const button = page.getByText("Columns", { exact: true });
    const box = page.getByRole("checkbox", { name: "Fee", exact: true });
    await button.click();
    await box.check();
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate("document.activeElement.tagName"), "SUMMARY");
    await button.click();
    await box.waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await box.waitFor({ state: "hidden" });
    await visitor.close();
  });

  it("the back link of a record opens the filtered list, or the whole list without one", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    const back = page.getByRole("link", { name: "← Transfers" });
    await page.goto(at("/transfers?search=salary-7"));
    await page.locator(".row-link").first().click();
    await page.waitForURL(/trf_/);
    await page.reload();
    await back.click();
    await page.waitForURL(/\/transfers\?search=salary-7$/);
    const href = (await page.locator(".row-link").first().getAttribute("href")) ?? "";
    await page.goto(`${world.url}${href}`);
    await back.click();
    await page.waitForURL(/\/transfers$/);
    await visitor.close();
  });

  it("a page past the end shows a message, and links to the first page with the same filters", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("/transfers?status=complete&page=99"));
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await page.getByText("Nothing here yet").count(), 0);
    await visitor.inspect();
    await page.getByRole("link", { name: "To the first page" }).click();
    await page.locator(".row-link").first().waitFor();
    assert.equal(new URL(page.url()).search, "?status=complete");
    await visitor.close();
  });

  it("the focus ring of a row does not touch its text or widen the window", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("/transfers"));
    await page.locator(".row-link").first().waitFor();
    await page.keyboard.press("j");
    await page.locator(".row-link:focus").waitFor();
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement, "::after").left'), "-8px");
    const wider = await page
      .locator(".table-frame")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(wider, 0);
    await visitor.inspect();
    await visitor.close();
  });
});
