import { tryAdvisoryLock } from "#db/lease.ts";
import { asyncCommit, type Columns, columnList, emptySql, inScope, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt, type Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { LoggedRequest, StatusClass } from "./schema.ts";

const columns = sql`
  r.id, r.created_at, r.method, r.route, r.path, r.status, r.error, r.message, r.fields, r.answer, r.duration_ms, r.address,
  r.key, k.name as key_name, k.hint as key_hint, r.acted_for, r.left_out`;

const log_with_keys = sql`
  request_log r
  left join keys k on (k.merchant, k.environment, k.id) = (r.merchant, r.environment, r.key)`;

export interface RequestFilter {
  /** Text that the path must contain. */
  readonly search: string | null;
  readonly status: StatusClass | null;
  readonly method: string | null;
  readonly key: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
  /** Only rows with an id below this one. */
  readonly before: string | null;
}

/** The latest matching requests. Scanning all of a merchant's rows is cheap, because retention limits their number. */
export async function list(
  tx: Tx,
  scope: Scope,
  filter: RequestFilter,
  limit: number,
): Promise<readonly LoggedRequest[]> {
  return tx.rows<LoggedRequest>(sql`
    select ${columns}
    from ${log_with_keys}
    where ${inScope(scope, "r")} ${filterSql(filter)}
    order by r.id desc
    limit ${limit}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<LoggedRequest | null> {
  return tx.maybeRow<LoggedRequest>(
    sql`select ${columns} from ${log_with_keys} where ${inScope(scope, "r")} and r.id = ${id}`,
  );
}

function filterSql({ search, status, method, key, from, until, before }: RequestFilter): Sql {
  const first = status === null ? 0 : Number(status.slice(0, 1)) * 100;
  return sql`
    ${search === null ? emptySql : sql`and (strpos(r.route, lower(${search})) > 0 or strpos(lower(r.path), lower(${search})) > 0)`}
    ${status === null ? emptySql : sql`and r.status between ${first} and ${first + 99}`}
    ${method === null ? emptySql : sql`and r.method = ${method}`}
    ${key === null ? emptySql : sql`and r.key = ${key}`}
    ${from === null ? emptySql : sql`and r.id >= ${firstIdAt("req", from)}`}
    ${until === null ? emptySql : sql`and r.id < ${firstIdAt("req", until)}`}
    ${before === null ? emptySql : sql`and r.id < ${before}`}`;
}

/** A row of `request_log`. */
export interface RequestRow extends Scope {
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
  readonly answer: unknown;
  readonly duration_ms: number;
  readonly address: string;
  readonly left_out: number;
  readonly created_at: Instant;
}

const row_columns: Columns<keyof RequestRow> = {
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
  answer: "json",
  duration_ms: "real",
  address: "text",
  left_out: "int",
  created_at: "timestamptz",
};

/** Skips rows that exist: if the response to an earlier commit was lost, the same rows are inserted again. */
export async function insert(tx: Tx, rows: readonly RequestRow[]): Promise<void> {
  await Promise.all([
    // Commit asynchronously: a crash may lose the last second of the log, but no insert waits for the disk.
    asyncCommit(tx),
    tx.run(sql`
      insert into request_log (${columnList(row_columns)})
      select ${columnList(row_columns)}
      from ${rowsFrom(rows, row_columns, "input")}
      on conflict do nothing`),
  ]);
}

/** Returns false if another process holds the lock. */
export async function lockRetention(tx: Tx): Promise<boolean> {
  return tryAdvisoryLock(tx, "delete old logged requests");
}

/** The next merchant and environment that has rows, in key order. */
export async function findNextScope(tx: Tx, after: Scope | null): Promise<Scope | null> {
  const condition =
    after === null ? emptySql : sql`where (merchant, environment) > (${after.merchant}, ${after.environment})`;
  return tx.maybeRow<Scope>(sql`
    select merchant, environment from request_log ${condition} order by merchant, environment limit 1`);
}

/** Deletes the oldest rows: those before an instant, and those above a number of rows. Returns how many it deleted. */
export async function deleteOldest(
  tx: Tx,
  scope: Scope,
  bounds: { readonly before: Instant; readonly rows: number },
  limit: number,
): Promise<number> {
  return tx.run(sql`
    delete from request_log
    where ${inScope(scope)} and id = any(array(
      select id
      from request_log
      where ${inScope(scope)} and id < greatest(
        ${firstIdAt("req", bounds.before)},
        (select id from request_log where ${inScope(scope)} order by id desc limit 1 offset ${bounds.rows - 1})
      )
      order by id
      limit ${limit}
    ))`);
}
