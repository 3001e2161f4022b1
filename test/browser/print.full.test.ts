import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn, openVisitor, type Visitor } from "./visitor.ts";

const PRESSED = "button, .button, nav, select, input";

describe("the print version", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 100_000n });
  const beneficiary_data = { name: "Awa Diallo", phone: "677123456" };
  const order = { amount: 1_000, channel: "cm.mobile", beneficiary_data };

  /** Emulates printing with the dark colour scheme, which must not affect the printed page. */
  async function printedText({ page }: Visitor): Promise<string> {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await page.locator(PRESSED).filter({ visible: true }).count(), 0);
    const colours =
      "const { color, backgroundColor } = getComputedStyle(document.body); [color, backgroundColor].join()";
    assert.equal(await page.evaluate(colours), "rgb(0, 0, 0),rgb(255, 255, 255)");
    return page.locator("body").innerText();
  }

  it("of a transfer, a payment and a bulk has business, id, time and test banner, and no controls", async () => {
    const transfer = (await shop.post("/transfers", { ...order, currency: "XAF" })).body.transfer.id;
    const { transaction } = (await shop.post("/payments", { amount: 700, currency: "XAF", phone: "677123456" })).body;
    const sent = {
      currency: "XAF",
      description: "Salaries",
      transfers: [{ ...order, reference: "a-long-reference-of-ours" }],
    };
    const bulk = (await shop.post("/transfers/bulk", sent)).body.bulk_transfer.id;
    await world.waitUntilIdle();
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"));
    const { page } = visitor;
    const pages = [
      ["/transfers", transfer, "Transfer", "Awa Diallo"],
      ["/payments", transaction.id, "Payment", "XAF 700"],
      ["/bulk", bulk, "Bulk transfer", "a-long-reference-of-ours"],
    ] as const;
    for (const [path, id, kind, more] of pages) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(`${world.url}/dashboard/test/${shop.id}${path}/${id}`);
      await page.locator(".facts").waitFor();
      await page.getByText(more).first().waitFor();
      const text = (await printedText(visitor)).replaceAll("\u00a0", " ");
      for (const printed of ["Chez Jeanne", kind, id, more, "No real money moves."])
        assert.ok(text.includes(printed), printed);
      const moment = page.locator("time").first();
      const visible = await page.evaluate("getComputedStyle(document.querySelector('time'), '::after').content");
      assert.equal(visible, `"${await moment.getAttribute("title")}"`);
    }
    await visitor.close();
  });

  it("of a payer's receipt has amount, payee, time and reference", async () => {
    const { body } = await shop.post("/payments", {
      amount: 700,
      currency: "XAF",
      phone: "677123456",
      reference: "cart-7",
    });
    await shop.post("/payments/cart-7", { channel: "cm.mobile", phone: "677123456" });
    await world.waitUntilIdle();
    const visitor = await openVisitor("en");
    await visitor.page.goto(body.authorization_url);
    await visitor.waitForHeading("Payment complete");
    const text = (await printedText(visitor)).replaceAll("\u00a0", " ");
    const year = String(new Date().getFullYear());
    for (const printed of ["Chez Jeanne", "XAF 700", "cart-7", year, "No real money moves."])
      assert.ok(text.includes(printed), printed);
    await visitor.close();
  });
});
