import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "#config.ts";
import { openVerifiedDatabase } from "#db/master-keys.ts";
import type { Database } from "#db/pool.ts";
import { deleteWorkers } from "#jobs/worker.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import type { PrimaryMessage, WorkerConfig, WorkerMessage } from "./cluster-worker.ts";
import type { RunningService } from "./service-process.ts";

interface ClusterOptions extends Omit<WorkerConfig, "number"> {
  /** Whether certainly no other service uses this database. */
  readonly is_only_process: boolean;
  readonly logger: Logger;
}

const CONNECTIONS = 2;
// After this time a worker that ignores the stop signal is killed. The rest of the total stop time is for PostgreSQL.
const KILL_TIMEOUT_MS = 25_000;

/**
 * The cluster primary: starts the workers behind one port, distributes connections round-robin, and restarts workers
 * that end by themselves. It serves no requests and runs no jobs, so an error in those cannot end it. Throws an `Error`
 * with one sentence if a worker cannot start.
 */
export async function startCluster(
  config: Config,
  { is_only_process, logger, ...worker_options }: ClusterOptions,
): Promise<RunningService> {
  const stopping = new AbortController();
  const db = await openPrimaryDatabase(worker_options, is_only_process);
  const metrics_gatherer = openMetricsGatherer();
  const supervisors = Array.from({ length: config.processes }, (_, index) => {
    const number = index + 1;
    return superviseWorker({
      ...{ number, logger },
      stopping: stopping.signal,
      run: (onReady) => runWorker({ number, ...worker_options }, metrics_gatherer, onReady),
    });
  });
  const close = async (): Promise<void> => {
    stopping.abort();
    for (const worker of workers()) worker.process.kill("SIGTERM");
    const killing = setTimeout(() => {
      for (const worker of workers()) worker.process.kill("SIGKILL");
    }, KILL_TIMEOUT_MS);
    await Promise.all(supervisors.map((supervisor) => supervisor.ended));
    clearTimeout(killing);
    await db.close();
  };
  try {
    await Promise.all(supervisors.map((supervisor) => supervisor.ready));
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

async function openPrimaryDatabase(
  { database_url, master_keys }: Omit<WorkerConfig, "number">,
  is_only_process: boolean,
): Promise<Database> {
  useKeyring(readKeyring(master_keys));
  const db = await openVerifiedDatabase({ url: database_url, connections_max: CONNECTIONS });
  try {
    if (is_only_process) await deleteWorkers(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** A slot for one worker: a worker that ends is replaced, until the service stops. */
interface SupervisorOptions {
  readonly number: number;
  readonly stopping: AbortSignal;
  readonly logger: Logger;
  /** Runs a worker to its end, and returns the reason. */
  readonly run: (onReady: (pid: number | undefined) => void) => Promise<string>;
}

// Back-off for a worker that keeps ending early.
const RESTART_DELAY_MIN_MS = 200;
const RESTART_DELAY_MAX_MS = 30_000;
const STABLE_AFTER_MS = 10_000;

/** `ready` rejects if the very first worker does not start: a service that cannot start reports the error and ends. */
function superviseWorker({ number, stopping, logger, run }: SupervisorOptions): {
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
} {
  const ready = Promise.withResolvers<void>();

  async function superviseLoop(): Promise<void> {
    let was_ready = false;
    let wait_ms = RESTART_DELAY_MIN_MS;
    while (!stopping.aborted) {
      const began_ms = performance.now();
      const reason = await run((pid) => {
        logger.info({ number, pid }, "a process is ready");
        was_ready = true;
        ready.resolve();
      });
      if (!was_ready) return ready.reject(new Error(reason));
      if (stopping.aborted) return;
      const was_stable = performance.now() - began_ms >= STABLE_AFTER_MS;
      wait_ms = was_stable ? RESTART_DELAY_MIN_MS : Math.min(2 * wait_ms, RESTART_DELAY_MAX_MS);
      logger.error({ number, reason, wait_ms }, "a process ended and is restarted");
      await sleep(wait_ms, undefined, { signal: stopping }).catch(() => {});
    }
  }

  return { ready: ready.promise, ended: superviseLoop() };
}

async function runWorker(
  worker_config: WorkerConfig,
  metrics_gatherer: MetricsGatherer,
  onReady: Parameters<SupervisorOptions["run"]>[0],
): Promise<string> {
  const worker = cluster.fork();
  const connection_tracker = trackConnections(worker);
  let failure_message: string | null = null;
  worker.on("message", (message: WorkerMessage) => {
    if (message.kind === "ready") onReady(worker.process.pid);
    if (message.kind === "failed") failure_message = message.sentence;
    if (message.kind === "counts") metrics_gatherer.addMetrics(message.round, message.counts);
    if (message.kind === "gather") {
      const { gather_id } = message;
      void metrics_gatherer.gather().then((counts) => sendToWorker(worker, { kind: "counted", gather_id, counts }));
    }
  });
  // Ignore the error of a message to a worker that has just ended.
  worker.on("error", () => {});
  sendToWorker(worker, { kind: "begin", worker_config });
  const [code, signal] = await once(worker.process, "exit");
  connection_tracker.end();
  return failure_message ?? `It ended by itself (${signal ?? code})`;
}

interface ClosableConnection {
  close(callback?: () => void): void;
}

/**
 * Tracks connections handed to a worker but not yet acknowledged. If the worker ends first, Node forgets them but keeps
 * them open: the client would wait for ever (`RoundRobinHandle`, Node 24).
 */
function trackConnections({ process: child }: Worker): { end(): void } {
  const handed = new Set<ClosableConnection>();
  child.send = new Proxy(child.send, {
    apply(send, self, send_args: readonly unknown[]) {
      const [, connection] = send_args;
      if (isConnection(connection)) {
        handed.add(connection);
        // Wraps `close`: Node closes its own handle only after the worker's acknowledgement.
        connection.close = new Proxy(connection.close, {
          apply(close, own, close_args) {
            handed.delete(connection);
            return Reflect.apply(close, own, close_args);
          },
        });
      }
      return Reflect.apply(send, self, send_args);
    },
  });
  return {
    end() {
      for (const connection of handed) connection.close();
    },
  };
}

function isConnection(value: unknown): value is ClosableConnection {
  return typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";
}

interface MetricsGatherer {
  /** The metrics of every worker that responds. */
  gather(): Promise<readonly object[]>;
  addMetrics(round: number, counts: object): void;
}

// A worker that is busy for longer, or has only just started, is left out of this scrape.
const GATHER_TIMEOUT_MS = 2_000;

function openMetricsGatherer(): MetricsGatherer {
  const rounds = new Map<number, { readonly counts: object[]; expected: number; readonly done: () => void }>();
  let round = 0;
  return {
    async gather() {
      round += 1;
      const number = round;
      const { promise, resolve } = Promise.withResolvers<void>();
      const polled_workers = workers();
      const counts: object[] = [];
      rounds.set(number, { counts, expected: polled_workers.length, done: resolve });
      for (const worker of polled_workers) sendToWorker(worker, { kind: "count", round: number });
      const timer = setTimeout(resolve, GATHER_TIMEOUT_MS);
      await promise;
      clearTimeout(timer);
      rounds.delete(number);
      return counts;
    },
    addMetrics(number, counts) {
      const open = rounds.get(number);
      if (!open) return;
      open.counts.push(counts);
      if (open.counts.length === open.expected) open.done();
    },
  };
}

function workers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [worker] : []));
}

function sendToWorker(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message);
}
