import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CDPSession } from "playwright-core";
import { MINUTE_MS } from "#server/kernel/time.ts";
import { createTestUser, PASSWORD, type TestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openVisitor, type Visitor } from "./visitor.ts";

describe("passkeys in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld({ works: false, is_named: true });
  const shop = await world.merchant({ name: "Chez Jeanne" });
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  /** Adds a virtual authenticator that confirms every request, like a phone with a fingerprint reader. */
  async function withAuthenticator({ context, page }: Visitor): Promise<{ session: CDPSession; id: string }> {
    const session = await context.newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId: id } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return { session, id };
  }

  async function enterPassword({ page }: Visitor, person: TestUser): Promise<void> {
    await page.goto(`${world.url}/dashboard`);
    await page.getByLabel(/e-mail/i).fill(person.email);
    await page.getByLabel(/^(Password|Mot de passe)$/).fill(PASSWORD);
    await page.getByRole("button", { name: /^(Sign in|Se connecter)$/ }).click();
  }

  it("a passkey is added, signs in alone and as the second factor, completes a step-up, and is removed", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("en", 1_280);
    const { page } = visitor;
    await withAuthenticator(visitor);
    await enterPassword(visitor, person);
    await visitor.waitForHeading("Overview");
    await page.goto(at("/security"));
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Give it a name, such as the device’s").waitFor();
    await page.getByLabel("What to call it").fill("My phone");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.locator(".recovery li").nth(9).waitFor();
    await page.getByText("My phone").waitFor();
    await visitor.inspect();

    await page.getByRole("button", { name: "Sign out" }).click();
    await visitor.waitForHeading("Sign in");
    await visitor.inspect();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await visitor.waitForHeading(/Overview|Security/);

    world.db.advanceClock(6 * MINUTE_MS);
    await page.goto(at("/security"));
    await page.getByRole("button", { name: "Make new recovery codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make new recovery codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
    await page.locator(".recovery li").nth(9).waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await visitor.waitForHeading("Sign in");
    await enterPassword(visitor, person);
    await visitor.waitForHeading("Enter the code");
    await visitor.inspect();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await visitor.waitForHeading("Overview");

    await page.goto(at("/security"));
    await page.getByRole("button", { name: "Remove My phone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("There is none yet.").waitFor();
    assert.equal((await world.rows(`select 1 from passkeys where person = '${person.id}'`)).length, 0);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a canceled passkey dialog is no failure, and the French page has French texts", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const visitor = await openVisitor("fr", 1_280);
    const { page } = visitor;
    const { session, id } = await withAuthenticator(visitor);
    await session.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await page.goto(`${world.url}/dashboard`);
    await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
    await page.getByText("Aucune clé d’accès n’a servi.").waitFor({ timeout: 70_000 });
    await visitor.inspect();
    await enterPassword(visitor, person);
    await visitor.waitForHeading("Aperçu");
    await page.goto(at("/security"));
    await page.getByText("Clés d’accès").first().waitFor();
    await visitor.inspect();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });
});
