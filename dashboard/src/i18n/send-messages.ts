import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  actions: { send: "Send a transfer", upload: "Upload a list" },
  send_title: "Send a transfer",
  amount: "Amount",
  channel: "How it is paid",
  check: "Check",
  change: "Change",
  send: (sum: string) => `Send ${sum}`,
  review: "Check before it goes",
  fee: "Fee",
  total: "Taken from the balance",
  after: "Balance after",
  poor: "The balance does not cover this. Nothing can be sent until it does.",
  twice: "The same sum went to this number within the last day:",
  needed: "This field is required",
  sent_wrong: "It was not sent. Nothing was taken from the balance.",
  lost: "No answer came, so it is not known whether it was sent. Press again: it is sent at most once.",
  earlier_open:
    "There was no answer to your last order. If it arrived, this one will not be sent, and a message says so.",
  earlier_sent: "What you sent before did go; this one was not sent. Press again only to send it as well.",
  earlier_see: "See what went",
  upload_title: "Upload a list of transfers",
  upload_help:
    "A spreadsheet (.xlsx), or one saved as CSV. Its first line names the columns: name, phone, amount; also channel, reference, description.",
  file: "File",
  currency: "Currency",
  preview: "What would happen",
  rows: "Transfers",
  sum: "Sum",
  fees: "Fees",
  available: "Available",
  errors: (count: number) =>
    `${count === 1 ? "One row needs" : `${count} rows need`} a correction. Correct them here, or leave them out.`,
  line: (line: number) => `Line ${line}`,
  more_rows: (count: number) => `And ${count} more, shown once some of these are right.`,
  problem: "What is wrong",
  plain_amount: "Write the amount as a plain number, such as 75000",
  same_reference: "Another row has the same reference",
  check_again: "Check again",
  leave_out: (count: number) => (count === 1 ? "Leave this row out" : `Leave these ${count} rows out`),
  left_out: (count: number) => (count === 1 ? "One row is left out." : `${count} rows are left out.`),
  put_back: "Put back",
  send_all: (count: number, sum: string) => `Send ${count === 1 ? "one transfer" : `${count} transfers`}, ${sum}`,
  schedule: (sum: string) => `Schedule ${sum}`,
  schedule_all: (count: number, sum: string) =>
    `Schedule ${count === 1 ? "one transfer" : `${count} transfers`}, ${sum}`,
  choose_file: "Choose a file",
  unnamed: "The first line does not say which column holds the sums and which the numbers: choose them below",
  file_changed: "The file was saved again since: choose it once more",
};

export type SendMessages = typeof en;

const fr: SendMessages = {
  actions: { send: "Envoyer un transfert", upload: "Importer une liste" },
  send_title: "Envoyer un transfert",
  amount: "Montant",
  channel: "Mode de paiement",
  check: "Vérifier",
  change: "Modifier",
  send: (sum) => `Envoyer ${sum}`,
  review: "À vérifier avant l’envoi",
  fee: "Frais",
  total: "Prélevé sur le solde",
  after: "Solde après",
  poor: "Le solde ne suffit pas. Rien ne peut être envoyé d’ici là.",
  twice: "La même somme est partie vers ce numéro depuis moins d’un jour\u00a0:",
  needed: "Ce champ est obligatoire",
  sent_wrong: "Rien n’a été envoyé. Le solde n’a pas bougé.",
  lost: "Aucune réponse\u00a0: on ne sait pas si c’est parti. Appuyez encore\u00a0: l’envoi n’a lieu qu’une fois.",
  earlier_open:
    "Votre envoi précédent est resté sans réponse. S’il est parti, celui-ci ne partira pas, et vous le saurez.",
  earlier_sent:
    "Votre envoi précédent est bien parti\u202f; celui-ci n’est pas parti. Appuyez encore pour l’envoyer en plus.",
  earlier_see: "Voir ce qui est parti",
  upload_title: "Importer une liste de transferts",
  upload_help:
    "Un classeur (.xlsx), ou un tableur enregistré en CSV. La première ligne nomme les colonnes\u00a0: nom, téléphone, montant\u202f; aussi canal, référence, motif.",
  file: "Fichier",
  currency: "Devise",
  preview: "Ce qui se passerait",
  rows: "Transferts",
  sum: "Somme",
  fees: "Frais",
  available: "Disponible",
  errors: (count) =>
    `${count === 1 ? "Une ligne est" : `${count} lignes sont`} à corriger. Corrigez ici, ou laissez de côté.`,
  line: (line) => `Ligne ${line}`,
  more_rows: (count) => `Et ${count} autres, affichées quand celles-ci seront justes.`,
  problem: "Problème",
  plain_amount: "Écrivez le montant sans point ni virgule, par exemple 75000",
  same_reference: "Une autre ligne porte la même référence",
  check_again: "Vérifier à nouveau",
  leave_out: (count) => (count === 1 ? "Laisser cette ligne de côté" : `Laisser ces ${count} lignes de côté`),
  left_out: (count) => (count === 1 ? "Une ligne est laissée de côté." : `${count} lignes sont laissées de côté.`),
  put_back: "Les remettre",
  send_all: (count, sum) => `Envoyer ${count === 1 ? "un transfert" : `${count} transferts`}, ${sum}`,
  schedule: (sum) => `Planifier ${sum}`,
  schedule_all: (count, sum) => `Planifier ${count === 1 ? "un transfert" : `${count} transferts`}, ${sum}`,
  choose_file: "Choisissez un fichier",
  unnamed:
    "La première ligne ne dit pas quelle colonne contient les sommes ni laquelle les numéros\u00a0: indiquez-les ci-dessous",
  file_changed: "Le fichier a été enregistré depuis\u00a0: choisissez-le à nouveau",
};

/** The texts of sending money. */
export function useSendMessages(): SendMessages {
  return useTranslation({ en, fr });
}
