import { EventEmitter } from "node:events";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, plus } from "#kernel/time.ts";
import { failsAtOnce } from "./at-once.ts";
import { type ConnectionCounts, type Connections, type DatabaseOptions, openConnections } from "./connections.ts";
import { isReadOnly, isWorthAnotherTry, Outdated, Taken, translated } from "./errors.ts";
import { openReadiness } from "./readiness.ts";
import type { Statement } from "./sql.ts";
import { Transaction } from "./transaction.ts";
import { type Reader, type Tx, together } from "./tx.ts";
import type { Wire } from "./wire.ts";

/**
 * The service's interface to the database: transactions of a few kinds, and nothing else.
 *
 * A request on one merchant's rows runs as the role `kolo_api`. Row-level security limits it to that merchant's rows of
 * that environment, whatever the query. Work across merchants (workers, group commits, the lookup of a key) runs as
 * `kolo_engine`. Neither role may change or delete append-only rows.
 */
export interface Database {
  /** One consistent snapshot, for answers made of several queries (a page and its total). */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  write<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Across merchants. */
  engine<Result>(work: (tx: Tx) => Promise<Result> | Result): Promise<Result>;
  /** The same, read-only and in one round trip, for lookups before other work. Returns the result and its time. */
  lookUp<Seen>(look: (tx: Reader) => Promise<Seen>): Promise<{ readonly seen: Seen; readonly now: Instant }>;
  /** As `engine`, with first reads that share the round trip of the begin, before the time is known. */
  lookThenWork<Seen, Result>(steps: Steps<Seen, Result>): Promise<Result>;
  /** Across merchants, read-only, one snapshot, without a statement timeout: for audits. */
  survey<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Calls back after each commit with a wake of this name, with the subjects of the wake. Returns the function to
   * unsubscribe.
   */
  onWake(work: string, callback: (about: readonly string[]) => void): () => void;
  /** Advances this database's clock: only tests do, so that they need not sleep. */
  advance(ms: number): void;
  /** Opens the minimum of connections: see `Connections.open`. Without it each is opened on demand. */
  open(): Promise<void>;
  /** Throws a `ServiceError` of kind `unavailable` if the database cannot commit writes: see `openReadiness`. */
  ping(): Promise<void>;
  counts(): ConnectionCounts;
  close(): Promise<void>;
}

/** The steps of a transaction. */
export interface Steps<Seen, Result> {
  readonly look: (tx: Reader) => Promise<Seen>;
  readonly work: (tx: Tx, seen: Seen) => Promise<Result> | Result;
  /** Called when the commit has been sent; a retry calls it again. */
  readonly onCommitting?: () => void;
}

// The first try reads without locks and may turn out stale; the next locks. The others are for keys taken meanwhile,
// and for rollbacks by the server, which rarely repeat.
const TRIES = 4;

// A survey reads everything, so it joins by hashing, even without statistics. A merge join would use the merchant
// alone, which is the same in all rows of a single-merchant installation.
const SURVEY = `set_config('statement_timeout', '0', true), set_config('enable_seqscan', 'on', true),
  set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`;

/** The begin of a transaction, and the role that prepares its statements. */
interface Kind {
  readonly begin: Statement;
  /** Sets the transaction's role and scope, and returns the time. */
  readonly settle: Statement;
  readonly role: "api" | "engine";
  readonly is_reading?: boolean;
  /** Whether the transaction only reads an answer for a waiting caller. */
  readonly is_answer?: boolean;
  /** Whether its statements have no timeout. */
  readonly is_endless?: boolean;
}

const AS_ENGINE = "set_config('role', 'kolo_engine', true)";
const AS_MERCHANT = `set_config('role', 'kolo_api', true), set_config('kolo.merchant', $1, true),
  set_config('kolo.environment', $2, true)`;

const BEGIN = fixed("begin", "begin");
const BEGIN_READING = fixed("begin_reading", "begin isolation level repeatable read read only");
const COMMIT = fixed("commit", "commit");
const ROLLBACK = fixed("rollback", "rollback");

const ENGINE: Kind = { begin: BEGIN, settle: fixed("engine", `select ${AS_ENGINE}, now()`), role: "engine" };
const LOOKING_UP: Kind = { ...ENGINE, begin: BEGIN_READING, is_reading: true, is_answer: true };
const SURVEYING: Kind = {
  begin: BEGIN_READING,
  settle: fixed("survey", `select ${AS_ENGINE}, ${SURVEY}, now()`),
  role: "engine",
  is_reading: true,
  is_endless: true,
};

