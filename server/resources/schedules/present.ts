import { serializer } from "#kernel/json.ts";
import { type PayeeRow, type Run, type RunRow, Schedule, type ScheduleDetails, type ScheduleRow } from "./schema.ts";

export function presentSchedule(row: ScheduleRow, last_run: RunRow | null): Schedule {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    currency: row.currency,
    total_amount: row.total_amount,
    total_transfers: row.total_transfers,
    frequency: row.frequency,
    days: [...row.days],
    time: row.time,
    holiday_rule: row.holiday_rule,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    runs_max: row.runs_max,
    days_ahead: row.days_ahead,
    reserve_funds: row.reserve_funds,
    status: row.status,
    active: row.status === "active",
    runs_count: row.runs_count,
    next_due_at: row.next_due_at,
    last_run: last_run && presentRun(last_run),
    sandbox: row.environment === "test",
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function presentRun({ due_at, bulk, failure_code, failure_reason, created_at }: RunRow): Run {
  return {
    due_at,
    status: bulk === null ? "failed" : "created",
    ...(bulk === null ? {} : { bulk_transfer: bulk }),
    ...(failure_code === null ? {} : { failure_code }),
    ...(failure_reason === null ? {} : { failure_reason }),
    created_at,
  };
}

export function presentPayee(row: PayeeRow): ScheduleDetails["transfers"][number] {
  return {
    amount: row.amount,
    channel: row.channel,
    beneficiary: row.beneficiary,
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    ...(row.expect_name === null ? {} : { expect_name: row.expect_name }),
  };
}

const serialize = serializer(Schedule);

export function eventData(row: ScheduleRow, last_run: RunRow | null): string {
  return serialize(presentSchedule(row, last_run));
}
