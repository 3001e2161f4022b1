// Plans the resources and methods of the PHP and Python SDKs from the OpenAPI document. The names are those of the
// TypeScript SDK, in snake_case.
import {
  type ApiDocument,
  answerOf,
  answerSchemas,
  asObject,
  COUNTERS,
  inputSchemas,
  mapValue,
  namedSchemas,
  namesOfEnums,
  needsPrivateKey,
  parametersOf,
  type RoutedOperation,
  resultField,
  routedOperations,
  type Schema,
  schemaName,
} from "./api-document.ts";

/** A group of methods about one kind of record, such as `transfers`. */
export interface Resource {
  readonly name: string;
  readonly methods: readonly Method[];
}

export interface Method {
  readonly name: string;
  readonly operation_id: string;
  readonly doc: string;
  /** The names of the path parameters. */
  readonly params: readonly string[];
  readonly input: Input | null;
  /**
   * The query of the operation when a file replaces the body: it has the fields that the file cannot hold. Null if the
   * operation accepts no file.
   */
  readonly file_query: NamedSchema | null;
  readonly result: Result;
  /**
   * How `wait` detects that the record has ended: by its status, or by its progress. Null if the record does not end by
   * itself.
   */
  readonly ends: "status" | "progress" | null;
}

export interface Input {
  readonly kind: "body" | "query";
  readonly type: NamedSchema;
  readonly is_required: boolean;
}

/** A schema with a name. The SDKs give names to the schemas that have none in the document. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

/** The part of the answer that a method returns. */
export type Result =
  | { readonly kind: "nothing" }
  | { readonly kind: "field"; readonly field: string; readonly schema: Schema }
  | { readonly kind: "page"; readonly field: string; readonly item: Schema; readonly have_ids: boolean }
  /** The answer's fields together, if it has several. */
  | { readonly kind: "answer"; readonly type: NamedSchema };

/** The data about an operation that the clients need to call it. */
export interface PlannedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly needs_private_key: boolean;
  readonly gives: string | null;
}

/** The names of methods that do not follow the rule in `nameOf`. */
const NAMES: Readonly<Record<string, string>> = {
  "DELETE /payments/{reference}": "cancel",
  "DELETE /transfers/{reference}": "cancel",
  "DELETE /payment-links/{id}": "deactivate",
  "GET /payments/{reference}/page": "page",
  "GET /payments/{reference}/parts": "parts",
  "POST /payments/{reference}/release": "release",
  "GET /received-parts": "list_received",
  "GET /received-parts/{id}": "retrieve_received",
  "POST /invoices/{reference}/payments": "pay",
  "DELETE /invoices/{reference}": "cancel",
  "GET /balance": "retrieve",
  "GET /balance/statement": "statement",
  "GET /limits": "limits",
  "GET /corrections": "list_corrections",
  "DELETE /withdrawals/{id}": "cancel",
  "GET /withdrawal-accounts": "list_accounts",
  "POST /withdrawal-accounts": "register_account",
  "GET /withdrawal-accounts/{id}": "retrieve_account",
  "POST /withdrawal-accounts/{id}/confirm": "confirm_account",
  "DELETE /withdrawal-accounts/{id}": "remove_account",
  "GET /withdrawal-rules": "rules",
  "PUT /withdrawal-rules": "set_rule",
  "DELETE /withdrawal-rules/{id}": "remove_rule",
  "GET /withdrawal-rules/{id}/runs": "list_rule_runs",
  "POST /withdrawal-rules/{id}/run": "run_rule",
  "GET /channels": "channels",
  "GET /countries": "countries",
  "GET /currencies": "currencies",
  "GET /banks": "banks",
  "GET /customers/{id}/payments": "list_payments",
  "POST /transfers/bulk": "create",
  "DELETE /transfers/bulk/{id}": "cancel",
  "POST /schedules/preview": "preview",
  "GET /schedules/{id}/runs": "list_runs",
  "POST /schedules/{id}/run": "run",
  "GET /holidays": "holidays",
  "PUT /holidays": "set_holidays",
  "POST /transfers/bulk/read": "read_file",
  "POST /webhooks/{id}/rotate/confirm": "confirm_secret",
  "POST /webhooks/{id}/rotate/cancel": "cancel_secret",
  "GET /webhooks/{id}/deliveries": "list_deliveries",
  "GET /webhooks/{id}/deliveries/{delivery}": "retrieve_delivery",
  "POST /webhooks/{id}/deliveries/{delivery}/retry": "retry_delivery",
};

export function plannedOperations(document: ApiDocument): readonly PlannedOperation[] {
  return routedOperations(document).map(({ operation, method, path }) => ({
    ...{ id: operation.operationId, method, path },
    ...{ needs_private_key: needsPrivateKey(operation), gives: resultField(operation) },
  }));
}

/**
 * Returns the resources in the order of the document. Throws if two operations of a resource would have the same name.
 */
