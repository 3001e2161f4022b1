import type { TSchema } from "./fields.ts";

/** The keywords of JSON Schema that limit a value's size. */
interface BoundedSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly BoundedSchema[];
  readonly properties?: Readonly<Record<string, BoundedSchema>>;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
  readonly items?: BoundedSchema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  /** The maximum size of an object with free names, in bytes of JSON. A refinement enforces it. */
  readonly "x-max-bytes"?: number;
}

const FIXED_SIZE = new Set<unknown>(["integer", "number", "boolean", "null"]);

/**
 * The paths in a schema whose values have no maximum size: texts without `maxLength`, lists without `maxItems`, objects
 * with free names without `x-max-bytes`. Schemas for input must have no such path (`http/input-parser.ts`).
 */
export function findUnboundedPaths(schema: TSchema): readonly string[] {
  return unboundedPathsIn(schema, "");
}

function unboundedPathsIn(shape: BoundedSchema, path: string): readonly string[] {
  if (shape.enum !== undefined || shape.const !== undefined) return [];
  if (shape.anyOf) return shape.anyOf.flatMap((choice) => unboundedPathsIn(choice, path));
  const types = [shape.type].flat().filter((type) => !FIXED_SIZE.has(type));
  return types.flatMap((type) => unboundedPathsOfType(type, shape, path));
}

function unboundedPathsOfType(type: unknown, shape: BoundedSchema, path: string): readonly string[] {
  const own_path = path === "" ? "." : path;
  if (type === "string") return shape.maxLength === undefined ? [own_path] : [];
  if (type === "array") {
    const inside = unboundedPathsIn(shape.items ?? {}, `${path}[]`);
    return shape.maxItems === undefined ? [own_path, ...inside] : inside;
  }
  if (type !== "object") return [own_path];
  const is_open = Boolean(shape.additionalProperties) || shape.patternProperties !== undefined;
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
    unboundedPathsIn(inner, path === "" ? name : `${path}.${name}`),
  );
  return is_open && shape["x-max-bytes"] === undefined ? [own_path, ...inside] : inside;
}
