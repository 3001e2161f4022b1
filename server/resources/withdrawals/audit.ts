import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const withdrawalChecks: readonly AuditCheck[] = [
  {
    promise: "every withdrawal holds its amount until it ends, and then has settled it at its provider or released it",
    broken: sql`
      select w.merchant, w.environment, w.id, w.status, w.amount, e.kinds, e.currencies, e.paid_by
      from withdrawals w
      left join lateral (
        select
          string_agg(kind, ' ' order by id) as kinds,
          string_agg(distinct currency, ' ') as currencies,
          sum(amount) filter (where kind = 'hold') as held,
          max(credit) filter (where kind = 'settle') as paid_by
        from entries
        where (merchant, environment, subject) = (w.merchant, w.environment, w.id)
      ) e on true
      where e.held is distinct from w.amount
        or e.currencies is distinct from w.currency
        or e.kinds is distinct from case w.status
          when 'complete' then 'hold settle'
          when 'failed' then 'hold release'
          when 'canceled' then 'hold release'
          else 'hold'
        end
        or w.status = 'complete' and e.paid_by <> 'provider:' || w.provider`,
  },
  {
    promise: "a withdrawal over a channel has one attempt, and their states agree; one through a bank has none",
    broken: sql`
      select w.merchant, w.environment, w.id, w.status, w.channel, a.states
      from withdrawals w
      left join lateral (
        select string_agg(state, ' ' order by id) as states, bool_or(sent_at is not null) as was_sent
        from attempts
        where (merchant, environment, subject) = (w.merchant, w.environment, w.id)
      ) a on true
      where (w.channel is null) <> (a.states is null)
        or a.states is not null and case w.status
          when 'pending' then a.states not in ('waiting', 'review') or a.was_sent
          when 'processing' then a.states not in ('waiting', 'sent', 'review')
          else a.states <> w.status
        end`,
  },
  {
    promise: "a withdrawal's events follow its state machine and end at its status",
    broken: sql`
      select w.merchant, w.environment, w.id, w.status, e.life
      from withdrawals w
      left join lateral (
        select string_agg(split_part(type, '.', 2), ' ' order by sequence) as life
        from events
        where (merchant, environment, resource) = (w.merchant, w.environment, w.id)
      ) e on true
      where e.life is null
        or e.life !~ case w.status
          when 'pending' then '^created$'
          when 'processing' then '^created processing$'
          when 'canceled' then '^created canceled$'
          else '^created( processing)? ' || w.status || '$'
        end`,
  },
  {
    promise: "every withdrawal goes to a confirmed account, which two people confirmed in live",
    broken: sql`
      select w.merchant, w.environment, w.id, w.account, a.usable_at
      from withdrawals w
      join withdrawal_accounts a on (a.merchant, a.environment, a.id) = (w.merchant, w.environment, w.account)
      where a.usable_at is null
        or w.created_at < a.usable_at
        or w.currency <> a.currency
        or w.environment = 'live' and a.confirmed_by = a.first_confirmed_by`,
  },
];
