import fastJson from "fast-json-stringify";
import type { Static, TSchema } from "./fields.ts";

/**
 * Serializes values of a schema as JSON: only the schema's fields, `bigint` as a number. Compiled on first use: that
 * costs about a millisecond, and a start has a hundred schemas.
 */
export function serializer<Schema extends TSchema>(schema: Schema): (value: Static<Schema>) => string {
  let write: ((value: Static<Schema>) => string) | null = null;
  return (value) => {
    write ??= fastJson({ ...schema });
    return write(value);
  };
}
