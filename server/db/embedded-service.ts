import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from "./embedded.ts";

/** An embedded database with one service on it, started again whenever it ends. */
export interface EmbeddedService {
  readonly url: string;
  stop(): Promise<void>;
}

const LOOK_MS = 1_000;

/**
 * Starts the folder's database for this one service and looks after it. `who` is what a second start is told. Throws an
 * `Error` with one sentence when another service holds the folder.
 */
export async function serveEmbedded(
  options: EmbeddedOptions,
  who: string,
  onTrouble: (error: unknown) => void,
): Promise<EmbeddedService> {
  let server = await startEmbedded(options);
  let hold = await takeHold(server.url, who);
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    let is_told = false;
    while (!stopping.signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || (hold.isHeld() && (await server.isRunning()))) continue;
      if (!is_told) onTrouble(new Error("The embedded PostgreSQL ended by itself; it is started again"));
      is_told = true;
      try {
        await hold.release();
        server = await startEmbedded(options);
        hold = await takeHold(server.url, who);
        is_told = false;
      } catch (error) {
        onTrouble(error);
      }
    }
  }

  const watching = watch();
  return {
    url: server.url,
    async stop() {
      stopping.abort();
      await watching;
      await hold.release();
      await server.stop();
    },
  };
}

/**
 * The folder's database for a short piece of work beside the service, or instead of it: what was not running before is
 * stopped after, unless a service has come to need it.
 */
export async function borrowEmbedded<Result>(
  options: EmbeddedOptions,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbedded(options);
  try {
    return await work(server.url);
  } finally {
    if (!server.was_running && (await holderOf(server)) === null) await server.stop();
  }
}

/** A lock of one connection: it ends with the process, however that ends, so `kill -9` leaves nothing behind. */
interface Hold {
  isHeld(): boolean;
  release(): Promise<void>;
}

// Any number serves that nothing else in this database locks.
const HOLD_LOCK = 5_657_301;

async function takeHold(url: string, who: string): Promise<Hold> {
  const client = new pg.Client({ connectionString: url, application_name: who });
  let is_held = true;
  client.on("error", () => {
    is_held = false;
  });
  await client.connect();
  const answer = await client.query("select pg_try_advisory_lock($1) as is_ours", [HOLD_LOCK]);
  if (answer.rows[0]?.is_ours !== true) {
    const holder = await askHolder(client);
    await client.end();
    throw new Error(
      `The data folder is in use by ${holder ?? "another Kolo"}: stop it, or set KOLO_DATA to another folder`,
    );
  }
  return {
    isHeld: () => is_held,
    release: () => client.end().catch(() => {}),
  };
}

async function holderOf(server: EmbeddedPostgres): Promise<string | null> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await askHolder(client);
  } finally {
    await client.end();
  }
}

async function askHolder(client: pg.Client): Promise<string | null> {
  const holder = await client.query(
    `select application_name
    from pg_locks
    join pg_stat_activity using (pid)
    where locktype = 'advisory' and objid = $1 and granted`,
    [HOLD_LOCK],
  );
  const name: unknown = holder.rows[0]?.application_name;
  return typeof name === "string" ? name : null;
}
