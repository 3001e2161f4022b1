import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { useTexts } from "@kolo/ui/language.tsx";
import { amountOf, type Item, itemOf, textOf } from "./items.ts";

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
    accepted: (count: string) => `Accepted: ${count} transfers, their money is set aside`,
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
  ended: { complete: "The provider has paid", failed: "The provider has not paid" },
  over: "At the provider it ended",
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

export type TimelineTexts = typeof en;

const fr: TimelineTexts = {
  events: {
    "payment.created": "Créé",
    "payment.processing": "Confirmation demandée au payeur",
    "payment.complete": "Payé",
    "payment.failed": "Échoué",
    "payment.canceled": "Annulé",
    "payment.expired": "Expiré : personne n’a payé à temps",
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
    accepted: (count) => `Accepté : ${count} transferts, leur argent est réservé`,
    complete: (count) => `Versés : ${count}`,
    failed: (count) => `Échoués : ${count}`,
    canceled: (count) => `Annulés : ${count}`,
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
  ended: { complete: "Le prestataire a payé", failed: "Le prestataire n’a pas payé" },
  over: "Terminé chez le prestataire",
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
    exception: "Diffère du relevé du prestataire : l’opérateur examine l’écart.",
  },
};

/** The words of what happens to money. */
export function useTimelineWords(): TimelineTexts {
  return useTexts({ en, fr });
}

/** A step in the reader's words; what the service says where we have none. */
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
      return attemptSaid(what, details, words);
    case "provider": {
      const verb = new Map([
        ["gave the order to the provider", words.submitted],
        ["asked the provider", words.asked],
        ["checked with the provider", words.checked],
      ]).get(before);
      return verb === undefined ? what : `${verb} (${after})`;
    }
    case "notice":
      return words.called;
    case "progress":
      return progressSaid(before, after, words);
    case "approval":
      return named(words.approval, what) ?? words.approval.asked;
    case "review":
      return before === "resolved" ? `${words.resolved} (${after})` : `${words.review} (${after})`;
    case "delivery":
      return named(words.told, after) ?? words.to_tell;
    case "statement":
      return after === "" ? words.found : `${words.differs} (${after})`;
    default:
      return what;
  }
}

function entrySaid(name: string, details: Item, language: Language): string {
  const amount = amountOf(details, "amount");
  if (amount === null) return name;
  return `${name}${language === "fr" ? " :" : ":"} ${formatMoney(amount, textOf(details, "currency"), language)}`;
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

function attemptSaid(what: string, details: Item, words: TimelineTexts): string {
  if (what === "marked as sent") return words.sent;
  const way = /^to go over (.*)$/.exec(what)?.[1];
  if (way !== undefined) return `${words.to_go} ${way}`;
  const end = /^ended (.*)$/.exec(what)?.[1];
  if (end === undefined) return what;
  return [named(words.ended, end) ?? `${words.over} (${end})`, textOf(details, "failure_reason")]
    .filter(Boolean)
    .join(". ");
}

function named(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(names).find(([one]) => one === name)?.[1];
}
