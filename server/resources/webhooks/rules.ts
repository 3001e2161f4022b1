import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, plus, SECOND_MS } from "#kernel/time.ts";

/** The health of a webhook that has failed recently; a healthy one has no row. */
export interface WebhookHealth {
  /** The time of the first failed attempt since the last success; null after a success. */
  readonly failing_since: Instant | null;
  /** The number of different deliveries that have failed since then. */
  readonly failing_events: number;
  readonly warned_at: Instant | null;
  /** The attempts in the circuit breaker's current window, which begins with a failure. */
  readonly window_from: Instant | null;
  readonly window_attempts: number;
  readonly window_failures: number;
  /** How often the circuit breaker has opened in a row, and the end of its current pause. */
  readonly openings: number;
  readonly open_until: Instant | null;
}

/** A summary of the attempts at one webhook in a batch. */
export interface AttemptTally {
  readonly attempts: number;
  readonly failures: number;
  /** The failures that were the first attempt of their delivery's schedule. */
  readonly first_failures: number;
  /** True if the last attempt failed. */
  readonly is_failing: boolean;
}

const HEALTHY: WebhookHealth = {
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
// With fewer attempts the circuit breaker stays closed. A receiver that fails 30 % of requests still gets most events
// at once, so the threshold is far higher.
export const CIRCUIT_ATTEMPTS = 10;
export const CIRCUIT_FAILED_PERCENT = 70;
export const CIRCUIT_OPEN_MS = 30 * SECOND_MS;
export const CIRCUIT_OPEN_MAX_MS = 15 * MINUTE_MS;

/** The health after these attempts; null if the webhook is healthy. */
export function healthAfter(before: WebhookHealth | null, tally: AttemptTally, now: Instant): WebhookHealth | null {
  const previous = before ?? HEALTHY;
  const counted = countInWindow(previous, tally, now);
  if (!tally.is_failing) {
    // A success closes the circuit breaker at once.
    const { window_from, window_attempts, window_failures } = previous.openings > 0 ? HEALTHY : counted;
    return window_from === null ? null : { ...HEALTHY, window_from, window_attempts, window_failures };
  }
  // If any of these attempts succeeded, the failure streak starts again.
  const streak = tally.attempts > tally.failures ? HEALTHY : previous;
  const failing: WebhookHealth = {
    ...counted,
    failing_since: streak.failing_since ?? now,
    failing_events: streak.failing_events + tally.first_failures,
    warned_at: streak.warned_at,
  };
  return shouldOpenCircuit(previous, failing, now) ? openCircuit(failing, now) : failing;
}

function countInWindow(previous: WebhookHealth, tally: AttemptTally, now: Instant): WebhookHealth {
  const is_over = previous.window_from !== null && plus(previous.window_from, CIRCUIT_WINDOW_MS) <= now;
  const before = is_over || previous.window_from === null ? { window_attempts: 0, window_failures: 0 } : previous;
  const failures = before.window_failures + tally.failures;
  if (failures === 0) return { ...previous, window_from: null, window_attempts: 0, window_failures: 0 };
  return {
    ...previous,
    window_from: is_over ? now : (previous.window_from ?? now),
    window_attempts: before.window_attempts + tally.attempts,
    window_failures: failures,
  };
}

/** Whether the circuit breaker opens, because its probe or too many attempts in the window have failed. */
function shouldOpenCircuit(before: WebhookHealth, failing: WebhookHealth, now: Instant): boolean {
  // Ignore failures of requests that were in flight when the circuit breaker opened.
  if (before.open_until !== null && before.open_until > now) return false;
  if (before.openings > 0) return true;
  return (
    failing.window_attempts >= CIRCUIT_ATTEMPTS &&
    failing.window_failures * 100 >= failing.window_attempts * CIRCUIT_FAILED_PERCENT
  );
}

function openCircuit(failing: WebhookHealth, now: Instant): WebhookHealth {
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

/** Per merchant and environment: publishing an event inserts one delivery per webhook while other merchants wait. */
export const WEBHOOKS_MAX = 50;

export const WARN_AFTER_MS = DAY_MS;
export const DISABLE_AFTER_MS = 5 * DAY_MS;
// With fewer failed events, the cause may be those events rather than the receiver.
export const DISABLE_EVENTS = 10;

/** Decides for a failing webhook: no action, a warning to the merchant, or disabling it. */
export function failingAction(
  health: Pick<WebhookHealth, "failing_since" | "failing_events" | "warned_at">,
  now: Instant,
): "wait" | "warn" | "disable" {
  if (health.failing_since === null) return "wait";
  const is_long = plus(health.failing_since, DISABLE_AFTER_MS) <= now;
  if (is_long && health.failing_events >= DISABLE_EVENTS) return "disable";
  return health.warned_at === null && plus(health.failing_since, WARN_AFTER_MS) <= now ? "warn" : "wait";
}

export const OVERLAP_HOURS = 24;
export const OVERLAP_HOURS_MAX = 7 * 24;

/** The end of the overlap, after which only the new secret is valid. */
export function overlapEnd(now: Instant, overlap_hours: number): Instant {
  return plus(now, overlap_hours * HOUR_MS);
}

/** The secrets that sign at an instant: the valid one and, during a rotation, also the new one. */
export function secretsAt<Secret>(
  now: Instant,
  current: Secret,
  next: Secret | null,
  next_from: Instant | null,
): { readonly valid: Secret; readonly next: Secret | null } {
  if (next === null || next_from === null) return { valid: current, next: null };
  return next_from <= now ? { valid: next, next: null } : { valid: current, next };
}
