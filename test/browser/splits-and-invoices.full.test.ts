import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linkMerchants, READ_ONLY_GRANT } from "#server/resources/merchants/merchant-links.ts";
import { directCharge, postPayment } from "#server/testing/payments.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("split payments and invoices in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("a payment shows its parts, and the held ones are released after a confirmation", async () => {
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
    await page.goto(`${world.url}/dashboard/test/${platform.id}/balance`);
    await page.locator(".balance", { hasText: "Held for other businesses" }).getByText("XAF 37,750").waitFor();
    await visitor.inspect();
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
    assert.ok(fotso);
    for (const [language, width, text] of [
      ["fr", 360, "Parts reçues"],
      ["en", 1280, "Received parts"],
    ] as const) {
      const seller = await openSignedIn(world, await createTestUser(world, fotso.id, "viewer"), language, width);
      await seller.page.goto(`${world.url}/dashboard/test/${fotso.id}/received-parts`);
      await seller.waitForHeading(text);
      await seller.page.getByRole("table").getByText("Marché Mokolo").waitFor();
      await seller.inspect();
      await seller.close();
    }
  });

  it("an invoice is created with two parts and reminders, shown with its address, and canceled", async () => {
    const shop = await world.merchant({ name: "Lycée Joss", balance: 0n });
    const path = `${world.url}/dashboard/test/${shop.id}/invoices/new`;
    const reader = await openSignedIn(world, await createTestUser(world, shop.id, "finance"), "fr", 1280);
    await reader.page.goto(path);
    await reader.page.getByRole("button", { name: "Ajouter une échéance" }).click();
    await reader.page.getByLabel("Le payeur peut aussi verser d’autres montants").check();
    await reader.page.getByRole("button", { name: "Créer une facture" }).click();
    assert.equal(await reader.page.getByText("Ce champ est obligatoire").count(), 4);
    await reader.inspect();
    await reader.close();

    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"), "en", 360);
    const { page } = visitor;
    await page.goto(path.replace("/new", ""));
    await page.getByRole("link", { name: "Create an invoice" }).first().click();
    await page.getByLabel("Name (optional)").fill("Ada Mbarga");
    await page.getByLabel("Number").fill("677123456");
    await page.getByLabel("Amount").fill("4000");
    await page.getByLabel("Due on").fill("2020-01-31");
    await page.getByRole("button", { name: "Create an invoice" }).click();
    await page.getByText(/in the future/).waitFor();
    await page.getByLabel("Due on").fill("2030-01-31");
    await page.getByRole("button", { name: "Add a part" }).click();
    await page.getByLabel("Part 2: amount").fill("6000");
    await page.getByLabel("Part 2: due on").fill("2030-03-31");
    await page.getByText("In total: XAF 10,000").waitFor();
    await page.getByLabel("3 days before").uncheck();
    await page.getByLabel("Language of the reminders").selectOption("fr");
    await page.getByLabel("What it is for (optional)").fill("School fees");
    await visitor.inspect();
    await page.getByRole("button", { name: "Create an invoice" }).click();
    await page.waitForURL(/\/invoices\/ivc_/);
    await page.getByText("School fees").first().waitFor();
    await page.getByRole("table", { name: "Parts and due dates" }).getByText("XAF 6,000").waitFor();
    await visitor.inspect();
    const [invoice] = (await shop.get("/invoices")).body.items;
    assert.deepEqual(
      [invoice.amount, invoice.reminders, invoice.language, invoice.instalments[1].due_at],
      [10_000, [0, 7], "fr", "2030-03-31T22:59:00.000000Z"],
    );
    await page.getByRole("button", { name: "Cancel this invoice" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel this invoice" }).click();
    await page.locator(".summary", { hasText: "Canceled" }).waitFor();
    await visitor.inspect();
    await visitor.close();
  });
});
