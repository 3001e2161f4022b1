import { EventEmitter } from "node:events";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { atOnce, failsAtOnce } from "./at-once.ts";
import { openClock, type Time, timeOf } from "./clock.ts";
import { type ConnectionCounts, type Connections, type DatabaseOptions, openConnections } from "./connections.ts";
import { isReadOnly, isWorthAnotherTry, Outdated, Taken, translated } from "./errors.ts";
import { openReadiness } from "./readiness.ts";
import { type SharedLine, sharedLine } from "./shared-line.ts";
import type { Statement } from "./sql.ts";
import { Transaction } from "./transaction.ts";
import { type Reader, type Tx, together } from "./tx.ts";
import { type Answer, Gathered, type Wire } from "./wire.ts";

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
  /**
   * What is known without looking, and the time; null: not enough. It is worked with as if it had been seen, and written in one
   * trip, by statements that fail where it has changed in a way that is worth another try. That one looks.
   */
  readonly recall?: (now: Instant) => Seen | null;
  /** What was recalled was not so any more. Not told of a key that others had taken. */
  readonly onMistaken?: () => void;
  readonly work: (tx: Tx, seen: Seen) => Promise<Result> | Result;
  /** Called when the commit has been sent: of a try that fails, again with the next. */
  readonly onCommitting?: () => void;
  /** Whether it is about one thing: rows that are added at its end go as one statement (`Tx.add`). */
  readonly is_single?: boolean;
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

/** What a transaction is worked with. */
interface Known<Seen> {
  readonly now: Instant;
  readonly seen: Seen;
}

/** How a transaction is tried. */
interface Try {
  mayRecall: boolean;
  is_recalled: boolean;
  is_retry: boolean;
}

const AS_ENGINE = "set_config('role', 'kolo_engine', true)";
const AS_MERCHANT = `set_config('role', 'kolo_api', true), set_config('kolo.merchant', $1, true),
  set_config('kolo.environment', $2, true)`;

const BEGIN = fixed("begin", "begin");
const BEGIN_READING = fixed("begin_reading", "begin isolation level repeatable read read only");
const COMMIT = fixed("commit", "commit");
const ROLLBACK = fixed("rollback", "rollback");

// Over a connection that is the engine's from its beginning on.
const NOW = fixed("now", "select now()");

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
  const time = timeOf(openClock());
  const ground: Ground = {
    ...{ connections, time, shared: sharedLine(connections.connectForOneTrip) },
    tell(woken) {
      for (const [name, about] of woken) wakes.emit(name, about);
    },
  };

  /** `tried` is told what kind of try it became. */
  async function once<Seen, Result>(kind: Kind, tried: Try, steps: Steps<Seen, Result>): Promise<Result> {
    tried.is_recalled = false;
    const done = steps.recall && tried.mayRecall ? await inOneTrip(ground, kind, tried, steps, steps.recall) : null;
    return done === null ? inTurns(ground, kind, tried, steps) : done.result;
  }

  async function run<Seen, Result>(kind: Kind, steps: Steps<Seen, Result>): Promise<Result> {
    const tried: Try = { mayRecall: true, is_recalled: false, is_retry: false };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(kind, tried, steps);
      } catch (error) {
        if (attempt === TRIES || !isWorthAnotherTry(error)) throw translated(error, kind.is_reading);
        if (tried.is_recalled) {
          // What was only recalled is looked at, as if it were for the first time. A key that is taken says nothing of it.
          if (!(error instanceof Taken)) steps.onMistaken?.();
          attempt = 0;
        } else tried.is_retry ||= error instanceof Outdated && !(error instanceof Taken);
        tried.mayRecall = false;
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
      time.advance(ms);
    },
    ping: openReadiness({ engine, lookThenWork }),
    counts: connections.counts,
    close: connections.end,
  };
}

/** What a try of a transaction is made on. */
interface Ground {
  readonly connections: Connections;
  readonly time: Time;
  readonly shared: SharedLine;
  /** Tells this process's workers what there is for them. */
  readonly tell: (woken: ReadonlyMap<string, readonly string[]>) => void;
}

/** Begins, reads, and goes on with what it has read. */
async function inTurns<Seen, Result>(
  { connections, time, tell }: Ground,
  kind: Kind,
  tried: Try,
  steps: Steps<Seen, Result>,
): Promise<Result> {
  const { look, work, onCommitting, is_single = false } = steps;
  const client = await connections.connect();
  const line = connections.lineOf(client);
  const wire = connections.wireOf(client);
  let broken: Error | undefined;
  try {
    const woken = new Map<string, string[]>();
    const has_begun = true;
    const tx = new Transaction(wire, { role: kind.role, is_retry: tried.is_retry, is_single, has_begun, woken });
    const [now, seen] = await both(begin(wire, kind, time), look(tx));
    line.is_timed = !kind.is_endless;
    tx.now = now;
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

/**
 * Sends all there is to write as one: statements that no `begin` is before are a transaction of their own, up to where their
 * packet ends. So one can go behind the other without waiting, and where one of them fails the next is not touched. Null where
 * not enough is known.
 */
async function inOneTrip<Seen, Result>(
  { connections, shared, time, tell }: Ground,
  kind: Kind,
  tried: Try,
  { work, onCommitting, is_single = false }: Steps<Seen, Result>,
  recall: NonNullable<Steps<Seen, Result>["recall"]>,
): Promise<{ readonly result: Result } | null> {
  const share = await shared.take();
  let failure: unknown = null;
  try {
    // Not before there is a connection: neither the time nor what is remembered grows old while one is waited for.
    const known = recalled(time, recall);
    tried.is_recalled = known !== null;
    if (known === null) return null;
    const woken = new Map<string, string[]>();
    const gathered = new Gathered();
    const tx = new Transaction(gathered, { role: kind.role, is_retry: false, is_single, has_begun: false, woken });
    tx.now = known.now;
    const result = await atOnce(work(tx, known.seen));
    const last = [heard(tx.begin(share.is_engine ? NOW : kind.settle), time), ...tx.last()];
    await failsAtOnce(last);
    const committed = gathered.sendOver(connections.wireOf(share.client));
    onCommitting?.();
    await committed.catch(async (error: unknown) => {
      failure = error;
      // Of what failed the statement knows what it means.
      await together(last);
      throw error;
    });
    tell(woken);
    return { result };
  } finally {
    share.leave(failure);
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

/** Gives the instant at which the transaction began. */
async function begin(wire: Wire, kind: Kind, time: Time): Promise<Instant> {
  const [, now] = await Promise.all([wire.ask(kind.begin), heard(wire.ask(kind.settle), time)]);
  return now;
}

async function heard(settled: Promise<Answer>, time: Time): Promise<Instant> {
  const { rows } = await settled;
  const now: unknown = rows[0]?.now;
  assert(typeof now === "string", "the database tells the time");
  return time.heard(now);
}

/** The time, and what is known at it; null where one of them is not. */
function recalled<Seen>(time: Time, recall: NonNullable<Steps<Seen, unknown>["recall"]>): Known<Seen> | null {
  const now = time.known();
  const seen = now === null ? null : recall(now);
  return now === null || seen === null ? null : { now, seen };
}

/** A statement of the pool's own. Its name is none of a transaction's: those have the role's before them. */
function fixed(name: string, text: string, values: readonly string[] = []): Statement {
  return { text, values, name };
}

/** What the policies of `kolo_api` compare with. */
function asMerchant({ merchant, environment }: Scope): Statement {
  return fixed("merchant", `select ${AS_MERCHANT}, now()`, [merchant, environment]);
}
