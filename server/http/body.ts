import { parse as parseSafely } from "secure-json-parse";
import { ServiceError } from "#kernel/errors.ts";
import { parseForm } from "./form.ts";

/**
 * The two ways a body is written, JSON and forms, into the same plain values. What JSON leaves to chance is refused:
 * the same name twice in an object, names that reach into prototypes, text that PostgreSQL cannot hold.
 */

export const NESTING_MAX = 16;
/** A hundred for each entry of the largest bulk; a body of nothing but brackets would be many more. */
export const VALUES_MAX = 1_000_000;

/** Of a text that was valid Unicode as it came. Throws `bad_request`. */
export function readJson(text: string): unknown {
  if (text.trim() === "") return {};
  const colons = countColons(text);
  let value: unknown;
  try {
    value = parseSafely(text, undefined, { protoAction: "error", constructorAction: "error" });
  } catch (cause) {
    throw new ServiceError("bad_request", "The body is not valid JSON", undefined, { cause });
  }
  // Text without escapes says what it is: it was valid Unicode as it came, and JSON has no NUL in it.
  const names = text.includes("\\") ? countNames(value, 0) : countOwnNames(value);
  if (names !== colons) {
    throw new ServiceError("bad_request", "The body gives the same name twice in one object");
  }
  return value;
}

/** `a=1&b[c]=2` as `{a: "1", b: {c: "2"}}`. Throws `bad_request`. */
export function readForm(text: string): unknown {
  const value = parseForm(text, NESTING_MAX);
  countNames(value, 0);
  return value;
}

/** Whether PostgreSQL can hold a text: it is valid Unicode and has no NUL character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Throws `bad_request`, naming the place, for a body with text that cannot be stored, however it was written. */
export function checkTexts(value: unknown): void {
  countNames(value, 0);
}

/** How many names all objects in a value have together. Refuses text that cannot be stored, and nesting without end. */
function countNames(value: unknown, depth: number, whole = value): number {
  if (typeof value === "string") {
    if (!isStorable(value)) throw notStorable(placeOf(whole));
    return 0;
  }
  if (typeof value !== "object" || value === null) return 0;
  if (depth > NESTING_MAX) throw nestsTooDeep();
  let names = 0;
  if (Array.isArray(value)) {
    for (const item of value) names += countNames(item, depth + 1, whole);
    return names;
  }
  for (const [name, item] of Object.entries(value)) {
    countNames(name, depth, whole);
    names += 1 + countNames(item, depth + 1, whole);
  }
  return names;
}

/** How many names all objects in a value have together, of one that does not nest too deep. */
function countOwnNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const item of value) names += countOwnNames(item);
    return names;
  }
  for (const item of Object.values(value)) names += 1 + countOwnNames(item);
  return names;
}

function nestsTooDeep(): ServiceError {
  return new ServiceError("bad_request", `The body nests deeper than ${NESTING_MAX} levels`);
}

function hasTooMany(): ServiceError {
  return new ServiceError("bad_request", `The body has more than ${VALUES_MAX} values`);
}

function notStorable(place: readonly string[] | null): ServiceError {
  return new ServiceError("bad_request", "The body contains text that is not valid Unicode, or a NUL character", {
    [place?.join(".") || "body"]: ["Enter a text of valid Unicode, without a NUL character"],
  });
}

/** Where in a value the first text is that cannot be stored; of a name, where the object is that has it. */
function placeOf(value: unknown): readonly string[] | null {
  if (typeof value === "string") return isStorable(value) ? null : [];
  if (typeof value !== "object" || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const inside = placeOf(item);
    if (inside) return [name, ...inside];
  }
  return null;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPENS_LIST = 91;
const CLOSES_LIST = 93;
const COMMA = 44;
const OPENS_OBJECT = 123;
const CLOSES_OBJECT = 125;

/**
 * Colons outside of strings: in valid JSON there is one for each name that is written. Fewer names in the parsed value
 * mean that one was written twice, and that a later one silently won. Refuses nesting and values without end on the way,
 * before they are parsed: half a million brackets take that most of a second.
 */
function countColons(text: string): number {
  let colons = 0;
  let depth = 0;
  // The first of a list or an object, and one behind each comma.
  let values = 1;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) {
      place = endOfString(text, place);
    } else if (code === COLON) {
      colons += 1;
    } else if (code === COMMA) {
      values += 1;
      if (values > VALUES_MAX) throw hasTooMany();
    } else if (code === OPENS_LIST || code === OPENS_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > NESTING_MAX + 1) throw nestsTooDeep();
    } else if (code === CLOSES_LIST || code === CLOSES_OBJECT) {
      depth -= 1;
    }
  }
  return colons;
}

/** Where the string ends that begins at `start`; the end of the text where it does not. */
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
