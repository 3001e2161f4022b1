import { toMajor } from "#kernel/money.ts";
import { statusCause } from "#kernel/provider-causes.ts";
import { amountFrom, type JsonObject, textOf } from "#providers/io/json.ts";
import type { Failure, OrderKind, ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import type { DarajaAnswer } from "./callbacks.ts";
import { type DarajaResponse, errorCode, isTokenRefused } from "./client.ts";
import { failureOf } from "./reasons.ts";

/** The amount in whole shillings; null for one with cents, which M-Pesa does not move. */
export function wholeAmount({ amount, currency }: ProviderOrder): string | null {
  const text = toMajor(amount, currency).replace(/\.0+$/, "");
  return text.includes(".") ? null : text;
}

/** The amount that a callback reports, in the smallest unit; null if it reports none. */
export function reportedAmount({ amount }: DarajaAnswer, { currency }: ProviderOrder): bigint | null {
  return amount === null ? null : amountFrom(amount, currency);
}

/** The first of these texts that has letters or digits, without other characters. */
export function shortText(texts: readonly string[], length_max: number): string {
  const plain = texts.map((text) =>
    text
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .replace(/[^A-Za-z0-9-]+/g, " ")
      .trim()
      .slice(0, length_max)
      .trim(),
  );
  return plain.find((text) => text !== "") ?? "";
}

const SPIKE_ARREST = "500.003.03";
const DUPLICATE = "500.002.1001";

/** The outcome of a submission that was not accepted. Only few answers prove something. */
export function unclearSubmission(response: DarajaResponse, kind: OrderKind): SubmissionResult {
  if (response.kind === "not_sent") return { outcome: "not_submitted", cause: response.cause };
  if (response.kind === "unknown") return { outcome: "unknown", cause: response.cause };
  const { status, json } = response;
  const cause = statusCause(status, errorCode(json));
  // Without JSON the answer is the page of a server in front of the API: it proves nothing about the order.
  if (json === null) return { outcome: "unknown", cause: { code: "page_instead_of_answer", detail: String(status) } };
  const code = errorCode(json) ?? "";
  if (isTokenRefused(response) || status === 429 || code === SPIKE_ARREST) return { outcome: "not_submitted", cause };
  if (status === 400 && code.startsWith("400.002.")) return { outcome: "rejected", failure: refusal(json, code, kind) };
  const message = textOf(json.errorMessage) ?? "";
  if (code === DUPLICATE && /duplicate/i.test(message)) return { outcome: "unknown", cause, is_duplicate: true };
  return { outcome: "unknown", cause };
}

/** The gateway names the field that it refuses in a sentence: "Bad Request - Invalid PhoneNumber". */
function refusal(json: JsonObject, code: string, kind: OrderKind): Failure {
  const message = textOf(json.errorMessage) ?? "";
  const is_number = kind === "collect" ? /PhoneNumber|PartyA/i.test(message) : /PartyB/i.test(message);
  const shared = is_number ? "INVALID_NUMBER" : /Amount/i.test(message) ? "INVALID_AMOUNT" : "INVALID_REQUEST";
  const failure = failureOf(shared, kind);
  return { ...failure, reason: failure.reason.replace(shared, code) };
}
