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
 * A pipeline of statements counts as one request, because it is answered as a whole: all of its statements together
 * have the time limit of one.
 */
export interface ConnectionActivity {
  requests: number;
  responses: number;
  /** False for a transaction without a statement timeout. */
  is_timed: boolean;
}

/** The watched connections of a pool. */
export interface ConnectionWatchdog {
  activityOf(client: pg.PoolClient): ConnectionActivity;
  /** Ends the pool. Connections that do not answer in time are closed. */
  end(): Promise<void>;
}

interface WatchedConnection extends ConnectionActivity {
  is_used: boolean;
  responses_before: number;
  /**
   * Consecutive checks without an answer. Counted instead of timed: while this process is suspended no check runs, so a
   * suspension never looks like a silent server.
   */
  silent_checks: number;
}

const CHECK_INTERVAL_MS = 1_000;

export function watchConnections(pool: pg.Pool, silent_max_ms: number): ConnectionWatchdog {
  const connections = new Map<pg.PoolClient, WatchedConnection>();
  const checks_max = Math.ceil(silent_max_ms / CHECK_INTERVAL_MS);
  pool.on("connect", (client) => {
    const initial_counts = { requests: 0, responses: 0, responses_before: 0, silent_checks: 0 };
    connections.set(client, { ...initial_counts, is_timed: true, is_used: true });
  });
  pool.on("acquire", (client) => markUsed(client, true));
  pool.on("release", (_error, client) => markUsed(client, false));
  pool.on("remove", (client) => connections.delete(client));

  function markUsed(client: pg.PoolClient, is_used: boolean): void {
    const connection = connections.get(client);
    if (!connection) return;
    connection.is_used = is_used;
    connection.is_timed = true;
  }

  function closeSilent(): void {
    const silent = [...connections].filter(([, connection]) => countSilentChecks(connection) > checks_max);
    if (silent.length === 0) return;
    // Close idle connections as well: they were most likely cut off too, and each would fail its next user.
    const idle = [...connections].filter(([, { is_used }]) => !is_used);
    for (const [client] of [...silent, ...idle]) destroyConnection(client);
  }

  const check_timer = setInterval(closeSilent, CHECK_INTERVAL_MS).unref();

  return {
    activityOf(client) {
      const connection = connections.get(client);
      assert(connection, "every connection of a pool is watched");
      return connection;
    },
    async end() {
      const close_timer = setTimeout(() => {
        for (const client of connections.keys()) destroyConnection(client);
      }, silent_max_ms);
      await pool.end();
      clearTimeout(close_timer);
      clearInterval(check_timer);
    },
  };
}

function countSilentChecks(connection: WatchedConnection): number {
  const is_silent =
    connection.is_timed &&
    connection.requests > connection.responses &&
    connection.responses === connection.responses_before;
  connection.silent_checks = is_silent ? connection.silent_checks + 1 : 0;
  connection.responses_before = connection.responses;
  return connection.silent_checks;
}

function destroyConnection(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}
