import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MINUTE_MS, openCheckout, payerJourneys, payWith, recordOf, TEXTS } from "./checkout-journeys.ts";
import { NO_BROWSER, openVisitor } from "./visitor.ts";

describe("the hosted page in the other language, and on rare ways", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const payments = await openCheckout();
  const { world, shop, aPayment } = payments;
  payerJourneys(payments, "fr", "dark");

  const texts = TEXTS.en;

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

  it("the audit is clean after these payments", () => world.assertCleanAudit());
});
