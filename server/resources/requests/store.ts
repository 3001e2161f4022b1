import { mine, nothing, type Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { LoggedRequest, StatusClass } from "./schema.ts";

const columns = sql`
  r.id, r.created_at, r.method, r.route, r.path, r.status, r.error, r.message, r.fields, r.duration_ms, r.address, r.key,
  k.name as key_name, k.hint as key_hint, r.acted_for, r.left_out`;

const source = sql`
  requests r
  left join keys k on (k.merchant, k.environment, k.id) = (r.merchant, r.environment, r.key)`;

export interface RequestFilter {
  /** A part of the path. */
  readonly search: string | null;
  readonly status: StatusClass | null;
  readonly method: string | null;
  readonly key: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
  /** The id of the request they are all older than. */
  readonly before: string | null;
}

/** The latest requests that fulfil the filter. A merchant has so many at most that all of them can be looked through. */
export async function list(
  tx: Tx,
  scope: Scope,
  filter: RequestFilter,
  limit: number,
): Promise<readonly LoggedRequest[]> {
  return tx.rows<LoggedRequest>(sql`
    select ${columns}
    from ${source}
    where ${mine(scope, "r")} ${matching(filter)}
    order by r.id desc
    limit ${limit}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<LoggedRequest | null> {
  return tx.maybeRow<LoggedRequest>(sql`select ${columns} from ${source} where ${mine(scope, "r")} and r.id = ${id}`);
}

function matching({ search, status, method, key, from, until, before }: RequestFilter): Sql {
  const first = status === null ? 0 : Number(status.slice(0, 1)) * 100;
  return sql`
    ${search === null ? nothing : sql`and (strpos(r.route, lower(${search})) > 0 or strpos(lower(r.path), lower(${search})) > 0)`}
    ${status === null ? nothing : sql`and r.status between ${first} and ${first + 99}`}
    ${method === null ? nothing : sql`and r.method = ${method}`}
    ${key === null ? nothing : sql`and r.key = ${key}`}
    ${from === null ? nothing : sql`and r.id >= ${firstIdAt("req", from)}`}
    ${until === null ? nothing : sql`and r.id < ${firstIdAt("req", until)}`}
    ${before === null ? nothing : sql`and r.id < ${before}`}`;
}
