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

  it("a form divides a payment or a link between chosen businesses, shows the sum, and is hidden from who may not pay", async () => {
    const platform = await world.merchant({ name: "Marché Mokolo", balance: 0n });
    const sellers = [await world.merchant({ name: "Chez Jeanne" }), await world.merchant({ name: "Ets Fotso & Fils" })];
    for (const { id } of sellers) {
      await world.db.engine((tx) => linkMerchants(tx, platform.id, id, READ_ONLY_GRANT, "test"));
    }
    const at = (path: string) => `${world.url}/dashboard/test/${platform.id}${path}`;
    const finance = await createTestUser(world, platform.id, "finance");
    const visitor = await openSignedIn(world, finance, "en", 360);
    const { page } = visitor;
    await page.goto(at("/payments/new"));
    await page.getByLabel("Share it with other businesses").check();
    await page.getByRole("button", { name: "Request a payment" }).click();
    assert.equal(await page.getByText("This field is required").count(), 3);
    await visitor.inspect();
    await page.getByLabel("Amount", { exact: true }).fill("50000");
    await page.getByLabel("Number").fill("677123456");
    await page.getByLabel("Business", { exact: true }).selectOption("Chez Jeanne");
    await page.getByLabel("Percentage", { exact: true }).fill("75,5");
    await page.getByLabel("Hold it until I release it").check();
    await page.getByText("Parts: XAF 37,750. You keep XAF 12,250, before the fee.").waitFor();
    await page.getByRole("button", { name: "Add a part" }).click();
    await page.getByLabel("Part 2: business").selectOption("Ets Fotso & Fils");
    await page.getByLabel("Part 2: kind").selectOption("A fixed amount");
    await page.getByLabel("Part 2: amount").fill("12251");
    await page.getByText("The parts are more than the payment").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Request a payment" }).click();
    assert.equal((await platform.get("/payments")).body.totals, 0);
    await page.getByLabel("Part 2: amount").fill("500");
    await page.getByLabel("The fee is borne by").selectOption("Everyone, in proportion");
    await page.getByText("Parts: XAF 38,250. You keep XAF 11,750, before the fee.").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Request a payment" }).click();
    await page.getByRole("link", { name: "To the payment" }).click();
    const table = page.getByRole("table", { name: "Parts of this payment" });
    await table.getByText("Chez Jeanne").waitFor();
    await table.getByText("XAF 11,750").waitFor();
    await visitor.inspect();
    const [{ split }] = (await platform.get("/payments")).body.items;
    assert.deepEqual(
      [split.fee_bearer, ...split.parts.map(({ amount, hold }: { amount: number; hold: boolean }) => [amount, hold])],
      ["all", [37_750, true], [500, false]],
    );
    await visitor.close();

    const reader = await openSignedIn(world, finance, "fr", 1280);
    await reader.page.goto(at("/payment-links/new"));
    await reader.page.getByLabel("Nom", { exact: true }).fill("Places");
    await reader.page.getByLabel("Répartir entre plusieurs entreprises").check();
    await reader.page.getByLabel("Entreprise", { exact: true }).selectOption("Chez Jeanne");
    await reader.page.getByLabel("Pourcentage", { exact: true }).fill("85");
    await reader.page.getByText(/Total des parts\s: 85\s%\. Vous gardez 15\s%, avant les frais\./).waitFor();
    await reader.inspect();
    await reader.page.getByRole("button", { name: "Créer un lien de paiement" }).click();
    await reader.page.getByRole("table", { name: "Répartition de chaque paiement" }).getByText("Chez Jeanne").waitFor();
    await reader.page.getByText("Frais supportés par").waitFor();
    await reader.inspect();
    await reader.close();

    const support = await openSignedIn(world, await createTestUser(world, platform.id, "support"), "fr", 1280);
    await support.page.goto(at("/payments/new"));
    await support.page.getByRole("button", { name: "Demander un paiement" }).click();
    await support.page.getByText("Ce champ est obligatoire").waitFor();
    assert.equal(await support.page.getByLabel("Répartir entre plusieurs entreprises").count(), 0);
    assert.ok(!support.requests.some((request) => request.includes("/connections")));
    await support.close();
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
