import type { Answer } from "./api.ts";
import { textOf } from "./items.ts";

/** Orders sent under one idempotency key of which it is not known what came. Of all of them at most one is carried out. */
export interface Attempts<Order> {
  readonly key: string;
  readonly open: readonly Order[];
}

export function noAttempts<Order>(): Attempts<Order> {
  return { key: crypto.randomUUID(), open: [] };
}

/** What came of sending an order. */
export type Sent<Order> =
  | { readonly kind: "sent" | "refused" | "unknown"; readonly answer: Answer }
  /** One sent before, whose answer was lost, was carried out; this one was not. */
  | { readonly kind: "earlier"; readonly answer: Answer; readonly order: Order };

/**
 * Sends an order, and never a second beside one whose answer was lost. A changed order goes under the key of the lost one:
 * whichever of them the service meets first takes the key, and the other is refused (interface-decisions 8).
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
  // A refusal is kept under its key: tried again, it would be repeated without another look.
  const next = attempts.open.length === 0 ? noAttempts<Order>() : withOpen(attempts, order);
  return { sent: { kind: "refused", answer }, attempts: next };
}

/** Asks by the key and each order what came of it: sent again just as it was, it is answered and not carried out. */
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
    // It was refused, and so is everything else under this key.
    if (isKept(answer)) return sendOnce(noAttempts(), order, post);
    break;
  }
  return { sent: { kind: "unknown", answer: answer ?? (await post(order, attempts.key)) }, attempts };
}

function withOpen<Order>({ key, open }: Attempts<Order>, order: Order): Attempts<Order> {
  return { key, open: isOpen({ key, open }, order) ? open : [...open, order] };
}

/** Whether this very order is among those of which nothing is known. */
export function isOpen<Order>({ open }: Attempts<Order>, order: Order): boolean {
  const text = JSON.stringify(order);
  return open.some((one) => JSON.stringify(one) === text);
}

const SERVER_ERROR = 500;
const CONFLICT = 409;

/** No answer, one of something between us and the service, or the word that it is still at work. */
function isUnknown({ status, retry_after_s }: Answer): boolean {
  return status === 0 || status >= SERVER_ERROR || (status === CONFLICT && retry_after_s !== null);
}

/** Refusals the service keeps under the key; a lost session or too many requests are none of these. */
const KEPT: readonly number[] = [400, 404, 409, 422];

function isKept(answer: Answer): boolean {
  return KEPT.includes(answer.status) && !isUnknown(answer);
}

function isTaken({ status, body }: Answer): boolean {
  return status === 422 && textOf(body, "message") === "This Idempotency-Key was used with another request";
}
