import { mine, type Sql, sql, type Tx } from "#db/tx.ts";
import { firstIdAt } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

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
