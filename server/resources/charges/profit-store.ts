import { sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export const PROFIT_PERIODS = { day: "YYYY-MM-DD", month: "YYYY-MM" } as const;

export interface ProfitQuery {
  readonly environment: Environment;
  /** Null: every merchant. */
  readonly merchant: Id<"mer"> | null;
  readonly begins_at: Instant;
  /** The end, exclusive. */
  readonly ends_at: Instant;
  readonly by: keyof typeof PROFIT_PERIODS;
  /** The IANA name of the time zone of days and months. */
  readonly time_zone: string;
}

/** The profit of the house from one merchant's orders over one channel, in one currency and period. */
export interface ProfitRow {
  /** `2026-03` or `2026-03-01`. */
  readonly period: string;
  readonly merchant: Id<"mer">;
  readonly merchant_name: string;
  /** Null for entries of no order, such as adjustments and charges of the account. */
  readonly channel: string | null;
  readonly currency: string;
  readonly fees: bigint;
  /** The amount that providers took, above zero. */
  readonly charges: bigint;
  readonly taxes: bigint;
  /** Fees less charges and taxes. */
  readonly profit: bigint;
}

/**
 * Returns the fees less the providers' charges and taxes, from the entries of a period. A reversal counts in its own
 * period, on the channel of the reversed entry. Sweeps move profit and do not change it. Reads every entry of the
 * period: call it in a long read.
 */
export async function readProfitReport(tx: Tx, query: ProfitQuery): Promise<readonly ProfitRow[]> {
  const { environment, merchant, begins_at, ends_at, by, time_zone } = query;
  return tx.rows<ProfitRow>(sql`
    with recursive moved as (
      select merchant, environment, currency, id, kind, subject, created_at,
        case when debit in ('fees', 'charges', 'taxes') then debit else credit end as account,
        case when debit in ('fees', 'charges', 'taxes') then -amount else amount end as change
      from entries
      where environment = ${environment}
        and (${merchant}::text is null or merchant = ${merchant})
        and created_at >= ${begins_at}
        and created_at < ${ends_at}
        and (debit in ('fees', 'charges', 'taxes') or credit in ('fees', 'charges', 'taxes'))
    ),
    -- The entry that a reversal, or the reversal of a reversal, takes back.
    traced as (
      select merchant, environment, id, kind, subject from moved
      union all
      select t.merchant, t.environment, t.id, e.kind, e.subject
      from traced t
      join corrections c on (c.merchant, c.environment, c.id) = (t.merchant, t.environment, t.subject)
      join entries e on (e.merchant, e.environment, e.id) = (c.merchant, c.environment, c.corrects)
      where t.kind = 'reverse'
    ),
    attributed as (
      select m.merchant, m.currency, m.account, m.change, a.channel,
        to_char(m.created_at at time zone ${time_zone}, ${PROFIT_PERIODS[by]}) as period
      from moved m
      join traced t on (t.merchant, t.environment, t.id) = (m.merchant, m.environment, m.id)
      left join charges c on c.id = t.subject
      left join lateral (
        select channel
        from attempts
        where merchant = m.merchant
          and environment = m.environment
          and (id = c.attempt or c.attempt is null and subject = t.subject and state = 'complete')
        limit 1
      ) a on true
      where t.kind not in ('reverse', 'sweep')
    )
    select period, a.merchant, m.name as merchant_name, channel, a.currency,
      coalesce(sum(change) filter (where account = 'fees'), 0)::bigint as fees,
      coalesce(-sum(change) filter (where account = 'charges'), 0)::bigint as charges,
      coalesce(-sum(change) filter (where account = 'taxes'), 0)::bigint as taxes,
      sum(change)::bigint as profit
    from attributed a
    join merchants m on m.id = a.merchant
    group by period, a.merchant, m.name, channel, a.currency
    order by period, m.name, a.merchant, a.currency, channel nulls last`);
}
