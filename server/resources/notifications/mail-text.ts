import { moneyText } from "#kernel/money-text.ts";
import type { Environment } from "#kernel/scope.ts";
import { type Instant, toMilliseconds } from "#kernel/time.ts";
import type { MailText } from "#resources/outbox-mail/schema.ts";
import { LANGUAGES, type Language } from "#resources/users/schema.ts";

/** An order, as a mail names it. It has no account number: a mail may be read by others. */
interface NamedOrder {
  readonly type: "transfer" | "bulk_transfer" | "refund" | "withdrawal";
  readonly amount: bigint;
  readonly currency: string;
  /** The payee, or the description of a bulk. */
  readonly name: string | null;
  /** The number of transfers of a bulk. */
  readonly transfers: number;
}

export interface WaitingItem extends NamedOrder {
  /** The person who requested it; null for an API key. */
  readonly requested_by: string | null;
}

interface WebhookItem {
  readonly host: string;
  /** False after the service has switched the webhook off. */
  readonly active: boolean;
}

/** The events of a mail, by their kind. */
export type MailedEvents =
  | { readonly kind: "approval_waiting"; readonly items: readonly WaitingItem[] }
  | { readonly kind: "transfer_failed"; readonly items: readonly NamedOrder[] }
  | { readonly kind: "webhook_failing"; readonly items: readonly WebhookItem[] };

/** The contents of a mail about events, independent of its language. */
export interface NotificationLetter {
  readonly events: MailedEvents;
  /** The number of events; the mail names the first ones. */
  readonly total: number;
  readonly since: Instant;
  readonly business: string;
  readonly time_zone: string;
  readonly environment: Environment;
  /** The page of the record, or of the list if there are several. */
  readonly url: string;
  readonly settings_url: string;
}

/** Writes the mail; in both languages if the reader's is unknown. */
export function notificationMail(letter: NotificationLetter, language: Language | null): MailText {
  const languages = language === null ? LANGUAGES.toReversed() : [language];
  const parts = languages.map((one) => partsOf(letter, one));
  const mark = letter.environment === "test" ? "[TEST] " : "";
  const business = oneLine(letter.business);
  return {
    subject: `${mark}${parts.map(({ subject }) => subject).join(" / ")} – ${business}`,
    text: parts.flatMap(({ paragraphs }) => paragraphs).join("\n\n"),
  };
}

interface LetterParts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

function partsOf(letter: NotificationLetter, language: Language): LetterParts {
  const words = WORDS[language];
  const { url, settings_url } = letter;
  const { subject, paragraphs, link } = eventPartsOf(letter, words);
  const business = oneLine(letter.business);
  return { subject, paragraphs: [...paragraphs, `${link}\n${url}`, `${words.why(business)}\n${settings_url}`] };
}

interface EventParts extends LetterParts {
  /** The line above the link. */
  readonly link: string;
}

function eventPartsOf({ events, total, since, time_zone }: NotificationLetter, words: Words): EventParts {
  const day = words.moment(since, time_zone);
  if (events.kind === "approval_waiting") {
    const { items } = events;
    const [first] = items;
    if (total === 1 && first) {
      const order = words.order(first);
      return {
        subject: words.waits(order),
        paragraphs: [words.requested(nameOf(first.requested_by), order)],
        link: words.decide,
      };
    }
    const lines = items.map((item) => words.waiting_line(words.order(item), nameOf(item.requested_by)));
    return { subject: words.many_wait(total), paragraphs: [listText(words, lines, total)], link: words.decide_many };
  }
  if (events.kind === "transfer_failed") {
    const { items } = events;
    const [first] = items;
    if (total === 1 && first) {
      const order = words.order(first);
      return { subject: words.failed(order), paragraphs: [words.has_failed(order)], link: words.see_why };
    }
    const lines = items.map((item) => words.failed_line(words.order(item)));
    return {
      subject: words.many_failed(total),
      paragraphs: [words.have_failed(total, day), listText(words, lines, total)],
      link: words.see_failed,
    };
  }
  const { items } = events;
  const [first] = items;
  if (total === 1 && first) {
    const { subject, sentence } = words.webhook(first);
    return { subject, paragraphs: [sentence], link: words.see_webhook };
  }
  const lines = items.map((item) => words.webhook(item).sentence);
  return { subject: words.many_webhooks(total), paragraphs: [listText(words, lines, total)], link: words.see_webhooks };
}

function listText(words: Words, lines: readonly string[], total: number): string {
  const others = total - lines.length;
  return [...lines.map((line) => `- ${line}`), ...(others > 0 ? [`- ${words.others(others)}`] : [])].join("\n");
}

/** A name in one line, so that it cannot pretend to be another part of the mail. */
function oneLine(name: string): string {
  return name.replace(/\s+/g, " ").trim();
}

function nameOf(name: string | null): string | null {
  return name === null || name.trim() === "" ? null : oneLine(name);
}

