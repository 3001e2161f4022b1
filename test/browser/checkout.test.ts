import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aWorld, type TestMerchant } from "#server/testing/world.ts";
import { aShop, aVisitor, type Language, NO_BROWSER, type Visitor } from "./visitor.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST_LOAD_BYTES = 150 * 1_024;

// What a payer reads, written out once more: a word that changes by mistake is seen.
const WORDS = {
  en: {
    pay: "Pay XAF 5,000",
    form: "Pay by mobile money",
    again: "Try again",
    poor: "There is not enough money on this account.",
    refused: "The request was refused on the phone.",
    wrong: "Enter a number that begins with 6 and has 9 digits",
    confirm: "Confirm on your phone",
    paid: "Payment complete",
    canceled: "This payment is canceled",
    expired: "This payment has expired",
    absent: "There is no payment at this address",
    back: "Back to Chez Jeanne",
    cancel: "Cancel this payment",
    cancel_yes: "Cancel it",
    cancel_no: "Keep it",
    lost: "No connection.",
    link: "How much do you pay?",
    amount: "Amount",
    number: "Mobile money number",
    name: "Your name (optional)",
    go_on: "Continue",
    range: "Enter an amount from XAF 1 to XAF 1,000,000",
    closed: "This link takes no more payments",
    outcomes: {
      success: "Pays",
      poor: "Not enough money",
      none: "No answer, then pays",
      refused: "Refused on the phone",
    },
    other: "Français",
  },
  fr: {
    pay: "Payer 5 000 FCFA",
    form: "Payer par mobile money",
    again: "Réessayer",
    poor: "Le solde de ce compte est insuffisant.",
    refused: "La demande a été refusée sur le téléphone.",
    wrong: "Saisissez un numéro qui commence par 6 et compte 9\u00a0chiffres",
    confirm: "Confirmez sur votre téléphone",
    paid: "Paiement réussi",
    canceled: "Ce paiement est annulé",
    expired: "Ce paiement a expiré",
    absent: "Il n’y a pas de paiement à cette adresse",
    back: "Retour vers Chez Jeanne",
    cancel: "Annuler ce paiement",
    cancel_yes: "Oui, annuler",
    cancel_no: "Garder",
    lost: "Pas de connexion.",
    link: "Combien payez-vous ?",
    amount: "Montant",
    number: "Numéro mobile money",
    name: "Votre nom (facultatif)",
    go_on: "Continuer",
    range: "Saisissez un montant de 1 FCFA à 1 000 000 FCFA",
    closed: "Ce lien ne prend plus de paiements",
    outcomes: { success: "Paie", poor: "Solde insuffisant", none: "Sans réponse, puis paie", refused: "Refusé" },
    other: "English",
  },
};

const LANGUAGES: readonly Language[] = ["en", "fr"];

