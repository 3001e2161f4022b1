import { EventEmitter } from "node:events";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, plus } from "#kernel/time.ts";
import {
  type ConnectionCounts,
  type DatabaseConnections,
  type DatabaseOptions,
  openDatabaseConnections,
} from "./driver/database-connections.ts";
import type { Pipeline } from "./driver/pipeline.ts";
import { throwIfSyncFailure } from "./driver/sync-result.ts";
import { Transaction } from "./driver/transaction.ts";
import { isReadOnlyError, isRetryable, mapDatabaseError, StaleRead, UniqueConflict } from "./errors.ts";
import { openReadinessCheck } from "./schema/readiness.ts";
import type { Statement } from "./sql.ts";
import { awaitStatements, type ReadTx, type Tx } from "./tx.ts";

/**
 * The service's interface to the database: transactions of a few kinds, and nothing else.
 *
 * A request on one merchant's rows runs as the role `kolo_api`. Row-level security limits it to that merchant's rows of
 * that environment, whatever the query. Work across merchants (workers, group commits, the lookup of a key) runs as
 * `kolo_engine`. Neither role may change or delete append-only rows.
 */
export interface Database {
  /** A read-only transaction on one consistent snapshot, for answers made of several queries (a page and its total). */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  write<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Across merchants. */
  engine<Result>(work: (tx: Tx) => Promise<Result> | Result): Promise<Result>;
  /**
   * As `engine`, read-only and in one round trip, for lookups before other work. Returns the result, and the
   * transaction's time.
   */
  engineRead<Loaded>(
    read: (tx: ReadTx) => Promise<Loaded>,
  ): Promise<{ readonly loaded: Loaded; readonly now: Instant }>;
  /**
   * As `engine`, but the first reads share the round trip of `begin`, and so run before the transaction's time is
   * known.
   */
  readThenWork<Loaded, Result>(steps: TransactionSteps<Loaded, Result>): Promise<Result>;
  /** A read-only transaction across merchants with one snapshot and without a statement timeout, for audits. */
  longRead<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Calls `callback` after each commit that called `Tx.wake` with this name. Passes the subjects of the wake-up. Returns the function
   * that unsubscribes.
   */
  onWake(queue: string, callback: (subjects: readonly string[]) => void): () => void;
  /** Advances the clock of this database object. Only tests call it, so that they need not sleep. */
  advanceClock(ms: number): void;
  /**
   * Opens the minimum number of connections: see `DatabaseConnections.open`. Without this call each connection is
   * opened on demand.
   */
  open(): Promise<void>;
  /** Throws a `ServiceError` of kind `unavailable` if the database cannot commit writes: see `openReadinessCheck`. */
  ping(): Promise<void>;
  counts(): ConnectionCounts;
  close(): Promise<void>;
}

/** The steps of a transaction. */
export interface TransactionSteps<Loaded, Result> {
  readonly read: (tx: ReadTx) => Promise<Loaded>;
  readonly work: (tx: Tx, loaded: Loaded) => Promise<Result> | Result;
  /** The transaction calls this when it has sent the commit; a retry calls it again. */
  readonly onCommitting?: () => void;
}

// The first try reads without locks, and may find later that its reads were stale; the next try locks. Two more are for
// unique keys that others take meanwhile, and for rollbacks by the server, which rarely repeat.
const ATTEMPTS_MAX = 4;

// A long read covers whole tables, so it uses hash joins, even without statistics. A merge join would join on the
// merchant alone, which is the same in all rows of a single-merchant installation.
const LONG_READ_SETTINGS = `set_config('statement_timeout', '0', true), set_config('enable_seqscan', 'on', true),
  set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`;

/** The begin of a transaction, and the role that prepares its statements. */
interface TransactionKind {
  readonly begin: Statement;
  /** Sets the transaction's role and scope, and returns the time. */
  readonly setup: Statement;
  readonly role: "api" | "engine";
  readonly is_read_only?: boolean;
  /**
   * Whether the caller gets the result without waiting for the commit: only for transactions that write nothing. A list
   * of ten takes 0.84 to 0.90 of the time (decision 28).
   */
  readonly returns_before_commit?: boolean;
  /** Whether its statements have no timeout. */
  readonly is_untimed?: boolean;
}

const SET_ENGINE_ROLE = "set_config('role', 'kolo_engine', true)";
const SET_MERCHANT_SCOPE = `set_config('role', 'kolo_api', true), set_config('kolo.merchant', $1, true),
  set_config('kolo.environment', $2, true)`;

const BEGIN = namedStatement("begin", "begin");
const BEGIN_READ_ONLY = namedStatement("begin_reading", "begin isolation level repeatable read read only");
const COMMIT = namedStatement("commit", "commit");
const ROLLBACK = namedStatement("rollback", "rollback");

const ENGINE: TransactionKind = {
  begin: BEGIN,
  setup: namedStatement("engine", `select ${SET_ENGINE_ROLE}, now()`),
  role: "engine",
};
const ENGINE_READ: TransactionKind = {
  ...ENGINE,
  begin: BEGIN_READ_ONLY,
  is_read_only: true,
  returns_before_commit: true,
};
const LONG_READ: TransactionKind = {
  begin: BEGIN_READ_ONLY,
  setup: namedStatement("survey", `select ${SET_ENGINE_ROLE}, ${LONG_READ_SETTINGS}, now()`),
  role: "engine",
  is_read_only: true,
  is_untimed: true,
};

