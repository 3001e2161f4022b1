import { parse as parseSafely } from "secure-json-parse";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { parseForm } from "./parse-form.ts";

/**
 * Reads both body formats, JSON and forms, into the same plain values. Refuses what JSON leaves undefined: duplicate
 * names in an object, names that modify prototypes, text that PostgreSQL cannot store.
 */

export const NESTING_MAX = 16;
/** The most values of a JSON body, and the most of them that have a name. */
export interface ValueLimits {
  readonly values_max: number;
  readonly names_max: number;
}

/**
 * The largest record: 16 KiB of metadata have at most 8,192 values or 2,731 names, and 30 fields are beside it. Parsing
 * and checking 128 KiB of names takes 20 ms, in which no other request is answered.
 */
export const RECORD_VALUES: ValueLimits = { values_max: 10_000, names_max: 3_000 };
/** One hundred values for each entry of the largest bulk. A thread of its own parses them. */
export const BULK_VALUES: ValueLimits = { values_max: 1_000_000, names_max: 1_000_000 };

/** Parses JSON. `text` must be valid Unicode. Throws `bad_request`. */
export function readJson(text: string, limits = RECORD_VALUES): unknown {
  if (text.trim() === "") return {};
  const colons = countColons(text, limits);
  let value: unknown;
  try {
    value = parseSafely(text, undefined, { protoAction: "error", constructorAction: "error" });
  } catch (cause) {
    throw new ServiceError("invalid_json", "The body is not valid JSON", { cause });
  }
  // A JSON text without backslashes needs no check: it was valid Unicode, and JSON cannot contain a raw NUL.
  const name_count = text.includes("\\") ? countNames(value, 0) : countOwnNames(value);
  if (name_count !== colons) {
    throw new ServiceError("duplicate_name", "The body gives the same name twice in one object");
  }
  return value;
}

// A file saved by a text editor may begin with it, raw or escaped.
const BYTE_ORDER_MARK = /^(?:\ufeff|%EF%BB%BF)/i;

/** Reads `a=1&b[c]=2` as `{a: "1", b: {c: "2"}}`. Throws `bad_request`. */
export function readForm(text: string): unknown {
  const value = parseForm(text.replace(BYTE_ORDER_MARK, ""), NESTING_MAX);
  countNames(value, 0);
  return value;
}

/** Whether PostgreSQL can store a text: valid Unicode without a NUL character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Throws `bad_request`, with the field, for text that cannot be stored, in either format. */
export function checkStorableTexts(value: unknown): void {
  countNames(value, 0);
}

/** Counts the names of all objects in a value. Refuses text that cannot be stored, and nesting beyond the limit. */
function countNames(value: unknown, depth: number, whole = value): number {
  if (typeof value === "string") {
    if (!isStorable(value)) throw unstorableError(pathOfUnstorable(whole));
    return 0;
  }
  if (typeof value !== "object" || value === null) return 0;
  if (depth > NESTING_MAX) throw nestingError();
  let name_count = 0;
  if (Array.isArray(value)) {
    for (const item of value) name_count += countNames(item, depth + 1, whole);
    return name_count;
  }
  for (const [name, item] of Object.entries(value)) {
    countNames(name, depth, whole);
    name_count += 1 + countNames(item, depth + 1, whole);
  }
  return name_count;
}

/** Counts the names of all objects in a value whose nesting is within the limit. */
function countOwnNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let name_count = 0;
  if (Array.isArray(value)) {
    for (const item of value) name_count += countOwnNames(item);
    return name_count;
  }
  for (const item of Object.values(value)) name_count += 1 + countOwnNames(item);
  return name_count;
}

function nestingError(): ServiceError {
  return new ServiceError("body_too_deep", `The body nests deeper than ${NESTING_MAX} levels`, {
    params: { maximum: NESTING_MAX },
  });
}

function tooManyValuesError(maximum: number): ServiceError {
  return new ServiceError("body_too_complex", `The body has more than ${maximum} values`, { params: { maximum } });
}

function unstorableError(path: readonly string[] | null): ServiceError {
  return new ServiceError("invalid_unicode", "The body contains text that is not valid Unicode, or a NUL character", {
    fields: {
      [path?.join(".") || "body"]: [
        fieldError("invalid_unicode", "Enter a text of valid Unicode, without a NUL character"),
      ],
    },
  });
}

/** The path of the first text that cannot be stored. For a name: the path of its object. */
function pathOfUnstorable(value: unknown): readonly string[] | null {
  if (typeof value === "string") return isStorable(value) ? null : [];
  if (typeof value !== "object" || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const inside = pathOfUnstorable(item);
    if (inside) return [name, ...inside];
  }
  return null;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const COMMA = 44;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Counts the colons outside of strings: valid JSON has one per written name. Fewer names in the parsed value mean a
 * duplicate: the parser silently keeps the last one. Refuses deep nesting and too many values before they are
 * parsed: parsing half a million brackets takes most of a second.
 */
function countColons(text: string, { values_max, names_max }: ValueLimits): number {
  let colons = 0;
  let depth = 0;
  // The count of values: the root, the first value of each list or object, and one after each comma.
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === COLON) {
      colons += 1;
      if (colons > names_max) throw tooManyValuesError(names_max);
    } else if (code === COMMA) {
      values += 1;
      if (values > values_max) throw tooManyValuesError(values_max);
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      values += 1;
      if (depth > NESTING_MAX + 1) throw nestingError();
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      depth -= 1;
    }
  }
  return colons;
}

/** The end of the string that begins at `start`; the end of the text if it is unterminated. */
function endOfString(text: string, start: number): number {
  let end = start;
  let first_backslash: number;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    first_backslash = end;
    while (text.charCodeAt(first_backslash - 1) === BACKSLASH) first_backslash -= 1;
  } while ((end - first_backslash) % 2 === 1);
  return end;
}
