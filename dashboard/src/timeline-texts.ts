import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { useTexts } from "@kolo/ui/language.tsx";
import { type DoubtTexts, useDoubtWords } from "./doubt-texts.ts";
import { amountOf, type Item, itemOf, textOf } from "./items.ts";
import { said } from "./said.ts";

const en = {
  events: {
    "payment.created": "Created",
    "payment.processing": "The payer was asked to confirm",
    "payment.complete": "Paid",
    "payment.failed": "Failed",
    "payment.canceled": "Canceled",
    "payment.expired": "Expired: nobody paid in time",
    "transfer.created": "Accepted, its money is set aside",
    "transfer.processing": "On its way to the provider",
    "transfer.complete": "Paid out",
    "transfer.failed": "Failed, the money is free again",
    "transfer.canceled": "Canceled",
    "refund.created": "Accepted, its money is set aside",
    "refund.complete": "The payer has the money back",
    "refund.failed": "Failed, the money is free again",
  },
  progress: {
    accepted: (count: string) =>
      `Accepted: ${count} ${count === "1" ? "transfer, its" : "transfers, their"} money is set aside`,
    complete: (count: string) => `Paid out: ${count}`,
    failed: (count: string) => `Failed: ${count}`,
    canceled: (count: string) => `Canceled: ${count}`,
    all: "All have ended",
  },
  approval: {
    asked: "A second person is asked",
    approved: "A second person agreed",
    rejected: "A second person said no",
    canceled: "Taken back before anybody decided",
  },
  entries: {
    hold: "Set aside",
    settle: "Left the balance",
    settle_fee: "Fee left the balance",
    release: "Given back to the balance",
    collect: "Came to the balance",
    collect_fee: "Fee taken",
    correct: "Set right",
  },
  to_go: "To go over",
  sent: "Handed to the provider",
  ended: { complete: "It succeeded at the provider", failed: "It failed at the provider" },
  outcomes: {
    accepted: "accepted",
    rejected: "refused",
    complete: "paid",
    failed: "failed",
    pending: "pending",
    not_found: "not found there",
    not_submitted: "not handed over",
    unknown: "no clear answer",
    unreachable: "no answer",
  },
  submitted: "Gave the order to the provider",
  asked: "Asked the provider",
  checked: "Checked with the provider",
  called: "The provider called",
  review: "A person is asked",
  resolved: "A person decided",
  found: "Found on the provider’s statement",
  differs: "Differs from the provider’s statement",
  times: (said: string, count: number) => `${said}, ${count} times`,
  to_tell: "A webhook is to be told",
  to_delivery: "To the delivery",
  told: { delivered: "A webhook was told", exhausted: "A webhook could not be told" },
  reconciliation: {
    unreconciled: "Not yet compared with the provider’s statement.",
    reconciled: "The provider’s statement agrees.",
    exception: "The provider’s statement differs: the operator looks into it.",
  },
};

type OwnTexts = typeof en;

const fr: OwnTexts = {
  events: {
    "payment.created": "Créé",
    "payment.processing": "Confirmation demandée au payeur",
    "payment.complete": "Payé",
    "payment.failed": "Échoué",
    "payment.canceled": "Annulé",
    "payment.expired": "Expiré\u00a0: personne n’a payé à temps",
    "transfer.created": "Accepté, l’argent est réservé",
    "transfer.processing": "En route vers le prestataire",
    "transfer.complete": "Versé",
    "transfer.failed": "Échoué, l’argent est de nouveau disponible",
    "transfer.canceled": "Annulé",
    "refund.created": "Accepté, l’argent est réservé",
    "refund.complete": "Le payeur a récupéré son argent",
    "refund.failed": "Échoué, l’argent est de nouveau disponible",
  },
  progress: {
    accepted: (count) =>
      `${count === "1" ? "Accepté\u00a0: 1 transfert" : `Acceptés\u00a0: ${count} transferts`}, l’argent est réservé`,
    complete: (count) => `${count === "1" ? "Versé" : "Versés"}\u00a0: ${count}`,
    failed: (count) => `${count === "1" ? "Échoué" : "Échoués"}\u00a0: ${count}`,
    canceled: (count) => `${count === "1" ? "Annulé" : "Annulés"}\u00a0: ${count}`,
    all: "Tous sont terminés",
  },
  approval: {
    asked: "Une seconde personne est sollicitée",
    approved: "Une seconde personne a validé",
    rejected: "Une seconde personne a refusé",
    canceled: "Retiré avant toute décision",
  },
  entries: {
    hold: "Réservé",
    settle: "Sorti du solde",
    settle_fee: "Frais sortis du solde",
    release: "Rendu au solde",
    collect: "Entré au solde",
    collect_fee: "Frais prélevés",
    correct: "Rectifié",
  },
  to_go: "À envoyer par",
  sent: "Remis au prestataire",
  ended: { complete: "Réussi chez le prestataire", failed: "Échoué chez le prestataire" },
  outcomes: {
    accepted: "accepté",
    rejected: "refusé",
    complete: "payé",
    failed: "échoué",
    pending: "en cours",
    not_found: "inconnu là-bas",
    not_submitted: "non remis",
    unknown: "réponse incertaine",
    unreachable: "sans réponse",
  },
  submitted: "Ordre donné au prestataire",
  asked: "Prestataire interrogé",
  checked: "Vérifié auprès du prestataire",
  called: "Appel du prestataire",
  review: "Une personne doit trancher",
  resolved: "Une personne a tranché",
  found: "Présent sur le relevé du prestataire",
  differs: "Diffère du relevé du prestataire",
  times: (said, count) => `${said}, ${count} fois`,
  to_tell: "Un webhook doit être informé",
  to_delivery: "Voir la livraison",
  told: { delivered: "Un webhook a été informé", exhausted: "Un webhook n’a pas pu être informé" },
  reconciliation: {
    unreconciled: "Pas encore rapproché du relevé du prestataire.",
    reconciled: "Conforme au relevé du prestataire.",
    exception: "Diffère du relevé du prestataire\u00a0: l’opérateur examine l’écart.",
  },
};

