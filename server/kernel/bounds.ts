import type { TSchema } from "./fields.ts";

/** The keywords of JSON Schema that limit a value's size. */
interface Shape {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
  readonly items?: Shape;
  readonly maxLength?: number;
  readonly maxItems?: number;
  /** For an object with free names: the maximum size as JSON, enforced by a refinement. */
  readonly "x-max-bytes"?: number;
}

const FIXED_SIZE = new Set<unknown>(["integer", "number", "boolean", "null"]);

/**
 * The paths in a schema whose values have no maximum size: texts without `maxLength`, lists without `maxItems`, objects
 * with free names without `x-max-bytes`. Schemas for input must have no such path (`http/reader.ts`).
 */
export function unboundedPlaces(schema: TSchema): readonly string[] {
  return placesIn(schema, "");
}

function placesIn(shape: Shape, place: string): readonly string[] {
  if (shape.enum !== undefined || shape.const !== undefined) return [];
  if (shape.anyOf) return shape.anyOf.flatMap((choice) => placesIn(choice, place));
  const types = [shape.type].flat().filter((type) => !FIXED_SIZE.has(type));
  return types.flatMap((type) => unboundedOf(type, shape, place));
}

function unboundedOf(type: unknown, shape: Shape, place: string): readonly string[] {
  const here = place === "" ? "." : place;
  if (type === "string") return shape.maxLength === undefined ? [here] : [];
  if (type === "array") {
    const inside = placesIn(shape.items ?? {}, `${place}[]`);
    return shape.maxItems === undefined ? [here, ...inside] : inside;
  }
  if (type !== "object") return [here];
  const is_open = Boolean(shape.additionalProperties) || shape.patternProperties !== undefined;
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
    placesIn(inner, place === "" ? name : `${place}.${name}`),
  );
  return is_open && shape["x-max-bytes"] === undefined ? [here, ...inside] : inside;
}
