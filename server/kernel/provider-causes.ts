/**
 * The reason why a provider's answer, or its absence, leaves an outcome unknown. A code is stored in the call log and
 * is never renamed.
 */
export const PROVIDER_CAUSES = {
  address_invalid: "the account's base address is not a URL",
  no_free_connection: "all connections to the provider were in use",
  too_late_to_send: "the order's turn came after its lease had nearly ended",
  connection_failed: "the connection failed; the error's code and text follow",
  answer_too_large: "the answer is larger than the limit, in bytes",
  status: "the answer has this HTTP status, followed by the provider's own code",
  status_without_state: "the answer has this HTTP status, and does not describe the order",
  page_instead_of_answer: "a page, such as a firewall's, with this HTTP status",
  reference_used_before: "the provider already has an order under this reference",
  no_token: "no access token; its own cause follows",
  not_signed: "the account's private key is not valid, so the request was not signed and not sent",
  not_encrypted: "the provider's certificate is not valid, so the password was not encrypted and nothing was sent",
  no_reference: "the provider gave no reference",
  no_answer: "the sandbox gave no answer",
  name_unchecked: "the name of the account's holder could not be checked; its own cause follows",
  screening_unavailable: "the screening gave no decision; its own cause follows",
  refused: "a second sending was refused, with this failure code",
  not_recorded: "the query failed, or its outcome could not be written",
} as const;

export type ProviderCauseCode = keyof typeof PROVIDER_CAUSES;

export interface ProviderCause {
  readonly code: ProviderCauseCode;
  readonly detail?: string;
  /** The cause behind this cause, if any. */
  readonly of?: ProviderCause;
}

/** The cause as the call log stores it: `no_token collection: status 401`. */
export function causeText({ code, detail = "", of }: ProviderCause): string {
  return `${code}${detail === "" ? "" : ` ${detail}`}${of ? `: ${causeText(of)}` : ""}`;
}

// A provider's code has some dozens of characters.
const PROVIDER_CODE_MAX = 60;

/** The cause of an answer that leaves the outcome unknown: the status, and the provider's own code if it has one. */
export function statusCause(status: number, code: string | null = null): ProviderCause {
  return { code: "status", detail: `${status}${code === null ? "" : ` ${code.slice(0, PROVIDER_CODE_MAX)}`}` };
}
