import { type FieldError, type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { DAY_MS, type Instant, plus, readMoment } from "#kernel/time.ts";
import { EXPIRY_DAYS_MAX, type NewPayment } from "./schema.ts";

/** The field errors of a body's `expires_at` that do not depend on the time. */
export function validateExpiry(body: unknown): FieldErrors {
  const { expires_at } = asRecord(body);
  if (typeof expires_at !== "string" || readMoment(expires_at) !== null) return {};
  return {
    expires_at: [fieldError("invalid_moment", "Enter a moment with its offset, such as 2026-03-31T09:00:00+01:00")],
  };
}

/** Reads the expiry from a body that passed `validateExpiry`; null for the usual one. */
export function readExpiry({ expires_at }: Pick<NewPayment, "expires_at">): Instant | null {
  return expires_at === undefined ? null : readMoment(expires_at);
}

/** The error if an order would expire before it could be paid, or too far ahead; null otherwise. */
export function expiryError({ expires_at }: { readonly expires_at: Instant | null }, now: Instant): FieldError | null {
  if (expires_at === null) return null;
  if (expires_at <= now) return fieldError("scheduled_in_past", "Enter a moment in the future");
  if (expires_at <= plus(now, EXPIRY_DAYS_MAX * DAY_MS)) return null;
  const maximum = EXPIRY_DAYS_MAX;
  return fieldError("scheduled_too_far", `Enter a moment within ${maximum} days`, { maximum });
}
