import { type CallOptions, pause } from "./call.ts";
import { KoloError } from "./errors.ts";
import { WAIT_MS } from "./limits.ts";

/** How it is waited for an end. */
export interface WaitOptions extends CallOptions {
  /** How long to wait, in milliseconds. */
  readonly wait_ms?: number;
}

const LOOK_FIRST_MS = 250;
const LOOK_MAX_MS = 10_000;

/**
 * Looks, less and less often, until what is looked at has ended, and gives it as it is then. Throws a `KoloError` of kind
 * `not_ended` when that takes longer than `wait_ms`, `aborted` when the signal ends it, and what a look throws.
 */
export async function untilEnded<Found>(
  look: (options: CallOptions) => Promise<Found>,
  hasEnded: (found: Found) => boolean,
  { wait_ms = WAIT_MS, ...options }: WaitOptions,
): Promise<Found> {
  const { signal } = options;
  const until = performance.now() + wait_ms;
  for (let step_ms = LOOK_FIRST_MS; ; step_ms = Math.min(LOOK_MAX_MS, step_ms * 1.5)) {
    const found = await look(options);
    if (hasEnded(found)) return found;
    const left_ms = until - performance.now();
    if (left_ms <= 0) {
      throw new KoloError("not_ended", `It has not ended within ${wait_ms / 1_000} s, and goes on by itself`);
    }
    await pause(Math.min(left_ms, step_ms * (0.75 + Math.random() / 2)), signal);
    if (signal?.aborted) throw new KoloError("aborted", "The wait was aborted", { cause: signal.reason });
  }
}
