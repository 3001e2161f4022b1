import { assert } from "#kernel/errors.ts";
import { fromMajor } from "#kernel/money.ts";
import { type ProviderCause, statusCause } from "#kernel/provider-causes.ts";
import { equalBuffers } from "#kernel/secrets.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { isRecord, type JsonObject, listOf, parseObject, textOf } from "#providers/io/json.ts";
import type {
  AccountCredentials,
  NameConfirmation,
  Observation,
  Provider,
  ProviderCallback,
  ProviderOrder,
  SubmissionResult,
} from "#providers/provider.ts";
import { call, codeIn, type WaveApi, type WaveRequest, type WaveResponse } from "./client.ts";
import {
  amountOf,
  chargeOf,
  isAlive,
  isOurs,
  observePayout,
  observeSession,
  payoutBody,
  payoutFailure,
  sessionBody,
} from "./orders.ts";
import { failureOf, PARTIAL_REFUND } from "./reasons.ts";
import { PRODUCTS, SETTINGS } from "./settings.ts";
import { isSignedBy } from "./signature.ts";

const SESSIONS = "/v1/checkout/sessions";

/** The plug-in for Wave's Business APIs. An account is one wallet of a business, in one country. */
export function wave(now_ms: () => number = Date.now): Provider {
  return {
    id: "wave",
    capabilities: {
      kinds: ["transfer", "collect", "refund"],
      prepares_remotely: false,
      // Wave executes one order per Idempotency-Key, and a refund of a session once.
      is_idempotent: true,
    },
    settings: SETTINGS,
    products: PRODUCTS,
    loggable_fields: new Set([
      ...["id", "type", "status", "checkout_status", "payment_status", "amount", "receive_amount", "currency", "fee"],
      ...["mobile", "client_reference", "transaction_id", "timestamp", "when_completed", "when_expires", "code"],
      ...["message", "msg", "loc", "error_code", "error_message", "name_match", "within_limits"],
    ]),
    // The attempt's id, as the client reference and the key of repetitions: Wave finds an order by it, even one whose
    // answer was lost.
    prepare: ({ attempt }) => Promise.resolve({ provider_reference: attempt }),
    submit: (order, exchange) => (order.kind === "refund" ? refund(order, exchange) : create(order, exchange)),
    queryStatus,
    isCallback: (callback) => readCallback(callback) !== null,
    readCallback,
    verifyCallback: ({ settings }, callback) =>
      Promise.resolve(isAuthentic(callback, settings.webhook_secret ?? "", now_ms())),
    balance,
    confirmName,
  };
}

