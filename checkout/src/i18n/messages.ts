import type { Language } from "@kolo/ui/format-money.ts";
import type { FailureCode } from "@kolo/ui/reasons.ts";
import type { NumberForm } from "#app/checkout.ts";

/** The failure codes of payments. The excluded ones occur only in transfers and refunds. */
type PaymentFailureCode = Exclude<
  FailureCode,
  | "insufficient_balance"
  | "provider_account_empty"
  | `recipient_${string}`
  | `name_${string}`
  | "rejected_by_approver"
  | "refused_by_screening"
>;

/** A text per code; `other` for a code that this version does not know. */
type FailureMessages = Readonly<Record<PaymentFailureCode | "other", string>>;

const en = {
  test_bar: "No real money moves.",
  test_word: "Test",
  titles: {
    form: (sum: string) => `Pay ${sum}`,
    waiting: "Confirm on your phone",
    complete: "Paid",
    failed: "Payment failed",
    canceled: "Payment canceled",
    expired: "Payment expired",
    absent: "Payment not found",
    link_absent: "Page not found",
    link_closed: "Link closed",
    invoice: "Invoice",
  },
  lost: "No connection. We keep trying; this page may be out of date.",
  first_lost: "The payment cannot be reached. We keep trying.",
  business_asks: (business: string) => `${business} asks for`,
  reference: (reference: string) => `Reference ${reference}`,
  back_to: (business: string) => `Back to ${business}`,

  form_title: "Pay by mobile money",
  again_title: "Try again",
  country: "Country",
  number: "Mobile money number",
  number_help: (channel_names: string) => `The account that pays: ${channel_names}.`,
  or: " or ",
  operator_note: (network: string) => `${network} number`,
  channel_choice: "Which account do you pay with?",
  otp: "One-time code",
  otp_help: (ussd: string | null) =>
    ussd === null
      ? "Your operator needs a one-time code. Get it on your phone, then enter it here."
      : `Your operator needs a one-time code. Dial ${ussd} to get it, then enter it here.`,
  pay: (sum: string) => `Pay ${sum}`,
  paying: "Sending the request …",
  pin_note: "Your PIN is asked for on your phone only, never on this page.",
  cancel: "Cancel this payment",
  cancel_question: "Cancel this payment? It cannot be opened again.",
  cancel_yes: "Cancel it",
  cancel_no: "Keep it",
  time_to_pay: "Time left to pay:",
  no_channel_title: "This payment cannot be made here",
  no_channel: (sum: string) => `No mobile money operator takes ${sum} for this business. Nothing was taken.`,
  no_tries_title: "Too many attempts for this payment",
  not_started: "The payment could not be started. Nothing was taken; press again, or use another number.",
  too_often: "Too many tries in a short time. Nothing was taken; wait a moment and press again.",
  not_sent: "The connection broke. Nothing has been taken so far; press again.",
  sandbox_title: "Test numbers",
  sandbox_help: "Each number simulates one outcome. Choose one to fill it in.",
  outcomes: {
    success: "Pays",
    complete: "Pays",
    insufficient_funds: "Not enough money",
    failure: "Fails",
    provider_error: "Fails",
    no_answer: "No answer, then pays",
    refused: "Refused on the phone",
    rejected_by_payer: "Refused on the phone",
    slow: "Pays after a minute",
    redirect: "Pays on a page of the operator",
    otp: "Needs a one-time code",
  },
  wrong: {
    empty: "Enter the mobile money number that pays",
    malformed: (form: NumberForm | null) =>
      form === null
        ? "Enter a mobile number of this country, without its country code"
        : `Enter a number that begins with ${form.first_digits.join(" or ")} and has ${form.digits} digits`,
    refused: "This number cannot pay here. Check its digits, or use another",
    not_served: (network: string, channel_names: string) =>
      `This is a number of ${network}. Use one of ${channel_names}`,
    undecided: "Choose the account that pays",
    otp: "Enter the one-time code: 3 to 12 letters or digits",
  },

  waiting_title: "Confirm on your phone",
  waiting_sent: (network: string, sum: string) => `${network} sent a request for ${sum} to`,
  your_operator: "Your operator",
  waiting_pin: "Enter your PIN on that phone to pay.",
  waiting_dial: "No request on the screen? On that phone, dial",
  redirect_title: (network: string) => `Continue with ${network}`,
  redirect: (sum: string) => `Go on to pay ${sum}`,
  waiting_status: "In progress",
  time_left: "Time to confirm",
  waiting_long: "This is taking longer than usual. We are still checking with your operator. Do not pay a second time.",
  waiting_leave: "This page updates by itself. You can close it and come back: the payment continues.",

  paid_title: "Payment complete",
  paid_to: (business: string) => `${business} has received it. There is nothing more to do.`,
  paid_with: "Paid with",
  paid_on: "Date",
  reference_label: "Reference",
  going_back: (seconds: number) => `Going back in ${seconds}\u00a0s.`,
  going_back_soon: (business: string) => `You go back to ${business} in a few seconds.`,
  stay: "Stay here",
  receipt_save: "Save or print the receipt",
  receipt_link: "Send the link to the receipt",
  receipt_copied: "Link copied",
  receipt_help: "To save a PDF, choose “Save as PDF” in the print window. This page stays your receipt, too.",

  failed_title: "The payment failed",
  failed_try: "The last attempt did not succeed.",
  nothing_taken: "Nothing was taken from your account.",
  ask_again: (business: string) => `To pay after all, ask ${business} for a new payment.`,
  canceled_title: "This payment is canceled",
  expired_title: "This payment has expired",
  open_until: "It was open until",
  absent_title: "There is no payment at this address",
  absent_help: "Check the address, or ask the business for a new one.",
  failures: {
    insufficient_funds: "There is not enough money on this account. Add some, or pay with another number.",
    rejected_by_payer: "The request was refused on the phone.",
    expired: "The request was not confirmed in time.",
    canceled: "The request was canceled on the phone.",
    payer_not_found: "This number has no mobile money account. Check it, or pay with another.",
    payer_not_allowed: "This account is blocked, or cannot pay this way. Pay with another number.",
    limit_reached: "This account has reached a limit of its operator. Pay with another number, or later.",
    amount_out_of_range: "The operator does not accept this amount. Pay in another way.",
    provider_error: "The operator could not carry out the payment.",
    provider_unavailable: "The operator could not be reached. Try again later.",
    provider_configuration: "The operator does not take payments for this business at the moment.",
    resolved_as_failed: "The operator did not carry out the payment.",
    other: "The operator did not carry out the payment.",
  } satisfies FailureMessages,

  link_amount: "Amount",
  link_amount_help: (least: string, most: string) => `From ${least} to ${most}.`,
  link_number_help: "The account that will pay. Nothing is taken yet.",
  link_name: "Your name (optional)",
  link_name_help: (business: string) => `So that ${business} knows who paid.`,
  link_continue: "Continue",
  link_open_title: "How much do you pay?",
  link_fixed_title: "Before you pay",
  link_closed: {
    stopped: {
      title: "This link no longer accepts payments",
      help: (business: string) => `Ask ${business} for a new one.`,
    },
    limit_reached: {
      title: "All payments have been made",
      help: (business: string) =>
        `This link had a limit, and it has been reached. For another payment, ask ${business}.`,
    },
    rest_reserved: {
      title: "Somebody else is paying right now",
      help: (business: string) =>
        `The last payments that this link takes are being made. If one of them is not completed, you can pay here within half an hour. Or ask ${business}.`,
    },
  },
  link_retry: "Try again",
  link_absent_title: "There is nothing to pay at this address",
  link_failed: "The payment could not be opened. Nothing was taken; press again.",

  invoice_title: "Pay this invoice",
  invoice_amount: "Invoice",
  invoice_left: "Left to pay",
  invoice_paid_of: (paid: string, amount: string) => `${paid} of ${amount} are paid.`,
  invoice_due: "Due",
  invoice_part_overdue: "Overdue",
  invoice_part_left: (left: string) => `${left} left`,
  invoice_overdue: (sum: string) => `${sum} is overdue. Please pay it now.`,
  invoice_pay_all: (sum: string) => `Pay all that is left: ${sum}`,
  invoice_continue: (sum: string) => `Continue the open payment of ${sum}`,
  invoice_reserved: "Open payments cover all that is left. Continue one of them, or wait until they have ended.",
  invoice_refused: "This amount cannot be paid. Nothing was taken; choose the amount again.",
  invoice_paid_title: "This invoice is paid",
  invoice_canceled_title: "This invoice is canceled",
  invoice_canceled_help: (business: string) => `There is nothing more to pay. For questions, ask ${business}.`,
  back_to_invoice: "Back to the invoice",

  wrong_amount: "Enter the amount to pay",
  wrong_amount_between: (least: string, most: string) => `Enter an amount from ${least} to ${most}`,
  wrong_name: "Enter a shorter name",
  wrong_summary: "Correct these before you go on",
};

