import type { Fate } from "#providers/plugins/fakes/book.ts";

// Safaricom's sandbox has one number, 254708374149, which succeeds. The last two digits of these numbers of the fake
// choose one of Safaricom's result codes, for a push and for a payout. Any other number succeeds.
const STEM = /^2547000000\d\d$/;
const PUSHES: Readonly<Record<string, string>> = {
  "01": "1",
  "17": "17",
  "19": "1019",
  "25": "1025",
  "32": "1032",
  "37": "1037",
  "21": "2001",
  "99": "9999",
};
const PAYOUTS: Readonly<Record<string, string>> = {
  "01": "1",
  "02": "2",
  "08": "8",
  "21": "2001",
  "40": "2040",
};
const HANGING = "49";
const TIMED_OUT = "85";
const PROMPT_MS = 3_000;
const QUEUE_MS = 60_000;

/** The fate of one of the fake's test numbers; null for any other. */
export function sandboxFate(party: string, is_push: boolean): Fate | null {
  if (!STEM.test(party)) return null;
  const digits = party.slice(-2);
  if (digits === HANGING) return { ending: "complete", after_ms: Number.POSITIVE_INFINITY, notices: "none" };
  if (digits === TIMED_OUT && !is_push) return { ending: "complete", after_ms: QUEUE_MS, notices: "once" };
  const code = (is_push ? PUSHES : PAYOUTS)[digits];
  return code === undefined ? null : { ending: code, after_ms: is_push ? PROMPT_MS : 0, notices: "once" };
}

/** Whether a payout to the number times out in M-Pesa's queue first, and succeeds afterwards. */
export function isTimedOutFirst(party: string): boolean {
  return STEM.test(party) && party.endsWith(TIMED_OUT);
}
