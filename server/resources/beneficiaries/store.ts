import { type ListPage, type PageBounds, readCountedPage } from "#db/lists/list.ts";
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

/** Also finds unlisted beneficiaries, but no deleted ones. */
export async function find(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return tx.maybeRow<BeneficiaryRow>(sql`
    select ${columnList(columns)}
    from beneficiaries
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
}

/** Also finds deleted beneficiaries, because older transfers show them. */
export async function findEvenDeleted(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return tx.maybeRow<BeneficiaryRow>(sql`
    select ${columnList(columns)} from beneficiaries where ${inScope(scope)} and id = ${id}`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return tx.maybeRow<BeneficiaryRow>(sql`
    select ${columnList(columns)}
    from beneficiaries
    where ${inScope(scope)} and id = ${id} and deleted_at is null
    for no key update`);
}

export interface BeneficiaryKey extends Scope {
  readonly id: string;
}

const key_columns: Columns<keyof BeneficiaryKey> = { merchant: "text", environment: "text", id: "text" };

/** Finds many beneficiaries, of any merchants. */
export async function findMany(tx: ReadTx, keys: readonly BeneficiaryKey[]): Promise<readonly BeneficiaryRow[]> {
  return tx.rows<BeneficiaryRow>(sql`
    select ${columnList(columns, "b")}
    from ${rowsFrom(keys, key_columns, "input")}
    join beneficiaries b using (merchant, environment, id)
    where ${optimizationFence("input", sql`b.deleted_at is null`)}`);
}

export interface DataKey extends Scope {
  readonly data_key: Buffer;
}

const data_columns: Columns<keyof DataKey> = { merchant: "text", environment: "text", data_key: "bytea" };

interface UnlistedKey extends DataKey {
  readonly id: Id<"ben">;
}

/** Finds the unlisted beneficiaries with these data, if they are unchanged and not deleted. */
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

export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<BeneficiaryRow | null> {
  return tx.maybeRow<BeneficiaryRow>(sql`
    update beneficiaries
    set deleted_at = ${tx.now}, data_key = null, updated_at = ${tx.now}, sequence = sequence + 1
    where ${inScope(scope)} and id = ${id} and deleted_at is null
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
