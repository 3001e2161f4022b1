/**
 * Records when each job of this process last finished a turn. A job that hangs does no work and logs nothing, so this
 * record is the only sign of it.
 */
export interface StallDetector {
  /**
   * Jobs call this at the start and after each turn. `idle_max_ms` is the longest pause of the job between two turns.
   */
  recordTurn(job: string, idle_max_ms: number): void;
  /** The jobs that are overdue, with the seconds since their last turn. */
  stalled(): readonly { readonly job: string; readonly seconds: number }[];
}

// This time is longer than a turn that waits for a lock, is retried, and pauses for back-pressure.
export const STALLED_AFTER_MS = 60_000;

export function openStallDetector(now: () => number = () => performance.now()): StallDetector {
  const last_turns = new Map<string, { readonly at_ms: number; readonly idle_max_ms: number }>();
  return {
    recordTurn(job, idle_max_ms) {
      last_turns.set(job, { at_ms: now(), idle_max_ms });
    },
    stalled: () =>
      [...last_turns].flatMap(([job, { at_ms, idle_max_ms }]) => {
        const age_ms = now() - at_ms;
        return age_ms > idle_max_ms + STALLED_AFTER_MS ? [{ job, seconds: Math.round(age_ms / 1_000) }] : [];
      }),
  };
}
