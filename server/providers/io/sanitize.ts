import type { ProviderCause } from "#kernel/provider-causes.ts";
import type { AccountHolder, Failure, Observation, Provider, SubmissionResult } from "#providers/provider.ts";

// The longest provider text that is stored, in UTF-16 units. A provider's ids have some dozens, its reasons a sentence
// or two.
export const PROVIDER_TEXT_MAX = 500;
// The longest answer of a callback that is stored, as the schema limits it.
const CALLBACK_ANSWER_MAX = 1_000;
// The longest URL of a provider's page, as the schema limits it.
const REDIRECT_URL_MAX = 2_000;

/**
 * Wraps a plug-in so that its texts can be stored. PostgreSQL refuses NUL and unpaired surrogates, and an index limits
 * the length. An outcome that cannot be written would be lost.
 */
export function sanitizeProvider(provider: Provider): Provider {
  const { lookUp, confirmName, readAnswer } = provider;
  return {
    ...provider,
    async prepare(order, exchange) {
      const prepared = await provider.prepare(order, exchange);
      // A reference changed by sanitizing would name another order. Nothing was sent yet, so the engine requests a new
      // one.
      return prepared && sanitizeText(prepared.provider_reference) === prepared.provider_reference ? prepared : null;
    },
    submit: async (order, exchange) => sanitizeSubmission(await provider.submit(order, exchange)),
    queryStatus: async (order, exchange) => sanitizeObservation(await provider.queryStatus(order, exchange)),
    ...(readAnswer ? { readAnswer: (callback) => storableOrNull(readAnswer(callback), CALLBACK_ANSWER_MAX) } : {}),
    ...(lookUp
      ? { lookUp: async (account, number, exchange) => sanitizeHolder(await lookUp(account, number, exchange)) }
      : {}),
    ...(confirmName
      ? {
          async confirmName(account, number, name, exchange) {
            const confirmation = await confirmName(account, number, name, exchange);
            if (confirmation.state !== "unreachable") return confirmation;
            return { ...confirmation, cause: sanitizeCause(confirmation.cause) };
          },
        }
      : {}),
  };
}

function sanitizeSubmission(submission: SubmissionResult): SubmissionResult {
  switch (submission.outcome) {
    case "accepted":
      return {
        ...submission,
        redirect_url: webAddressOrNull(submission.redirect_url),
        query_id: storableOrNull(submission.query_id ?? null, PROVIDER_TEXT_MAX),
      };
    case "complete":
      return { ...submission, provider_id: sanitizeNullable(submission.provider_id) };
    case "rejected":
      return { ...submission, failure: sanitizeFailure(submission.failure) };
    case "not_submitted":
      return { ...submission, cause: sanitizeCause(submission.cause) };
    case "unknown": {
      const { refusal } = submission;
      return {
        ...submission,
        cause: sanitizeCause(submission.cause),
        ...(refusal ? { refusal: sanitizeFailure(refusal) } : {}),
      };
    }
    default:
      return submission;
  }
}

function sanitizeObservation(observation: Observation): Observation {
  switch (observation.state) {
    case "pending":
      return { ...observation, redirect_url: webAddressOrNull(observation.redirect_url) };
    case "complete":
      return { ...observation, provider_id: sanitizeNullable(observation.provider_id) };
    case "failed":
      return { ...observation, failure: sanitizeFailure(observation.failure) };
    case "unreachable":
      return { ...observation, cause: sanitizeCause(observation.cause) };
    default:
      return observation;
  }
}

function sanitizeHolder(holder: AccountHolder): AccountHolder {
  return holder.state === "known" ? { ...holder, name: sanitizeNullable(holder.name) } : holder;
}

function sanitizeFailure({ code, reason }: Failure): Failure {
  return { code, reason: sanitizeText(reason) };
}

function sanitizeCause({ code, detail, of }: ProviderCause): ProviderCause {
  return {
    code,
    ...(detail === undefined ? {} : { detail: sanitizeText(detail) }),
    ...(of ? { of: sanitizeCause(of) } : {}),
  };
}

/** A payer's browser opens this address: any other than a web address, such as `javascript:`, is dropped. */
function webAddressOrNull(text: string | null | undefined): string | null {
  const url = text === null || text === undefined ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return url.href.length > REDIRECT_URL_MAX ? null : url.href;
}

function sanitizeNullable(text: string | null): string | null {
  return text === null ? null : sanitizeText(text);
}

/** A text that the plug-in reads again, as it is: a sanitized one would have another meaning. */
function storableOrNull(text: string | null, length_max: number): string | null {
  return text !== null && text.length <= length_max && !text.includes("\0") && text.isWellFormed() ? text : null;
}

function sanitizeText(text: string): string {
  return text.slice(0, PROVIDER_TEXT_MAX).replaceAll("\0", "").toWellFormed();
}
