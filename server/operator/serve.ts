import cluster from "node:cluster";
import type { Logger } from "pino";
import { addressOf, type Config } from "#config.ts";
import { CONNECTIONS_MAX } from "#db/embedded.ts";
import { type EmbeddedService, serveEmbedded } from "#db/embedded-service.ts";
import { openLog } from "./log.ts";
import type { Parts, Running } from "./one-process.ts";
import { stopOnSignal } from "./stop.ts";

/** The number of the process that looks after the others. */
const KEEPER = 0;

/**
 * Runs the service until it is told to stop: requests, work, or both, in as many processes as the configuration says.
 * Throws an `Error` with one sentence when it cannot start.
 */
export async function serve(config: Config, parts: Parts): Promise<void> {
  if (cluster.isWorker) {
    const { serveForKeeper } = await import("./process-of-several.ts");
    return serveForKeeper(config, parts);
  }
  const log = openLog(config, config.processes > 1 ? KEEPER : null);
  const starting = start(config, parts, log.logger);
  // Told to stop before it has started, it does so first: what it has begun ends in order, PostgreSQL too.
  const stop = stopOnSignal(log, async () => {
    const started = await starting.catch(() => null);
    await started?.close();
  });
  // `npm start` keeps a channel open: where it closes, whoever started the service was killed and can stop it no more.
  process.once("disconnect", stop);
  process.channel?.unref();
  await starting;
}

async function start(config: Config, parts: Parts, logger: Logger): Promise<{ close(): Promise<void> }> {
  const started_ms = performance.now();
  // The service is read while PostgreSQL starts, and not before: reading keeps this thread from all else.
  const launched = Promise.withResolvers<void>();
  const reading = launched.promise.then(() => import("./run.ts"));
  // It is heard below, when PostgreSQL is there and can be stopped.
  reading.catch(() => {});
  const embedded = config.database_url === null ? await startEmbeddedFor(config, logger, launched.resolve) : null;
  // One that ran already was not launched.
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

// For commands of the operator beside the service, and for those who look after the database.
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
