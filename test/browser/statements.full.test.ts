import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { transfer_order } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { CLIPPED_TABLES, NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("the statements of a business", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 500_000n });

  it("give the bookkeeper the last month in three actions: Statements, Previous, Export CSV", async () => {
    await shop.post("/transfers", { ...transfer_order, amount: 4_000 });
    await world.waitUntilIdle();
    const now = new Date();
    world.db.advanceClock(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime());
    const bookkeeper = await createTestUser(world, shop.id, "finance");
    const { page, inspect, page_errors, close } = await openSignedIn(world, bookkeeper);
    page.setDefaultTimeout(8_000);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(`${world.url}/dashboard/test/${shop.id}`);
    await page.getByRole("link", { name: "Statements" }).click();
    await page.getByText("This period is not over").waitFor();
    await page.getByRole("link", { name: "Previous" }).click();
    await page.getByRole("row", { name: "Transfers 1 4,000" }).waitFor();
    assert.equal(await page.getByText("This period is not over").count(), 0);
    await inspect();
    await page.setViewportSize({ width: 360, height: 740 });
    await inspect();
    assert.equal(await page.evaluate(CLIPPED_TABLES), 0);
    await page.emulateMedia({ media: "print" });
    await page.getByText(/^Statement, \w+ \d{4}$/).waitFor();
    await page.emulateMedia({ media: "screen" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    assert.match(lines.at(-1) ?? "", /,Closing balance,,,,,496000,XAF$/);
    assert.deepEqual(page_errors, []);
    await close();
  });
});
