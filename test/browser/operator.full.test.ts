import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { grantPlatformOperator, withdrawPlatformOperator } from "#server/resources/platform-operators/grant.ts";
import { connectFakeNetworks } from "#server/testing/fake-networks.ts";
import { createReviewCase, importSurplusStatement } from "#server/testing/review-cases.ts";
import { createTestUser, currentTotpCode, PASSWORD, type TestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { CLIPPED_TABLES, NO_BROWSER, openSignedIn, openVisitor, type Visitor } from "./visitor.ts";

const WIDE = 1_280;
const NARROW = 360;
const MINUTE_MS = 60_000;

describe("the platform operators' pages", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const providers = await connectFakeNetworks(world);
  const shop = await world.merchant({ name: "Chez Jeanne", environment: "live", balance: 50_000n });
  const review = await createReviewCase(world, providers, shop);
  const statement = await importSurplusStatement(world, 7_000);
  const at = (page: string) => `${world.url}/dashboard/operator${page}`;

  async function anOperator(): Promise<TestUser> {
    const person = await createTestUser(world, shop.id, "viewer");
    await world.db.engine((tx) =>
      grantPlatformOperator(tx, { email: person.email, name: null, keeps_account: true }, "operator:root"),
    );
    return person;
  }

  async function withPassword({ page }: Visitor, person: TestUser): Promise<void> {
    await page.goto(`${world.url}/dashboard`);
    await page.getByLabel(/e-mail/i).fill(person.email);
    await page.getByLabel(/^(Password|Mot de passe)$/).fill(PASSWORD);
    await page.getByRole("button", { name: /^(Sign in|Se connecter)$/ }).click();
  }

  it("an unknown address shows a message", async () => {
    const person = await anOperator();
    await person.enrollSecondFactor();
    const visitor = await openSignedIn(world, person, "fr", NARROW);
    for (const page of ["/merchant", "/channels/mtn", "/reviews/one/more"]) {
      await visitor.page.goto(at(page));
      await visitor.waitForHeading("Page introuvable");
    }
    await visitor.inspect();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("the pages require a second factor, and open as soon as the user sets one up", async () => {
    const visitor = await openVisitor("en", WIDE);
    const { page } = visitor;
    await withPassword(visitor, await anOperator());
    await visitor.waitForHeading("Overview");
    await page.getByRole("link", { name: "Operator’s pages" }).click();
    await visitor.waitForHeading("Operators need two-step verification");
    assert.equal(await page.title(), "Operator · Operators need two-step verification · Kolo");
    assert.equal(await page.getByText("Chez Jeanne").count(), 0);
    await visitor.inspect();
    await page.getByRole("main").getByRole("link", { name: "Security" }).click();
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const secret = (await page.locator(".factor code").textContent()) ?? "";
    await page.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.locator(".recovery li").nth(9).waitFor();
    await page.getByRole("link", { name: "Merchants" }).click();
    await visitor.waitForHeading("Merchants");
    await page.getByRole("link", { name: "Chez Jeanne" }).waitFor();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("an operator decides a case with a step-up, pauses a channel and books a difference, all audited", async () => {
    const person = await anOperator();
    const secret = await person.enrollSecondFactor();
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("?search=nobody-at-all"));
    await page.getByText("No merchant matches").waitFor();
    await visitor.inspect();
    await page.getByRole("searchbox").fill("jeanne");
    await page.getByRole("row", { name: /Chez Jeanne Live XAF 49,000 .*1 review/ }).waitFor();
    await visitor.inspect();
    await page.getByRole("link", { name: "Chez Jeanne" }).click();
    await visitor.waitForHeading("Chez Jeanne");
    await page.getByText("Two-step verification: yes").first().waitFor();
    await visitor.inspect();
    await page.setViewportSize({ width: NARROW, height: 740 });
    await page.getByRole("row", { name: /The provider gave no definite answer Transfer · cm\.mtn \S/ }).waitFor();
    // Wait, because the columns adapt a moment after the resize.
    await page.waitForFunction(`${CLIPPED_TABLES} === 0`);
    await page.setViewportSize({ width: WIDE, height: 740 });

    await page.getByRole("link", { name: "XAF 1,000", exact: true }).click();
    await visitor.waitForHeading("The provider gave no definite answer");
    await page.getByText("+237 6 77 80 00 01").waitFor();
    await page.getByText(/^Queried the provider \(pending\), \d+ times$/).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Decide", exact: true }).click();
    await page.getByText("Choose a decision").waitFor();
    await page.getByText("Enter a reason").waitFor();
    await visitor.inspect();
    await page.getByRole("radio", { name: /The money did not arrive/ }).check();
    await page.getByLabel("Reason").fill("The portal does not know it");
    world.db.advanceClock(6 * MINUTE_MS);
    await page.getByRole("button", { name: "Decide: The money did not arrive" }).click();
    const proof = page.getByRole("dialog");
    await proof.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await proof.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The money did not arrive, by Ama Test").waitFor();
    await page.getByText("The portal does not know it").first().waitFor();
    await visitor.inspect();
    assert.deepEqual(await shop.balance(), { available: 50_000, reserved: 0 });
    // The link's exact name shows that it has no count any more.
    await page.getByRole("link", { name: "Review queue", exact: true }).click();
    await page.getByText("Nothing to review").waitFor();
    await visitor.inspect();

    await page.getByRole("link", { name: "Channels" }).click();
    await visitor.waitForHeading("Channels");
    await page
      .getByRole("row", { name: /^cm\.mtn/ })
      .getByRole("button", { name: "Pause" })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await dialog.getByText("Enter a reason").waitFor();
    await visitor.inspect();
    await dialog.getByLabel("Reason, for merchants to read").fill("MTN works on it");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await page.getByText("MTN works on it").waitFor();
    await page.getByText("1 is paused").waitFor({ state: "attached" });
    await visitor.inspect();

    await page.goto(at(`/reconciliation/${statement}`));
    await visitor.waitForHeading("march.csv");
    await visitor.inspect();
    await page.getByRole("link", { name: "← Reconciliation" }).click();
    await page.getByText("Only on the statement").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Resolve" }).click();
    const settling = page.getByRole("dialog");
    await settling.getByText("The merchant’s balance increases by XAF 7,000.").waitFor();
    await settling.getByRole("radio", { name: /The merchant bears the difference/ }).check();
    await settling.getByLabel("Reason").fill("She sent it to the till by hand");
    await settling.getByRole("button", { name: "Decide: The merchant bears the difference" }).click();
    await settling.getByText("Enter the id of the merchant").waitFor();
    await visitor.inspect();
    await settling.getByLabel("Merchant to book it for").fill(shop.id);
    await settling.getByRole("button", { name: "Decide: The merchant bears the difference" }).click();
    await page.getByText("Statements and ledger agree.").waitFor();
    await visitor.inspect();
    assert.deepEqual(await shop.balance(), { available: 57_000, reserved: 0 });

    await page.goto(at("/log"));
    await page.getByRole("row", { name: /Channel paused.*Ama Test/ }).waitFor();
    await visitor.inspect();
    await page.goto(at(`/merchants/${shop.id}`));
    await page.getByRole("row", { name: /Review decided.*Ama Test/ }).waitFor();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
    await world.assertCleanAudit();
  });

  it("an operator takes a withdrawal on and books it with the bank's reference, then corrects a balance", async () => {
    const person = await anOperator();
    await person.enrollSecondFactor();
    const trader = await world.merchant({ name: "Kiosque Bonamoussadi", balance: 3_000_000n });
    const bank = {
      ...{ type: "bank_account", name: "Awa Diallo", country: "GA", currency: "XAF" },
      ...{ account_number: "40001000010123456789777", bank_code: "40001" },
    };
    const { id: account } = (await trader.post("/withdrawal-accounts", bank)).body.withdrawal_account;
    await trader.post(`/withdrawal-accounts/${account}/confirm`);
    const { id } = (await trader.post("/withdrawals", { account, amount: 250_000 })).body.withdrawal;
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("?environment=test&search=bonamoussadi"));
    await page.getByRole("row", { name: /1 withdrawal to pay/ }).waitFor();
    await page.getByRole("link", { name: /^Withdrawals to pay/ }).click();
    await page.getByRole("row", { name: /XAF 250,000 .*Awa Diallo …777.*Waits to be taken on/ }).waitFor();
    await visitor.inspect();
    await page.getByRole("link", { name: "XAF 250,000" }).click();
    await visitor.waitForHeading("Awa Diallo");
    await page.getByText(bank.account_number).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Take it on" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take it on" }).click();
    await page.getByRole("button", { name: "Book the outcome" }).click();
    await page.getByText("Choose the outcome").waitFor();
    await page.getByRole("radio", { name: /The bank paid it/ }).check();
    await page.getByRole("button", { name: "Book as paid" }).click();
    await page.getByText("This field is required").waitFor();
    await visitor.inspect();
    await page.getByRole("textbox", { name: "The bank’s reference" }).fill("BGFI 88231");
    await page.getByRole("button", { name: "Book as paid" }).click();
    await page.locator(".summary", { hasText: "Paid" }).waitFor();
    await page.setViewportSize({ width: NARROW, height: 740 });
    await visitor.inspect();
    await page.setViewportSize({ width: WIDE, height: 740 });
    const { withdrawal } = (await trader.get(`/withdrawals/${id}`)).body;
    assert.deepEqual([withdrawal.status, withdrawal.bank_reference], ["complete", "BGFI 88231"]);

    await page.goto(at(`/merchants/${trader.id}?environment=test`));
    await page.getByRole("link", { name: "Ledger entries and corrections" }).click();
    await visitor.waitForHeading("Ledger of Kiosque Bonamoussadi");
    await visitor.inspect();
    await page.getByRole("button", { name: "Adjust the balance" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Adjust the balance" }).click();
    assert.equal(await dialog.getByText("This field is required").count(), 3);
    await visitor.inspect();
    await dialog.getByLabel("Amount").fill("2500");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await dialog.getByLabel("Document").fill("Ticket 88");
    await dialog.getByRole("button", { name: "Adjust the balance" }).click();
    await page.getByText("The correction is booked.").waitFor();
    await page.getByRole("link", { name: "See the corrections" }).click();
    await page.getByText("Document: Ticket 88").waitFor();
    await visitor.inspect();
    assert.equal((await trader.balance()).available, 2_752_500);
    const [correction] = (await trader.get("/corrections")).body.items;
    assert.deepEqual([correction.amount, correction.direction, correction.document], [2_500, "in", "Ticket 88"]);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("every page fits a phone in French, shows its empty state, and closes when the right is revoked", async () => {
    const person = await anOperator();
    await person.enrollSecondFactor();
    const visitor = await openSignedIn(world, person, "fr", NARROW);
    const { page } = visitor;
    const pages = [
      ["", "Marchands"],
      ["?environment=test", "Marchands"],
      [`/merchants/${shop.id}?environment=test`, "Chez Jeanne"],
      ["/channels", "Canaux"],
      ["/reviews?all=true", "À examiner"],
      [`/reviews/${review.review}`, "Le prestataire n’a pas donné de réponse certaine"],
      ["/withdrawals", "Retraits à payer"],
      ["/withdrawals?ended=true", "Retraits à payer"],
      ["/corrections", "Rectifications"],
      [`/merchants/${shop.id}/entries`, "Grand livre de Chez Jeanne"],
      ["/reconciliation", "Rapprochement"],
      ["/reconciliation/stm_01jqk3v8q1e9fa4x2m7c5t0r6w", "stm_01jqk3v8q1e9fa4x2m7c5t0r6w"],
      ["/log", "Opérateurs"],
      ["/security", "Sécurité"],
    ] as const;
    for (const [path, title] of pages) {
      await page.goto(at(path));
      await visitor.waitForHeading(title);
      await visitor.inspect();
      await page.waitForFunction(`${CLIPPED_TABLES} === 0`);
    }
    await page.goto(at(`/reviews/${review.review}`));
    await page
      .getByText(/^Prestataire interrogé \(en cours\)/)
      .first()
      .waitFor();
    assert.doesNotMatch(await page.getByRole("main").innerText(), /\((pending|accepted|no_answer)|The provider/);
    await world.db.engine((tx) => withdrawPlatformOperator(tx, person.email, "operator:root"));
    await page.goto(at(""));
    await visitor.waitForHeading("Aperçu");
    assert.equal(await page.getByRole("link", { name: "Pages de l’opérateur" }).count(), 0);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });
});
