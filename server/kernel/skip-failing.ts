import { MINUTE_MS } from "./time.ts";

// How long a row is skipped after its run threw.
const PAUSE_MS = 1 * MINUTE_MS;

/** Runs the row that is due first, apart from those in `skipped`, and passes its id to `onClaim`. Returns false if no row is due. */
type RunDueRow = (skipped: readonly string[], onClaim: (id: string) => void) => Promise<boolean>;

/**
 * Returns a job that runs one due row per call. A row whose run threw is skipped for a minute, so that it
 * does not block the rows behind it.
 */
export function skipFailing(run: RunDueRow): () => Promise<boolean> {
  const skipped_until_ms = new Map<string, number>();
  return async () => {
    const now_ms = performance.now();
    for (const [id, until_ms] of skipped_until_ms) if (until_ms <= now_ms) skipped_until_ms.delete(id);
    let claimed: string | null = null;
    try {
      return await run([...skipped_until_ms.keys()], (id) => {
        claimed = id;
      });
    } catch (error) {
      if (claimed !== null) skipped_until_ms.set(claimed, now_ms + PAUSE_MS);
      throw error;
    }
  };
}
