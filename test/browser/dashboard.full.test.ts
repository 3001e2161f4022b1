import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestUser, currentTotpCode } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

const NARROW = 360;

describe("the dashboard on a phone", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 100_000n });
  const at = (environment: string, page: string) => `${world.url}/dashboard/${environment}/${shop.id}${page}`;

  it("a second factor is set up, with recovery codes", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openSignedIn(world, person, "en", NARROW);
    await visitor.page.goto(at("test", "/security"));
    await visitor.page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await visitor.page.getByRole("img").waitFor();
    const secret = (await visitor.page.locator(".factor code").textContent()) ?? "";
    await visitor.page.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await visitor.page.getByRole("button", { name: "Confirm" }).click();
    await visitor.page.locator(".recovery li").nth(9).waitFor();
    await visitor.page.getByText("10 recovery codes are left.").waitFor();
    await visitor.inspect();
    await visitor.close();
  });

  it("an action on the whole business requires a second factor in test, too, and links to its setup", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "owner"), "en", NARROW);
    const { page } = visitor;
    const message = "Changes to the whole business need two-step verification, in test too.";
    await page.goto(at("test", "/people"));
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail address").fill("new@example.cm");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await dialog.getByText(message).waitFor();
    await visitor.inspect();
    await dialog.getByRole("link", { name: "Set it up under Security" }).click();
    await visitor.waitForHeading("Security");
    await page.goto(at("test", "/log"));
    await page.getByText(message).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Set it up under Security" }).waitFor();
    assert.doesNotMatch(await page.getByRole("main").innerText(), /Live/);
    await visitor.close();
  });

  it("the menu on a phone opens, navigates and signs out, in test and in live", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "viewer"), "en", NARROW);
    for (const environment of ["test", "live"]) {
      await visitor.page.goto(at(environment, ""));
      await visitor.page.getByRole("button", { name: "Menu" }).click();
      await visitor.page.getByRole("link", { name: "Approvals" }).click();
      await visitor.waitForHeading("Approvals");
    }
    await visitor.page.getByRole("button", { name: "Menu" }).click();
    await visitor.inspect();
    await visitor.page.getByRole("button", { name: "Sign out" }).click();
    await visitor.waitForHeading("Sign in");
    await visitor.close();
  });
});
