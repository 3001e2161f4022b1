import {
  type Columns,
  columnList,
  inScope,
  optimizationFence,
  type ReadTx,
  rowsFrom,
  type SharedColumns,
  sortForLocking,
  sql,
  type Tx,
} from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { AccountName, EntryKind } from "./chart-of-accounts.ts";

/** One movement: `debit` loses `amount`, `credit` gains it. */
export interface Posting extends Scope {
  readonly currency: string;
  readonly kind: EntryKind;
  /** The id of the order that the movement belongs to. */
  readonly subject: string;
  readonly debit: AccountName;
  readonly credit: AccountName;
  readonly amount: bigint;
}

/**
 * A posting with the parameters of the statement. `…_row` is the index of an account, `…_change` the sum of the
 * account's changes up to and including this posting.
 */
interface EntryRow extends Posting {
  readonly row_index: number;
  readonly debit_row: number;
  readonly credit_row: number;
  readonly debit_change: bigint;
  readonly credit_change: bigint;
}

const entry_columns: Columns<keyof EntryRow> = {
  row_index: "int",
  merchant: "text",
  environment: "text",
  currency: "text",
  kind: "text",
  subject: "text",
  debit: "text",
  credit: "text",
  amount: "bigint",
  debit_row: "int",
  credit_row: "int",
  debit_change: "bigint",
  credit_change: "bigint",
};

const shared_columns: SharedColumns<keyof EntryRow> = [
  ["merchant", "environment", "currency"],
  ["kind", "debit", "credit", "debit_row", "credit_row"],
];

interface AccountChange extends AccountKey {
  readonly row_index: number;
  change: bigint;
}

const change_columns: Columns<keyof AccountChange> = {
  merchant: "text",
  environment: "text",
  currency: "text",
  name: "text",
  row_index: "int",
  change: "bigint",
};

/**
 * Writes the postings' entries and moves the balances, in one statement. Fails if an account does not exist.
 *
 * The accounts are updated, and so locked, in key order, after all other writes of the transaction. So two sets that
 * share accounts queue up and never deadlock.
 */
export async function insertEntries(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const { lines, totals } = sumByAccount(postings);
  await tx.run(sql`
    with moved as (
      update accounts a
      set balance = a.balance + t.change
      from ${rowsFrom(totals, change_columns, "t")}
      where (a.merchant, a.environment, a.currency, a.name) = (t.merchant, t.environment, t.currency, t.name)
      returning t.row_index, a.balance - t.change as before
    ),
    written as (
      insert into entries (
        merchant, environment, currency, kind, subject, debit, credit, amount,
        debit_balance, credit_balance, created_at
      )
      select
        line.merchant, line.environment, line.currency, line.kind, line.subject, line.debit, line.credit, line.amount,
        debit.before + line.debit_change, credit.before + line.credit_change, ${tx.now}
      from ${rowsFrom(lines, entry_columns, "line", shared_columns)}
      join moved debit on debit.row_index = line.debit_row
      join moved credit on credit.row_index = line.credit_row
      order by line.row_index
      returning 1
    )
    select kolo_assert(count(*) = ${lines.length}, 'every account that is moved exists') from written`);
}

/** Sums the changes of each account, in total and up to each posting. */
function sumByAccount(postings: readonly Posting[]): { lines: readonly EntryRow[]; totals: readonly AccountChange[] } {
  const totals = new Map<string, AccountChange>();
  const addChange = (posting: Posting, name: AccountName, change: bigint): AccountChange => {
    const { merchant, environment, currency } = posting;
    const key = `${merchant} ${environment} ${currency} ${name}`;
    const total = totals.get(key) ?? { merchant, environment, currency, name, row_index: totals.size, change: 0n };
    total.change += change;
    totals.set(key, total);
    return total;
  };
  const lines = postings.map((posting, row_number) => {
    const debit = addChange(posting, posting.debit, -posting.amount);
    const credit = addChange(posting, posting.credit, posting.amount);
    return {
      ...posting,
      row_index: row_number,
      debit_row: debit.row_index,
      credit_row: credit.row_index,
      debit_change: debit.change,
      credit_change: credit.change,
    };
  });
  return { lines, totals: sortForLocking([...totals.values()], ({ currency, name }) => `${currency} ${name}`) };
}

