import type { TSchema } from "#kernel/fields.ts";
import type { BrowserOperation } from "./browser-operation.ts";
import { ErrorBody } from "./errors.ts";
import { parameters } from "./openapi.ts";
import { type Schemas, toJsonSchema } from "./openapi-schema.ts";

const DESCRIPTION = `The API of Kolo's own browser pages, for a session's cookie. It may change with every version: programs use the merchants' API.

The dashboard also has every operation of the merchants' API that \`role-permissions.ts\` lists, below \`/merchants/{merchant}/{environment}\`. Their answers are those of the merchants' API, except that live account numbers are masked.`;

/** The OpenAPI 3.1 document of the browser pages' own operations, derived from the operations alone. */
export function browserOpenapi(operations: readonly BrowserOperation[], base_url: string): object {
  const schemas: Schemas = {};
  const paths: Record<string, Record<string, object>> = {};
  schemas.Error = toJsonSchema(ErrorBody, schemas);
  for (const operation of operations) {
    const described = paths[operation.path] ?? {};
    paths[operation.path] = { ...described, [operation.method.toLowerCase()]: describe(operation, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Kolo's browser pages", version: "1", description: DESCRIPTION },
    servers: [{ url: base_url }],
    paths,
    components: {
      schemas,
      responses: {
        error: {
          description: "The request was refused, or failed",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

function describe({ method, path, query, body, reply }: BrowserOperation, schemas: Schemas): object {
  const body_schema = body !== undefined && hasFields(body) ? toJsonSchema(body, schemas) : undefined;
  return {
    operationId: operationId(method, path),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        ...{ name, in: "path", required: true },
        schema: { type: "string" },
      })),
      ...(query === undefined ? [] : parameters(query, "query", schemas)),
    ],
    ...(body_schema === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body_schema } } } }),
    responses: {
      [reply.status]: {
        description: reply.message,
        content: { [reply.content_type ?? "application/json"]: { schema: toJsonSchema(reply.schema, schemas) } },
      },
      default: { $ref: "#/components/responses/error" },
    },
  };
}

function hasFields(schema: TSchema & { readonly properties?: object }): boolean {
  return Object.keys(schema.properties ?? {}).length > 0;
}

/** An id such as `getMerchantsKeys`, from the method and the words of the path. */
function operationId(method: string, path: string): string {
  const terms = path
    .replaceAll(/\/\{(merchant|environment)\}/g, "")
    .split(/[^a-z]+/)
    .filter((term) => term !== "");
  return [method.toLowerCase(), ...terms.map((term) => `${term.charAt(0).toUpperCase()}${term.slice(1)}`)].join("");
}
