import type pg from "pg";
import { assert } from "#kernel/errors.ts";

/**
 * A watchdog for dead connections. PostgreSQL reports its own timeouts, but an unreachable server reports nothing, and
 * TCP alone waits for a quarter of an hour.
 *
 * Each connection counts requests and answers. One with a pending request and no answer for several checks in a row is
 * closed, and its pending statements fail as `unavailable`. They may have been executed, even a commit, as with any
 * broken connection.
 *
 * A pipeline of statements is answered as one, so it has the time of one statement.
 */
export interface Line {
  asked: number;
  answered: number;
  /** False for a transaction without a statement timeout. */
  is_timed: boolean;
}

/** The watched connections of a pool. */
export interface Lines {
  of(client: pg.PoolClient): Line;
  /** Ends the pool, and closes connections that are still silent then. */
  end(): Promise<void>;
}

interface Watched extends Line {
  is_used: boolean;
  answered_before: number;
  /** The checks in a row without an answer. A count, not a time: after a pause of this process, none has passed. */
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
    // Idle connections were most likely cut off as well: otherwise each would fail its next user.
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
