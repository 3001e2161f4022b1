import type { Fate } from "#providers/plugins/fakes/book.ts";

// Wave has no public sandbox, so these numbers are the fake's own: the last six digits are 555 and one of these codes.
const PAYOUTS: Readonly<Record<string, string>> = {
  "101": "recipient-limit-exceeded",
  "102": "recipient-account-blocked",
  "103": "recipient-account-inactive",
  "104": "recipient-minor",
  "105": "insufficient-funds",
};
const SESSIONS: Readonly<Record<string, string>> = {
  "201": "cancelled",
  "202": "expired",
  "203": "blocked-account",
};
const REVERSED = "106";
const PENDING = "107";
const FAILS_ONCE = "204";
const PENDING_MS = 30_000;
const REVERSED_MS = 60_000;

/** The fate of a number of the simulator; null for any other number. */
export function sandboxFate(party: string, kind: "payout" | "session"): Fate | null {
  const [, code = ""] = /555(\d{3})$/.exec(party) ?? [];
  if (kind === "payout" && code === REVERSED)
    return { ending: "complete", after_ms: 0, turns_after_ms: REVERSED_MS, notices: "none" };
  if (code === (kind === "payout" ? PENDING : FAILS_ONCE))
    return { ending: "complete", after_ms: PENDING_MS, notices: "once" };
  const ending = (kind === "payout" ? PAYOUTS : SESSIONS)[code];
  return ending === undefined ? null : { ending, after_ms: kind === "payout" ? 0 : PENDING_MS, notices: "once" };
}

/** Whether the first try of a number's payer fails, and leaves the session open. */
export function failsOnce(party: string): boolean {
  return party.endsWith(`555${FAILS_ONCE}`);
}
