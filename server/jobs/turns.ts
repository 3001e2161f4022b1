/** When each job of this process last did a turn to its end. One that stands still does no work, and says nothing of it. */
export interface Turns {
  /** Once at the start and after each turn. `pause_ms` is how long the job rests between two turns at most. */
  done(job: string, pause_ms: number): void;
  /** The jobs that should have done a turn by now, with the seconds since the last one. */
  stalled(): readonly { readonly job: string; readonly seconds: number }[];
}

// Longer than a turn that waits for a lock, is tried again, and rests behind a rush.
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
