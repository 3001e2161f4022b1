import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FieldErrors, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { redact, redactData, redactPath } from "#kernel/redact.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, type Instant, MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import type { Identity } from "./auth.ts";
import { errorBody } from "./errors.ts";

/**
 * The request log: requests of merchants' keys with their answers, for the merchants' developers. `record` only appends
 * to a buffer: it waits for nothing and computes nothing. The buffer is written once a second.
 *
 * Its size is limited, per key and in all. Beyond the limits, successes are dropped before failures. The key's first
 * row of that second holds the number of dropped requests.
 */
export interface RequestLog {
  record(identity: Identity, request: FastifyRequest, reply: FastifyReply): void;
  /** The number of requests dropped since the start. */
  droppedCount(): number;
  /** Writes the buffer. After an error, the rows are written the next time, as far as there is room. */
  write(writeRows: WriteRows): Promise<void>;
}

/** Inserts rows; rows that exist already stay unchanged. */
type WriteRows = (rows: readonly RequestLogRow[]) => Promise<void>;

const FLUSH_MS = SECOND_MS;
// One thousand rows take some 20 ms, Node and PostgreSQL together: at peak load the log uses at most a fiftieth of a
// core.
export const LOGGED_PER_KEY_MAX = 200;
const FAILED_PER_KEY_MAX = 300;
// Per minute, for requests refused because of the other credentials sent with a public key. Without this limit, anybody
// who has only the public key could replace the whole log in three minutes.
export const REFUSED_PER_KEY_MAX = 20;
// Per minute and publishable key: anybody can send requests with one, and a waiting page polls.
export const PUBLISHABLE_LOGGED_PER_KEY_MAX = 120;
export const LOGGED_MAX = 1_000;
const FIRST_ERROR_STATUS = 400;

/** A request as stored: numbers, keys and tokens hidden, without its body and its query. */
export interface RequestLogRow extends Scope {
  readonly id: string;
  readonly key: Id<"key">;
  readonly acted_for: Id<"mer"> | null;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
  readonly message: string | null;
  readonly fields: string | null;
  /** The body of an error, shortened. */
  readonly answer: unknown;
  readonly duration_ms: number;
  readonly address: string;
  readonly left_out: number;
  readonly created_at: Instant;
}

interface PendingEntry {
  readonly identity: Identity;
  readonly id: string;
  readonly acted_for: Id<"mer"> | null;
  readonly method: string;
  readonly route: string;
  readonly url: string;
  readonly status: number;
  readonly error: string | null;
  readonly message: string | null;
  readonly fields: string | null;
  readonly refusal: Refusal | null;
  readonly duration_ms: number;
  readonly address: string;
  readonly ended_ms: number;
}

interface KeyCounts {
  logged: number;
  left_out: number;
}

export function openRequestLog(): RequestLog {
  let pending: PendingEntry[] = [];
  let counts = new Map<Id<"key">, KeyCounts>();
  const minutes = new Map<string, { times: number; readonly ends_ms: number }>();
  let dropped = 0;

  function countOf(key: Id<"key">): KeyCounts {
    const current = counts.get(key);
    if (current) return current;
    const fresh = { logged: 0, left_out: 0 };
    counts.set(key, fresh);
    return fresh;
  }

  /** Whether a refusal, or a request with a publishable key, exceeds this minute's limit. */
  function isRepeated({ key, kind }: Identity, is_refused: boolean): boolean {
    if (!is_refused && kind !== "publishable") return false;
    const now_ms = performance.now();
    const name = is_refused ? `refused ${key}` : key;
    let minute = minutes.get(name);
    if (!minute || minute.ends_ms <= now_ms) {
      minute = { times: 0, ends_ms: now_ms + MINUTE_MS };
      minutes.set(name, minute);
    }
    minute.times += 1;
    return minute.times > (is_refused ? REFUSED_PER_KEY_MAX : PUBLISHABLE_LOGGED_PER_KEY_MAX);
  }

  function deleteExpiredMinutes(): void {
    const now_ms = performance.now();
    for (const [name, { ends_ms }] of minutes) if (ends_ms <= now_ms) minutes.delete(name);
  }

  /**
   * Puts a failed batch back into the buffer, as far as there is room. Newer requests take precedence: their loss would
   * be noticed sooner.
   */
  function requeue(batch: readonly PendingEntry[], batch_counts: ReadonlyMap<Id<"key">, KeyCounts>): void {
    const requeued = batch.slice(0, Math.max(0, LOGGED_MAX - pending.length));
    pending = [...requeued, ...pending];
    for (const [key, counts_before] of batch_counts) {
      const requeued_count = requeued.filter(({ identity }) => identity.key === key).length;
      const count = countOf(key);
      count.logged += requeued_count;
      count.left_out += counts_before.left_out + counts_before.logged - requeued_count;
      dropped += counts_before.logged - requeued_count;
    }
  }

  return {
    record(identity, request, reply) {
      const count = countOf(identity.key);
      const status = reply.statusCode;
      const logged_max = status < FIRST_ERROR_STATUS ? LOGGED_PER_KEY_MAX : FAILED_PER_KEY_MAX;
      const is_repeated = isRepeated(identity, request.caller === null);
      if (is_repeated || count.logged >= logged_max || pending.length >= LOGGED_MAX) {
        count.left_out += 1;
        dropped += 1;
        return;
      }
      count.logged += 1;
      pending.push(entryOf(identity, request, reply));
    },
    droppedCount: () => dropped,
    async write(writeRows) {
      deleteExpiredMinutes();
      if (pending.length === 0) return;
      const hasLogged = ([, { logged }]: readonly [unknown, KeyCounts]): boolean => logged > 0;
      const [batch, batch_counts] = [pending, new Map([...counts].filter(hasLogged))];
      // If a key has no row in this batch, its count of dropped requests waits for its next row.
      [pending, counts] = [[], new Map([...counts].filter((key_counts) => !hasLogged(key_counts)))];
      try {
        await writeRows(rowsOf(batch, batch_counts));
      } catch (error) {
        requeue(batch, batch_counts);
        throw error;
      }
    },
  };
}

