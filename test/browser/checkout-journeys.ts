import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestWorld, type TestMerchant, type TestWorld } from "#server/testing/world.ts";
import {
  alternateLanguages,
  type ColorScheme,
  type Language,
  openVisitor,
  startShop,
  type Visitor,
} from "./visitor.ts";

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// A copy of the page's texts, so that a test fails if one changes by mistake.
export const TEXTS = {
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
    closed: "This link no longer accepts payments",
    invoice: "Pay this invoice",
    pay_part: "Pay XAF 4,000",
    pay_rest: "Pay XAF 6,000",
    back_to_invoice: "Back to the invoice",
    invoice_paid: "This invoice is paid",
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
    closed: "Ce lien n’accepte plus de paiements",
    invoice: "Payer cette facture",
    pay_part: "Payer 4 000 FCFA",
    pay_rest: "Payer 6 000 FCFA",
    back_to_invoice: "Retour à la facture",
    invoice_paid: "Cette facture est payée",
    outcomes: { success: "Paie", poor: "Solde insuffisant", none: "Sans réponse, puis paie", refused: "Refusé" },
    other: "English",
  },
};

/** The service under test, with a merchant that takes payments. */
export interface CheckoutWorld {
  readonly world: TestWorld;
  /** The merchant's own website, from which payers come and to which they return. */
  readonly shop: Awaited<ReturnType<typeof startShop>>;
  aPayment(fields?: object): Promise<{ merchant: TestMerchant; id: string; page: string }>;
}

export async function openCheckout(): Promise<CheckoutWorld> {
  const world = await startTestWorld();
  return {
    world,
    shop: await startShop(),
    async aPayment(fields = {}) {
      const merchant = await world.merchant({ name: "Chez Jeanne" });
      const payment = { amount: 5_000, currency: "XAF", email: "payer@example.cm", ...fields };
      const { body, text } = await merchant.post("/payments", payment);
      assert.equal(body.code, 201, text);
      return { merchant, id: body.transaction.id, page: body.authorization_url };
    },
  };
}

export async function recordOf(merchant: TestMerchant, id: string) {
  return (await merchant.get(`/payments/${id}`)).body.transaction;
}

/** Selects the sandbox number for an outcome, and presses the button. */
export async function payWith({ page }: Visitor, outcome: string, button: string): Promise<void> {
  await page.locator(".sandbox-number", { hasText: outcome }).first().click();
  await page.getByRole("button", { name: button }).click();
}

/**
 * Defines the tests of payers' journeys, in alternating languages, starting with this one. Each tier checks the rules of
 * one colour scheme.
 */
