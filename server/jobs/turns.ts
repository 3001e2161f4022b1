/**
 * When each job of this process last finished a turn. A job that hangs does no work and logs nothing, so this record is
 * the only sign of it.
 */
export interface Turns {
  /** Called at the start and after each turn. `pause_ms`: the longest pause of the job between two turns. */
  done(job: string, pause_ms: number): void;
  /** The jobs that are overdue, with the seconds since their last turn. */
  stalled(): readonly { readonly job: string; readonly seconds: number }[];
}

// Longer than a turn that waits for a lock, is retried, and pauses for back-pressure.
export const STALLED_AFTER_MS = 60_000;

export function openTurns(now: () => number = () => performance.now()): Turns {
  const last = new Map<string, { readonly at_ms: number; readonly pause_ms: number }>();
  return {
    done(job, pause_ms) {
      last.set(job, { at_ms: now(), pause_ms });
    },
    stalled: () =>
      [...last].flatMap(([job, { at_ms, pause_ms }]) => {
        const age_ms = now() - at_ms;
        return age_ms > pause_ms + STALLED_AFTER_MS ? [{ job, seconds: Math.round(age_ms / 1_000) }] : [];
      }),
  };
}
