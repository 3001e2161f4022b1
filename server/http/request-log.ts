import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FieldErrors } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { redact, redactPath } from "#kernel/redact.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, type Instant, MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import type { Identity } from "./auth.ts";

/**
 * The request log: requests of merchants' keys with their answers, for the merchants' developers. `note` only appends
 * to a buffer: it waits for nothing and computes nothing. The buffer is written once a second.
 *
 * Its size is limited, per key and in all. Beyond the limits, successes are dropped before failures. The key's first
 * row of that second holds the number of dropped requests.
 */
export interface RequestLog {
  note(identity: Identity, request: FastifyRequest, reply: FastifyReply): void;
  /** The number of requests dropped since the start. */
  leftOut(): number;
  /** Writes the buffer. After an error, the rows are written the next time, as far as there is room. */
  write(keep: Keep): Promise<void>;
}

/** Inserts rows; rows that exist already stay unchanged. */
type Keep = (rows: readonly NotedRequest[]) => Promise<void>;

const WRITE_MS = SECOND_MS;
// One thousand rows take some 20 ms, Node and PostgreSQL together: at peak load the log uses at most a fiftieth of a
// core.
export const NOTED_OF_KEY_MAX = 200;
const FAILED_OF_KEY_MAX = 300;
// Per minute, for requests refused because of the other credentials sent with a public key. Without this limit, anybody
// who has only the public key could replace the whole log in three minutes.
export const REFUSED_OF_KEY_MAX = 20;
export const NOTED_MAX = 1_000;
const FIRST_FAILURE = 400;

/** A request as stored: numbers, keys and tokens hidden, without its body and its query. */
export interface NotedRequest extends Scope {
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
  readonly duration_ms: number;
  readonly address: string;
  readonly left_out: number;
  readonly created_at: Instant;
}

interface Noted {
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
  readonly duration_ms: number;
  readonly address: string;
  readonly ended_ms: number;
}

interface Count {
  noted: number;
  left_out: number;
}

export function openRequestLog(): RequestLog {
  let waiting: Noted[] = [];
  let counts = new Map<Id<"key">, Count>();
  const refused = new Map<Id<"key">, { times: number; readonly ends_ms: number }>();
  let left_out = 0;

  function countOf(key: Id<"key">): Count {
    const known = counts.get(key);
    if (known) return known;
    const fresh = { noted: 0, left_out: 0 };
    counts.set(key, fresh);
    return fresh;
  }

  /** Whether a refusal exceeds this minute's limit. */
  function isRepeated(key: Id<"key">): boolean {
    const now_ms = performance.now();
    let minute = refused.get(key);
    if (!minute || minute.ends_ms <= now_ms) {
      minute = { times: 0, ends_ms: now_ms + MINUTE_MS };
      refused.set(key, minute);
    }
    minute.times += 1;
    return minute.times > REFUSED_OF_KEY_MAX;
  }

  function forgetMinutes(): void {
    const now_ms = performance.now();
    for (const [key, { ends_ms }] of refused) if (ends_ms <= now_ms) refused.delete(key);
  }

  /** Newer requests have precedence: their loss would be noticed sooner. */
  function putBack(batch: readonly Noted[], told: ReadonlyMap<Id<"key">, Count>): void {
    const kept = batch.slice(0, Math.max(0, NOTED_MAX - waiting.length));
    waiting = [...kept, ...waiting];
    for (const [key, before] of told) {
      const still = kept.filter(({ identity }) => identity.key === key).length;
      const count = countOf(key);
      count.noted += still;
      count.left_out += before.left_out + before.noted - still;
      left_out += before.noted - still;
    }
  }

  return {
    note(identity, request, reply) {
      const count = countOf(identity.key);
      const status = reply.statusCode;
      const room = status < FIRST_FAILURE ? NOTED_OF_KEY_MAX : FAILED_OF_KEY_MAX;
      const is_repeated = request.caller === null && isRepeated(identity.key);
      if (is_repeated || count.noted >= room || waiting.length >= NOTED_MAX) {
        count.left_out += 1;
        left_out += 1;
        return;
      }
      count.noted += 1;
      waiting.push(noted(identity, request, reply));
    },
    leftOut: () => left_out,
    async write(keep) {
      forgetMinutes();
      if (waiting.length === 0) return;
      const isTold = ([, { noted }]: readonly [unknown, Count]): boolean => noted > 0;
      const [batch, told] = [waiting, new Map([...counts].filter(isTold))];
      // A key's number of dropped requests is written with its next row, whenever that is.
      [waiting, counts] = [[], new Map([...counts].filter((one) => !isTold(one)))];
      try {
        await keep(rowsOf(batch, told));
      } catch (error) {
        putBack(batch, told);
        throw error;
      }
    },
  };
}

/** Copies the fields: a reference to the request would retain its body. */
function noted(identity: Identity, request: FastifyRequest, reply: FastifyReply): Noted {
  const { caller, trouble } = request;
  const acted_for = caller && caller.scope.merchant !== identity.merchant ? caller.scope.merchant : null;
  return {
    ...{ identity, acted_for, id: request.id, method: request.method, url: request.url, address: request.ip },
    route: request.routeOptions.url ?? "",
    status: reply.statusCode,
    error: trouble?.kind ?? null,
    message: trouble?.message ?? null,
    fields: trouble?.fields === undefined ? null : firstFields(trouble.fields),
    duration_ms: reply.elapsedTime,
    ended_ms: Date.now(),
  };
}

const FIELDS_MAX = 10;
const FIELD_LENGTH_MAX = 80;

/** A bulk may have thousands of fields. */
function firstFields(fields: FieldErrors): string {
  const first: string[] = [];
  for (const field in fields) {
    if (first.length === FIELDS_MAX) return [...first, "…"].join(", ");
    first.push(field.slice(0, FIELD_LENGTH_MAX));
  }
  return first.join(", ");
}

const TEXT_MAX = 200;

function rowsOf(batch: readonly Noted[], counts: ReadonlyMap<Id<"key">, Count>): readonly NotedRequest[] {
  const is_said = new Set<Id<"key">>();
  return batch.map((one) => {
    const { identity, id, acted_for, method, status, error, duration_ms, address } = one;
    const { key, merchant, environment } = identity;
    const left_out = is_said.has(key) ? 0 : (counts.get(key)?.left_out ?? 0);
    is_said.add(key);
    return {
      ...{ merchant, environment, id, key, acted_for, method, status, error, duration_ms, address, left_out },
      route: one.route.replace(/:(\w+)/g, "{$1}"),
      path: short(one.url.split("?", 1)[0] ?? "", redactPath),
      message: one.message && short(one.message, redact),
      fields: one.fields && short(one.fields, redact),
      created_at: fromMilliseconds(one.ended_ms - one.duration_ms),
    };
  });
}

// Truncated twice: a number truncated before redaction would no longer be recognized as one.
const LOOKED_AT = 2 * TEXT_MAX;

function short(text: string, hide: (text: string) => string): string {
  return hide(text.slice(0, LOOKED_AT)).slice(0, TEXT_MAX);
}

/** Writes the log once a second, and a last time on stop. */
export function keepWriting(
  log: RequestLog,
  keep: Keep,
  onError: (error: unknown, name: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(WRITE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      await log.write(keep).catch((error: unknown) => onError(error, "write the request log"));
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