interface Words {
  /** An order without an article: `transfer of XAF 5,000 to Awa Diallo`. */
  readonly order: (order: NamedOrder) => string;
  readonly waits: (order: string) => string;
  readonly requested: (who: string | null, order: string) => string;
  readonly waiting_line: (order: string, who: string | null) => string;
  readonly decide: string;
  readonly many_wait: (total: number) => string;
  readonly decide_many: string;
  readonly failed: (order: string) => string;
  readonly has_failed: (order: string) => string;
  readonly failed_line: (order: string) => string;
  readonly see_why: string;
  readonly many_failed: (total: number) => string;
  readonly have_failed: (total: number, since: string) => string;
  readonly see_failed: string;
  readonly webhook: (item: WebhookItem) => { readonly subject: string; readonly sentence: string };
  readonly see_webhook: string;
  readonly many_webhooks: (total: number) => string;
  readonly see_webhooks: string;
  readonly others: (count: number) => string;
  readonly why: (business: string) => string;
  readonly moment: (at: Instant, time_zone: string) => string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    order: ({ type, amount, currency, name, transfers }) => {
      const sum = moneyText(amount, currency, "en");
      const named = nameOf(name);
      if (type === "bulk_transfer") return `bulk of ${transfers} transfers, ${sum}${named ? ` (${named})` : ""}`;
      return `${type} of ${sum}${named ? ` to ${named}` : ""}`;
    },
    waits: (order) => `Approval needed: ${order}`,
    requested: (who, order) =>
      `${who ?? "An API key"} requested a ${order}. It is sent once a second person approves it.`,
    waiting_line: (order, who) => `${upperFirst(order)}, requested by ${who ?? "an API key"}`,
    decide: "Review it, then approve or reject it:",
    many_wait: (total) => `${numberText(total, "en")} orders need approval`,
    decide_many: "Review them, then approve or reject them:",
    failed: (order) => `Failed: ${order}`,
    has_failed: (order) => `The ${order} failed. The money is in your balance.`,
    failed_line: upperFirst,
    see_why: "See why, and send it again:",
    many_failed: (total) => `${numberText(total, "en")} transfers failed`,
    have_failed: (total, since) =>
      `${numberText(total, "en")} transfers have failed since ${since}. The money is in your balance.`,
    see_failed: "See why, and send them again:",
    webhook: ({ host, active }) =>
      active
        ? {
            subject: `Webhook to ${host} is failing`,
            sentence: `Events no longer reach your server at ${host}. Kolo keeps trying. If this lasts, it switches the webhook off.`,
          }
        : {
            subject: `Webhook to ${host} was switched off`,
            sentence: `Kolo switched off the webhook to your server at ${host}, which no longer accepted events. What was not delivered waits until you switch it on again.`,
          },
    see_webhook: "See the webhook:",
    many_webhooks: (total) => `${numberText(total, "en")} problems with your webhooks`,
    see_webhooks: "See your webhooks:",
    others: (count) => (count === 1 ? "and 1 other" : `and ${numberText(count, "en")} others`),
    why: (business) => `You get this mail because of your role at ${business}. Choose which mails you get:`,
    moment: (at, time_zone) => momentText(at, time_zone, "en-GB"),
  },
  fr: {
    order: ({ type, amount, currency, name, transfers }) => {
      const sum = moneyText(amount, currency, "fr");
      const named = nameOf(name);
      if (type === "bulk_transfer")
        return `envoi groupé de ${transfers} transferts, ${sum}${named ? ` (${named})` : ""}`;
      if (type === "withdrawal") return `retrait de ${sum}${named ? ` vers ${named}` : ""}`;
      return `${type === "refund" ? "remboursement" : "transfert"} de ${sum}${named ? ` à ${named}` : ""}`;
    },
    waits: (order) => `À valider\u00a0: ${order}`,
    requested: (who, order) =>
      `${who ?? "Une clé d’API"} a demandé un ${order}. L’argent part dès qu’une seconde personne valide.`,
    waiting_line: (order, who) => `${upperFirst(order)}, demandé par ${who ?? "une clé d’API"}`,
    decide: "Ouvrez la demande, puis validez ou refusez\u00a0:",
    many_wait: (total) => `${numberText(total, "fr")} ordres à valider`,
    decide_many: "Ouvrez les demandes, puis validez ou refusez\u00a0:",
    failed: (order) => `Échec\u00a0: ${order}`,
    has_failed: (order) => `Le ${order} a échoué. L’argent est sur votre solde.`,
    failed_line: upperFirst,
    see_why: "Voyez pourquoi, et renvoyez-le\u00a0:",
    many_failed: (total) => `${numberText(total, "fr")} transferts ont échoué`,
    have_failed: (total, since) =>
      `${numberText(total, "fr")} transferts ont échoué depuis le ${since}. L’argent est sur votre solde.`,
    see_failed: "Voyez pourquoi, et renvoyez-les\u00a0:",
    webhook: ({ host, active }) =>
      active
        ? {
            subject: `Webhook vers ${host} en échec`,
            sentence: `Les événements n’arrivent plus à votre serveur ${host}. Kolo continue d’essayer. Si cela dure, il désactive le webhook.`,
          }
        : {
            subject: `Webhook vers ${host} désactivé`,
            sentence: `Kolo a désactivé le webhook vers votre serveur ${host}, qui n’acceptait plus les événements. Ce qui n’a pas été remis attend que vous le réactiviez.`,
          },
    see_webhook: "Voir le webhook\u00a0:",
    many_webhooks: (total) => `${numberText(total, "fr")} problèmes de webhooks`,
    see_webhooks: "Voir vos webhooks\u00a0:",
    others: (count) => (count === 1 ? "et 1 autre" : `et ${numberText(count, "fr")} autres`),
    why: (business) =>
      `Vous recevez ce message en raison de votre rôle chez ${business}. Choisissez vos messages\u00a0:`,
    moment: (at, time_zone) => momentText(at, time_zone, "fr-FR"),
  },
};

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function numberText(count: number, language: Language): string {
  return count.toLocaleString(language === "fr" ? "fr-FR" : "en-GB");
}

function momentText(at: Instant, time_zone: string, locale: string): string {
  const format = { timeZone: time_zone, day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(locale, format).format(toMilliseconds(at));
}
