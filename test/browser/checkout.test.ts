import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MINUTE_MS, openCheckout, payerJourneys, payWith, recordOf, TEXTS } from "./checkout-journeys.ts";
import { NO_BROWSER, openVisitor } from "./visitor.ts";

const FIRST_LOAD_BYTES = 150 * 1_024;

describe("the hosted page", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const payments = await openCheckout();
  const { world, shop, aPayment } = payments;
  payerJourneys(payments, "en", "light");

  const texts = TEXTS.en;

  it("two quick presses charge the payer once", async () => {
    const { id, page } = await aPayment();
    const visitor = await openVisitor("en");
    await visitor.page.goto(page);
    await visitor.page.locator(".sandbox-number").first().click();
    // Two clicks in one JavaScript task, before the browser renders: no user can click faster.
    await visitor.page.evaluate("for (const _ of [1, 2]) document.querySelector('[type=submit]').click()");
    await visitor.waitForHeading(texts.paid);
    const rows = await world.rows(`select count(*) from attempts where subject = '${id}'`);
    assert.equal(Number(rows[0]?.count), 1);
    assert.equal(visitor.posts.length, 1, "one request to pay");
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a payer who returns from the shop with the back button sees the payment and is not redirected", async () => {
    const { page } = await aPayment({ callback: `${shop.url}/thanks?order=back` });
    const visitor = await openVisitor("en");
    await visitor.page.goto(page);
    await payWith(visitor, texts.outcomes.success, texts.pay);
    await visitor.page.getByRole("link", { name: texts.back }).click();
    await visitor.page.waitForURL(/\/thanks/);
    await visitor.page.goBack();
    await visitor.waitForHeading(texts.paid);
    await visitor.page.waitForTimeout(6_500);
    assert.match(visitor.page.url(), /\/pay\//);
    await visitor.close();
  });

  it("back and forward during processing return to the processing step", async () => {
    const { merchant, id, page } = await aPayment();
    const visitor = await openVisitor("en");
    await visitor.page.goto(`${shop.url}/cart`);
    await visitor.page.goto(page);
    await payWith(visitor, texts.outcomes.none, texts.pay);
    await visitor.waitForHeading(texts.confirm);
    await visitor.page.goBack();
    assert.match(visitor.page.url(), /\/cart/);
    await visitor.page.goForward();
    await visitor.waitForHeading(texts.confirm);
    assert.equal((await recordOf(merchant, id)).status, "processing");
    await visitor.close();
  });

  it("a lost connection is shown, and the page recovers from it", async () => {
    const { page } = await aPayment();
    const visitor = await openVisitor("en");
    await visitor.page.goto(page);
    await payWith(visitor, texts.outcomes.none, texts.pay);
    await visitor.waitForHeading(texts.confirm);
    await visitor.context.setOffline(true);
    await visitor.page.getByText(texts.lost).waitFor();
    await visitor.inspect();
    world.db.advanceClock(2 * MINUTE_MS);
    await world.waitUntilIdle();
    await visitor.context.setOffline(false);
    await visitor.waitForHeading(texts.paid);
    assert.equal(await visitor.page.getByText(texts.lost).count(), 0);
    await visitor.close();
  });

  it("an action whose answer is lost is not repeated", async () => {
    const { id, page } = await aPayment();
    const visitor = await openVisitor("en");
    await visitor.page.goto(page);
    // The request reaches the service, but its answer is lost.
    await visitor.page.route("**/checkout/*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await payWith(visitor, texts.outcomes.success, texts.pay);
    await visitor.waitForHeading(texts.paid);
    const rows = await world.rows(`select count(*) from attempts where subject = '${id}'`);
    assert.equal(Number(rows[0]?.count), 1);
    await visitor.close();
  });

  it("a payment needs the keyboard only", async () => {
    const { merchant, id, page } = await aPayment();
    const visitor = await openVisitor("en");
    await visitor.page.goto(page);
    await visitor.waitForHeading(texts.form);
    const { keyboard } = visitor.page;
    // The first two tab stops are the language switch and the number.
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.type("+237677000000");
    assert.equal((await visitor.page.inputValue("#phone")).replace(/\s/g, " "), "6 77 00 00 00");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await visitor.waitForHeading(texts.paid);
    assert.equal((await recordOf(merchant, id)).status, "complete");
    await visitor.close();
  });

  it("the merchant's number is filled in with its network named, and a changed language is kept", async () => {
    const { page } = await aPayment({ phone: "699123456" });
    const visitor = await openVisitor("en");
    await visitor.page.goto(page);
    await visitor.waitForHeading(texts.form);
    assert.equal((await visitor.page.inputValue("#phone")).replace(/\s/g, " "), "6 99 12 34 56");
    await visitor.page.getByText("Orange number").waitFor();
    await visitor.page.getByRole("button", { name: texts.other }).click();
    await visitor.waitForHeading(TEXTS.fr.form);
    await visitor.page.reload();
    await visitor.waitForHeading(TEXTS.fr.form);
    assert.equal(await visitor.page.getAttribute("html", "lang"), "fr");
    await visitor.close();
  });

  it("the first load is small, uses this server only, and obeys the content security policy", async () => {
    const { page } = await aPayment();
    const visitor = await openVisitor("en");
    const network = await visitor.context.newCDPSession(visitor.page);
    let bytes = 0;
    await network.send("Network.enable");
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const answer = await visitor.page.goto(page);
    await visitor.waitForHeading(texts.form);
    assert.match(answer?.headers()["content-security-policy"] ?? "", /default-src 'none'.*script-src 'self'/);
    assert.ok(bytes > 10_000 && bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`);
    const strange = visitor.requests.filter((url) => !url.startsWith(`${world.url}/`) && !url.startsWith("data:"));
    assert.deepEqual(strange, []);
    assert.deepEqual(visitor.page_errors, []);
    await network.detach();
    await visitor.close();
  });

  it("the audit is clean after these payments", () => world.assertCleanAudit());
});
