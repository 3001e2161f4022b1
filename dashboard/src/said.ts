import type { Language } from "@kolo/ui/format-money.ts";

/**
 * What the service says is wrong, in the reader's language. It speaks English; where we have no words of our own, its own
 * are still better than none.
 */
export function said(text: string, language: Language): string {
  if (language !== "fr") return text;
  for (const [pattern, words] of FRENCH) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}

const FRENCH: readonly (readonly [RegExp, string])[] = [
  [/^This field is required$/, "Ce champ est obligatoire"],
  [/^Enter a telephone number.*$/, "Saisissez un numéro de téléphone, avec l’indicatif s’il n’est pas de votre pays"],
  [/^Enter a mobile number of Cameroon.*$/, "Saisissez un numéro mobile du Cameroun : 9 chiffres, en commençant par 6"],
  [/^Enter an e-mail address.*$/, "Saisissez une adresse e-mail, par exemple jane@example.cm"],
  [/^Enter a whole number of the currency.*$/, "Saisissez un montant d’au moins 1"],
  [/^Enter a whole number$/, "Saisissez un nombre entier"],
  [/^Enter a number of at least (.*)$/, "Saisissez un nombre d’au moins $1"],
  [/^Enter a number of at most (.*)$/, "Saisissez un nombre d’au plus $1"],
  [/^Enter at most (\d+) characters$/, "Saisissez au plus $1 caractères"],
  [/^Enter 1 to (\d+) plain letters.*$/, "Saisissez de 1 à $1 lettres, chiffres ou signes simples"],
  [/^Enter a URL that begins with https:\/\/$/, "Saisissez une adresse qui commence par https://"],
  [/^Enter (a|an absolute) .*URL.*$/, "Saisissez une adresse complète, par exemple https://exemple.cm/retour"],
  [/^Enter a day .*$/, "Saisissez un jour qui existe"],
  [/^Use port (.*)$/, "Utilisez l’un des ports $1"],
  [/^This (host|address) is not on the public internet$/, "Cette adresse n’est pas sur l’internet public"],
  [/^A (payment|transfer) with this reference already exists$/, "Cette référence a déjà servi"],
  [/^Give an e-mail address or a phone number$/, "Saisissez un numéro ou une adresse e-mail"],
  [/^Give an e-mail address, a phone number or a customer$/, "Saisissez un numéro ou une adresse e-mail"],
  [/^Only a complete payment can be refunded$/, "Seul un paiement réussi se rembourse"],
  [/^The payment has been refunded in full$/, "Tout a déjà été remboursé"],
  [/^Of this payment (\d+) (\w+) can still be refunded$/, "De ce paiement, $1 $2 peuvent encore être remboursés"],
  [/^Insufficient balance.*$/, "Le solde ne suffit pas"],
  [/^The amount must be .*$/, "Ce montant est hors des limites du canal"],
  [/^The channel is invalid$/, "Ce canal n’existe pas"],
  [/^Show once more that it is you$/, "Montrez encore une fois que c’est vous"],
  [/^Say why.*$/, "Dites pourquoi"],
  [/^It was resolved by .*$/, "Quelqu’un a déjà décidé : rechargez la page"],
  [/^It can be resolved as .*$/, "Cette décision n’est plus possible : rechargez la page"],
  [/^The merchant has (\d+) (\w+) of (\d+): absorb it$/, "Le marchand n’a que $1 $2 sur $3 : à la charge de la maison"],
  [/^Statement and books agree.*$/, "Relevé et livres concordent désormais : n’écrivez rien"],
  [/^(There is no merchant|Enter a merchant’s id).*$/, "Saisissez l’identifiant d’un marchand : mer_…"],
  [/^Validation failed.*$/, "Certaines réponses ne conviennent pas"],
  [/^Too many requests.*$/, "Trop de demandes : réessayez dans un instant"],
];
