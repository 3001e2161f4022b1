import assert from "node:assert/strict";
import { aWorld } from "#server/testing/world.ts";
import { aDemoShop, type DemoShop, SEEN_AT } from "#tools/demo-shop.ts";
import { aVisitor, bringSession, CUT, type Language, type Visitor } from "./visitor.ts";

/** A language and a width to see pages in. */
export interface Look {
  readonly language: Language;
  readonly width: number;
}

export const NARROW = 360;
export const WIDE = 1_280;
const UNTOLD = "table:not([aria-label], :has(caption)), table:not(:has(th[scope=col]))";

/** A shop with two weeks of work on it, and a way to look at its pages. */
export async function aShopToLookAt(): Promise<{
  readonly demo: DemoShop;
  /** Comes in with the session of somebody who signed in elsewhere. */
  aVisitorAs(cookie: string, look: Look): Promise<Visitor>;
  /** Opens a page, and fails on what WCAG 2.2 AA asks for and the page does not keep. */
  inspect(visitor: Visitor, address: string): Promise<void>;
  /** Goes, and has asked nobody but this server. */
  leave(visitor: Visitor): Promise<void>;
}> {
  const world = await aWorld();
  const demo = await aDemoShop(world);
  return {
    demo,
    async aVisitorAs(cookie, { language, width }) {
      const visitor = await aVisitor(language, width);
      // What is shown is then some minutes old, and says so as briefly as it does for people.
      await visitor.page.clock.setFixedTime(SEEN_AT);
      await bringSession(visitor, world.url, cookie);
      return visitor;
    },
    async inspect({ page, inspect }, address) {
      await page.goto(`${world.url}/dashboard/test/${address}`);
      await page.locator("h1").waitFor();
      await page.waitForLoadState("networkidle");
      await inspect().catch((error: unknown) => {
        throw new Error(`${address}: ${error instanceof Error ? error.message : String(error)}`);
      });
      assert.equal(await page.locator(UNTOLD).count(), 0, `${address}: a table without a name, or without headers`);
      assert.equal(await page.evaluate(CUT), 0, `${address}: a table that is wider than its frame`);
    },
    async leave({ asked, complaints, close }) {
      assert.deepEqual(
        asked.filter((url) => !url.startsWith(world.url)),
        [],
      );
      assert.deepEqual(complaints, []);
      await close();
    },
  };
}
