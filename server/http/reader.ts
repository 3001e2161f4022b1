import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import { unboundedPlaces } from "#kernel/bounds.ts";
import { assert, type FieldErrors, ServiceError } from "#kernel/errors.ts";
import { NOT_BLANK, type Pasted, type Static, type TSchema } from "#kernel/fields.ts";
import { asciiDigits, cleanEmail, cleanLine, cleanText } from "#kernel/pasted.ts";
import type { Scope } from "#kernel/scope.ts";

/**
 * Reads a caller's input into the schema's type, or refuses it with one message per invalid field.
 *
 * Before the check the input is normalized as interface-decisions 2, 3 and 38 allow, and no further:
 * - An empty or null optional field is absent.
 * - Whole numbers may be text.
 * - Unknown fields are dropped.
 * - An empty list is an empty object if an object is expected, as PHP writes it.
 * - In forms and queries, `true` and `false` are read as booleans.
 * - Pasted texts are cleaned (42).
 */
export type Reader<Schema extends TSchema> = (input: unknown, source: Source, scope?: Scope | null) => Static<Schema>;

export type Source = "json" | "text";

/** The most invalid fields named for one body, unless the operation sets another limit. */
export const FIELDS_NAMED_MAX = 100;
// TypeBox stops after eight errors. This many are collected, to count them: a bulk of ten thousand may have four each.
const TROUBLES_FOUND_MAX = 40_000;
Settings.Set({ maxErrors: TROUBLES_FOUND_MAX });

/** An input during validation: `body` without unknown fields, `input` as sent. */
export interface Given {
  readonly body: unknown;
  readonly input: unknown;
  /** Null before a merchant is known. */
  readonly scope: Scope | null;
}

/** The rules for an input beyond its schema, and the format of its refusal. Both run whatever else is wrong. */
export interface Rules {
  /** The most fields named in a refusal. */
  readonly fields_max?: number;
  /** Errors that the request alone shows and a schema cannot express, by field. An error refuses the input. */
  readonly check?: (given: Given) => FieldErrors;
  /** Errors of later checks, reported together with the present ones, so that one answer lists them all. */
  readonly foresee?: (given: Given) => FieldErrors;
  /** Sorts the errors for the answer. */
  readonly arrange?: (fields: FieldErrors) => FieldErrors;
}

export function reader<Schema extends TSchema>(schema: Schema, rules: Rules = {}): Reader<Schema> {
  const unbounded = unboundedPlaces(schema);
  assert(unbounded.length === 0, `every input has a maximum size; without one: ${unbounded.join(", ")}`);
  // Compiling takes a millisecond per schema; an unused schema is never compiled.
  let validator: ReturnType<typeof Compile<Schema>> | null = null;
  const clean = cleaner(schema);
  return (input, source, scope = null) => {
    validator ??= Compile(schema);
    const value = clean(input ?? {}, source);
    const given = { body: value, input, scope };
    const is_right = validator.Check(value);
    const checked = rules.check?.(given) ?? NO_ERRORS;
    if (is_right && Object.keys(checked).length === 0) return value;
    const troubles = is_right ? [] : validator.Errors(value);
    const wrong = { ...fieldsOf(schema, troubles), ...checked };
    const all = { ...wrong, ...without(rules.foresee?.(given) ?? NO_ERRORS, wrong) };
    throw refusal(
      rules.arrange?.(all) ?? all,
      rules.fields_max ?? FIELDS_NAMED_MAX,
      troubles.length >= TROUBLES_FOUND_MAX,
    );
  };
}

const NO_ERRORS: FieldErrors = {};

function without(fields: FieldErrors, known: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(known, name)));
}

/** The parts of JSON Schema used by `kernel/fields.ts`. */
interface Shape {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly "x-message"?: string;
  readonly "x-pasted"?: Pasted;
}

type Cleaner = (value: unknown, source: Source) => unknown;

function cleaner(shape: Shape): Cleaner {
  if (shape.anyOf) return cleanerOfUnion(shape.anyOf);
  if (shape.type === "integer") return asInteger;
  if (shape.type === "boolean") return asBoolean;
  if (shape["x-pasted"]) return cleanerOfText(CLEANED[shape["x-pasted"]]);
  if (shape.type === "array") return cleanerOfArray(shape);
  if (shape.properties) return cleanerOfObject(shape.properties, new Set(shape.required));
  if (shape.type === "object") return asMap;
  return (value) => value;
}

function cleanerOfObject(properties: Readonly<Record<string, Shape>>, required: ReadonlySet<string>): Cleaner {
  const fields = Object.entries(properties).map(([name, shape]) => [name, cleaner(shape), required.has(name)] as const);
  return (given, source) => {
    const value = asObject(given);
    if (!isRecord(value)) return value;
    const cleaned: Record<string, unknown> = {};
    for (const [name, clean, is_required] of fields) {
      const field = value[name];
      if (field === undefined || (field === null && !is_required)) continue;
      const read = clean(field, source);
      if (read === "" && !is_required) continue;
      cleaned[name] = read;
    }
    return cleaned;
  };
}