/** Opens a database with its connection pool. Connections are opened on demand, and every wait has a timeout. */
export function openDatabase(options: DatabaseOptions): Database {
  const connections = openDatabaseConnections(options);
  const wakes = new EventEmitter();
  wakes.setMaxListeners(0);
  let clock_offset_ms = 0;
  const context: TransactionContext = {
    connections,
    withClockOffset: (now) => (clock_offset_ms === 0 ? now : plus(now, clock_offset_ms)),
    wakeWorkers(pending_wakes) {
      for (const [name, subjects] of pending_wakes) wakes.emit(name, subjects);
    },
  };

  async function run<Loaded, Result>(kind: TransactionKind, steps: TransactionSteps<Loaded, Result>): Promise<Result> {
    let is_retry = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryTransaction(context, kind, is_retry, steps);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isRetryable(error)) throw mapDatabaseError(error, kind.is_read_only);
        is_retry ||= error instanceof StaleRead && !(error instanceof UniqueConflict);
      }
    }
  }

  const engine: Database["engine"] = (work) => run(ENGINE, { read: readNothing, work });
  const readThenWork: Database["readThenWork"] = (steps) => run(ENGINE, steps);

  return {
    open: connections.open,
    read: (scope, work) =>
      run(
        {
          begin: BEGIN_READ_ONLY,
          setup: merchantSetup(scope),
          role: "api",
          is_read_only: true,
          returns_before_commit: true,
        },
        { read: readNothing, work },
      ),
    write: (scope, work) =>
      run({ begin: BEGIN, setup: merchantSetup(scope), role: "api" }, { read: readNothing, work }),
    engine,
    engineRead: (read) => run(ENGINE_READ, { read, work: ({ now }, loaded) => ({ now, loaded }) }),
    readThenWork,
    longRead: (work) => run(LONG_READ, { read: readNothing, work }),
    onWake(queue, callback) {
      wakes.on(queue, callback);
      return () => wakes.off(queue, callback);
    },
    advanceClock(ms) {
      clock_offset_ms += ms;
      // Workers find the rows that are due at the new time at once, instead of at their next poll. Retention keeps its
      // interval, because its tests run it themselves.
      for (const queue of wakes.eventNames()) if (!String(queue).endsWith("_retention")) wakes.emit(queue, []);
    },
    ping: openReadinessCheck({ engine }),
    counts: connections.counts,
    close: connections.end,
  };
}

/** The dependencies of one try of a transaction. */
interface TransactionContext {
  readonly connections: DatabaseConnections;
  /** The database's time, plus the advance set by tests. */
  readonly withClockOffset: (now: Instant) => Instant;
  /** Wakes this process's workers. */
  readonly wakeWorkers: (pending_wakes: ReadonlyMap<string, readonly string[]>) => void;
}

/** Runs one try of a transaction: begins, runs the first reads, continues with their result, and commits. */
async function tryTransaction<Loaded, Result>(
  { connections, withClockOffset, wakeWorkers }: TransactionContext,
  kind: TransactionKind,
  is_retry: boolean,
  steps: TransactionSteps<Loaded, Result>,
): Promise<Result> {
  const { read, work, onCommitting } = steps;
  const client = await connections.connect();
  const activity = connections.activityOf(client);
  const pipeline = connections.pipelineOf(client);
  let broken_by: Error | undefined;
  try {
    const pending_wakes = new Map<string, string[]>();
    const tx = new Transaction(pipeline, { role: kind.role, is_retry, pending_wakes });
    const [now, loaded] = await awaitBoth(begin(pipeline, kind), read(tx));
    activity.is_timed = !kind.is_untimed;
    tx.now = withClockOffset(now);
    const result = await work(tx, loaded);
    // Deferred statements share the commit's round trip. If one fails, the commit fails, and nothing is written.
    const deferred = tx.sendDeferred();
    await throwIfSyncFailure(deferred);
    const committed = pipeline.query(COMMIT);
    onCommitting?.();
    if (kind.returns_before_commit && deferred.length === 0 && !tx.has_failed) {
      // The result is valid even if the commit fails, so the caller does not wait for it. The next user of this
      // connection queues behind the commit, and fails if the connection breaks.
      committed.catch(() => {});
      return result;
    }
    const [, ended] = await awaitBoth(awaitStatements(deferred), committed);
    // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error.
    assert(ended.command === "COMMIT", "a transaction whose work succeeded can be committed");
    wakeWorkers(pending_wakes);
    return result;
  } catch (error) {
    await pipeline.query(ROLLBACK).catch((failure: Error) => {
      broken_by = failure;
    });
    // The connection may stay read-only while it is open, even after a failover to another server.
    if (isReadOnlyError(error) && error instanceof Error) broken_by = error;
    throw error;
  } finally {
    client.release(broken_by);
  }
}

async function readNothing(): Promise<null> {
  return null;
}

/**
 * Waits for both promises even if the first fails, so that no rejection is unhandled. Throws the first one's error, if
 * any.
 */
async function awaitBoth<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === "rejected") throw one.reason;
  if (other.status === "rejected") throw other.reason;
  return [one.value, other.value];
}

/** Returns the instant at which the transaction began, by the database's clock. */
async function begin(pipeline: Pipeline, kind: TransactionKind): Promise<Instant> {
  const [, { rows }] = await Promise.all([pipeline.query(kind.begin), pipeline.query(kind.setup)]);
  const now: unknown = rows[0]?.now;
  assert(typeof now === "string", "the database returns its time");
  return now;
}

/**
 * A named statement of the pool itself. The names of a transaction's statements begin with the role, so they cannot
 * collide with it.
 */
function namedStatement(name: string, text: string, values: readonly string[] = []): Statement {
  return { text, values, name };
}

/** Sets the merchant and environment that the row-level security policies of `kolo_api` compare with. */
function merchantSetup({ merchant, environment }: Scope): Statement {
  return namedStatement("merchant", `select ${SET_MERCHANT_SCOPE}, now()`, [merchant, environment]);
}
