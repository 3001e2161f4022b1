import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linkMerchants, READ_ONLY_GRANT } from "#server/resources/merchants/merchant-links.ts";
import { directCharge, postPayment } from "#server/testing/payments.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("a split payment in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("shows its parts, and the held ones are released after a confirmation", async () => {
    const platform = await world.merchant({ name: "Marché Mokolo", balance: 0n });
    const sellers = [await world.merchant({ name: "Chez Jeanne" }), await world.merchant({ name: "Ets Fotso & Fils" })];
    for (const { id } of sellers) {
      await world.db.engine((tx) => linkMerchants(tx, platform.id, id, READ_ONLY_GRANT, "test"));
    }
    const [jeanne, fotso] = sellers;
    const parts = [
      { merchant: jeanne?.id, basis_points: 7_550, hold: true, description: "Order 1042" },
      { merchant: fotso?.id, amount: 500 },
    ];
    const { id } = await postPayment(platform, { amount: 50_000, split: { parts } });
    await platform.post(`/payments/${id}`, directCharge());
    await world.waitUntilIdle();
    const path = `${world.url}/dashboard/test/${platform.id}/payments/${id}`;

    const viewer = await openSignedIn(world, await createTestUser(world, platform.id, "viewer"), "fr", 1280);
    await viewer.page.goto(path);
    await viewer.page.getByText("Votre rôle ne permet pas de les libérer.").waitFor();
    assert.equal(await viewer.page.getByRole("button", { name: /^Libérer/ }).count(), 0);
    await viewer.inspect();
    await viewer.close();

    const visitor = await openSignedIn(world, await createTestUser(world, platform.id, "finance"), "en", 360);
    const { page } = visitor;
    await page.goto(path);
    await page.getByText("XAF 37,750 is held for other businesses.").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Release XAF 37,750" }).click();
    await page.getByRole("dialog").getByText("Chez Jeanne").waitFor();
    await visitor.inspect();
    await page.getByRole("dialog").getByRole("button", { name: "Release XAF 37,750" }).click();
    await page.getByText("Held parts released").waitFor();
    await page.getByText("is held for other businesses").waitFor({ state: "detached" });
    await visitor.inspect();
    await page.getByRole("button", { name: "Refund" }).click();
    await page.getByLabel("My business bears all of it").check();
    await page.getByLabel("Amount").fill("1000");
    await visitor.inspect();
    await page.getByRole("button", { name: "Refund XAF 1,000" }).click();
    await page.getByRole("link", { name: "XAF 1,000" }).waitFor();
    await visitor.close();
    assert.equal((await jeanne?.balance())?.available, 37_750 + 1_000_000);
  });
});
