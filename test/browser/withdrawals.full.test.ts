import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HOUR_MS } from "#server/kernel/time.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("withdrawals in the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("an account is registered and confirmed in test, then money is withdrawn to it, and one is canceled", async () => {
    const shop = await world.merchant({ name: "Chez Jeanne", balance: 500_000n });
    const person = await createTestUser(world, shop.id, "finance");
    const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page } = visitor;
    await page.goto(at("/withdrawals/new"));
    await page.getByText("No account can receive a withdrawal yet").waitFor();
    await visitor.inspect();
    await page.goto(at("/withdrawal-accounts"));
    await page.getByRole("link", { name: "Register an account" }).first().click();
    await page.getByRole("button", { name: "Register an account" }).click();
    assert.equal(await page.getByText("This field is required").count(), 2);
    await page.getByLabel("Payment method").selectOption("bank_account");
    await page.getByLabel("Name").fill("Chez Jeanne");
    await page.getByLabel("Bank code").fill("40001");
    await page.getByLabel("Account number").fill("40001000010123456789777");
    await visitor.inspect();
    await page.getByRole("button", { name: "Register an account" }).click();
    await visitor.waitForHeading("Chez Jeanne");
    await page.getByText("In live, two people must do so").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Confirm this account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm this account" }).click();
    await page.locator(".summary", { hasText: "Active" }).waitFor();
    await page.getByRole("link", { name: "Withdraw to this account" }).click();
    await page.getByText("Available: XAF 500,000").waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("This field is required").waitFor();
    await page.getByLabel("Amount").fill("600000");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Your available balance is too low.").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Withdraw/ }).count(), 0);
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("Amount").fill("200000");
    await page.getByLabel("What it is for (optional)").fill("Takings");
    await page.getByRole("button", { name: "Check" }).click();
    await page.locator(".sums", { hasText: "XAF 300,000" }).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Withdraw XAF 200,000" }).click();
    await page.waitForURL(/\/withdrawals\/wdr_/);
    await page.getByText("Accepted, the money is reserved").waitFor();
    await page.getByRole("link", { name: "Chez Jeanne …777" }).waitFor();
    await visitor.inspect();
    await world.waitUntilIdle();
    await page.goto(at("/withdrawals?status=complete"));
    await page.getByText("XAF 200,000").first().waitFor();
    await visitor.inspect();
    await visitor.close();
  });

  it("in live two people confirm an account, and its cooling time is shown until it ends", async () => {
    const shop = await world.merchant({ name: "Chez Jeanne", environment: "live", balance: 500_000n });
    const [first, second] = [
      await createTestUser(world, shop.id, "finance"),
      await createTestUser(world, shop.id, "owner"),
    ];
    for (const person of [first, second]) await person.enrollSecondFactor();
    const account = { type: "mobile_money", name: "Chez Jeanne", country: "CM", currency: "XAF", phone: "677123456" };
    const made = await first.send("POST", `/merchants/${shop.id}/live/withdrawal-accounts`, account);
    const path = `${world.url}/dashboard/live/${shop.id}/withdrawal-accounts/${made.body.withdrawal_account.id}`;
    const maker = await openSignedIn(world, first, "fr", 360);
    await maker.page.goto(path);
    await maker.page.getByText("Vous avez confirmé ce compte. Une seconde personne doit aussi le confirmer.").waitFor();
    assert.equal(await maker.page.getByRole("button", { name: "Confirmer ce compte" }).count(), 0);
    await maker.inspect();
    const checker = await openSignedIn(world, second, "en");
    const { page } = checker;
    await page.goto(path);
    await page.getByText("Ama Test has confirmed this account. A second person must confirm it too.").waitFor();
    await page.getByRole("button", { name: "Confirm this account" }).click();
    await checker.inspect();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm this account" }).click();
    await page.getByText("The account is confirmed. Money can go to it from").waitFor();
    assert.equal(await page.getByRole("link", { name: "Withdraw to this account" }).count(), 0);
    await checker.inspect();
    await page.clock.setFixedTime(Date.now() + 25 * HOUR_MS);
    await page.reload();
    await page.getByRole("link", { name: "Withdraw to this account" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/withdrawal-accounts$/);
    await page.getByText("Nothing here yet").waitFor();
    await maker.close();
    await checker.close();
  });
});
