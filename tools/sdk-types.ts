// Generates the SDK's types and operation table from the OpenAPI document. `npm run docs` writes them to
// sdk/src/api.ts.

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
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
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation with its method and path. */
interface RoutedOperation {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
}

const HEAD = `// Written by \`npm run docs\` from docs/reference/openapi.json.

/** How an operation is called: its keys, and the field that marks an answer as its own. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly keys: "public" | "both";
  readonly gives: string | null;
}

/** A body that is sent as it is. */
export interface FileBody {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
`;

/** The envelope of every answer; the client returns the fields inside. */
const ENVELOPE = ["code", "status", "message"];
const COUNTERS = ["totals", "last_page", "current_page", "selected"];
/** The client converts failures to its own error class, so this schema needs no type. */
export const OMITTED_SCHEMAS = ["Error"];

/** The text of sdk/src/api.ts: every named schema, and every operation except deprecated aliases. */
export function sdkTypes({ paths, components }: ApiDocument): string {
  const enum_names = namesOfEnums(components.schemas);
  const routed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): RoutedOperation[] =>
      operation.deprecated ? [] : [{ operation, method: method.toUpperCase(), path }],
    ),
  );
  const queries = routed.flatMap(({ operation }) => queryOf(operation));
  return [
    HEAD,
    ...Object.entries(components.schemas)
      .filter(([name]) => !OMITTED_SCHEMAS.includes(name))
      .map(([name, schema]) => declaration(name, schema, enum_names)),
    ...queries.map(([name, schema]) => declaration(name, schema, enum_names)),
    `/** The input and the answer of each operation. */\nexport interface Operations {\n${routed.map((one) => typesOf(one, enum_names)).join("")}}\n`,
    `/** The method, path and keys of each operation. */\nexport const OPERATIONS: { readonly [Name in keyof Operations]: Operation } = {\n${routed.map(operationEntry).join("")}};\n`,
  ].join("\n");
}

export type EnumNames = ReadonlyMap<string, string>;

/** Named enums by their values, so that an equal enum elsewhere uses the same type. */
export function namesOfEnums(schemas: ApiDocument["components"]["schemas"]): EnumNames {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) => (schema.enum ? [[JSON.stringify(schema.enum), name]] : [])),
  );
}

export function declaration(name: string, schema: Schema, enum_names: EnumNames): string {
  const doc = comment(schema.description, "");
  if (schema.enum) {
    const list = listName(name);
    return `${doc}export const ${list} = ${JSON.stringify(schema.enum, null, 2)} as const;\n\n${doc}export type ${name} = (typeof ${list})[number];\n`;
  }
  return `${doc}export interface ${name} ${fieldsOf(schema, enum_names, "")}\n`;
}

/** `EVENT_TYPES` for `EventType`, `TRANSFER_STATUSES` for `TransferStatus`. */
export function listName(name: string): string {
  const upper = name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  return upper.endsWith("S") ? `${upper}ES` : `${upper}S`;
}

/** The query of an operation as a schema, without deprecated names. */
function queryOf(operation: Operation): readonly (readonly [string, Schema])[] {
  const parameters = parametersOf(operation, "query");
  if (parameters.length === 0) return [];
  return [[queryName(operation), asObject(parameters)]];
}

function queryName({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}

export function parametersOf(operation: Operation, location: "path" | "query"): readonly Parameter[] {
  return operation.parameters.filter(
    (one): one is Parameter => "in" in one && one.in === location && one.schema.deprecated !== true,
  );
}

export function asObject(parameters: readonly Parameter[]): Schema {
  return {
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, description ? { description, ...schema } : schema]),
    ),
  };
}

function typesOf({ operation, method, path }: RoutedOperation, enum_names: EnumNames): string {
  const { operationId, summary, description, requestBody } = operation;
  const params = parametersOf(operation, "path");
  const query = parametersOf(operation, "query");
  const json = requestBody?.content["application/json"];
  const has_file = requestBody !== undefined && "text/csv" in requestBody.content;
  const lines = [
    params.length > 0 ? [`params: ${fieldsOf(asObject(params), enum_names, "    ")}`] : [],
    query.length > 0 ? [`query${query.some(({ required }) => required) ? "" : "?"}: ${queryName(operation)}`] : [],
    json ? [`body${requestBody?.required && !has_file ? "" : "?"}: ${typeOf(json.schema, enum_names, "    ")}`] : [],
    has_file ? ["file?: FileBody"] : [],
    [`answer: ${fieldsOf(answerOf(operation), enum_names, "    ")}`],
  ].flat();
  const doc_comment = [`${summary}: \`${method} ${path}\`.`, description ?? ""].join(" ").trim();
  return `${comment(doc_comment, "  ")}  readonly ${operationId}: {\n${lines.map((line) => `    readonly ${line};\n`).join("")}  };\n`;
}

function operationEntry({ operation, method, path }: RoutedOperation): string {
  const keys = operation.security.some((one) => "private_key" in one) ? "both" : "public";
  const gives = JSON.stringify(answerOf(operation).required?.find((name) => !COUNTERS.includes(name)) ?? null);
  return `  ${operation.operationId}: { method: "${method}", path: "${path}", keys: "${keys}", gives: ${gives} },\n`;
}

/** The schema of a successful answer without its envelope. */
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

export function typeOf(schema: Schema, enum_names: EnumNames, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.enum) return enum_names.get(JSON.stringify(schema.enum)) ?? literalUnion(schema.enum);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, enum_names, indent)).join(" | ");
  return [schema.type ?? "unknown"]
    .flat()
    .map((type) => plainType(type, schema, enum_names, indent))
    .join(" | ");
}

function plainType(type: string, schema: Schema, enum_names: EnumNames, indent: string): string {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
    case "unknown":
      return type;
    case "array":
      return arrayOf(typeOf(schema.items ?? {}, enum_names, indent));
    case "object":
      return schema.properties ? fieldsOf(schema, enum_names, indent) : recordOf(schema, enum_names, indent);
    default:
      throw new Error(`The document has a type that is not known here: ${type}`);
  }
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) || item.startsWith("{") ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function recordOf({ patternProperties = {} }: Schema, enum_names: EnumNames, indent: string): string {
  const [value] = Object.values(patternProperties);
  return `Readonly<Record<string, ${value ? typeOf(value, enum_names, indent) : "unknown"}>>`;
}

export function fieldsOf({ properties = {}, required = [] }: Schema, enum_names: EnumNames, indent: string): string {
  const within = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    const doc = comment(schema.description, within);
    return `${doc}${within}readonly ${name}${mark}: ${typeOf(schema, enum_names, within)};\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

function literalUnion(values: readonly (string | null)[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

export function comment(text: string | undefined, indent: string): string {
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}
