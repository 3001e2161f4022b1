import Type, { type Static, type TObject, type TSchema, type TUnsafe } from "typebox";
import { METADATA, metadataProblem } from "./metadata.ts";

export { type Static, type TObject, type TSchema, Type };

/**
 * Shared schema fragments, so that an amount or a country is the same in every resource. `x-message` is the error
 * message for an invalid value, `x-reason` the reason of a wrong form; any schema may have them. `x-pasted` selects the
 * cleaning of a text before the check (`normalize-text.ts`).
 */

/** The kind of text, for cleaning: one line, several lines, or an e-mail address. */
export type TextNormalization = "line" | "text" | "email";
const normalizedAs = (as: TextNormalization): { readonly "x-pasted": TextNormalization } => ({ "x-pasted": as });

/**
 * An amount in a request: a whole number of the smallest unit that JSON represents exactly. `routes.ts` converts it to
 * `bigint`.
 */
export const AmountIn = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "In the currency's smallest unit: 500 in XAF is five hundred francs.",
  examples: [5000],
  "x-message": "Enter a whole number of the currency's smallest unit, at least 1",
});

/** An amount in an answer. */
export const AmountOut = Type.Unsafe<bigint>({
  type: "integer",
  description: "In the currency's smallest unit.",
  examples: [5000],
});

export const CurrencyCode = Type.String({
  pattern: "^[A-Z]{3}$",
  maxLength: 3,
  description: "Three-letter ISO 4217 code.",
  examples: ["XAF"],
  "x-reason": "invalid_currency_code",
  "x-message": "Enter a three-letter currency code in capitals, such as XAF",
});

export const CountryCode = Type.String({
  pattern: "^[A-Z]{2}$",
  maxLength: 2,
  description: "Two-letter ISO 3166 code.",
  examples: ["CM"],
  "x-reason": "invalid_country_code",
  "x-message": "Enter a two-letter country code in capitals, such as CM",
});

export const Timestamp = Type.String({
  format: "date-time",
  maxLength: 40,
  description: "ISO 8601 in UTC, with microseconds.",
  examples: ["2026-03-01T12:00:00.000000Z"],
});

/** The message for a moment in a wrong form, or one that does not exist. */
export const MOMENT_MESSAGE = "Enter a moment with its offset, such as 2026-03-31T09:00:00+01:00";

/** A moment in a request, with its offset from UTC. `readMoment` of `time.ts` converts it to an `Instant`. */
export const Moment = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2})$",
  maxLength: 40,
  description: "RFC 3339, with the offset from UTC.",
  examples: ["2026-03-31T09:00:00+01:00"],
  "x-reason": "invalid_moment",
  "x-message": MOMENT_MESSAGE,
});

export const Day = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  maxLength: 10,
  examples: ["2026-03-01"],
  "x-reason": "invalid_day",
  "x-message": "Enter a day as YYYY-MM-DD",
});

/**
 * A path segment or a text that refers to a record. The limit is longer than every id, so that a text that is too long
 * for an id results in `not_found`.
 */
export const ID_TEXT_MAX = 400;
export const IdText = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX });

export const NAME_MAX = 200;
const EMAIL_MAX = 254;
const PHONE_MAX = 40;
export const DESCRIPTION_MAX = 500;
export const REFERENCE_MAX = 190;
export const ACCOUNT_NUMBER_MAX = 64;
export const BANK_CODE_MAX = 32;

/** A pattern that requires at least one character that is not a space. */
export const NOT_BLANK = "\\S";

export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  pattern: NOT_BLANK,
  examples: ["Jane Mballa"],
  ...normalizedAs("line"),
});

// The minimal form of an e-mail address: only a mail proves that it works. The pattern searches for the first relevant
// dot only. With a choice of dots, a megabyte of dots would take hours, because patterns are checked before lengths.
const EMAIL_PATTERN = "^[^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+$";

export const Email = Type.String({
  maxLength: EMAIL_MAX,
  pattern: EMAIL_PATTERN,
  examples: ["jane@example.cm"],
  "x-reason": "invalid_email",
  "x-message": "Enter an e-mail address, such as jane@example.cm",
  ...normalizedAs("email"),
});

/** Whether a cleaned text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && new RegExp(EMAIL_PATTERN).test(text);
}

export const PhoneText = Type.String({
  minLength: 1,
  maxLength: PHONE_MAX,
  description: "Any common format is accepted. It is stored and returned as +237677123456.",
  examples: ["+237677123456"],
  ...normalizedAs("line"),
});

export const Description = Type.String({
  maxLength: DESCRIPTION_MAX,
  examples: ["Salary, March"],
  ...normalizedAs("text"),
});

export const Reference = Type.String({
  minLength: 1,
  maxLength: REFERENCE_MAX,
  // The pattern excludes `.` and `..`: HTTP clients remove these path segments from a URL.
  pattern: "^(?!\\.{1,2}$)[!-~](?:[ -~]*[!-~])?$",
  description: "The merchant's own reference, unique for ever within the environment.",
  examples: ["salary-2026-03-0042"],
  "x-reason": "reference_invalid",
  "x-message": `Enter 1 to ${REFERENCE_MAX} plain letters, digits or signs, and more than . or ..`,
});

export const AccountNumber = Type.String({
  minLength: 1,
  maxLength: ACCOUNT_NUMBER_MAX,
  pattern: NOT_BLANK,
  examples: ["10005000010123456789012"],
  ...normalizedAs("line"),
});
// The dashboard hides digits of an account number behind `…`; people and other programs write `***`.
const MASKED_NUMBER = /[…•*]|\.{3}/;
/** An account number in a request. A masked one, copied from a page, would pay nobody or somebody else. */
export const NewAccountNumber = Type.Refine(
  Type.String({ ...AccountNumber }),
  (text) => !MASKED_NUMBER.test(text),
  () => "Enter the whole number: a part of it is hidden",
);
export const BankCode = Type.String({
  minLength: 1,
  maxLength: BANK_CODE_MAX,
  pattern: NOT_BLANK,
  examples: ["10005"],
  ...normalizedAs("line"),
});

/** Free-form data of the merchant (interface-decisions 40). */
export const Metadata = Type.Refine(
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: "object",
    additionalProperties: true,
    maxProperties: METADATA.names_max,
    "x-max-bytes": METADATA.bytes_max,
    description:
      `Free-form data, returned unchanged: at most ${METADATA.bytes_max / 1024} KiB as JSON, ${METADATA.names_max} names of ` +
      `${METADATA.name_max} characters, texts of ${METADATA.text_max} characters, ${METADATA.levels_max} levels deep. ` +
      `The largest number is ${Number.MAX_SAFE_INTEGER}; send larger ones as text.`,
    examples: [{ order: "A-1042" }],
  }),
  (value) => metadataProblem(value) === null,
  (value) => metadataProblem(value) ?? "This value is not valid",
);

/** Returns the fields of an unchecked value, or an empty object if it is not an object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** Returns an unchecked value as an amount; null if it is not a whole number that JSON represents exactly. */
export function asAmount(value: unknown): bigint | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : null;
}

/** A text from a list of words. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  options: object = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...options });
}

/** The given schema with null as a further value. For answers only; requests omit the field instead. */
export function Nullable<
  Schema extends TSchema & {
    readonly type?: unknown;
    readonly title?: string;
    readonly enum?: readonly unknown[];
  },
>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const values = schema.enum ? { enum: [...schema.enum, null] } : {};
  // The OpenAPI document then shows the schema under its name.
  const named = schema.title === undefined ? {} : { "x-nullable": schema };
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, "null"], ...values, ...named });
}
