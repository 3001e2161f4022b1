// Generates the TypeScript SDK's types and operation table from the OpenAPI document. `npm run docs` writes them to
// sdk/src/api.ts.
import {
  type ApiDocument,
  answerOf,
  asObject,
  inputSchemas,
  listName,
  mapValue,
  namedSchemas,
  namesOfEnums,
  needsPrivateKey,
  type Operation,
  parametersOf,
  type RoutedOperation,
  resultField,
  routedOperations,
  type Schema,
  schemaName,
} from "./api-document.ts";

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
  readonly bytes: ArrayBuffer;
}
`;

export interface TypeContext {
  readonly enum_names: ReadonlyMap<string, string>;
  /**
   * Whether the caller fills in the fields. `undefined` then equals an absent field, whatever the compiler's settings.
   */
  readonly is_input: boolean;
}

/** Returns the text of sdk/src/api.ts: every named schema, and every operation except deprecated aliases. */
export function sdkTypes(document: ApiDocument): string {
  const enum_names = namesOfEnums(document.components.schemas);
  const inputs = inputSchemas(document);
  const routed = routedOperations(document);
  const queries = routed.flatMap(({ operation }) => queryOf(operation));
  return [
    HEAD,
    ...namedSchemas(document).map(([name, schema]) =>
      declaration(name, schema, { enum_names, is_input: inputs.has(name) }),
    ),
    ...queries.map(([name, schema]) => declaration(name, schema, { enum_names, is_input: true })),
    `/** The input and the answer of each operation. */\nexport interface Operations {\n${routed.map((one) => typesOf(one, enum_names)).join("")}}\n`,
    `/** The method, path and keys of each operation. */\nexport const OPERATIONS: { readonly [Name in keyof Operations]: Operation } = {\n${routed.map(operationEntry).join("")}};\n`,
  ].join("\n");
}

function declaration(name: string, schema: Schema, context: TypeContext): string {
  const doc = comment(schema.description, "");
  if (schema.enum) {
    const list = listName(name);
    return `${doc}export const ${list} = ${JSON.stringify(schema.enum, null, 2)} as const;\n\n${doc}export type ${name} = (typeof ${list})[number];\n`;
  }
  return `${doc}export interface ${name} ${fieldsOf(schema, context, "")}\n`;
}

/** Returns the query of an operation as a schema; empty if there is no query. */
function queryOf(operation: Operation): readonly (readonly [string, Schema])[] {
  const parameters = parametersOf(operation, "query");
  if (parameters.length === 0) return [];
  return [[queryName(operation), asObject(parameters)]];
}

function queryName({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}

function typesOf({ operation, method, path }: RoutedOperation, enum_names: TypeContext["enum_names"]): string {
  const { operationId, summary, description, requestBody } = operation;
  const input: TypeContext = { enum_names, is_input: true };
  const params = parametersOf(operation, "path");
  const query = parametersOf(operation, "query");
  const json = requestBody?.content["application/json"];
  const has_file = requestBody !== undefined && "text/csv" in requestBody.content;
  const lines = [
    params.length > 0 ? [`params: ${fieldsOf(asObject(params), input, "    ")}`] : [],
    query.length > 0 ? [`query${query.some(({ required }) => required) ? "" : "?"}: ${queryName(operation)}`] : [],
    json ? [`body${requestBody?.required && !has_file ? "" : "?"}: ${typeOf(json.schema, input, "    ")}`] : [],
    has_file ? ["file?: FileBody"] : [],
    [`answer: ${fieldsOf(answerOf(operation), { enum_names, is_input: false }, "    ")}`],
  ].flat();
  const doc_comment = [`${summary}: \`${method} ${path}\`.`, description ?? ""].join(" ").trim();
  return `${comment(doc_comment, "  ")}  readonly ${operationId}: {\n${lines.map((line) => `    readonly ${line};\n`).join("")}  };\n`;
}

function operationEntry({ operation, method, path }: RoutedOperation): string {
  const keys = needsPrivateKey(operation) ? "both" : "public";
  const gives = JSON.stringify(resultField(operation));
  return `  ${operation.operationId}: { method: "${method}", path: "${path}", keys: "${keys}", gives: ${gives} },\n`;
}

export function typeOf(schema: Schema, context: TypeContext, indent: string): string {
  if (schema.$ref !== undefined) return schemaName(schema.$ref);
  if (schema.enum) return context.enum_names.get(JSON.stringify(schema.enum)) ?? literalUnion(schema.enum);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, context, indent)).join(" | ");
  return [schema.type ?? "unknown"]
    .flat()
    .map((type) => plainType(type, schema, context, indent))
    .join(" | ");
}

function plainType(type: string, schema: Schema, context: TypeContext, indent: string): string {
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
      return arrayOf(typeOf(schema.items ?? {}, context, indent));
    case "object":
      return schema.properties ? fieldsOf(schema, context, indent) : recordOf(schema, context, indent);
    default:
      throw new Error(`The document has a type that is not known here: ${type}`);
  }
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) || item.startsWith("{") ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function recordOf(schema: Schema, context: TypeContext, indent: string): string {
  const value = mapValue(schema);
  return `Readonly<Record<string, ${value ? typeOf(value, context, indent) : "unknown"}>>`;
}

export function fieldsOf({ properties = {}, required = [] }: Schema, context: TypeContext, indent: string): string {
  const within = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const is_required = required.includes(name);
    const doc = comment(schema.description, within);
    const type = typeOf(schema, context, within);
    const or_undefined = !is_required && context.is_input ? " | undefined" : "";
    return `${doc}${within}readonly ${name}${is_required ? "" : "?"}: ${type}${or_undefined};\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

function literalUnion(values: readonly (string | null)[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

export function comment(text: string | undefined, indent: string): string {
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}
