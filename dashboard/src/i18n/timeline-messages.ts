import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { useTranslation } from "@kolo/ui/language.tsx";
import type { TimelineStep } from "#app/api-types.ts";
import { failureText } from "./failure-messages.ts";
import { providerCauseText } from "./provider-cause-messages.ts";
import { type ReviewMessages, useReviewMessages } from "./review-messages.ts";

const en = {
  events: {
    "payment.created": "Created",
    "payment.processing": "The payer was asked to confirm",
    "payment.complete": "Paid",
    "payment.failed": "Failed",
    "payment.canceled": "Canceled",
    "payment.expired": "Expired: nobody paid in time",
    "payment.released": "Held parts released",
    "transfer.created": "Accepted, the money is reserved",
    "transfer.processing": "On its way to the provider",
    "transfer.complete": "Paid out",
    "transfer.failed": "Failed; money returned to your balance",
    "transfer.canceled": "Canceled",
    "refund.created": "Accepted, the money is reserved",
    "refund.complete": "The payer has the money back",
    "refund.failed": "Failed; money returned to your balance",
    "withdrawal.created": "Accepted, the money is reserved",
    "withdrawal.processing": "Being paid out",
    "withdrawal.complete": "Paid out",
    "withdrawal.failed": "Failed; money returned to your balance",
    "withdrawal.canceled": "Canceled; money returned to your balance",
    "refund.corrected": "Corrected: the payer did not receive all of it",
  },
  progress: {
    accepted: (count: string) =>
      `Accepted: ${count} ${count === "1" ? "transfer" : "transfers"}, the money is reserved`,
    complete: (count: string) => `Paid out: ${count}`,
    failed: (count: string) => `Failed: ${count}`,
    canceled: (count: string) => `Canceled: ${count}`,
    all: "All have ended",
  },
  approval: {
    requested: "A second person must approve it",
    approved: "Approved by a second person",
    rejected: "Rejected by a second person",
    canceled: "Canceled before a decision",
  },
  entries: {
    hold: "Reserved",
    settle: "Debited from the balance",
    settle_fee: "Fee debited from the balance",
    release: "Returned to the balance",
    collect: "Credited to the balance",
    collect_fee: "Fee taken",
    correct: "Corrected",
    reverse: "Reversed",
  },
  attempt: {
    created: (network: string) => `Routed via ${network}`,
    sent: (network: string) => `Sent to ${network}`,
    complete: (network: string) => `Confirmed by ${network}`,
    failed: (network: string) => `Failed at ${network}`,
  },
  outcomes: {
    accepted: "accepted",
    rejected: "refused",
    complete: "paid",
    failed: "failed",
    pending: "pending",
    not_found: "not found at the provider",
    not_submitted: "not sent",
    unknown: "no clear answer",
    awaiting_callback: "waiting for the provider’s callback",
    unreachable: "no answer",
  },
  submitted: "Submitted to the provider",
  queried: "Queried the provider",
  checked: "Checked with the provider",
  called: "Callback from the provider",
  review: "Review case opened",
  resolved: "Review case decided",
  found: "Found on the provider’s statement",
  differs: "Differs from the provider’s statement",
  times: (text: string, count: number) => `${text}, ${count} times`,
  delivery_pending: "Webhook delivery is waiting",
  to_delivery: "To the delivery",
  delivery_outcomes: { delivered: "Webhook delivered", exhausted: "Webhook could not be delivered" },
  reconciliation: {
    unreconciled: "Not yet compared with the provider’s statement.",
    reconciled: "The provider’s statement agrees.",
    exception: "The provider’s statement differs. The platform operator is looking into it.",
  },
};

type StepMessages = typeof en;

