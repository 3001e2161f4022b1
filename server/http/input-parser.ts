import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import { assert, type FieldError, type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import type { PlainFieldReason } from "#kernel/field-reasons.ts";
import { NOT_BLANK, type Static, type TextNormalization, type TSchema } from "#kernel/fields.ts";
import { asciiDigits, normalizeEmail, normalizeLine, normalizeText } from "#kernel/normalize-text.ts";
import { findUnboundedPaths } from "#kernel/schema-bounds.ts";
import type { Environment } from "#kernel/scope.ts";

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
export type InputParser<Schema extends TSchema> = (
  input: unknown,
  format: InputFormat,
  environment?: Environment | null,
) => Static<Schema>;

export type InputFormat = "json" | "text";

/** The most invalid fields named for one body, unless the operation sets another limit. */
export const FIELDS_REPORTED_MAX = 100;
/** The most bytes of those errors: one error may list a hundred known values. The first is always named. */
export const ERRORS_LIMIT_BYTES = 32 * 1024;
// TypeBox stops after eight errors by default. This limit is high enough to count all of them: a bulk of 10,000 entries
// may have four errors each.
const SCHEMA_ERRORS_MAX = 40_000;
Settings.Set({ maxErrors: SCHEMA_ERRORS_MAX });

/** An input during validation: `body` without unknown fields, `input` as sent. */
export interface ValidationInput {
  readonly body: unknown;
  readonly input: unknown;
  /** Null before a merchant is known. */
  readonly environment: Environment | null;
}

/**
 * Rules for an input beyond its schema, and the format of the refusal. `validate` and `foresee` run even if the schema
 * is violated.
 */
export interface InputRules {
  /** The most fields named in a refusal. */
  readonly fields_max?: number;
  /**
   * Returns errors, by field, that the request alone shows and a schema cannot express. Any error refuses the input.
   */
  readonly validate?: (validation_input: ValidationInput) => FieldErrors;
  /**
   * Returns errors that later checks would find. Called only when the input is refused anyway, so that one answer lists
   * all errors.
   */
  readonly foresee?: (validation_input: ValidationInput) => FieldErrors;
  /** Sorts the errors for the answer. */
  readonly sortErrors?: (fields: FieldErrors) => FieldErrors;
}

export function inputParser<Schema extends TSchema>(schema: Schema, rules: InputRules = {}): InputParser<Schema> {
  const unbounded = findUnboundedPaths(schema);
  assert(unbounded.length === 0, `every input has a maximum size; without one: ${unbounded.join(", ")}`);
  // Compiling takes a millisecond per schema; an unused schema is never compiled.
  let validator: ReturnType<typeof Compile<Schema>> | null = null;
  const normalize = normalizerOf(schema);
  return (input, format, environment = null) => {
    validator ??= Compile(schema);
    const value = normalize(input ?? {}, format);
    const validation_input = { body: value, input, environment };
    const is_valid = validator.Check(value);
    const rule_errors = rules.validate?.(validation_input) ?? NO_ERRORS;
    if (is_valid && Object.keys(rule_errors).length === 0) return value;
    const schema_errors = is_valid ? [] : validator.Errors(value);
    const present_errors = { ...fieldsOf(schema, schema_errors), ...rule_errors };
    const all_errors = {
      ...present_errors,
      ...withoutFields(rules.foresee?.(validation_input) ?? NO_ERRORS, present_errors),
    };
    throw validationError(
      rules.sortErrors?.(all_errors) ?? all_errors,
      rules.fields_max ?? FIELDS_REPORTED_MAX,
      schema_errors.length >= SCHEMA_ERRORS_MAX,
    );
  };
}

const NO_ERRORS: FieldErrors = {};

function withoutFields(fields: FieldErrors, excluded: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(excluded, name)));
}

/** The parts of JSON Schema used by `kernel/fields.ts`. */
interface InputSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly InputSchema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly "x-message"?: string;
  /** The reason of a refinement, or of a text that does not match the pattern. */
  readonly "x-reason"?: PlainFieldReason;
  readonly "x-pasted"?: TextNormalization;
}

type Normalizer = (value: unknown, format: InputFormat) => unknown;

function normalizerOf(shape: InputSchema): Normalizer {
  if (shape.anyOf) return unionNormalizer(shape.anyOf);
  if (shape.type === "integer") return asInteger;
  if (shape.type === "boolean") return asBoolean;
  if (shape["x-pasted"]) return textNormalizer(TEXT_NORMALIZERS[shape["x-pasted"]], cleanedMax(shape));
  if (shape.type === "array") return arrayNormalizer(shape);
  if (shape.properties) return objectNormalizer(shape.properties, new Set(shape.required));
  if (shape.type === "object") return asMap;
  return (value) => value;
}

