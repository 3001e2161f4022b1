import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PAGES } from "#dashboard/src/app/pages.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { createDemoShop, SHOWN_AT } from "#tools/demo-shop.ts";
import {
  bringSession,
  CLIPPED_TABLES,
  type ColorScheme,
  type Language,
  NO_BROWSER,
  openVisitor,
  type Visitor,
} from "./visitor.ts";

/** A combination of language and window width. */
interface ViewVariant {
  readonly language: Language;
  readonly width: number;
}

const NARROW = 360;
const WIDE = 1_280;
/** Counts the requests of which the page has not read the whole answer. */
const COUNT_REQUESTS = `
  window.unread_answers = 0;
  const send = window.fetch;
  window.fetch = async (...request) => {
    window.unread_answers += 1;
    try {
      const response = await send(...request);
      response.clone().arrayBuffer().catch(() => {}).then(() => setTimeout(() => { window.unread_answers -= 1; }));
      return response;
    } catch (error) {
      window.unread_answers -= 1;
      throw error;
    }
  };`;
/** Follows a link of the dashboard, as `router.tsx` handles it. */
const followLink = (path: string): string =>
  `history.pushState({}, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`;
/** Resolves when the page has its heading and its data: several frames in a row without a request. */
const PAGE_COMPLETE = `(async () => {
  const give_up_at = performance.now() + 30_000;
  for (let quiet_frames = 0; quiet_frames < 10; ) {
    if (performance.now() > give_up_at) throw new Error(location.pathname + " does not load");
    await new Promise(requestAnimationFrame);
    const is_quiet = window.unread_answers === 0 && document.querySelector("h1") && !document.querySelector(".skeleton");
    quiet_frames = is_quiet ? quiet_frames + 1 : 0;
  }
})()`;
const UNLABELED_TABLE = "table:not([aria-label], :has(caption)), table:not(:has(th[scope=col]))";

// French texts are longer, so they get the narrow window.
const LOOKS: readonly ViewVariant[] = [
  { language: "fr", width: NARROW },
  { language: "en", width: WIDE },
];

describe("every page of the dashboard, in both widths and languages", {
  skip: NO_BROWSER,
  concurrency: 2,
}, async () => {
  if (NO_BROWSER) return;
  const { demo, aVisitorAs, inspect, close } = await aShopToLookAt();

  for (const [look, variant] of LOOKS.entries()) {
    it(`meets WCAG 2.2 AA, fits ${variant.width} px, uses this server only, in ${variant.language}`, async () => {
      const visitor = await aVisitorAs(demo.owner.cookie, variant);
      // The checks of WCAG take most of the time. Each page has those of one scheme here, and the other's in the other
      // language and width.
      for (const [index, name] of PAGES.entries()) {
        const scheme = (index + look) % 2 === 0 ? "light" : "dark";
        await inspect(visitor, `${demo.shop.id}${demo.pages[name]}`, scheme);
      }
      await close(visitor);
    });
  }

  it("meets both without any data, and shows the first step as a terminal command", async () => {
    const visitor = await aVisitorAs(demo.newcomer.cookie, { language: "en", width: NARROW });
    const taught: string[] = [];
    for (const name of PAGES.filter((page) => !page.includes(":") && !page.endsWith("/new"))) {
      await inspect(visitor, `${demo.empty.id}${demo.pages[name]}`, "light");
      const [line = ""] = await visitor.page.locator(".empty .code").allInnerTexts();
      if (line.startsWith("curl ")) taught.push(name);
    }
    assert.deepEqual(taught.sort(), [
      ...[
        "/beneficiaries",
        "/bulk",
        "/corrections",
        "/customers",
        "/developers/requests",
        "/events",
        "/invoices",
        "/payment-links",
        "/payments",
        "/received-parts",
      ],
      ...["/refunds", "/schedules", "/transfers", "/webhooks", "/withdrawal-accounts", "/withdrawals"],
    ]);
    await close(visitor);
  });
});

/** Creates a shop with two weeks of demo data. Returns helpers that check its pages. */
async function aShopToLookAt() {
  const world = await startTestWorld();
  const demo = await createDemoShop(world);
  return {
    demo,
    /** Opens a browser with an existing session. */
    async aVisitorAs(cookie: string, { language, width }: ViewVariant): Promise<Visitor> {
      const visitor = await openVisitor(language, width);
      // Fix the clock some minutes after the last record, so that relative times have their usual length.
      await visitor.page.clock.setFixedTime(SHOWN_AT);
      await bringSession(visitor, world.url, cookie);
      await visitor.page.addInitScript(COUNT_REQUESTS);
      await visitor.page.goto(`${world.url}/dashboard`);
      await visitor.page.locator("h1").waitFor();
      return visitor;
    },
    /**
     * Opens a page without loading the dashboard again, and fails if it violates the rules of WCAG 2.2 AA for this
     * scheme.
     */
    async inspect({ page, inspect }: Visitor, address: string, scheme: ColorScheme): Promise<void> {
      await page.evaluate(followLink(`/dashboard/test/${address}`));
      await page.evaluate(PAGE_COMPLETE);
      await inspect(scheme).catch((error: unknown) => {
        throw new Error(`${address}: ${error instanceof Error ? error.message : String(error)}`);
      });
      assert.equal(
        await page.locator(UNLABELED_TABLE).count(),
        0,
        `${address}: a table without a name, or without headers`,
      );
      assert.equal(await page.evaluate(CLIPPED_TABLES), 0, `${address}: a table that is wider than its frame`);
    },
    /** Closes the browser, and fails if it sent a request to any other server. */
    async close({ requests, page_errors, close: closeBrowser }: Visitor): Promise<void> {
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(world.url)),
        [],
      );
      assert.deepEqual(page_errors, []);
      await closeBrowser();
    },
  };
}
