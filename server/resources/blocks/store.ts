import { type Columns, columnList, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { BlockRow } from "./schema.ts";

const columns: Columns<keyof BlockRow> = {
  id: "text",
  merchant: "text",
  environment: "text",
  party: "text",
  masked: "text",
  reason: "text",
  created_by: "text",
  created_at: "timestamptz",
};

/** Inserts a block. Returns false if the number is blocked already. */
export async function insert(tx: Tx, row: BlockRow): Promise<boolean> {
  const written = await tx.run(sql`
    insert into blocked_parties (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom([row], columns, "input")}
    on conflict (party, environment, merchant) do nothing`);
  return written > 0;
}

/** Removes a block of this merchant; null: one for every merchant. Returns the removed row. */
export async function remove(
  tx: Tx,
  merchant: string | null,
  environment: Environment,
  id: string,
): Promise<BlockRow | null> {
  return tx.maybeRow<BlockRow>(sql`
    delete from blocked_parties
    where merchant is not distinct from ${merchant} and environment = ${environment} and id = ${id}
    returning ${columnList(columns)}`);
}

/** Returns the newest blocks of this merchant; null: those for every merchant. */
export async function list(
  tx: Tx,
  merchant: string | null,
  environment: Environment,
  limit: number,
): Promise<readonly BlockRow[]> {
  return tx.rows<BlockRow>(sql`
    select ${columnList(columns)}
    from blocked_parties
    where merchant is not distinct from ${merchant} and environment = ${environment}
    order by id desc
    limit ${limit}`);
}

export async function count(tx: Tx, merchant: string, environment: Environment): Promise<bigint> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from blocked_parties where merchant = ${merchant} and environment = ${environment}`);
  return total;
}

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** A number or account, as `payeeOf` of the limits identifies it, of an order of this merchant. */
export interface Party extends Scope {
  readonly party: string;
}

const party_columns: Columns<keyof Party> = { ...scope_columns, party: "text" };

/** Returns those of these numbers and accounts that are blocked for their merchant. */
export async function findBlocked(tx: ReadTx, parties: readonly Party[]): Promise<readonly Party[]> {
  return tx.rows<Party>(sql`
    select distinct input.merchant, input.environment, input.party
    from ${rowsFrom(parties, party_columns, "input")}
    join blocked_parties b on b.party = input.party and b.environment = input.environment
    where b.merchant is null or b.merchant = input.merchant`);
}
