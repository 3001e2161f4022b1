import { type Listed, listCounted, listFew, type Paging } from "#db/list.ts";
import { isFound, listSearched } from "#db/search.ts";
import {
  type Columns,
  inKeyOrder,
  mine,
  names,
  nothing,
  onceFound,
  type Reader,
  type Shared,
  type Sql,
  sql,
  type Tx,
  table,
} from "#db/tx.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { TransferRow, TransferStatus } from "./schema.ts";

const columns: Columns<keyof TransferRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  reference: "text",
  amount: "bigint",
  fee: "bigint",
  amount_total: "bigint",
  currency: "text",
  channel: "text",
  beneficiary: "text",
  receiver: "text",
  description: "text",
  metadata: "json",
  bulk: "text",
  status: "text",
  approval: "text",
  failure_reason: "text",
  sequence: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  completed_at: "timestamptz",
};

const shared: Shared<keyof TransferRow> = [
  ["merchant", "environment", "currency"],
  ["channel", "description", "metadata"],
  [
    ...(["bulk", "status", "approval", "failure_reason", "sequence"] as const),
    ...(["created_at", "updated_at", "completed_at"] as const),
  ],
];

/** Inserts no complete transfers: the sums of complete transfers are counted at the change of status. */
export async function insert(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  const ordered = inKeyOrder(rows, ({ reference }) => reference);
  await tx.run(sql`
    insert into transfers (${names(columns)})
    select ${names(columns)}
    from ${table(ordered, columns, "given", shared)}`);
}

export interface ReferenceKey extends Scope {
  readonly reference: string;
}

const reference_columns: Columns<keyof ReferenceKey> = { merchant: "text", environment: "text", reference: "text" };

/** The references of `keys` that are taken. */
export async function findReferences(tx: Reader, keys: readonly ReferenceKey[]): Promise<readonly ReferenceKey[]> {
  return tx.rows<ReferenceKey>(sql`
    select t.merchant, t.environment, t.reference
    from ${table(keys, reference_columns, "given")}
    join transfers t using (merchant, environment, reference)`);
}

/** Finds by id first, then by reference: a reference that resembles another transfer's id does not hide that transfer. */
export async function find(tx: Tx, scope: Scope, id_or_reference: string): Promise<TransferRow | null> {
  const by_id = isId("trf", id_or_reference) ? await findBy(tx, scope, sql`id = ${id_or_reference}`) : null;
  return by_id ?? findBy(tx, scope, sql`reference = ${id_or_reference}`);
}

async function findBy(tx: Tx, scope: Scope, condition: Sql): Promise<TransferRow | null> {
  return tx.maybeRow<TransferRow>(sql`select ${names(columns)} from transfers where ${mine(scope)} and ${condition}`);
}

export interface Move extends Scope {
  readonly id: string;
  readonly status: TransferStatus;
  readonly failure_reason: string | null;
}

const move_columns: Columns<keyof Move> = {
  merchant: "text",
  environment: "text",
  id: "text",
  status: "text",
  failure_reason: "text",
};

const shared_moves: Shared<keyof Move> = [
  ["merchant", "environment"],
  ["status", "failure_reason"],
];

/** Moves the transfers that are in the status `from`; the result omits the others. */
export async function move(tx: Tx, moves: readonly Move[], from: TransferStatus): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers t
    set
      status = given.status,
      failure_reason = given.failure_reason,
      approval = case when given.status = 'canceled' and t.approval = 'waiting' then 'canceled' else t.approval end,
      completed_at = case when given.status = 'complete' then ${tx.now}::timestamptz end,
      updated_at = ${tx.now},
      sequence = t.sequence + 1
    from ${table(moves, move_columns, "given", shared_moves)}
    where (t.merchant, t.environment, t.id) = (given.merchant, given.environment, given.id)
      and ${onceFound("given", sql`t.status = ${from}`)}
    returning ${names(columns, "t")}`);
}

/** Approves the transfers that wait for a second person. The result omits those that were canceled meanwhile. */
export async function markApproved(tx: Tx, scope: Scope, ids: readonly string[]): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers
    set approval = 'approved', updated_at = ${tx.now}
    where ${mine(scope)} and id = any(${ids}) and approval = 'waiting'
    returning ${names(columns)}`);
}

/** Rejects and cancels the transfers that wait for a second person. The result omits those that were canceled meanwhile. */
export async function markRejected(tx: Tx, scope: Scope, ids: readonly string[]): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    update transfers
    set approval = 'rejected', status = 'canceled', updated_at = ${tx.now}, sequence = sequence + 1
    where ${mine(scope)} and id = any(${ids}) and approval = 'waiting'
    returning ${names(columns)}`);
}

/** Whether any of a bulk's transfers still waits for a second person. */
export async function isBulkWaiting(tx: Tx, scope: Scope, bulk: string): Promise<boolean> {
  const row = await tx.maybeRow(sql`
    select 1 from transfers where ${mine(scope)} and bulk = ${bulk} and approval = 'waiting' limit 1`);
  return row !== null;
}

export interface Filter {
  readonly search: string | null;
  readonly status: TransferStatus | null;
  readonly channels: readonly string[] | null;
  readonly bulk: string | null;
  /** Only those that wait for a second person. */
  readonly is_waiting?: boolean;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

function matching(scope: Scope, { status, channels, bulk }: Filter): Sql {
  return sql`
    ${mine(scope)}
    ${status === null ? nothing : sql`and status = ${status}`}
    ${channels === null ? nothing : sql`and channel = any(${channels})`}
    ${bulk === null ? nothing : sql`and bulk = ${bulk}`}`;
}

/** A page of a merchant's transfers, the newest first, and how many there are. */
export async function list(tx: Tx, scope: Scope, filter: Filter, page: Paging): Promise<Listed<TransferRow>> {
  const { search } = filter;
  const rows = {
    list: "transfers",
    columns: names(columns),
    from: filter.is_waiting ? waiting(scope) : sql`transfers`,
    where: matching(scope, filter),
    prefix: "trf",
    is_dense: true,
  } as const;
  if (filter.is_waiting || filter.bulk !== null) {
    const found = search === null ? nothing : sql`and ${isFound(scope, "transfers", "transfers", search)}`;
    return listFew(tx, { ...rows, where: sql`${rows.where} ${found}` }, filter, page);
  }
  if (search !== null) {
    const is_filtered = filter.status !== null || filter.channels !== null;
    return listSearched(tx, scope, { ...rows, is_filtered }, { from: filter.from, until: filter.until, search }, page);
  }
  return listCounted(tx, scope, rows, { ...filter, statuses: filter.status && [filter.status] }, page);
}

/**
 * The waiting transfers, found through the subjects of open approvals: a transfer, or a bulk with its transfers that
 * still wait.
 */
function waiting(scope: Scope): Sql {
  const asked = sql`${mine(scope, "a")} and a.state = 'waiting'`;
  return sql`(
    select t.*
    from approvals a
    join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
    where ${asked}
    union all
    select t.*
    from approvals a
    join transfers t on (t.merchant, t.environment, t.bulk) = (a.merchant, a.environment, a.subject)
    where ${asked} and t.approval = 'waiting'
  ) transfers`;
}

/** The transfers of one bulk, in the order of their request; `limit` null: all of them. */
export async function listOfBulk(
  tx: Tx,
  scope: Scope,
  bulk: string,
  limit: number | null = null,
): Promise<readonly TransferRow[]> {
  return tx.rows<TransferRow>(sql`
    select ${names(columns)} from transfers where ${mine(scope)} and bulk = ${bulk} order by id
    limit ${limit}`);
}
