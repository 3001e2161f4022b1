import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  beneficiary: "Beneficiary",
  somebody_else: "Somebody else",
  search: "Find a stored beneficiary",
  found: "Beneficiaries found",
  nobody: "Nobody of this name or number is stored. Fill in below.",
  name: "Name",
  phone: "Number",
  phone_help: "With or without the country’s code.",
  asking: "Asking the operator whose number it is",
  untold: "The operator does not say whose number it is.",
  no_account: "The operator has no account under this number.",
  closed: "The account of this number cannot receive.",
  matches: (name: string) => `The operator says the number belongs to ${name}.`,
  similar: (name: string) => `The operator spells the name ${name}.`,
  differs: (name: string) => `The operator says the number belongs to somebody else: ${name}.`,
};

export type PayeeMessages = typeof en;

const fr: PayeeMessages = {
  beneficiary: "Bénéficiaire",
  somebody_else: "Quelqu’un d’autre",
  search: "Chercher un bénéficiaire enregistré",
  found: "Bénéficiaires trouvés",
  nobody: "Personne d’enregistré ainsi. Remplissez les champs ci-dessous.",
  name: "Nom",
  phone: "Numéro",
  phone_help: "Avec ou sans l’indicatif du pays.",
  asking: "L’opérateur est interrogé sur ce numéro",
  untold: "L’opérateur ne dit pas à qui est ce numéro.",
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
