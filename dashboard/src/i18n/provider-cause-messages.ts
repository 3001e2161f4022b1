import type { Language } from "@kolo/ui/format-money.ts";
import type { PauseCode, ProviderCause } from "@kolo/ui/reasons.ts";
import { failureText } from "./failure-messages.ts";

type CauseTexts = Readonly<Record<ProviderCause, (detail: string) => string>>;

const CAUSES: Readonly<Record<Language, CauseTexts>> = {
  en: {
    address_invalid: () => "the provider's address is no URL",
    no_free_connection: () => "no free connection",
    too_late_to_send: () => "its time was over before it went out",
    connection_failed: (error) => joined("the connection failed", error),
    answer_too_large: (limit_bytes) => `the answer is larger than ${limit_bytes} bytes`,
    status: (status) => `status ${status}`,
    status_without_state: (status) => `status ${status}, without the order's state`,
    page_instead_of_answer: (status) => `status ${status}, a page in place of an answer`,
    reference_used_before: (status) => `status ${status}, the reference was used before`,
    no_token: (product) => joined("no access token", product),
    not_signed: () => "the account's private key cannot sign",
    not_encrypted: () => "the provider's certificate is not valid",
    no_reference: () => "the provider gave no reference",
    no_answer: () => "the sandbox gave no answer",
    name_unchecked: () => "the name could not be checked",
    screening_unavailable: () => "the screening gave no decision",
    refused: (failure_code) => failureText(failure_code, failure_code, "en"),
    not_recorded: () => "the query failed, or its outcome could not be written",
  },
  fr: {
    address_invalid: () => "l’adresse du prestataire n’est pas une URL",
    no_free_connection: () => "aucune connexion libre",
    too_late_to_send: () => "son délai était passé avant l’envoi",
    connection_failed: (error) => joined("la connexion a échoué", error),
    answer_too_large: (limit_bytes) => `la réponse dépasse ${limit_bytes} octets`,
    status: (status) => `statut ${status}`,
    status_without_state: (status) => `statut ${status}, sans l’état de l’ordre`,
    page_instead_of_answer: (status) => `statut ${status}, une page au lieu d’une réponse`,
    reference_used_before: (status) => `statut ${status}, la référence a déjà servi`,
    no_token: (product) => joined("pas de jeton d’accès", product),
    not_signed: () => "la clé privée du compte ne permet pas de signer",
    not_encrypted: () => "le certificat du prestataire n’est pas valide",
    no_reference: () => "le prestataire n’a pas donné de référence",
    no_answer: () => "le bac à sable n’a pas répondu",
    name_unchecked: () => "le nom n’a pas pu être vérifié",
    screening_unavailable: () => "le filtrage n’a pas rendu de décision",
    refused: (failure_code) => failureText(failure_code, failure_code, "fr"),
    not_recorded: () => "la question a échoué, ou sa réponse n’a pas pu être écrite",
  },
};

const PAUSES: Readonly<Record<Language, Readonly<Record<Exclude<PauseCode, "stopped_by_operator">, string>>>> = {
  en: {
    too_many_failures: "Too many of the last requests failed",
    probe_failed: "It failed again when it was tried",
    float_too_low: "The account at the provider has too little money",
    closed_by_provider: "The provider reports that the network is closed",
  },
  fr: {
    too_many_failures: "Trop de demandes récentes ont échoué",
    probe_failed: "Un nouvel essai a échoué",
    float_too_low: "Le compte chez l’opérateur n’a plus assez d’argent",
    closed_by_provider: "Le prestataire annonce que le réseau est fermé",
  },
};

// The service writes a cause as `code detail: cause`, such as `no_token collection: status 401`.
const CAUSE_FORM = /^([a-z_]+)(?: (.+?))?(?:: (.+))?$/s;

/**
 * The text for the cause of an unknown outcome. Returns a cause without a known code unchanged.
 */
export function providerCauseText(text: string, language: Language): string {
  const [, code = "", detail = "", inner] = CAUSE_FORM.exec(text) ?? [];
  const texts: Readonly<Record<string, (detail: string) => string>> = CAUSES[language];
  const toText = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (toText === undefined) return text;
  const colon = language === "fr" ? "\u00a0: " : ": ";
  return inner === undefined ? toText(detail) : `${toText(detail)}${colon}${providerCauseText(inner, language)}`;
}

/** The reason why a channel is paused. If a platform operator paused it, this is that person's note, unchanged. */
export function pauseText(code: string, reason: string, language: Language): string {
  const texts: Readonly<Record<string, string>> = PAUSES[language];
  return (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? reason;
}

function joined(text: string, detail: string): string {
  return detail === "" ? text : `${text} (${detail})`;
}
