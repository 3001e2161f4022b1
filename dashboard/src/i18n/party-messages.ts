import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  paid: "Paid",
  received: "Received",
  payments: (count: number, shown: string) => (count === 1 ? "1 payment" : `${shown} payments`),
  transfers: (count: number, shown: string) => (count === 1 ? "1 transfer" : `${shown} transfers`),
  nothing: "Nothing yet",
  refunded: (sum: string) => `${sum} refunded`,
  newest_only: (count: string) => `In the newest ${count}`,
  last_seen: "Last seen",
  blocked: "This customer is blocked and cannot pay.",
  note: "Note",
  note_hint: "Only people of your business can read it.",
  write_note: "Write a note",
  edit_note: "Edit the note",
  save_note: "Save the note",
  cancel_note: "Cancel",
  note_of: (name: string) => `${name},`,
  contacts: "Numbers and e-mail addresses",
  no_contacts: "None yet.",
  unused: "Not used yet",
  same_number: "Also with one of these numbers",
  activity: "Activity",
  no_activity: {
    customers: "No payments yet. They appear here as soon as this customer begins to pay.",
    beneficiaries: "No transfers yet.",
  },
  kinds: { payment: "Payment", refund: "Refund", invoice: "Invoice", transfer: "Transfer" },
  through: (link: string) => `Link “${link}”`,
  returned: "The money is back in your balance.",
  status: "Status",
  amount: "Amount",
  newest: "Newest",
  older: "Older",
};

export type PartyMessages = typeof en;

const fr: PartyMessages = {
  paid: "Payé",
  received: "Reçu",
  payments: (count, shown) => (count < 2 ? `${shown} paiement` : `${shown} paiements`),
  transfers: (count, shown) => (count < 2 ? `${shown} transfert` : `${shown} transferts`),
  nothing: "Rien pour l’instant",
  refunded: (sum) => `dont ${sum} remboursés`,
  newest_only: (count) => `Sur les ${count} plus récents`,
  last_seen: "Vu pour la dernière fois",
  blocked: "Ce client est bloqué et ne peut pas payer.",
  note: "Note",
  note_hint: "Seules les personnes de votre entreprise peuvent la lire.",
  write_note: "Écrire une note",
  edit_note: "Modifier la note",
  save_note: "Enregistrer la note",
  cancel_note: "Annuler",
  note_of: (name) => `${name},`,
  contacts: "Numéros et adresses e-mail",
  no_contacts: "Aucun pour l’instant.",
  unused: "Pas encore utilisé",
  same_number: "Aussi avec l’un de ces numéros",
  activity: "Opérations",
  no_activity: {
    customers: "Aucun paiement pour l’instant. Ils apparaîtront ici dès que ce client commencera à payer.",
    beneficiaries: "Aucun transfert pour l’instant.",
  },
  kinds: { payment: "Paiement", refund: "Remboursement", invoice: "Facture", transfer: "Transfert" },
  through: (link) => `Lien «\u00a0${link}\u00a0»`,
  returned: "L’argent est revenu sur votre solde.",
  status: "État",
  amount: "Montant",
  newest: "Plus récentes",
  older: "Plus anciennes",
};

/** The texts about a customer or beneficiary as a person. */
export function usePartyMessages(): PartyMessages {
  return useTranslation({ en, fr });
}
