import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Failure } from "#providers/provider.ts";

const SENTENCES = {
  insufficient_funds: "The account that pays does not hold enough money",
  provider_account_empty: "The account that pays does not hold enough money",
  recipient_not_found: "The number has no Orange Money account",
  recipient_not_allowed: "The account is blocked or cannot take part in this transaction",
  payer_not_found: "The payer's number has no Orange Money account",
  payer_not_allowed: "The account is blocked or cannot take part in this transaction",
  limit_reached: "A limit of the account is reached",
  amount_out_of_range: "A limit of the account is reached",
  rejected_by_payer: "The request was refused on the phone",
  expired: "The request was not confirmed on the phone in time",
  canceled: "The transaction was canceled",
  provider_configuration: "Orange refused the merchant account or its settings",
  provider_error: "Orange could not carry out the transaction",
} as const satisfies Readonly<Partial<Record<FailureCode, string>>>;

type OrangeFailureCode = keyof typeof SENTENCES;

// The code alone is ambiguous: Orange sends 60019 for almost every failure. The text, in French with or without
// accents, takes precedence.
export const TEXTS: readonly (readonly [text: RegExp, code: OrangeFailureCode])[] = [
  [/solde.*insuffisant/i, "insufficient_funds"],
  [/b[eé]n[eé]ficiaire introuvable/i, "recipient_not_found"],
  [/montant.*(maximum|minimum)/i, "amount_out_of_range"],
  [/plafond/i, "limit_reached"],
  [/utilisateur bloqu[eé]/i, "recipient_not_allowed"],
  [/(code secret|pin).*(incorrect|invalide|erron)/i, "provider_configuration"],
  [/annul[eé]/i, "canceled"],
];

// A Map: a provider's code such as `constructor` would match a property that every object inherits.
export const CODES: ReadonlyMap<string, OrangeFailureCode> = new Map([
  ["00671", "recipient_not_found"],
  ["0066111", "recipient_not_found"],
  ["99051", "recipient_not_found"],
  ["60021", "recipient_not_allowed"],
  ["60022", "limit_reached"],
  ["EXPIRED", "expired"],
  ["CANCELLED", "rejected_by_payer"],
  ["CANCELED", "rejected_by_payer"],
]);

/** The failure for an answer, derived from its text (`60019 :: Le solde …`), its code or its status. */
export function failureOf(text: string, code: string | null, status: string | null, is_payer: boolean): Failure {
  const provider_code = code ?? /^(\d{4,8})\s*::/.exec(text)?.[1] ?? null;
  const text_code = TEXTS.find(([pattern]) => pattern.test(text))?.[1];
  const matched_code = text_code ?? CODES.get(provider_code ?? "") ?? CODES.get(status ?? "") ?? "provider_error";
  const shared = codeForParty(matched_code, is_payer);
  const detail = [status, provider_code].filter((part) => part !== null && part !== "200").join(" ");
  return { code: shared, reason: `${SENTENCES[shared]}${detail === "" ? "" : ` (${detail.slice(0, 60)})`}` };
}

/** Orange's messages say only "the account": the order's kind decides whose account it is. */
function codeForParty(code: OrangeFailureCode, is_payer: boolean): OrangeFailureCode {
  switch (code) {
    case "recipient_not_found":
      return is_payer ? "payer_not_found" : code;
    case "recipient_not_allowed":
      return is_payer ? "payer_not_allowed" : code;
    case "insufficient_funds":
      return is_payer ? code : "provider_account_empty";
    default:
      return code;
  }
}

/** "A transaction associated with the payToken … has already been initiated": Orange's equivalent of a 409. */
export function isDuplicate(status: number, text: string): boolean {
  return status === 422 || /already been initiated/i.test(text);
}
