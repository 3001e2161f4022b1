import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const scheduleChecks: readonly AuditCheck[] = [
  {
    promise: "every past due time of a schedule has one run, in order, and every bulk of the schedule belongs to a run",
    broken: sql`
      select s.merchant, s.environment, s.id, s.runs_count, r.runs, b.bulks, s.last_due_at, r.last_due_at as last_run
      from schedules s
      left join lateral (
        select count(*) as runs, count(bulk) as bulks, max(due_at) as last_due_at, max(day) as last_day
        from schedule_runs
        where (merchant, environment, schedule) = (s.merchant, s.environment, s.id)
      ) r on true
      left join lateral (
        select count(*) as bulks
        from bulk_transfers
        where (merchant, environment, schedule) = (s.merchant, s.environment, s.id)
      ) b on true
      where r.runs <> s.runs_count
        or r.bulks <> b.bulks
        or r.last_due_at is distinct from s.last_due_at
        or r.last_day is distinct from s.last_day
        or s.next_due_at <= s.last_due_at
        or s.next_day <= s.last_day
        or s.runs_count > s.runs_max`,
  },
  {
    promise: "a run's bulk names its schedule and its due time",
    broken: sql`
      select r.merchant, r.environment, r.schedule, r.due_at, r.bulk, b.schedule as of, b.scheduled_at
      from schedule_runs r
      left join bulk_transfers b on (b.merchant, b.environment, b.id) = (r.merchant, r.environment, r.bulk)
      where r.bulk is not null and (b.schedule is distinct from r.schedule or b.scheduled_at is distinct from r.due_at)`,
  },
  {
    promise: "a schedule's count and total are those of its transfers",
    broken: sql`
      select s.merchant, s.environment, s.id, s.total_transfers, p.transfers, s.total_amount, p.amount
      from schedules s
      left join lateral (
        select count(*) as transfers, sum(amount) as amount
        from schedule_payees
        where (merchant, environment, schedule) = (s.merchant, s.environment, s.id)
      ) p on true
      where p.transfers <> s.total_transfers or p.amount is distinct from s.total_amount`,
  },
];
