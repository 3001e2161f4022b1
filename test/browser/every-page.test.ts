import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PAGES } from "#dashboard/src/pages.ts";
import { aWorld } from "#server/testing/world.ts";
import { aDemoShop, SEEN_AT } from "#tools/demo-shop.ts";
import { aVisitor, NO_BROWSER, type Visitor } from "./visitor.ts";

const NARROW = 360;
const WIDE = 1_280;
const UNTOLD = "table:not([aria-label], :has(caption)), table:not(:has(th[scope=col]))";
const CUT = "[...document.querySelectorAll('.table-frame')].filter((one) => one.scrollWidth > one.clientWidth).length";

describe("every page of the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await aWorld();
  const { shop, empty, owner, newcomer, pages } = await aDemoShop(world);

  /** Comes in with the session of somebody who signed in elsewhere. */
  async function aVisitorAs(cookie: string, width: number): Promise<Visitor> {
    const visitor = await aVisitor("en", width);
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    // What is shown is then some minutes old, and says so as briefly as it does for people.
    await visitor.page.clock.setFixedTime(SEEN_AT);
    await visitor.context.addCookies([{ name, value, url: world.url }]);
    return visitor;
  }

  async function look({ page, inspect }: Visitor, address: string): Promise<void> {
    await page.goto(`${world.url}/dashboard/test/${address}`);
    await page.locator("h1").waitFor();
    await page.waitForLoadState("networkidle");
    await inspect().catch((error: unknown) => {
      throw new Error(`${address}: ${error instanceof Error ? error.message : String(error)}`);
    });
    assert.equal(await page.locator(UNTOLD).count(), 0, `${address}: a table without a name, or without headers`);
    assert.equal(await page.evaluate(CUT), 0, `${address}: a table that is wider than its frame`);
  }

  for (const width of [NARROW, WIDE]) {
    it(`holds to WCAG 2.2 AA, light and dark, and to a window of ${width} pixels, and asks nobody but this server`, async () => {
      const visitor = await aVisitorAs(owner.cookie, width);
      for (const name of PAGES) await look(visitor, `${shop.id}${pages[name]}`);
      const elsewhere = visitor.asked.filter((url) => !url.startsWith(world.url));
      assert.deepEqual(elsewhere, []);
      assert.deepEqual(visitor.complaints, []);
      await visitor.leave();
    });
  }

  it("holds to both where there is nothing yet, and teaches the first step with a line for the terminal", async () => {
    const visitor = await aVisitorAs(newcomer.cookie, NARROW);
    const taught: string[] = [];
    for (const name of PAGES.filter((page) => !page.includes(":") && !page.endsWith("/new"))) {
      await look(visitor, `${empty.id}${pages[name]}`);
      const [line = ""] = await visitor.page.locator(".empty .code").allInnerTexts();
      if (line.startsWith("curl ")) taught.push(name);
    }
    assert.deepEqual(taught.sort(), [
      ...["/beneficiaries", "/bulk", "/customers", "/developers/requests", "/events", "/payment-links", "/payments"],
      ...["/refunds", "/transfers", "/webhooks"],
    ]);
    await visitor.leave();
  });
});
