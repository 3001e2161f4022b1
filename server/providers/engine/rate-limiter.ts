/**
 * A rate limiter for the calls to a provider account. A call runs at once, waits for a near turn, or is deferred:
 * nothing is dropped, and no lease is held by a long wait.
 */
export interface CallRateLimiter {
  /**
   * Milliseconds to wait for this call's turn (0: now), or the delay after which to try again. A deferred call takes no
   * turn.
   */
  take(key: string, per_second: number): { readonly wait_ms: number } | { readonly put_off_ms: number };
  /** Takes a turn if one is free now. */
  tryTake(key: string, per_second: number): boolean;
}

// A longer wait is deferred: the attempt returns to the queue, and its slot is free for others.
const WAIT_MAX_MS = 2_000;

/** `now_ms`: a monotonic clock. Each process has its own limiter for its share of the account's rate. */
export function callRateLimiter(now_ms: () => number = () => performance.now()): CallRateLimiter {
  // The time of the next free turn, and the time at which the next deferred call may try again.
  const next_turns = new Map<string, { next_ms: number; later_ms: number }>();
  return {
    take(key, per_second) {
      const now = now_ms();
      const step_ms = 1_000 / per_second;
      const turn = next_turns.get(key) ?? { next_ms: now, later_ms: now };
      next_turns.set(key, turn);
      turn.next_ms = Math.max(turn.next_ms, now);
      const wait_ms = turn.next_ms - now;
      if (wait_ms <= WAIT_MAX_MS) {
        turn.next_ms += step_ms;
        return { wait_ms };
      }
      turn.later_ms = Math.max(turn.later_ms, now + WAIT_MAX_MS) + step_ms;
      return { put_off_ms: turn.later_ms - now };
    },
    tryTake(key, per_second) {
      const now = now_ms();
      const turn = next_turns.get(key) ?? { next_ms: now, later_ms: now };
      next_turns.set(key, turn);
      if (turn.next_ms > now) return false;
      turn.next_ms = now + 1_000 / per_second;
      return true;
    },
  };
}
