import { randomUUID } from "node:crypto";
import { assert } from "#kernel/errors.ts";
import { fromMajor, toMajor } from "#kernel/money.ts";
import { type ProviderCause, statusCause } from "#kernel/provider-causes.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { amountFrom, isRecord, parseObject, textOf, UNREADABLE_AMOUNT } from "#providers/io/json.ts";
import type {
  AccountCredentials,
  AccountHolder,
  Observation,
  OrderKind,
  Provider,
  ProviderOrder,
  SubmissionResult,
} from "#providers/provider.ts";
import { type MtnClient, type MtnRequest, type MtnResponse, mtnClient as newClient, type Product } from "./client.ts";
import { codeIn, failureOf, isRefusal, refusalOf } from "./reasons.ts";
import { PRODUCTS, SETTINGS } from "./settings.ts";

interface Endpoint {
  readonly product: Product;
  readonly path: string;
  /** The path of a query about an order, followed by the order's reference. */
  readonly query_path: string;
}

const TRANSFER: Endpoint = { product: "disbursement", path: "/v1_0/transfer", query_path: "/v1_0/transfer" };
// The second version of the operation has the body of the first. MTN has one version of its query.
const DEPOSIT: Endpoint = { product: "disbursement", path: "/v2_0/deposit", query_path: "/v1_0/deposit" };
const REFUND: Endpoint = { product: "disbursement", path: "/v1_0/refund", query_path: "/v1_0/refund" };
const COLLECT: Endpoint = { product: "collection", path: "/v1_0/requesttopay", query_path: "/v1_0/requesttopay" };

/** A refund is a payout, so it needs the disbursement product and its float. */
function endpointOf(kind: OrderKind, { settings }: AccountCredentials): Endpoint {
  if (kind === "collect") return COLLECT;
  if (kind === "refund") return REFUND;
  return settings.payout_operation === "deposit" ? DEPOSIT : TRANSFER;
}

/** The products that an account has. */
function productsOf({ settings }: AccountCredentials): readonly Product[] {
  const products: readonly Product[] = ["disbursement", "collection"];
  return products.filter((product) => (settings[`${product}_user`] ?? "") !== "");
}

/** The plug-in for MTN MoMo's Open API. The account's settings name the market and the host. */
export function mtn(client: MtnClient = newClient()): Provider {
  return {
    id: "mtn",
    capabilities: {
      kinds: ["transfer", "collect", "refund"],
      prepares_remotely: false,
      is_idempotent: true,
    },
    settings: SETTINGS,
    products: PRODUCTS,
    loggable_fields: new Set([
      ...["status", "reason", "code", "message", "amount", "currency", "externalId", "financialTransactionId"],
      ...["referenceIdToRefund", "partyIdType", "partyId", "statusCode", "expires_in", "result", "availableBalance"],
    ]),
    // MTN accepts only a UUID of version 4 as an order's reference.
    prepare: () => Promise.resolve({ provider_reference: randomUUID() }),
    submit: (order, exchange) => submit(client, order, exchange),
    queryStatus: (order, exchange) => queryStatus(client, order, exchange),
    isCallback: ({ method, body }) => (method === "POST" || method === "PUT") && parseObject(body) !== null,
    balance: (account, currency, exchange) => balance(client, account, currency, exchange),
    lookUp: (account, number, exchange) => lookUp(client, account, number, exchange),
  };
}

