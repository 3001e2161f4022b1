import type { Fate } from "#providers/plugins/fakes/book.ts";

// The last three digits of a number in pawaPay's sandbox, for deposits and for payouts. Any other number succeeds.
const DEPOSITS: Readonly<Record<string, string>> = {
  "019": "PAYER_LIMIT_REACHED",
  "029": "PAYER_NOT_FOUND",
  "039": "PAYMENT_NOT_APPROVED",
  "049": "INSUFFICIENT_BALANCE",
  "059": "TRANSACTION_ALREADY_IN_PROCESS",
  "069": "UNSPECIFIED_FAILURE",
};
const PAYOUTS: Readonly<Record<string, string>> = {
  "089": "RECIPIENT_NOT_FOUND",
  "099": "WALLET_LIMIT_REACHED",
  "109": "RECIPIENT_LIMIT_REACHED",
  "119": "UNSPECIFIED_FAILURE",
};
const HANGING = "129";

/** The digits in front of the last three that make a number one of the sandbox's. */
const STEM = /^\d{5,}3?456\d{3}$/;

/** The fate that pawaPay's sandbox gives one of its test numbers; null for any other. */
export function sandboxFate(party: string, operation: string): Fate | null {
  if (!STEM.test(party)) return null;
  const digits = party.slice(-3);
  if (digits === HANGING) return { ending: "complete", after_ms: Number.POSITIVE_INFINITY, notices: "none" };
  const code = (operation === "deposits" ? DEPOSITS : PAYOUTS)[digits];
  return code === undefined ? null : { ending: code, after_ms: 0, notices: "once" };
}