/** Opens a database with its connection pool. Connections are opened on demand, and every wait has a timeout. */
export function openDatabase(options: DatabaseOptions): Database {
  const connections = openConnections(options);
  const wakes = new EventEmitter();
  wakes.setMaxListeners(0);
  let advanced_ms = 0;
  const ground: Ground = {
    connections,
    moved: (now) => (advanced_ms === 0 ? now : plus(now, advanced_ms)),
    tell(woken) {
      for (const [name, about] of woken) wakes.emit(name, about);
    },
  };

  async function run<Seen, Result>(kind: Kind, steps: Steps<Seen, Result>): Promise<Result> {
    let is_retry = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact(ground, kind, is_retry, steps);
      } catch (error) {
        if (attempt === TRIES || !isWorthAnotherTry(error)) throw translated(error, kind.is_reading);
        is_retry ||= error instanceof Outdated && !(error instanceof Taken);
      }
    }
  }

  const engine: Database["engine"] = (work) => run(ENGINE, { look: nothingFirst, work });
  const lookThenWork: Database["lookThenWork"] = (steps) => run(ENGINE, steps);

  return {
    open: connections.open,
    read: (scope, work) =>
      run(
        { begin: BEGIN_READING, settle: asMerchant(scope), role: "api", is_reading: true, is_answer: true },
        { look: nothingFirst, work },
      ),
    write: (scope, work) => run({ begin: BEGIN, settle: asMerchant(scope), role: "api" }, { look: nothingFirst, work }),
    engine,
    lookUp: (look) => run(LOOKING_UP, { look, work: ({ now }, seen) => ({ now, seen }) }),
    lookThenWork,
    survey: (work) => run(SURVEYING, { look: nothingFirst, work }),
    onWake(name, callback) {
      wakes.on(name, callback);
      return () => wakes.off(name, callback);
    },
    advance(ms) {
      advanced_ms += ms;
    },
    ping: openReadiness({ engine }),
    counts: connections.counts,
    close: connections.end,
  };
}

/** The context of a transaction's try. */
interface Ground {
  readonly connections: Connections;
  /** The database's time, plus the advance set by tests. */
  readonly moved: (now: Instant) => Instant;
  /** Wakes this process's workers. */
  readonly tell: (woken: ReadonlyMap<string, readonly string[]>) => void;
}

/** Begins, runs the first reads, and continues with their result. */
async function transact<Seen, Result>(
  { connections, moved, tell }: Ground,
  kind: Kind,
  is_retry: boolean,
  steps: Steps<Seen, Result>,
): Promise<Result> {
  const { look, work, onCommitting } = steps;
  const client = await connections.connect();
  const line = connections.lineOf(client);
  const wire = connections.wireOf(client);
  let broken: Error | undefined;
  try {
    const woken = new Map<string, string[]>();
    const tx = new Transaction(wire, { role: kind.role, is_retry, woken });
    const [now, seen] = await both(begin(wire, kind), look(tx));
    line.is_timed = !kind.is_endless;
    tx.now = moved(now);
    const result = await work(tx, seen);
    // Statements left to the end share the commit's round trip. If one fails, the commit fails, and nothing is written.
    const last = tx.last();
    await failsAtOnce(last);
    const committed = wire.ask(COMMIT);
    onCommitting?.();
    if (kind.is_answer && last.length === 0 && !tx.has_failed) {
      // The result of the reads is valid however the commit ends. The next user of this connection queues behind it,
      // and fails if it breaks.
      committed.catch(() => {});
      return result;
    }
    const [, ended] = await both(together(last), committed);
    // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error.
    assert(ended.command === "COMMIT", "a transaction whose work succeeded can be committed");
    tell(woken);
    return result;
  } catch (error) {
    await wire.ask(ROLLBACK).catch((failure: Error) => {
      broken = failure;
    });
    // The connection may stay read-only while it is open, even after a failover to another server.
    if (isReadOnly(error) && error instanceof Error) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function nothingFirst(): Promise<null> {
  return null;
}

/** Waits for both even if the first fails, so that no rejection is unhandled. Throws the first one's error, if any. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === "rejected") throw one.reason;
  if (other.status === "rejected") throw other.reason;
  return [one.value, other.value];
}

/** Returns the instant at which the transaction began, by the database's clock. */
async function begin(wire: Wire, kind: Kind): Promise<Instant> {
  const [, { rows }] = await Promise.all([wire.ask(kind.begin), wire.ask(kind.settle)]);
  const now: unknown = rows[0]?.now;
  assert(typeof now === "string", "the database tells the time");
  return now;
}

/** A statement of the pool's own. Names of a transaction's statements begin with the role, so they cannot collide. */
function fixed(name: string, text: string, values: readonly string[] = []): Statement {
  return { text, values, name };
}

/** The settings that the policies of `kolo_api` compare with. */
function asMerchant({ merchant, environment }: Scope): Statement {
  return fixed("merchant", `select ${AS_MERCHANT}, now()`, [merchant, environment]);
}
