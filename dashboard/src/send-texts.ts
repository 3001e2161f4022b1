import { useTexts } from "@kolo/ui/language.tsx";

const en = {
  actions: { send: "Send a transfer", upload: "Upload a list" },
  send_title: "Send a transfer",
  amount: "Amount",
  channel: "How it is paid",
  description: "Description (optional)",
  reference: "Reference (optional)",
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
  upload_title: "Upload a list of transfers",
  upload_help:
    "A spreadsheet saved as CSV. Its first line names the columns: name, phone, amount; also channel, reference, description.",
  file: "File",
  currency: "Currency",
  preview: "What would happen",
  rows: "Transfers",
  sum: "Sum",
  fees: "Fees",
  available: "Available",
  errors: (count: number) => `${count} rows need a correction. Nothing is sent while one does.`,
  row: "Row",
  problem: "What is wrong",
  repeats: (count: number) => `${count} repeat a transfer of the last day.`,
  send_all: (count: number, sum: string) => `Send ${count} transfers, ${sum}`,
  choose_file: "Choose a file",
  file_changed: "The file was saved again since: choose it once more",
};

export type SendTexts = typeof en;

const fr: SendTexts = {
  actions: { send: "Envoyer un transfert", upload: "Importer une liste" },
  send_title: "Envoyer un transfert",
  amount: "Montant",
  channel: "Mode de paiement",
  description: "Description (facultative)",
  reference: "Référence (facultative)",
  check: "Vérifier",
  change: "Modifier",
  send: (sum) => `Envoyer ${sum}`,
  review: "À vérifier avant l’envoi",
  fee: "Frais",
  total: "Prélevé sur le solde",
  after: "Solde après",
  poor: "Le solde ne suffit pas. Rien ne peut être envoyé d’ici là.",
  twice: "La même somme est partie vers ce numéro depuis moins d’un jour :",
  needed: "Ce champ est obligatoire",
  sent_wrong: "Rien n’a été envoyé. Le solde n’a pas bougé.",
  lost: "Aucune réponse : on ne sait pas si c’est parti. Appuyez encore : l’envoi n’a lieu qu’une fois.",
  upload_title: "Importer une liste de transferts",
  upload_help:
    "Un tableur enregistré en CSV. La première ligne nomme les colonnes : name, phone, amount ; aussi channel, reference, description.",
  file: "Fichier",
  currency: "Devise",
  preview: "Ce qui se passerait",
  rows: "Transferts",
  sum: "Somme",
  fees: "Frais",
  available: "Disponible",
  errors: (count) => `${count} lignes sont à corriger. Rien n’est envoyé tant qu’il en reste.`,
  row: "Ligne",
  problem: "Problème",
  repeats: (count) => `${count} répètent un transfert de moins d’un jour.`,
  send_all: (count, sum) => `Envoyer ${count} transferts, ${sum}`,
  choose_file: "Choisissez un fichier",
  file_changed: "Le fichier a été enregistré depuis : choisissez-le à nouveau",
};

/** The words of sending money. */
export function useSendWords(): SendTexts {
  return useTexts({ en, fr });
}
