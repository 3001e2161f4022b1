import { awaitAdvisoryLock } from "#db/lease.ts";
import { type ListPage, type PageBounds, readUncountedPage } from "#db/lists/list.ts";
import { columnList, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { WITHDRAWAL_ACCOUNT_FIELDS, type WithdrawalAccountRow } from "./schema.ts";

const columns = columnsOf(WITHDRAWAL_ACCOUNT_FIELDS);

export async function insert(tx: Tx, row: WithdrawalAccountRow): Promise<void> {
  await tx.run(sql`
    insert into withdrawal_accounts (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom([row], columns, "input")}`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<WithdrawalAccountRow | null> {
  return tx.maybeRow<WithdrawalAccountRow>(sql`
    select ${columnList(columns)} from withdrawal_accounts where ${inScope(scope)} and id = ${id}`);
}

/** Like `find`, and locks the row against concurrent confirmations and removals. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<WithdrawalAccountRow | null> {
  return tx.maybeRow<WithdrawalAccountRow>(sql`
    select ${columnList(columns)} from withdrawal_accounts where ${inScope(scope)} and id = ${id} for update`);
}

/** Counts the accounts. Locks their number until the transaction ends: concurrent requests could exceed the maximum. */
export async function lockAndCountOpen(tx: Tx, scope: Scope): Promise<number> {
  await awaitAdvisoryLock(tx, `withdrawal accounts of ${scope.merchant} ${scope.environment}`);
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from withdrawal_accounts where ${inScope(scope)} and state <> 'removed'`);
  return Number(total);
}

/** A page of the accounts, the newest first, without removed ones. */
export async function list(tx: Tx, scope: Scope, page: PageBounds): Promise<ListPage<WithdrawalAccountRow>> {
  const rows = {
    columns: columnList(columns),
    from: sql`withdrawal_accounts`,
    where: sql`${inScope(scope)} and state <> 'removed'`,
    prefix: "wac",
  } as const;
  return readUncountedPage(tx, rows, {}, page);
}

/** Records a confirmation: the first of two, or the last, which starts the cooling time. */
export async function confirm(
  tx: Tx,
  scope: Scope,
  id: string,
  confirmation: { readonly by: string; readonly is_last: boolean; readonly usable_at: Instant },
): Promise<WithdrawalAccountRow> {
  const { by, is_last, usable_at } = confirmation;
  return tx.row<WithdrawalAccountRow>(sql`
    update withdrawal_accounts
    set
      state = ${is_last ? "active" : "pending"},
      first_confirmed_by = ${is_last ? sql`first_confirmed_by` : sql`${by}`},
      confirmed_by = ${is_last ? by : null},
      usable_at = ${is_last ? usable_at : null},
      updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id} and state = 'pending'
    returning ${columnList(columns)}`);
}

export async function remove(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.row(sql`
    update withdrawal_accounts
    set state = 'removed', updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id} and state <> 'removed'
    returning id`);
}
