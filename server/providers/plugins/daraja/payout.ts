import { statusCause } from "#kernel/provider-causes.ts";
import { MINUTE_MS, toMilliseconds } from "#kernel/time.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { textOf } from "#providers/io/json.ts";
import type { AccountCredentials, Observation, ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import { callbackUrl, type DarajaAnswer, storedAnswer } from "./callbacks.ts";
import { type DarajaClient, errorCode } from "./client.ts";
import { encryptPassword } from "./credential.ts";
import { reportedAmount, shortText, unclearSubmission } from "./orders.ts";
import { failureOf, isFailure } from "./reasons.ts";

const REMARKS_MAX = 100;

/** Sends a B2C payment. `accepted` means only that Safaricom has it. */
export async function submitPayout(
  client: DarajaClient,
  order: ProviderOrder,
  account: AccountCredentials,
  amount: string,
  exchange: Exchange,
): Promise<SubmissionResult> {
  const { settings } = account;
  const credential = encryptPassword(settings.initiator_password ?? "", settings.certificate ?? "");
  if (credential === null) return { outcome: "not_submitted", cause: { code: "not_encrypted" } };
  const body = {
    OriginatorConversationID: order.provider_reference,
    InitiatorName: settings.initiator_name,
    SecurityCredential: credential,
    CommandID: settings.payout_command,
    Amount: amount,
    PartyA: settings.payout_shortcode,
    PartyB: order.receiver.replace("+", ""),
    Remarks: shortText([order.description ?? "", order.reference, "Payment"], REMARKS_MAX),
    QueueTimeOutURL: callbackUrl(order, "timeout"),
    ResultURL: callbackUrl(order, "payout"),
    // Spelled so by the third version of this operation. Shown in Safaricom's report.
    Occassion: order.attempt,
  };
  const response = await client(account, { path: "/mpesa/b2c/v3/paymentrequest", body }, exchange);
  const is_accepted =
    response.kind === "answered" &&
    response.status === 200 &&
    textOf(response.json?.ResponseCode) === "0" &&
    // An answer about another order is no answer.
    textOf(response.json?.OriginatorConversationID) === order.provider_reference;
  return is_accepted ? { outcome: "accepted" } : unclearSubmission(response, order.kind);
}

// The result usually arrives within seconds, and the answer to a query took 85 seconds in Safaricom's sandbox. An
// earlier query would only add load.
const FIRST_QUERY_AFTER_MS = 2 * MINUTE_MS;
// When an ended order is checked, an older answer is the one that ended it: a new one is needed.
const ANSWER_FRESH_MS = 30 * MINUTE_MS;

/** The result of a callback. Without one, asks for a callback with the status. */
export async function queryPayout(
  client: DarajaClient,
  order: ProviderOrder,
  account: AccountCredentials,
  exchange: Exchange,
): Promise<Observation> {
  const observation = observationOf(storedAnswer(order), order);
  const answered_ms = order.callback_answer ? age(order.callback_answer.received_at, order) : 0;
  if (observation !== null && (!order.is_ended || answered_ms < ANSWER_FRESH_MS)) return observation;
  if (order.sent_at === null || age(order.sent_at, order) < FIRST_QUERY_AFTER_MS) return { state: "awaiting_callback" };
  return requestStatus(client, order, account, exchange);
}

function age(at: string, { now }: ProviderOrder): number {
  return toMilliseconds(now) - toMilliseconds(at);
}

function observationOf(answer: DarajaAnswer | null, order: ProviderOrder): Observation | null {
  if (answer === null || answer.of === "push") return null;
  if (answer.of === "payout" && answer.id !== order.provider_reference) return null;
  if (answer.code === "0" || answer.code === "Completed")
    return { state: "complete", provider_id: answer.receipt, amount: reportedAmount(answer, order) };
  // A code that no source lists does not prove that no money moved: the status query decides.
  return isFailure(answer.code, order.kind) ? { state: "failed", failure: failureOf(answer.code, order.kind) } : null;
}

async function requestStatus(
  client: DarajaClient,
  order: ProviderOrder,
  account: AccountCredentials,
  exchange: Exchange,
): Promise<Observation> {
  const { settings } = account;
  const credential = encryptPassword(settings.initiator_password ?? "", settings.certificate ?? "");
  if (credential === null) return { state: "unreachable", cause: { code: "not_encrypted" } };
  const body = {
    Initiator: settings.initiator_name,
    SecurityCredential: credential,
    CommandID: "TransactionStatusQuery",
    OriginatorConversationID: order.provider_reference,
    PartyA: settings.payout_shortcode,
    // A shortcode.
    IdentifierType: "4",
    ResultURL: callbackUrl(order, "status"),
    QueueTimeOutURL: callbackUrl(order, "timeout"),
    Remarks: "Status",
    Occasion: order.attempt,
  };
  const response = await client(account, { path: "/mpesa/transactionstatus/v1/query", body }, exchange);
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  const { status, json } = response;
  return status === 200 && textOf(json?.ResponseCode) === "0"
    ? { state: "awaiting_callback" }
    : { state: "unreachable", cause: statusCause(status, errorCode(json)) };
}
