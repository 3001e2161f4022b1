import { requestRefusal } from "#i18n/server-messages.ts";
import type { ApiResponse, SuccessfulResponse } from "./api.ts";

/** Orders with unknown outcomes that were sent with the same idempotency key. At most one of them is executed. */
export interface SendAttempts<Order> {
  readonly key: string;
  readonly open: readonly Order[];
}

export function newSendAttempts<Order>(): SendAttempts<Order> {
  return { key: crypto.randomUUID(), open: [] };
}

/** The result of sending an order. */
export type SendResult<Order, Body> =
  | { readonly kind: "sent"; readonly response: SuccessfulResponse<Body> }
  | { readonly kind: "refused" | "unknown"; readonly response: ApiResponse<Body> }
  /** An earlier order, whose response was lost, was executed; this one was not. */
  | { readonly kind: "earlier"; readonly response: SuccessfulResponse<Body>; readonly order: Order };

/**
 * Sends an order. If the response to an earlier order was lost, this order uses the same idempotency key, even if the
 * user has changed it: the service executes only the one that it receives first (interface-decisions 8).
 */
export async function sendIdempotently<Order, Body>(
  attempts: SendAttempts<Order>,
  order: Order,
  post: (order: Order, key: string) => Promise<ApiResponse<Body>>,
): Promise<{ readonly sent: SendResult<Order, Body>; readonly attempts: SendAttempts<Order> }> {
  const response = await post(order, attempts.key);
  if (response.is_ok) return { sent: { kind: "sent", response }, attempts: newSendAttempts() };
  if (isUnknown(response))
    return { sent: { kind: "unknown", response }, attempts: withUnknownOutcome(attempts, order) };
  if (isKeyReused(response)) return findOrderOfKey(attempts, order, post);
  // The service stores a refusal under its key and would repeat it, so the next attempt needs a new key.
  const next = attempts.open.length === 0 ? newSendAttempts<Order>() : withUnknownOutcome(attempts, order);
  return { sent: { kind: "refused", response }, attempts: next };
}

/**
 * Finds the order that used the key, by resending each order unchanged. For the order that used the key, the service
 * repeats the stored response; it refuses the others. Neither executes anything.
 */
async function findOrderOfKey<Order, Body>(
  attempts: SendAttempts<Order>,
  order: Order,
  post: (order: Order, key: string) => Promise<ApiResponse<Body>>,
): ReturnType<typeof sendIdempotently<Order, Body>> {
  let response: ApiResponse<Body> | null = null;
  for (const earlier of attempts.open) {
    response = await post(earlier, attempts.key);
    if (isKeyReused(response)) continue;
    if (response.is_ok) return { sent: { kind: "earlier", response, order: earlier }, attempts: newSendAttempts() };
    // The order that used the key was refused, so none was executed. Send this order with a new key.
    if (isStoredRefusal(response)) return sendIdempotently(newSendAttempts(), order, post);
    break;
  }
  return { sent: { kind: "unknown", response: response ?? (await post(order, attempts.key)) }, attempts };
}

function withUnknownOutcome<Order>({ key, open }: SendAttempts<Order>, order: Order): SendAttempts<Order> {
  return { key, open: hasUnknownOutcome({ key, open }, order) ? open : [...open, order] };
}

/** Whether exactly this order has an unknown outcome. */
export function hasUnknownOutcome<Order>({ open }: SendAttempts<Order>, order: Order): boolean {
  const text = JSON.stringify(order);
  return open.some((one) => JSON.stringify(one) === text);
}

const SERVER_ERROR = 500;
const CONFLICT = 409;

/** No response, a server error, or a 409 because the first request still runs. */
function isUnknown({ status, retry_after_s }: ApiResponse<unknown>): boolean {
  return status === 0 || status >= SERVER_ERROR || (status === CONFLICT && retry_after_s !== null);
}

/** The statuses of refusals that the service stores under the key. It stores no 401 (session) or 429 (rate limit). */
const STORED_STATUSES: readonly number[] = [400, 404, 409, 422];

function isStoredRefusal(response: ApiResponse<unknown>): boolean {
  return STORED_STATUSES.includes(response.status) && !isUnknown(response);
}

function isKeyReused(response: ApiResponse<unknown>): boolean {
  return !response.is_ok && requestRefusal(response.body).reason === "idempotency_key_reused";
}

/**
 * Whether a request allows a possible duplicate: yes, if the page has shown the earlier transfers before its first
 * sending. A repetition under the same idempotency key must have the same body.
 */
export function allowsDuplicate(choices: Map<string, boolean>, key: string, is_shown: boolean): boolean {
  const choice = choices.get(key) ?? is_shown;
  choices.set(key, choice);
  return choice;
}
