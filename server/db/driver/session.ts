import pg from "pg";
import { type DatabaseUrl, parseDatabaseUrl } from "./database-url.ts";

/**
 * The settings that Kolo relies on in every session: of the service, of migrations and of commands. They are set after
 * connecting, because pgbouncer refuses them in the startup message. So they override the defaults of server, database
 * and user.
 */
const SESSION_SETTINGS: Settings = {
  // Before version 18 a disabled scan adds 10^10 to a plan's cost, and every plan above 100,000 is compiled. That takes
  // 50 to 260 ms for `select id from workers`. None of our statements runs long enough to benefit.
  jit: "off",
  // An overestimated plan, as above, would also start parallel workers first.
  max_parallel_workers_per_gather: "0",
  // Values are parsed as text in these formats (`database-connections.ts`).
  timezone: "UTC",
  datestyle: "ISO",
  intervalstyle: "postgres",
  bytea_output: "hex",
  client_encoding: "UTF8",
  standard_conforming_strings: "on",
  client_min_messages: "warning",
  // Table names in our SQL have no schema. By default PostgreSQL would first search a schema with the user's name.
  search_path: "public",
  row_security: "on",
  // The ledger's locks and checks rely on this level; transactions that need a higher one set it.
  default_transaction_isolation: "read committed",
};

// Every statement of Kolo finds its rows by an index, and these settings force the planner to use one. Otherwise a plan
// that a connection cached while a table was empty would scan the whole table even after it has grown. Measured on the
// creation of transfers: 1,300 per second without these settings, 5,300 with them. `longRead` reverts them.
const PLANNER_SETTINGS: Settings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_indexscan: "on",
  enable_bitmapscan: "on",
  enable_nestloop: "on",
  enable_sort: "on",
  plan_cache_mode: "auto",
  // The embedded server's setting: a random page read costs little more than a sequential one. So plans are the same
  // everywhere.
  random_page_cost: "1.1",
};

const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

// The query on `pg_settings` skips `transaction_timeout` before version 17, where it does not exist. A default of
// `synchronous_commit = off` is overridden, so that no commit is reported before it is on disk.
const VERSION_DEPENDENT_SETTINGS = `
  select set_config(name, '0', false) from pg_settings where name in ('idle_session_timeout', 'transaction_timeout');
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

type Settings = Readonly<Record<string, string>>;

/** The settings of one kind of connection. */
export interface SessionSettings {
  readonly application_name: string;
  /** The statement timeout in milliseconds. Null: no timeout, and the planner may choose sequential scans. */
  readonly statement_ms: number | null;
}

/** Sets up a new connection's session. Returns whether it is read-only. */
export async function configureSession(
  client: pg.ClientBase,
  session: SessionSettings,
): Promise<{ readonly is_read_only: boolean }> {
  const { application_name, statement_ms } = session;
  const service_timeouts = {
    ...PLANNER_SETTINGS,
    statement_timeout: String(statement_ms),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  };
  const command_timeouts = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };
  const settings = {
    application_name,
    ...SESSION_SETTINGS,
    ...(statement_ms === null ? command_timeouts : service_timeouts),
  };
  const text = [
    ...Object.entries(settings).map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`),
    VERSION_DEPENDENT_SETTINGS,
    "show transaction_read_only",
  ].join(";");
  // A query text with several statements returns a list of results.
  const query_config = { text, query_timeout: CONNECT_TIMEOUT_MS };
  const results: pg.QueryResult | readonly pg.QueryResult[] = await client.query(query_config);
  const last = [results].flat().at(-1);
  return { is_read_only: last?.rows[0]?.transaction_read_only === "on" };
}

/** A connection outside the pool, for migrations and commands. The caller ends it. */
export async function connectOutsidePool(url: string, application_name: string): Promise<pg.Client> {
  const selection = openServerSelection(url);
  await selection.select();
  const client = new pg.Client(selection.current());
  // A lost connection rejects the pending statement. Without this listener its `error` event would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await configureSession(client, { application_name, statement_ms: null });
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** The selected server of a URL: the first that accepts writes, else the first that answers. */
export interface ServerSelection {
  current(): pg.ClientConfig;
  /** Whether the URL has several servers, and none that accepts writes is selected. */
  needsSelection(): boolean;
  /** Queries the servers again, if there are several. If no server answers, throws the last one's error. */
  select(): Promise<void>;
  /** Reports that the selected server is read-only. Returns false if there is no other. */
  reportReadOnly(): boolean;
}

export function openServerSelection(url: string): ServerSelection {
  const { servers } = parseDatabaseUrl(url);
  let [current = {}] = servers;
  let needs_selection = servers.length > 1;
  let selecting: Promise<void> | null = null;

  async function select(): Promise<void> {
    let read_only_server: pg.ClientConfig | null = null;
    let failure: unknown = new Error("DATABASE_URL names no server");
    for (const server of servers) {
      try {
        if (await acceptsWrites(server)) {
          current = server;
          needs_selection = false;
          return;
        }
        read_only_server ??= server;
      } catch (error) {
        failure = error;
      }
    }
    if (read_only_server === null) throw failure;
    current = read_only_server;
  }

  return {
    current: () => current,
    needsSelection: () => needs_selection,
    async select() {
      if (servers.length === 1) return;
      selecting ??= select().finally(() => {
        selecting = null;
      });
      await selecting;
    },
    reportReadOnly() {
      if (servers.length === 1 || needs_selection) return false;
      needs_selection = true;
      return true;
    },
  };
}

async function acceptsWrites(server: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const query_config = { text: "show transaction_read_only", query_timeout: CONNECT_TIMEOUT_MS };
    const { rows } = await client.query(query_config);
    return rows[0]?.transaction_read_only === "off";
  } finally {
    await client.end().catch(() => {});
  }
}

/** The hosts of the database: names, addresses, and folders of sockets. */
export function databaseHosts(url: string): DatabaseUrl["hosts"] {
  return parseDatabaseUrl(url).hosts;
}
