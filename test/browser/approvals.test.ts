import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { postBeneficiary } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("dual control in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 500_000n });
  const owner = await createTestUser(world, shop.id, "owner");
  const finance = await createTestUser(world, shop.id, "finance");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  it("the owner sets a rule, a finance user sends more than it allows, and the owner approves", async () => {
    const boss = await openSignedIn(world, owner);
    await boss.page.goto(at("/approvals"));
    await boss.page.getByText("No approval is needed: every order is sent immediately.").waitFor();
    await boss.page.getByLabel(/Above this amount/).fill("20000");
    await boss.page.getByLabel("Every bulk transfer").check();
    await boss.page.getByRole("button", { name: "Save the rule" }).click();
    await boss.page.getByText("Above XAF 20,000 for each person in 24 hours. Every bulk.").waitFor();
    await boss.inspect();

    await postBeneficiary(shop, { name: "Awa Diallo", phone: "+237677123456" });
    const clerk = await openSignedIn(world, finance, "fr", 360);
    const { page } = clerk;
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Chercher un bénéficiaire enregistré").fill("awa");
    await page.getByRole("button", { name: /Awa Diallo/ }).click();
    await clerk.inspect();
    await page.getByLabel("Montant").fill("25000");
    await page.getByRole("button", { name: "Vérifier" }).click();
    await page.getByText("Une seconde personne doit valider cet ordre").waitFor();
    await page.getByText("MTN", { exact: false }).first().waitFor();
    await clerk.inspect();
    await page.getByRole("button", { name: /^Envoyer 25.000.FCFA$/ }).click();
    await page.getByText("En attente d’une seconde personne.").waitFor();
    await page.getByText("Vous avez fait cette demande. Une autre personne doit la valider.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Valider" }).count(), 0);
    await clerk.inspect();
    assert.equal((await shop.balance()).reserved, 25_000);

    await boss.page.goto(at(""));
    await boss.page.getByRole("link", { name: "1 order waits for approval", exact: true }).click();
    await boss.page.getByText("Requested by Ama Test").waitFor();
    await boss.page.getByText(/^The network (gives|spells)/).waitFor();
    await boss.inspect();
    await boss.page.getByRole("button", { name: "Approve" }).click();
    await boss.page
      .getByRole("dialog")
      .getByText(/^The network (gives|spells)/)
      .waitFor();
    await boss.inspect();
    await boss.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await boss.page.getByText("No orders are waiting for approval").waitFor();
    await page.getByText("Réussi").first().waitFor({ timeout: 20_000 });
    await page.getByText("Validé", { exact: true }).waitFor();
    assert.deepEqual([...boss.page_errors, ...clerk.page_errors], []);
    await boss.close();
    await clerk.close();
  });

  it("the page behind a mail's link takes one press to approve at 360 px, and shows the receiver and the warnings", async () => {
    const order = { amount: 30_000, currency: "XAF", channel: "cm.mtn" };
    const made = await finance.send("POST", `/merchants/${shop.id}/test/transfers`, {
      ...order,
      beneficiary_data: { name: "Awa Diallo", phone: "677123456" },
    });
    const { id } = made.body.transfer;
    const boss = await openSignedIn(world, owner, "en", 360);
    const { page } = boss;
    await page.goto(at(`/approvals/${id}`));
    await page.getByRole("heading", { level: 1, name: "Transfer to approve" }).waitFor();
    await page.getByText("Awa Diallo").waitFor();
    await page.getByText("Requested by Ama Test").waitFor();
    await page.getByText(/^The network (gives|spells)/).waitFor();
    const approve = page.getByRole("button", { name: "Approve XAF 30,000" });
    const box = await approve.boundingBox();
    assert.ok(box && box.height >= 44 && box.width >= 300 && box.y + box.height <= 740, "within reach of a thumb");
    await boss.inspect();
    await approve.click();
    await page.getByText("Approved", { exact: true }).waitFor();
    await boss.inspect();
    await boss.close();

    const own = await openSignedIn(world, finance, "fr", 360);
    const second = await finance.send("POST", `/merchants/${shop.id}/test/transfers`, {
      ...{ ...order, amount: 31_000 },
      beneficiary_data: { name: "Awa Diallo", phone: "677123456" },
    });
    await own.page.goto(at(`/approvals/${second.body.transfer.id}`));
    await own.page.getByText("Vous avez fait cette demande. Une autre personne doit la valider.").waitFor();
    assert.equal(await own.page.getByRole("button", { name: /Valider/ }).count(), 0);
    await own.page.getByRole("button", { name: "Refuser" }).click();
    await own.page.getByLabel("Motif").fill("Montant faux");
    await own.inspect();
    await own.page.getByRole("button", { name: "Refuser" }).click();
    await own.page.getByText("Montant faux").waitFor();
    assert.deepEqual([...boss.page_errors, ...own.page_errors], []);
    await own.close();
  });

  it("a bulk is rejected with a reason, and its page shows the reason", async () => {
    const body = {
      currency: "XAF",
      description: "Bonuses",
      transfers: [{ amount: 700, channel: "cm.mtn", beneficiary_data: { name: "Paul", phone: "677123400" } }],
    };
    const { id } = (await shop.post("/transfers/bulk", body)).body.bulk_transfer;
    const boss = await openSignedIn(world, owner, "en", 360);
    await boss.page.goto(at(`/bulk/${id}`));
    await boss.page.getByText("Waiting for a second person.").waitFor();
    await boss.page.getByText("Requested by an API key").waitFor();
    await boss.page.getByRole("button", { name: "Reject" }).click();
    const dialog = boss.page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByText("Enter a reason").waitFor();
    await boss.inspect();
    await dialog.getByLabel("Reason").fill("Bonuses are paid in December");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await boss.page.getByText("Bonuses are paid in December", { exact: true }).waitFor();
    await boss.inspect();
    assert.equal((await shop.get(`/transfers/bulk/${id}`)).body.bulk_transfer.progress.canceled, 1);
    assert.deepEqual(boss.page_errors, []);
    await boss.close();
    await world.assertCleanAudit();
  });
});