export function plannedResources(document: ApiDocument): readonly Resource[] {
  const by_tag = Map.groupBy(routedOperations(document), ({ operation }) => operation.tags[0] ?? "");
  return [...by_tag].map(([tag, routed]) => {
    const methods = routed.map((one) => methodOf(one, document));
    for (const [index, { name }] of methods.entries()) {
      if (methods.findIndex((one) => one.name === name) < index) {
        throw new Error(`${tag} has two methods called ${name}: name one of them in NAMES (tools/sdk-plan.ts)`);
      }
    }
    return { name: tag.toLowerCase().replaceAll(" ", "_"), methods };
  });
}

function methodOf(routed: RoutedOperation, document: ApiDocument): Method {
  const { operation, method, path } = routed;
  const { operationId, summary, description } = operation;
  const has_file = operation.requestBody !== undefined && "text/csv" in operation.requestBody.content;
  const name = nameOf(routed);
  const result = resultOf(routed, document);
  return {
    ...{ name, operation_id: operationId, result },
    doc: [`${summary}: \`${method} ${path}\`.`, description ?? ""].join(" ").trim(),
    params: parametersOf(operation, "path").map((one) => one.name),
    input: inputOf(routed, document, name === "read_file"),
    file_query: has_file ? queryOf(routed) : null,
    ends: name === "retrieve" ? endOf(result, document) : null,
  };
}

/** Returns the name of a method: `create` for POST on a list, `timeline` for a path below a record, and so on. */
function nameOf({ method, path }: RoutedOperation): string {
  const name = NAMES[`${method} ${path}`];
  if (name !== undefined) return name;
  const parts = path.split("/").slice(1);
  const last = parts.at(-1) ?? "";
  const of_record: Readonly<Record<string, string>> = {
    GET: "retrieve",
    POST: "process",
    PUT: "update",
    DELETE: "delete",
  };
  if (last.startsWith("{")) return of_record[method] ?? "";
  if (parts.length === 1) return method === "GET" ? "list" : "create";
  return last.replaceAll("-", "_");
}

function inputOf(routed: RoutedOperation, document: ApiDocument, is_file_only: boolean): Input | null {
  const json = routed.operation.requestBody?.content["application/json"];
  if (json && !is_file_only) {
    const name = json.schema.$ref === undefined ? null : schemaName(json.schema.$ref);
    const schema = name === null ? json.schema : (document.components.schemas[name] ?? {});
    const type = { name: name ?? `${pascal(routed.operation.operationId)}Body`, schema };
    return { kind: "body", type, is_required: (schema.required ?? []).length > 0 };
  }
  const query = queryOf(routed);
  if (query === null || is_file_only) return null;
  return { kind: "query", type: query, is_required: (query.schema.required ?? []).length > 0 };
}

function queryOf({ operation }: RoutedOperation): NamedSchema | null {
  const parameters = parametersOf(operation, "query");
  return parameters.length === 0
    ? null
    : { name: `${pascal(operation.operationId)}Query`, schema: asObject(parameters) };
}

function resultOf({ operation }: RoutedOperation, document: ApiDocument): Result {
  const answer = answerOf(operation);
  const fields = Object.entries(answer.properties ?? {});
  const others = fields.filter(([name]) => !COUNTERS.includes(name));
  const [field, schema] = others.find(([name]) => name === resultField(operation)) ?? [];
  if (field === undefined || schema === undefined) return { kind: "nothing" };
  if (fields.some(([name]) => name === "last_page")) {
    const items = schema.items ?? {};
    return { kind: "page", field, item: items, have_ids: hasId(items, document) };
  }
  if (others.length === 1) return { kind: "field", field, schema };
  return { kind: "answer", type: { name: `${pascal(operation.operationId)}Answer`, schema: answer } };
}

function hasId({ $ref = "" }: Schema, document: ApiDocument): boolean {
  return document.components.schemas[schemaName($ref)]?.properties?.id !== undefined;
}

function endOf(result: Result, document: ApiDocument): Method["ends"] {
  if (result.kind !== "field" || result.schema.$ref === undefined) return null;
  const { properties = {} } = document.components.schemas[schemaName(result.schema.$ref)] ?? {};
  if (properties.progress) return "progress";
  const { status } = properties;
  const statuses =
    status?.$ref === undefined ? status?.enum : document.components.schemas[schemaName(status.$ref)]?.enum;
  return statuses?.includes("processing") ? "status" : null;
}

/** An object type that the SDKs declare. */
export interface ObjectType extends NamedSchema {
  /** Whether the caller fills in the object. Such a type is not a record of the service. */
  readonly is_input: boolean;
}

/**
 * Returns every object type: the named schemas, the queries, the answers with several fields, and the objects inside
 * these.
 */
