import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseError } from "pg";

/**
 * How many connections a pool may have. A server or a pooler may have fewer to give than are asked for: then those there are
 * do the work, what is idle is given back soon, and it is tried again later whether there are more.
 */
export interface PoolSize {
  /** Runs `connect`; when no more can be had it waits for one of those there are. */
  within(connect: () => Promise<pg.PoolClient>, timeout_ms: number): Promise<pg.PoolClient>;
  available(): number;
  stop(): void;
}

// For longer than a pause between two rushes: a new server process looks up and plans anew, and the system gives it each page of
// shared memory the first time it reads there. Bulks a minute apart took a third more of PostgreSQL's time with new ones.
const IDLE_CONNECTION_MS = 600_000;
// While there are too few, what is idle here may be what another process lacks.
const IDLE_WHEN_SHORT_MS = 5_000;
const TRY_MORE_MS = 15_000;
const LOOK_AGAIN_MS = 100;

const TOO_MANY_CONNECTIONS = "53300";
// pgbouncer has a code for violations of the protocol alone (08P01).
const POOLER_IS_FULL = /no more connections allowed|max_client_conn|query_wait_timeout/;

/** `onChange` is told how many can be had when there are too few for the first time, and when there are as many as asked for again. */
export function poolSize(pool: pg.Pool, onChange: (available: number) => void): PoolSize {
  const { options } = pool;
  const asked = options.max ?? 1;
  let available = asked;
  let is_short = false;
  // Those the server has let in: the pool itself counts those that are on their way, too.
  let open = 0;
  pool.on("connect", () => {
    open += 1;
  });
  pool.on("remove", () => {
    open -= 1;
  });
  set(asked);

  function set(count: number): void {
    available = count;
    options.max = count;
    options.idleTimeoutMillis = count < asked ? IDLE_WHEN_SHORT_MS : IDLE_CONNECTION_MS;
  }

  function limitTo(count: number): void {
    set(Math.max(1, Math.min(count, available)));
    if (is_short || available === asked) return;
    is_short = true;
    onChange(available);
  }

  // Only where all are in use, or the next request would find out in vain.
  function tryMore(): void {
    if (available === asked) {
      if (is_short && open === asked) {
        is_short = false;
        onChange(asked);
      }
      return;
    }
    if (open >= available) set(Math.min(asked, 2 * available));
  }

  const trying = setInterval(tryMore, TRY_MORE_MS).unref();

  return {
    async within(connect, timeout_ms) {
      const give_up_at = performance.now() + timeout_ms;
      for (;;) {
        try {
          return await connect();
        } catch (error) {
          if (!isLimit(error) || performance.now() >= give_up_at) throw error;
          limitTo(open);
          // There is none of our own to wait for.
          if (open === 0) await sleep(LOOK_AGAIN_MS);
        }
      }
    },
    available: () => available,
    stop: () => clearInterval(trying),
  };
}

function isLimit(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === TOO_MANY_CONNECTIONS || POOLER_IS_FULL.test(error.message));
}
