import { type FieldErrors, fieldError, ServiceError } from "./errors.ts";

/** The longest text with which a person explains a decision. */
export const NOTE_MAX = 500;

interface NoteRules {
  /** The message if the text is empty. */
  readonly message?: string;
  readonly characters_max?: number;
}

/** Returns the errors of a required text that explains a decision. */
export function noteErrors(field: string, text: string, rules: NoteRules = {}): FieldErrors {
  const { message = "Say why", characters_max = NOTE_MAX } = rules;
  const { length } = text.trim();
  if (length === 0) return { [field]: [fieldError("note_required", message)] };
  return tooLongErrors(field, length, characters_max);
}

/** Returns the errors of a required field with the reference of the document that proves a booking. */
export function documentErrors(field: string, text: string, message: string, characters_max: number): FieldErrors {
  const { length } = text.trim();
  if (length === 0) return { [field]: [fieldError("document_required", message)] };
  return tooLongErrors(field, length, characters_max);
}

function tooLongErrors(field: string, length: number, characters_max: number): FieldErrors {
  if (length <= characters_max) return {};
  return {
    [field]: [fieldError("too_long", `Enter at most ${characters_max} characters`, { maximum: characters_max })],
  };
}

/** Throws `invalid` with all of these errors, if there are any. */
export function throwFieldErrors(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw new ServiceError("validation_failed", "Validation failed", { fields });
}
