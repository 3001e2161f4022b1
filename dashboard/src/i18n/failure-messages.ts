import type { Language } from "@kolo/ui/format-money.ts";
import type { FailureCode } from "@kolo/ui/reasons.ts";

const en: Readonly<Record<FailureCode, string>> = {
  insufficient_funds: "The payer's account does not hold enough money",
  insufficient_balance: "The balance did not cover the transfer at its due time",
  provider_account_empty: "The provider's account does not hold enough money to pay this out",
  recipient_not_found: "The recipient's number has no account",
  recipient_not_allowed: "The recipient's account is blocked or cannot receive this amount",
  recipient_limit_reached: "The recipient's account has reached a limit",
  name_mismatch: "The number belongs to somebody with another name than was expected",
  name_unavailable: "The provider did not give the name of the account holder, and a name was expected",
  payer_not_found: "The payer's number has no account",
  payer_not_allowed: "The payer's account is blocked or cannot pay this way",
  limit_reached: "A limit of the account is reached",
  amount_out_of_range: "The provider does not accept this amount",
  rejected_by_payer: "The request was refused on the phone",
  expired: "The request was not confirmed on the phone in time",
  canceled: "The transaction was canceled",
  provider_configuration: "The provider refused the merchant account or its settings",
  provider_error: "The provider could not carry out the transaction",
  provider_unavailable: "The provider could not be reached before the payment's time was over",
  refused_by_screening: "The platform operator’s screening refused it",
  rejected_by_approver: "A second person rejected it",
  resolved_as_failed: "The provider did not carry out the transaction",
};

const fr: Readonly<Record<FailureCode, string>> = {
  insufficient_funds: "Le compte du payeur n’a pas assez d’argent",
  insufficient_balance: "Le solde ne couvrait pas le transfert à son échéance",
  provider_account_empty: "Le compte du prestataire n’a pas assez d’argent pour ce versement",
  recipient_not_found: "Le numéro du bénéficiaire n’a pas de compte",
  recipient_not_allowed: "Le compte du bénéficiaire est bloqué ou ne peut pas recevoir ce montant",
  recipient_limit_reached: "Le compte du bénéficiaire a atteint un plafond",
  name_mismatch: "Ce numéro appartient à une personne d’un autre nom que celui attendu",
  name_unavailable: "Un nom était attendu, et le prestataire ne dit pas à qui est ce numéro",
  payer_not_found: "Le numéro du payeur n’a pas de compte",
  payer_not_allowed: "Le compte du payeur est bloqué ou ne permet pas ce paiement",
  limit_reached: "Le compte a atteint un plafond",
  amount_out_of_range: "Le prestataire n’accepte pas ce montant",
  rejected_by_payer: "La demande a été refusée sur le téléphone",
  expired: "La demande n’a pas été confirmée à temps sur le téléphone",
  canceled: "L’opération a été annulée",
  provider_configuration: "Le prestataire a refusé le compte marchand ou ses réglages",
  provider_error: "Le prestataire n’a pas pu exécuter l’opération",
  provider_unavailable: "Le prestataire n’a pas pu être joint avant l’expiration du paiement",
  refused_by_screening: "Le filtrage de l’opérateur de la plateforme l’a refusé",
  rejected_by_approver: "Une seconde personne l’a refusé",
  resolved_as_failed: "Le prestataire n’a pas exécuté l’opération",
};

export const FAILURE_MESSAGES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, fr };

interface WithFailure {
  readonly failure_code?: string | null | undefined;
  readonly failure_reason?: string | null | undefined;
}

/** The reason why a record failed; "" if it has not failed. */
export function recordFailure({ failure_code, failure_reason }: WithFailure, language: Language): string {
  return failureText(failure_code ?? "", failure_reason ?? "", language);
}

/** The text of a failure by its code. Without a known code: the service's reason. */
export function failureText(code: string, reason: string, language: Language): string {
  return Object.entries(FAILURE_MESSAGES[language]).find(([name]) => name === code)?.[1] ?? reason;
}
