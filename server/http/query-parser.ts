import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import { inputParser } from "./input-parser.ts";

/**
 * Reads the query of a list. Refuses an unknown name, and lists the known ones: an ignored filter would return unwanted
 * rows (interface-decisions 37). `x[]` and `x[0]`, as written by PHP and axios, are read as `x`.
 */
export function queryParser<Schema extends TSchema>(schema: Schema): (query: unknown) => Static<Schema> {
  const query_fields = queryFieldsOf(schema);
  const parse = inputParser(schema, {
    validate: ({ input }) => ({ ...unknownNameErrors(input, query_fields), ...repeatedNameErrors(input) }),
  });
  return (query) => parse(mergeIndexedNames(query, query_fields), "text");
}

/** Fields with a list as their value: one text with commas, or the name several times. */
const SEPARATOR = "x-separator";

/** A text with comma-separated values; `x[]=a&x[]=b` has the same meaning. */
export function ListText(options: { readonly maxLength: number; readonly description: string }) {
  return Type.String({ ...options, [SEPARATOR]: "," });
}

/** The known names of a query, and whether each takes several values. */
type QueryFields = ReadonlyMap<string, { readonly is_list: boolean }>;

function queryFieldsOf(schema: TSchema): QueryFields {
  const properties = "properties" in schema ? Object.entries(schema.properties ?? {}) : [];
  return new Map(
    properties.map(([name, field]) => [
      name,
      { is_list: typeof field === "object" && field !== null && SEPARATOR in field },
    ]),
  );
}

/** Values by plain name; several for a repeated name. Always a Map: names such as `__proto__` are data here. */
function mergeIndexedNames(query: unknown, query_fields: QueryFields): unknown {
  const values = new Map<string, unknown[]>();
  for (const [raw_name, value] of Object.entries(query ?? {})) {
    const name = withoutIndex(raw_name);
    values.set(name, [...(values.get(name) ?? []), ...[value].flat()]);
  }
  return Object.fromEntries(
    [...values].map(([name, all_values]) => [
      name,
      query_fields.get(name)?.is_list ? all_values.join(",") : all_values.length > 1 ? all_values : all_values[0],
    ]),
  );
}

/** Removes the brackets of `x[]` and `x[0]`. */
export function withoutIndex(raw_name: string): string {
  return /^([^[\]]+)\[\d*\]$/.exec(raw_name)?.[1] ?? raw_name;
}

function unknownNameErrors(query: unknown, query_fields: QueryFields): FieldErrors {
  const unknown = Object.keys(query ?? {}).filter((name) => !query_fields.has(name) && name !== "");
  const known = [...query_fields.keys()];
  const message = query_fields.size === 0 ? "This takes no parameters" : `Unknown here. Known are: ${known.join(", ")}`;
  return Object.fromEntries(unknown.map((name) => [name, [fieldError("unknown_parameter", message, { known })]]));
}

function repeatedNameErrors(query: unknown): FieldErrors {
  const repeated_names = Object.entries(query ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
  return Object.fromEntries(
    repeated_names.map((name) => [
      name,
      [fieldError("repeated_parameter", "Give one value: it was given several times")],
    ]),
  );
}
