import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  actions: { send: "Send a transfer", upload: "Upload a list" },
  send_title: "Send a transfer",
  again: "Send again",
  repeats: "Check the number before you send again. This repeats the transfer",
  amount: "Amount",
  channel: "Payment method",
  check: "Check",
  change: "Change",
  send: (sum: string) => `Send ${sum}`,
  review: "Review before sending",
  fee: "Fee",
  total: "Total debited",
  after: "Balance after",
  poor: "Your available balance is too low. Add money first, then try again.",
  twice: "The same amount was sent to this number in the last 24 hours:",
  needed: "This field is required",
  sent_wrong: "Nothing was sent, and your balance is unchanged.",
  lost: "We received no answer, so we cannot tell whether this was sent. Press the button again: it is sent only once.",
  earlier_open:
    "We received no answer to your previous order. If it was sent, this one will not be, and we will tell you.",
  earlier_sent: "Your previous order was sent. This one was not. Press the button again only to send it too.",
  earlier_see: "See the previous order",
  upload_title: "Upload a list of transfers",
  upload_help:
    "A spreadsheet (.xlsx), or one saved as CSV. Its first line names the columns: name, phone, amount; also channel, reference, description.",
  file: "File",
  currency: "Currency",
  preview: "Summary",
  rows: "Transfers",
  sum: "Sum",
  fees: "Fees",
  available: "Available",
  errors: (count: number) =>
    `${count === 1 ? "One row needs" : `${count} rows need`} a correction. Correct them here, or leave them out.`,
  line: (line: number) => `Line ${line}`,
  more_rows: (count: number) => `${count} more rows will appear once some of these are corrected.`,
  problem: "Problem",
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
  unnamed: "The first line does not name the columns of the amounts and the numbers: choose them below",
  file_changed: "The file has changed since you chose it: choose it again",
};

export type SendMessages = typeof en;

const fr: SendMessages = {
  actions: { send: "Envoyer un transfert", upload: "Importer une liste" },
  send_title: "Envoyer un transfert",
  again: "Envoyer à nouveau",
  repeats: "Vérifiez le numéro avant de renvoyer. Ceci répète le transfert",
  amount: "Montant",
  channel: "Mode de paiement",
  check: "Vérifier",
  change: "Modifier",
  send: (sum) => `Envoyer ${sum}`,
  review: "Vérifiez avant l’envoi",
  fee: "Frais",
  total: "Total débité",
  after: "Solde après",
  poor: "Votre solde disponible est insuffisant. Approvisionnez-le, puis réessayez.",
  twice: "Le même montant a été envoyé à ce numéro au cours des dernières 24 heures\u00a0:",
  needed: "Ce champ est obligatoire",
  sent_wrong: "Rien n’a été envoyé et votre solde est inchangé.",
  lost: "Sans réponse, nous ne savons pas si l’envoi a eu lieu. Appuyez encore\u00a0: il n’aura lieu qu’une fois.",
  earlier_open:
    "Votre ordre précédent est resté sans réponse. S’il a été envoyé, celui-ci ne le sera pas et nous vous le dirons.",
  earlier_sent:
    "Votre ordre précédent a été envoyé. Celui-ci ne l’a pas été. Appuyez encore seulement pour l’envoyer aussi.",
  earlier_see: "Voir l’ordre précédent",
  upload_title: "Importer une liste de transferts",
  upload_help:
    "Un classeur (.xlsx), ou un tableur enregistré en CSV. La première ligne nomme les colonnes\u00a0: nom, téléphone, montant\u202f; aussi canal, référence, motif.",
  file: "Fichier",
  currency: "Devise",
  preview: "Récapitulatif",
  rows: "Transferts",
  sum: "Somme",
  fees: "Frais",
  available: "Disponible",
  errors: (count) =>
    `${count === 1 ? "Une ligne est" : `${count} lignes sont`} à corriger. Corrigez ici, ou laissez de côté.`,
  line: (line) => `Ligne ${line}`,
  more_rows: (count) => `${count} autres lignes s’afficheront une fois celles-ci corrigées.`,
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
  unnamed: "La première ligne ne nomme pas les colonnes des montants et des numéros\u00a0: indiquez-les ci-dessous",
  file_changed: "Le fichier a été modifié depuis\u00a0: choisissez-le à nouveau",
};

/** The texts of sending money. */
export function useSendMessages(): SendMessages {
  return useTranslation({ en, fr });
}
