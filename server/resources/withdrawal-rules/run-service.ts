import type { Database } from "#db/pool.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { runDueRule } from "./run.ts";

/** The wake-up channel of the job that runs due withdrawal rules. */
export const DUE_WITHDRAWAL_RULES = "due withdrawal rules";

// How long a rule is skipped after its run threw an internal error, so that it does not block the others.
const FAULT_PAUSE_MS = 1 * MINUTE_MS;

/**
 * Returns the job that runs due withdrawal rules, one per call. Several processes may run the job at the same time. A
 * call returns true if more rules may be due.
 */
export function withdrawalRuleRunner(db: Database): () => Promise<boolean> {
  const paused_until_ms = new Map<string, number>();
  return async () => {
    const now_ms = performance.now();
    for (const [rule, until_ms] of paused_until_ms) if (until_ms <= now_ms) paused_until_ms.delete(rule);
    let claimed: string | null = null;
    try {
      return await db.engine((tx) =>
        runDueRule(tx, [...paused_until_ms.keys()], (rule) => {
          claimed = rule;
        }),
      );
    } catch (error) {
      if (claimed !== null) paused_until_ms.set(claimed, now_ms + FAULT_PAUSE_MS);
      throw error;
    }
  };
}
