import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { CLIPPED_TABLES, type Language, NO_BROWSER, openSignedIn } from "./visitor.ts";

const NAME = "Marie-Antoinette Ngo Bassa Épouse Mballa Essomba de la Tchatchoua";

describe("long texts and large amounts", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const name = "Établissements Ngo Biyong & Fils, quincaillerie générale de Bafoussam";
  const shop = await world.merchant({ name, balance: 999_999_999_999n });
  const transfers = [1, 2, 3].map((row) => ({
    ...{ amount: 1_000_000, channel: "cm.mobile", reference: `salaire-novembre-2026-bafoussam-${row}` },
    beneficiary_data: { name: NAME, phone: "677123456" },
  }));
  const { body } = await shop.post("/transfers/bulk", { currency: "XAF", description: name, transfers });
  await world.waitUntilIdle();
  const owner = await createTestUser(world, shop.id, "owner");
  await owner.enrollSecondFactor();
  await owner.send("PUT", `/merchants/${shop.id}/test/approval-rule`, { amount_above: 1, every_bulk: true });
  await shop.post("/transfers", { ...transfers[0], currency: "XAF", description: name, reference: "a".repeat(60) });

  async function at(page: string, width: number, language: Language = "fr") {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "owner"), language, width);
    await visitor.page.goto(`${world.url}/dashboard/test/${shop.id}${page}`);
    return visitor;
  }

  it("the review of a bulk fits a phone with the largest balance", async () => {
    const visitor = await at("/bulk/new", 360);
    const { page } = visitor;
    const buffer = Buffer.from(`name,phone,amount\n${NAME},677123456,1000000`);
    await page.locator("input[type=file]").setInputFiles({ name: "salaires.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Vérifier" }).click();
    await page.locator(".review .sums dd").nth(3).waitFor();
    await visitor.inspect();
    await visitor.close();
  });

  it("a reference in a bulk and the name of a header do not wrap", async () => {
    const visitor = await at(`/bulk/${body.bulk_transfer.id}`, 1_280);
    const { page } = visitor;
    assert.equal(await linesOf(page.getByText("salaire-novembre-2026-bafoussam-3")), 1);
    await page.goto(`${world.url}/dashboard/test/${shop.id}/connections`);
    for (const width of [320, 360, 400, 768, 1_280]) {
      await page.setViewportSize({ width, height: 740 });
      assert.equal(await linesOf(page.getByText("X-Sync", { exact: true })), 1);
    }
    await visitor.close();
  });

  it("no list is wider than its frame", async () => {
    const visitor = await at("/transfers", 1_280);
    const { page } = visitor;
    await page.locator(".row-link").first().waitFor();
    assert.equal(await page.evaluate(CLIPPED_TABLES), 0);
    await visitor.inspect();
    await visitor.close();
  });

  it("a movement shows its time on a phone", async () => {
    const visitor = await at("/balance", 360);
    await visitor.page
      .getByRole("row", { name: /^Réservé (il y a|maintenant)/ })
      .first()
      .waitFor();
    await visitor.inspect();
    await visitor.page.getByRole("button", { name: "Menu" }).click();
    await visitor.page.getByRole("button", { name: "English" }).click();
    await visitor.page
      .getByRole("row", { name: /^Reserved.*Balance after XAF 999,/ })
      .first()
      .waitFor();
    assert.equal(await visitor.page.evaluate(CLIPPED_TABLES), 0);
    await visitor.close();
  });
});

/** Returns the number of lines over which a text wraps. */
function linesOf(text: Locator): Promise<number> {
  return text.first().evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}
