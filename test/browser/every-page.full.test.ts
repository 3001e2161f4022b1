import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PAGES } from "#dashboard/src/pages.ts";
import { aShopToLookAt, NARROW, WIDE } from "./every-page.ts";
import { NO_BROWSER } from "./visitor.ts";

const LOOKS = (["en", "fr"] as const).flatMap((language) => [NARROW, WIDE].map((width) => ({ language, width })));

describe("every page of the dashboard, in each width and language", { skip: NO_BROWSER }, async () => {
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
