import { mine, type Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export interface WaitingRow {
  readonly subject: string;
  readonly asked_by: string | null;
  readonly asked_by_name: string | null;
  readonly asked_at: Instant;
  readonly is_bulk: boolean;
  readonly name: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly transfers: number;
}

/** What waits for a second person, the oldest first. */
export async function listWaiting(tx: Tx, scope: Scope, limit: number): Promise<readonly WaitingRow[]> {
  return tx.rows<WaitingRow>(sql`
    select
      a.subject, a.asked_by, a.asked_by_name, a.asked_at,
      b.id is not null as is_bulk,
      coalesce(b.description, p.name) as name,
      coalesce(b.total_amount, t.amount) as amount,
      coalesce(b.currency, t.currency) as currency,
      coalesce(b.total_transfers, 1) as transfers
    from approvals a
    left join bulk_transfers b on (b.merchant, b.environment, b.id) = (a.merchant, a.environment, a.subject)
    left join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
    left join beneficiaries p on (p.merchant, p.environment, p.id) = (t.merchant, t.environment, t.beneficiary)
    where ${mine(scope, "a")} and a.state = 'waiting'
    order by a.subject
    limit ${limit}`);
}

export async function countWaiting(tx: Tx, scope: Scope): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from approvals where ${mine(scope)} and state = 'waiting'`);
  return Number(total);
}

export interface ChannelTotal {
  readonly channel: string;
  readonly currency: string;
  readonly status: string;
  readonly count: bigint;
  readonly amount: bigint;
}

// Beyond so many a day's figures are those of the latest: the page says so.
export const COUNTED_MAX = 50_000;

/** Payments since an instant, by channel, currency and status. */
export async function paymentTotals(tx: Tx, scope: Scope, since: Instant): Promise<readonly ChannelTotal[]> {
  return totals(tx, scope, sql`payments`, firstIdAt("pay", since));
}

export async function transferTotals(tx: Tx, scope: Scope, since: Instant): Promise<readonly ChannelTotal[]> {
  return totals(tx, scope, sql`transfers`, firstIdAt("trf", since));
}

export interface DayTotal {
  readonly day: string;
  readonly count: bigint;
  readonly complete: bigint;
  readonly amount: bigint;
}

/** Payments in one currency since an instant, by day, the latest first; of more than can be counted the latest ones. */
export async function paymentDays(
  tx: Tx,
  scope: Scope,
  currency: string,
  since: Instant,
): Promise<readonly DayTotal[]> {
  return days(tx, scope, sql`payments`, currency, firstIdAt("pay", since));
}

export async function transferDays(
  tx: Tx,
  scope: Scope,
  currency: string,
  since: Instant,
): Promise<readonly DayTotal[]> {
  return days(tx, scope, sql`transfers`, currency, firstIdAt("trf", since));
}

async function days(tx: Tx, scope: Scope, source: Sql, currency: string, first: string): Promise<readonly DayTotal[]> {
  return tx.rows<DayTotal>(sql`
    select
      day::text, count(*) as count, count(*) filter (where status = 'complete') as complete,
      coalesce(sum(amount) filter (where status = 'complete'), 0)::bigint as amount
    from (
      select (created_at at time zone 'UTC')::date as day, status, amount
      from ${source}
      where ${mine(scope)} and id >= ${first} and currency = ${currency}
      order by id desc
      limit ${COUNTED_MAX}
    ) latest
    group by day
    order by day desc`);
}

async function totals(tx: Tx, scope: Scope, source: Sql, first: string): Promise<readonly ChannelTotal[]> {
  return tx.rows<ChannelTotal>(sql`
    select coalesce(channel, '') as channel, currency, status, count(*) as count, sum(amount)::bigint as amount
    from (
      select channel, currency, status, amount
      from ${source}
      where ${mine(scope)} and id >= ${first}
      order by id desc
      limit ${COUNTED_MAX}
    ) latest
    group by 1, 2, 3
    order by 1, 2, 3`);
}
