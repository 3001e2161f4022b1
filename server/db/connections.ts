import pg from "pg";
import { fromDatabase } from "#kernel/time.ts";
import { isUnavailable, unavailable } from "./errors.ts";
import { type PoolSize, poolSize } from "./pool-size.ts";
import { beginSession, openRoute, type Route } from "./session.ts";
import { type Line, watchLines } from "./silence.ts";
import { openWires, type Wire } from "./wire.ts";

/** The connections of a process to its database. */
export interface Connections {
  /** Opens what the service cannot do without, so that nobody else has it: the rest is opened as it is needed. */
  open(): Promise<void>;
  /** Fails as `unavailable`: whatever keeps us from a connection is no fault of the request's. */
  connect(): Promise<pg.PoolClient>;
  lineOf(client: pg.PoolClient): Line;
  wireOf(client: pg.PoolClient): Wire;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
  /** How many are asked for at most. */
  readonly asked: number;
  /** How many can be had, as far as is known. */
  readonly available: number;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connections_max: number;
  /** How long a statement may take, where it is not the usual time. */
  readonly statement_ms?: number;
  /** The version of the master key that this process seals with, where it has any: others can see it. */
  readonly master_version?: number;
  /** Called when fewer connections can be had than are asked for, and when that is over. */
  readonly onAvailable?: (counts: Pick<ConnectionCounts, "asked" | "available">) => void;
}

// A statement of ours that runs longer than this is a mistake or a sick server; the request fails and holds nothing. A
// server that was cut off is noticed two looks later, and the service works again within half a minute of it.
export const STATEMENT_TIMEOUT_MS = 25_000;
// What an answer may take on its way, after which nothing more is expected of a connection.
const ON_ITS_WAY_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
// Opened at the start and kept: with them requests, workers and health go on when the server has no more.
const KEPT_OPEN = 4;

/** What connections of a service or a command are called: a migration waits for all of them to end. */
export const APPLICATION_NAME = "kolo";
/** The same, before the version of the newest master key of the process: nothing is sealed with one that another lacks. */
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

/** Where the address names several servers, another one is looked for when this one does not answer, or takes no writes any more. */
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
  // A connection that breaks tells whoever waits on a statement; the event beside that, unheard, would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A new connection goes where the route leads when it is opened. */
function clientOf(route: Route): new (options?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, ...route.current() });
    }
  };
}

// int8 as bigint, timestamps as our own ISO text, dates and numerics as they are written. The rest as `pg` does it.
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

function readerOf(type: number): (text: string) => unknown {
  if (type === INT8) return BigInt;
  if (type === TIMESTAMPTZ) return fromDatabase;
  if (type === DATE) return String;
  return pg.types.getTypeParser(type, "text");
}
