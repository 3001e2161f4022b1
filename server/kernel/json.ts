import fastJson from "fast-json-stringify";
import type { Static, TSchema } from "./fields.ts";

/**
 * Returns a function that serializes values of a schema as JSON: only the schema's fields, and `bigint` as a number. It
 * is compiled on first use: compiling takes about a millisecond, and the service has a hundred schemas.
 */
export function serializer<Schema extends TSchema>(schema: Schema): (value: Static<Schema>) => string {
  let write: ((value: Static<Schema>) => string) | null = null;
  return (value) => {
    write ??= fastJson({ ...schema });
    return write(value);
  };
}