/** The texts of timelines. */
export function useTimelineWords(): TimelineTexts {
  return { ...useTexts({ en, fr }), ...useDoubtWords() };
}

export type TimelineTexts = OwnTexts & DoubtTexts;

/** The text of a step; the service's own text if there is no translation. */
export function stepSaid(step: Item, words: TimelineTexts, language: Language): string {
  const what = textOf(step, "what");
  const [before = "", after = ""] = what.split(/: (.*)/s);
  const details = itemOf(step, "details");
  switch (textOf(step, "kind")) {
    case "event":
      return named(words.events, what) ?? what;
    case "entry":
      return entrySaid(named(words.entries, before) ?? before, details, language);
    case "attempt":
      return attemptSaid(what, details, words, language);
    case "provider": {
      const verb = new Map([
        ["gave the order to the provider", words.submitted],
        ["asked the provider", words.asked],
        ["checked with the provider", words.checked],
      ]).get(before);
      return verb === undefined ? what : visitSaid(verb, after, words, language);
    }
    case "notice":
      return words.called;
    case "progress":
      return progressSaid(before, Number(after).toLocaleString(language), words);
    case "approval":
      return named(words.approval, what) ?? words.approval.asked;
    case "review":
      return before === "resolved"
        ? sentences(words.resolved, named(words.resolutions, after) ?? after)
        : sentences(words.review, named(words.kinds, after) ?? after);
    case "delivery":
      return named(words.told, after) ?? words.to_tell;
    case "statement":
      return after === "" ? words.found : sentences(words.differs, named(words.exception_kinds, after) ?? after);
    default:
      return what;
  }
}

function entrySaid(name: string, details: Item, language: Language): string {
  const amount = amountOf(details, "amount");
  if (amount === null) return name;
  return `${name}${language === "fr" ? "\u00a0:" : ":"} ${formatMoney(amount, textOf(details, "currency"), language)}`;
}

function progressSaid(status: string, count: string, { progress }: TimelineTexts): string {
  switch (status) {
    case "accepted":
    case "complete":
    case "failed":
    case "canceled":
      return progress[status](count);
    default:
      return progress.all;
  }
}

function visitSaid(verb: string, outcome: string, words: TimelineTexts, language: Language): string {
  const [answer, ...more] = answerSaid(outcome, words, language);
  return sentences(`${verb} (${answer})`, ...more);
}

function attemptSaid(what: string, details: Item, words: TimelineTexts, language: Language): string {
  if (what === "marked as sent") return words.sent;
  const way = /^to go over (.*)$/.exec(what)?.[1];
  if (way !== undefined) return `${words.to_go} ${way}`;
  const end = /^ended (.*)$/.exec(what)?.[1];
  if (end === undefined) return what;
  return sentences(named(words.ended, end) ?? end, said(textOf(details, "failure_reason"), language));
}

/**
 * Translates a provider's answer such as `pending`, `rejected: The request …` or `complete: 5000 (amount_differs)` to
 * sentences. The first one is the answer itself.
 */
export function answerSaid(outcome: string, words: TimelineTexts, language: Language): readonly [string, ...string[]] {
  const [state = "", after = ""] = outcome.split(/: | (?=\()(.*)/s);
  const doubt = Object.entries(words.kinds).find(([name]) => outcome.endsWith(` (${name})`));
  const cause = doubt ? after.slice(0, -` (${doubt[0]})`.length) : after;
  // The step's details already show the amount with its currency.
  const why = /^\d*$/.test(cause) ? "" : said(cause, language);
  return [named(words.outcomes, state) ?? state, why, doubt?.[1] ?? ""];
}

/** Joins sentences; omits empty ones. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(". ");
}

function named(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(names).find(([one]) => one === name)?.[1];
}
