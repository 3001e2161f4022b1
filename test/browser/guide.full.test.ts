import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openVisitor } from "./visitor.ts";

describe("the documentation's site", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("leads from / to a page, is readable on a phone and a screen, in light and dark, and in French", async () => {
    for (const [language, width] of [
      ["en", 360],
      ["fr", 1_280],
    ] as const) {
      const visitor = await openVisitor(language, width);
      const { page } = visitor;
      await page.goto(world.url);
      await visitor.inspect();
      await page
        .getByRole("link", { name: language === "fr" ? "Lire la documentation" : "Read the documentation" })
        .click();
      await visitor.waitForHeading("Documentation");
      await visitor.inspect();
      await page
        .getByRole("link", { name: language === "fr" ? "Cinq minutes" : "Five minutes" })
        .first()
        .click();
      await visitor.waitForHeading(language === "fr" ? "Cinq minutes" : "Five minutes");
      await visitor.inspect();
      await page.getByRole("link", { name: language === "fr" ? "English" : "Français" }).click();
      await visitor.waitForHeading(language === "fr" ? "Five minutes" : "Cinq minutes");
      assert.deepEqual(visitor.page_errors, []);
      await visitor.close();
    }
  });

  it("loads its largest pages in less than 200 kB, with their pictures and the search", async () => {
    for (const path of ["guides/for-merchants", "reference/errors"]) {
      const visitor = await openVisitor("en", 1_280);
      const { page, context } = visitor;
      let received = 0;
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      session.on("Network.loadingFinished", ({ encodedDataLength }) => {
        received += encodedDataLength;
      });
      await page.goto(`${world.url}/guide/${path}`, { waitUntil: "networkidle" });
      assert.ok(received > 10_000 && received < 200_000, `${path}: ${received} bytes`);
      await visitor.close();
    }
  });

  it("searches without a connection once a page has been loaded", async () => {
    const visitor = await openVisitor("en", 1_280);
    const { page, context } = visitor;
    const index_loaded = page.waitForResponse(/search-en/);
    await page.goto(`${world.url}/guide/start/five-minutes`);
    await (await index_loaded).finished();
    await context.setOffline(true);
    await page.getByRole("searchbox").fill("insufficient funds");
    await page.locator("#found a").first().waitFor();
    await page.getByRole("searchbox").fill("publishable key");
    await page.locator("#found a", { hasText: "browser or an app" }).first().waitFor();
    await visitor.inspect();
    await context.setOffline(false);
    await page.keyboard.press("Enter");
    await visitor.waitForHeading("Take a payment from a browser or an app");
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });
});
