import type { Answer } from "./api.ts";
import { textOf } from "./items.ts";

/** Orders sent under one idempotency key with unknown outcomes. At most one of them is executed. */
export interface Attempts<Order> {
  readonly key: string;
  readonly open: readonly Order[];
}

export function noAttempts<Order>(): Attempts<Order> {
  return { key: crypto.randomUUID(), open: [] };
}

/** The result of sending an order. */
export type Sent<Order> =
  | { readonly kind: "sent" | "refused" | "unknown"; readonly answer: Answer }
  /** An earlier order, whose answer was lost, was executed; this one was not. */
  | { readonly kind: "earlier"; readonly answer: Answer; readonly order: Order };

/**
 * Sends an order, but never a second one beside one whose answer was lost. A changed order uses the key of the
 * lost one. The service executes whichever of the two it receives first, and refuses the other (interface-decisions 8).
 */
export async function sendOnce<Order>(
  attempts: Attempts<Order>,
  order: Order,
  post: (order: Order, key: string) => Promise<Answer>,
): Promise<{ readonly sent: Sent<Order>; readonly attempts: Attempts<Order> }> {
  const answer = await post(order, attempts.key);
  if (answer.is_ok) return { sent: { kind: "sent", answer }, attempts: noAttempts() };
  if (isUnknown(answer)) return { sent: { kind: "unknown", answer }, attempts: withOpen(attempts, order) };
  if (isTaken(answer)) return whoTook(attempts, order, post);
  // The service stores a refusal under its key and would repeat it: use a new key next time.
  const next = attempts.open.length === 0 ? noAttempts<Order>() : withOpen(attempts, order);
  return { sent: { kind: "refused", answer }, attempts: next };
}

/**
 * Finds the order that used the key, by sending each again unchanged: the service repeats the stored answer and executes
 * nothing.
 */
async function whoTook<Order>(
  attempts: Attempts<Order>,
  order: Order,
  post: (order: Order, key: string) => Promise<Answer>,
): ReturnType<typeof sendOnce<Order>> {
  let answer: Answer | null = null;
  for (const earlier of attempts.open) {
    answer = await post(earlier, attempts.key);
    if (isTaken(answer)) continue;
    if (answer.is_ok) return { sent: { kind: "earlier", answer, order: earlier }, attempts: noAttempts() };
    // The order was refused, and the service refuses every other order under this key, too.
    if (isKept(answer)) return sendOnce(noAttempts(), order, post);
    break;
  }
  return { sent: { kind: "unknown", answer: answer ?? (await post(order, attempts.key)) }, attempts };
}

function withOpen<Order>({ key, open }: Attempts<Order>, order: Order): Attempts<Order> {
  return { key, open: isOpen({ key, open }, order) ? open : [...open, order] };
}

/** Whether exactly this order has an unknown outcome. */
export function isOpen<Order>({ open }: Attempts<Order>, order: Order): boolean {
  const text = JSON.stringify(order);
  return open.some((one) => JSON.stringify(one) === text);
}

const SERVER_ERROR = 500;
const CONFLICT = 409;

/** No answer, an answer from a proxy, or a 409 because the first request still runs. */
function isUnknown({ status, retry_after_s }: Answer): boolean {
  return status === 0 || status >= SERVER_ERROR || (status === CONFLICT && retry_after_s !== null);
}

/** The statuses of refusals that the service stores under the key; not those for an expired session or the rate limit. */
const KEPT: readonly number[] = [400, 404, 409, 422];

function isKept(answer: Answer): boolean {
  return KEPT.includes(answer.status) && !isUnknown(answer);
}

function isTaken({ status, body }: Answer): boolean {
  return status === 422 && textOf(body, "message") === "This Idempotency-Key was used with another request";
}
