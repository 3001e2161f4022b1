/** French texts for paused channels and for answers of a provider that decide nothing, by the service's English text. */
export const FRENCH_PROVIDER_CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^(\d+) of the last (\d+) requests failed$/, "$1 des $2 dernières demandes ont échoué"],
  [/^It failed again when it was tried$/, "Un nouvel essai a échoué"],
  [/^The account at the operator has too little money$/, "Le compte chez l’opérateur n’a plus assez d’argent"],
  [/^the sandbox gave no answer$/, "Le bac à sable n’a pas répondu"],
  [/^the provider gave no reference$/, "Le prestataire n’a pas donné de référence"],
  [/^the name could not be checked: /, "Le nom n’a pas pu être vérifié\u00a0: "],
  [/^the answer is larger than (\d+) bytes$/, "La réponse dépasse $1 octets"],
  [/^no free connection$/, "Aucune connexion libre"],
  [/^no token( for \w+)?: /, "Pas de jeton d’accès$1\u00a0: "],
  [/^status (?=\d+)/, "Statut "],
];
