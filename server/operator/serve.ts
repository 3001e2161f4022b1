import cluster from "node:cluster";
import type { Logger } from "pino";
import { type Config, urlOf } from "#config.ts";
import { EMBEDDED_CONNECTIONS_MAX } from "#db/embedded/embedded-postgres.ts";
import { type EmbeddedService, serveEmbedded } from "#db/embedded/embedded-service.ts";
import { openLog } from "./log.ts";
import type { ProcessRoles, RunningService } from "./service-process.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/** The number of the primary process. */
const PRIMARY_PROCESS_NUMBER = 0;

/**
 * Runs the service until a stop signal: requests, jobs, or both, in the configured number of processes. Throws an
 * `Error` with one sentence if it cannot start.
 */
export async function serve(config: Config, parts: ProcessRoles): Promise<void> {
  if (cluster.isWorker) {
    const { serveAsWorker } = await import("./cluster-worker.ts");
    return serveAsWorker(config, parts);
  }
  const log = openLog(config, config.processes > 1 ? PRIMARY_PROCESS_NUMBER : null);
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

async function start(config: Config, parts: ProcessRoles, logger: Logger): Promise<{ close(): Promise<void> }> {
  const started_ms = performance.now();
  // The service's modules are loaded while PostgreSQL starts, and not before: loading blocks this thread.
  const database_starting = Promise.withResolvers<void>();
  const service_module = database_starting.promise.then(() => import("./start-service.ts"));
  // Avoids an unhandled rejection. The error is reported below, when PostgreSQL runs and can be stopped.
  service_module.catch(() => {});
  const embedded =
    config.database_url === null ? await startEmbeddedFor(config, logger, database_starting.resolve) : null;
  // `onStarting` is not called if the PostgreSQL server was already running.
  database_starting.resolve();
  let running: RunningService | null = null;
  const close = async (): Promise<void> => {
    await running?.close();
    await embedded?.stop();
  };
  try {
    const database_url = embedded?.url ?? config.database_url ?? "";
    const { startService, prepareDemoAndAnnounce } = await service_module;
    running = await startService(config, { database_url, is_only_process: embedded !== null, ...parts, logger });
    await prepareDemoAndAnnounce(config, parts, running.db, started_ms);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

// Connections left for operator commands and for database administrators.
const RESERVED_CONNECTIONS = 10;

async function startEmbeddedFor(config: Config, logger: Logger, onStarting: () => void): Promise<EmbeddedService> {
  const pool_size_max = Math.floor((EMBEDDED_CONNECTIONS_MAX - RESERVED_CONNECTIONS) / config.processes);
  if (config.db_pool_size > pool_size_max) {
    throw new Error(
      `The embedded PostgreSQL has room for ${pool_size_max} connections of each process: lower KOLO_DB_POOL_SIZE or KOLO_PROCESSES`,
    );
  }
  const lock_owner = `Kolo (process ${process.pid}, ${urlOf(config.host, config.port)})`;
  return serveEmbedded(
    { folder: config.data_folder, is_durable: true, onStarting },
    lock_owner,
    logger.error.bind(logger),
  );
}
