import type pg from "pg";
import { assert } from "#kernel/errors.ts";

/**
 * PostgreSQL ends what takes too long, and says so. A server that was cut off says nothing, and TCP alone waits for a quarter
 * of an hour. So each connection counts what it was asked and what it answered, and one that still owes an answer after so
 * many looks, and has given none between them, is given up: whoever waits on it hears that the database is not there. What
 * was sent may have been done, a commit too, as when a connection breaks. Statements sent together are answered together, so
 * they may take as long as one.
 */
export interface Line {
  asked: number;
  answered: number;
  /** False while it was told to take as long as it needs. */
  is_timed: boolean;
}

/** The connections of a pool. */
export interface Lines {
  of(client: pg.PoolClient): Line;
  /** Ends the pool, and gives up what is still silent then. */
  end(): Promise<void>;
}

interface Watched extends Line {
  is_used: boolean;
  answered_before: number;
  /** Looks in a row that found no answer. Not a time: after this process was stopped for a while, none has passed for it. */
  silent_looks: number;
}

const LOOK_MS = 1_000;

export function watchLines(pool: pg.Pool, silent_max_ms: number): Lines {
  const lines = new Map<pg.PoolClient, Watched>();
  const looks_max = Math.ceil(silent_max_ms / LOOK_MS);
  pool.on("connect", (client) => {
    const counts = { asked: 0, answered: 0, answered_before: 0, silent_looks: 0 };
    lines.set(client, { ...counts, is_timed: true, is_used: true });
  });
  pool.on("acquire", (client) => use(client, true));
  pool.on("release", (_error, client) => use(client, false));
  pool.on("remove", (client) => lines.delete(client));

  function use(client: pg.PoolClient, is_used: boolean): void {
    const line = lines.get(client);
    if (!line) return;
    line.is_used = is_used;
    line.is_timed = true;
  }

  function look(): void {
    const silent = [...lines].filter(([, line]) => looksSilent(line) > looks_max);
    if (silent.length === 0) return;
    // Those nobody uses were most likely cut off with it: each would be found out by the next who asks it something.
    const idle = [...lines].filter(([, { is_used }]) => !is_used);
    for (const [client] of [...silent, ...idle]) giveUp(client);
  }

  const looking = setInterval(look, LOOK_MS).unref();

  return {
    of(client) {
      const line = lines.get(client);
      assert(line, "every connection of a pool is watched");
      return line;
    },
    async end() {
      const giving_up = setTimeout(() => {
        for (const client of lines.keys()) giveUp(client);
      }, silent_max_ms);
      await pool.end();
      clearTimeout(giving_up);
      clearInterval(looking);
    },
  };
}

function looksSilent(line: Watched): number {
  const owes_all = line.is_timed && line.asked > line.answered && line.answered === line.answered_before;
  line.silent_looks = owes_all ? line.silent_looks + 1 : 0;
  line.answered_before = line.answered;
  return line.silent_looks;
}

function giveUp(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}
