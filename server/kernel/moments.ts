import { type FieldError, type FieldErrors, fieldError } from "./errors.ts";
import { MOMENT_MESSAGE } from "./fields.ts";
import { DAY_MS, type Instant, plus, readMoment } from "./time.ts";

/** The field error of a moment that matches the schema's pattern but does not exist, such as 30 February. */
export function momentErrors(field: string, value: unknown): FieldErrors {
  if (typeof value !== "string" || readMoment(value) !== null) return {};
  return { [field]: [fieldError("invalid_moment", MOMENT_MESSAGE)] };
}

/** The error of a moment that is not in the future, or more than `days_max` days ahead; null otherwise. */
export function futureError(at: Instant, now: Instant, days_max: number): FieldError | null {
  if (at <= now) return fieldError("scheduled_in_past", "Enter a moment in the future");
  if (at <= plus(now, days_max * DAY_MS)) return null;
  return fieldError("scheduled_too_far", `Enter a moment within ${days_max} days`, { maximum: days_max });
}
