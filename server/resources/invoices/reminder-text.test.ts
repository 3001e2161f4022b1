import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ReminderLetter, reminderMail, reminderText } from "./reminder-text.ts";

const letter: ReminderLetter = {
  ...{
    business: "Lycée Joss",
    reference: "fees-17",
    description: "Frais de scolarité",
    amount: 12_500n,
    currency: "XAF",
  },
  // One minute to midnight in Douala.
  ...{ days: -3, due_at: "2026-04-30T22:59:00.000000Z", time_zone: "Africa/Douala" },
  url: "https://pay.example.cm/pay/invoice/x",
};
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("a reminder's mail", () => {
  it("is in the payer's language, with the day of the merchant's zone", () => {
    const french = reminderMail(letter, "fr", "live");
    assert.equal(plain(french.subject), "Lycée Joss : rappel de paiement");
    assert.equal(
      plain(french.text),
      [
        "Le paiement de 12 500 FCFA pour la facture fees-17 de Lycée Joss est attendu le 30 avril 2026 au plus tard.",
        "Frais de scolarité",
        "Vous pouvez payer sur cette page :",
        letter.url,
        "Si vous venez de payer, ne tenez pas compte de ce message.",
      ].join("\n\n"),
    );
    const english = reminderMail({ ...letter, days: 7 }, "en", "live");
    assert.equal(english.subject, "Lycée Joss: payment overdue");
    assert.match(
      plain(english.text),
      /^Your payment of XAF 12,500 for invoice fees-17 from Lycée Joss was due on 30 April 2026\./,
    );
  });

  it("is in French and English if the language is unknown, and says so if it is a test", () => {
    const mail = reminderMail({ ...letter, days: 0 }, null, "test");
    assert.equal(plain(mail.subject), "[TEST] Lycée Joss : rappel de paiement / Lycée Joss: payment reminder");
    assert.match(plain(mail.text), /est attendu aujourd’hui, le 30 avril 2026\.[\s\S]*is due today, 30 April 2026\./);
    assert.equal(mail.text.split(letter.url).length, 2);
    assert.equal(mail.text.split("Frais de scolarité").length, 2);
  });
});

describe("a reminder's short message", () => {
  it("has the sum, the day and the page, in plain spaces", () => {
    assert.equal(
      reminderText(letter, "fr"),
      "Lycée Joss : 12 500 FCFA à payer le 30 avril 2026 au plus tard. https://pay.example.cm/pay/invoice/x",
    );
    assert.equal(
      reminderText({ ...letter, currency: "EUR", days: 1 }, "en"),
      "Lycée Joss: EUR 125.00 overdue since 30 April 2026. https://pay.example.cm/pay/invoice/x",
    );
  });
});