/**
 * Keeps one entry more than the maximum, which is enough to refuse the list: otherwise millions of entries would be
 * checked and reported.
 */
function cleanerOfArray({ items = {}, maxItems = Number.POSITIVE_INFINITY }: Shape): Cleaner {
  const clean = cleaner(items);
  return (value, source) =>
    Array.isArray(value) ? value.slice(0, maxItems + 1).map((item) => clean(item, source)) : value;
}

/** A union such as an id or an object: the object's rules clean objects, the other schema's rules clean the rest. */
function cleanerOfUnion(shapes: readonly Shape[]): Cleaner {
  const ofObject = shapes.find((shape) => shape.properties);
  const ofRest = shapes.find((shape) => !shape.properties) ?? {};
  const [cleanObject, cleanRest] = [cleaner(ofObject ?? {}), cleaner(ofRest)];
  return (given, source) => {
    const value = ofObject ? asObject(given) : given;
    return isRecord(value) ? cleanObject(value, source) : cleanRest(value, source);
  };
}

/** PHP writes an empty map as an empty list. */
function asObject(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value;
}

/** In a form, a free-form map with the names 0, 1, 2 … looks like a list. */
function asMap(value: unknown, source: Source): unknown {
  return Array.isArray(value) && source === "text" ? Object.fromEntries(value.entries()) : asObject(value);
}

/** Reads `500`, `"500"` and `"500.0"`. Other values stay unchanged; the check refuses them. */
function asInteger(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = asciiDigits(cleanLine(value));
  return /^-?\d{1,16}(\.0+)?$/.test(text) ? Number(text) : value;
}

const CLEANED: Readonly<Record<Pasted, (text: string) => string>> = {
  line: cleanLine,
  text: cleanText,
  email: cleanEmail,
};

/** Removes invisible characters of pasted text. A text of only spaces becomes empty. */
function cleanerOfText(clean: (text: string) => string): Cleaner {
  return (value) => (typeof value === "string" ? clean(value) : value);
}

function asBoolean(value: unknown, source: Source): unknown {
  if (source === "json") return value;
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Trouble {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

function fieldsOf(schema: Shape, troubles: readonly Trouble[]): FieldErrors {
  const fields: Record<string, string[]> = {};
  const add = (field: string, text: string): void => {
    const texts = fields[field] ?? [];
    if (!texts.includes(text)) fields[field] = [...texts, text];
  };
  for (const trouble of troubles) {
    const path = trouble.instancePath.split("/").slice(1);
    if (trouble.keyword === "required") {
      for (const name of missing(trouble.params)) add([...path, name].join("."), "This field is required");
    } else if (trouble.keyword !== "anyOf") {
      add(path.join(".") || "body", wording(shapeAt(schema, path), trouble));
    }
  }
  return fields;
}

/** Names fields up to the limit, and the first one in `message`, for callers that read nothing else. */
function refusal(fields: FieldErrors, fields_max: number, has_more: boolean): ServiceError {
  const all = Object.entries(fields);
  const [first, ...others] = all;
  if (!first) return new ServiceError("bad_request", "Validation failed", fields);
  const [field, [text = ""]] = first;
  const count = `${has_more ? "at least " : ""}${others.length} more`;
  const named = all.length > fields_max ? `; the first ${fields_max} are named` : "";
  const rest = others.length === 0 ? "" : ` (and ${count}${named})`;
  const message = `Validation failed: ${field}: ${text}${rest}`;
  return new ServiceError("bad_request", message, Object.fromEntries(all.slice(0, fields_max)));
}

function wording(shape: Shape, trouble: Trouble): string {
  if (trouble.keyword === "~refine") return trouble.message;
  if (shape["x-message"]) return shape["x-message"];
  const limit = "limit" in trouble.params ? trouble.params.limit : undefined;
  switch (trouble.keyword) {
    case "type":
      return `Enter ${TYPE_WORDS[String(shape.type)] ?? "a value of the documented type"}`;
    case "enum":
      return `Use one of: ${shape.enum?.join(", ")}`;
    case "minimum":
      return `Enter a number of at least ${limit}`;
    case "maximum":
      return `Enter a number of at most ${limit}`;
    case "minLength":
      return limit === 1 ? "This field is required" : `Enter at least ${limit} characters`;
    case "pattern":
      return shape.pattern === NOT_BLANK ? "This field is required" : "This value is not valid";
    case "maxLength":
      return `Enter at most ${limit} characters`;
    case "minItems":
      return limit === 1 ? "Give at least one" : `Give at least ${limit}`;
    case "maxItems":
      return `Give at most ${limit}`;
    default:
      return "This value is not valid";
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function missing(params: object): readonly string[] {
  return "requiredProperties" in params && Array.isArray(params.requiredProperties) ? params.requiredProperties : [];
}

function shapeAt(schema: Shape, path: readonly string[]): Shape {
  let shape: Shape = schema;
  for (const step of path) {
    const inside = shape.properties ? shape : (shape.anyOf?.find((one) => one.properties) ?? shape);
    shape = inside.properties?.[step] ?? shape.items ?? {};
  }
  return shape;
}