const fr: StepMessages = {
  events: {
    "payment.created": "Créé",
    "payment.processing": "Confirmation demandée au payeur",
    "payment.complete": "Payé",
    "payment.failed": "Échoué",
    "payment.canceled": "Annulé",
    "payment.expired": "Expiré\u00a0: personne n’a payé à temps",
    "payment.released": "Parts retenues libérées",
    "transfer.created": "Accepté, l’argent est réservé",
    "transfer.processing": "En route vers le prestataire",
    "transfer.complete": "Versé",
    "transfer.failed": "Échoué\u00a0; l’argent est revenu sur votre solde",
    "transfer.canceled": "Annulé",
    "refund.created": "Accepté, l’argent est réservé",
    "refund.complete": "Le payeur a récupéré son argent",
    "refund.failed": "Échoué\u00a0; l’argent est revenu sur votre solde",
    "withdrawal.created": "Accepté, l’argent est réservé",
    "withdrawal.processing": "En cours de versement",
    "withdrawal.complete": "Versé",
    "withdrawal.failed": "Échoué\u00a0; l’argent est revenu sur votre solde",
    "withdrawal.canceled": "Annulé\u00a0; l’argent est revenu sur votre solde",
    "refund.corrected": "Rectifié\u00a0: le payeur n’a pas tout reçu",
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
    requested: "Une seconde personne doit le valider",
    approved: "Une seconde personne a validé",
    rejected: "Une seconde personne a refusé",
    canceled: "Annulé avant toute décision",
  },
  entries: {
    hold: "Réservé",
    settle: "Sorti du solde",
    settle_fee: "Frais sortis du solde",
    release: "Rendu au solde",
    collect: "Entré au solde",
    collect_fee: "Frais prélevés",
    correct: "Rectifié",
    reverse: "Contre-passé",
  },
  attempt: {
    created: (network) => `Acheminé par ${network}`,
    sent: (network) => `Envoyé à ${network}`,
    complete: (network) => `Confirmé par ${network}`,
    failed: (network) => `Échoué chez ${network}`,
  },
  outcomes: {
    accepted: "accepté",
    rejected: "refusé",
    complete: "payé",
    failed: "échoué",
    pending: "en cours",
    not_found: "inconnu du prestataire",
    not_submitted: "non envoyé",
    unknown: "réponse incertaine",
    awaiting_callback: "réponse du prestataire attendue",
    unreachable: "sans réponse",
  },
  submitted: "Ordre donné au prestataire",
  queried: "Prestataire interrogé",
  checked: "Vérifié auprès du prestataire",
  called: "Appel du prestataire",
  review: "Une personne doit trancher",
  resolved: "Une personne a tranché",
  found: "Présent sur le relevé du prestataire",
  differs: "Diffère du relevé du prestataire",
  times: (text, count) => `${text}, ${count} fois`,
  delivery_pending: "Livraison au webhook en attente",
  to_delivery: "Voir la livraison",
  delivery_outcomes: { delivered: "Livré au webhook", exhausted: "Non livré au webhook" },
  reconciliation: {
    unreconciled: "Pas encore rapproché du relevé du prestataire.",
    reconciled: "Conforme au relevé du prestataire.",
    exception: "Diffère du relevé du prestataire\u00a0: l’opérateur examine l’écart.",
  },
};

/** The texts of timelines. */
export function useTimelineMessages(): TimelineMessages {
  return { ...useTranslation({ en, fr }), ...useReviewMessages() };
}

export type TimelineMessages = StepMessages & ReviewMessages;

/** The text of a step depends on its timeline and its reader. */
interface StepContext {
  readonly messages: TimelineMessages;
  readonly language: Language;
  /** Returns the display name of a channel, such as `MTN Mobile Money`. */
  readonly nameOfChannel: (id: string) => string;
  /** Whether the order's money was reserved and is back in the balance. */
  readonly is_money_returned: boolean;
}

