import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  beneficiary: "Beneficiary",
  somebody_else: "Somebody else",
  search: "Find a stored beneficiary",
  found: "Beneficiaries found",
  nobody: "No stored beneficiary matches. Enter the details below.",
  name: "Name",
  phone: "Number",
  phone_help: "With or without the country’s code.",
  looking_up: "Looking up the account holder",
  name_unavailable: "The network does not give the name of the account holder.",
  no_account: "This number has no account at the network.",
  closed: "The account of this number cannot receive money.",
  matches: (name: string) => `The network gives this account holder: ${name}.`,
  similar: (name: string) => `The network spells the name ${name}.`,
  differs: (name: string) => `The network gives another account holder: ${name}.`,
};

export type PayeeMessages = typeof en;

const fr: PayeeMessages = {
  beneficiary: "Bénéficiaire",
  somebody_else: "Quelqu’un d’autre",
  search: "Chercher un bénéficiaire enregistré",
  found: "Bénéficiaires trouvés",
  nobody: "Aucun bénéficiaire enregistré ne correspond. Remplissez les champs ci-dessous.",
  name: "Nom",
  phone: "Numéro",
  phone_help: "Avec ou sans l’indicatif du pays.",
  looking_up: "L’opérateur est interrogé sur ce numéro",
  name_unavailable: "L’opérateur ne dit pas à qui est ce numéro.",
  no_account: "L’opérateur n’a pas de compte à ce numéro.",
  closed: "Le compte de ce numéro ne peut rien recevoir.",
  matches: (name) => `D’après l’opérateur, ce numéro est à ${name}.`,
  similar: (name) => `L’opérateur écrit ce nom ${name}.`,
  differs: (name) => `D’après l’opérateur, ce numéro est à quelqu’un d’autre\u00a0: ${name}.`,
};

/** The texts of the payee fields. */
export function usePayeeMessages(): PayeeMessages {
  return useTranslation({ en, fr });
}
