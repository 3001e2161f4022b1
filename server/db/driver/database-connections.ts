import pg from "pg";
import { isUnavailable, unavailable } from "#db/errors.ts";
import { fromDatabase } from "#kernel/time.ts";
import { type ConnectionActivity, watchConnections } from "./dead-connection-watchdog.ts";
import { openPipelines, type Pipeline } from "./pipeline.ts";
import { adaptPoolSize, type PoolSize } from "./pool-size.ts";
import { configureSession, openServerSelection, type ServerSelection } from "./session.ts";

/** The connection pool of a process. */
export interface DatabaseConnections {
  /**
   * Opens the minimum number of connections that the service needs, before other programs take them. All others are
   * opened on demand.
   */
  open(): Promise<void>;
  /** Rejects with `unavailable` if there is no connection: that is never the request's fault. */
  connect(): Promise<pg.PoolClient>;
  activityOf(client: pg.PoolClient): ConnectionActivity;
  pipelineOf(client: pg.PoolClient): Pipeline;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Requests in the queue for a connection. */
  readonly waiting: number;
  /** The configured size of the pool. */
  readonly configured: number;
  /** The number of connections that the server can provide, as far as known. */
  readonly available: number;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connections_max: number;
  /** The statement timeout, if not the default. */
  readonly statement_ms?: number;
  /** The version of this process's current master key, if it has any. Other processes can read it. */
  readonly master_version?: number;
  /** Called when the server provides fewer connections than configured, and when that ends. */
  readonly onAvailable?: (counts: Pick<ConnectionCounts, "configured" | "available">) => void;
}

// The default statement timeout. A longer statement is a programming error, or the server is overloaded; canceling it
// fails the request and releases its locks. The watchdog detects an unreachable server two check intervals after this
// time, so that the service recovers within half a minute.
export const STATEMENT_TIMEOUT_MS = 25_000;
// The network delay allowed for an answer. Without an answer by then the connection counts as dead.
const NETWORK_DELAY_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
// These connections are opened at the start and kept open. Requests, workers and health checks then continue even while
// other programs use up all other connections of the server.
const CONNECTIONS_MIN = 4;

/** The application name of all connections of services and commands. A migration waits until all of them have ended. */
export const APPLICATION_NAME = "kolo";
/**
 * The application name of a process with master keys: this text and the version of its newest key. No process seals
 * with a version that another process lacks.
 */
export const APPLICATION_NAME_WITH_KEY = "kolo with key ";

export function openDatabaseConnections(options: DatabaseOptions): DatabaseConnections {
  const { connections_max, statement_ms = STATEMENT_TIMEOUT_MS } = options;
  const selection = openServerSelection(options.url);
  const pool = openPool(options, selection, connections_max, statement_ms);
  const size = adaptPoolSize(pool, (available) => options.onAvailable?.({ configured: connections_max, available }));
  const watchdog = watchConnections(pool, statement_ms + NETWORK_DELAY_MS);

  return {
    async open() {
      const clients = await Promise.all(
        Array.from({ length: Math.min(CONNECTIONS_MIN, connections_max) }, () => connect(pool, selection, size)),
      );
      for (const client of clients) client.release();
    },
    connect: () => connect(pool, selection, size),
    activityOf: watchdog.activityOf,
    pipelineOf: openPipelines(pool, watchdog, parserOf),
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      configured: connections_max,
      available: size.available(),
    }),
    async end() {
      size.stop();
      await watchdog.end();
    },
  };
}

async function connect(pool: pg.Pool, selection: ServerSelection, size: PoolSize): Promise<pg.PoolClient> {
  try {
    return await size.acquire(() => connectWithFailover(pool, selection), CONNECT_TIMEOUT_MS);
  } catch (cause) {
    throw unavailable(cause);
  }
}

/**
 * Connects. If the URL has several servers, and the selected one does not answer or has become read-only, tries
 * another.
 */
async function connectWithFailover(pool: pg.Pool, selection: ServerSelection): Promise<pg.PoolClient> {
  if (selection.needsSelection() && pool.idleCount === 0) await selection.select();
  try {
    return await pool.connect();
  } catch (error) {
    const can_try_other = error instanceof ReadOnlyServerError || (isUnavailable(error) && selection.reportReadOnly());
    if (!can_try_other) throw error;
    await selection.select();
    return pool.connect();
  }
}

class ReadOnlyServerError extends Error {}

function openPool(
  options: DatabaseOptions,
  selection: ServerSelection,
  connections_max: number,
  statement_ms: number,
): pg.Pool {
  const application_name =
    options.master_version === undefined ? APPLICATION_NAME : `${APPLICATION_NAME_WITH_KEY}${options.master_version}`;
  const pool = new pg.Pool({
    Client: clientClassFor(selection),
    max: connections_max,
    min: Math.min(CONNECTIONS_MIN, connections_max),
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    async onConnect(client) {
      const { is_read_only } = await configureSession(client, { application_name, statement_ms });
      if (is_read_only && selection.reportReadOnly())
        throw new ReadOnlyServerError("The server takes no writes any more");
    },
  });
  // A broken connection rejects its pending statement; an unhandled `error` event would also end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A new connection goes to the server that is selected at that moment. */
function clientClassFor(selection: ServerSelection): new (options?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, ...selection.current() });
    }
  };
}

// Values of int8 are parsed as bigint, and timestamps as our own ISO text. Dates and numerics stay text. `pg` parses
// all other types.
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

function parserOf(type: number): (text: string) => unknown {
  if (type === INT8) return BigInt;
  if (type === TIMESTAMPTZ) return fromDatabase;
  if (type === DATE) return String;
  return pg.types.getTypeParser(type, "text");
}
