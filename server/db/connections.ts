import pg from "pg";
import { fromDatabase } from "#kernel/time.ts";
import { isUnavailable, unavailable } from "./errors.ts";
import { type PoolSize, poolSize } from "./pool-size.ts";
import { beginSession, openRoute, type Route } from "./session.ts";
import { type Line, watchLines } from "./silence.ts";
import { openWires, type Wire } from "./wire.ts";

/** The connection pool of a process. */
export interface Connections {
  /** Opens the minimum of connections that the service needs, before others take them. The rest is opened on demand. */
  open(): Promise<void>;
  /** Fails as `unavailable`: a missing connection is never the request's fault. */
  connect(): Promise<pg.PoolClient>;
  lineOf(client: pg.PoolClient): Line;
  wireOf(client: pg.PoolClient): Wire;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Requests in the queue for a connection. */
  readonly waiting: number;
  /** The configured size of the pool. */
  readonly asked: number;
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
  readonly onAvailable?: (counts: Pick<ConnectionCounts, "asked" | "available">) => void;
}

// A longer statement is a mistake or a sign of a sick server; the request fails and holds no locks. An unreachable
// server is detected two watchdog intervals later, so that the service recovers within half a minute.
export const STATEMENT_TIMEOUT_MS = 25_000;
// The network delay allowed for an answer; after it the connection counts as dead.
const ON_ITS_WAY_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
// Opened at the start and kept: with them requests, workers and health checks continue when the server has no more.
const KEPT_OPEN = 4;

/** The application name of all connections of services and commands. A migration waits until all of them have ended. */
export const APPLICATION_NAME = "kolo";
/**
 * The same, followed by the version of the process's newest master key. No process seals with a version that another
 * lacks.
 */
export const WITH_KEYS = "kolo with key ";

export function openConnections(options: DatabaseOptions): Connections {
  const { connections_max, statement_ms = STATEMENT_TIMEOUT_MS } = options;
  const route = openRoute(options.url);
  const pool = openPool(options, route, connections_max, statement_ms);
  const size = poolSize(pool, (available) => options.onAvailable?.({ asked: connections_max, available }));
  const lines = watchLines(pool, statement_ms + ON_ITS_WAY_MS);

  return {
    async open() {
      const kept = await Promise.all(
        Array.from({ length: Math.min(KEPT_OPEN, connections_max) }, () => connect(pool, route, size)),
      );
      for (const client of kept) client.release();
    },
    connect: () => connect(pool, route, size),
    lineOf: lines.of,
    wireOf: openWires(pool, lines, readerOf),
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      asked: connections_max,
      available: size.available(),
    }),
    async end() {
      size.stop();
      await lines.end();
    },
  };
}

async function connect(pool: pg.Pool, route: Route, size: PoolSize): Promise<pg.PoolClient> {
  try {
    return await size.within(() => connectVia(pool, route), CONNECT_TIMEOUT_MS);
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** With several servers in the URL, tries another one if the current one does not answer, or has become read-only. */
async function connectVia(pool: pg.Pool, route: Route): Promise<pg.PoolClient> {
  if (route.isOpen() && pool.idleCount === 0) await route.choose();
  try {
    return await pool.connect();
  } catch (error) {
    const is_elsewhere = error instanceof TakesNoWrites || (isUnavailable(error) && route.doubt());
    if (!is_elsewhere) throw error;
    await route.choose();
    return pool.connect();
  }
}

class TakesNoWrites extends Error {}

function openPool(options: DatabaseOptions, route: Route, connections_max: number, statement_ms: number): pg.Pool {
  const application_name =
    options.master_version === undefined ? APPLICATION_NAME : `${WITH_KEYS}${options.master_version}`;
  const pool = new pg.Pool({
    Client: clientOf(route),
    max: connections_max,
    min: Math.min(KEPT_OPEN, connections_max),
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    async onConnect(client) {
      const { is_reading } = await beginSession(client, { application_name, statement_ms });
      if (is_reading && route.doubt()) throw new TakesNoWrites("The server takes no writes any more");
    },
  });
  // A broken connection rejects its pending statement; an unhandled `error` event would also end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A new connection goes to the server that is selected at that moment. */
function clientOf(route: Route): new (options?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, ...route.current() });
    }
  };
}

// int8 as bigint, timestamps as our own ISO text, dates and numerics as text. `pg` parses all other types.
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

function readerOf(type: number): (text: string) => unknown {
  if (type === INT8) return BigInt;
  if (type === TIMESTAMPTZ) return fromDatabase;
  if (type === DATE) return String;
  return pg.types.getTypeParser(type, "text");
}
