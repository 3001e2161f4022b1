import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

const all_deliveries = sql`
  select merchant, environment, webhook, event, id, attempts, resends, schedule_from, origin, null as state
  from open_deliveries
  union all
  select merchant, environment, webhook, event, id, attempts, resends, schedule_from, origin, state
  from ended_deliveries`;

// The events of each subscription: by range of the feed and type, and for tests by webhook.
const expected_deliveries = sql`
  select s.merchant, s.environment, s.webhook, f.event, e.created_at, true as is_owed
  from webhook_subscriptions s
  join feed f on (f.merchant, f.environment) = (s.merchant, s.environment)
    and f.position > s.after_position
    and f.position <= coalesce(s.to_position, f.position)
  join events e on (e.merchant, e.environment, e.id) = (f.merchant, f.environment, f.event)
  where case when e.type = 'webhook.test' then e.resource = s.webhook else e.type = any(s.events) end`;

export const deliveryChecks: readonly AuditCheck[] = [
  {
    promise: "an event has at most one delivery for each webhook",
    broken: sql`
      select merchant, environment, webhook, event, count(*) as deliveries
      from (${all_deliveries}) as deliveries
      group by merchant, environment, webhook, event
      having count(*) > 1`,
  },
  {
    promise: "an event has a delivery for each subscribed webhook, unless retention deleted it, and for no other",
    broken: sql`
      select merchant, environment, webhook, event, o.is_owed, d.id as delivery
      from (${expected_deliveries}) o
      full join (${all_deliveries}) d using (merchant, environment, webhook, event)
      left join deleted_delivery_counts f using (merchant, environment, webhook)
      where (o.is_owed is null and d.origin <> 'replay')
        or (d.id is null and (f.ended_before is null or o.created_at >= f.ended_before))`,
  },
  {
    promise: "a webhook lacks exactly as many deliveries as retention deleted",
    broken: sql`
      select merchant, environment, webhook, coalesce(m.missing, 0) as missing, coalesce(f.count, 0) as forgotten
      from (
        select merchant, environment, webhook, count(*) as missing
        from (${expected_deliveries}) o
        left join (${all_deliveries}) d using (merchant, environment, webhook, event)
        where d.id is null
        group by merchant, environment, webhook
      ) m
      full join deleted_delivery_counts f using (merchant, environment, webhook)
      where coalesce(m.missing, 0) <> coalesce(f.count, 0)`,
  },
  {
    promise: "an open delivery has a due time, waits for the one before it, or was closed with its webhook",
    broken: sql`
      select d.merchant, d.environment, d.webhook, d.id, d.due_at, d.waits_turn, d.is_closed
      from open_deliveries d
      join webhooks w on (w.merchant, w.environment, w.id) = (d.merchant, d.environment, d.webhook)
      where d.is_closed <> (w.deleted_at is not null)
        or (d.due_at is null and not d.waits_turn and not d.is_closed)
        or (d.waits_turn and not exists (
          select 1
          from open_deliveries b
          where b.webhook = d.webhook and b.resource = d.resource and b.in_order and b.position < d.position
        ))`,
  },
  {
    promise: "every attempt of a delivery has its row",
    broken: sql`
      select d.merchant, d.environment, d.webhook, d.id, d.attempts, count(a.number) as recorded
      from (${all_deliveries}) as d
      left join delivery_attempts a
        on (a.merchant, a.environment, a.webhook, a.delivery) = (d.merchant, d.environment, d.webhook, d.id)
      group by d.merchant, d.environment, d.webhook, d.id, d.attempts
      having count(a.number) <> d.attempts or coalesce(max(a.number), 0) <> d.attempts`,
  },
  {
    promise: "no delivery has more attempts than its retry schedule allows, nor an automatic one after a success",
    broken: sql`
      select d.merchant, d.environment, d.webhook, d.id, d.attempts, d.schedule_from, d.resends, s.successes
      from (${all_deliveries}) as d
      left join (
        select merchant, environment, webhook, delivery, count(*) as successes, max(number) as last_success
        from delivery_attempts
        where outcome = 'delivered'
        group by merchant, environment, webhook, delivery
      ) s on (s.merchant, s.environment, s.webhook, s.delivery) = (d.merchant, d.environment, d.webhook, d.id)
      where d.attempts - d.schedule_from > 15
        or s.successes > d.resends + 1
        or (d.state = 'delivered' and s.last_success is distinct from d.attempts)
        or (d.state = 'exhausted' and s.last_success > d.schedule_from)`,
  },
  {
    promise: "no delivery is attempted before its due time",
    broken: sql`
      select merchant, environment, webhook, delivery, number, was_due_at, attempted_at
      from delivery_attempts
      where attempted_at < was_due_at`,
  },
];