export function allObjects(document: ApiDocument): readonly ObjectType[] {
  const inputs = inputSchemas(document);
  const answered = answerSchemas(document);
  const methods = plannedResources(document).flatMap((resource) => resource.methods);
  const named = namedSchemas(document)
    .filter(([, schema]) => !schema.enum)
    .map(([name, schema]): ObjectType => ({ name, schema, is_input: inputs.has(name) && !answered.has(name) }));
  const queries = methods.flatMap(({ input, file_query }) => [
    ...(input?.kind === "query" ? [input.type] : []),
    ...(file_query ? [file_query] : []),
  ]);
  const answers = methods.flatMap(({ result }) => (result.kind === "answer" ? [result.type] : []));
  const all = [
    ...named,
    ...queries.map((one): ObjectType => ({ ...one, is_input: true })),
    ...answers.map((one): ObjectType => ({ ...one, is_input: false })),
  ];
  const unique = all.filter((one, index) => all.findIndex(({ name }) => name === one.name) === index);
  return unique.flatMap((one) => [
    ...innerObjects(one.name, one.schema).map((inner): ObjectType => ({ ...inner, is_input: one.is_input })),
    one,
  ]);
}

/**
 * Returns the inner objects without a name in the document, innermost first, named like `TransferDetailsBeneficiary`.
 */
function innerObjects(name: string, schema: Schema): readonly NamedSchema[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const object = objectIn(inner);
    const own_name = `${name}${pascal(field)}`;
    return object === null ? [] : [...innerObjects(own_name, object), { name: own_name, schema: object }];
  });
}

/**
 * Returns the object in a field's schema: the schema itself, an item of its list, a value of its map, or one of its
 * alternatives.
 */
function objectIn(schema: Schema): Schema | null {
  if (schema.properties) return schema;
  const inner = [schema.items ?? [], ...(schema.anyOf ?? []), mapValue(schema) ?? []].flat();
  return inner.map(objectIn).find((one) => one !== null) ?? null;
}

/** The position of records in a field: the value itself, each item of a list, or each value of a map. */
export type Shape =
  | { readonly kind: "object"; readonly name: string }
  | { readonly kind: "list" | "map"; readonly of: Shape };

/** Returns the shape of a field; null if the field contains no record. */
export function shapeOf(document: ApiDocument, schema: Schema, inner_name: string): Shape | null {
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return document.components.schemas[name]?.enum ? null : { kind: "object", name };
  }
  if (schema.properties) return { kind: "object", name: inner_name };
  const kind = schema.items ? "list" : "map";
  const value = schema.items ?? mapValue(schema);
  if (value === null) {
    const shapes = (schema.anyOf ?? []).map((one) => shapeOf(document, one, inner_name));
    return shapes.find((one) => one !== null) ?? null;
  }
  const of = shapeOf(document, value, inner_name);
  return of === null ? null : { kind, of };
}

/** The first words of event types whose data are not the resource of that name. */
const OTHER_DATA = ["balance"];

/** Returns the model of an event's data by the first word of its type, such as `payment` for `payment.complete`. */
export function eventModels(document: ApiDocument): readonly (readonly [string, string])[] {
  const { schemas } = document.components;
  const words = new Set((schemas.EventType?.enum ?? []).map((type) => (type ?? "").split(".")[0] ?? ""));
  return [...words]
    .filter((word) => !OTHER_DATA.includes(word))
    .map((word): readonly [string, string] => [word, pascal(word)])
    .filter(([, name]) => schemas[name]);
}

/** The notation of types in a programming language. */
export interface TypeSyntax {
  readonly number: (type: "integer" | "number") => string;
  readonly string: string;
  readonly boolean: string;
  readonly nothing: string;
  readonly any: string;
  readonly list: (item: string) => string;
  readonly map: (value: string) => string;
  readonly union: (types: readonly string[]) => string;
  readonly enum: (name: string | null, values: readonly (string | null)[]) => string;
  readonly object: (name: string) => string;
}

/** Returns a function that writes the type of a schema; `inner_name` is the declared name of an object inside it. */
export function typeWriter(document: ApiDocument, syntax: TypeSyntax): (schema: Schema, inner_name: string) => string {
  const enum_names = namesOfEnums(document.components.schemas);
  const write = (schema: Schema, inner_name: string): string => {
    if (schema.$ref !== undefined) {
      const name = schemaName(schema.$ref);
      const named = document.components.schemas[name];
      return named?.enum ? syntax.enum(name, named.enum) : syntax.object(name);
    }
    if (schema.enum) return syntax.enum(enum_names.get(JSON.stringify(schema.enum)) ?? null, schema.enum);
    const types = schema.anyOf
      ? schema.anyOf.map((one) => write(one, inner_name))
      : [schema.type ?? []].flat().map((type) => plain(type, schema, inner_name));
    const different = [...new Set(types)];
    return different.length === 0
      ? syntax.any
      : different.length === 1
        ? (different[0] ?? "")
        : syntax.union(different);
  };
  const plain = (type: string, schema: Schema, inner_name: string): string => {
    if (type === "integer" || type === "number") return syntax.number(type);
    if (type === "string") return syntax.string;
    if (type === "boolean") return syntax.boolean;
    if (type === "null") return syntax.nothing;
    if (type === "array") return syntax.list(write(schema.items ?? {}, inner_name));
    if (schema.properties) return syntax.object(inner_name);
    const value = mapValue(schema);
    return syntax.map(value ? write(value, inner_name) : syntax.any);
  };
  return write;
}

export function pascal(name: string): string {
  return name
    .split("_")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join("");
}
