import type { FieldError, FieldErrors } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { futureError, momentErrors } from "#kernel/moments.ts";
import { type Instant, readMoment } from "#kernel/time.ts";
import { EXPIRY_DAYS_MAX, type NewPayment } from "./schema.ts";

/** The field errors of a body's `expires_at` that do not depend on the time. */
export function validateExpiry(body: unknown): FieldErrors {
  return momentErrors("expires_at", asRecord(body).expires_at);
}

/** Reads the expiry from a body that passed `validateExpiry`; null for the usual one. */
export function readExpiry({ expires_at }: Pick<NewPayment, "expires_at">): Instant | null {
  return expires_at === undefined ? null : readMoment(expires_at);
}

/** The error if an order would expire before it could be paid, or too far ahead; null otherwise. */
export function expiryError({ expires_at }: { readonly expires_at: Instant | null }, now: Instant): FieldError | null {
  return expires_at === null ? null : futureError(expires_at, now, EXPIRY_DAYS_MAX);
}
