import type pg from "pg";
import { connectOutsidePool } from "#db/driver/session.ts";

const OLDEST_VERSION = 150_000;
// The number of probes, each with queries on two connections, that detect a pooler with shared sessions.
const POOLER_PROBES = 3;

/**
 * Refuses a database that Kolo cannot work on, before anything is read or written there.
 *
 * Errors: an `Error` with one sentence.
 */
export async function checkDatabaseRequirements(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_reading,
      pg_backend_pid() as pid`);
  const [{ version, encoding, is_standby, is_reading, pid }] = rows;
  if (version < OLDEST_VERSION) {
    throw new Error(`The database is a PostgreSQL ${Math.floor(version / 10_000)}: Kolo needs 15 or newer`);
  }
  if (encoding !== "UTF8") throw new Error(`The database is encoded in ${encoding}: Kolo needs one in UTF8`);
  if (is_standby) throw new Error("The database is a standby, which only reads: give Kolo the address of the primary");
  if (is_reading) {
    throw new Error(
      "The database takes no writes (default_transaction_read_only is on): set it off, or give Kolo another",
    );
  }
  // Behind a pooler the client has another process id than the server: the pooler assigns its own for cancel requests.
  const is_pooled = !("processID" in client) || client.processID !== pid;
  if (is_pooled && (await sharesSessions(client, url))) {
    throw new Error(
      "The database is behind a pooler that gives a connection to others between two transactions (pgbouncer: " +
        "pool_mode = transaction or statement): Kolo needs pool_mode = session, or the server's own address",
    );
  }
}

/** Whether the pooler shares server processes among its clients. A real session has one process for itself. */
async function sharesSessions(client: pg.Client, url: string): Promise<boolean> {
  // A pooler that refuses a second connection cannot have shared the first.
  const other = await connectOutsidePool(url, "kolo migrate").catch(() => null);
  if (other === null) return false;
  try {
    const own_pids = new Set<unknown>();
    const other_pids = new Set<unknown>();
    for (let probe = 0; probe < POOLER_PROBES; probe += 1) {
      // Two queries in a row: with two processes that alternate, each client would otherwise see the same one every
      // time.
      own_pids.add(await backendPid(client)).add(await backendPid(client));
      other_pids.add(await backendPid(other));
    }
    return own_pids.size > 1 || other_pids.size > 1 || [...own_pids].some((pid) => other_pids.has(pid));
  } finally {
    await other.end();
  }
}

async function backendPid(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
