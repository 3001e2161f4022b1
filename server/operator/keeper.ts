import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "#config.ts";
import { openOwnDatabase } from "#db/master-keys.ts";
import type { Database } from "#db/pool.ts";
import { forgetWorkers } from "#jobs/worker.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import type { Running } from "./one-process.ts";
import type { FromKeeper, Orders, ToKeeper } from "./process-of-several.ts";

interface Given extends Omit<Orders, "number"> {
  /** Whether no other service can be working on this database. */
  readonly is_alone: boolean;
  readonly logger: Logger;
}

const CONNECTIONS = 2;
// A hung process ignores the signal to end. The stop of PostgreSQL needs the rest of the total time.
const KILLED_AFTER_MS = 25_000;

/**
 * The cluster primary: starts the workers behind one port, distributes connections round-robin, and restarts workers
 * that end by themselves. It serves no requests and runs no jobs, so no fault of those can end it. Throws an `Error`
 * with one sentence if a worker cannot start.
 */
export async function keepProcesses(config: Config, { is_alone, logger, ...given }: Given): Promise<Running> {
  const stopping = new AbortController();
  const db = await openForKeeper(given, is_alone);
  const counting = openCounting();
  const places = Array.from({ length: config.processes }, (_, place) => {
    const number = place + 1;
    return openPlace({
      ...{ number, logger },
      stopping: stopping.signal,
      run: (onReady) => runProcess({ number, ...given }, counting, onReady),
    });
  });
  const close = async (): Promise<void> => {
    stopping.abort();
    for (const worker of workers()) worker.process.kill("SIGTERM");
    const killing = setTimeout(() => {
      for (const worker of workers()) worker.process.kill("SIGKILL");
    }, KILLED_AFTER_MS);
    await Promise.all(places.map((place) => place.ended));
    clearTimeout(killing);
    await db.close();
  };
  try {
    await Promise.all(places.map((place) => place.ready));
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

async function openForKeeper(
  { database_url, master_keys }: Omit<Orders, "number">,
  is_alone: boolean,
): Promise<Database> {
  useKeyring(readKeyring(master_keys));
  const db = await openOwnDatabase({ url: database_url, connections_max: CONNECTIONS });
  try {
    if (is_alone) await forgetWorkers(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** A slot that always has one worker, until the service stops. */
interface Place {
  readonly number: number;
  readonly stopping: AbortSignal;
  readonly logger: Logger;
  /** Runs a worker to its end, and returns the reason. */
  readonly run: (onReady: (pid: number | undefined) => void) => Promise<string>;
}

// Back-off for a worker that keeps ending early.
const RESTART_MS = 200;
const RESTART_LONGEST_MS = 30_000;
const LASTED_MS = 10_000;

/** `ready` rejects if the very first worker does not start: a service that cannot start reports the error and ends. */
function openPlace({ number, stopping, logger, run }: Place): {
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
} {
  const ready = Promise.withResolvers<void>();

  async function keep(): Promise<void> {
    let was_ready = false;
    let wait_ms = RESTART_MS;
    while (!stopping.aborted) {
      const began_ms = performance.now();
      const reason = await run((pid) => {
        logger.info({ number, pid }, "a process is ready");
        was_ready = true;
        ready.resolve();
      });
      if (!was_ready) return ready.reject(new Error(reason));
      if (stopping.aborted) return;
      const has_lasted = performance.now() - began_ms >= LASTED_MS;
      wait_ms = has_lasted ? RESTART_MS : Math.min(2 * wait_ms, RESTART_LONGEST_MS);
      logger.error({ number, reason, wait_ms }, "a process ended and is started again");
      await sleep(wait_ms, undefined, { signal: stopping }).catch(() => {});
    }
  }

  return { ready: ready.promise, ended: keep() };
}

async function runProcess(orders: Orders, counting: Counting, onReady: Parameters<Place["run"]>[0]): Promise<string> {
  const worker = cluster.fork();
  const lost = followConnections(worker);
  let sentence: string | null = null;
  worker.on("message", (message: ToKeeper) => {
    if (message.kind === "ready") onReady(worker.process.pid);
    if (message.kind === "failed") sentence = message.sentence;
    if (message.kind === "counts") counting.counted(message.round, message.counts);
    if (message.kind === "gather") {
      const { asked } = message;
      void counting.gather().then((counts) => tell(worker, { kind: "counted", asked, counts }));
    }
  });
  // A message to a worker that has just ended raises an error.
  worker.on("error", () => {});
  tell(worker, { kind: "begin", orders });
  const [code, signal] = await once(worker.process, "exit");
  lost.end();
  return sentence ?? `It ended by itself (${signal ?? code})`;
}

interface Connection {
  close(callback?: () => void): void;
}

/**
 * Tracks connections handed to a worker but not yet acknowledged. If the worker ends first, Node forgets them but keeps
 * them open: the client would wait for ever (`RoundRobinHandle`, Node 24).
 */
function followConnections({ process: child }: Worker): { end(): void } {
  const handed = new Set<Connection>();
  child.send = new Proxy(child.send, {
    apply(send, self, given: readonly unknown[]) {
      const [, connection] = given;
      if (isConnection(connection)) {
        handed.add(connection);
        // Node closes its own handle after the acknowledgement.
        connection.close = new Proxy(connection.close, {
          apply(close, own, words) {
            handed.delete(connection);
            return Reflect.apply(close, own, words);
          },
        });
      }
      return Reflect.apply(send, self, given);
    },
  });
  return {
    end() {
      for (const connection of handed) connection.close();
    },
  };
}

function isConnection(value: unknown): value is Connection {
  return typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";
}

interface Counting {
  /** The metrics of every worker that responds. */
  gather(): Promise<readonly object[]>;
  counted(round: number, counts: object): void;
}

// A worker that is busy for longer, or has only just started, is left out of this scrape.
const COUNT_TIMEOUT_MS = 2_000;

function openCounting(): Counting {
  const rounds = new Map<number, { readonly counts: object[]; expected: number; readonly done: () => void }>();
  let round = 0;
  return {
    async gather() {
      round += 1;
      const number = round;
      const { promise, resolve } = Promise.withResolvers<void>();
      const asked = workers();
      const counts: object[] = [];
      rounds.set(number, { counts, expected: asked.length, done: resolve });
      for (const worker of asked) tell(worker, { kind: "count", round: number });
      const timer = setTimeout(resolve, COUNT_TIMEOUT_MS);
      await promise;
      clearTimeout(timer);
      rounds.delete(number);
      return counts;
    },
    counted(number, counts) {
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

function tell(worker: Worker, message: FromKeeper): void {
  if (worker.isConnected()) worker.send(message);
}
