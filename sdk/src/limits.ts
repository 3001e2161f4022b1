// What a call takes where neither the client nor the call says otherwise. docs/reference/limits.md has them, too.

/** One try: as long as the service may take under load, or for a look-up at an operator. */
export const TIMEOUT_MS = 20_000;
/** Trying again: a service that is restarted is back by then. */
export const PATIENCE_MS = 60_000;
/** An answer: a bulk of ten thousand with all that became of it has 13 MiB at most. */
export const ANSWER_LIMIT_BYTES = 32 * 1024 * 1024;
/** One try at a bulk: what ten thousand rows may take to be accepted on a busy machine. */
export const BULK_TIMEOUT_MS = 60_000;
/** Trying a bulk again: whoever pays a thousand people would rather wait than wonder. */
export const BULK_PATIENCE_MS = 5 * 60_000;
/** Waiting for an end: a payer has found the phone and confirmed by then, or mostly will not. */
export const WAIT_MS = 5 * 60_000;