async function submit(client: MtnClient, order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult> {
  const { account } = order;
  assert(account && order.provider_reference, "an order at MTN has an account and a reference");
  const { product, path } = endpointOf(order.kind, account);
  const has_callback = account.settings.callbacks === "yes";
  const response = await client(
    account,
    {
      ...{ product, path, method: "POST", body: bodyOf(order, account) },
      headers: {
        "x-reference-id": order.provider_reference,
        ...(has_callback ? { "x-callback-url": order.callback_url } : {}),
      },
    },
    exchange,
  );
  if (response.kind === "not_sent") return { outcome: "not_submitted", cause: response.cause };
  if (response.kind === "unknown") return { outcome: "unknown", cause: response.cause };
  return submissionOf(response, order.kind);
}

function submissionOf(
  { status, json, is_markup }: MtnResponse & { readonly kind: "answered" },
  kind: OrderKind,
): SubmissionResult {
  const code = codeIn(json);
  const detail = `${status}${code === null ? "" : ` ${code.slice(0, 60)}`}`;
  const cause: ProviderCause = { code: "status", detail };
  if (status === 202) return { outcome: "accepted" };
  // A firewall's error page can have any status code, and does not prove whether the request passed.
  if (is_markup) return { outcome: "unknown", cause: { code: "page_instead_of_answer", detail } };
  if (status === 409 || code === "RESOURCE_ALREADY_EXIST") return { outcome: "unknown", cause, is_duplicate: true };
  if (status === 400) {
    return { outcome: "rejected", failure: failureOf(code ?? "BAD_REQUEST", kind) };
  }
  if (status === 401 || status === 403 || status === 429) return { outcome: "not_submitted", cause };
  const refusal = status >= 500 ? refusalOf(code, kind) : null;
  return { outcome: "unknown", cause, ...(refusal ? { refusal } : {}) };
}

function bodyOf(order: ProviderOrder, { settings }: AccountCredentials): object {
  // A text in another alphabet may be empty after cleaning.
  const note = [order.description ?? "", order.reference, order.attempt].map(toMtnText).find((text) => text !== "");
  const party = { partyIdType: "MSISDN", partyId: order.receiver.replace("+", "") };
  const common = {
    amount: toMajor(order.amount, order.currency),
    // The sandbox supports only EUR: another label on the same digits, not a conversion.
    currency: currencyOf(order, settings),
    // Shown in MTN's report; a reconciliation finds the attempt by it.
    externalId: order.attempt,
    payerMessage: note,
    payeeNote: note,
  };
  if (order.kind === "collect") return { ...common, payer: party };
  if (order.kind === "transfer") return { ...common, payee: party };
  return { ...common, referenceIdToRefund: order.refund_of };
}

function currencyOf(order: ProviderOrder, settings: AccountCredentials["settings"]): string {
  return settings.currency || order.currency;
}

const MESSAGE_MAX = 160;

/** MTN refuses messages with other characters than these; a single apostrophe is a 400. */
function toMtnText(text: string): string {
  const bare = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return bare
    .replace(/[^A-Za-z0-9 .,-]+/g, " ")
    .trim()
    .slice(0, MESSAGE_MAX);
}

async function queryStatus(client: MtnClient, order: ProviderOrder, exchange: Exchange): Promise<Observation> {
  const { account } = order;
  assert(account && order.provider_reference, "an order at MTN has an account and a reference");
  const { product, query_path } = endpointOf(order.kind, account);
  const path = `${query_path}/${order.provider_reference}`;
  const response = await get(client, account, { product, path }, exchange);
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  const { status, json } = response;
  if (status === 404 && codeIn(json) === "RESOURCE_NOT_FOUND") return { state: "not_found" };
  if (status !== 200 || !isRecord(json)) return { state: "unreachable", cause: statusCause(status) };
  return observationOf(json, order, currencyOf(order, account.settings));
}

function observationOf(json: Readonly<Record<string, unknown>>, order: ProviderOrder, currency: string): Observation {
  const status = textOf(json.status)?.toUpperCase() ?? null;
  switch (status) {
    case "SUCCESSFUL":
      return {
        state: "complete",
        provider_id: textOf(json.financialTransactionId),
        amount: (json.currency ?? currency) === currency ? amountOf(json.amount, order) : UNREADABLE_AMOUNT,
        receiver: partyOf(json.payee ?? json.payer),
      };
    // The documentation does not list the last three statuses; a known MTN client handles them.
    case "FAILED":
    case "REJECTED":
    case "TIMEOUT":
    case "CANCELLED":
      return { state: "failed", failure: failureOf(codeIn({ reason: json.reason }) ?? status, order.kind) };
    // The body describes no order: the answer came from a server in front of MTN's API.
    case null:
      return { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
    default:
      return { state: "pending" };
  }
}

/** The amount MTN reports as moved. */
function amountOf(reported: unknown, order: ProviderOrder): bigint | null {
  if (reported === undefined || reported === null) return null;
  return amountFrom(reported, order.currency);
}

function partyOf(party: unknown): string | null {
  if (!isRecord(party) || party.partyIdType !== "MSISDN") return null;
  const id = textOf(party.partyId);
  return id === null ? null : `+${id.replace(/^\+/, "")}`;
}

async function balance(
  client: MtnClient,
  account: AccountCredentials,
  currency: string,
  exchange: Exchange,
): Promise<bigint | null> {
  const products = productsOf(account);
  if (products.length === 0) return null;
  let sum = 0n;
  for (const product of products) {
    const response = await get(client, account, { product, path: "/v1_0/account/balance" }, exchange);
    if (response.kind !== "answered" || response.status !== 200 || !isRecord(response.json)) return null;
    const expected = account.settings.currency || currency;
    if ((response.json.currency ?? expected) !== expected) return null;
    const product_balance = fromMajor(String(response.json.availableBalance), currency);
    if (product_balance === null) return null;
    sum += product_balance;
  }
  return sum;
}

async function lookUp(
  client: MtnClient,
  account: AccountCredentials | null,
  number: string,
  exchange: Exchange,
): Promise<AccountHolder> {
  assert(account, "a query to MTN has an account");
  const path = `/v1_0/accountholder/msisdn/${number.replace("+", "")}`;
  const [product = "disbursement"] = productsOf(account);
  const active = await get(client, account, { product, path: `${path}/active` }, exchange);
  if (active.kind !== "answered") return { state: "unreachable", cause: active.cause };
  // A gateway also answers 404, to an unknown operation; that is no evidence about the number.
  if (active.status === 404 && codeIn(active.json) !== null) return { state: "not_found" };
  if (active.status !== 200 || !isRecord(active.json) || typeof active.json.result !== "boolean") {
    return { state: "unreachable", cause: statusCause(active.status) };
  }
  const info = await get(client, account, { product, path: `${path}/basicuserinfo` }, exchange);
  if (info.kind !== "answered") return { state: "unreachable", cause: info.cause };
  const is_active = active.json.result;
  if (info.status === 200 && isRecord(info.json)) return { state: "known", name: nameIn(info.json), is_active };
  if (isNameWithheld(info)) return { state: "known", name: null, is_active };
  return { state: "unreachable", cause: statusCause(info.status) };
}

/**
 * Whether MTN withholds the name, as it does from some partners. A temporary error, such as a rate limit or a fault, is
 * no evidence of that.
 */
function isNameWithheld({ status, json, is_markup }: MtnResponse & { readonly kind: "answered" }): boolean {
  if (is_markup) return false;
  return status === 403 || status === 404 || (status === 500 && isRefusal(codeIn(json)));
}

function nameIn(json: Readonly<Record<string, unknown>>): string | null {
  const parts = [textOf(json.given_name), textOf(json.family_name)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" ") : textOf(json.name);
}

function get(
  client: MtnClient,
  account: AccountCredentials,
  request: Pick<MtnRequest, "product" | "path">,
  exchange: Exchange,
): Promise<MtnResponse> {
  return client(account, { ...request, method: "GET" }, exchange);
}
