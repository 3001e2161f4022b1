import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { dayAfter, type Instant } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import {
  BEFORE_ALL,
  type Calendar,
  findDaysError,
  nextOccurrence,
  type Occurrence,
  type SearchStart,
} from "#resources/schedules/rules.ts";
import type { RuleRow } from "./schema.ts";

/** The field errors of PUT /withdrawal-rules that need no stored data. */
export function validateRule(body: unknown): FieldErrors {
  const { frequency, days, balance_above, balance_left } = asRecord(body);
  const days_error = findDaysError(frequency, days);
  const is_contradictory =
    typeof balance_above === "number" && typeof balance_left === "number" && balance_above > 0
      ? balance_above < balance_left
      : false;
  return {
    ...(days_error === null ? {} : { days: [days_error] }),
    ...(is_contradictory
      ? {
          balance_above: [
            fieldError("too_small", `Enter at least ${balance_left}, the amount that stays`, {
              minimum: Number(balance_left),
            }),
          ],
        }
      : {}),
  };
}

/** The amount that a run withdraws from an available balance; 0 for none. */
export function amountToWithdraw(
  { balance_above, balance_left }: Pick<RuleRow, "balance_above" | "balance_left">,
  available: bigint,
): bigint {
  if (available <= balance_above || available <= balance_left) return 0n;
  return available - balance_left;
}

/** The next due time of a rule. Rules have no holiday rule and no end, so there always is one. */
export function nextDueTime(
  { frequency, days, time }: Pick<RuleRow, "frequency" | "days" | "time">,
  calendar: Calendar,
  after: SearchStart,
): Occurrence | null {
  const recurrence = { frequency, days, time, holiday_rule: "none", starts_on: FIRST_DAY, ends_on: null } as const;
  return nextOccurrence(recurrence, calendar, after);
}

const FIRST_DAY = "2000-01-01";

/** The start of the search for the first due time after `now`: never again on the day of the last run. */
export function searchFrom(
  { last_day, last_due_at }: Pick<RuleRow, "last_day" | "last_due_at">,
  time_zone: string,
  now: Instant,
): SearchStart {
  const day_before = dayAfter(dayIn(time_zone, now), -1);
  const day = last_day !== null && last_day > day_before ? last_day : day_before;
  const last = last_due_at ?? BEFORE_ALL;
  return { day, at: last > now ? last : now };
}
