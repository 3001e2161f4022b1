import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestUser, PASSWORD, type TestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn, openVisitor, type Visitor } from "./visitor.ts";

describe("navigation and sessions", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 100_000n });
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  async function signIn({ page }: Visitor, person: TestUser): Promise<void> {
    await page.getByLabel(/e-mail/i).fill(person.email);
    await page.getByLabel(/^(Password|Mot de passe)$/).fill(PASSWORD);
    await page.getByRole("button", { name: /^(Sign in|Se connecter)$/ }).click();
  }

  it("an unknown address, or one of a foreign business, shows a message and a link back", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("fr");
    const { page } = visitor;
    await page.goto(at("/salaries"));
    await signIn(visitor, person);
    await visitor.waitForHeading("Page introuvable");
    await visitor.inspect();
    await page.getByRole("link", { name: "Vers l’aperçu" }).click();
    await visitor.waitForHeading("Aperçu");
    const other = await world.merchant({ name: "Elsewhere" });
    await page.goto(`${world.url}/dashboard/live/${other.id}/balance`);
    await visitor.waitForHeading("Cette entreprise n’existe pas ici");
    await visitor.inspect();
    await page.getByRole("link", { name: "Vers Chez Jeanne" }).click();
    await visitor.waitForHeading("Aperçu");
    assert.equal(page.url(), `${world.url}/dashboard/live/${shop.id}`);
    await visitor.close();
  });

  it("a sign-out without an answer shows that the session is still open, and a retry ends it", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("en", 1_280);
    const { page } = visitor;
    await page.goto(at("/"));
    await signIn(visitor, person);
    await visitor.waitForHeading("Overview");
    await page.route("**/sign-out", (route) => route.abort());
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("No connection. Try again in a moment. Your session is still open.").waitFor();
    await visitor.inspect();
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Overview");
    await page.unroute("**/sign-out");
    await page.getByRole("button", { name: "Sign out" }).click();
    await visitor.waitForHeading("Sign in");
    await page.reload();
    await visitor.waitForHeading("Sign in");
    await visitor.close();
  });

  it("a tab switches to the user who signed in elsewhere, without data of the previous user", async () => {
    const [first, second] = [
      await createTestUser(world, shop.id, "owner"),
      await createTestUser(world, shop.id, "viewer"),
    ];
    const visitor = await openVisitor("en", 1_280);
    const { page, context } = visitor;
    await page.goto(at("/customers/new"));
    await signIn(visitor, first);
    await page.getByLabel("Name").fill("Ama Owusu");
    const other = await context.newPage();
    await other.goto(at("/"));
    await other.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await signIn({ ...visitor, page: other }, second);
    await other.getByText(second.email).waitFor();
    await page.getByText(second.email).waitFor();
    assert.equal(await page.getByText(first.email).count(), 0);
    assert.equal(await page.getByText("Ama Owusu").count(), 0);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("an expired session hides the page, shows the reason, and keeps the typed values", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("en");
    const { page, context } = visitor;
    await page.goto(at("/customers/new"));
    await signIn(visitor, person);
    await page.getByLabel("Name").fill("Ama Owusu");
    await page.getByLabel("E-mail").fill("ama@example.cm");
    const title = await page.title();
    await context.clearCookies();
    // An answer of the background may have hidden the page already, and a click would wait until the button is visible.
    await page.locator("form button[type=submit], form .button-main").first().dispatchEvent("click");
    await page.getByText("Your session has ended.").waitFor();
    await visitor.waitForHeading("Sign in");
    assert.equal(await page.getByLabel("Name").isVisible(), false);
    await visitor.inspect();
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Name").waitFor();
    assert.deepEqual([await page.getByLabel("Name").inputValue(), await page.title()], ["Ama Owusu", title]);
    await visitor.close();
  });

  it("switching the environment asks before it discards input", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("en", 1_280);
    const { page } = visitor;
    await page.goto(at("/transfers/new"));
    await signIn(visitor, person);
    const live = page.getByRole("link", { name: "Live" });
    await live.click();
    await page.waitForURL(/\/live\//);
    await page.getByRole("link", { name: "Test" }).click();
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Name").fill("Ama Owusu");
    await live.click();
    const dialog = page.getByRole("dialog", { name: "Leave this page?" });
    await visitor.inspect();
    await dialog.getByRole("button", { name: "Stay here" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "Ama Owusu");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByLabel("Amount").fill("500");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Send XAF 500" }).waitFor();
    await live.click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/live\//);
    await visitor.close();
  });

  it("a link or closing the tab asks before it discards input; after sending nothing asks", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("en", 1_280);
    const { page } = visitor;
    await page.goto(at("/customers/new"));
    const warned: string[] = [];
    page.on("dialog", (dialog) => {
      warned.push(dialog.type());
      void dialog.dismiss();
    });
    await signIn(visitor, person);
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await visitor.waitForHeading("Payments");
    await page.goto(at("/customers/new"));
    await page.getByLabel("Name").fill("Ama Owusu");
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Leave this page?" });
    await dialog.getByRole("button", { name: "Stay here" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "Ama Owusu");
    await page.reload({ timeout: 2_000 }).catch(() => {});
    assert.deepEqual(warned, ["beforeunload"]);
    assert.equal(await page.getByLabel("Name").inputValue(), "Ama Owusu");
    await page.getByLabel(/^(Number|Phone|Mobile number)/).fill("677123456");
    await page.locator("form").getByRole("button").last().click();
    await page.waitForURL(/\/customers\/cus_/);
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await visitor.waitForHeading("Payments");
    await page.reload();
    assert.deepEqual(warned, ["beforeunload"]);
    await visitor.close();
  });

  it("back and forward ask before they discard input, and continue after the confirmation", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const visitor = await openVisitor("en", 1_280);
    const { page } = visitor;
    await page.goto(at("/customers"));
    await signIn(visitor, person);
    await visitor.waitForHeading("Customers");
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await visitor.waitForHeading("Payments");
    await page.getByRole("link", { name: "Customers", exact: true }).click();
    await visitor.waitForHeading("Customers");
    await page.getByRole("link", { name: "Add a customer" }).first().click();
    const name = page.getByLabel("Name");
    await name.waitFor();
    const dialog = page.getByRole("dialog", { name: "Leave this page?" });
    // Goes back in the same JavaScript task, before the page renders the input.
    const typing = 'value = "Ama Owusu"; field.dispatchEvent(new Event("input", { bubbles: true }))';
    await page.evaluate(
      `const field = document.querySelector("form input[name=name]"); field.${typing}; history.back()`,
    );
    for (const [index, answer] of ["Stay here", "Close"].entries()) {
      if (index > 0) await page.evaluate("history.back()");
      await dialog.getByRole("button", { name: answer }).click();
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual([await name.inputValue(), page.url()], ["Ama Owusu", at("/customers/new")]);
    }
    await page.evaluate("window.kept = history.go; history.go = (steps) => steps > 0 && kept.call(history, steps)");
    await page.evaluate("history.back()");
    await dialog.getByRole("button", { name: "Leave" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.evaluate("delete history.go");
    await page.waitForTimeout(1_500);
    assert.equal(await name.inputValue(), "Ama Owusu", "the step never came");
    await page.evaluate("history.go(-2)");
    await dialog.getByRole("button", { name: "Leave" }).click();
    await visitor.waitForHeading("Payments");
    await page.waitForURL(at("/payments"));
    await page.evaluate("history.go(2)");
    await page.waitForURL(at("/customers/new"));
    assert.equal(await name.inputValue(), "");
    await name.fill("Ama Owusu");
    await page.getByRole("link", { name: "Balance", exact: true }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await visitor.waitForHeading("Balance");
    await page.goBack();
    await page.waitForURL(at("/customers/new"));
    await page.goBack();
    await visitor.waitForHeading("Customers");
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("the navigation of a low window ends in a fading edge and shows the current link", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "owner"));
    const { page } = visitor;
    await page.goto(at(""));
    await page.locator(".ways.ways-below").waitFor();
    await page.goto(at("/log"));
    await visitor.waitForHeading("Audit log");
    await page.locator(".ways.ways-above:not(.ways-below)").waitFor();
    const [way, who] = await Promise.all([
      page.getByRole("link", { name: "Audit log" }).boundingBox(),
      page.locator(".who").boundingBox(),
    ]);
    assert.ok(way && who && way.y + way.height <= who.y, "the way is not behind who one is");
    await visitor.inspect();
    await visitor.close();
  });

  it("an open page survives an outage of the service, and reloads its data after a new sign-in", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const { body } = await shop.post("/payments", { amount: 5_000, currency: "XAF", phone: "677123456" });
    const visitor = await openVisitor("en");
    const { page, context } = visitor;
    await page.route("**/changes", (route) => route.abort());
    await page.goto(at(`/payments/${body.transaction.id}`));
    await signIn(visitor, person);
    await page.getByRole("button", { name: "Cancel this payment" }).click();
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.route("**/test/payments/pay_*", (route) => route.fulfill({ status: 503, json: { code: 503 } }));
    await refused;
    await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
    await page.locator(".summary-sum", { hasText: "5,000" }).waitFor();
    await page.unroute("**/test/payments/pay_*");
    await context.clearCookies();
    await page.getByText("Your session has ended.").waitFor({ timeout: 45_000 });
    await shop.send("DELETE", `/payments/${body.transaction.id}`);
    await signIn(visitor, person);
    await page.locator(".summary", { hasText: "Canceled" }).waitFor({ timeout: 10_000 });
    await visitor.close();
  });
});
