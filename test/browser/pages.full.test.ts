import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { EVENT_TYPES } from "#server/events/catalogue.ts";
import { transfer_order, transferOrderTo } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { requestSender, startTestWorld } from "#server/testing/world.ts";
import { type Language, NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("the dashboard's pages with actions", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 10_000_000n });
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  const asOwner = async (language?: Language, width?: number) =>
    openSignedIn(world, await createTestUser(world, shop.id, "owner"), language, width);

  it("a webhook shows its secret once; a failed delivery is explained, retried and replayed", async () => {
    const receiver = await startWebhookReceiver();
    const visitor = await asOwner();
    const { page } = visitor;
    await page.goto(at("/webhooks/new"));
    await visitor.waitForHeading("Create a webhook");
    const shown_texts = (await page.locator(".events-group code").allInnerTexts()).sort();
    assert.deepEqual(shown_texts, [...EVENT_TYPES].sort());
    await page.getByRole("button", { name: "Create a webhook" }).click();
    await page.getByText("Choose at least one event").waitFor();
    await visitor.inspect();
    await page.getByLabel("Address").fill("not an address");
    await page.getByRole("checkbox", { name: "Customers" }).check();
    await page.getByRole("button", { name: "Create a webhook" }).click();
    await page.locator(".field-wrong .field-error").first().waitFor();
    assert.equal(await page.getByLabel("Address").inputValue(), "not an address");
    assert.equal(await page.getByRole("checkbox", { name: "customer.updated" }).isChecked(), true);
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Create a webhook" }).click();
    await page.getByText(/^whsec_/).waitFor();
    await visitor.inspect();

    receiver.onRequest((_request, response) => void response.writeHead(503).end("closed for lunch"));
    await page.getByRole("link", { name: "To the webhook" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByRole("link", { name: "webhook.test" }).first().click();
    await page.getByText("The receiver answered 503.").first().waitFor();
    assert.equal(await page.getByText(/whsec_/).count(), 0);
    await page.getByText("Its answer").first().click();
    await page.getByText("closed for lunch").waitFor();
    await visitor.inspect();
    receiver.onRequest((_request, response) => void response.writeHead(200).end("thank you"));
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The receiver answered with a 2xx.").first().waitFor({ timeout: 15_000 });

    await shop.post("/customers", { name: "Ama Owusu", email: "ama@example.cm" });
    await world.waitUntilIdle();
    const had = receiver.received.length;
    await page.getByRole("link", { name: /Deliveries/ }).click();
    await page.getByRole("button", { name: "Replay events" }).click();
    await page.getByLabel("Which events").selectOption("all");
    await page.getByLabel("Type").selectOption("customer.created");
    await page.getByRole("dialog").getByRole("button", { name: "Replay events" }).click();
    await page.getByText("One delivery is on its way.").waitFor();
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, had + 1);
    await page.keyboard.press("Escape");
    await page.locator("label.filter", { hasText: "State" }).locator("select").selectOption("exhausted");
    await page.getByText("Nothing matches these filters").waitFor();
    assert.match(page.url(), /state=exhausted/);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a failing webhook shows its first failure, and a paused one its next attempt", async () => {
    const receiver = await startWebhookReceiver();
    receiver.onRequest((_request, response) => void response.writeHead(503).end());
    const { data } = (await shop.post("/webhooks", { url: receiver.url, events: ["customer.created"] })).body;
    for (const [state, tries, en, fr] of [
      ["failing", 1, /First failure: (now|\d+ sec\. ago)$/, /Premier échec\s: (maintenant|il y a \d+\ss)$/],
      ["paused", 40, /Next attempt: in \d+ \w+\.$/, /Prochain essai\s: dans \d+\s\w+$/],
    ] as const) {
      const made = Array.from({ length: tries }, (_, index) => `${state}${index}@example.cm`);
      await Promise.all(made.map((email) => shop.post("/customers", { name: "Ama Owusu", email })));
      await world.waitUntilIdle();
      assert.equal((await shop.get(`/webhooks/${data.id}`)).body.data.health.state, state);
      for (const [language, labels] of [
        ["en", en],
        ["fr", fr],
      ] as const) {
        const visitor = await asOwner(language);
        await visitor.page.goto(at(`/webhooks/${data.id}`));
        await visitor.page.getByText(labels).waitFor();
        const messages = language === "en" ? "The receiver answered 503." : "Le récepteur a répondu 503.";
        if (state === "failing") await visitor.page.getByText(messages).first().waitFor();
        await visitor.close();
      }
    }
  });

  it("a rotated secret signs together with the old one until it is confirmed or withdrawn", async () => {
    const receiver = await startWebhookReceiver();
    const { data } = (await shop.post("/webhooks", { url: receiver.url, events: ["customer.deleted"] })).body;
    const visitor = await asOwner("fr", 360);
    const { page } = visitor;
    await page.goto(at(`/webhooks/${data.id}`));
    const rotate = async (): Promise<void> => {
      await page.getByRole("button", { name: "Changer le secret" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Changer le secret" }).click();
      await page.getByText("Un nouveau secret est en cours d’introduction").waitFor();
    };
    await rotate();
    assert.match((await page.getByText(/^whsec_/).textContent()) ?? "", /^whsec_.{20}/);
    await visitor.inspect();
    await page.getByRole("button", { name: "Garder l’ancien" }).click();
    await page.getByRole("button", { name: "Changer le secret" }).waitFor();
    await page.reload();
    await rotate();
    await page.getByRole("button", { name: "Confirmer : mon récepteur l’a" }).click();
    await page.getByRole("button", { name: "Changer le secret" }).waitFor();
    assert.equal((await shop.get(`/webhooks/${data.id}`)).body.data.next_secret_from, null);
    await visitor.close();
  });

  it("keys are rotated without a gap: the new ones work before the old ones are revoked", async () => {
    const visitor = await asOwner();
    const { page } = visitor;
    await page.goto(at("/developers"));
    await page.getByRole("button", { name: "Create keys" }).click();
    await page.getByLabel("What they are for").fill("rotation");
    await page.getByRole("dialog").getByRole("button", { name: "Create keys" }).click();
    await page.locator(".notice code").nth(1).waitFor();
    const [public_key = "", private_key = ""] = await page.locator(".notice code").allInnerTexts();
    const asNew = requestSender(world.url, { authorization: public_key, "x-grant": private_key });
    assert.equal((await asNew("GET", "/balance")).status, 200);
    await page.reload();
    await page.getByText("rotation").first().waitFor();
    assert.equal(await page.getByText(private_key).count(), 0);
    for (let remaining = 2; remaining > 0; remaining -= 1) {
      await page.locator("tr", { hasText: "rotation" }).getByRole("button", { name: "Revoke" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page
        .locator("tr", { hasText: "rotation" })
        .getByText("Revoked")
        .nth(2 - remaining)
        .waitFor();
    }
    // A server may cache a key for a few seconds.
    const give_up_at = Date.now() + 15_000;
    while ((await asNew("GET", "/balance")).status !== 401) assert.ok(Date.now() < give_up_at);
    await visitor.close();
  });

  it("IP addresses are added and removed; an invalid one shows an error at its field", async () => {
    const visitor = await asOwner();
    const { page } = visitor;
    await page.goto(at("/developers"));
    const list = page.locator("section[aria-labelledby=addresses]");
    await list.getByLabel("Address or range").fill("300.1.2.3");
    await list.getByRole("button", { name: "Add", exact: true }).click();
    await list.locator(".field-error").waitFor();
    await visitor.inspect();
    await list.getByLabel("Address or range").fill("203.0.113.0/24");
    await list.getByRole("button", { name: "Add", exact: true }).click();
    await list.locator("li", { hasText: "203.0.113.0/24" }).waitFor();
    await list.getByRole("button", { name: "Remove 203.0.113.0/24" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await list.locator("li", { hasText: "203.0.113.0/24" }).waitFor({ state: "detached" });
    await visitor.close();
  });

  it("a payment form shows errors at their fields and keeps the input; a partial refund is created once", async () => {
    const visitor = await asOwner("fr", 360);
    const { page } = visitor;
    await page.goto(at("/payments/new"));
    await page.getByRole("button", { name: "Demander un paiement" }).click();
    await page.getByText("Saisissez un numéro ou une adresse e-mail").waitFor();
    await page.getByLabel("Montant").fill("12500");
    await page.getByLabel("Numéro").fill("12");
    await page.getByLabel("Votre référence").fill("commande-1042");
    await page.getByRole("button", { name: "Demander un paiement" }).click();
    await page.getByText(/^Saisissez un numéro de téléphone/).waitFor();
    assert.equal((await page.getByLabel("Montant").inputValue()).replace(/\s/g, " "), "12 500");
    assert.equal(await page.getByLabel("Votre référence").inputValue(), "commande-1042");
    await visitor.inspect();
    await page.getByLabel("Numéro").fill("677 12 34 56");
    await page.getByRole("button", { name: "Demander un paiement" }).click();
    await page.getByText(/\/pay\//).waitFor();
    await shop.post("/payments/commande-1042", { channel: "cm.mtn", phone: "677123456" });
    await world.waitUntilIdle();
    await page.getByRole("link", { name: "Voir le paiement" }).click();
    await page.getByText("Entré au solde").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Rembourser", exact: true }).click();
    await page.getByLabel("Montant").fill("2500");
    await page.getByRole("button", { name: /^Rembourser 2.500/ }).dblclick();
    await page.getByRole("heading", { name: "Remboursements" }).waitFor();
    assert.equal((await shop.get("/refunds")).body.totals, 1);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a failed record and each step of its timeline show the reason in French", async () => {
    const visitor = await asOwner("fr");
    const { page } = visitor;
    for (const [digits, why] of [
      ["000001", "Le compte du prestataire n’a pas assez d’argent pour ce versement"],
      ["000004", "La demande a été refusée sur le téléphone"],
    ] as const) {
      const { id } = (await shop.post("/transfers", transferOrderTo(digits))).body.transfer;
      await world.waitUntilIdle();
      await page.goto(at(`/transfers/${id}`));
      await page.getByText(`Échoué chez MTN Mobile Money. ${why}`).waitFor();
      assert.doesNotMatch(await page.getByRole("main").innerText(), /The |hold enough|refused on/);
    }
    await visitor.close();
  });

  it("a beneficiary is added, changed and deleted", async () => {
    const visitor = await asOwner();
    const { page } = visitor;
    await page.goto(at("/beneficiaries/new"));
    await page.getByLabel("Name").fill("Paul Essono");
    await page.getByRole("textbox", { name: "Number" }).fill("699 00 01 11");
    await page.getByRole("button", { name: "Add a beneficiary" }).click();
    await visitor.waitForHeading("Paul Essono");
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("E-mail").fill("paul@example.cm");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("paul@example.cm", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await visitor.waitForHeading("Beneficiaries");
    assert.equal((await shop.get("/beneficiaries")).body.totals, 0);
    await visitor.close();
  });

  it("an open list shows changes made elsewhere and keeps its scroll position", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, row) => shop.post("/transfers", transferOrderTo(String(200_000 + row)))),
    );
    await world.waitUntilIdle();
    const visitor = await asOwner();
    const { page } = visitor;
    const opened = page.waitForResponse((response) => response.url().endsWith("/changes"));
    await page.goto(at("/transfers"));
    assert.equal((await opened).status(), 200);
    await page.locator(".row-link").first().waitFor();
    await page.evaluate("scrollTo(0, 300)");
    const tenth = (await page.locator(".row-link").nth(10).getAttribute("href")) ?? "";
    const seen_at = async (): Promise<number | undefined> =>
      (await page.locator(`.row-link[href="${tenth}"]`).boundingBox())?.y;
    const before = await seen_at();
    // Wait for the stream's first poll, which only reads the end of the feed.
    await page.waitForTimeout(500);
    await shop.post("/transfers", { ...transfer_order, reference: "seen-at-once" });
    await page.getByText("seen-at-once").waitFor({ timeout: 10_000 });
    await page.locator("tr", { hasText: "seen-at-once" }).getByText("Complete").waitFor({ timeout: 10_000 });
    // A new row is inserted above, but the row in view keeps its position.
    assert.equal(await seen_at(), before);
    await visitor.close();
  });

  it("chosen columns are kept in the address, and an export has the filters of its list", async () => {
    const visitor = await asOwner();
    const { page } = visitor;
    await page.goto(at("/transfers?search=seen-at-once"));
    await page.getByText("Columns").click();
    await page.getByRole("checkbox", { name: "Fee", exact: true }).check();
    await page.getByRole("columnheader", { name: "Fee" }).waitFor();
    await visitor.inspect();
    await page.reload();
    await page.getByRole("columnheader", { name: "Fee" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^kolo-transfers-test-.*\.csv$/);
    const print_view = await text(await download.createReadStream());
    assert.equal(print_view.trimEnd().split("\r\n").length, 2);
    assert.match(print_view, /seen-at-once/);
    await visitor.close();
  });
});
