import { type CallOptions, sleepUnlessAborted } from "./call.ts";
import { KoloError } from "./errors.ts";
import { WAIT_MS } from "./limits.ts";

/** The options of `wait`. */
export interface WaitOptions extends CallOptions {
  /** The longest wait, in milliseconds. Default: 300,000. `timeout_ms` and `patience_ms` apply to each poll. */
  readonly wait_ms?: number | undefined;
}

const POLL_MIN_MS = 250;
const POLL_MAX_MS = 10_000;

/**
 * Polls with growing pauses (250 ms to 10 s) until `hasEnded` returns true, and returns the last result.
 *
 * Throws `KoloError`: `not_ended` after `wait_ms`, `aborted` when the signal is aborted, and any error of a poll.
 */
export async function pollUntilEnded<Resource>(
  poll: (options: CallOptions) => Promise<Resource>,
  hasEnded: (resource: Resource) => boolean,
  { wait_ms = WAIT_MS, ...options }: WaitOptions,
): Promise<Resource> {
  const { signal } = options;
  const deadline_ms = performance.now() + wait_ms;
  for (let step_ms = POLL_MIN_MS; ; step_ms = Math.min(POLL_MAX_MS, step_ms * 1.5)) {
    const resource = await poll(options);
    if (hasEnded(resource)) return resource;
    const left_ms = deadline_ms - performance.now();
    if (left_ms <= 0) {
      throw new KoloError("not_ended", `It has not ended within ${wait_ms / 1_000} s, and continues on the server`);
    }
    await sleepUnlessAborted(Math.min(left_ms, step_ms * (0.75 + Math.random() / 2)), signal);
    if (signal?.aborted) throw new KoloError("aborted", "The wait was aborted", { cause: signal.reason });
  }
}