/** The text of a step; the service's own text if there is no translation. */
export function stepText({ kind, what, code, details }: TimelineStep, context: StepContext): string {
  const { messages, language } = context;
  switch (kind) {
    case "event":
      if (code.endsWith(".failed") && !context.is_money_returned) return messages.events["payment.failed"];
      return lookUpMessage(messages.events, code) ?? what;
    case "entry":
      return entryText(lookUpMessage(messages.entries, code) ?? code, details, language);
    case "attempt":
      return attemptText(code, details, context) ?? what;
    case "provider": {
      const verb = lookUpMessage({ submit: messages.submitted, ask: messages.queried, check: messages.checked }, code);
      if (verb === undefined) return what;
      const [outcome, failure_code] = [detailText(details, "outcome"), detailText(details, "failure_code")];
      const [answer, ...more] = outcomeSentences(outcome, failure_code, messages, language);
      return joinSentences(`${verb} (${answer})`, ...more);
    }
    case "notice":
      return messages.called;
    case "progress":
      return progressText(code, Number(details.count ?? 0).toLocaleString(language), messages);
    case "approval":
      return lookUpMessage(messages.approval, code) ?? messages.approval.requested;
    case "review":
      return code === "resolved"
        ? joinSentences(messages.resolved, nameOf(messages.resolutions, detailText(details, "resolution")))
        : joinSentences(messages.review, nameOf(messages.kinds, detailText(details, "case")));
    case "delivery":
      return lookUpMessage(messages.delivery_outcomes, code) ?? messages.delivery_pending;
    case "statement":
      return code === "found"
        ? messages.found
        : joinSentences(messages.differs, nameOf(messages.exception_kinds, detailText(details, "exception")));
    default:
      return what;
  }
}

type StepDetails = TimelineStep["details"];

/** A text in a step's details; "" if it is absent. */
export function detailText(details: StepDetails, name: string): string {
  const value = details[name];
  return typeof value === "string" ? value : "";
}

function entryText(name: string, details: StepDetails, language: Language): string {
  const { amount } = details;
  if (typeof amount !== "number") return name;
  const sum = formatMoney(BigInt(amount), detailText(details, "currency"), language);
  return `${name}${language === "fr" ? "\u00a0:" : ":"} ${sum}`;
}

function progressText(status: string, count: string, { progress }: TimelineMessages): string {
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

function attemptText(
  code: string,
  details: StepDetails,
  { messages: { attempt }, language, nameOfChannel }: StepContext,
): string | undefined {
  if (code !== "created" && code !== "sent" && code !== "complete" && code !== "failed") return undefined;
  const text = attempt[code](nameOfChannel(detailText(details, "channel")));
  const failure = failureText(detailText(details, "failure_code"), detailText(details, "failure_reason"), language);
  return code === "failed" ? joinSentences(text, failure) : text;
}

/**
 * Translates a provider's response such as `pending`, `rejected: The request …` or `complete: 5000 (amount_differs)`
 * to sentences. The first one is the outcome. `failure_code` is "" unless the response is a definite failure.
 */
export function outcomeSentences(
  outcome: string,
  failure_code: string,
  messages: TimelineMessages,
  language: Language,
): readonly [string, ...string[]] {
  const [state = "", after = ""] = outcome.split(/: | (?=\()(.*)/s);
  const review_case = Object.entries(messages.kinds).find(([name]) => outcome.endsWith(` (${name})`));
  const cause = review_case ? after.slice(0, -` (${review_case[0]})`.length) : after;
  // The step's details already show the amount with its currency.
  const why = /^\d*$/.test(cause) ? "" : causeText(failure_code, cause, language);
  return [lookUpMessage(messages.outcomes, state) ?? state, why, review_case?.[1] ?? ""];
}

function causeText(failure_code: string, cause: string, language: Language): string {
  const text = failure_code === "" ? providerCauseText(cause, language) : failureText(failure_code, cause, language);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins sentences; omits empty ones. */
export function joinSentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(". ");
}

function nameOf(table: Readonly<Record<string, string>>, code: string): string {
  return lookUpMessage(table, code) ?? code;
}

function lookUpMessage(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(table).find(([one]) => one === name)?.[1];
}
