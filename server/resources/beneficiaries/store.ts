import { type ListPage, type PageBounds, readCountedPage } from "#db/lists/list.ts";
import { afterMerge, keptId } from "#db/lists/merged-ids.ts";
import { readSearchPage } from "#db/search/search.ts";
import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  optimizationFence,
  type ReadTx,
  rowsFrom,
  type SharedColumns,
  type Sql,
  sortForLocking,
  sql,
  type Tx,
} from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { BENEFICIARY_FIELDS, type BeneficiaryRow, type BeneficiaryType } from "./schema.ts";

const columns = columnsOf(BENEFICIARY_FIELDS);

const shared: SharedColumns<keyof BeneficiaryRow> = [
  ["merchant", "environment"],
  [
    ...(["email", "account_number", "bank_code", "country", "currency", "type", "metadata"] as const),
    ...(["listed", "sequence", "created_at", "updated_at"] as const),
  ],
];

export async function insert(tx: Tx, rows: readonly BeneficiaryRow[]): Promise<void> {
  await tx.run(sql`
    insert into beneficiaries (${columnList(columns)})
    select ${columnList(columns)}
    from ${rowsFrom(sortForLocking(rows, dataKeyText), columns, "input", shared)}`);
}

function dataKeyText({ data_key, id }: BeneficiaryRow): string {
  return data_key?.toString("latin1") ?? id;
}

/**
 * Also finds unlisted beneficiaries, but no deleted ones. The id of one that was merged into another finds the other.
 * `lock`, `findMany` and `markDeleted` resolve ids in the same way.
 */
export async function find(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return tx.maybeRow<BeneficiaryRow>(sql`
    select ${columnList(columns)} from beneficiaries where ${isBeneficiary(scope, id)}`);
}

function isBeneficiary(scope: Scope, id: string): Sql {
  return sql`${inScope(scope)} and id = ${keptId(scope, "beneficiaries", id)} and deleted_at is null`;
}

