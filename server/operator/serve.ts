import cluster from "node:cluster";
import type { Logger } from "pino";
import { addressOf, type Config } from "#config.ts";
import { CONNECTIONS_MAX } from "#db/embedded.ts";
import { type EmbeddedService, serveEmbedded } from "#db/embedded-service.ts";
import { openLog } from "./log.ts";
import type { Parts, Running } from "./one-process.ts";
import { stopOnSignal } from "./stop.ts";

/** The number of the primary process. */
const KEEPER = 0;

/**
 * Runs the service until a stop signal: requests, jobs, or both, in the configured number of processes. Throws an
 * `Error` with one sentence if it cannot start.
 */
export async function serve(config: Config, parts: Parts): Promise<void> {
  if (cluster.isWorker) {
    const { serveForKeeper } = await import("./process-of-several.ts");
    return serveForKeeper(config, parts);
  }
  const log = openLog(config, config.processes > 1 ? KEEPER : null);
  const starting = start(config, parts, log.logger);
  // A stop signal during the start waits for the start to finish, so that everything ends in order, PostgreSQL
  // included.
  const stop = stopOnSignal(log, async () => {
    const started = await starting.catch(() => null);
    await started?.close();
  });
  // `npm start` keeps a channel open. If the channel closes, the parent was killed and can no longer stop the service.
  process.once("disconnect", stop);
  process.channel?.unref();
  await starting;
}

async function start(config: Config, parts: Parts, logger: Logger): Promise<{ close(): Promise<void> }> {
  const started_ms = performance.now();
  // The service's modules are loaded while PostgreSQL starts, and not before: loading blocks this thread.
  const launched = Promise.withResolvers<void>();
  const reading = launched.promise.then(() => import("./run.ts"));
  // An error is handled below, when PostgreSQL runs and can be stopped.
  reading.catch(() => {});
  const embedded = config.database_url === null ? await startEmbeddedFor(config, logger, launched.resolve) : null;
  // A server that ran already fired no `onStarting`.
  launched.resolve();
  let running: Running | null = null;
  const close = async (): Promise<void> => {
    await running?.close();
    await embedded?.stop();
  };
  try {
    const database_url = embedded?.url ?? config.database_url ?? "";
    const { run, welcome } = await reading;
    running = await run(config, { database_url, is_alone: embedded !== null, ...parts, logger });
    await welcome(config, parts, running.db, started_ms);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

// Connections left for operator commands and for database administrators.
const CONNECTIONS_SPARED = 10;

async function startEmbeddedFor(config: Config, logger: Logger, onStarting: () => void): Promise<EmbeddedService> {
  const room = Math.floor((CONNECTIONS_MAX - CONNECTIONS_SPARED) / config.processes);
  if (config.connections_max > room) {
    throw new Error(
      `The embedded PostgreSQL has room for ${room} connections of each process: lower KOLO_DB_POOL_SIZE or KOLO_PROCESSES`,
    );
  }
  const who = `Kolo (process ${process.pid}, ${addressOf(config.host, config.port)})`;
  return serveEmbedded({ folder: config.data_folder, is_durable: true, onStarting }, who, logger.error.bind(logger));
}
