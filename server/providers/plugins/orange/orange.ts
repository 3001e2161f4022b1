import { assert } from "#kernel/errors.ts";
import { toMajor } from "#kernel/money.ts";
import { type ProviderCause, statusCause } from "#kernel/provider-causes.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { amountFrom, isRecord, parseObject, textOf } from "#providers/io/json.ts";
import type {
  AccountCredentials,
  AccountHolder,
  Observation,
  OrderKind,
  Provider,
  ProviderOrder,
  SubmissionResult,
} from "#providers/provider.ts";
import { orangeClient as newClient, type OrangeClient, type OrangeResponse } from "./client.ts";
import { failureOf, isDuplicate } from "./reasons.ts";
import { SETTINGS } from "./settings.ts";

/** The API family of each kind of order. Orange has no refund: the money returns to the payer by a cash-in. */
const FAMILIES: Readonly<Record<OrderKind, "mp" | "cashin">> = { collect: "mp", transfer: "cashin", refund: "cashin" };

/** The plug-in for Orange Money's core API of Cameroon. */
export function orange(client: OrangeClient = newClient()): Provider {
  return {
    id: "orange",
    capabilities: {
      kinds: ["transfer", "collect", "refund"],
      // The reference is a payToken issued by Orange; until it is used for a payment, a new one is equally good.
      prepares_remotely: true,
      is_idempotent: true,
    },
    settings: SETTINGS,
    loggable_fields: new Set([
      ...["message", "status", "amount", "txnid", "txnmode", "payToken", "orderId", "inittxnstatus", "inittxnmessage"],
      ...["confirmtxnstatus", "confirmtxnmessage", "txnstatus", "txnmessage", "createtime", "code", "description"],
      ...["expires_in", "subscriberMsisdn"],
    ]),
    prepare: (order, exchange) => prepare(client, order, exchange),
    submit: (order, exchange) => submit(client, order, exchange),
    queryStatus: (order, exchange) => queryStatus(client, order, exchange),
    isCallback: ({ method, body }) => method === "POST" && parseObject(body) !== null,
    lookUp: (account, number, exchange) => lookUp(client, account, number, exchange),
  };
}

async function prepare(
  client: OrangeClient,
  order: ProviderOrder,
  exchange: Exchange,
): Promise<{ provider_reference: string } | null> {
  const { account } = order;
  assert(account, "an order at Orange has an account");
  const response = await client(account, { method: "POST", path: `/${FAMILIES[order.kind]}/init` }, exchange);
  const data = response.kind === "answered" && response.status === 200 ? response.json?.data : null;
  const token = isRecord(data) ? data.payToken : null;
  return typeof token === "string" && token !== "" ? { provider_reference: token } : null;
}

