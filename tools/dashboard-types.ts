// Generates the dashboard's types from the OpenAPI documents of the merchants' API and of the browser pages. `npm run
// docs` writes them to dashboard/src/app/api-types.ts.
import {
  type ApiDocument,
  answerOf,
  asObject,
  listName,
  namedSchemas,
  namesOfEnums,
  type Operation,
  parametersOf,
  type Schema,
} from "./api-document.ts";
import { comment, fieldsOf, type TypeContext, typeOf } from "./sdk-types.ts";

const HEAD = `// Written by \`npm run docs\` from docs/reference/openapi.json and docs/reference/dashboard-openapi.json.
`;

/** The enums whose values the pages list at run time. The others are types only, and add nothing to the bundle. */
const LISTED_ENUMS = [
  ...[
    "EventType",
    "KeyRight",
    "InvoiceStatus",
    "PaymentStatus",
    "TransferStatus",
    "RefundStatus",
    "WithdrawalStatus",
    "BeneficiaryType",
  ],
];

/** Returns the text of dashboard/src/app/api-types.ts. */
export function dashboardTypes(merchant_api: ApiDocument, browser_api: ApiDocument): string {
  const schemas = mergeSchemas(merchant_api.components.schemas, browser_api.components.schemas);
  const context: TypeContext = { enum_names: namesOfEnums(schemas), is_input: false };
  return [
    HEAD,
    ...namedSchemas({ ...merchant_api, components: { schemas } }).map(([name, schema]) =>
      declaration(name, schema, context),
    ),
    "/** The input and the answer of each operation, by method and path. `{environment}` and `{merchant}` are those of the page. */",
    `export type Operations = {\n${[
      ...operationsOf(merchant_api, (path) => `/{environment}${path}`, context),
      ...operationsOf(browser_api, shortPath, context),
    ].join("")}};\n`,
  ].join("\n");
}

/** Merges the schemas of both documents. Throws an `Error` if two different schemas have the same name. */
function mergeSchemas(
  one: ApiDocument["components"]["schemas"],
  other: ApiDocument["components"]["schemas"],
): ApiDocument["components"]["schemas"] {
  for (const [name, schema] of Object.entries(other)) {
    const same = one[name];
    if (same && JSON.stringify(same) !== JSON.stringify(schema)) throw new Error(`Two schemas have the name ${name}`);
  }
  return { ...one, ...other };
}

function shortPath(path: string): string {
  return path
    .replace(/^\/merchants\/\{merchant\}\/\{environment\}/, "/{environment}")
    .replace(/^\/merchants\/\{merchant\}/, "/{merchant}");
}

/** Returns a declaration as a type alias instead of an interface, so that generic code may iterate over its fields. */
function declaration(name: string, schema: Schema, context: TypeContext): string {
  const doc = comment(schema.description, "");
  if (schema.enum && LISTED_ENUMS.includes(name)) {
    const list = listName(name);
    return `${doc}export const ${list} = ${JSON.stringify(schema.enum, null, 2)} as const;\n\n${doc}export type ${name} = (typeof ${list})[number];\n`;
  }
  const text = schema.enum
    ? schema.enum.map((value) => JSON.stringify(value)).join(" | ")
    : fieldsOf(schema, context, "");
  return `${doc}export type ${name} = ${text};\n`;
}

function operationsOf(
  { paths }: ApiDocument,
  nameOf: (path: string) => string,
  context: TypeContext,
): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.deprecated || !isJson(operation)
        ? []
        : [`  readonly "${method.toUpperCase()} ${nameOf(path)}": ${typesOf(operation, context)};\n`],
    ),
  );
}

function isJson({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content }) => content?.["application/json"] !== undefined);
}

/** The path parameters that the page fills in from its own address, so callers do not pass them. */
const PAGE_PARAMS = ["merchant", "environment"];

function typesOf(operation: Operation, context: TypeContext): string {
  const params = parametersOf(operation, "path").filter(({ name }) => !PAGE_PARAMS.includes(name));
  const query = parametersOf(operation, "query");
  const { requestBody } = operation;
  const json = requestBody?.content["application/json"];
  const has_file = requestBody !== undefined && "text/csv" in requestBody.content;
  const lines = [
    params.length > 0 ? [`params: ${fieldsOf(asObject(params), context, "    ")}`] : [],
    query.length > 0
      ? [`query${query.some(({ required }) => required) ? "" : "?"}: ${fieldsOf(asObject(query), context, "    ")}`]
      : [],
    json
      ? [
          `body${requestBody?.required ? "" : "?"}: ${typeOf(json.schema, context, "    ")}${has_file ? " | string | Blob" : ""}`,
        ]
      : [],
    [`answer: ${fieldsOf(answerOf(operation), context, "    ")}`],
  ].flat();
  return `{\n${lines.map((line) => `    readonly ${line};\n`).join("")}  }`;
}
