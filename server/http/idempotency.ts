import { createHash } from "node:crypto";
import { isAlone } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import {
  type Columns,
  inKeyOrder,
  isDuplicate,
  mine,
  names,
  Outdated,
  type Reader,
  sql,
  Taken,
  type Tx,
  table,
} from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";
import type { Reply } from "./envelope.ts";
import { errorText, statusOf } from "./errors.ts";

/**
 * A repeated request with the same `Idempotency-Key` has one effect and one answer (interface-decisions 8). The answer
 * is a row written in the transaction of the effect, so neither exists without the other.
 */
export interface IdempotentRequest extends Scope {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Whether the answer holds values that are sealed wherever they are stored. */
  readonly is_secret: boolean;
}

export interface Kept {
  readonly request: IdempotentRequest;
  readonly reply: Reply;
}

export interface Replay extends Reply {
  readonly is_replay: boolean;
}

const RETRY_AFTER_S = 1;
export const KEPT_FOR_DAYS = 7;

/** Throws `bad_request` for a key that is not 1 to 255 visible ASCII characters. */
export function idempotentRequest(
  scope: Scope,
  header: string | readonly string[] | undefined,
  request: { readonly method: string; readonly url: string; readonly text: string; readonly is_secret: boolean },
): IdempotentRequest | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[!-~]{1,255}$/.test(header)) {
    throw new ServiceError("bad_request", "An Idempotency-Key is 1 to 255 visible ASCII characters, given once");
  }
  const fingerprint = createHash("sha256").update(`${request.method} ${request.url}\n${request.text}`).digest();
  return {
    merchant: scope.merchant,
    environment: scope.environment,
    key: header,
    fingerprint,
    is_secret: request.is_secret,
  };
}

/** The keys seen by this server. The unique row detects those seen by others. */
interface Known {
  /** Requests without an answer yet. */
  readonly under_way: Set<string>;
  readonly seen: Recent;
}

const known = new WeakMap<Database, Known>();

// A retry usually follows within a minute, and this number is one minute of a busy service. Memory, measured with twice
// as many (the maximum): 25 MB with usual keys, 43 MB with the longest keys.
const SEEN_LEAST = 50_000;

/**
 * Returns the stored answer, or the answer of `run`, which must store it with `keep`. Throws `conflict` while the first
 * request runs, and `invalid` if the key was used for another request.
 *
 * `is_one`: `run` is one transaction that includes the answer. Then a key new to this server is not looked up first:
 * most are new, and a used one fails that transaction.
 */
export async function once(
  db: Database,
  request: IdempotentRequest,
  run: () => Promise<Reply>,
  { is_one }: { readonly is_one: boolean },
): Promise<Replay> {
  const { under_way, seen } = knownTo(db);
  const name = nameOf(request);
  if (under_way.has(name)) {
    throw new ServiceError("conflict", "A request with this Idempotency-Key is still running", undefined, {
      retry_after_s: RETRY_AFTER_S,
    });
  }
  const may_be_new = is_one && !seen.has(name);
  if (is_one) seen.add(name);
  under_way.add(name);
  try {
    const stored = may_be_new ? null : await find(db, request);
    if (stored) return stored;
    try {
      return { ...(await run()), is_replay: false };
    } catch (error) {
      return await refusedOrReplayed(db, request, error);
    }
  } finally {
    under_way.delete(name);
  }
}

function knownTo(db: Database): Known {
  const found = known.get(db) ?? { under_way: new Set(), seen: recent(SEEN_LEAST) };
  known.set(db, found);
  return found;
}

/** The newest names: at least `least`, at most twice as many. */
interface Recent {
  has(name: string): boolean;
  add(name: string): void;
}

function recent(least: number): Recent {
  let newer = new Set<string>();
  let older = newer;
  return {
    has: (name) => newer.has(name) || older.has(name),
    add(name) {
      if (newer.size === least) [older, newer] = [newer, new Set()];
      newer.add(name);
    },
  };
}

function nameOf({ merchant, environment, key }: Pick<IdempotentRequest, keyof Scope | "key">): string {
  return `${merchant} ${environment} ${key}`;
}

const name_columns: Columns<keyof Scope | "key"> = { merchant: "text", environment: "text", key: "text" };

/**
 * The requests of a group that were answered before. The caller leaves them out: they would fail the others'
 * transaction.
 */
export async function answeredOf(
  tx: Reader,
  group: readonly { readonly idempotency: IdempotentRequest | null }[],
): Promise<ReadonlySet<IdempotentRequest>> {
  const requests = group.flatMap(({ idempotency }) => idempotency ?? []);
  if (requests.length === 0) return new Set();
  const rows = await tx.rows<Scope & { readonly key: string }>(sql`
    select kept.merchant, kept.environment, kept.key
    from ${table(requests, name_columns, "given")}
    cross join lateral (
      select merchant, environment, key
      from idempotency_keys
      where (merchant, environment, key) = (given.merchant, given.environment, given.key)
      limit 1
    ) kept`);
  const answered = new Set(rows.map(nameOf));
  return new Set(requests.filter((request) => answered.has(nameOf(request))));
}

