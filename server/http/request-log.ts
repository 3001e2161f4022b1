import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Columns, mine, names, nothing, sql, type Tx, table } from "#db/tx.ts";
import type { FieldErrors } from "#kernel/errors.ts";
import { firstIdAt, type Id } from "#kernel/ids.ts";
import { hideNumbers } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, fromMilliseconds, type Instant, plus, SECOND_MS } from "#kernel/time.ts";
import type { Identity } from "./auth.ts";

/**
 * What merchants' keys asked for and were answered, for their developers. Noting a request is putting it on a list:
 * nothing is waited for, and nothing is worked out before the list is written, once a second, all of it with one statement.
 *
 * Between two writings there is room for so many, of one key and of all. Beyond, what succeeded is left out before what
 * failed is, and how many were left out is written with the key's first row of that time.
 */
export interface RequestLog {
  note(identity: Identity, request: FastifyRequest, reply: FastifyReply): void;
  /** How many there was no room for, since the start. */
  leftOut(): number;
  /** Writes what was noted. What a failure kept from being written is written next time, as far as there is room. */
  write(transact: Transact): Promise<void>;
}

type Transact = (work: (tx: Tx) => Promise<void>) => Promise<void>;

const WRITE_MS = SECOND_MS;
// A thousand rows take some 20 ms, Node and PostgreSQL together: of a rush the log takes a fiftieth of a core at most.
export const NOTED_OF_KEY_MAX = 200;
const FAILED_OF_KEY_MAX = 300;
export const NOTED_MAX = 1_000;
const FIRST_FAILURE = 400;

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
  let left_out = 0;

  function countOf(key: Id<"key">): Count {
    const known = counts.get(key);
    if (known) return known;
    const fresh = { noted: 0, left_out: 0 };
    counts.set(key, fresh);
    return fresh;
  }

  /** What came meanwhile is kept first: it would be missed sooner. */
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
      if (count.noted >= room || waiting.length >= NOTED_MAX) {
        count.left_out += 1;
        left_out += 1;
        return;
      }
      count.noted += 1;
      waiting.push(noted(identity, request, reply));
    },
    leftOut: () => left_out,
    async write(transact) {
      if (waiting.length === 0) return;
      const [batch, told] = [waiting, counts];
      [waiting, counts] = [[], new Map()];
      try {
        const rows = rowsOf(batch, told);
        await transact((tx) => insert(tx, rows));
      } catch (error) {
        putBack(batch, told);
        throw error;
      }
    },
  };
}

/** Not the request itself, which would keep its body. */
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

/** A bulk may have thousands. */
function firstFields(fields: FieldErrors): string {
  const first: string[] = [];
  for (const field in fields) {
    if (first.length === FIELDS_MAX) return [...first, "…"].join(", ");
    first.push(field.slice(0, FIELD_LENGTH_MAX));
  }
  return first.join(", ");
}

interface Row extends Scope {
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

const columns: Columns<keyof Row> = {
  merchant: "text",
  environment: "text",
  id: "text",
  key: "text",
  acted_for: "text",
  method: "text",
  route: "text",
  path: "text",
  status: "smallint",
  error: "text",
  message: "text",
  fields: "text",
  duration_ms: "real",
  address: "text",
  left_out: "int",
  created_at: "timestamptz",
};

const TEXT_MAX = 200;

function rowsOf(batch: readonly Noted[], counts: ReadonlyMap<Id<"key">, Count>): readonly Row[] {
  const is_said = new Set<Id<"key">>();
  return batch.map((one) => {
    const { identity, id, acted_for, method, status, error, duration_ms, address } = one;
    const { key, merchant, environment } = identity;
    const left_out = is_said.has(key) ? 0 : (counts.get(key)?.left_out ?? 0);
    is_said.add(key);
    return {
      ...{ merchant, environment, id, key, acted_for, method, status, error, duration_ms, address, left_out },
      route: one.route.replace(/:(\w+)/g, "{$1}"),
      path: short(one.url.split("?", 1)[0] ?? ""),
      message: one.message && short(one.message),
      fields: one.fields && short(one.fields),
      created_at: fromMilliseconds(one.ended_ms - one.duration_ms),
    };
  });
}

function short(text: string): string {
  return hideNumbers(text.slice(0, TEXT_MAX));
}

/** A commit nobody heard of may have written them before. That the last second may be lost with the machine costs less than waiting for its disk. */
async function insert(tx: Tx, rows: readonly Row[]): Promise<void> {
  await Promise.all([
    tx.run(sql`set local synchronous_commit = off`),
    tx.run(sql`
      insert into requests (${names(columns)})
      select ${names(columns)}
      from ${table(rows, columns, "given")}
      on conflict do nothing`),
  ]);
}

/** Writes the log once a second, and a last time when it is stopped. */
export function keepWriting(
  log: RequestLog,
  transact: Transact,
  onError: (error: unknown, name: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(WRITE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      await log.write(transact).catch((error: unknown) => onError(error, "write the request log"));
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

export const REQUESTS_KEPT_DAYS = 7;
/** Of one merchant in one environment. */
export const REQUESTS_KEPT_MAX = 50_000;
// So many at a time: a moment's work also when much has come together.
const FORGOTTEN_MAX = 2_000;
// Any number serves that nothing else in this database locks.
const FORGET_LOCK = 5_657_311;

/**
 * A repeated turn: takes away what is older than some days, or more than a merchant's share, merchant by merchant and
 * piece by piece. True while there may be more. One process at a time does it.
 */
export function forgetRequests(bounds = { days: REQUESTS_KEPT_DAYS, rows: REQUESTS_KEPT_MAX }) {
  let done: Scope | null = null;
  return async (tx: Tx): Promise<boolean> => {
    const { is_ours } = await tx.row<{ is_ours: boolean }>(
      sql`select pg_try_advisory_xact_lock(${FORGET_LOCK}) as is_ours`,
    );
    const scope: Scope | null = is_ours ? await nextScope(tx, done) : null;
    if (scope === null) {
      done = null;
      return false;
    }
    const forgotten = await tx.run(sql`
      delete from requests
      where ${mine(scope)} and id = any(array(
        select id
        from requests
        where ${mine(scope)} and id < greatest(
          ${firstIdAt("req", plus(tx.now, -bounds.days * DAY_MS))},
          (select id from requests where ${mine(scope)} order by id desc limit 1 offset ${bounds.rows - 1})
        )
        order by id
        limit ${FORGOTTEN_MAX}
      ))`);
    if (forgotten < FORGOTTEN_MAX) done = scope;
    return true;
  };
}

async function nextScope(tx: Tx, after: Scope | null): Promise<Scope | null> {
  const behind =
    after === null ? nothing : sql`where (merchant, environment) > (${after.merchant}, ${after.environment})`;
  return tx.maybeRow<Scope>(sql`
    select merchant, environment from requests ${behind} order by merchant, environment limit 1`);
}
