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
// One that hangs does not end when it is told to. The rest of the stop, PostgreSQL's own, has its time within the whole.
const KILLED_AFTER_MS = 25_000;

/**
 * Starts the processes, all behind one port, hands them connections in turn, and starts again whichever ends by itself.
 * The keeper answers no request and does no work: nothing they do can end it. Throws an `Error` with one sentence when a
 * process cannot start.
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

/** Where there is always one process, until the service stops. */
interface Place {
  readonly number: number;
  readonly stopping: AbortSignal;
  readonly logger: Logger;
  /** Runs a process to its end, and says why it ended. */
  readonly run: (onReady: (pid: number | undefined) => void) => Promise<string>;
}

// One that does not last is started again less and less often.
const RESTART_MS = 200;
const RESTART_LONGEST_MS = 30_000;
const LASTED_MS = 10_000;

/** `ready` fails when the very first process does not start: a service that cannot begin says so and ends. */
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
  // A word to a process that has just ended.
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
 * The connections a process was handed and has not said that it took. Node forgets them when it ends before it does, and
 * keeps them open: who is at the other end would wait for ever (`RoundRobinHandle`, Node 24).
 */
function followConnections({ process: child }: Worker): { end(): void } {
  const handed = new Set<Connection>();
  child.send = new Proxy(child.send, {
    apply(send, self, given: readonly unknown[]) {
      const [, connection] = given;
      if (isConnection(connection)) {
        handed.add(connection);
        // Node closes its own end once it was taken.
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
  /** What every process that answers counts. */
  gather(): Promise<readonly object[]>;
  counted(round: number, counts: object): void;
}

// A process that is busy for longer, or has only begun, is left out of this answer.
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
