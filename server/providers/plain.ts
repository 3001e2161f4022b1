import type { Failure, Holder, Observation, Provider, Submission } from "./provider.ts";

// The longest provider text that is stored, in UTF-16 units. A provider's ids have some dozens, its reasons a sentence
// or two.
export const SAID_MAX = 500;

/**
 * Wraps a plug-in so that its texts can be stored. PostgreSQL refuses NUL and unpaired surrogates, and an index limits
 * the length. An outcome that cannot be written would be lost.
 */
export function plain(provider: Provider): Provider {
  const { lookUp } = provider;
  return {
    ...provider,
    async prepare(order, exchange) {
      const prepared = await provider.prepare(order, exchange);
      // A truncated reference would name another order. Nothing was sent yet, so a new one is requested.
      return prepared && textOf(prepared.provider_reference) === prepared.provider_reference ? prepared : null;
    },
    submit: async (order, exchange) => submissionOf(await provider.submit(order, exchange)),
    ask: async (order, exchange) => observationOf(await provider.ask(order, exchange)),
    ...(lookUp
      ? { lookUp: async (account, number, exchange) => holderOf(await lookUp(account, number, exchange)) }
      : {}),
  };
}

function submissionOf(submission: Submission): Submission {
  switch (submission.outcome) {
    case "complete":
      return { ...submission, provider_id: textOrNull(submission.provider_id) };
    case "rejected":
      return { ...submission, failure: failureOf(submission.failure) };
    case "not_submitted":
      return { ...submission, cause: textOf(submission.cause) };
    case "unknown": {
      const { refusal } = submission;
      return { ...submission, cause: textOf(submission.cause), ...(refusal ? { refusal: failureOf(refusal) } : {}) };
    }
    default:
      return submission;
  }
}

function observationOf(observation: Observation): Observation {
  switch (observation.state) {
    case "complete":
      return { ...observation, provider_id: textOrNull(observation.provider_id) };
    case "failed":
      return { ...observation, failure: failureOf(observation.failure) };
    case "unreachable":
      return { ...observation, cause: textOf(observation.cause) };
    default:
      return observation;
  }
}

function holderOf(holder: Holder): Holder {
  return holder.state === "known" ? { ...holder, name: textOrNull(holder.name) } : holder;
}

function failureOf({ code, reason }: Failure): Failure {
  return { code, reason: textOf(reason) };
}

function textOrNull(text: string | null): string | null {
  return text === null ? null : textOf(text);
}

function textOf(text: string): string {
  return text.slice(0, SAID_MAX).replaceAll("\0", "").toWellFormed();
}
