import { describe, it } from "node:test";
import { PAGES } from "#dashboard/src/pages.ts";
import { aShopToLookAt, NARROW, WIDE } from "./every-page.ts";
import { NO_BROWSER } from "./visitor.ts";

const LOOKS = [
  { language: "fr", width: NARROW },
  { language: "en", width: WIDE },
] as const;

describe("every page of the dashboard, in one width and language", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const { demo, aVisitorAs, inspect, leave } = await aShopToLookAt();

  for (const [turn, look] of LOOKS.entries()) {
    it(`holds to WCAG 2.2 AA and to a window of ${look.width} pixels, and asks nobody but this server, in ${look.language}`, async () => {
      const visitor = await aVisitorAs(demo.owner.cookie, look);
      const pages = PAGES.filter((_, place) => place % LOOKS.length === turn);
      for (const name of pages) await inspect(visitor, `${demo.shop.id}${demo.pages[name]}`);
      await leave(visitor);
    });
  }
});