/** Copies the fields: a reference to the request would retain its body. */
function entryOf(identity: Identity, request: FastifyRequest, reply: FastifyReply): PendingEntry {
  const { caller, trouble } = request;
  const acted_for = caller && caller.scope.merchant !== identity.merchant ? caller.scope.merchant : null;
  return {
    ...{ identity, acted_for, id: request.id, method: request.method, url: request.url, address: request.ip },
    route: request.routeOptions.url ?? "",
    status: reply.statusCode,
    error: trouble?.kind ?? null,
    message: trouble?.message ?? null,
    fields: trouble?.fields === undefined ? null : firstFields(trouble.fields),
    refusal: trouble && shorten(trouble),
    duration_ms: reply.elapsedTime,
    ended_ms: Date.now(),
  };
}

const FIELDS_MAX = 10;
const FIELD_LENGTH_MAX = 80;

/** The first invalid fields only: a bulk may have thousands. */
function firstFields(fields: FieldErrors): string {
  const first: string[] = [];
  for (const field in fields) {
    if (first.length === FIELDS_MAX) return [...first, "…"].join(", ");
    first.push(field.slice(0, FIELD_LENGTH_MAX));
  }
  return first.join(", ");
}

type Refusal = Pick<ServiceError, "reason" | "params" | "message" | "fields">;

/** An error with the first error of the first invalid fields. */
function shorten({ reason, params, message, fields }: ServiceError): Refusal {
  const first: [field: string, errors: FieldErrors[string]][] = [];
  for (const field in fields) {
    if (first.length === FIELDS_MAX) break;
    first.push([field.slice(0, FIELD_LENGTH_MAX), (fields[field] ?? []).slice(0, 1)]);
  }
  return { reason, params, message, fields: fields && Object.fromEntries(first) };
}

/** The body of an error, without the numbers and keys that it repeats. */
function redactAnswer({ fields, ...refusal }: Refusal): unknown {
  const redactText = (text: string): string => redactAndTruncate(text, redact);
  const named = Object.entries(fields ?? {}).map(([field, errors]) => [redactText(field), errors] as const);
  return redactData(errorBody({ ...refusal, fields: fields && Object.fromEntries(named) }), redactText);
}

const TEXT_MAX = 200;

function rowsOf(batch: readonly PendingEntry[], counts: ReadonlyMap<Id<"key">, KeyCounts>): readonly RequestLogRow[] {
  const reported_keys = new Set<Id<"key">>();
  return batch.map((entry) => {
    const { identity, id, acted_for, method, status, error, duration_ms, address } = entry;
    const { key, merchant, environment } = identity;
    const left_out = reported_keys.has(key) ? 0 : (counts.get(key)?.left_out ?? 0);
    reported_keys.add(key);
    return {
      ...{ merchant, environment, id, key, acted_for, method, status, error, duration_ms, address, left_out },
      route: entry.route.replace(/:(\w+)/g, "{$1}"),
      path: redactAndTruncate(entry.url.split("?", 1)[0] ?? "", redactPath),
      message: entry.message && redactAndTruncate(entry.message, redact),
      fields: entry.fields && redactAndTruncate(entry.fields, redact),
      answer: entry.refusal && redactAnswer(entry.refusal),
      created_at: fromMilliseconds(entry.ended_ms - entry.duration_ms),
    };
  });
}

// Truncated twice: a number truncated before redaction would no longer be recognized as one.
const REDACTED_LENGTH = 2 * TEXT_MAX;

function redactAndTruncate(text: string, redactText: (text: string) => string): string {
  return redactText(text.slice(0, REDACTED_LENGTH)).slice(0, TEXT_MAX);
}

/** Writes the log once a second, and a last time on stop. */
export function startRequestLogWriter(
  log: RequestLog,
  writeRows: WriteRows,
  onError: (error: unknown, name: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(FLUSH_MS, undefined, { signal: stopping.signal }).catch(() => {});
      await log.write(writeRows).catch((error: unknown) => onError(error, "write the request log"));
    }
  }

  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
    },
  };
}
