import { moneyText } from "#kernel/money-text.ts";
import type { Environment } from "#kernel/scope.ts";
import { type Instant, toMilliseconds } from "#kernel/time.ts";
import type { MailText } from "#resources/outbox-mail/schema.ts";
import type { PayerLanguage } from "./schema.ts";

/** The contents of a reminder, independent of its language. */
export interface ReminderLetter {
  readonly business: string;
  readonly reference: string;
  readonly description: string | null;
  readonly amount: bigint;
  readonly currency: string;
  /** The days since the due date; negative before it. */
  readonly days: number;
  readonly due_at: Instant;
  readonly time_zone: string;
  readonly url: string;
}

/** Writes the mail of a reminder; in both languages if the payer's is unknown. */
export function reminderMail(
  letter: ReminderLetter,
  language: PayerLanguage | null,
  environment: Environment,
): MailText {
  const languages = language === null ? (["fr", "en"] as const) : [language];
  const mark = environment === "test" ? "[TEST] " : "";
  return {
    subject: `${mark}${languages.map((one) => WORDS[one].subject(letter)).join(" / ")}`,
    text: [
      ...languages.flatMap((one) => [WORDS[one].sentence(letter), ...(letter.description ? [letter.description] : [])]),
      ...languages.map((one) => WORDS[one].pay),
      letter.url,
      ...languages.map((one) => WORDS[one].paid),
    ]
      // In two languages the description would stand twice.
      .filter((line, index, lines) => lines.indexOf(line) === index)
      .join("\n\n"),
  };
}

/** Writes the short message of a reminder. Its spaces are plain: others would make an SMS cost more. */
export function reminderText(letter: ReminderLetter, language: PayerLanguage | null): string {
  const languages = language === null ? (["fr", "en"] as const) : [language];
  const text = [...languages.map((one) => WORDS[one].short(letter)), letter.url].join(" ");
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}

interface Words {
  readonly subject: (letter: ReminderLetter) => string;
  readonly sentence: (letter: ReminderLetter) => string;
  readonly short: (letter: ReminderLetter) => string;
  readonly pay: string;
  readonly paid: string;
}

const WORDS: Readonly<Record<PayerLanguage, Words>> = {
  fr: {
    subject: ({ business, days }) => `${business}\u00a0: ${days > 0 ? "paiement en retard" : "rappel de paiement"}`,
    sentence: (letter) => {
      const [sum, day] = [moneyText(letter.amount, letter.currency, "fr"), dayOf(letter, "fr")];
      const facture = `la facture ${letter.reference} de ${letter.business}`;
      if (letter.days > 0) return `Le paiement de ${sum} pour ${facture} était attendu le ${day}.`;
      if (letter.days === 0) return `Le paiement de ${sum} pour ${facture} est attendu aujourd’hui, le ${day}.`;
      return `Le paiement de ${sum} pour ${facture} est attendu le ${day} au plus tard.`;
    },
    short: (letter) =>
      letter.days > 0
        ? `${letter.business} : ${moneyText(letter.amount, letter.currency, "fr")} en retard depuis le ${dayOf(letter, "fr")}.`
        : `${letter.business} : ${moneyText(letter.amount, letter.currency, "fr")} à payer le ${dayOf(letter, "fr")} au plus tard.`,
    pay: "Vous pouvez payer sur cette page\u00a0:",
    paid: "Si vous venez de payer, ne tenez pas compte de ce message.",
  },
  en: {
    subject: ({ business, days }) => `${business}: ${days > 0 ? "payment overdue" : "payment reminder"}`,
    sentence: (letter) => {
      const [sum, day] = [moneyText(letter.amount, letter.currency, "en"), dayOf(letter, "en")];
      const invoice = `for invoice ${letter.reference} from ${letter.business}`;
      if (letter.days > 0) return `Your payment of ${sum} ${invoice} was due on ${day}.`;
      if (letter.days === 0) return `Your payment of ${sum} ${invoice} is due today, ${day}.`;
      return `Your payment of ${sum} ${invoice} is due on ${day}.`;
    },
    short: (letter) =>
      letter.days > 0
        ? `${letter.business}: ${moneyText(letter.amount, letter.currency, "en")} overdue since ${dayOf(letter, "en")}.`
        : `${letter.business}: ${moneyText(letter.amount, letter.currency, "en")} due on ${dayOf(letter, "en")}.`,
    pay: "You can pay on this page:",
    paid: "If you have just paid, please ignore this message.",
  },
};

const LOCALES: Readonly<Record<PayerLanguage, string>> = { fr: "fr-FR", en: "en-GB" };
function dayOf({ due_at, time_zone }: ReminderLetter, language: PayerLanguage): string {
  return new Intl.DateTimeFormat(LOCALES[language], { timeZone: time_zone, dateStyle: "long" }).format(
    toMilliseconds(due_at),
  );
}