function objectNormalizer(
  properties: Readonly<Record<string, InputSchema>>,
  required: ReadonlySet<string>,
): Normalizer {
  const fields = Object.entries(properties).map(
    ([name, shape]) => [name, normalizerOf(shape), required.has(name)] as const,
  );
  return (raw_value, format) => {
    const value = asObject(raw_value);
    if (!isRecord(value)) return value;
    const normalized: Record<string, unknown> = {};
    for (const [name, clean, is_required] of fields) {
      const field = value[name];
      if (field === undefined || (field === null && !is_required)) continue;
      const normalized_field = clean(field, format);
      if (normalized_field === "" && !is_required) continue;
      normalized[name] = normalized_field;
    }
    return normalized;
  };
}

/**
 * Truncates a list to one entry more than its maximum. That is enough to refuse the list, without a check and a report
 * of millions of entries.
 */
function arrayNormalizer({ items = {}, maxItems = Number.POSITIVE_INFINITY }: InputSchema): Normalizer {
  const clean = normalizerOf(items);
  return (value, format) =>
    Array.isArray(value) ? value.slice(0, maxItems + 1).map((item) => clean(item, format)) : value;
}

/**
 * A union such as an id or an object. Objects are cleaned by the rules of the object schema, other values by those of
 * the other schema.
 */
function unionNormalizer(shapes: readonly InputSchema[]): Normalizer {
  const object_shape = shapes.find((shape) => shape.properties);
  const other_shape = shapes.find((shape) => !shape.properties) ?? {};
  const [normalizeObject, normalizeOther] = [normalizerOf(object_shape ?? {}), normalizerOf(other_shape)];
  return (raw_value, format) => {
    const value = object_shape ? asObject(raw_value) : raw_value;
    return isRecord(value) ? normalizeObject(value, format) : normalizeOther(value, format);
  };
}

/** PHP writes an empty map as an empty list. */
function asObject(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value;
}

/** In a form, a free-form map with the names 0, 1, 2 … looks like a list. */
function asMap(value: unknown, format: InputFormat): unknown {
  return Array.isArray(value) && format === "text" ? Object.fromEntries(value.entries()) : asObject(value);
}

/** Reads `500`, `"500"` and `"500.0"`. Other values stay unchanged; the check refuses them. */
function asInteger(value: unknown): unknown {
  if (typeof value !== "string" || value.length > INTEGER_TEXT_MAX) return value;
  const text = asciiDigits(normalizeLine(value));
  return /^-?\d{1,16}(\.0+)?$/.test(text) ? Number(text) : value;
}

const TEXT_NORMALIZERS: Readonly<Record<TextNormalization, (text: string) => string>> = {
  line: normalizeLine,
  text: normalizeText,
  email: normalizeEmail,
};

/**
 * Removes invisible characters of pasted text. A text of only spaces becomes empty. A text beyond `characters_max` stays
 * unchanged; the check refuses it.
 */
function textNormalizer(clean: (text: string) => string, characters_max: number): Normalizer {
  return (value) => (typeof value === "string" && value.length <= characters_max ? clean(value) : value);
}

// Cleaning a body of invisible characters, 256 KiB, would block other requests for 100 ms.
const INVISIBLE_MAX = 100;
const INTEGER_TEXT_MAX = 100;

/** The most characters of a text that is cleaned: four for each that may be stored, and some more for short texts. */
function cleanedMax({ maxLength = 0 }: InputSchema): number {
  return 4 * maxLength + INVISIBLE_MAX;
}

