import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import type { Environment } from "#kernel/scope.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { validateBulk, validateBulkAgainstCatalogue } from "#resources/bulk/parse.ts";
import { findDaysError, validateRecurrence } from "./rules.ts";

export { sortFieldErrors } from "#resources/bulk/parse.ts";

/** The field errors of POST /schedules that need no stored data. */
export function validateNewSchedule(body: unknown, input: unknown, environment: Environment | null): FieldErrors {
  return {
    ...validateRecurrence(body),
    ...validatePayees(body, input, environment),
    ...unsupportedFieldErrors("schedules", input, environment),
  };
}

/** The field errors of POST /schedules/preview. */
export function validatePreview(body: unknown): FieldErrors {
  return validateRecurrence(body);
}

/** The field errors of PUT /schedules/{id}. Whether the days fit the stored frequency is checked later. */
export function validateUpdate(body: unknown, input: unknown, environment: Environment | null): FieldErrors {
  const { frequency, days } = asRecord(body);
  const errors = {
    ...validateRecurrence({ ...asRecord(body), frequency: undefined }),
    ...validatePayees(body, input, environment),
    ...unsupportedFieldErrors("changes of schedules", input, environment),
  };
  const days_error = days === undefined ? null : findDaysError(frequency, days);
  return days_error === null ? errors : { ...errors, days: [days_error] };
}

/** The field errors of the transfers that need only the channel catalogue. */
export function foreseePayees(body: unknown, environment: Environment): FieldErrors {
  return asRecord(body).transfers === undefined ? {} : validateBulkAgainstCatalogue(body, environment);
}

/**
 * The field errors of the transfers: those of a bulk, and an error for a reference, because each run would repeat it.
 */
function validatePayees(body: unknown, input: unknown, environment: Environment | null): FieldErrors {
  const { currency, transfers } = asRecord(body);
  const { transfers: raw } = asRecord(input);
  const errors = validateBulk(
    { currency, transfers },
    { currency: asRecord(input).currency, transfers: raw },
    environment,
  );
  const references = (Array.isArray(raw) ? raw : []).flatMap((entry, position) => {
    const { reference } = asRecord(entry);
    return reference === undefined || reference === null || reference === ""
      ? []
      : [[`transfers.${position}.reference`, [fieldError("reference_of_schedule", REFERENCE_MESSAGE)]] as const];
  });
  return { ...errors, ...Object.fromEntries(references) };
}

const REFERENCE_MESSAGE = "Leave the reference out: every run makes transfers of its own";
