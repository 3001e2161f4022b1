import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const withdrawalRuleChecks: readonly AuditCheck[] = [
  {
    promise:
      "every withdrawal of a withdrawal rule belongs to exactly one run of that rule, and every run names its own",
    broken: sql`
      select
        coalesce(w.merchant, r.merchant) as merchant, coalesce(w.environment, r.environment) as environment,
        coalesce(w.rule, r.rule) as rule, w.id, r.due_at, r.withdrawal
      from (select * from withdrawals where rule is not null) w
      full join (select * from withdrawal_rule_runs where withdrawal is not null) r
        on (r.merchant, r.environment, r.withdrawal) = (w.merchant, w.environment, w.id)
      where w.id is null or r.withdrawal is null or w.rule <> r.rule or w.created_at <> r.created_at`,
  },
  {
    promise: "a run of a withdrawal rule takes no more than the balance above the amount that stays",
    broken: sql`
      select r.merchant, r.environment, r.rule, r.due_at, r.available, w.amount
      from withdrawal_rule_runs r
      join withdrawals w on (w.merchant, w.environment, w.id) = (r.merchant, r.environment, r.withdrawal)
      where w.amount > r.available`,
  },
  {
    promise: "the last run of a withdrawal rule is the one that the rule names, and the next is later",
    broken: sql`
      select u.merchant, u.environment, u.id, u.last_due_at, r.due_at as last_run, u.next_due_at
      from withdrawal_rules u
      left join lateral (
        select max(due_at) as due_at
        from withdrawal_rule_runs
        where (merchant, environment, rule) = (u.merchant, u.environment, u.id)
      ) r on true
      where u.last_due_at is distinct from r.due_at
        or u.next_due_at <= u.last_due_at
        or (u.next_due_at is null) <> (u.deleted_at is not null)`,
  },
];