/** Creates a payout, or a session for a payment. */
async function create(order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult> {
  const { account, provider_reference } = order;
  assert(account && provider_reference, "an order at Wave has an account and a reference");
  const is_payout = order.kind === "transfer";
  const request: WaveRequest = {
    api: is_payout ? "payout" : "checkout",
    method: "POST",
    path: is_payout ? "/v1/payout" : SESSIONS,
    body: is_payout ? payoutBody(order) : sessionBody(order),
    idempotency_key: provider_reference,
  };
  const response = await call(account, request, exchange);
  if (response.kind !== "answered" || response.status !== 200 || !isRecord(response.json))
    return unsuccessful(response, order);
  // An answer about another order is no answer.
  if (!isOurs(response.json, order)) return { outcome: "unknown", cause: statusCause(200) };
  return is_payout ? payoutResult(response.json, order) : sessionResult(response.json);
}

/** Most payouts end within the call. */
function payoutResult(payout: JsonObject, order: ProviderOrder): SubmissionResult {
  const status = textOf(payout.status);
  switch (status) {
    // Wave sends no webhooks about payouts, and can reverse them for three days.
    case "succeeded": {
      const charge = chargeOf(payout, order);
      return { outcome: "complete", provider_id: textOf(payout.id), charge, is_reversible: true };
    }
    case "processing":
      return { outcome: "accepted" };
    case "failed":
      return { outcome: "rejected", failure: payoutFailure(payout) };
    // `reversed`, in the answer to a repetition: the query after it says so, too.
    default:
      return { outcome: "unknown", cause: statusCause(200, status) };
  }
}

function sessionResult(session: JsonObject): SubmissionResult {
  const redirect_url = textOf(session.wave_launch_url);
  return redirect_url === null
    ? { outcome: "unknown", cause: { code: "status_without_state", detail: "200" } }
    : { outcome: "accepted", redirect_url };
}

/** An answer that is not the expected one. */
function unsuccessful(response: WaveResponse, { kind }: ProviderOrder): SubmissionResult {
  if (response.kind === "not_sent") return { outcome: "not_submitted", cause: response.cause };
  if (response.kind === "unknown") return { outcome: "unknown", cause: response.cause };
  const { status, json } = response;
  // Without JSON the answer is the page of a server in front of the API: it proves nothing about the order.
  if (!isRecord(json)) return { outcome: "unknown", cause: { code: "page_instead_of_answer", detail: String(status) } };
  const code = codeIn(json);
  const cause = statusCause(status, code);
  if (status === 401 || status === 403 || status === 429) return { outcome: "not_submitted", cause };
  const is_refusal = status === 400 || status === 422 || (status < 500 && REFUND_REFUSALS.includes(code ?? ""));
  if (is_refusal && code !== null) return { outcome: "rejected", failure: failureOf(code, kind) };
  return { outcome: "unknown", cause, is_duplicate: status === 409 && code === "idempotency-mismatch" };
}

// Sources disagree about the status of these.
const REFUND_REFUSALS = ["checkout-refund-failed", "checkout-session-not-found"];

/** Refunds the session of a payment. Wave refunds a session once, however often it is asked. */
async function refund(order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult> {
  const { account, refund_of, provider_reference } = order;
  assert(account && refund_of && provider_reference, "a refund at Wave has an account and a payment");
  const found = await search(account, "checkout", refund_of, exchange);
  // The refund itself was not sent.
  if (found.kind === "unreachable") return { outcome: "not_submitted", cause: found.cause };
  const session = found.records.find(isAlive);
  const id = session ? textOf(session.id) : null;
  if (!session || id === null)
    return { outcome: "not_submitted", cause: { code: "status_without_state", detail: "200" } };
  if (amountOf(session, order) !== order.amount)
    return { outcome: "rejected", failure: failureOf(PARTIAL_REFUND, "refund") };
  const path = `${SESSIONS}/${encodeURIComponent(id)}/refund`;
  const request = { api: "checkout", method: "POST", path, idempotency_key: provider_reference } as const;
  const response = await call(account, request, exchange);
  const is_done = response.kind === "answered" && response.status === 200 && response.json !== undefined;
  return is_done ? { outcome: "complete", provider_id: null } : unsuccessful(response, order);
}

async function queryStatus(order: ProviderOrder, exchange: Exchange): Promise<Observation> {
  const { account, provider_reference, kind } = order;
  assert(account && provider_reference, "an order at Wave has an account and a reference");
  // Wave has no query for refunds: only the answer to a repetition has its outcome. The engine repeats an order
  // that is not found.
  if (kind === "refund") return { state: "not_found" };
  const found = await search(account, kind === "transfer" ? "payout" : "checkout", provider_reference, exchange);
  if (found.kind === "unreachable") return { state: "unreachable", cause: found.cause };
  const alive = found.records.filter(isAlive);
  // Two movements under one reference need a manual review.
  if (alive.length > 1) return { state: "unreachable", cause: { code: "reference_used_before" } };
  const record =
    alive[0] ?? found.records.find(({ checkout_status }) => checkout_status === "open") ?? found.records[0];
  if (record === undefined) return { state: "not_found" };
  return kind === "transfer" ? observePayout(record, order) : observeSession(record, order);
}

type Found =
  | { readonly kind: "found"; readonly records: readonly JsonObject[] }
  | { readonly kind: "unreachable"; readonly cause: ProviderCause };

/** The payouts or sessions with our reference: one, or none. */
async function search(
  account: AccountCredentials,
  api: WaveApi,
  reference: string,
  exchange: Exchange,
): Promise<Found> {
  const path = `${api === "payout" ? "/v1/payouts" : SESSIONS}/search?client_reference=${encodeURIComponent(reference)}`;
  const response = await call(account, { api, method: "GET", path }, exchange);
  if (response.kind !== "answered") return { kind: "unreachable", cause: response.cause };
  const { status, json } = response;
  if (status !== 200 || !isRecord(json) || !Array.isArray(json.result))
    return { kind: "unreachable", cause: statusCause(status) };
  const records = listOf(json.result).filter(isRecord);
  return { kind: "found", records: records.filter(({ client_reference }) => client_reference === reference) };
}

const REFERENCE = /^att_[0-9a-z]{10,60}$/;

/**
 * The order that a webhook names. Wave sends all webhooks of a wallet to one URL. Nothing else is read from it: the
 * outcome comes from a query.
 */
function readCallback({ method, body }: ProviderCallback): { readonly provider_reference: string } | null {
  const json = method === "POST" ? parseObject(body) : null;
  if (!isRecord(json?.data)) return null;
  const reference = textOf(json.data.client_reference);
  return reference !== null && REFERENCE.test(reference) ? { provider_reference: reference } : null;
}

/** Wave signs a webhook, or sends the secret with it, as its portal was set. Without a secret none is accepted. */
function isAuthentic({ headers, body }: ProviderCallback, secret: string, now_ms: number): boolean {
  if (secret === "") return false;
  const { "wave-signature": signature, authorization } = headers;
  if (typeof signature === "string") return isSignedBy(signature, body, secret, now_ms);
  return typeof authorization === "string" && equalBuffers(Buffer.from(authorization), Buffer.from(`Bearer ${secret}`));
}

async function balance(account: AccountCredentials, currency: string, exchange: Exchange): Promise<bigint | null> {
  const api = account.settings.payout_key === "" ? "checkout" : "payout";
  const response = await call(account, { api, method: "GET", path: "/v1/balance" }, exchange);
  if (response.kind !== "answered" || response.status !== 200 || !isRecord(response.json)) return null;
  const { amount, currency: reported } = response.json;
  return reported === currency ? fromMajor(textOf(amount) ?? "", currency) : null;
}

const NAME_MATCHES = new Map<string, "matches" | "differs">([
  ["MATCH", "matches"],
  ["NO_MATCH", "differs"],
]);

/** Wave compares a name, and does not return it. It blocks a number that is asked about too often. */
async function confirmName(
  account: AccountCredentials | null,
  number: string,
  name: string,
  exchange: Exchange,
): Promise<NameConfirmation> {
  assert(account, "a look-up at Wave has an account");
  const request = {
    api: "payout",
    method: "POST",
    path: "/v1/verify_recipient",
    body: { mobile: number, name },
  } as const;
  const response = await call(account, request, exchange);
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  const { status, json } = response;
  if (status !== 200 || !isRecord(json)) return { state: "unreachable", cause: statusCause(status) };
  // NAME_NOT_KNOWN, and values that are newer than this plug-in.
  return { state: NAME_MATCHES.get(textOf(json.name_match) ?? "") ?? "unavailable" };
}
