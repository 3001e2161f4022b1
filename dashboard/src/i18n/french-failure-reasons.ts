/**
 * French reasons for failures and paused channels, by the service's English text. The provider's own code after the
 * sentence is kept.
 */
export const FRENCH_FAILURE_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^The payer's account does not hold enough money/, "Le compte du payeur n’a pas assez d’argent"],
  [
    /^The provider's account does not hold enough money to pay this out/,
    "Le compte du prestataire n’a pas assez d’argent pour ce versement",
  ],
  [/^The account that pays does not hold enough money/, "Le compte qui paie n’a pas assez d’argent"],
  [/^A limit of the account that pays is reached/, "Le compte qui paie a atteint un plafond"],
  [/^A limit of the account is reached/, "Le compte a atteint un plafond"],
  [/^The recipient's number has no (.+?) account/, "Le numéro du bénéficiaire n’a pas de compte $1"],
  [/^The payer's number has no (.+?) account/, "Le numéro du payeur n’a pas de compte $1"],
  [/^The number has no (.+?) account/, "Ce numéro n’a pas de compte $1"],
  [/^The recipient's account cannot receive this amount/, "Le compte du bénéficiaire ne peut pas recevoir ce montant"],
  [
    /^The account is blocked or cannot take part in this transaction/,
    "Le compte est bloqué ou ne permet pas cette opération",
  ],
  [/^The number belongs to somebody else/, "Ce numéro appartient à quelqu’un d’autre"],
  [
    /^The number belongs to somebody with another name than was expected/,
    "Ce numéro appartient à une personne d’un autre nom que celui attendu",
  ],
  [
    /^The provider did not tell whose number it is, and a name was expected/,
    "Un nom était attendu, et le prestataire n’a pas dit à qui est ce numéro",
  ],
  [/^The request was refused on the phone/, "La demande a été refusée sur le téléphone"],
  [/^The request was not confirmed on the phone in time/, "La demande n’a pas été confirmée à temps sur le téléphone"],
  [/^A second person rejected it$/, "Une seconde personne l’a refusé"],
  [/^The transaction was canceled/, "L’opération a été annulée"],
  [/^(MTN|Orange) refused the merchant account or its settings/, "$1 a refusé le compte marchand ou ses réglages"],
  [/^(MTN|Orange) could not carry out the transaction/, "$1 n’a pas pu exécuter l’opération"],
  [/^The provider could not carry out the transaction/, "Le prestataire n’a pas pu exécuter l’opération"],
  [/^The provider did not carry out the transaction/, "Le prestataire n’a pas exécuté l’opération"],
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