export type CheckoutMessages = typeof en;

const fr: CheckoutMessages = {
  test_bar: "Aucun argent réel ne circule.",
  test_word: "Test",
  titles: {
    form: (sum) => `Payer ${sum}`,
    waiting: "Confirmez sur votre téléphone",
    complete: "Payé",
    failed: "Paiement échoué",
    canceled: "Paiement annulé",
    expired: "Paiement expiré",
    absent: "Paiement introuvable",
    link_absent: "Page introuvable",
    link_closed: "Lien fermé",
    invoice: "Facture",
  },
  lost: "Pas de connexion. Nous réessayons\u00a0; cette page n’est peut-être plus à jour.",
  first_lost: "Le paiement est injoignable. Nous réessayons.",
  business_asks: (business) => `${business} demande`,
  reference: (reference) => `Référence ${reference}`,
  back_to: (business) => `Retour vers ${business}`,

  form_title: "Payer par mobile money",
  again_title: "Réessayer",
  country: "Pays",
  number: "Numéro mobile money",
  number_help: (channel_names) => `Le compte qui paie\u00a0: ${channel_names}.`,
  or: " ou ",
  operator_note: (network) => `Numéro ${network}`,
  channel_choice: "Avec quel compte payez-vous\u202f?",
  otp: "Code à usage unique",
  otp_help: (ussd) =>
    ussd === null
      ? "Votre opérateur exige un code à usage unique. Obtenez-le sur votre téléphone, puis saisissez-le ici."
      : `Votre opérateur exige un code à usage unique. Composez le ${ussd} pour l’obtenir, puis saisissez-le ici.`,
  pay: (sum) => `Payer ${sum}`,
  paying: "Envoi de la demande…",
  pin_note: "Votre code PIN se saisit sur votre téléphone, jamais sur cette page.",
  cancel: "Annuler ce paiement",
  cancel_question: "Annuler ce paiement\u202f? Il ne pourra plus être rouvert.",
  cancel_yes: "Oui, annuler",
  cancel_no: "Garder",
  time_to_pay: "Temps restant pour payer\u00a0:",
  no_channel_title: "Ce paiement ne peut pas se faire ici",
  no_channel: (sum) => `Aucun opérateur mobile money ne prend ${sum} pour ce commerçant. Rien n’a été débité.`,
  no_tries_title: "Trop de tentatives pour ce paiement",
  not_started: "Le paiement n’a pas pu commencer. Rien n’a été débité\u00a0; appuyez de nouveau ou changez de numéro.",
  too_often: "Trop d’essais en peu de temps. Rien n’a été débité\u00a0; attendez un instant puis appuyez de nouveau.",
  not_sent: "La connexion s’est coupée. Rien n’a été débité jusqu’ici\u00a0; appuyez de nouveau.",
  sandbox_title: "Numéros de test",
  sandbox_help: "Chaque numéro simule une issue. Choisissez-en un pour le saisir.",
  outcomes: {
    success: "Paie",
    complete: "Paie",
    insufficient_funds: "Solde insuffisant",
    failure: "Échoue",
    provider_error: "Échoue",
    no_answer: "Sans réponse, puis paie",
    refused: "Refusé sur le téléphone",
    rejected_by_payer: "Refusé sur le téléphone",
    slow: "Paie après une minute",
    redirect: "Paie sur une page de l’opérateur",
    otp: "Exige un code à usage unique",
  },
  wrong: {
    empty: "Saisissez le numéro mobile money qui paie",
    malformed: (form: NumberForm | null) =>
      form === null
        ? "Saisissez un numéro mobile de ce pays, sans son indicatif"
        : `Saisissez un numéro qui commence par ${form.first_digits.join(" ou ")} et compte ${form.digits}\u00a0chiffres`,
    refused: "Ce numéro ne peut pas payer ici. Vérifiez ses chiffres ou prenez-en un autre",
    not_served: (network, channel_names) => `C’est un numéro ${network}. Prenez un numéro ${channel_names}`,
    undecided: "Choisissez le compte qui paie",
    otp: "Saisissez le code à usage unique\u00a0: 3 à 12 lettres ou chiffres",
  },

  waiting_title: "Confirmez sur votre téléphone",
  waiting_sent: (network, sum) => `${network} a envoyé une demande de ${sum} au`,
  your_operator: "Votre opérateur",
  waiting_pin: "Entrez votre code PIN sur ce téléphone pour payer.",
  waiting_dial: "Pas de demande à l’écran\u202f? Sur ce téléphone, composez le",
  redirect_title: (network) => `Continuez avec ${network}`,
  redirect: (sum) => `Continuer pour payer ${sum}`,
  waiting_status: "En cours",
  time_left: "Temps pour confirmer",
  waiting_long:
    "C’est plus long que d’habitude. Nous interrogeons votre opérateur\u00a0; ne payez pas une deuxième fois.",
  waiting_leave: "Cette page se met à jour seule. Vous pouvez la fermer et y revenir\u00a0: le paiement continue.",

  paid_title: "Paiement réussi",
  paid_to: (business) => `${business} l’a reçu. Vous n’avez plus rien à faire.`,
  paid_with: "Payé avec",
  paid_on: "Date",
  reference_label: "Référence",
  going_back: (seconds) => `Retour dans ${seconds}\u00a0s.`,
  going_back_soon: (business) => `Vous retournez vers ${business} dans quelques secondes.`,
  stay: "Rester ici",
  receipt_save: "Enregistrer ou imprimer le reçu",
  receipt_link: "Envoyer le lien du reçu",
  receipt_copied: "Lien copié",
  receipt_help:
    "Pour un PDF, choisissez «\u00a0Enregistrer au format PDF\u00a0» dans la fenêtre d’impression. Cette page reste aussi votre reçu.",

  failed_title: "Le paiement a échoué",
  failed_try: "Le dernier essai n’a pas abouti.",
  nothing_taken: "Rien n’a été débité de votre compte.",
  ask_again: (business) => `Pour payer quand même, demandez un nouveau paiement à ${business}.`,
  canceled_title: "Ce paiement est annulé",
  expired_title: "Ce paiement a expiré",
  open_until: "Il était ouvert jusqu’à",
  absent_title: "Il n’y a pas de paiement à cette adresse",
  absent_help: "Vérifiez l’adresse ou demandez-en une nouvelle au commerçant.",
  failures: {
    insufficient_funds: "Le solde de ce compte est insuffisant. Rechargez-le ou payez avec un autre numéro.",
    rejected_by_payer: "La demande a été refusée sur le téléphone.",
    expired: "La demande n’a pas été confirmée à temps.",
    canceled: "La demande a été annulée sur le téléphone.",
    payer_not_found: "Ce numéro n’a pas de compte mobile money. Vérifiez-le ou payez avec un autre.",
    payer_not_allowed: "Ce compte est bloqué ou ne permet pas ce paiement. Payez avec un autre numéro.",
    limit_reached: "Ce compte a atteint un plafond de son opérateur. Payez avec un autre numéro ou plus tard.",
    amount_out_of_range: "L’opérateur n’accepte pas ce montant. Payez d’une autre façon.",
    provider_error: "L’opérateur n’a pas pu effectuer le paiement.",
    provider_unavailable: "L’opérateur n’a pas pu être joint. Réessayez plus tard.",
    provider_configuration: "L’opérateur ne prend pas de paiements pour ce commerçant en ce moment.",
    resolved_as_failed: "L’opérateur n’a pas effectué le paiement.",
    other: "L’opérateur n’a pas effectué le paiement.",
  },

  link_amount: "Montant",
  link_amount_help: (least, most) => `De ${least} à ${most}.`,
  link_number_help: "Le compte qui paiera. Rien n’est encore débité.",
  link_name: "Votre nom (facultatif)",
  link_name_help: (business) => `Pour que ${business} sache qui a payé.`,
  link_continue: "Continuer",
  link_open_title: "Combien payez-vous\u202f?",
  link_fixed_title: "Avant de payer",
  link_closed: {
    stopped: {
      title: "Ce lien n’accepte plus de paiements",
      help: (business) => `Demandez-en un nouveau à ${business}.`,
    },
    limit_reached: {
      title: "Tous les paiements ont été faits",
      help: (business) =>
        `Ce lien avait une limite, qui est atteinte. Pour un autre paiement, adressez-vous à ${business}.`,
    },
    rest_reserved: {
      title: "Quelqu’un d’autre est en train de payer",
      help: (business) =>
        `Les derniers paiements que ce lien accepte sont en cours. Si l’un d’eux n’aboutit pas, vous pourrez payer ici d’ici une demi-heure. Sinon, adressez-vous à ${business}.`,
    },
  },
  link_retry: "Réessayer",
  link_absent_title: "Il n’y a rien à payer à cette adresse",
  link_failed: "Le paiement n’a pas pu s’ouvrir. Rien n’a été débité\u00a0; appuyez de nouveau.",

  invoice_title: "Payer cette facture",
  invoice_amount: "Facture",
  invoice_left: "Reste à payer",
  invoice_paid_of: (paid, amount) => `${paid} déjà payés sur ${amount}.`,
  invoice_due: "Échéance",
  invoice_part_overdue: "En retard",
  invoice_part_left: (left) => `reste ${left}`,
  invoice_overdue: (sum) => `${sum} sont en retard. Payez-les dès maintenant.`,
  invoice_pay_all: (sum) => `Payer tout le reste\u00a0: ${sum}`,
  invoice_continue: (sum) => `Reprendre le paiement en cours de ${sum}`,
  invoice_reserved: "Des paiements en cours couvrent tout le reste. Reprenez-en un, ou attendez qu’ils se terminent.",
  invoice_refused: "Ce montant ne peut pas être payé. Rien n’a été débité\u00a0; choisissez de nouveau le montant.",
  invoice_paid_title: "Cette facture est payée",
  invoice_canceled_title: "Cette facture est annulée",
  invoice_canceled_help: (business) => `Il n’y a plus rien à payer. En cas de question, adressez-vous à ${business}.`,
  back_to_invoice: "Retour à la facture",

  wrong_amount: "Saisissez le montant à payer",
  wrong_amount_between: (least, most) => `Saisissez un montant de ${least} à ${most}`,
  wrong_name: "Saisissez un nom plus court",
  wrong_summary: "À corriger avant de continuer",
};

export const MESSAGES: Readonly<Record<Language, CheckoutMessages>> = { en, fr };

/** The text for the failure code of an attempt. */
export function failureText(messages: CheckoutMessages, code: string | null): string {
  return messageFor(messages.failures, code) ?? messages.failures.other;
}

/** The text that describes the behaviour of a sandbox number. */
export function outcomeText(messages: CheckoutMessages, outcome: string): string {
  return messageFor(messages.outcomes, outcome) ?? outcome;
}

function messageFor(table: Readonly<Record<string, string>>, code: string | null): string | undefined {
  return code !== null && Object.keys(table).includes(code) ? table[code] : undefined;
}
