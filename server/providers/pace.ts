/**
 * How fast an account may be spoken to. A turn is taken at once, waited for if it comes soon, or put off: nothing is
 * dropped and nothing sits on a lease.
 */
export interface Pace {
  /** Milliseconds until it is this call's turn (0: now), or when to come back: then no turn is taken. */
  take(key: string, per_second: number): { readonly wait_ms: number } | { readonly put_off_ms: number };
  /** Takes a turn if one is free this very moment. */
  takeNow(key: string, per_second: number): boolean;
}

// Longer is not waited for: the attempt goes back and its place is free for others.
const WAIT_MAX_MS = 2_000;

/** `now_ms`: a clock that only goes forward. Each process keeps a pace of its own: its part of the account's. */
export function pace(now_ms: () => number = () => performance.now()): Pace {
  // When the next turn is free; and when the next that is put off may come back.
  const turns = new Map<string, { next_ms: number; later_ms: number }>();
  return {
    take(key, per_second) {
      const now = now_ms();
      const step_ms = 1_000 / per_second;
      const turn = turns.get(key) ?? { next_ms: now, later_ms: now };
      turns.set(key, turn);
      turn.next_ms = Math.max(turn.next_ms, now);
      const wait_ms = turn.next_ms - now;
      if (wait_ms <= WAIT_MAX_MS) {
        turn.next_ms += step_ms;
        return { wait_ms };
      }
      turn.later_ms = Math.max(turn.later_ms, now + WAIT_MAX_MS) + step_ms;
      return { put_off_ms: turn.later_ms - now };
    },
    takeNow(key, per_second) {
      const now = now_ms();
      const turn = turns.get(key) ?? { next_ms: now, later_ms: now };
      turns.set(key, turn);
      if (turn.next_ms > now) return false;
      turn.next_ms = now + 1_000 / per_second;
      return true;
    },
  };
}
