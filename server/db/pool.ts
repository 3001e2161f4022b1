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
 * The database as the rest of the service sees it: three ways to open a transaction, and nothing else.
 *
 * A request on one merchant's rows runs as the role `kolo_api`, which row-level security shows only that merchant's
 * rows of that environment, whatever the query says. Work that spans merchants (workers, group commits, the look-up of
 * a key) runs as `kolo_engine`. Neither role may change or delete what is append-only.
 */
export interface Database {
  /** One consistent snapshot, for answers made of several queries (a page and its total). */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  write<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Across merchants. */
  engine<Result>(work: (tx: Tx) => Promise<Result> | Result): Promise<Result>;
  /** The same, in one trip and reading only: for what is looked up before anything else is done. Gives what was seen, and when. */
  lookUp<Seen>(look: (tx: Reader) => Promise<Seen>): Promise<{ readonly seen: Seen; readonly now: Instant }>;
  /** As `engine`, where something is read first: it travels with the beginning, before the time is known. */
  lookThenWork<Seen, Result>(steps: Steps<Seen, Result>): Promise<Result>;
  /** Across merchants, reading only, one snapshot, without a limit on how long a statement takes: for audits. */
  survey<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Calls back after each commit that woke this work, with what it was said to be about. Returns how to stop listening. */
  onWake(work: string, callback: (about: readonly string[]) => void): () => void;
  /** How far this database's clock is moved on: only tests do, so that they need not sleep. */
  advance(ms: number): void;
  /** Opens the connections the service cannot do without: see `Connections.open`. Without it each is opened when it is needed. */
  open(): Promise<void>;
  /** Throws a `ServiceError` of kind `unavailable` when the database does not do what the service needs: see `openReadiness`. */
  ping(): Promise<void>;
  counts(): ConnectionCounts;
  close(): Promise<void>;
}

/** What a transaction is made of. */
export interface Steps<Seen, Result> {
  readonly look: (tx: Reader) => Promise<Seen>;
  readonly work: (tx: Tx, seen: Seen) => Promise<Result> | Result;
  /** Called when the commit has been sent: of a try that fails, again with the next. */
  readonly onCommitting?: () => void;
}

// The first try reads without locks and may find the world changed; the next locks. The others are for keys that others
// take meanwhile, and the server's own reasons, which repeat only by bad luck.
const TRIES = 4;

// A survey reads all there is: sets meet by hashing, also where nobody has counted them yet. A merge would meet by the
// merchant alone, which is one for all rows where there is one merchant.
const SURVEY = `set_config('statement_timeout', '0', true), set_config('enable_seqscan', 'on', true),
  set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`;

/** How a transaction begins, and the role that prepares its statements. */
interface Kind {
  readonly begin: Statement;
  /** Says what the transaction may see and do, and answers what time it is. */
  readonly settle: Statement;
  readonly role: "api" | "engine";
  readonly is_reading?: boolean;
  /** Whether somebody waits for what it reads, and for nothing else. */
  readonly is_answer?: boolean;
  /** Whether its statements take as long as they need. */
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

/** Opens connections as they are needed, and lets none wait for ever; see `Database` for what may be asked over them. */
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

/** What a try of a transaction is made on. */
interface Ground {
  readonly connections: Connections;
  /** The database's time, advanced as far as tests advance it. */
  readonly moved: (now: Instant) => Instant;
  /** Tells this process's workers what there is for them. */
  readonly tell: (woken: ReadonlyMap<string, readonly string[]>) => void;
}

/** Begins, reads, and goes on with what it has read. */
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
    // What is left to the end travels with the commit. When it fails, so does the commit, and nothing was written.
    const last = tx.last();
    await failsAtOnce(last);
    const committed = wire.ask(COMMIT);
    onCommitting?.();
    if (kind.is_answer && last.length === 0 && !tx.has_failed) {
      // What was read is so, however this ends. Who is next on this connection goes behind it, and breaks with it.
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
    // It may stay so for as long as it is open, also when another server has taken this one's place.
    if (isReadOnly(error) && error instanceof Error) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function nothingFirst(): Promise<null> {
  return null;
}

/** Waits for both also when the first fails, so that no failure is unheard; throws the first one's reason, if it has one. */
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

/** A statement of the pool's own. Its name is none of a transaction's: those have the role's before them. */
function fixed(name: string, text: string, values: readonly string[] = []): Statement {
  return { text, values, name };
}

/** What the policies of `kolo_api` compare with. */
function asMerchant({ merchant, environment }: Scope): Statement {
  return fixed("merchant", `select ${AS_MERCHANT}, now()`, [merchant, environment]);
}
