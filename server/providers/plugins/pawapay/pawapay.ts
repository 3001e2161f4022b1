import { randomUUID } from "node:crypto";
import { assert } from "#kernel/errors.ts";
import { fromMajor, toMajor } from "#kernel/money.ts";
import { statusCause } from "#kernel/provider-causes.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import {
  amountFrom,
  isRecord,
  type JsonObject,
  jsonOf,
  listOf,
  textOf,
  UNREADABLE_AMOUNT,
} from "#providers/io/json.ts";
import type {
  AccountCredentials,
  Observation,
  OrderKind,
  Provider,
  ProviderCallback,
  ProviderOrder,
  SubmissionResult,
} from "#providers/provider.ts";
import { call } from "./client.ts";
import { readAvailability, readConfiguration } from "./configuration.ts";
import { failureOf, isForbiddenOperation } from "./reasons.ts";
import { SETTINGS } from "./settings.ts";
import { isSignedBy, signingKeyId } from "./signature.ts";

interface Operation {
  readonly path: string;
  /** The name of the order's id in bodies. */
  readonly id: string;
}

const OPERATIONS: Readonly<Record<OrderKind, Operation>> = {
  collect: { path: "/v2/deposits", id: "depositId" },
  transfer: { path: "/v2/payouts", id: "payoutId" },
  refund: { path: "/v2/refunds", id: "refundId" },
};

/** The plug-in for pawaPay's Merchant API v2. An account is for one market; its settings name it. */
export function pawapay(now_ms: () => number = Date.now): Provider {
  const public_keys = publicKeyCache(now_ms);
  return {
    id: "pawapay",
    capabilities: {
      kinds: ["transfer", "collect", "refund"],
      prepares_remotely: false,
      // A repeated id is answered with DUPLICATE_IGNORED, whatever the body.
      is_idempotent: true,
    },
    settings: SETTINGS,
    loggable_fields: new Set([
      ...["depositId", "payoutId", "refundId", "status", "nextStep", "amount", "currency", "country", "provider"],
      ...["failureCode", "failureMessage", "providerTransactionId", "clientReferenceId", "created", "phoneNumber"],
      ...["balance", "authType", "minAmount", "maxAmount", "type"],
    ]),
    // pawaPay accepts only a UUID of version 4 as an order's id.
    prepare: () => Promise.resolve({ provider_reference: randomUUID() }),
    submit,
    queryStatus,
    isCallback: (callback) => readCallback(callback) !== null,
    readCallback,
    async verifyCallback(account, callback, exchange) {
      if (account.settings.signed_callbacks !== "yes") return true;
      return isSignedCallback(account, callback, exchange, public_keys, now_ms());
    },
    balance,
    configuration: readConfiguration,
    availability: readAvailability,
    predictWallet,
  };
}

