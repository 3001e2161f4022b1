// Helpers for the generators that read the OpenAPI documents.

/** The parts of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** The schema of every value of a map; true if they are of any type. */
  readonly additionalProperties?: Schema | true;
  readonly description?: string;
  readonly deprecated?: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of an OpenAPI document that become types. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: { readonly requestBody: Content } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation with its method and path. */
export interface RoutedOperation {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
}

/** The counters in a list's answer, beside its items. */
export const COUNTERS = ["totals", "last_page", "current_page", "selected"];
/** The envelope fields of every answer. The clients return only the fields inside it. */
const ENVELOPE = ["code", "status", "message"];
/** The schemas without a generated type: the clients convert failures to their own error class. */
const OMITTED_SCHEMAS = ["Error"];

/** Returns every operation except deprecated aliases. */
export function routedOperations({ paths }: ApiDocument): readonly RoutedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): RoutedOperation[] =>
      operation.deprecated ? [] : [{ operation, method: method.toUpperCase(), path }],
    ),
  );
}

/** Returns the schemas for which types are generated. The SDKs have one type for the events of every kind. */
export function namedSchemas({ components, webhooks = {} }: ApiDocument): readonly (readonly [string, Schema])[] {
  const deliveries = Object.values(webhooks).map(
    ({ post }) => post.requestBody.content["application/json"]?.schema.$ref,
  );
  const omitted = new Set([...OMITTED_SCHEMAS, ...deliveries.map((ref) => schemaName(ref ?? ""))]);
  return Object.entries(components.schemas).filter(([name]) => !omitted.has(name));
}

/** Returns the names of enums by their values, so that an unnamed enum with the same values uses the same type. */
export function namesOfEnums(schemas: ApiDocument["components"]["schemas"]): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) => (schema.enum ? [[JSON.stringify(schema.enum), name]] : [])),
  );
}

/** Returns the names of the schemas in requests, whose fields the caller fills in. */
export function inputSchemas(document: ApiDocument): ReadonlySet<string> {
  const bodies = routedOperations(document).map(({ operation }) => operation.requestBody?.content["application/json"]);
  return reachableSchemas(
    document,
    bodies.map((body) => body?.schema ?? {}),
  );
}

/** Returns the names of the schemas in answers. */
export function answerSchemas(document: ApiDocument): ReadonlySet<string> {
  return reachableSchemas(
    document,
    routedOperations(document).map(({ operation }) => answerOf(operation)),
  );
}

function reachableSchemas(document: ApiDocument, roots: readonly Schema[]): ReadonlySet<string> {
  const schema_names = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = schema.$ref === undefined ? undefined : schemaName(schema.$ref);
    if (name !== undefined && !schema_names.has(name)) {
      schema_names.add(name);
      visit(document.components.schemas[name] ?? {});
    }
    const { anyOf = [], properties = {}, items = [] } = schema;
    for (const inner of [anyOf, Object.values(properties), mapValue(schema) ?? [], items].flat()) visit(inner);
  };
  for (const root of roots) visit(root);
  return schema_names;
}

/** Returns the schema of a map's values; null if they are of any type, or if the schema is no map. */
export function mapValue({ additionalProperties }: Schema): Schema | null {
  return typeof additionalProperties === "object" ? additionalProperties : null;
}

export function schemaName(ref: string): string {
  return ref.replace("#/components/schemas/", "");
}

/** Returns an operation's parameters without deprecated names. */
export function parametersOf(operation: Operation, location: "path" | "query"): readonly Parameter[] {
  return operation.parameters.filter(
    (one): one is Parameter => "in" in one && one.in === location && one.schema.deprecated !== true,
  );
}

/** Converts parameters to the schema of an object. */
export function asObject(parameters: readonly Parameter[]): Schema {
  return {
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, description ? { description, ...schema } : schema]),
    ),
  };
}

/** Returns the schema of a successful answer without its envelope. */
export function answerOf({ operationId, responses }: Operation): Schema {
  const [, response] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const schema = response?.content["application/json"]?.schema;
  if (!schema?.properties) throw new Error(`${operationId} has no answer that is an object`);
  const inside = (name: string): boolean => !ENVELOPE.includes(name);
  return {
    required: (schema.required ?? []).filter(inside),
    properties: Object.fromEntries(Object.entries(schema.properties).filter(([name]) => inside(name))),
  };
}

/** Returns the field that identifies an answer as the operation's own; null if there is no such field. */
export function resultField(operation: Operation): string | null {
  return answerOf(operation).required?.find((name) => !COUNTERS.includes(name)) ?? null;
}

export function needsPrivateKey({ security }: Operation): boolean {
  return security.some((one) => "private_key" in one);
}

/**
 * Returns the name of an enum's list of values: `EVENT_TYPES` for `EventType`, `TRANSFER_STATUSES` for
 * `TransferStatus`.
 */
export function listName(name: string): string {
  const upper = name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  return upper.endsWith("S") ? `${upper}ES` : `${upper}S`;
}
