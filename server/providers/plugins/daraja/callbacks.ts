import { isRecord, type JsonObject, listOf, parseObject, textOf } from "#providers/io/json.ts";
import type { ProviderCallback, ProviderOrder } from "#providers/provider.ts";

// The purposes of callbacks: the last segments of their URLs. The bodies look alike, and the result of a status query has
// the code 0 even if the payout failed, so only the URL distinguishes them.
const PURPOSES = ["push", "payout", "status", "timeout"] as const;

type CallbackPurpose = (typeof PURPOSES)[number];

/** The order's callback URL for one purpose. */
export function callbackUrl({ callback_url }: ProviderOrder, purpose: CallbackPurpose): string {
  return `${hexCallbackUrl(callback_url)}/${purpose}`;
}

/**
 * The callback URL with its token in hexadecimal digits. Safaricom refuses URLs with the words mpesa, safaricom, exe,
 * cmd, sql and query, and one random token in some hundred contains one of three letters.
 */
export function hexCallbackUrl(callback_url: string): string {
  const token_at = callback_url.lastIndexOf("/") + 1;
  return `${callback_url.slice(0, token_at)}${Buffer.from(callback_url.slice(token_at), "latin1").toString("hex")}`;
}

/** The part of a callback that decides an order. */
export interface DarajaAnswer {
  readonly of: Exclude<CallbackPurpose, "timeout">;
  /** The order that the callback names: a CheckoutRequestID, or our own OriginatorConversationID. */
  readonly id: string | null;
  /** 0 for success; of a status query, a final state such as `Completed`. */
  readonly code: string;
  readonly receipt: string | null;
  /** In major units. */
  readonly amount: string | null;
}

const FINAL_STATES = ["Completed", "Cancelled", "Declined", "Expired"];

/** Whether a body has the form of Safaricom's callbacks. */
export function isCallback({ method, body }: ProviderCallback): boolean {
  if (method !== "POST") return false;
  const json = parseObject(body);
  return pushIn(json) !== null || isRecord(json?.Result);
}

/** The answer of a callback, as JSON; null for one that decides nothing. */
export function readAnswer({ url, body }: ProviderCallback): string | null {
  const last = URL.parse(url)?.pathname.split("/").at(-1);
  const purpose = PURPOSES.find((one) => one === last);
  const answer = purpose === undefined ? null : answerIn(purpose, parseObject(body));
  return answer && JSON.stringify(answer);
}

function answerIn(purpose: CallbackPurpose, json: JsonObject | null): DarajaAnswer | null {
  switch (purpose) {
    case "push":
      return pushAnswer(pushIn(json));
    case "payout":
      return payoutAnswer(json?.Result);
    case "status":
      return statusAnswer(json?.Result);
    // M-Pesa did not take the request from its queue in time. It may still do so: that is no failure.
    case "timeout":
      return null;
  }
}

function pushIn(json: JsonObject | null): JsonObject | null {
  const callback = isRecord(json?.Body) ? json.Body.stkCallback : null;
  return isRecord(callback) ? callback : null;
}

function pushAnswer(callback: JsonObject | null): DarajaAnswer | null {
  const id = textOf(callback?.CheckoutRequestID);
  const code = textOf(callback?.ResultCode);
  if (callback === null || id === null || code === null) return null;
  const metadata = isRecord(callback.CallbackMetadata) ? callback.CallbackMetadata : {};
  const values = pairsIn(metadata.Item, "Name");
  return {
    of: "push",
    id,
    code,
    receipt: values.get("MpesaReceiptNumber") ?? null,
    amount: values.get("Amount") ?? null,
  };
}

function payoutAnswer(result: unknown): DarajaAnswer | null {
  if (!isRecord(result)) return null;
  const code = textOf(result.ResultCode);
  if (code === null) return null;
  const values = parametersOf(result);
  const receipt = values.get("TransactionReceipt") ?? textOf(result.TransactionID);
  const id = textOf(result.OriginatorConversationID);
  return {
    of: "payout",
    id,
    code,
    receipt: code === "0" ? receipt : null,
    amount: values.get("TransactionAmount") ?? null,
  };
}

/** The answer to a status query. Its result code says whether the query worked, its parameters how the payout ended. */
function statusAnswer(result: unknown): DarajaAnswer | null {
  if (!isRecord(result) || textOf(result.ResultCode) !== "0") return null;
  const values = parametersOf(result);
  const code = FINAL_STATES.find((state) => state === values.get("TransactionStatus"));
  if (code === undefined) return null;
  return {
    of: "status",
    id: null,
    code,
    receipt: values.get("ReceiptNo") ?? null,
    amount: values.get("Amount") ?? null,
  };
}

function parametersOf(result: JsonObject): ReadonlyMap<string, string> {
  const parameters = isRecord(result.ResultParameters) ? result.ResultParameters : {};
  return pairsIn(parameters.ResultParameter, "Key");
}

/** Reads a list of names with values, or a single pair. Of a name that appears twice, the first value counts. */
function pairsIn(list: unknown, name: "Name" | "Key"): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of (isRecord(list) ? [list] : listOf(list)).filter(isRecord)) {
    const [key, value] = [textOf(pair[name]), textOf(pair.Value)];
    if (key !== null && value !== null && !pairs.has(key)) pairs.set(key, value);
  }
  return pairs;
}

/** The stored answer of an order; null without one. */
export function storedAnswer({ callback_answer }: ProviderOrder): DarajaAnswer | null {
  const json = callback_answer ? parseObject(callback_answer.text) : null;
  const of = PURPOSES.find((purpose) => purpose === json?.of);
  if (json === null || of === undefined || of === "timeout") return null;
  const code = textOf(json.code);
  return code === null
    ? null
    : { of, id: textOf(json.id), code, receipt: textOf(json.receipt), amount: textOf(json.amount) };
}
