import type { Database } from "#db/pool.ts";
import { skipFailing } from "#kernel/skip-failing.ts";
import { runDueRule } from "./run.ts";

/** The wake-up channel of the job that runs due withdrawal rules. */
export const DUE_WITHDRAWAL_RULES = "due withdrawal rules";

/**
 * Returns the job that runs due withdrawal rules, one per call. Several processes may run the job at the same time. A
 * call returns true if more rules may be due.
 */
export function withdrawalRuleRunner(db: Database): () => Promise<boolean> {
  return skipFailing((skipped, onClaim) => db.engine((tx) => runDueRule(tx, skipped, onClaim)));
}