function asBoolean(value: unknown, format: InputFormat): unknown {
  if (format === "json") return value;
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

function fieldsOf(schema: InputSchema, schema_errors: readonly SchemaError[]): FieldErrors {
  const fields: Record<string, FieldError[]> = {};
  const with_own_message = new Set<string>();
  const add = (field: string, error: FieldError): void => {
    const errors = fields[field] ?? [];
    if (!errors.some(({ reason }) => reason === error.reason)) fields[field] = [...errors, error];
  };
  const paths_with_inner_errors = new Set(
    schema_errors.map(({ keyword, instancePath }) =>
      keyword === "required" ? instancePath : instancePath.slice(0, instancePath.lastIndexOf("/")),
    ),
  );
  for (const schema_error of schema_errors) {
    const path = schema_error.instancePath.split("/").slice(1);
    // A value of a union whose inside has errors is the object, and not the id.
    const is_of_union = schema_error.keyword === "type" && shapeAt(schema, path).anyOf !== undefined;
    if (is_of_union && paths_with_inner_errors.has(schema_error.instancePath)) continue;
    if (schema_error.keyword === "required") {
      for (const name of missingProperties(schema_error.params)) add([...path, name].join("."), REQUIRED);
    } else if (schema_error.keyword !== "anyOf") {
      const field = path.join(".") || "body";
      const shape = shapeAt(schema, path);
      // A schema's own message covers all of its rules.
      const has_own_message = shape["x-message"] !== undefined && schema_error.keyword !== "~refine";
      if (has_own_message && with_own_message.has(field)) continue;
      if (has_own_message) with_own_message.add(field);
      add(field, schemaFieldError(shape, schema_error));
    }
  }
  return fields;
}

/** Names fields up to the limit, and the first one in `message`, for callers that read nothing else. */
function validationError(fields: FieldErrors, fields_max: number, has_more: boolean): ServiceError {
  const all = Object.entries(fields);
  const [first, ...others] = all;
  if (!first) return new ServiceError("invalid_request", "Validation failed", { fields });
  const [field, [error]] = first;
  const text = error?.message ?? "";
  const count = `${has_more ? "at least " : ""}${others.length} more`;
  const named = fieldsWithin(all, fields_max);
  const limit_note = all.length > named.length ? `; the first ${named.length} are named` : "";
  const more_note = others.length === 0 ? "" : ` (and ${count}${limit_note})`;
  const message = `Validation failed: ${field}: ${text}${more_note}`;
  return new ServiceError("invalid_request", message, { fields: Object.fromEntries(named) });
}

/** The first fields up to both limits. The errors of a bulk have a limit of their own: an answer lists every entry. */
function fieldsWithin(
  all: readonly (readonly [string, readonly FieldError[]])[],
  fields_max: number,
): readonly (readonly [string, readonly FieldError[]])[] {
  const first = all.slice(0, fields_max);
  if (fields_max > FIELDS_REPORTED_MAX) return first;
  let size_bytes = 0;
  return first.filter((field, index) => {
    size_bytes += Buffer.byteLength(JSON.stringify(field));
    return index === 0 || size_bytes <= ERRORS_LIMIT_BYTES;
  });
}

const REQUIRED = fieldError("required", "This field is required");

/** The error of a value; its message is the schema's own, if it has one. */
function schemaFieldError(shape: InputSchema, schema_error: SchemaError): FieldError {
  if (schema_error.keyword === "~refine") {
    return { reason: shape["x-reason"] ?? "invalid_value", params: {}, message: schema_error.message };
  }
  const error = keywordError(shape, schema_error);
  const reason = error.reason === "invalid_format" ? (shape["x-reason"] ?? error.reason) : error.reason;
  return { ...error, reason, message: shape["x-message"] ?? error.message };
}

function keywordError(shape: InputSchema, { keyword, params }: SchemaError): FieldError {
  const limit = "limit" in params ? Number(params.limit) : 0;
  switch (keyword) {
    case "type": {
      const types = (shape.anyOf ?? [shape]).map(({ type }) => String(type));
      const names = types.map((type) => TYPE_NAMES[type] ?? "a value of the documented type");
      return fieldError("invalid_type", `Enter ${names.join(" or ")}`, { type: types.join(" or ") });
    }
    case "enum":
      return fieldError("not_one_of", `Use one of: ${shape.enum?.join(", ")}`, {
        values: (shape.enum ?? []).map(String),
      });
    case "minimum":
      return fieldError("too_small", `Enter a number of at least ${limit}`, { minimum: limit });
    case "maximum":
      return fieldError("too_large", `Enter a number of at most ${limit}`, { maximum: limit });
    case "minLength":
      return limit === 1 ? REQUIRED : fieldError("too_short", `Enter at least ${limit} characters`, { minimum: limit });
    case "pattern":
      return shape.pattern === NOT_BLANK ? REQUIRED : fieldError("invalid_format", "This value is not valid");
    case "format":
      return fieldError("invalid_format", "This value is not valid");
    case "maxLength":
      return fieldError("too_long", `Enter at most ${limit} characters`, { maximum: limit });
    case "minItems":
      return fieldError("too_few", limit === 1 ? "Give at least one" : `Give at least ${limit}`, { minimum: limit });
    case "maxProperties":
      return fieldError("invalid_value", `Send at most ${limit} names in one object`);
    case "maxItems":
      return fieldError("too_many", `Give at most ${limit}`, { maximum: limit });
    default:
      return fieldError("invalid_value", "This value is not valid");
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function missingProperties(params: object): readonly string[] {
  return "requiredProperties" in params && Array.isArray(params.requiredProperties) ? params.requiredProperties : [];
}

function shapeAt(schema: InputSchema, path: readonly string[]): InputSchema {
  let shape: InputSchema = schema;
  for (const step of path) {
    const inside = shape.properties ? shape : (shape.anyOf?.find((variant) => variant.properties) ?? shape);
    shape = inside.properties?.[step] ?? shape.items ?? {};
  }
  return shape;
}