describe("the hosted page", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await aWorld();
  const shop = await aShop();

  async function aPayment(fields: object = {}): Promise<{ merchant: TestMerchant; id: string; page: string }> {
    const merchant = await world.merchant({ name: "Chez Jeanne" });
    const payment = { amount: 5_000, currency: "XAF", email: "payer@example.cm", ...fields };
    const { body, text } = await merchant.post("/payments", payment);
    assert.equal(body.code, 201, text);
    return { merchant, id: body.transaction.id, page: body.authorization_url };
  }

  const recordOf = async (merchant: TestMerchant, id: string) =>
    (await merchant.get(`/payments/${id}`)).body.transaction;

  /** Picks the sandbox's number for an outcome, and presses the one button. */
  async function payWith({ page }: Visitor, outcome: string, button: string): Promise<void> {
    await page.locator(".sandbox-number", { hasText: outcome }).first().click();
    await page.getByRole("button", { name: button }).click();
  }

  for (const language of LANGUAGES) {
    const words = WORDS[language];

    describe(`in ${language}`, () => {
      it("a payment is paid, and the payer is back at the shop that knows it", async () => {
        const callback = `${shop.url}/thanks?order=${language}`;
        const { merchant, id, page } = await aPayment({ callback, reference: `order-${language}`, description: "Riz" });
        const visitor = await aVisitor(language);
        await visitor.page.goto(page);
        await visitor.sees(words.form);
        assert.equal(await visitor.page.getAttribute("html", "lang"), language);
        assert.match(await visitor.page.title(), /^Test · (Pay|Payer) .*5.000.* · Chez Jeanne$/);
        await visitor.page.getByText("Riz", { exact: true }).waitFor();
        await visitor.inspect();
        await payWith(visitor, words.outcomes.success, words.pay);
        await visitor.sees(words.paid);
        assert.equal(await visitor.page.evaluate("document.activeElement.tagName"), "H1");
        await visitor.inspect();
        await visitor.page.waitForURL(/\/thanks/, { timeout: 15_000 });
        const visit = shop.visits.find(({ searchParams }) => searchParams.get("order") === language);
        assert.deepEqual(Object.fromEntries(visit?.searchParams ?? []), {
          ...{ order: language, reference: `order-${language}`, trxref: `order-${language}`, status: "complete" },
        });
        const paid = await recordOf(merchant, id);
        assert.deepEqual([paid.status, paid.channel], ["complete", "cm.mtn"]);
        assert.deepEqual(visitor.complaints, []);
        await visitor.leave();
      });

      it("without enough money the page says so in words, keeps the number, and another try pays", async () => {
        const { merchant, id, page } = await aPayment();
        const visitor = await aVisitor(language);
        await visitor.page.goto(page);
        await payWith(visitor, words.outcomes.poor, words.pay);
        await visitor.sees(words.again);
        await visitor.page.getByText(words.poor).waitFor();
        assert.equal((await visitor.page.inputValue("#phone")).replace(/\s/g, ""), "677000001");
        await visitor.inspect();
        await payWith(visitor, words.outcomes.refused, words.pay);
        await visitor.page.getByText(words.refused).waitFor();
        await payWith(visitor, words.outcomes.success, words.pay);
        await visitor.sees(words.paid);
        assert.equal((await recordOf(merchant, id)).status, "complete");
        assert.deepEqual(visitor.complaints, []);
        await visitor.leave();
      });

      it("while nobody answers it says what to do, survives a reload, and ends well when the answer comes", async () => {
        const { merchant, id, page } = await aPayment();
        const visitor = await aVisitor(language);
        await visitor.page.goto(page);
        await payWith(visitor, words.outcomes.none, words.pay);
        await visitor.sees(words.confirm);
        await visitor.page.getByRole("link", { name: "*126#" }).waitFor();
        await visitor.page.getByText("+237 6 •• •• •• 03").waitFor();
        await visitor.inspect();
        await visitor.page.reload();
        await visitor.sees(words.confirm);
        assert.equal((await recordOf(merchant, id)).status, "processing");
        world.db.advance(2 * MINUTE_MS);
        await visitor.sees(words.paid);
        assert.equal((await recordOf(merchant, id)).status, "complete");
        await visitor.leave();
      });

      it("a payer who gives up is asked once more, and then it is canceled", async () => {
        const { merchant, id, page } = await aPayment({ callback: `${shop.url}/thanks` });
        const visitor = await aVisitor(language);
        await visitor.page.goto(page);
        await visitor.page.getByRole("button", { name: words.cancel }).click();
        await visitor.inspect();
        await visitor.page.getByRole("button", { name: words.cancel_no }).click();
        assert.equal((await recordOf(merchant, id)).status, "pending");
        await visitor.page.getByRole("button", { name: words.cancel }).click();
        await visitor.page.getByRole("button", { name: words.cancel_yes }).click();
        await visitor.sees(words.canceled);
        await visitor.inspect();
        assert.equal((await recordOf(merchant, id)).status, "canceled");
        const way = await visitor.page.getByRole("link", { name: words.back }).getAttribute("href");
        assert.equal(new URL(way ?? "").searchParams.get("status"), "canceled");
        await visitor.leave();
      });

      it("a payment that nobody paid in time expires before the payer's eyes", async () => {
        const { merchant, id, page } = await aPayment();
        const visitor = await aVisitor(language);
        await visitor.page.goto(page);
        await visitor.sees(words.form);
        world.db.advance(3 * HOUR_MS + MINUTE_MS);
        await visitor.sees(words.expired);
        await visitor.inspect();
        assert.equal((await recordOf(merchant, id)).status, "expired");
        await visitor.leave();
      });

      it("a link with an open amount asks how much, and its payment knows the number already", async () => {
        const merchant = await world.merchant({ name: "Chez Jeanne" });
        const made = await merchant.post("/payment-links", { name: "Cotisation", currency: "XAF" });
        const visitor = await aVisitor(language);
        await visitor.page.goto(`${shop.url}/menu`);
        await visitor.page.goto(made.body.payment_link.url);
        await visitor.sees(words.link);
        await visitor.inspect();
        await visitor.page.getByLabel(words.amount).fill("5000000");
        await visitor.page.getByRole("button", { name: words.go_on }).click();
        assert.equal(await visitor.page.evaluate("document.activeElement.id"), "amount");
        await visitor.page.locator("#amount-error", { hasText: words.range }).waitFor();
        await visitor.inspect();
        await visitor.page.getByLabel(words.amount).fill("5000");
        await visitor.page.getByLabel(words.number).fill("677 00 00 00");
        await visitor.page.getByLabel(words.name).fill("Awa");
        await visitor.page.getByRole("button", { name: words.go_on }).click();
        await visitor.sees(words.form);
        await visitor.page.getByRole("button", { name: words.pay }).click();
        await visitor.sees(words.paid);
        const { items } = (await merchant.get("/payments")).body;
        assert.deepEqual([items.length, items[0].amount, items[0].status], [1, 5_000, "complete"]);
        // Not back to the link, where a second payment would begin.
        await visitor.page.goBack();
        assert.equal(new URL(visitor.page.url()).pathname, "/menu");
        await merchant.send("DELETE", `/payment-links/${made.body.payment_link.id}`);
        await visitor.page.goto(made.body.payment_link.url);
        await visitor.sees(words.closed);
        assert.deepEqual(visitor.complaints, []);
        await visitor.leave();
      });

      it("a number that cannot be is refused in words, with the focus on it", async () => {
        const { page } = await aPayment();
        const visitor = await aVisitor(language, 320);
        await visitor.page.goto(page);
        await visitor.page.getByLabel(words.number).fill("67712");
        await visitor.page.keyboard.press("Enter");
        await visitor.page.locator("#phone-error", { hasText: words.wrong }).waitFor();
        assert.equal(await visitor.page.evaluate("document.activeElement.id"), "phone");
        assert.equal(await visitor.page.getAttribute("#phone", "aria-invalid"), "true");
        await visitor.inspect();
        await visitor.leave();
      });

      it("an address that opens nothing says so", async () => {
        const visitor = await aVisitor(language);
        await visitor.page.goto(`${world.url}/pay/${"x".repeat(40)}`);
        await visitor.sees(words.absent);
        await visitor.inspect();
        await visitor.leave();
      });
    });
  }

  const words = WORDS.en;

  it("two quick presses ask for the money once", async () => {
    const { id, page } = await aPayment();
    const visitor = await aVisitor("en");
    await visitor.page.goto(page);
    await visitor.page.locator(".sandbox-number").first().click();
    // Both before the browser has drawn anything: quicker than any finger.
    await visitor.page.evaluate("for (const _ of [1, 2]) document.querySelector('[type=submit]').click()");
    await visitor.sees(words.paid);
    const rows = await world.rows(`select count(*) from attempts where subject = '${id}'`);
    assert.equal(Number(rows[0]?.count), 1);
    assert.equal(visitor.sent.length, 1, "one request to pay");
    assert.deepEqual(visitor.complaints, []);
    await visitor.leave();
  });

  it("who comes back from the shop by the browser's button sees what was paid, and may stay", async () => {
    const { page } = await aPayment({ callback: `${shop.url}/thanks?order=back` });
    const visitor = await aVisitor("en");
    await visitor.page.goto(page);
    await payWith(visitor, words.outcomes.success, words.pay);
    await visitor.page.getByRole("link", { name: words.back }).click();
    await visitor.page.waitForURL(/\/thanks/);
    await visitor.page.goBack();
    await visitor.sees(words.paid);
    await visitor.page.waitForTimeout(6_500);
    assert.match(visitor.page.url(), /\/pay\//);
    await visitor.leave();
  });

  it("the browser's buttons while waiting lead back to the waiting", async () => {
    const { merchant, id, page } = await aPayment();
    const visitor = await aVisitor("en");
    await visitor.page.goto(`${shop.url}/cart`);
    await visitor.page.goto(page);
    await payWith(visitor, words.outcomes.none, words.pay);
    await visitor.sees(words.confirm);
    await visitor.page.goBack();
    assert.match(visitor.page.url(), /\/cart/);
    await visitor.page.goForward();
    await visitor.sees(words.confirm);
    assert.equal((await recordOf(merchant, id)).status, "processing");
    await visitor.leave();
  });

  it("a lost connection is said and outlived", async () => {
    const { page } = await aPayment();
    const visitor = await aVisitor("en");
    await visitor.page.goto(page);
    await payWith(visitor, words.outcomes.none, words.pay);
    await visitor.sees(words.confirm);
    await visitor.context.setOffline(true);
    await visitor.page.getByText(words.lost).waitFor();
    await visitor.inspect();
    world.db.advance(2 * MINUTE_MS);
    await world.quiet();
    await visitor.context.setOffline(false);
    await visitor.sees(words.paid);
    assert.equal(await visitor.page.getByText(words.lost).count(), 0);
    await visitor.leave();
  });

  it("a press whose answer is lost is not made twice", async () => {
    const { id, page } = await aPayment();
    const visitor = await aVisitor("en");
    await visitor.page.goto(page);
    // The request arrives, its answer does not.
    await visitor.page.route("**/checkout/*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await payWith(visitor, words.outcomes.success, words.pay);
    await visitor.sees(words.paid);
    const rows = await world.rows(`select count(*) from attempts where subject = '${id}'`);
    assert.equal(Number(rows[0]?.count), 1);
    await visitor.leave();
  });

  it("the keyboard alone pays", async () => {
    const { merchant, id, page } = await aPayment();
    const visitor = await aVisitor("en");
    await visitor.page.goto(page);
    await visitor.sees(words.form);
    const { keyboard } = visitor.page;
    // The language, then the number.
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.type("+237677000000");
    assert.equal((await visitor.page.inputValue("#phone")).replace(/\s/g, " "), "6 77 00 00 00");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await visitor.sees(words.paid);
    assert.equal((await recordOf(merchant, id)).status, "complete");
    await visitor.leave();
  });

  it("the number the merchant knows is filled in, its operator named, and the language can be changed and stays", async () => {
    const { page } = await aPayment({ phone: "699123456" });
    const visitor = await aVisitor("en");
    await visitor.page.goto(page);
    await visitor.sees(words.form);
    assert.equal((await visitor.page.inputValue("#phone")).replace(/\s/g, " "), "6 99 12 34 56");
    await visitor.page.getByText("Orange number").waitFor();
    await visitor.page.getByRole("button", { name: words.other }).click();
    await visitor.sees(WORDS.fr.form);
    await visitor.page.reload();
    await visitor.sees(WORDS.fr.form);
    assert.equal(await visitor.page.getAttribute("html", "lang"), "fr");
    await visitor.leave();
  });

  it("the first load is small, comes from this server alone, and keeps to the policy", async () => {
    const { page } = await aPayment();
    const visitor = await aVisitor("en");
    const network = await visitor.context.newCDPSession(visitor.page);
    let bytes = 0;
    await network.send("Network.enable");
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const answer = await visitor.page.goto(page);
    await visitor.sees(words.form);
    assert.match(answer?.headers()["content-security-policy"] ?? "", /default-src 'none'.*script-src 'self'/);
    assert.ok(bytes > 10_000 && bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`);
    const strange = visitor.asked.filter((url) => !url.startsWith(`${world.url}/`) && !url.startsWith("data:"));
    assert.deepEqual(strange, []);
    assert.deepEqual(visitor.complaints, []);
    await visitor.leave();
  });

  it("every payment of these visits is in the books", () => world.auditIsClean());
});