/** The error for a request that was answered before; `once` then returns the stored answer instead. */
export function answeredBefore(): ServiceError {
  return new ServiceError("conflict", "This Idempotency-Key was answered before", undefined, {
    retry_after_s: RETRY_AFTER_S,
  });
}

/**
 * Stores replies at the end of the transaction of their effects. The transaction fails with `Outdated` if another
 * server has answered one of them first.
 */
export function keep(tx: Tx, kept: readonly Kept[]): void {
  if (kept.length > 0) tx.leave(() => [insert(tx, kept)], whenAnswered);
}

/**
 * Stores the reply to a request that ran no transaction. Throws if another server has answered first, as with `keep`.
 */
export async function keepAlone(db: Database, kept: Kept): Promise<void> {
  await db.write(kept.request, async (tx) => keep(tx, [kept]));
}

async function insert(tx: Tx, kept: readonly Kept[]): Promise<void> {
  const rows = kept.map(({ request, reply }) => {
    const body = request.is_secret ? seal(reply.text, placeOf(request)) : reply.text;
    return { ...request, status: reply.status, body };
  });
  await tx.run(sql`
    insert into idempotency_keys (${names(key_columns)}, created_at)
    select ${names(key_columns)}, ${tx.now}
    from ${table(
      inKeyOrder(rows, ({ key }) => key),
      key_columns,
      "given",
    )}`);
}

function whenAnswered(error: unknown): unknown {
  return isDuplicate(error) ? new Taken("another server answered this Idempotency-Key first") : error;
}

// Deleted per turn: a busy service has millions per hour, too many for one statement's timeout.
const FORGOTTEN_MAX = 5_000;

/** A repeated job: deletes answers beyond their retention, the oldest first. Returns true if more may be due. */
export async function forgetOld(tx: Tx, forgotten_max = FORGOTTEN_MAX): Promise<boolean> {
  if (!(await isAlone(tx, "forget old idempotency keys"))) return false;
  const forgotten = await tx.run(sql`
    delete from idempotency_keys
    where ctid = any(array(
      select ctid
      from idempotency_keys
      where created_at < ${tx.now}::timestamptz - make_interval(days => ${KEPT_FOR_DAYS})
      order by created_at
      limit ${forgotten_max}
    ))`);
  return forgotten === forgotten_max;
}

/** The place that a sealed answer is bound to. The rotation of the master key derives it from the row. */
function placeOf({ merchant, environment, key }: IdempotentRequest): string {
  return `idempotency_keys.body ${merchant} ${environment} ${key}`;
}

const key_columns: Columns<Exclude<keyof IdempotentRequest, "is_secret"> | "status" | "body"> = {
  merchant: "text",
  environment: "text",
  key: "text",
  fingerprint: "bytea",
  status: "int",
  body: "text",
};

async function find(db: Database, request: IdempotentRequest): Promise<Replay | null> {
  const stored = await db.read(request, (tx) =>
    tx.maybeRow<{ readonly fingerprint: Buffer; readonly status: number; readonly body: string }>(sql`
      select fingerprint, status, body
      from idempotency_keys
      where ${mine(request)} and key = ${request.key}`),
  );
  if (!stored) return null;
  if (!stored.fingerprint.equals(request.fingerprint)) {
    throw new ServiceError("invalid", "This Idempotency-Key was used with another request");
  }
  // A plain answer is JSON. A route with sealed answers may also have plain refusals, from before its answers were
  // sealed.
  const text = stored.body.startsWith("{") ? stored.body : open(stored.body, placeOf(request));
  return { status: stored.status, text, is_replay: true };
}

/**
 * Stores a refusal as an answer. Not stored: our own faults, a lack of money, and conditions that pass by themselves. A
 * 400 is not stored either: nothing ran, and the caller may use the key again with a corrected body
 * (interface-decisions 41).
 *
 * Another process's answer has precedence: its reference, or the money it took, may be the reason for this refusal.
 */
async function refusedOrReplayed(db: Database, request: IdempotentRequest, error: unknown): Promise<Replay> {
  const is_refusal = error instanceof ServiceError && !TROUBLE.has(error.kind);
  if (!is_refusal && !(error instanceof Outdated)) throw error;
  const stored = await find(db, request);
  if (stored) return stored;
  if (!is_refusal || FREES_KEY.has(error.kind) || error.retry_after_s !== undefined) throw error;
  const reply = { status: statusOf(error.kind), text: errorText(error.kind, error.message, error.fields) };
  await keepAlone(db, { request, reply }).catch((failure: unknown) => {
    if (!(failure instanceof Outdated)) throw failure;
  });
  throw error;
}

const FREES_KEY: ReadonlySet<string> = new Set(["bad_request", "insufficient_funds"]);
const TROUBLE: ReadonlySet<string> = new Set(["too_many_requests", "internal", "unavailable"]);
