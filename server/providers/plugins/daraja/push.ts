import { statusCause } from "#kernel/provider-causes.ts";
import { HOUR_MS, toMilliseconds } from "#kernel/time.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { type JsonObject, textOf } from "#providers/io/json.ts";
import type { AccountCredentials, Observation, ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import { callbackUrl, type DarajaAnswer, storedAnswer } from "./callbacks.ts";
import { type DarajaClient, errorCode } from "./client.ts";
import { reportedAmount, shortText, unclearSubmission } from "./orders.ts";
import { failureOf, isFailure } from "./reasons.ts";

// Longest texts, by Safaricom's documentation.
const ACCOUNT_REFERENCE_MAX = 12;
const DESCRIPTION_MAX = 13;

/** Sends the prompt to the payer's phone. */
export async function submitPush(
  client: DarajaClient,
  order: ProviderOrder,
  account: AccountCredentials,
  amount: string,
  exchange: Exchange,
): Promise<SubmissionResult> {
  const { settings } = account;
  const payer = order.receiver.replace("+", "");
  const body = {
    ...signature(order, account),
    TransactionType: settings.till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
    Amount: amount,
    PartyA: payer,
    PartyB: settings.till || settings.collection_shortcode,
    PhoneNumber: payer,
    CallBackURL: callbackUrl(order, "push"),
    // The payer sees it in the prompt.
    AccountReference: shortText([order.reference, order.attempt], ACCOUNT_REFERENCE_MAX),
    TransactionDesc: shortText([order.description ?? "", order.reference, "Payment"], DESCRIPTION_MAX),
  };
  const response = await client(account, { path: "/mpesa/stkpush/v1/processrequest", body }, exchange);
  const query_id = response.kind === "answered" ? textOf(response.json?.CheckoutRequestID) : null;
  const is_accepted =
    response.kind === "answered" && response.status === 200 && textOf(response.json?.ResponseCode) === "0";
  return is_accepted && query_id !== null ? { outcome: "accepted", query_id } : unclearSubmission(response, order.kind);
}

/**
 * Queries an STK push by Safaricom's own id. Without an answer to the submission only the callback names that id. A
 * callback never ends an order by itself, as long as the query answers: it adds the receipt and the amount.
 */
export async function queryPush(
  client: DarajaClient,
  order: ProviderOrder,
  account: AccountCredentials,
  exchange: Exchange,
): Promise<Observation> {
  const answer = storedAnswer(order);
  const id = order.query_id ?? answer?.id ?? null;
  if (id === null) return { state: "awaiting_callback" };
  // A callback about another prompt says nothing about this one.
  const own_answer = answer?.of === "push" && answer.id === id ? answer : null;
  const body = { ...signature(order, account), CheckoutRequestID: id };
  const response = await client(account, { path: "/mpesa/stkpushquery/v1/query", body }, exchange);
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  const { status, json } = response;
  if (json !== null && status === 200) return observationOf(json, id, own_answer, order);
  if (UNDECIDED.includes(errorCode(json) ?? "")) return undecided(own_answer, order);
  return { state: "unreachable", cause: statusCause(status, errorCode(json)) };
}

// An unknown id, a prompt that is still open, a query that came too early, and passing errors share these codes.
const UNDECIDED = ["500.001.1001", "400.002.02"];
// Safaricom does not say how long it can be queried. After this time the callback decides.
const CALLBACK_DECIDES_AFTER_MS = HOUR_MS;

function observationOf(json: JsonObject, id: string, answer: DarajaAnswer | null, order: ProviderOrder): Observation {
  const code = textOf(json.ResultCode);
  const is_other = (textOf(json.CheckoutRequestID) ?? id) !== id;
  if (code === null || is_other)
    return { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
  if (code === "0") return completed(answer, order);
  if (isFailure(code, order.kind)) return { state: "failed", failure: failureOf(code, order.kind) };
  // 4999, or a code that no source lists: it counts as a failure only if the callback, which is final, has it too.
  return answer?.code === code ? { state: "failed", failure: failureOf(code, order.kind) } : { state: "pending" };
}

/** A query has neither receipt nor amount. */
function completed(answer: DarajaAnswer | null, order: ProviderOrder): Observation {
  const is_paid = answer?.code === "0";
  return {
    state: "complete",
    provider_id: is_paid ? answer.receipt : null,
    amount: is_paid ? reportedAmount(answer, order) : null,
  };
}

function undecided(answer: DarajaAnswer | null, order: ProviderOrder): Observation {
  const age_ms = order.sent_at === null ? 0 : toMilliseconds(order.now) - toMilliseconds(order.sent_at);
  if (answer === null || age_ms < CALLBACK_DECIDES_AFTER_MS) return { state: "pending" };
  if (answer.code === "0") return completed(answer, order);
  return { state: "failed", failure: failureOf(answer.code, order.kind) };
}

// Kenya has had no daylight-saving time since 1960.
const EAST_AFRICA_MS = 3 * HOUR_MS;

function signature(order: ProviderOrder, { settings }: AccountCredentials): object {
  const { collection_shortcode = "", passkey = "" } = settings;
  const local = new Date(toMilliseconds(order.now) + EAST_AFRICA_MS).toISOString();
  const timestamp = local.slice(0, 19).replace(/\D/g, "");
  const password = Buffer.from(`${collection_shortcode}${passkey}${timestamp}`).toString("base64");
  return { BusinessShortCode: collection_shortcode, Password: password, Timestamp: timestamp };
}
