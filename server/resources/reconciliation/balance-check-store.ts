import { type Columns, columnList, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { OpenOrders } from "./schema.ts";
import { bookedColumns, by_reviews } from "./store.ts";

/** A provider account and one of its currencies. */
export interface AccountCurrency {
  readonly provider_account: Id<"con">;
  readonly currency: string;
  readonly environment: Environment;
}

/**
 * The ledger's totals for an account since it was added, and the open amounts that the provider may already have moved.
 */
export interface LedgerTotals {
  readonly came_in: bigint;
  readonly went_out: bigint;
  readonly open_in: bigint;
  readonly open_out: bigint;
  /**
   * The change, since the last comparison, of charges whose orders had ended before it: the provider took them before,
   * so the last balance of the books was wrong by as much. Positive: higher charges.
   */
  readonly late_charges: bigint;
}

export async function sumLedgerTotals(tx: Tx, of: AccountCurrency): Promise<LedgerTotals> {
  // Includes the last known charge of each order, and sweeps with their reversals. Excludes corrections of statement lines:
  // they correct a drift that was found before, and would otherwise cause a second drift.
  return tx.row<LedgerTotals>(sql`
    select
      coalesce(sum(booked - charge) filter (where kind = 'collect' and state = 'complete'), 0)::bigint as came_in,
      (
        coalesce(sum(charge - booked) filter (where kind <> 'collect' and state = 'complete'), 0)
        + (
          select coalesce(sum(case when debit = 'fees' then amount else -amount end), 0)
          from corrections
          where provider_account = ${of.provider_account} and currency = ${of.currency} and state = 'booked'
        )
      )::bigint as went_out,
      coalesce(sum(amount) filter (where kind = 'collect' and state <> 'complete'), 0)::bigint as open_in,
      coalesce(sum(amount) filter (where kind <> 'collect' and state <> 'complete'), 0)::bigint as open_out,
      coalesce(sum(charge - charge_then) filter (where state = 'complete' and ended_at <= checked_at), 0)::bigint
        as late_charges
    from (
      select a.kind, a.state, ${bookedColumns(by_reviews)}, ${chargeOf(sql``)} as charge,
        ${chargeOf(sql`and c.created_at <= last.checked_at`)} as charge_then, last.checked_at
      from attempts a
      cross join (
        select max(checked_at) as checked_at
        from balance_checks
        where provider_account = ${of.provider_account} and currency = ${of.currency}
      ) last
      where a.provider_account = ${of.provider_account} and a.provider_account is not null
        and a.state in ('sent', 'review', 'complete')
        and a.currency = ${of.currency} and a.environment = ${of.environment}
    ) all_of_it`);
}

/** Selects the last charge of attempt `a`, with its tax. */
function chargeOf(condition: Sql): Sql {
  return sql`coalesce((
    select c.amount + c.tax
    from charges c
    where (c.merchant, c.environment, c.attempt) = (a.merchant, a.environment, a.id) ${condition}
    order by c.sequence desc
    limit 1
  ), 0)`;
}

/** Returns the open orders that take money out of an account. */
export async function listOpenOrders(tx: Tx, of: AccountCurrency): Promise<readonly OpenOrders[]> {
  return tx.rows<OpenOrders>(sql`
    select a.provider, a.environment, a.provider_account, a.kind, a.channel, a.amount, count(*) as orders
    from attempts a
    where a.provider_account = ${of.provider_account} and a.provider_account is not null
      and a.state in ('sent', 'review') and a.kind <> 'collect'
      and a.currency = ${of.currency} and a.environment = ${of.environment}
    group by a.provider, a.environment, a.provider_account, a.kind, a.channel, a.amount`);
}

export interface BalanceCheck {
  readonly provider_account: Id<"con">;
  readonly currency: string;
  readonly checked_at: Instant;
  readonly provider_balance: bigint;
  readonly book_balance: bigint;
  /** Amounts that the provider may have moved before the ledger recorded them, at the time of the check. */
  readonly open_in: bigint;
  readonly open_out: bigint;
}

const check_columns: Columns<keyof BalanceCheck> = {
  provider_account: "text",
  currency: "text",
  checked_at: "timestamptz",
  provider_balance: "bigint",
  book_balance: "bigint",
  open_in: "bigint",
  open_out: "bigint",
};

export async function lastCheck(tx: Tx, provider_account: string, currency: string): Promise<BalanceCheck | null> {
  return tx.maybeRow<BalanceCheck>(sql`
    select ${columnList(check_columns)}
    from balance_checks
    where provider_account = ${provider_account} and currency = ${currency}
    order by checked_at desc
    limit 1`);
}

/** Returns the latest comparison of each account in each currency. */
export async function listLastChecks(tx: Tx): Promise<readonly BalanceCheck[]> {
  return tx.rows<BalanceCheck>(sql`
    select ${columnList(check_columns, "c")}
    from provider_accounts p
    cross join lateral (
      select distinct on (currency) * from balance_checks where provider_account = p.id order by currency, checked_at desc
    ) c
    where p.retired_at is null
    order by c.provider_account, c.currency`);
}

export async function insertCheck(tx: Tx, check: BalanceCheck): Promise<void> {
  await tx.run(sql`
    insert into balance_checks (${columnList(check_columns)})
    select ${columnList(check_columns)} from ${rowsFrom([check], check_columns, "input")}`);
}

/** A drift: the difference that arose between a provider account's balance and the ledger since the last comparison. */
export interface DriftRow {
  readonly id: Id<"dft">;
  readonly provider_account: Id<"con">;
  readonly currency: string;
  readonly since: Instant;
  readonly found_at: Instant;
  /** Positive: the provider has more than the ledger. */
  readonly drift: bigint;
}

const drift_columns: Columns<keyof DriftRow> = {
  id: "text",
  provider_account: "text",
  currency: "text",
  since: "timestamptz",
  found_at: "timestamptz",
  drift: "bigint",
};

export async function insertDrift(tx: Tx, drift: DriftRow): Promise<void> {
  await tx.run(sql`
    insert into balance_drifts (${columnList(drift_columns)})
    select ${columnList(drift_columns)} from ${rowsFrom([drift], drift_columns, "input")}`);
}

/** Returns the drifts that nobody has explained. */
export async function listDrifts(tx: Tx): Promise<readonly DriftRow[]> {
  return tx.rows<DriftRow>(sql`
    select ${columnList(drift_columns)} from balance_drifts where resolved_at is null order by found_at, id limit 500`);
}

export async function countDrifts(tx: Tx): Promise<number> {
  const { open } = await tx.row<{ open: bigint }>(sql`
    select count(*) as open from balance_drifts where resolved_at is null`);
  return Number(open);
}

/** Closes a drift with an explanation. Returns null if the drift is unknown or closed. */
export async function closeDrift(tx: Tx, id: string, note: string, actor: string): Promise<DriftRow | null> {
  return tx.maybeRow<DriftRow>(sql`
    update balance_drifts
    set note = ${note}, resolved_by = ${actor}, resolved_at = ${tx.now}
    where id = ${id} and resolved_at is null
    returning ${columnList(drift_columns)}`);
}
