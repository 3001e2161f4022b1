import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("sending over an unreliable connection", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const person = await createTestUser(world, shop.id, "finance");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  it("a changed transfer is not sent in addition to one whose answer was lost", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    const total = async (): Promise<number> => (await shop.get("/transfers")).body.totals;
    const before = await total();
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Name").fill("Awa Diallo");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByLabel("Amount").fill("500");
    await page.getByRole("button", { name: "Check" }).click();
    await page.route("**/test/transfers", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Send XAF 500" }).click();
    await page.getByText(/^We received no answer, so we cannot tell/).waitFor();
    await page.unroute("**/test/transfers");
    assert.equal(await total(), before + 1);
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("Amount").fill("600");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText(/^We received no answer to your previous order/).waitFor();
    await page.getByRole("button", { name: "Send XAF 600" }).click();
    await page.getByText(/^Your previous order was sent/).waitFor();
    await visitor.inspect();
    assert.equal(await total(), before + 1);
    await page.getByRole("link", { name: "See the previous order" }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    await page.locator(".summary-sum", { hasText: "XAF 500" }).waitFor();
    await visitor.close();
  });

  it("an unchanged transfer that is sent again after a lost answer is executed once", async () => {
    const visitor = await openSignedIn(world, person, "fr");
    const { page } = visitor;
    const total = async (): Promise<number> => (await shop.get("/transfers")).body.totals;
    const before = await total();
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Nom").fill("Awa Diallo");
    await page.getByRole("textbox", { name: "Numéro" }).fill("677123456");
    await page.getByLabel("Montant").fill("700");
    await page.getByRole("button", { name: "Vérifier" }).click();
    await page.route("**/test/transfers", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: /^Envoyer 700/ }).click();
    await page.getByText(/^Sans réponse, nous ne savons pas/).waitFor();
    await page.unroute("**/test/transfers");
    await page.getByRole("button", { name: "Modifier" }).click();
    await page.getByRole("button", { name: "Vérifier" }).click();
    await page.getByRole("button", { name: /^Envoyer 700/ }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    assert.equal(await total(), before + 1);
    await visitor.close();
  });

  it("a changed bulk is not sent in addition to one whose answer was lost", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    const total = async (): Promise<number> => (await shop.get("/bulk-transfers")).body.totals;
    const before = await total();
    await page.goto(at("/bulk/new"));
    const upload = async (rows: readonly string[]): Promise<void> => {
      const path = join(tmpdir(), `kolo-lost-${process.pid}-${rows.length}.csv`);
      writeFileSync(path, ["name,phone,amount", ...rows].join("\n"));
      await page.getByLabel("File").setInputFiles(path);
      await page.getByRole("button", { name: "Check", exact: true }).click();
    };
    await upload(["Awa,677123456,500"]);
    await page.route(/transfers\/bulk\?/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: /^Send one transfer/ }).click();
    await page.getByText(/^We received no answer, so we cannot tell/).waitFor();
    await page.unroute(/transfers\/bulk\?/);
    await upload(["Awa,677123456,500", "Paul,677123457,600"]);
    await page.getByRole("button", { name: /^Send 2 transfers/ }).click();
    await page.getByText(/^Your previous order was sent/).waitFor();
    assert.equal(await total(), before + 1);
    await visitor.close();
  });

  it("a transfer that is changed during its check is not sent without another check", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Name").fill("Awa Diallo");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByLabel("Amount").fill("800");
    const held = Promise.withResolvers<void>();
    await page.route("**/transfers/bulk/check", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByLabel("Amount").fill("80000");
    held.resolve();
    await page.getByRole("button", { name: "Send XAF 800", exact: true }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    await page.locator(".summary-sum", { hasText: /^XAF.800$/ }).waitFor();
    await visitor.close();
  });

  it("a changed refund is not sent in addition to one whose answer was lost", async () => {
    const { body } = await shop.post("/payments", { amount: 5_000, currency: "XAF", phone: "677123456" });
    await shop.post(`/payments/${body.transaction.id}`, { channel: "cm.mtn", phone: "677123456" });
    await world.waitUntilIdle();
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    const countRefunds = async (): Promise<number> => (await shop.get("/refunds")).body.totals;
    await page.goto(at(`/payments/${body.transaction.id}`));
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByLabel("Amount").fill("1000");
    await page.route("**/test/refunds", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Refund XAF 1,000" }).click();
    await page.getByText(/^We received no answer, so we cannot tell/).waitFor();
    await page.unroute("**/test/refunds");
    await page.getByLabel("Reason").fill("Damaged");
    await page.getByRole("button", { name: "Refund XAF 1,000" }).click();
    await page.getByText(/^Your previous order was sent/).waitFor();
    await visitor.inspect();
    assert.equal(await countRefunds(), 1);
    await page.getByRole("button", { name: "Refund XAF 1,000" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await countRefunds(), 2);
    await visitor.close();
  });
});
