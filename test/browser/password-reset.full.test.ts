import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startMailServer } from "#server/testing/mail-server.ts";
import { createTestUser, currentTotpCode } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openVisitor } from "./visitor.ts";

const NEW_PASSWORD = "seven grey parrots sing";

describe("a forgotten password", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const mail = await startMailServer();
  const world = await startTestWorld({ environment: mail.environment });
  const shop = await world.merchant({ name: "Chez Jeanne" });

  it("is replaced through the link in a mail; the TOTP code is still required", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    const visitor = await openVisitor("fr");
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard`);
    await page.getByRole("link", { name: "Mot de passe oublié ?" }).click();
    await visitor.waitForHeading("Mot de passe oublié");
    await visitor.inspect();
    await page.getByRole("button", { name: "M’envoyer un lien" }).click();
    await page.locator(".field-error").waitFor();
    await page.getByLabel("Adresse e-mail").fill(person.email);
    await page.getByRole("button", { name: "M’envoyer un lien" }).click();
    await visitor.waitForHeading("Consultez vos e-mails");
    await page.getByText(`Si quelqu’un ici a l’adresse ${person.email}`).waitFor();
    await visitor.inspect();

    let link: string | undefined;
    const give_up_at = Date.now() + 20_000;
    while (link === undefined) {
      assert.ok(Date.now() < give_up_at, "the mail arrives");
      // Search all mails, because a mail about the second factor arrives, too.
      const texts = mail.received.map(({ text }) => text).join("\n");
      link = /http\S+\/dashboard\/reset#\w+/.exec(texts)?.[0];
      await page.waitForTimeout(100);
    }
    await page.goto(link);
    await page.reload();
    await page.locator("input[name=password]").fill("short");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await page.locator(".field-error").waitFor();
    await page.locator("input[name=password]").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await visitor.waitForHeading("Se connecter");
    await page.getByText("Votre mot de passe est enregistré").waitFor();
    await page.getByLabel("Adresse e-mail").fill(person.email);
    await page.getByLabel(/^Mot de passe$/).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Se connecter" }).click();
    await visitor.waitForHeading("Saisissez le code");
    world.db.advanceClock(60_000);
    await page.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await page.getByRole("button", { name: "Continuer" }).click();
    await visitor.waitForHeading("Aperçu");
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();

    const late = await openVisitor("en");
    await late.page.goto(link);
    await late.page.locator("input[name=password]").fill(NEW_PASSWORD);
    await late.page.getByRole("button", { name: "Set the password" }).click();
    await late.page.getByText("This link is no longer valid: ask for a new one").waitFor();
    await late.close();
  });

  it("the page names whom to ask if the service sends no mail", async () => {
    const mute = await startTestWorld({ works: false });
    const visitor = await openVisitor("en");
    await visitor.page.goto(`${mute.url}/dashboard/forgotten`);
    await visitor.page.getByText("This Kolo sends no mail. Ask whoever runs it for a link:").waitFor();
    assert.equal(await visitor.page.getByRole("textbox").count(), 0);
    await visitor.inspect();
    await visitor.page.getByRole("link", { name: "Back to sign in" }).click();
    await visitor.waitForHeading("Sign in");
    await visitor.close();
  });
});
