import { useTranslation } from "@kolo/ui/language.tsx";
import { FIELD_LABELS } from "#app/fields.ts";
import { useSendMessages } from "./send-messages.ts";

const en = {
  needed: "This field is required",
  one_of: "Enter a number or an e-mail address",
  whole: "Enter a whole amount",
  count: "Enter a number from 1 on",
  stays: "This field can be changed, but not cleared",
  keeps: (number: string) => `Leave it empty to keep ${number}`,
  optional: (field: string) => `${field} (optional)`,
  edit: "Edit",
  save: "Save",
  starts: {
    payment: "Request a payment",
    link: "Create a payment link",
    invoice: "Create an invoice",
    beneficiary: "Add a beneficiary",
    customer: "Add a customer",
    webhook: "Create a webhook",
    schedule: "Create a schedule",
    withdrawal: "Withdraw money",
    withdrawal_account: "Register an account",
  },
  edits: { beneficiary: "Edit the beneficiary", customer: "Edit the customer", link: "Edit the payment link" },
  fields: {
    ...FIELD_LABELS.en,
    description: "What it is for",
    reference: "Your reference",
    callback: "Return address for the payer",
    type: "Payment method",
  },
  helps: {
    amount_link: "Leave it empty to let the payer choose.",
    name_link: "The payer sees it.",
    max_payments: "After that many the page says that the link is closed. Leave it empty for no limit.",
    max_amount_collected: "The payments together never exceed it. Leave it empty for no limit.",
    name_account: "The holder, as the bank or the network spells it.",
    phone: "With or without the country’s code.",
    payer: "A number or an e-mail address is enough.",
  },
  send_link: "Send this link to the payer, who pays on its page.",
  to_payment: "To the payment",
  amount: "Amount",
  reason: "Reason (optional)",
  refund: "Refund",
  refund_title: "Refund the payer",
  refund_left: (sum: string) => `Up to ${sum} can be refunded.`,
  refund_sum: (sum: string) => `Refund ${sum}`,
  refund_by_platform: "My business bears all of it, also the shares of the other parts",
  refund_note: "The refund goes from your balance to the number that paid. This cannot be undone.",
};

export type FormMessages = typeof en;

const fr: FormMessages = {
  needed: "Ce champ est obligatoire",
  one_of: "Saisissez un numéro ou une adresse e-mail",
  whole: "Saisissez un montant entier",
  count: "Saisissez un nombre à partir de 1",
  stays: "Ce champ peut être modifié, mais pas vidé",
  keeps: (number) => `Laissez vide pour garder ${number}`,
  optional: (field) => `${field} (facultatif)`,
  edit: "Modifier",
  save: "Enregistrer",
  starts: {
    payment: "Demander un paiement",
    link: "Créer un lien de paiement",
    invoice: "Créer une facture",
    beneficiary: "Ajouter un bénéficiaire",
    customer: "Ajouter un client",
    webhook: "Créer un webhook",
    schedule: "Créer une planification",
    withdrawal: "Retirer de l’argent",
    withdrawal_account: "Enregistrer un compte",
  },
  edits: {
    beneficiary: "Modifier le bénéficiaire",
    customer: "Modifier le client",
    link: "Modifier le lien de paiement",
  },
  fields: {
    ...FIELD_LABELS.fr,
    description: "Objet",
    reference: "Votre référence",
    callback: "Adresse de retour du payeur",
    type: "Mode de versement",
  },
  helps: {
    amount_link: "Laissez vide pour que le payeur choisisse.",
    name_link: "Le payeur le voit.",
    max_payments: "Au-delà, la page annonce que le lien est fermé. Laissez vide pour ne pas limiter.",
    max_amount_collected: "Les paiements réunis ne la dépassent jamais. Laissez vide pour ne pas limiter.",
    name_account: "Le titulaire, comme la banque ou l’opérateur l’écrit.",
    phone: "Avec ou sans l’indicatif du pays.",
    payer: "Un numéro ou une adresse e-mail suffit.",
  },
  send_link: "Envoyez ce lien au payeur, qui paie sur cette page.",
  to_payment: "Voir le paiement",
  amount: "Montant",
  reason: "Motif (facultatif)",
  refund: "Rembourser",
  refund_title: "Rembourser le payeur",
  refund_left: (sum) => `Jusqu’à ${sum} peuvent être remboursés.`,
  refund_sum: (sum) => `Rembourser ${sum}`,
  refund_by_platform: "Mon entreprise prend tout à sa charge, y compris les autres parts",
  refund_note: "Le remboursement va au numéro qui a payé et sort du solde. C’est définitif.",
};

/** The texts of forms, and of the links to them. */
export function useFormMessages() {
  const { actions } = useSendMessages();
  const messages = useTranslation({ en, fr });
  return { ...messages, starts: { ...messages.starts, ...actions } };
}
