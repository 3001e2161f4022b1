import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { payment_request } from "#server/testing/payments.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn, openVisitor } from "./visitor.ts";

const PNG_SIGNATURE = "89504e470d0a1a0a";

describe("payment links and requested payments in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("a link is shared by WhatsApp, and its page shows who paid, until its limit closes it", async () => {
    const shop = await world.merchant({ name: "Lycée Joss" });
    await shop.post("/payment-links", { name: "School fees", amount: 75_000, currency: "XAF" });
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "support"), "en", 360);
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard/test/${shop.id}`);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Payment links" }).click();
    await page.getByRole("link", { name: "School fees" }).click();
    await visitor.waitForHeading("School fees · XAF 75,000");
    await page.getByText("Nobody has paid through this link yet.").waitFor();
    await visitor.inspect();

    const message = new URL((await page.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href")) ?? "");
    assert.equal(message.origin, "https://wa.me");
    const text = message.searchParams.get("text") ?? "";
    assert.match(text, /^Pay XAF\s75,000 to Lycée Joss here, for “School fees”: http/);
    const address = text.split(" ").at(-1) ?? "";
    const sms = await page.getByRole("link", { name: "Send by SMS" }).getAttribute("href");
    assert.ok(sms?.includes(encodeURIComponent(address)));
    const svg = await savedFile(page, "Download as SVG");
    assert.match(svg.name, /^school-fees\.svg$/);
    assert.match(svg.bytes.toString("utf8"), /^<svg xmlns=/);
    assert.equal((await savedFile(page, "Download as PNG")).bytes.subarray(0, 8).toString("hex"), PNG_SIGNATURE);

    const payer = await openVisitor("fr");
    await payer.page.goto(address);
    await payer.page.getByLabel("Numéro mobile money").fill("677 00 00 00");
    await payer.page.getByLabel("Votre nom").fill("Awa Diallo");
    await payer.page.getByRole("button", { name: "Continuer" }).click();
    await payer.page.getByRole("button", { name: /^Payer/ }).click();
    await payer.waitForHeading("Paiement réussi");
    // The page of the link follows by itself.
    await page.getByRole("row", { name: /Awa Diallo.*Complete.*XAF 75,000/ }).waitFor();
    await page.locator(".link-summary", { hasText: "100%" }).waitFor();
    await visitor.inspect();

    await page.getByRole("link", { name: "Edit" }).click();
    await visitor.waitForHeading("Edit the payment link");
    assert.equal(await page.getByLabel("Amount", { exact: false }).first().inputValue(), "75,000");
    await page.getByLabel("Payments at most").fill("many");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter a number from 1 on").waitFor();
    await page.getByLabel("Payments at most").fill("1");
    await visitor.inspect();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".link-summary", { hasText: "Limit reached" }).waitFor();
    await visitor.inspect();
    await payer.page.goto(address);
    await payer.waitForHeading("Tous les paiements ont été faits");
    await payer.inspect();

    await page.getByRole("button", { name: "Stop taking payments" }).click();
    await page.getByRole("button", { name: "Take payments again" }).waitFor();
    await payer.page.reload();
    await payer.waitForHeading("Ce lien n’accepte plus de paiements");
    assert.deepEqual([...visitor.page_errors, ...payer.page_errors], []);
    await Promise.all([visitor.close(), payer.close()]);
  });

  it("the page of a requested payment is sent again from its record, by who may charge", async () => {
    const shop = await world.merchant({ name: "Chez Jeanne" });
    const { body } = await shop.post("/payments", { ...payment_request, description: "Order 1042" });
    const path = `${world.url}/dashboard/test/${shop.id}/payments/${body.transaction.id}`;
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"), "fr", 360);
    await visitor.page.goto(path);
    const link = visitor.page.getByRole("link", { name: "Envoyer par WhatsApp" });
    await visitor.page.locator('a[href^="https://wa.me/237677123456"]').waitFor();
    const text = new URL((await link.getAttribute("href")) ?? "").searchParams.get("text") ?? "";
    assert.match(text, /^Chez Jeanne vous demande de payer 5\s000\sFCFA \(Order 1042\)\./);
    assert.ok(text.endsWith(body.authorization_url));
    await visitor.inspect();
    await shop.send("DELETE", `/payments/${body.transaction.id}`);
    await link.waitFor({ state: "detached" });
    await visitor.close();

    const viewer = await openSignedIn(world, await createTestUser(world, shop.id, "viewer"), "en");
    const { body: other } = await shop.post("/payments", payment_request);
    await viewer.page.goto(`${world.url}/dashboard/test/${shop.id}/payments/${other.transaction.id}`);
    await viewer.page.getByText("Your role does not allow this.").waitFor();
    assert.equal(await viewer.page.getByRole("link", { name: "Send by WhatsApp" }).count(), 0);
    await viewer.close();
  });
});

async function savedFile(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
