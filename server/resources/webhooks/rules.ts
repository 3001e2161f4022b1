import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, plus, SECOND_MS } from "#kernel/time.ts";

/** How a webhook fares that does not fare well; none is kept for one that does. */
export interface Health {
  /** When the first attempt failed since one succeeded; null when the last one succeeded. */
  readonly failing_since: Instant | null;
  /** How many different deliveries have failed since. */
  readonly failing_events: number;
  readonly warned_at: Instant | null;
  /** The attempts of the last few minutes, counted from the first that failed. */
  readonly window_from: Instant | null;
  readonly window_attempts: number;
  readonly window_failures: number;
  /** How many times in a row the circuit was opened, and until when nothing is sent. */
  readonly openings: number;
  readonly open_until: Instant | null;
}

/** What a few attempts at one webhook, made close together, came to. */
export interface Tally {
  readonly attempts: number;
  readonly failures: number;
  /** Failures that were the first of their delivery. */
  readonly first_failures: number;
  /** Whether the last of them failed. */
  readonly is_failing: boolean;
}

const WELL: Health = {
  failing_since: null,
  failing_events: 0,
  warned_at: null,
  window_from: null,
  window_attempts: 0,
  window_failures: 0,
  openings: 0,
  open_until: null,
};

export const CIRCUIT_WINDOW_MS = 5 * MINUTE_MS;
// Fewer attempts say too little; at three in ten a receiver that struggles still gets most of its events at once.
export const CIRCUIT_ATTEMPTS = 10;
export const CIRCUIT_FAILED_PERCENT = 70;
export const CIRCUIT_OPEN_MS = 30 * SECOND_MS;
export const CIRCUIT_OPEN_MAX_MS = 15 * MINUTE_MS;

/** How a webhook fares after some attempts. Null: well. */
export function healthAfter(before: Health | null, tally: Tally, now: Instant): Health | null {
  const known = before ?? WELL;
  const counted = counting(known, tally, now);
  if (!tally.is_failing) {
    // A success closes the circuit at once: what it was opened for is over.
    const { window_from, window_attempts, window_failures } = known.openings > 0 ? WELL : counted;
    return window_from === null ? null : { ...WELL, window_from, window_attempts, window_failures };
  }
  // A success among them began the count anew.
  const streak = tally.attempts > tally.failures ? WELL : known;
  const failing: Health = {
    ...counted,
    failing_since: streak.failing_since ?? now,
    failing_events: streak.failing_events + tally.first_failures,
    warned_at: streak.warned_at,
  };
  return opensCircuit(known, failing, now) ? opened(failing, now) : failing;
}

function counting(known: Health, tally: Tally, now: Instant): Health {
  const is_over = known.window_from !== null && plus(known.window_from, CIRCUIT_WINDOW_MS) <= now;
  const before = is_over || known.window_from === null ? { window_attempts: 0, window_failures: 0 } : known;
  const failures = before.window_failures + tally.failures;
  if (failures === 0) return { ...known, window_from: null, window_attempts: 0, window_failures: 0 };
  return {
    ...known,
    window_from: is_over ? now : (known.window_from ?? now),
    window_attempts: before.window_attempts + tally.attempts,
    window_failures: failures,
  };
}

/** The probe of an open circuit failed; or too much has in the last minutes. */
function opensCircuit(before: Health, failing: Health, now: Instant): boolean {
  // What was under way when it opened and fails now says nothing new.
  if (before.open_until !== null && before.open_until > now) return false;
  if (before.openings > 0) return true;
  return (
    failing.window_attempts >= CIRCUIT_ATTEMPTS &&
    failing.window_failures * 100 >= failing.window_attempts * CIRCUIT_FAILED_PERCENT
  );
}

function opened(failing: Health, now: Instant): Health {
  const openings = failing.openings + 1;
  const open_ms = Math.min(CIRCUIT_OPEN_MS * 2 ** (openings - 1), CIRCUIT_OPEN_MAX_MS);
  return {
    ...failing,
    openings,
    open_until: plus(now, open_ms),
    window_from: null,
    window_attempts: 0,
    window_failures: 0,
  };
}

/** Of one merchant in one environment. Each event is a delivery to each of them, made while everybody else's events wait. */
export const WEBHOOKS_MAX = 50;

export const WARN_AFTER_MS = DAY_MS;
export const DISABLE_AFTER_MS = 5 * DAY_MS;
// Fewer events may fail for reasons of their own.
export const DISABLE_EVENTS = 10;

/** What is to be done about a webhook that keeps failing: nothing yet, tell the merchant, or switch it off. */
export function verdict(
  health: Pick<Health, "failing_since" | "failing_events" | "warned_at">,
  now: Instant,
): "wait" | "warn" | "disable" {
  if (health.failing_since === null) return "wait";
  const is_long = plus(health.failing_since, DISABLE_AFTER_MS) <= now;
  if (is_long && health.failing_events >= DISABLE_EVENTS) return "disable";
  return health.warned_at === null && plus(health.failing_since, WARN_AFTER_MS) <= now ? "warn" : "wait";
}

export const OVERLAP_HOURS = 24;
export const OVERLAP_HOURS_MAX = 7 * 24;

/** The instant from which a new secret is the only one. */
export function overlapEnd(now: Instant, overlap_hours: number): Instant {
  return plus(now, overlap_hours * HOUR_MS);
}

/** The secrets that sign at an instant: the valid one and, while it is introduced, the next. */
export function secretsAt<Secret>(
  now: Instant,
  current: Secret,
  next: Secret | null,
  next_from: Instant | null,
): { readonly valid: Secret; readonly next: Secret | null } {
  if (next === null || next_from === null) return { valid: current, next: null };
  return next_from <= now ? { valid: next, next: null } : { valid: current, next };
}