/** Also finds deleted and merged beneficiaries by their own ids, because older transfers show them. */
export async function findEvenDeleted(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return tx.maybeRow<BeneficiaryRow>(sql`
    select ${columnList(columns)} from beneficiaries where ${inScope(scope)} and id = ${id}`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return afterMerge(() =>
    tx.maybeRow<BeneficiaryRow>(sql`
      select ${columnList(columns)} from beneficiaries where ${isBeneficiary(scope, id)} for no key update`),
  );
}

export interface BeneficiaryKey extends Scope {
  readonly id: string;
}

const key_columns: Columns<keyof BeneficiaryKey> = { merchant: "text", environment: "text", id: "text" };

/** A beneficiary, and the id by which it was found: its own, or that of one that was merged into it. */
export interface FoundBeneficiary extends BeneficiaryRow {
  readonly requested_id: string;
}

/** Finds many beneficiaries, of any merchants. */
export async function findMany(tx: ReadTx, keys: readonly BeneficiaryKey[]): Promise<readonly FoundBeneficiary[]> {
  return tx.rows<FoundBeneficiary>(sql`
    select ${columnList(columns, "b")}, requested.id as requested_id
    from ${rowsFrom(keys, key_columns, "input")}
    join beneficiaries requested using (merchant, environment, id)
    join beneficiaries b
      on (b.merchant, b.environment, b.id)
        = (requested.merchant, requested.environment, coalesce(requested.merged_into, requested.id))
    where ${optimizationFence("input", sql`b.deleted_at is null`)}`);
}

export interface DataKey extends Scope {
  readonly data_key: Buffer;
}

const data_columns: Columns<keyof DataKey> = { merchant: "text", environment: "text", data_key: "bytea" };

interface UnlistedKey extends DataKey {
  readonly id: Id<"ben">;
}

/**
 * Finds the unlisted beneficiaries with these data, if they are unchanged and not deleted. One that was merged into
 * another keeps its own id: the transfer is paid as its data say, and belongs to the other one's transfers.
 */
export async function findByData(tx: ReadTx, keys: readonly DataKey[]): Promise<readonly UnlistedKey[]> {
  return tx.rows<UnlistedKey>(sql`
    select b.merchant, b.environment, b.data_key, b.id
    from ${rowsFrom(keys, data_columns, "input")}
    join beneficiaries b using (merchant, environment, data_key)`);
}

export type BeneficiaryUpdate = Pick<
  BeneficiaryRow,
  "name" | "email" | "phone" | "phone_typed" | "account_number" | "bank_code" | "metadata" | "data_key"
>;

export async function update(tx: Tx, scope: Scope, id: Id<"ben">, changes: BeneficiaryUpdate): Promise<BeneficiaryRow> {
  return tx.row<BeneficiaryRow>(sql`
    update beneficiaries
    set name = ${changes.name}, email = ${changes.email}, phone = ${changes.phone}, phone_typed = ${changes.phone_typed},
      account_number = ${changes.account_number}, bank_code = ${changes.bank_code},
      metadata = ${changes.metadata && JSON.stringify(changes.metadata)}, data_key = ${changes.data_key},
      updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

/**
 * Marks a beneficiary as deleted. Later transfers with its data, or with the data of one that was merged into it, create a
 * new beneficiary.
 */
export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  const deleted = await afterMerge(() =>
    tx.maybeRow<BeneficiaryRow>(sql`
      update beneficiaries
      set deleted_at = ${tx.now}, data_key = null, updated_at = ${tx.now}, sequence = sequence + 1
      where ${isBeneficiary(scope, id)}
      returning ${columnList(columns)}`),
  );
  if (deleted) {
    await tx.run(sql`
      update beneficiaries
      set data_key = null
      where ${inScope(scope)} and merged_into = ${deleted.id} and data_key is not null`);
  }
  return deleted;
}

/** A row that may be merged, even a deleted one. */
export interface MergeableBeneficiary extends BeneficiaryRow {
  readonly merged_into: string | null;
  readonly is_deleted: boolean;
  /** The number of beneficiaries that were merged into it. */
  readonly aliases: number;
}

/** Locks beneficiaries by their own ids, in the order of ids, so that merges in opposite directions do not deadlock. */
export async function lockForMerge(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly MergeableBeneficiary[]> {
  await tx.rows(sql`
    select id from beneficiaries where ${inScope(scope)} and id = any(${ids}::text[]) order by id for no key update`);
  // Read after the lock: the counts are those of all merges that committed before.
  return tx.rows<MergeableBeneficiary>(sql`
    select ${columnList(columns, "b")}, b.merged_into, b.deleted_at is not null as is_deleted,
      (
        select count(*)::int
        from beneficiaries alias
        where ${inScope(scope, "alias")} and alias.merged_into = b.id
      ) as aliases
    from beneficiaries b
    where ${inScope(scope, "b")} and b.id = any(${ids}::text[])`);
}

/** Makes a beneficiary, and those merged into it before, an alias of another one. Returns the row of the beneficiary. */
export async function markMerged(tx: Tx, scope: Scope, id: Id<"ben">, kept: Id<"ben">): Promise<BeneficiaryRow> {
  await tx.run(sql`update beneficiaries set merged_into = ${kept} where ${inScope(scope)} and merged_into = ${id}`);
  return tx.row<BeneficiaryRow>(sql`
    update beneficiaries
    set merged_into = ${kept}, deleted_at = ${tx.now}, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

export interface BeneficiaryFilter {
  readonly search: string | null;
  readonly country: string | null;
  readonly type: BeneficiaryType | null;
}

function filterSql(scope: Scope, { country, type }: BeneficiaryFilter): Sql {
  return sql`
    ${inScope(scope)}
    and listed
    and deleted_at is null
    ${country === null ? emptySql : sql`and country = ${country}`}
    ${type === null ? emptySql : sql`and type = ${type}`}`;
}

/** Returns a page of a merchant's listed beneficiaries, the newest first, and their total number. */
export async function list(
  tx: Tx,
  scope: Scope,
  filter: BeneficiaryFilter,
  page: PageBounds,
): Promise<ListPage<BeneficiaryRow>> {
  const { search, country, type } = filter;
  const rows = {
    list: "beneficiaries",
    columns: columnList(columns),
    from: sql`beneficiaries`,
    where: filterSql(scope, filter),
    prefix: "ben",
    is_dense: true,
  } as const;
  const is_filtered = type !== null || country !== null;
  if (search !== null) return readSearchPage(tx, scope, { ...rows, is_filtered }, { search }, page);
  return readCountedPage(
    tx,
    scope,
    rows,
    { statuses: type && [type], channels: country === null ? null : [country] },
    page,
  );
}
