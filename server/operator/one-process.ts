import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { destination, type Logger, pino } from "pino";
import { type App, openApp } from "#app.ts";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
import type { Siblings } from "#http/metrics.ts";
import { isThisMachine } from "#kernel/hosts.ts";
import type { Allowance } from "#resources/webhooks/guard.ts";
import { giveMemoryBack } from "./memory.ts";

/** What a process does. */
export interface Parts {
  readonly serves: boolean;
  readonly works: boolean;
}

/** The service, in this process or in those it looks after. */
export interface Running {
  readonly db: Database;
  close(): Promise<void>;
}

/** Where a process writes what it does, a line each. */
export interface Log {
  readonly logger: Logger;
  /** Writes what is left, where that can be done at once. */
  end(): Promise<void>;
}

interface Given extends Parts {
  readonly database_url: string;
  readonly master_keys: string;
  readonly is_alone: boolean;
  readonly logger: Logger;
  readonly siblings: Siblings | null;
}

// Beyond this a stop is no longer graceful: what is under way comes back when its lease ends.
const STOP_TIMEOUT_MS = 30_000;
// Log lines are written by the page, or this late at most: a call to the system for each would cost 4 % of a busy process, and
// one for every ten of them 3 %.
const LOG_LATEST_MS = 250;
const LOG_PAGE = { minLength: 49_152, maxWrite: 65_536, periodicFlush: LOG_LATEST_MS };
// What a pipe takes in one piece: where several processes write to one they cut no line of each other's.
const LOG_PAGE_OF_SEVERAL = { minLength: 3_072, maxWrite: 4_096, periodicFlush: LOG_LATEST_MS };
// What waits for room on a full disk, or for somebody to read. Lines beyond it are lost.
const LOG_WAITING_BYTES = 4 * 1_024 * 1_024;
const LOG_END_MS = 1_000;
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/**
 * `number` is said in every line; null where there is only one process. A log that cannot be written ends nothing: it is
 * tried again with the next line.
 */
export function openLog(config: Config, number: number | null): Log {
  const page = number === null ? LOG_PAGE : LOG_PAGE_OF_SEVERAL;
  const stream = destination({ sync: false, maxLength: LOG_WAITING_BYTES, ...page });
  for (const output of [stream, process.stdout]) output.on("error", () => {});
  // At the end pino writes what is left by a call that tries for ever where it cannot: nothing may be left to it.
  process.prependListener("exit", () => stream.destroy());
  const base = number === null ? null : { process: number };
  const logger = pino({ level: config.log_level, base, timestamp: timeOfLine }, stream);
  return {
    logger,
    async end() {
      const written = once(stream, "close").catch(() => {});
      stream.end();
      await Promise.race([written, sleep(LOG_END_MS)]);
    },
  };
}

let last_line = { at_ms: 0, text: "" };

/** The time of a line as pino writes it, made once for all lines of a millisecond. */
function timeOfLine(): string {
  const at_ms = Date.now();
  if (at_ms !== last_line.at_ms) last_line = { at_ms, text: pino.stdTimeFunctions.isoTime() };
  return last_line.text;
}

/** Opens the service in this process, listening when it serves. Throws an `Error` with one sentence when it cannot. */
export async function openProcess(config: Config, given: Given): Promise<App> {
  giveMemoryBack();
  const app = await openApp({ config, webhook_allowance: allowance(config), ...given });
  try {
    await app.server?.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    throw portTaken(error, config) ?? error;
  }
  return app;
}

/**
 * Where webhooks may go beside the public internet. On a laptop receivers are on the laptop: without a word to the contrary
 * the test environment may reach them, while the public address is this machine itself; where it listens does not count.
 */
export function allowance(config: Config): Allowance {
  if (config.webhook_allow !== null) return { ranges: config.webhook_allow, environments: ["test", "live"] };
  return config.database_url === null && isThisMachine(new URL(config.public_url).hostname)
    ? { ranges: LOOPBACK, environments: ["test"] }
    : { ranges: [], environments: [] };
}

function portTaken(error: unknown, config: Config): Error | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE")
    return new Error(`Port ${config.port} is taken: set KOLO_PORT to a free one`, { cause: error });
  if (code === "EADDRNOTAVAIL")
    return new Error(`This machine has no address ${config.host}: set KOLO_HOST`, { cause: error });
  if (code === "EACCES")
    return new Error(`Port ${config.port} needs more rights than this user has: set KOLO_PORT to one above 1023`, {
      cause: error,
    });
  return null;
}

/** Ends the process, gracefully, when it is told to. */
export function stopOnSignal(log: Log, close: () => Promise<void>): void {
  let is_stopping = false;
  const stop = async (): Promise<void> => {
    if (is_stopping) return;
    is_stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await close();
    await log.end();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
}
