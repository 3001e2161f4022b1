import qs from "qs";
import { parse as parseSafely } from "secure-json-parse";
import { ServiceError } from "#kernel/errors.ts";

/**
 * The two ways a body is written, JSON and forms, into the same plain values. What JSON leaves to chance is refused:
 * the same name twice in an object, names that reach into prototypes, text that PostgreSQL cannot hold.
 */

export const NESTING_MAX = 16;
export const FORM_FIELDS_MAX = 1_000;

/** Throws `bad_request`. */
export function readJson(text: string): unknown {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = parseSafely(text, undefined, { protoAction: "error", constructorAction: "error" });
  } catch (cause) {
    throw new ServiceError("bad_request", "The body is not valid JSON", undefined, { cause });
  }
  const names = countNames(value, 0);
  if (names !== countColons(text)) {
    throw new ServiceError("bad_request", "The body gives the same name twice in one object");
  }
  return value;
}

/** `a=1&b[c]=2` as `{a: "1", b: {c: "2"}}`. Throws `bad_request`. */
export function readForm(text: string): unknown {
  let value: unknown;
  try {
    value = qs.parse(text, {
      depth: NESTING_MAX,
      parameterLimit: FORM_FIELDS_MAX,
      arrayLimit: FORM_FIELDS_MAX,
      throwOnLimitExceeded: true,
      strictDepth: true,
      allowPrototypes: false,
      plainObjects: false,
    });
  } catch (cause) {
    throw new ServiceError("bad_request", "The form has too many fields or nests too deep", undefined, { cause });
  }
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
  if (depth > NESTING_MAX) throw new ServiceError("bad_request", `The body nests deeper than ${NESTING_MAX} levels`);
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

/**
 * Colons outside of strings: in valid JSON there is one for each name that is written. Fewer names in the parsed value
 * mean that one was written twice, and that a later one silently won.
 */
function countColons(text: string): number {
  let colons = 0;
  let is_string = false;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (is_string) {
      if (code === BACKSLASH) place += 1;
      else if (code === QUOTE) is_string = false;
    } else if (code === QUOTE) {
      is_string = true;
    } else if (code === COLON) {
      colons += 1;
    }
  }
  return colons;
}
