import { MINUTE_MS } from "#kernel/time.ts";
import type { BookEntry } from "#providers/plugins/fakes/book.ts";
import { failsOnce } from "./sandbox-numbers.ts";

/** The life of a session; the payer's page expires after it. */
export const SESSION_LIFE_MS = 30 * MINUTE_MS;

/** The end of an order by now; `reversed`: the money moved and came back. Null: it has not ended. */
export function endingOf({ state, fate, provider_id }: BookEntry): string | null {
  if (state === "pending") return null;
  if (state === "complete") return "complete";
  if (provider_id !== null) return "reversed";
  return fate.ending === "complete" ? "payment-failure" : fate.ending;
}

/** The record of an order in Wave's answers. */
export function recordOf(base_url: string, entry: BookEntry): object {
  return entry.kind === "payout" ? payoutOf(entry) : sessionOf(base_url, entry);
}

function payoutOf(entry: BookEntry): object {
  const ending = endingOf(entry);
  const status = ending === null ? "processing" : ending === "complete" ? "succeeded" : ending;
  const is_failed = status !== "processing" && status !== "succeeded" && status !== "reversed";
  return {
    ...{ id: entry.id, currency: entry.currency, receive_amount: entry.amount, fee: "0", mobile: `+${entry.party}` },
    ...{ client_reference: entry.external_id, status: is_failed ? "failed" : status },
    ...(is_failed ? { payout_error: { error_code: status, error_message: "See the code" } } : {}),
    timestamp: new Date(entry.received_ms).toISOString(),
  };
}

function sessionOf(base_url: string, entry: BookEntry): object {
  const ending = endingOf(entry);
  const is_open = ending === null;
  const is_paid = ending === "complete";
  const is_decided = is_paid || ending === "reversed" || ending === "cancelled";
  const { client_reference, success_url, error_url, restrict_payer_mobile } = entry.fields;
  const error = lastError(entry, ending);
  return {
    ...{ id: entry.id, amount: entry.amount, currency: entry.currency, client_reference, success_url, error_url },
    checkout_status: is_open ? "open" : is_decided ? "complete" : "expired",
    payment_status: is_open ? "processing" : is_paid ? "succeeded" : "cancelled",
    ...{ restrict_payer_mobile, transaction_id: entry.provider_id },
    ...(error === null ? {} : { last_payment_error: { code: error, message: "See the code" } }),
    wave_launch_url: `${base_url}/launch/${entry.id}`,
    when_created: new Date(entry.received_ms).toISOString(),
    when_expires: new Date(entry.received_ms + SESSION_LIFE_MS).toISOString(),
  };
}

/** The error of the payer's last try. */
function lastError({ party }: BookEntry, ending: string | null): string | null {
  if (ending === null) return failsOnce(party) ? "insufficient-funds" : null;
  return ["complete", "reversed", "cancelled", "expired"].includes(ending) ? null : ending;
}

/** The webhook about a session. */
export function eventOf(base_url: string, entry: BookEntry): object {
  const data = sessionOf(base_url, entry);
  const type = entry.state === "complete" ? "checkout.session.completed" : "checkout.session.payment_failed";
  return { id: `EV_${entry.id.slice(4)}`, type, data };
}
