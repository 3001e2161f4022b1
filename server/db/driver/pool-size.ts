import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseError } from "pg";

/**
 * The size of a connection pool. A server or a pooler may provide fewer connections than configured. The pool then
 * works with those available, closes idle ones soon, and tries to open more later.
 */
export interface PoolSize {
  /** Runs `connect`. If the server refuses further connections, waits for one of the pool's own to become free. */
  acquire(connect: () => Promise<pg.PoolClient>, timeout_ms: number): Promise<pg.PoolClient>;
  available(): number;
  stop(): void;
}

// Longer than the usual pause between two bursts, so that they share connections. A new server process has cold caches
// and plans, and page-faults on shared memory: with bulk transfers one minute apart, new connections cost a third more
// of PostgreSQL's time.
const IDLE_CONNECTION_MS = 600_000;
// Shorter during a shortage, when another process may need this one's idle connections.
const IDLE_DURING_SHORTAGE_MS = 5_000;
const RAISE_INTERVAL_MS = 15_000;
const RETRY_DELAY_MS = 100;

const TOO_MANY_CONNECTIONS = "53300";
// pgbouncer reports its limits as a protocol violation (08P01), so they are recognized by their messages.
const POOLER_LIMIT_MESSAGE = /no more connections allowed|max_client_conn|query_wait_timeout/;

/** `onChange` receives the available number when a shortage begins, and when it ends. */
export function adaptPoolSize(pool: pg.Pool, onChange: (available: number) => void): PoolSize {
  const { options } = pool;
  const configured = options.max ?? 1;
  let available = configured;
  let has_shortage = false;
  // Connections that the server has accepted. The pool's own count includes those still connecting.
  let open = 0;
  pool.on("connect", () => {
    open += 1;
  });
  pool.on("remove", () => {
    open -= 1;
  });
  setLimit(configured);

  function setLimit(count: number): void {
    available = count;
    options.max = count;
    options.idleTimeoutMillis = count < configured ? IDLE_DURING_SHORTAGE_MS : IDLE_CONNECTION_MS;
  }

  // The server's count includes connections that it is about to refuse, so it may refuse a burst while few are open.
  // The limit falls at most to half of its value at the start of the refused attempt: one burst halves it only once.
  function lowerLimit(limit_before: number): void {
    const limit = Math.max(1, open, Math.floor(limit_before / 2));
    if (limit >= available) return;
    setLimit(limit);
    if (has_shortage) return;
    has_shortage = true;
    onChange(available);
  }

  // Raises the limit only while all connections are in use: otherwise a request would run into the server's limit for
  // nothing.
  function raiseLimit(): void {
    if (available === configured) {
      if (has_shortage && open === configured) {
        has_shortage = false;
        onChange(configured);
      }
      return;
    }
    if (open >= available) setLimit(Math.min(configured, 2 * available));
  }

  const raise_timer = setInterval(raiseLimit, RAISE_INTERVAL_MS).unref();

  return {
    async acquire(connect, timeout_ms) {
      const give_up_at = performance.now() + timeout_ms;
      for (;;) {
        const limit_before = available;
        try {
          return await connect();
        } catch (error) {
          if (!isConnectionLimit(error) || performance.now() >= give_up_at) throw error;
          lowerLimit(limit_before);
          // Pause here: the pool has no connection of its own to wait for.
          if (open === 0) await sleep(RETRY_DELAY_MS);
        }
      }
    },
    available: () => available,
    stop: () => clearInterval(raise_timer),
  };
}

function isConnectionLimit(error: unknown): boolean {
  return (
    error instanceof DatabaseError && (error.code === TOO_MANY_CONNECTIONS || POOLER_LIMIT_MESSAGE.test(error.message))
  );
}