async function submit(order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult> {
  const { account, provider_reference, kind } = order;
  assert(account && provider_reference, "an order at pawaPay has an account and a reference");
  const { path, id } = OPERATIONS[kind];
  const response = await call(account, { method: "POST", path, body: bodyOf(order, id, provider_reference) }, exchange);
  if (response.kind === "not_sent") return { outcome: "not_submitted", cause: response.cause };
  if (response.kind === "unknown") return { outcome: "unknown", cause: response.cause };
  const { status, json } = response;
  // Without JSON the answer is the page of a server in front of the API: it proves nothing about the order.
  if (!isRecord(json)) {
    return { outcome: "unknown", cause: { code: "page_instead_of_answer", detail: String(status) } };
  }
  return status === 200 ? acceptanceOf(json, order, id) : refusalOf(status, json, kind);
}

/** An answer with 200 refuses some orders too. */
function acceptanceOf(json: JsonObject, order: ProviderOrder, id: string): SubmissionResult {
  const status = textOf(json.status);
  const cause = statusCause(200, status);
  // An answer about another order is no answer.
  if (json[id] !== order.provider_reference) return { outcome: "unknown", cause };
  switch (status) {
    case "ACCEPTED":
    // The network is down: pawaPay keeps the payout until it is back.
    case "ENQUEUED":
      return { outcome: "accepted", redirect_url: redirectOf(json) };
    case "REJECTED":
      return { outcome: "rejected", failure: failureOf(codeIn(json) ?? "REJECTED", order.kind) };
    case "DUPLICATE_IGNORED":
      return { outcome: "unknown", cause, is_duplicate: true };
    default:
      return { outcome: "unknown", cause };
  }
}

function refusalOf(status: number, json: JsonObject, kind: OrderKind): SubmissionResult {
  const code = codeIn(json);
  const cause = statusCause(status, code);
  if (status === 400) return { outcome: "rejected", failure: failureOf(code ?? "INVALID_INPUT", kind) };
  if (status === 403 && code !== null && isForbiddenOperation(code))
    return { outcome: "rejected", failure: failureOf(code, kind) };
  if (status === 401 || status === 403 || status === 429) return { outcome: "not_submitted", cause };
  return { outcome: "unknown", cause };
}

function codeIn(json: JsonObject): string | null {
  return isRecord(json.failureReason) ? textOf(json.failureReason.failureCode) : null;
}

function bodyOf(order: ProviderOrder, id: string, reference: string): object {
  const sum = { amount: amountText(order), currency: order.currency };
  if (order.kind === "refund") return { [id]: reference, depositId: order.refund_of, ...sum };
  const details = { phoneNumber: order.receiver.replace("+", ""), provider: order.wallet };
  const party = { type: "MMO", accountDetails: details };
  const message = messageOf(order);
  return {
    [id]: reference,
    ...sum,
    ...(order.kind === "collect" ? { payer: party } : { recipient: party }),
    // Shown in pawaPay's reports; a reconciliation finds the attempt by it.
    clientReferenceId: order.attempt,
    ...(message === null ? {} : { customerMessage: message }),
    ...(order.otp === null ? {} : { preAuthorisationCode: order.otp }),
  };
}

/** Some wallets refuse decimals, even zeros. */
function amountText({ amount, currency }: ProviderOrder): string {
  return toMajor(amount, currency).replace(/\.0+$/, "");
}

const MESSAGE_MIN = 4;
const MESSAGE_MAX = 22;

/** pawaPay refuses messages with other characters than these, and shows the account's name without a message. */
function messageOf({ description, reference }: ProviderOrder): string | null {
  const texts = [description ?? "", reference].map((text) =>
    text
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .replace(/[^A-Za-z0-9]+/g, " ")
      .trim()
      .slice(0, MESSAGE_MAX)
      .trim(),
  );
  return texts.find((text) => text.length >= MESSAGE_MIN) ?? null;
}

async function queryStatus(order: ProviderOrder, exchange: Exchange): Promise<Observation> {
  const { account, provider_reference, kind } = order;
  assert(account && provider_reference, "an order at pawaPay has an account and a reference");
  const { path, id } = OPERATIONS[kind];
  const response = await call(account, { method: "GET", path: `${path}/${provider_reference}` }, exchange);
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  const { status, json } = response;
  if (status !== 200 || !isRecord(json)) return { state: "unreachable", cause: statusCause(status) };
  if (json.status === "NOT_FOUND") return { state: "not_found" };
  if (json.status !== "FOUND" || !isRecord(json.data) || json.data[id] !== provider_reference)
    return { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
  return observationOf(json.data, order);
}

function observationOf(data: JsonObject, order: ProviderOrder): Observation {
  switch (textOf(data.status)) {
    case "COMPLETED":
      return {
        state: "complete",
        provider_id: textOf(data.providerTransactionId),
        amount: amountOf(data, order),
        receiver: numberOf(data.payer ?? data.recipient),
      };
    case "FAILED":
      return { state: "failed", failure: failureOf(codeIn(data) ?? "UNSPECIFIED_FAILURE", order.kind) };
    case null:
      return { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
    // ACCEPTED, ENQUEUED, SUBMITTED, PROCESSING, IN_RECONCILIATION (pawaPay does not know the outcome itself, for hours
    // at times), and statuses that are newer than this plug-in.
    default:
      return { state: "pending", redirect_url: redirectOf(data) };
  }
}

/** The page of the wallet where the payer pays. */
function redirectOf(json: JsonObject): string | null {
  return textOf(json.authorizationUrl);
}

/** The amount that pawaPay reports as moved: "1000.00" for an order of "1000". */
function amountOf({ amount, currency }: JsonObject, order: ProviderOrder): bigint | null {
  if (amount === undefined || amount === null) return null;
  if ((currency ?? order.currency) !== order.currency) return UNREADABLE_AMOUNT;
  return amountFrom(amount, order.currency);
}

function numberOf(party: unknown): string | null {
  const details = isRecord(party) ? party.accountDetails : null;
  const number = isRecord(details) ? textOf(details.phoneNumber) : null;
  return number === null ? null : `+${number.replace(/^\+/, "")}`;
}

const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * The order that a callback names. pawaPay sends all callbacks of an account to one URL. Nothing else is read from it:
 * the outcome comes from a query.
 */
function readCallback({ method, body }: ProviderCallback): { readonly provider_reference: string } | null {
  const json = method === "POST" ? jsonOf(body) : null;
  if (!isRecord(json)) return null;
  const named = Object.values(OPERATIONS).flatMap(({ id }) => textOf(json[id]) ?? []);
  // The callback of a refund may name the deposit, too: the last operation is the refund.
  const reference = named.at(-1)?.toLowerCase();
  return reference !== undefined && UUID_4.test(reference) ? { provider_reference: reference } : null;
}

async function isSignedCallback(
  account: AccountCredentials,
  callback: ProviderCallback,
  exchange: Exchange,
  public_keys: PublicKeyCache,
  now_ms: number,
): Promise<boolean> {
  const { method, url, body } = callback;
  const headers = Object.fromEntries(
    Object.entries(callback.headers).map(([name, value]) => [name.toLowerCase(), [value ?? ""].flat().join(", ")]),
  );
  const message = { method, url, headers, body };
  const key_id = signingKeyId(message);
  const key = key_id === null ? null : await public_keys.find(account, key_id, exchange);
  return key !== null && isSignedBy(message, key, now_ms);
}

interface PublicKeyCache {
  find(account: AccountCredentials, key_id: string, exchange: Exchange): Promise<string | null>;
}

// pawaPay's keys change rarely. Requests with unknown key ids must not cause a request each.
const KEYS_KEPT_MS = HOUR_MS;
const KEYS_RETRY_MS = MINUTE_MS;

/** The public keys with which pawaPay signs callbacks, by the API's URL. */
function publicKeyCache(now_ms: () => number): PublicKeyCache {
  const cache = new Map<
    string,
    { readonly keys: Promise<ReadonlyMap<string, string> | null>; readonly at_ms: number }
  >();
  return {
    async find(account, key_id, exchange) {
      const base_url = account.settings.base_url ?? "";
      const cached = cache.get(base_url);
      const age_ms = cached ? now_ms() - cached.at_ms : KEYS_KEPT_MS;
      const key = age_ms < KEYS_KEPT_MS ? (await cached?.keys)?.get(key_id) : undefined;
      if (key !== undefined || age_ms < KEYS_RETRY_MS) return key ?? null;
      const keys = fetchPublicKeys(account, exchange);
      cache.set(base_url, { keys, at_ms: now_ms() });
      return (await keys)?.get(key_id) ?? null;
    },
  };
}

async function fetchPublicKeys(
  account: AccountCredentials,
  exchange: Exchange,
): Promise<ReadonlyMap<string, string> | null> {
  const response = await call(account, { method: "GET", path: "/v2/public-key/http" }, exchange);
  if (response.kind !== "answered" || response.status !== 200) return null;
  const keys = listOf(response.json).filter(isRecord);
  return new Map(
    keys.flatMap(({ id, key }): [string, string][] => {
      const [key_id, pem] = [textOf(id), textOf(key)];
      return key_id === null || pem === null ? [] : [[key_id, pem]];
    }),
  );
}

/** The sum of the account's wallets in its market: one for each currency, or one for each network. */
async function balance(account: AccountCredentials, currency: string, exchange: Exchange): Promise<bigint | null> {
  const { country } = account.settings;
  const response = await call(account, { method: "GET", path: `/v2/wallet-balances?country=${country}` }, exchange);
  if (response.kind !== "answered" || response.status !== 200 || !isRecord(response.json)) return null;
  if (!Array.isArray(response.json.balances)) return null;
  const wallets = response.json.balances.filter(isRecord);
  const amounts = wallets
    .filter((wallet) => wallet.country === country && wallet.currency === currency)
    .map((wallet) => fromMajor(textOf(wallet.balance) ?? "", currency));
  if (amounts.length === 0) return null;
  return amounts.reduce<bigint | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n);
}

/** The wallet that a number belongs to: numbers keep their prefix when they change the network. */
async function predictWallet(account: AccountCredentials, number: string, exchange: Exchange): Promise<string | null> {
  const body = { phoneNumber: number.replace("+", "") };
  const response = await call(account, { method: "POST", path: "/v2/predict-provider", body }, exchange);
  return response.kind === "answered" && response.status === 200 && isRecord(response.json)
    ? textOf(response.json.provider)
    : null;
}
