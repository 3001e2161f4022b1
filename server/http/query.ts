import type { FieldErrors } from "#kernel/errors.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import { reader } from "./reader.ts";

/**
 * Reads the query of a list. Refuses an unknown name, and lists the known ones: an ignored filter would return unwanted
 * rows (interface-decisions 37). `x[]` and `x[0]`, as written by PHP and axios, are read as `x`.
 */
export function queryReader<Schema extends TSchema>(schema: Schema): (query: unknown) => Static<Schema> {
  const known = namesOf(schema);
  const read = reader(schema, { check: ({ input }) => ({ ...unknownNames(input, known), ...repeated(input) }) });
  return (query) => read(plainNames(query, known), "text");
}

/** Fields with a list as their value: one text with commas, or the name several times. */
const SEPARATOR = "x-separator";

/** A text with comma-separated values; `x[]=a&x[]=b` has the same meaning. */
export function ListText(options: { readonly maxLength: number; readonly description: string }) {
  return Type.String({ ...options, [SEPARATOR]: "," });
}

/** The known names of a query, and whether each takes several values. */
type Known = ReadonlyMap<string, { readonly is_list: boolean }>;

function namesOf(schema: TSchema): Known {
  const properties = "properties" in schema ? Object.entries(schema.properties ?? {}) : [];
  return new Map(
    properties.map(([name, field]) => [
      name,
      { is_list: typeof field === "object" && field !== null && SEPARATOR in field },
    ]),
  );
}

/** Values by plain name; several for a repeated name. Always a Map: names such as `__proto__` are data here. */
function plainNames(query: unknown, known: Known): unknown {
  const values = new Map<string, unknown[]>();
  for (const [written, value] of Object.entries(query ?? {})) {
    const name = plainName(written);
    values.set(name, [...(values.get(name) ?? []), ...[value].flat()]);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, known.get(name)?.is_list ? all.join(",") : all.length > 1 ? all : all[0]]),
  );
}

/** Removes the brackets of `x[]` and `x[0]`. */
export function plainName(written: string): string {
  return /^([^[\]]+)\[\d*\]$/.exec(written)?.[1] ?? written;
}

function unknownNames(query: unknown, known: Known): FieldErrors {
  const names = Object.keys(query ?? {}).filter((name) => !known.has(name) && name !== "");
  const message =
    known.size === 0 ? "This takes no parameters" : `Unknown here. Known are: ${[...known.keys()].join(", ")}`;
  return Object.fromEntries(names.map((name) => [name, [message]]));
}

function repeated(query: unknown): FieldErrors {
  const names = Object.entries(query ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, ["Give one value: it was given several times"]]));
}
