import { createHash } from "node:crypto";
import { tryAdvisoryLock } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import {
  type Columns,
  columnList,
  inScope,
  isUniqueViolation,
  type ReadTx,
  rowsFrom,
  StaleRead,
  sortForLocking,
  sql,
  type Tx,
  UniqueConflict,
} from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";
import type { Reply } from "./envelope.ts";
import { errorText, statusOf } from "./errors.ts";

/**
 * A repeated request with the same `Idempotency-Key` has one effect and one answer (interface-decisions 8). The answer
 * is a row written in the transaction of the effect, so neither can exist without the other.
 */
export interface IdempotentRequest extends Scope {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Whether the answer holds values that are encrypted wherever they are stored. */
  readonly is_secret: boolean;
}

export interface StoredReply {
  readonly request: IdempotentRequest;
  readonly reply: Reply;
}

export interface IdempotentReply extends Reply {
  readonly is_replay: boolean;
}

const RETRY_AFTER_S = 1;
export const IDEMPOTENCY_RETENTION_DAYS = 7;
/** The shortest Idempotency-Key with a publishable key: a guessed one would return the answer of another browser. */
export const PUBLISHABLE_IDEMPOTENCY_KEY_MIN = 20;

/**
 * Throws `bad_request` for a key that is not 1 to 255 visible ASCII characters. Keys sent with a publishable key are
 * apart from all others: a browser can neither read the answers of the merchant's servers nor take their keys.
 */
export function idempotentRequest(
  scope: Scope,
  header: string | readonly string[] | undefined,
  request: {
    readonly method: string;
    readonly url: string;
    readonly body: string | Uint8Array;
    readonly is_secret: boolean;
    /** The publishable key of the request; null for every other caller. */
    readonly publishable_key: Id<"key"> | null;
  },
): IdempotentRequest | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[!-~]{1,255}$/.test(header)) {
    throw new ServiceError(
      "idempotency_key_invalid",
      "An Idempotency-Key is 1 to 255 visible ASCII characters, given once",
    );
  }
  const { publishable_key } = request;
  if (publishable_key !== null && header.length < PUBLISHABLE_IDEMPOTENCY_KEY_MIN) {
    throw new ServiceError(
      "idempotency_key_invalid",
      `With a publishable key, send a random Idempotency-Key of at least ${PUBLISHABLE_IDEMPOTENCY_KEY_MIN} characters`,
    );
  }
  const fingerprint = createHash("sha256").update(`${request.method} ${request.url}\n`).update(request.body).digest();
  return {
    merchant: scope.merchant,
    environment: scope.environment,
    // No header holds a space.
    key: publishable_key === null ? header : `${publishable_key} ${header}`,
    fingerprint,
    is_secret: request.is_secret,
  };
}

/** The keys that this process has seen. The table's unique key detects those seen by other processes. */
interface RunningRequests {
  /** Keys of requests without an answer yet. */
  readonly running: Set<string>;
  readonly recent_keys: RecentKeys;
}

const running_requests = new WeakMap<Database, RunningRequests>();

// A retry usually follows within a minute, and a busy service receives this many keys per minute. The cache holds at
// most twice as many: measured, 25 MB with usual keys and 43 MB with the longest keys.
const RECENT_KEYS_MIN = 50_000;

/**
 * Returns the stored answer, or the answer of `run`, which must store it with `storeReplies` or `storeReply`. Throws
 * `conflict` while the first request runs, and `invalid` if the key was used for another request.
 *
 * `is_reply_atomic`: `run` is one transaction that includes the answer. Then a key new to this process is not looked up
 * first: most keys are new, and a used one fails that transaction. Over 64 connections that is 3,557 to 5,199 transfers a
 * second instead of 926 to 1,226 (decision 27).
 */
export async function idempotently(
  db: Database,
  request: IdempotentRequest,
  run: () => Promise<Reply>,
  { is_reply_atomic }: { readonly is_reply_atomic: boolean },
): Promise<IdempotentReply> {
  const { running, recent_keys } = runningRequestsOf(db);
  const name = keyText(request);
  if (running.has(name)) {
    throw new ServiceError("idempotency_in_progress", "A request with this Idempotency-Key is still running", {
      retry_after_s: RETRY_AFTER_S,
    });
  }
  const is_maybe_new = is_reply_atomic && !recent_keys.has(name);
  if (is_reply_atomic) recent_keys.add(name);
  running.add(name);
  try {
    const stored = is_maybe_new ? null : await findReply(db, request);
    if (stored) return stored;
    try {
      return { ...(await run()), is_replay: false };
    } catch (error) {
      return await storeRefusalOrReplay(db, request, error);
    }
  } finally {
    running.delete(name);
  }
}

function runningRequestsOf(db: Database): RunningRequests {
  const state = running_requests.get(db) ?? { running: new Set(), recent_keys: recentKeys(RECENT_KEYS_MIN) };
  running_requests.set(db, state);
  return state;
}

/** The most recent keys: at least `size_min`, at most twice as many. */
interface RecentKeys {
  has(name: string): boolean;
  add(name: string): void;
}

function recentKeys(size_min: number): RecentKeys {
  let newer = new Set<string>();
  let older = newer;
  return {
    has: (name) => newer.has(name) || older.has(name),
    add(name) {
      if (newer.size === size_min) [older, newer] = [newer, new Set()];
      newer.add(name);
    },
  };
}

function keyText({ merchant, environment, key }: Pick<IdempotentRequest, keyof Scope | "key">): string {
  return `${merchant} ${environment} ${key}`;
}

const name_columns: Columns<keyof Scope | "key"> = { merchant: "text", environment: "text", key: "text" };

