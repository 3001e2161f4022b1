import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PAGES } from "#dashboard/src/pages.ts";
import { aWorld } from "#server/testing/world.ts";
import { aDemoShop, SEEN_AT } from "#tools/demo-shop.ts";
import { aVisitor, bringSession, CUT, type Language, NO_BROWSER, type Visitor } from "./visitor.ts";

/** A combination of language and window width. */
interface Look {
  readonly language: Language;
  readonly width: number;
}

const NARROW = 360;
const WIDE = 1_280;
const UNTOLD = "table:not([aria-label], :has(caption)), table:not(:has(th[scope=col]))";

// French texts are longer, so they get the narrow window.
const LOOKS: readonly Look[] = [
  { language: "fr", width: NARROW },
  { language: "en", width: WIDE },
];

describe("every page of the dashboard, in both widths and languages", {
  skip: NO_BROWSER,
  concurrency: 2,
}, async () => {
  if (NO_BROWSER) return;
  const { demo, aVisitorAs, inspect, leave } = await aShopToLookAt();

  for (const look of LOOKS) {
    it(`holds to WCAG 2.2 AA and to a window of ${look.width} pixels, and asks nobody but this server, in ${look.language}`, async () => {
      const visitor = await aVisitorAs(demo.owner.cookie, look);
      for (const name of PAGES) await inspect(visitor, `${demo.shop.id}${demo.pages[name]}`);
      await leave(visitor);
    });
  }

  it("holds to both where there is nothing yet, and teaches the first step with a line for the terminal", async () => {
    const visitor = await aVisitorAs(demo.newcomer.cookie, { language: "en", width: NARROW });
    const taught: string[] = [];
    for (const name of PAGES.filter((page) => !page.includes(":") && !page.endsWith("/new"))) {
      await inspect(visitor, `${demo.empty.id}${demo.pages[name]}`);
      const [line = ""] = await visitor.page.locator(".empty .code").allInnerTexts();
      if (line.startsWith("curl ")) taught.push(name);
    }
    assert.deepEqual(taught.sort(), [
      ...["/beneficiaries", "/bulk", "/customers", "/developers/requests", "/events", "/payment-links", "/payments"],
      ...["/refunds", "/transfers", "/webhooks"],
    ]);
    await leave(visitor);
  });
});

/** A shop with two weeks of demo data, and helpers that check its pages. */
async function aShopToLookAt() {
  const world = await aWorld();
  const demo = await aDemoShop(world);
  return {
    demo,
    /** Opens a browser with an existing session. */
    async aVisitorAs(cookie: string, { language, width }: Look): Promise<Visitor> {
      const visitor = await aVisitor(language, width);
      // Fixes the clock some minutes after the last record, so that relative times have their usual length.
      await visitor.page.clock.setFixedTime(SEEN_AT);
      await bringSession(visitor, world.url, cookie);
      return visitor;
    },
    /** Opens a page, and fails if it violates WCAG 2.2 AA. */
    async inspect({ page, inspect }: Visitor, address: string): Promise<void> {
      await page.goto(`${world.url}/dashboard/test/${address}`);
      await page.locator("h1").waitFor();
      await page.waitForLoadState("networkidle");
      await inspect().catch((error: unknown) => {
        throw new Error(`${address}: ${error instanceof Error ? error.message : String(error)}`);
      });
      assert.equal(await page.locator(UNTOLD).count(), 0, `${address}: a table without a name, or without headers`);
      assert.equal(await page.evaluate(CUT), 0, `${address}: a table that is wider than its frame`);
    },
    /** Closes the browser, and fails if it sent a request to any other server. */
    async leave({ asked, complaints, leave }: Visitor): Promise<void> {
      assert.deepEqual(
        asked.filter((url) => !url.startsWith(world.url)),
        [],
      );
      assert.deepEqual(complaints, []);
      await leave();
    },
  };
}
