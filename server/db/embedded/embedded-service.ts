import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import { type EmbeddedOptions, startAndHoldEmbedded } from "./embedded-postgres.ts";

/** An embedded database with one service on it, restarted whenever it ends. */
export interface EmbeddedService {
  readonly url: string;
  /** Stops the database. If commands still use it, the last of them stops it instead. */
  stop(): Promise<void>;
}

const CHECK_INTERVAL_MS = 1_000;

/**
 * Starts the folder's database for this one service, and restarts it if it ends. `holder_name` names this service in
 * the error of a second service on the same folder. Throws an `Error` with one sentence if another service holds the
 * folder.
 */
export async function serveEmbedded(
  options: EmbeddedOptions,
  holder_name: string,
  onError: (error: unknown) => void,
): Promise<EmbeddedService> {
  const start = () => startAndHoldEmbedded(options, (url) => holdForService(url, holder_name));
  let { server, hold } = await start();
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    let is_reported = false;
    while (!stopping.signal.aborted) {
      await sleep(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || (hold.isHeld() && (await server.isRunning()))) continue;
      if (!is_reported) onError(new Error("The embedded PostgreSQL ended by itself; it is started again"));
      is_reported = true;
      try {
        await hold.release();
        ({ server, hold } = await start());
        is_reported = false;
      } catch (error) {
        onError(error);
      }
    }
  }

  const watching = watch();
  return {
    url: server.url,
    async stop() {
      stopping.abort();
      await watching;
      await server.stop(async () => {
        const is_used = await hold.hasCommands();
        await hold.release();
        return !is_used;
      });
    },
  };
}

/**
 * Opens the folder's database for a short task, beside the service or without one. The last user stops it, whoever
 * started it: a service, another task or a `psql` session is never interrupted.
 */
export async function borrowEmbedded<Result>(
  options: EmbeddedOptions,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { server, hold: client } = await startAndHoldEmbedded(options, connectAsCommand);
  try {
    return await work(server.url);
  } finally {
    await server.stop(async () => {
      const is_last = await isLastUser(client);
      await client.end().catch(() => {});
      return is_last;
    });
  }
}

const COMMAND_APPLICATION_NAME = "kolo command";
// The limit for a query while this process ends, so that a server that hangs does not block it.
const QUERY_TIMEOUT_MS = 5_000;

/** Opens a connection by which other processes see, before they stop the server, that a command uses it. */
async function connectAsCommand(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: COMMAND_APPLICATION_NAME,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

// The server removes the connections of a killed process within this time.
const CONNECTION_REMAINS_MS = 300;
const POLL_INTERVAL_MS = 40;

/** Whether the server has no other user. A server that has ended has no users, and needs no stop. */
async function isLastUser(client: pg.Client): Promise<boolean> {
  const give_up_at = Date.now() + CONNECTION_REMAINS_MS;
  try {
    for (;;) {
      if ((await readHolder(client)) !== null) return false;
      const others = await client.query(
        "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
      if (others.rowCount === 0) return true;
      if (Date.now() > give_up_at) return false;
      await sleep(POLL_INTERVAL_MS);
    }
  } catch {
    return false;
  }
}

async function hasCommands(client: pg.Client): Promise<boolean> {
  try {
    const result = await client.query("select from pg_stat_activity where application_name = $1", [
      COMMAND_APPLICATION_NAME,
    ]);
    return result.rowCount !== 0;
  } catch {
    return false;
  }
}

/** An advisory lock of one connection. It ends with the process, even after `kill -9`. */
interface ServiceHold {
  isHeld(): boolean;
  /** Whether an operator command is using the database now. */
  hasCommands(): Promise<boolean>;
  release(): Promise<void>;
}

async function holdForService(url: string, holder_name: string): Promise<ServiceHold> {
  const client = new pg.Client({
    connectionString: url,
    application_name: holder_name,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  let is_held = true;
  client.on("error", () => {
    is_held = false;
  });
  await client.connect();
  const result = await client.query("select pg_try_advisory_lock($1) as is_ours", [ADVISORY_LOCKS.embedded_service]);
  if (result.rows[0]?.is_ours !== true) {
    const holder = await readHolder(client);
    await client.end();
    throw new Error(
      `The data folder is in use by ${holder ?? "another Kolo"}: stop it, or set KOLO_DATA to another folder`,
    );
  }
  return {
    isHeld: () => is_held,
    hasCommands: () => hasCommands(client),
    release: () => client.end().catch(() => {}),
  };
}

async function readHolder(client: pg.Client): Promise<string | null> {
  const holder = await client.query(
    `select application_name
    from pg_locks
    join pg_stat_activity using (pid)
    where locktype = 'advisory' and objid = $1 and granted`,
    [ADVISORY_LOCKS.embedded_service],
  );
  const name: unknown = holder.rows[0]?.application_name;
  return typeof name === "string" ? name : null;
}
