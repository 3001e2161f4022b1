import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  payer: "Payer",
  payer_help: "If a customer has this number or address, the invoice is theirs. Otherwise a new customer is added.",
  parts: "Amount and due dates",
  due: (number: number) => (number === 0 ? "Due on" : `Part ${number}: due on`),
  amount: (number: number) => (number === 0 ? "Amount" : `Part ${number}: amount`),
  add_part: "Add a part",
  remove_part: (number: number) => `Remove part ${number}`,
  total: (sum: string) => `In total: ${sum}`,
  any_part: "The payer may also pay smaller or larger parts",
  minimum_part: "Smallest part",
  reminders: "Reminders",
  reminders_help:
    "A mail to the payer for each part that is not paid by then. For an SMS of your own there is the event invoice.reminder_due.",
  reminders_test: "In the test environment these mails go to your business.",
  days: (days: number) => {
    if (days === 0) return "On the due date";
    return days < 0 ? `${-days} days before` : `${days} days after`;
  },
  language: "Language of the reminders",
  languages: { "": "French and English", fr: "French", en: "English" },
};

const fr: typeof en = {
  payer: "Payeur",
  payer_help: "Si un client a ce numéro ou cette adresse, la facture est à son nom. Sinon, il est ajouté.",
  parts: "Montant et échéances",
  due: (number) => (number === 0 ? "Date d’échéance" : `Échéance ${number}\u00a0: date`),
  amount: (number) => (number === 0 ? "Montant" : `Échéance ${number}\u00a0: montant`),
  add_part: "Ajouter une échéance",
  remove_part: (number) => `Retirer l’échéance ${number}`,
  total: (sum) => `Montant total\u00a0: ${sum}`,
  any_part: "Le payeur peut aussi verser d’autres montants",
  minimum_part: "Versement minimal",
  reminders: "Rappels",
  reminders_help:
    "Un e-mail au payeur pour chaque échéance impayée à cette date. Pour vos propres SMS, utilisez l’événement invoice.reminder_due.",
  reminders_test: "En mode test, ces e-mails sont envoyés à votre entreprise.",
  days: (days) => {
    if (days === 0) return "Le jour de l’échéance";
    return days < 0 ? `${-days} jours avant` : `${days} jours après`;
  },
  language: "Langue des rappels",
  languages: { "": "Français et anglais", fr: "Français", en: "Anglais" },
};

export function useInvoiceMessages(): typeof en {
  return useTranslation({ en, fr });
}
