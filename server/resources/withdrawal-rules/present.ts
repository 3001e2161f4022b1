import { serializer } from "#kernel/json.ts";
import { type RuleRow, type RuleRunRow, WithdrawalRule, type WithdrawalRuleRun } from "./schema.ts";

export function presentRule(row: RuleRow, last_run: RuleRunRow | null, time_zone: string): WithdrawalRule {
  return {
    ...{ id: row.id, account: row.account, currency: row.currency, frequency: row.frequency, days: [...row.days] },
    ...{ time: row.time, time_zone, balance_above: row.balance_above, balance_left: row.balance_left },
    ...{ next_due_at: row.next_due_at, last_run: last_run && presentRun(last_run) },
    ...{ created_at: row.created_at, updated_at: row.updated_at },
  };
}

export function presentRun(row: RuleRunRow): WithdrawalRuleRun {
  const { due_at, withdrawal, skip_code, skip_reason, available, created_at } = row;
  return { due_at, withdrawal, skip_code, skip_reason, available, created_at };
}

const serialize = serializer(WithdrawalRule);

export function eventData(row: RuleRow, last_run: RuleRunRow | null, time_zone: string): string {
  return serialize(presentRule(row, last_run, time_zone));
}
