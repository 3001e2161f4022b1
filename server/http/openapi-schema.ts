import type { TSchema } from "#kernel/fields.ts";

/** The named schemas (those with a `title`), each once. */
export type Schemas = Record<string, unknown>;

/** A JSON body with its schema and an example. */
export function jsonContent(schema: TSchema, schemas: Schemas): Readonly<Record<string, object>> {
  const example = exampleOf(schema);
  return {
    "application/json": {
      schema: toJsonSchema(schema, schemas),
      ...(example === undefined ? {} : { example }),
    },
  };
}

/** The parts of a schema that decide its example. */
interface ExampleShape {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, ExampleShape>>;
  readonly required?: readonly string[];
  readonly items?: ExampleShape;
  readonly anyOf?: readonly ExampleShape[];
}

/**
 * The example of a schema, or one made of the examples of its fields; undefined if a required field has none. Optional
 * fields of a request are left out.
 */
export function exampleOf(shape: ExampleShape, is_request = false): unknown {
  const [example = shape.default ?? shape.enum?.[0]] = shape.examples ?? [];
  if (example !== undefined) return example;
  if (shape.anyOf?.[0]) return exampleOf(shape.anyOf[0], is_request);
  if (shape.items) {
    const item = exampleOf(shape.items, is_request);
    return item === undefined ? undefined : [item];
  }
  if (shape.type === "boolean") return true;
  if (!shape.properties) return undefined;
  const required = new Set(shape.required);
  const fields = Object.entries(shape.properties)
    .filter(([name]) => !is_request || required.has(name))
    .map(([name, field]) => [name, exampleOf(field, is_request), required.has(name)] as const);
  if (fields.some(([, value, is_required]) => is_required && value === undefined)) return undefined;
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** A schema for the documentation: without our own `x-` keywords, and with named schemas moved out. */
export function toJsonSchema(schema: object, schemas: Schemas): unknown {
  if (Array.isArray(schema)) return schema.map((item) => (isObject(item) ? toJsonSchema(item, schemas) : item));
  // A named schema that may be null keeps its name.
  if ("x-nullable" in schema && isObject(schema["x-nullable"])) {
    return { anyOf: [toJsonSchema(schema["x-nullable"], schemas), { type: "null" }] };
  }
  // Generators refuse an enum with null, and ignore patterns of names.
  if ("enum" in schema && Array.isArray(schema.enum) && schema.enum.includes(null)) {
    const { description, ...values } = withoutNull(schema, schema.enum);
    const described = description === undefined ? {} : { description };
    return { ...described, anyOf: [toJsonSchema(values, schemas), { type: "null" }] };
  }
  const schema_copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === "patternProperties" && isObject(value)) {
      const [[, every_value] = []] = Object.entries(value);
      schema_copy.additionalProperties = isObject(every_value) ? toJsonSchema(every_value, schemas) : true;
    } else if (!name.startsWith("x-")) schema_copy[name] = isObject(value) ? toJsonSchema(value, schemas) : value;
  }
  const { title } = schema_copy;
  if (typeof title !== "string") return schema_copy;
  schemas[title] = schema_copy;
  return { $ref: `#/components/schemas/${title}` };
}

interface EnumSchema {
  readonly type: unknown;
  readonly enum: readonly unknown[];
  readonly description?: unknown;
}

function withoutNull(schema: object, values: readonly unknown[]): EnumSchema {
  const [type] = "type" in schema && Array.isArray(schema.type) ? schema.type : ["string"];
  return { ...schema, type, enum: values.filter((value) => value !== null) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
