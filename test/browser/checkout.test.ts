import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openCheckout, payerJourneys, payWith, TEXTS } from "./checkout-journeys.ts";
import { NO_BROWSER, openVisitor } from "./visitor.ts";

const FIRST_LOAD_BYTES = 150 * 1_024;

describe("the hosted page", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const payments = await openCheckout();
  const { world, aPayment } = payments;
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