export function payerJourneys({ world, shop, aPayment }: CheckoutWorld, first: Language, scheme: ColorScheme): void {
  const languages = alternateLanguages(first);

  function journey(name: string, walk: (language: Language, texts: (typeof TEXTS)["en"]) => Promise<void>): void {
    const language = languages();
    it(`${name}, in ${language}`, () => walk(language, TEXTS[language]));
  }

  journey("a payment succeeds, and the payer returns to the shop with the result", async (language, texts) => {
    const callback = `${shop.url}/thanks?order=${language}`;
    const { merchant, id, page } = await aPayment({ callback, reference: `order-${language}`, description: "Riz" });
    const visitor = await openVisitor(language);
    await visitor.page.goto(page);
    await visitor.waitForHeading(texts.form);
    assert.equal(await visitor.page.getAttribute("html", "lang"), language);
    assert.match(await visitor.page.title(), /^Test · (Pay|Payer) .*5.000.* · Chez Jeanne$/);
    await visitor.page.getByText("Riz", { exact: true }).waitFor();
    await visitor.inspect(scheme);
    await payWith(visitor, texts.outcomes.success, texts.pay);
    await visitor.waitForHeading(texts.paid);
    assert.equal(await visitor.page.evaluate("document.activeElement.tagName"), "H1");
    await visitor.inspect(scheme);
    await visitor.page.waitForURL(/\/thanks/, { timeout: 15_000 });
    const visit = shop.visits.find(({ searchParams }) => searchParams.get("order") === language);
    assert.deepEqual(Object.fromEntries(visit?.searchParams ?? []), {
      ...{ order: language, reference: `order-${language}`, trxref: `order-${language}`, status: "complete" },
    });
    const paid = await recordOf(merchant, id);
    assert.deepEqual([paid.status, paid.channel], ["complete", "cm.mtn"]);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  journey(
    "after a failure for lack of money the page shows the reason, keeps the number, and a retry succeeds",
    async (language, texts) => {
      const { merchant, id, page } = await aPayment();
      const visitor = await openVisitor(language);
      await visitor.page.goto(page);
      await payWith(visitor, texts.outcomes.poor, texts.pay);
      await visitor.waitForHeading(texts.again);
      await visitor.page.getByText(texts.poor).waitFor();
      assert.equal((await visitor.page.inputValue("#phone")).replace(/\s/g, ""), "677000001");
      await visitor.inspect(scheme);
      await payWith(visitor, texts.outcomes.refused, texts.pay);
      await visitor.page.getByText(texts.refused).waitFor();
      await payWith(visitor, texts.outcomes.success, texts.pay);
      await visitor.waitForHeading(texts.paid);
      assert.equal((await recordOf(merchant, id)).status, "complete");
      assert.deepEqual(visitor.page_errors, []);
      await visitor.close();
    },
  );

  journey(
    "an unanswered prompt shows instructions, survives a reload, and completes when the answer arrives",
    async (language, texts) => {
      const { merchant, id, page } = await aPayment();
      const visitor = await openVisitor(language);
      await visitor.page.goto(page);
      await payWith(visitor, texts.outcomes.none, texts.pay);
      await visitor.waitForHeading(texts.confirm);
      await visitor.page.getByRole("link", { name: "*126#" }).waitFor();
      await visitor.page.getByText("+237 6 •• •• •• 03").waitFor();
      await visitor.inspect(scheme);
      await visitor.page.reload();
      await visitor.waitForHeading(texts.confirm);
      assert.equal((await recordOf(merchant, id)).status, "processing");
      world.db.advanceClock(2 * MINUTE_MS);
      await visitor.waitForHeading(texts.paid);
      assert.equal((await recordOf(merchant, id)).status, "complete");
      await visitor.close();
    },
  );

  journey("a payer cancels a payment after one confirmation", async (language, texts) => {
    const { merchant, id, page } = await aPayment({ callback: `${shop.url}/thanks` });
    const visitor = await openVisitor(language);
    await visitor.page.goto(page);
    await visitor.page.getByRole("button", { name: texts.cancel }).click();
    await visitor.inspect(scheme);
    await visitor.page.getByRole("button", { name: texts.cancel_no }).click();
    assert.equal((await recordOf(merchant, id)).status, "pending");
    await visitor.page.getByRole("button", { name: texts.cancel }).click();
    await visitor.page.getByRole("button", { name: texts.cancel_yes }).click();
    await visitor.waitForHeading(texts.canceled);
    await visitor.inspect(scheme);
    assert.equal((await recordOf(merchant, id)).status, "canceled");
    const back_link = await visitor.page.getByRole("link", { name: texts.back }).getAttribute("href");
    assert.equal(new URL(back_link ?? "").searchParams.get("status"), "canceled");
    await visitor.close();
  });

  journey("an unpaid payment expires while its page is open", async (language, texts) => {
    const { merchant, id, page } = await aPayment();
    const visitor = await openVisitor(language);
    await visitor.page.goto(page);
    await visitor.waitForHeading(texts.form);
    world.db.advanceClock(3 * HOUR_MS + MINUTE_MS);
    await visitor.waitForHeading(texts.expired);
    await visitor.inspect(scheme);
    assert.equal((await recordOf(merchant, id)).status, "expired");
    await visitor.close();
  });

  journey(
    "a link with an open amount asks for the amount, and its payment page has the number filled in",
    async (language, texts) => {
      const merchant = await world.merchant({ name: "Chez Jeanne" });
      const made = await merchant.post("/payment-links", { name: "Cotisation", currency: "XAF" });
      const visitor = await openVisitor(language);
      await visitor.page.goto(`${shop.url}/menu`);
      await visitor.page.goto(made.body.payment_link.url);
      await visitor.waitForHeading(texts.link);
      await visitor.inspect(scheme);
      await visitor.page.getByLabel(texts.amount).fill("5000000");
      await visitor.page.getByRole("button", { name: texts.go_on }).click();
      assert.equal(await visitor.page.evaluate("document.activeElement.id"), "amount");
      await visitor.page.locator("#amount-error", { hasText: texts.range }).waitFor();
      await visitor.inspect(scheme);
      await visitor.page.getByLabel(texts.amount).fill("5000");
      await visitor.page.getByLabel(texts.number).fill("677 00 00 00");
      await visitor.page.getByLabel(texts.name).fill("Awa");
      await visitor.page.getByRole("button", { name: texts.go_on }).click();
      await visitor.waitForHeading(texts.form);
      await visitor.page.getByRole("button", { name: texts.pay }).click();
      await visitor.waitForHeading(texts.paid);
      const { items } = (await merchant.get("/payments")).body;
      assert.deepEqual([items.length, items[0].amount, items[0].status], [1, 5_000, "complete"]);
      // Back must not lead to the link, which would start a second payment.
      await visitor.page.goBack();
      assert.equal(new URL(visitor.page.url()).pathname, "/menu");
      await merchant.send("DELETE", `/payment-links/${made.body.payment_link.id}`);
      await visitor.page.goto(made.body.payment_link.url);
      await visitor.waitForHeading(texts.closed);
      assert.deepEqual(visitor.page_errors, []);
      await visitor.close();
    },
  );

  journey("an invoice is paid part by part, each on its own payment page", async (language, texts) => {
    const merchant = await world.merchant({ name: "Lycée Joss" });
    const instalments = [10, 40].map((days, index) => ({
      amount: [4_000, 6_000][index],
      due_at: new Date(Date.now() + days * 24 * HOUR_MS).toISOString(),
    }));
    const order = { amount: 10_000, currency: "XAF", phone: "677000000", description: "Pension" };
    const { url } = (await merchant.post("/invoices", { ...order, instalments })).body.invoice;
    const visitor = await openVisitor(language);
    for (const part of [texts.pay_part, texts.pay_rest]) {
      await visitor.page.goto(url);
      await visitor.waitForHeading(texts.invoice);
      await visitor.inspect(scheme);
      await visitor.page.getByRole("button", { name: part }).click();
      await visitor.waitForHeading(texts.form);
      await payWith(visitor, texts.outcomes.success, part);
      await visitor.waitForHeading(texts.paid);
      await visitor.page.getByRole("link", { name: texts.back_to_invoice }).click();
    }
    await visitor.waitForHeading(texts.invoice_paid);
    await visitor.inspect(scheme);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  journey("an invalid number is refused with a message, and its field gets the focus", async (language, texts) => {
    const { page } = await aPayment();
    const visitor = await openVisitor(language, 320);
    await visitor.page.goto(page);
    await visitor.page.getByLabel(texts.number).fill("67712");
    await visitor.page.keyboard.press("Enter");
    await visitor.page.locator("#phone-error", { hasText: texts.wrong }).waitFor();
    assert.equal(await visitor.page.evaluate("document.activeElement.id"), "phone");
    assert.equal(await visitor.page.getAttribute("#phone", "aria-invalid"), "true");
    await visitor.inspect(scheme);
    await visitor.close();
  });

  journey("an unknown address shows that no payment exists there", async (language, texts) => {
    const visitor = await openVisitor(language);
    await visitor.page.goto(`${world.url}/pay/${"x".repeat(40)}`);
    await visitor.waitForHeading(texts.absent);
    await visitor.inspect(scheme);
    await visitor.close();
  });
}
