import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { GuardKey, GuardRow } from "./schema.ts";

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** Returns the guards of these merchants and environments; a merchant whose guard is off has none. */
export async function findGuards(tx: ReadTx, scopes: readonly Scope[]): Promise<readonly GuardRow[]> {
  return tx.rows<GuardRow>(sql`
    select merchant, environment, g.minutes
    from ${rowsFrom(scopes, scope_columns, "input")}
    join duplicate_guards g using (merchant, environment)`);
}

export async function upsertGuard(tx: Tx, { merchant, environment, minutes }: GuardRow): Promise<void> {
  await tx.run(sql`
    insert into duplicate_guards (merchant, environment, minutes, updated_at)
    values (${merchant}, ${environment}, ${minutes}, ${tx.now})
    on conflict (merchant, environment) do update set minutes = excluded.minutes, updated_at = excluded.updated_at`);
}

export async function removeGuard(tx: Tx, scope: Scope): Promise<void> {
  await tx.run(sql`delete from duplicate_guards where ${inScope(scope)}`);
}

const key_columns: Columns<keyof GuardKey> = { ...scope_columns, payee: "text", amount: "bigint", currency: "text" };

/** A guarded transfer with the time at which it was ordered. */
export interface GuardedTransfer extends GuardKey {
  readonly transfer: string;
  readonly ordered_at: Instant;
}

/** Returns the newest guarded transfer for each of these keys. */
export async function findGuarded(tx: ReadTx, keys: readonly GuardKey[]): Promise<readonly GuardedTransfer[]> {
  return tx.rows<GuardedTransfer>(sql`
    select ${columnList(key_columns, "g")}, g.transfer, g.ordered_at
    from ${rowsFrom(keys, key_columns, "input")}
    join guarded_transfers g using (merchant, environment, payee, amount, currency)`);
}

/** An accepted transfer to store. */
export interface GuardWrite extends GuardKey {
  readonly transfer: string;
  /** A stored transfer that was ordered after this instant makes it a duplicate. */
  readonly free_before: Instant;
}

const write_columns: Columns<keyof GuardWrite> = { ...key_columns, transfer: "text", free_before: "timestamptz" };

/**
 * Stores transfers as the newest of their keys. Fails the transaction, so that it is retried, if another one has been
 * stored since `free_before`.
 */
export async function writeGuarded(tx: Tx, writes: readonly GuardWrite[]): Promise<void> {
  await tx.run(sql`
    with input as materialized (select * from ${rowsFrom(writes, write_columns, "given")}),
    earlier as (
      select count(*) as found
      from input
      join guarded_transfers g using (merchant, environment, payee, amount, currency)
      where g.ordered_at > input.free_before
    ),
    written as (
      insert into guarded_transfers (${columnList(key_columns)}, transfer, ordered_at)
      select ${columnList(key_columns)}, transfer, ${tx.now}
      from input
      order by merchant, environment, payee, amount, currency
      on conflict (merchant, environment, payee, amount, currency) do update
      set transfer = excluded.transfer, ordered_at = excluded.ordered_at
      returning 1
    )
    select kolo_assert_unchanged(earlier.found = 0, 'the newest transfer to a payee')
    from earlier`);
}

const transfer_columns: Columns<"transfer" | keyof Scope> = { ...scope_columns, transfer: "text" };

export async function removeGuarded(
  tx: Tx,
  transfers: readonly (Scope & { readonly transfer: string })[],
): Promise<void> {
  await tx.run(sql`
    delete from guarded_transfers g
    using ${rowsFrom(transfers, transfer_columns, "input")}
    where (g.merchant, g.environment, g.transfer) = (input.merchant, input.environment, input.transfer)`);
}

export async function deleteGuardedBefore(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from guarded_transfers where ordered_at < ${before}`);
}
