import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const transferChecks: readonly AuditCheck[] = [
  {
    promise: "every transfer holds its amount and fee until it ends, and then has settled or released them",
    broken: sql`
      select t.merchant, t.environment, t.id, t.status, t.funds_state, t.amount_total, t.fee, e.kinds, e.currencies
      from transfers t
      left join lateral (
        select
          string_agg(kind, ' ' order by id) as kinds,
          string_agg(distinct currency, ' ') as currencies,
          sum(amount) filter (where kind = 'hold') as held,
          sum(amount) filter (where kind = 'settle_fee') as fee
        from entries
        where (merchant, environment, subject) = (t.merchant, t.environment, t.id)
      ) e on true
      where e.held is distinct from case when t.funds_state in ('awaited', 'none') then null else t.amount_total end
        or e.currencies is distinct from case when t.funds_state in ('awaited', 'none') then null else t.currency end
        or e.fee <> t.fee
        or e.kinds is distinct from case
          when t.funds_state in ('awaited', 'none') then null
          when t.status in ('pending', 'processing') then 'hold'
          when t.status in ('failed', 'canceled') then 'hold release'
          when t.fee > 0 then 'hold settle settle_fee'
          else 'hold settle'
        end`,
  },
  {
    promise: "every hold belongs to an existing transfer, refund or withdrawal",
    broken: sql`
      select e.merchant, e.environment, e.subject
      from entries e
      left join transfers t on (t.merchant, t.environment, t.id) = (e.merchant, e.environment, e.subject)
      left join refunds r on (r.merchant, r.environment, r.id) = (e.merchant, e.environment, e.subject)
      left join withdrawals w on (w.merchant, w.environment, w.id) = (e.merchant, e.environment, e.subject)
      where e.kind = 'hold' and t.id is null and r.id is null and w.id is null`,
  },
  {
    promise: "a transfer's events follow its state machine and end at its status",
    broken: sql`
      select t.merchant, t.environment, t.id, t.status, e.life
      from transfers t
      left join lateral (
        select string_agg(split_part(type, '.', 2), ' ' order by sequence) as life
        from events
        where (merchant, environment, resource) = (t.merchant, t.environment, t.id)
      ) e on true
      where e.life is distinct from case t.status
        when 'pending' then 'created'
        when 'processing' then 'created processing'
        when 'complete' then 'created processing complete'
        when 'canceled' then 'created canceled'
        when 'failed' then case when t.funds_state = 'none' then 'created failed' else 'created processing failed' end
      end`,
  },
  {
    promise: "a transfer has one attempt, their states agree, and a canceled one was never sent",
    broken: sql`
      select t.merchant, t.environment, t.id, t.status, a.states
      from transfers t
      left join lateral (
        select
          string_agg(state, ' ' order by id) as states,
          bool_or(sent_at is not null) as was_sent
        from attempts
        where (merchant, environment, subject) = (t.merchant, t.environment, t.id)
      ) a on true
      where a.states is null
        or case t.status
          when 'pending' then a.states <> 'waiting' or a.was_sent
          when 'processing' then a.states not in ('waiting', 'sent', 'review')
          when 'canceled' then a.states <> 'canceled' or a.was_sent
          when 'failed' then
            case when t.funds_state = 'none' then a.states <> 'canceled' or a.was_sent else a.states <> 'failed' end
          else a.states <> t.status
        end`,
  },
  {
    promise: "a transfer is not sent before its due time, nor before its money is held",
    broken: sql`
      select t.merchant, t.environment, t.id, t.status, t.scheduled_at, t.funds_state, a.sent_at
      from transfers t
      join attempts a on (a.merchant, a.environment, a.subject) = (t.merchant, t.environment, t.id)
      where t.scheduled_at is not null
        and (
          a.sent_at < t.scheduled_at
          or t.funds_state in ('awaited', 'none') and (a.sent_at is not null or a.due_at is not null)
        )`,
  },
];
