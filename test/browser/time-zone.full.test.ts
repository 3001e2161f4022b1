import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { transfer_order } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("the time zone of a business in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 500_000n });
  const owner = await createTestUser(world, shop.id, "owner");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  it("is set by the owner; days, charts and times use it and name it", async () => {
    await shop.post("/transfers", { ...transfer_order, reference: "timed" });
    await world.waitUntilIdle();
    await owner.enrollSecondFactor();
    const { page, inspect, page_errors, close } = await openSignedIn(world, owner);
    page.setDefaultTimeout(8_000);
    await page.goto(at("/business"));
    await page.getByRole("definition").filter({ hasText: "Africa/Douala" }).waitFor();
    await inspect();
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("Asia/Tokyo");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Days and times are now those of Asia/Tokyo.").waitFor();
    await page.getByRole("definition").filter({ hasText: "Asia/Tokyo" }).waitFor();
    await page.goto(at("/"));
    await page.getByText(/in 14 days · Asia\/Tokyo/).waitFor();
    await inspect();
    await page.goto(at("/transfers?date_start=2020-01-01"));
    await page.getByText("Days of Asia/Tokyo").waitFor();
    const title = await page.locator("tbody time").first().getAttribute("title");
    assert.match(title ?? "", /GMT\+9/);
    await inspect();
    assert.deepEqual(page_errors, []);
    await close();
  });
});
