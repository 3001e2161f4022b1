import { once } from "node:events";
import type { Config } from "#config.ts";
import { assert } from "#kernel/errors.ts";
import { openLog } from "./log.ts";
import { openProcess, type Parts } from "./one-process.ts";
import { stopOnSignal } from "./stop.ts";

/** The start data of a worker. Sent over the channel from the primary: other users can read an environment. */
export interface Orders {
  /** From 1; the replacement of a worker gets its number. */
  readonly number: number;
  readonly database_url: string;
  readonly master_keys: string;
}

/** Messages from the primary to a worker. */
export type FromKeeper =
  | { readonly kind: "begin"; readonly orders: Orders }
  /** Requests the worker's metrics. */
  | { readonly kind: "count"; readonly round: number }
  /** The metrics of all workers, in reply to `gather`. */
  | { readonly kind: "counted"; readonly asked: number; readonly counts: readonly object[] };

/** Messages from a worker to the primary. */
export type ToKeeper =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly sentence: string }
  | { readonly kind: "gather"; readonly asked: number }
  | { readonly kind: "counts"; readonly round: number; readonly counts: object };

/** Runs one worker behind the shared port: starts on the primary's message, and ends with the primary. */
export async function serveForKeeper(config: Config, parts: Parts): Promise<void> {
  const [first]: readonly FromKeeper[] = await once(process, "message");
  assert(first?.kind === "begin", "the keeper's first word is to begin");
  const { number, ...given } = first.orders;
  const log = openLog(config, number);
  const { logger } = log;
  const gathering = openGathering();
  try {
    const siblings = { number, gather: gathering.gather };
    const app = await openProcess(config, { ...given, ...parts, is_alone: false, logger, siblings });
    process.on("message", (message: FromKeeper) => {
      if (message.kind === "counted") gathering.given(message.asked, message.counts);
      if (message.kind === "count") {
        const answer = (counts: object): void => tell({ kind: "counts", round: message.round, counts });
        app.metrics.counts().then(answer, (error: unknown) => logger.error({ err: error }, "metrics failed"));
      }
    });
    stopOnSignal(log, () => app.close());
    tell({ kind: "ready" });
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    process.send?.({ kind: "failed", sentence } satisfies ToKeeper, () => process.exit(1));
  }
}

// Longer than the primary waits for workers that do not respond.
const GATHER_TIMEOUT_MS = 5_000;

/** Requests the metrics of all workers from the primary. */
function openGathering() {
  const waiting = new Map<number, (counts: readonly object[]) => void>();
  let asked = 0;
  return {
    given(number: number, counts: readonly object[]): void {
      waiting.get(number)?.(counts);
      waiting.delete(number);
    },
    async gather(): Promise<readonly object[]> {
      asked += 1;
      const number = asked;
      const { promise, resolve, reject } = Promise.withResolvers<readonly object[]>();
      const timer = setTimeout(
        () => reject(new Error("The keeper of the processes does not answer")),
        GATHER_TIMEOUT_MS,
      );
      waiting.set(number, resolve);
      tell({ kind: "gather", asked: number });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(number);
      }
    },
  };
}

function tell(message: ToKeeper): void {
  if (process.connected) process.send?.(message);
}