export interface AccountKey extends Scope {
  readonly currency: string;
  readonly name: AccountName;
}

const account_columns: Columns<keyof AccountKey> = {
  merchant: "text",
  environment: "text",
  currency: "text",
  name: "text",
};

/** Creates the missing accounts, with a balance of zero. */
export async function insertAccounts(tx: Tx, accounts: readonly AccountKey[]): Promise<void> {
  await tx.run(sql`
    insert into accounts (${columnList(account_columns)}, created_at)
    select distinct on (${columnList(account_columns)}) ${columnList(account_columns)}, ${tx.now}::timestamptz
    from ${rowsFrom(accounts, account_columns, "input")}
    order by ${columnList(account_columns)}
    on conflict do nothing`);
}

export interface LedgerAccount extends AccountKey {
  readonly balance: bigint;
}

/** The balances of accounts of several merchants. A missing account is absent from the result. */
export async function findAccounts(
  tx: ReadTx,
  accounts: readonly AccountKey[],
  lock: boolean,
): Promise<readonly LedgerAccount[]> {
  return tx.rows<LedgerAccount>(sql`
    select a.merchant, a.environment, a.currency, a.name, a.balance
    from ${rowsFrom(accounts, account_columns, "input")}
    join accounts a using (${columnList(account_columns)})
    ${lock ? sql`order by ${columnList(account_columns, "a")} for update of a` : sql``}`);
}

export async function listAccounts(tx: Tx, scope: Scope): Promise<readonly LedgerAccount[]> {
  return tx.rows<LedgerAccount>(sql`
    select merchant, environment, currency, name, balance
    from accounts
    where ${inScope(scope)}
    order by currency, name`);
}

export interface HoldKey extends Scope {
  readonly subject: string;
}

const hold_key_columns: Columns<keyof HoldKey> = { merchant: "text", environment: "text", subject: "text" };

export interface HoldRow extends HoldKey {
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * The holds of these subjects, whether or not they have ended. The index on `subject` finds them.
 *
 * Merchant and environment are compared as expressions that no index covers. Otherwise the planner could choose the
 * primary key, which begins with them, and read all of a merchant's entries.
 */
export async function findHolds(tx: Tx, subjects: readonly HoldKey[]): Promise<readonly HoldRow[]> {
  return tx.rows<HoldRow>(sql`
    select e.merchant, e.environment, e.subject, e.currency, e.amount
    from ${rowsFrom(subjects, hold_key_columns, "input")}
    join entries e
      on e.subject = input.subject and e.merchant || '' = input.merchant and e.environment || '' = input.environment
    where ${optimizationFence("input", sql`e.kind = 'hold'`)}`);
}

/** An entry as it was written. */
export interface LedgerEntry extends Posting {
  readonly id: bigint;
  readonly created_at: Instant;
}

const entry_text = sql`merchant, environment, id, currency, kind, subject, debit, credit, amount, created_at`;

export async function findEntry(tx: Tx, scope: Scope, id: bigint): Promise<LedgerEntry | null> {
  return tx.maybeRow<LedgerEntry>(sql`select ${entry_text} from entries where ${inScope(scope)} and id = ${id}`);
}

/** The latest entries of a merchant and environment; with `before`, those with a lower id. */
export async function listEntries(
  tx: Tx,
  scope: Scope,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly LedgerEntry[]> {
  return tx.rows<LedgerEntry>(sql`
    select ${entry_text}
    from entries
    where ${inScope(scope)} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`);
}

/** An amount that a merchant owes the house. */
export interface Debt extends Scope {
  readonly currency: string;
  readonly owed: bigint;
}

export async function listDebtsWithFunds(tx: Tx, limit: number): Promise<readonly Debt[]> {
  return tx.rows<Debt>(sql`
    select d.merchant, d.environment, d.currency, -d.balance as owed
    from accounts d
    join accounts a
      on (a.merchant, a.environment, a.currency, a.name) = (d.merchant, d.environment, d.currency, 'available')
    where d.name = 'debt' and d.balance < 0 and a.balance > 0
    order by d.merchant, d.environment, d.currency
    limit ${limit}`);
}
