import pg from "pg";
import { type Address, readAddress } from "./address.ts";

/**
 * The settings that Kolo relies on in every session: of the service, of migrations and of commands. They are set after
 * connecting and not in the startup message, which pgbouncer refuses, and so override the defaults of server, database and user.
 */
const EVERYWHERE: Settings = {
  // Before version 18 a scan that is switched off adds 10^10 to the cost of a plan, and every plan above 100,000 is compiled:
  // 50 to 260 ms for `select id from workers`. No statement of ours is long enough to gain from it.
  jit: "off",
  // For the same reason: a plan that costs so much would be shared among processes that have to be started first.
  max_parallel_workers_per_gather: "0",
  // Values are read as text in these formats (`connections.ts`).
  timezone: "UTC",
  datestyle: "ISO",
  intervalstyle: "postgres",
  bytea_output: "hex",
  client_encoding: "UTF8",
  standard_conforming_strings: "on",
  client_min_messages: "warning",
  // Tables are named without their schema; a schema of the user's name would come first.
  search_path: "public",
  row_security: "on",
  // Locks and checks of the ledger are written for it; what needs more asks for it.
  default_transaction_isolation: "read committed",
};

// Every statement of ours finds its rows by an index. Said outright, because a plan is made once per connection and kept:
// made while a table is still empty it would read that table from end to end, also when it has grown. Measured on the
// creation of transfers: 1,300 a second without, 5,300 with. `survey` takes it back.
const PLANNER: Settings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_indexscan: "on",
  enable_bitmapscan: "on",
  enable_nestloop: "on",
  enable_sort: "on",
  plan_cache_mode: "auto",
  // The embedded server's: a page that is looked up costs little more than the next one. Plans are the same everywhere.
  random_page_cost: "1.1",
};

const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

// `transaction_timeout` is new in version 17. A commit that is not on disk is told to nobody, whatever the server's default.
const WHERE_KNOWN = `
  select set_config(name, '0', false) from pg_settings where name in ('idle_session_timeout', 'transaction_timeout');
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

type Settings = Readonly<Record<string, string>>;

/** What one kind of connection is to be. */
export interface Session {
  readonly application_name: string;
  /** How long a statement may take; null: as long as it needs, and with the planner's own choice of scans. */
  readonly statement_ms: number | null;
}

/**
 * Makes a new connection what its kind is to be. Gives whether it only reads.
 */
export async function beginSession(client: pg.ClientBase, session: Session): Promise<{ readonly is_reading: boolean }> {
  const { application_name, statement_ms } = session;
  const service = {
    ...PLANNER,
    statement_timeout: String(statement_ms),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  };
  const command = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };
  const settings = { application_name, ...EVERYWHERE, ...(statement_ms === null ? command : service) };
  const text = [
    ...Object.entries(settings).map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`),
    WHERE_KNOWN,
    "show transaction_read_only",
  ].join(";");
  // One text of several statements is answered by a list.
  const question = { text, query_timeout: CONNECT_TIMEOUT_MS };
  const answers: pg.QueryResult | readonly pg.QueryResult[] = await client.query(question);
  const last = [answers].flat().at(-1);
  return { is_reading: last?.rows[0]?.transaction_read_only === "on" };
}

/** A connection beside the service's: for migrations and commands. The caller ends it. */
export async function connectAlone(url: string, application_name: string): Promise<pg.Client> {
  const route = openRoute(url);
  await route.choose();
  const client = new pg.Client(route.current());
  // Whoever waits on a statement hears of it; unheard, it would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await beginSession(client, { application_name, statement_ms: null });
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Which of an address's servers is connected to: the first that takes writes, else the first that answers. */
export interface Route {
  current(): pg.ClientConfig;
  /** Whether there are several to choose from, and none is chosen that takes writes. */
  isOpen(): boolean;
  /** Asks the servers anew, where there are several. Throws what the last one answered when none of them does. */
  choose(): Promise<void>;
  /** The chosen one turned out not to take writes. False when there is no other. */
  doubt(): boolean;
}

export function openRoute(url: string): Route {
  const { servers } = readAddress(url);
  let [current = {}] = servers;
  let is_open = servers.length > 1;
  let choosing: Promise<void> | null = null;

  async function choose(): Promise<void> {
    let readable: pg.ClientConfig | null = null;
    let failure: unknown = new Error("DATABASE_URL names no server");
    for (const server of servers) {
      try {
        if (await takesWrites(server)) {
          current = server;
          is_open = false;
          return;
        }
        readable ??= server;
      } catch (error) {
        failure = error;
      }
    }
    if (readable === null) throw failure;
    current = readable;
  }

  return {
    current: () => current,
    isOpen: () => is_open,
    async choose() {
      if (servers.length === 1) return;
      choosing ??= choose().finally(() => {
        choosing = null;
      });
      await choosing;
    },
    doubt() {
      if (servers.length === 1 || is_open) return false;
      is_open = true;
      return true;
    },
  };
}

async function takesWrites(server: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const question = { text: "show transaction_read_only", query_timeout: CONNECT_TIMEOUT_MS };
    const { rows } = await client.query(question);
    return rows[0]?.transaction_read_only === "off";
  } finally {
    await client.end().catch(() => {});
  }
}

/** Where the database is reached: names, addresses, and folders of sockets. */
export function hostsOf(url: string): Address["hosts"] {
  return readAddress(url).hosts;
}
