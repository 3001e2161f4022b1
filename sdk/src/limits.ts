// The defaults of a call. docs/reference/limits.md lists them.

/** Timeout of one attempt: long enough for a service under load, and for an account look-up at a mobile network. */
export const TIMEOUT_MS = 20_000;
/** Retry window: a service that restarts is available again within it. */
export const PATIENCE_MS = 60_000;
/** Largest answer, in bytes: a bulk of 10,000 transfers with all outcomes has at most 13 MiB. */
export const ANSWER_LIMIT_BYTES = 32 * 1024 * 1024;
/** Timeout of one attempt to send a bulk: even a busy server accepts 10,000 rows within it. */
export const BULK_TIMEOUT_MS = 60_000;
/** Retry window of a bulk: for a payroll, a longer wait is better than an unknown outcome. */
export const BULK_PATIENCE_MS = 5 * 60_000;
/** Maximum number of items that `toArray` collects: a longer list could exhaust the program's memory. */
export const TO_ARRAY_LIMIT_MAX = 10_000;
/** Timeout of `wait`: most payers who confirm at all do so within it. */
export const WAIT_MS = 5 * 60_000;
