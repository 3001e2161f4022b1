import fastJson from "fast-json-stringify";
import type { Static, TSchema } from "./fields.ts";

/**
 * Writes values of a schema as JSON: only the fields it names, `bigint` as a number. Built when it is first needed: that
 * costs about a millisecond, and a start has a hundred of them.
 */
export function serializer<Schema extends TSchema>(schema: Schema): (value: Static<Schema>) => string {
  let write: ((value: Static<Schema>) => string) | null = null;
  return (value) => {
    write ??= fastJson({ ...schema });
    return write(value);
  };
}
