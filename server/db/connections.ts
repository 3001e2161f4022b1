import pg from "pg";
import { fromDatabase } from "#kernel/time.ts";
import { unavailable } from "./errors.ts";
import { type Line, watchLines } from "./silence.ts";
import { openWires, type Wire } from "./wire.ts";

/** The connections of a process to its database. They are opened as they are needed. */
export interface Connections {
  /** Fails as `unavailable`: whatever keeps us from a connection is no fault of the request's. */
  connect(): Promise<pg.PoolClient>;
  /** One that is kept for transactions of one trip, where there are some to spare; else any. */
  connectForOneTrip(): Promise<pg.PoolClient>;
  /** Whether that one has the engine's rights without a transaction taking them. */
  readonly is_engine_in_one_trip: boolean;
  lineOf(client: pg.PoolClient): Line;
  wireOf(client: pg.PoolClient): Wire;
  /** Those in use, those idle, and who waits for one. */
  counts(): { readonly used: number; readonly idle: number; readonly waiting: number };
  end(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connections_max: number;
  /** How long a statement may take, where it is not the usual time. */
  readonly statement_ms?: number;
  /** The version of the master key that this process seals with, where it has any: others can see it. */
  readonly master_version?: number;
}

// A statement of ours that runs longer than this is a mistake or a sick server; the request fails and holds nothing. A
// server that was cut off is noticed two looks later, and the service works again within half a minute of it.
export const STATEMENT_TIMEOUT_MS = 25_000;
// What an answer may take on its way, after which nothing more is expected of a connection.
const ON_ITS_WAY_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
// For longer than a pause between two rushes: a new server process looks up and plans anew, and the system gives it each page of
// shared memory the first time it reads there. Bulks a minute apart took a third more of PostgreSQL's time with new ones.
const IDLE_CONNECTION_MS = 600_000;
// Whoever has so many has one to spare for transactions of one trip.
const OWN_FOR_ONE_TRIP_FROM = 4;

// Every statement of ours finds its rows by an index. Said outright, because a plan is made once per connection and kept:
// made while a table is still empty it would read that table from end to end, also when it has grown. Measured on the
// creation of transfers: 1,300 a second without, 5,300 with. `survey` takes it back.
const PLANNER = ["-c enable_seqscan=off", "-c enable_hashjoin=off", "-c enable_mergejoin=off"];

/** What connections of a service or a command are called: a migration waits for all of them to end. */
export const APPLICATION_NAME = "kolo";
/** The same, before the version of the newest master key of the process: nothing is sealed with one that another lacks. */
export const WITH_KEYS = "kolo with key ";

export function openConnections(options: DatabaseOptions): Connections {
  const { connections_max, statement_ms = STATEMENT_TIMEOUT_MS } = options;
  const has_own = connections_max >= OWN_FOR_ONE_TRIP_FROM;
  const pool = openPool(options, has_own ? connections_max - 1 : connections_max, statement_ms);
  const own = has_own ? openPool(options, 1, statement_ms, "kolo_engine") : null;
  const pools = own === null ? [pool] : [pool, own];
  const lines = watchLines(pools, statement_ms + ON_ITS_WAY_MS);
  const sum = (count: (pool: pg.Pool) => number): number => pools.reduce((all, each) => all + count(each), 0);
  return {
    connect: () => connect(pool),
    connectForOneTrip: () => connect(own ?? pool),
    is_engine_in_one_trip: has_own,
    lineOf: lines.of,
    wireOf: openWires(pools, lines, readerOf),
    counts: () => ({
      used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount),
    }),
    end: lines.end,
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** `role` is whose rights its connections have; without it each transaction takes those that it is to have. */
function openPool(
  options: DatabaseOptions,
  connections_max: number,
  statement_ms: number,
  role: "kolo_engine" | null = null,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: connections_max,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: options.master_version === undefined ? APPLICATION_NAME : `${WITH_KEYS}${options.master_version}`,
    options: [
      "-c timezone=UTC",
      ...PLANNER,
      "-c client_min_messages=warning",
      `-c statement_timeout=${statement_ms}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
      ...(role === null ? [] : [`-c role=${role}`]),
    ].join(" "),
  });
  // A connection that breaks tells whoever waits on a statement; the event beside that, unheard, would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
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
