import { once } from "node:events";
import type { Config } from "#config.ts";
import { assert } from "#kernel/errors.ts";
import { openLog } from "./log.ts";
import { openServiceProcess, type ProcessRoles } from "./service-process.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/** The start data of a worker. Sent over the channel from the primary: other users can read an environment. */
export interface WorkerConfig {
  /** The worker's number, from 1. A worker that replaces another keeps its number. */
  readonly number: number;
  readonly database_url: string;
  readonly master_keys: string;
}

/** Messages from the primary to a worker. */
export type PrimaryMessage =
  | { readonly kind: "begin"; readonly worker_config: WorkerConfig }
  /** Requests the worker's metrics. */
  | { readonly kind: "count"; readonly round: number }
  /** The metrics of all workers, in reply to `gather`. */
  | { readonly kind: "counted"; readonly gather_id: number; readonly counts: readonly object[] };

/** Messages from a worker to the primary. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly sentence: string }
  | { readonly kind: "gather"; readonly gather_id: number }
  | { readonly kind: "counts"; readonly round: number; readonly counts: object };

/** Runs one worker behind the shared port: starts on the primary's message, and ends with the primary. */
export async function serveAsWorker(config: Config, parts: ProcessRoles): Promise<void> {
  const [first]: readonly PrimaryMessage[] = await once(process, "message");
  assert(first?.kind === "begin", "the primary's first message is to begin");
  const { number, ...worker_options } = first.worker_config;
  const log = openLog(config, number);
  const { logger } = log;
  const metrics_gatherer = openMetricsGatherer();
  try {
    const siblings = { number, gather: metrics_gatherer.gather };
    const app = await openServiceProcess(config, {
      ...worker_options,
      ...parts,
      is_only_process: false,
      logger,
      cluster_peers: siblings,
    });
    process.on("message", (message: PrimaryMessage) => {
      if (message.kind === "counted") metrics_gatherer.resolveGather(message.gather_id, message.counts);
      if (message.kind === "count") {
        const answer = (counts: object): void => sendToPrimary({ kind: "counts", round: message.round, counts });
        app.metrics.toJson().then(answer, (error: unknown) => logger.error({ err: error }, "metrics failed"));
      }
    });
    stopOnSignal(log, () => app.close());
    sendToPrimary({ kind: "ready" });
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    process.send?.({ kind: "failed", sentence } satisfies WorkerMessage, () => process.exit(1));
  }
}

// Longer than the primary's own timeout for workers that do not respond.
const GATHER_TIMEOUT_MS = 5_000;

/** Requests the metrics of all workers from the primary. */
function openMetricsGatherer() {
  const waiting = new Map<number, (counts: readonly object[]) => void>();
  let last_gather_id = 0;
  return {
    resolveGather(gather_id: number, counts: readonly object[]): void {
      waiting.get(gather_id)?.(counts);
      waiting.delete(gather_id);
    },
    async gather(): Promise<readonly object[]> {
      last_gather_id += 1;
      const gather_id = last_gather_id;
      const { promise, resolve, reject } = Promise.withResolvers<readonly object[]>();
      const timer = setTimeout(() => reject(new Error("The primary process does not answer")), GATHER_TIMEOUT_MS);
      waiting.set(gather_id, resolve);
      sendToPrimary({ kind: "gather", gather_id: gather_id });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(gather_id);
      }
    },
  };
}

function sendToPrimary(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}