/**
 * The requests of a group whose answer is already stored. The caller must leave them out: their duplicate key would
 * roll back the whole group.
 */
export async function findAnswered(
  tx: ReadTx,
  group: readonly { readonly idempotency: IdempotentRequest | null }[],
): Promise<ReadonlySet<IdempotentRequest>> {
  const requests = group.flatMap(({ idempotency }) => idempotency ?? []);
  if (requests.length === 0) return new Set();
  const rows = await tx.rows<Scope & { readonly key: string }>(sql`
    select kept.merchant, kept.environment, kept.key
    from ${rowsFrom(requests, name_columns, "input")}
    cross join lateral (
      select merchant, environment, key
      from idempotency_keys
      where (merchant, environment, key) = (input.merchant, input.environment, input.key)
      limit 1
    ) kept`);
  const answered = new Set(rows.map(keyText));
  return new Set(requests.filter((request) => answered.has(keyText(request))));
}

/** The error for a request that was answered before; `idempotently` then returns the stored answer instead. */
export function alreadyAnsweredError(): ServiceError {
  return new ServiceError("idempotency_in_progress", "This Idempotency-Key was answered before", {
    retry_after_s: RETRY_AFTER_S,
  });
}

/**
 * Stores replies at the end of the transaction of their effects. The transaction fails with `UniqueConflict` if another
 * server has answered one of them first.
 */
export function storeReplies(tx: Tx, replies: readonly StoredReply[]): void {
  if (replies.length > 0) tx.atCommit(() => [insertReplies(tx, replies)], toUniqueConflict);
}

/**
 * Stores the reply to a request that ran no transaction. Throws if another server has answered first, as `storeReplies`
 * does.
 */
export async function storeReply(db: Database, stored: StoredReply): Promise<void> {
  await db.write(stored.request, async (tx) => storeReplies(tx, [stored]));
}

async function insertReplies(tx: Tx, replies: readonly StoredReply[]): Promise<void> {
  const rows = replies.map(({ request, reply }) => {
    const body = request.is_secret ? seal(reply.text, encryptionContext(request)) : reply.text;
    return { ...request, status: reply.status, body };
  });
  await tx.run(sql`
    insert into idempotency_keys (${columnList(key_columns)}, created_at)
    select ${columnList(key_columns)}, ${tx.now}
    from ${rowsFrom(
      sortForLocking(rows, ({ key }) => key),
      key_columns,
      "input",
    )}`);
}

function toUniqueConflict(error: unknown): unknown {
  return isUniqueViolation(error) ? new UniqueConflict("another server answered this Idempotency-Key first") : error;
}

// The most rows deleted per run of the job: a busy service has millions per hour, too many for one statement's timeout.
const DELETE_BATCH_MAX = 5_000;

/** A scheduled job: deletes answers beyond their retention, the oldest first. Returns true if more may be due. */
export async function deleteExpiredKeys(tx: Tx, batch_max = DELETE_BATCH_MAX): Promise<boolean> {
  if (!(await tryAdvisoryLock(tx, "delete expired idempotency keys"))) return false;
  const deleted = await tx.run(sql`
    delete from idempotency_keys
    where ctid = any(array(
      select ctid
      from idempotency_keys
      where created_at < ${tx.now}::timestamptz - make_interval(days => ${IDEMPOTENCY_RETENTION_DAYS})
      order by created_at
      limit ${batch_max}
    ))`);
  return deleted === batch_max;
}

/** The encryption context of a stored answer. The rotation of the master key derives it from the row. */
function encryptionContext({ merchant, environment, key }: IdempotentRequest): string {
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

async function findReply(db: Database, request: IdempotentRequest): Promise<IdempotentReply | null> {
  const stored = await db.read(request, (tx) =>
    tx.maybeRow<{ readonly fingerprint: Buffer; readonly status: number; readonly body: string }>(sql`
      select fingerprint, status, body
      from idempotency_keys
      where ${inScope(request)} and key = ${request.key}`),
  );
  if (!stored) return null;
  if (!stored.fingerprint.equals(request.fingerprint)) {
    throw new ServiceError("idempotency_key_reused", "This Idempotency-Key was used with another request");
  }
  // A plain answer is JSON. A route with encrypted answers may still have plain refusals, stored before its answers
  // were encrypted.
  const text = stored.body.startsWith("{") ? stored.body : open(stored.body, encryptionContext(request));
  return { status: stored.status, text, is_replay: true };
}

/**
 * Stores a refusal as an answer. Not stored: internal errors, a lack of money, and conditions that pass by themselves.
 * A 400 is not stored either: nothing ran, and the caller may use the key again with a corrected body
 * (interface-decisions 41).
 *
 * If another process has stored an answer to this key, that answer is returned instead: the reference or the money that
 * its request took may be the reason for this refusal.
 */
async function storeRefusalOrReplay(
  db: Database,
  request: IdempotentRequest,
  error: unknown,
): Promise<IdempotentReply> {
  const is_refusal = error instanceof ServiceError && !TRANSIENT_KINDS.has(error.kind);
  if (!is_refusal && !(error instanceof StaleRead)) throw error;
  const stored = await findReply(db, request);
  if (stored) return stored;
  if (!is_refusal || UNSTORED_KINDS.has(error.kind) || error.retry_after_s !== undefined) throw error;
  const reply = { status: statusOf(error.kind), text: errorText(error) };
  await storeReply(db, { request, reply }).catch((failure: unknown) => {
    if (!(failure instanceof StaleRead)) throw failure;
  });
  throw error;
}

const UNSTORED_KINDS: ReadonlySet<string> = new Set(["bad_request", "insufficient_funds"]);
const TRANSIENT_KINDS: ReadonlySet<string> = new Set(["too_many_requests", "internal", "unavailable"]);