async function submit(client: OrangeClient, order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult> {
  const { account } = order;
  assert(account && order.provider_reference, "an order at Orange has an account and a payToken");
  const path = `/${FAMILIES[order.kind]}/pay`;
  const response = await client(account, { method: "POST", path, body: bodyOf(order, account) }, exchange);
  if (response.kind === "not_sent") return { outcome: "not_submitted", cause: response.cause };
  if (response.kind === "unknown") return { outcome: "unknown", cause: response.cause };
  return submissionOf(response, order);
}

function submissionOf(
  { status, json, is_markup }: OrangeResponse & { readonly kind: "answered" },
  order: ProviderOrder,
): SubmissionResult {
  const cause = statusCause(status);
  // An XML fault or a firewall's page does not prove whether the request passed.
  if (is_markup || json === null) {
    const is_refused = !is_markup && (status === 401 || status === 403 || status === 429);
    return is_refused ? { outcome: "not_submitted", cause } : { outcome: "unknown", cause };
  }
  const message = textOf(json.message) ?? "";
  if (isDuplicate(status, message))
    return { outcome: "unknown", cause: { code: "reference_used_before", detail: String(status) }, is_duplicate: true };
  if (status === 401 || status === 403 || status === 429) return { outcome: "not_submitted", cause };
  const data = isRecord(json.data) ? json.data : {};
  if (status === 200) return submissionOfData(data, order, cause);
  // Orange refuses with 417; only the transaction's own fields make the refusal certain.
  const failure = failureIn(data, message, order);
  const is_rejection = status === 400 || (status === 417 && (failure !== null || /^\d{4,8}\s*::/.test(message)));
  // A refusal beside a transaction that is pending, or succeeded, is not certain.
  if (!is_rejection || (failure === null && !isUnused(stateOf(data)))) return { outcome: "unknown", cause };
  return { outcome: "rejected", failure: failure ?? failureOf(message, null, null, order.kind === "collect") };
}

/** A 200 only confirms that Orange has read the order: the body holds the transaction's state. */
function submissionOfData(
  data: Readonly<Record<string, unknown>>,
  order: ProviderOrder,
  cause: ProviderCause,
): SubmissionResult {
  const failure = failureIn(data, "", order);
  if (failure) return { outcome: "rejected", failure };
  const observation = observationOf(data, order);
  switch (observation.state) {
    case "complete": {
      // A different amount or number does not complete the order here: it counts as accepted, and the next query shows
      // the difference.
      const is_ours =
        (observation.amount ?? order.amount) === order.amount &&
        (observation.receiver ?? order.receiver) === order.receiver;
      return is_ours ? { outcome: "complete", provider_id: observation.provider_id } : { outcome: "accepted" };
    }
    case "pending":
      return { outcome: "accepted" };
    default:
      return stateOf(data) === "INITIATED" ? { outcome: "accepted" } : { outcome: "unknown", cause };
  }
}

function bodyOf(order: ProviderOrder, { settings }: AccountCredentials): object {
  return {
    ...(settings.callbacks === "yes" ? { notifUrl: order.callback_url } : {}),
    channelUserMsisdn: settings.channel_msisdn,
    amount: toMajor(order.amount, order.currency),
    subscriberMsisdn: national(order.receiver),
    pin: settings.pin,
    // At most twenty letters and digits: the end of the attempt's id, which is unique.
    orderId: order.attempt.slice(-ORDER_ID_LENGTH),
    // A text in another alphabet may be empty after cleaning.
    description: [order.description ?? "", order.reference, order.attempt]
      .map(toOrangeText)
      .find((text) => text !== ""),
    payToken: order.provider_reference,
  };
}

const ORDER_ID_LENGTH = 20;
const NOTE_MAX = 120;

function national(number: string): string {
  return number.replace(/^\+237/, "");
}

function toOrangeText(text: string): string {
  const bare = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  const allowed = bare.replace(/[^A-Za-z0-9 .,-]+/g, " ").trim();
  return allowed.slice(0, NOTE_MAX);
}

async function queryStatus(client: OrangeClient, order: ProviderOrder, exchange: Exchange): Promise<Observation> {
  const { account } = order;
  assert(account && order.provider_reference, "an order at Orange has an account and a payToken");
  const path = `/${FAMILIES[order.kind]}/paymentstatus/${encodeURIComponent(order.provider_reference)}`;
  const response = await client(account, { method: "GET", path }, exchange);
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  if (isOrderNotFound(response)) return { state: "not_found" };
  const data = response.json?.data;
  if (response.status !== 200 || !isRecord(data)) return { state: "unreachable", cause: statusCause(response.status) };
  return observationOf(data, order);
}

/** Whether the 404 is Orange's own. A gateway's 404, for an unknown operation, has the field `fault`. */
function isOrderNotFound({ status, json }: OrangeResponse & { readonly kind: "answered" }): boolean {
  return status === 404 && json !== null && json.fault === undefined;
}

/** The transaction's state in capitals; null if absent or null. */
function stateOf(data: Readonly<Record<string, unknown>>): string | null {
  return textOf(data.status)?.toUpperCase() ?? null;
}

/** Whether the payToken exists, and was not yet used for a payment. */
function isUnused(state: string | null): boolean {
  return state === null || state === "INITIATED";
}

function observationOf(data: Readonly<Record<string, unknown>>, order: ProviderOrder): Observation {
  const status = stateOf(data);
  switch (status) {
    // The spelling with two L is the current one.
    case "SUCCESSFULL":
    case "SUCCESSFUL":
    case "SUCCESS": {
      const amount_text = textOf(data.amount);
      const number = textOf(data.subscriberMsisdn);
      return {
        state: "complete",
        provider_id: textOf(data.txnid),
        // An unreadable amount matches no order.
        amount: amount_text === null ? null : amountFrom(amount_text, order.currency),
        receiver: number === null ? null : `+237${number.replace(/^\+?237(?=\d{9}$)/, "")}`,
      };
    }
    case "FAILED":
    case "CANCELLED":
    case "CANCELED":
    case "EXPIRED": {
      const text = textOf(data.confirmtxnmessage) ?? textOf(data.inittxnmessage) ?? textOf(data.txnmessage) ?? "";
      // A transaction that began well may be refused at its confirmation.
      const codes = [data.confirmtxnstatus, data.inittxnstatus, data.txnstatus].map(textOf);
      const code = codes.find((status_code) => status_code !== null && status_code !== "200") ?? null;
      return { state: "failed", failure: failureOf(text, code, status, order.kind === "collect") };
    }
    // The order has not arrived, or not yet.
    case "INITIATED":
      return { state: "not_found" };
    // Before a payment with the token the fields are null. If they are absent, the body describes no transaction.
    case null:
      return data.status === null
        ? { state: "not_found" }
        : { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
    default:
      return { state: "pending" };
  }
}

/** The failure in a transaction's own fields, whatever the status of the answer. */
function failureIn(data: Readonly<Record<string, unknown>>, message: string, order: ProviderOrder) {
  const status = stateOf(data);
  const code = textOf(data.inittxnstatus) ?? textOf(data.txnstatus);
  const has_failed = status !== null && ["FAILED", "CANCELLED", "CANCELED", "EXPIRED"].includes(status);
  // An undocumented state gives no certainty, like a pending one.
  const is_refused = code !== null && code !== "200" && isUnused(status);
  if (!has_failed && !is_refused) return null;
  const text = message || (textOf(data.inittxnmessage) ?? textOf(data.txnmessage) ?? "");
  return failureOf(text, code, status, order.kind === "collect");
}

async function lookUp(
  client: OrangeClient,
  account: AccountCredentials | null,
  number: string,
  exchange: Exchange,
): Promise<AccountHolder> {
  assert(account, "a query to Orange has an account");
  const { pin, channel_msisdn } = account.settings;
  const path = `/infos/subscriber/customer/${national(number)}`;
  const response = await client(
    account,
    { method: "POST", path, body: { pin, channelMsisdn: channel_msisdn } },
    exchange,
  );
  if (response.kind !== "answered") return { state: "unreachable", cause: response.cause };
  const refusal = failureOf(textOf(response.json?.message) ?? "", null, null, false);
  if (isOrderNotFound(response) || (response.json && refusal.code === "recipient_not_found"))
    return { state: "not_found" };
  const data = response.json?.data;
  if (response.status !== 200 || !isRecord(data)) return { state: "unreachable", cause: statusCause(response.status) };
  const parts = [data.firstName ?? data.firstname, data.lastName ?? data.lastname].map(textOf);
  const name = parts.filter((part) => part !== null).join(" ");
  return { state: "known", name: name === "" ? null : name, is_active: null };
}
