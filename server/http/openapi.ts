import type { ErrorKind } from "#kernel/errors.ts";
import type { TSchema } from "#kernel/fields.ts";
import { ErrorBody, phraseOf, statusOf } from "./errors.ts";
import type { Route } from "./route.ts";

// `interface.md` section 9: the interface's version, not this software's.
const INTERFACE_VERSION = "2.1.0";

const DESCRIPTION = `Collect mobile-money payments, send transfers, keep beneficiaries and customers, receive signed events.

**Test and live** share this address: the key decides. Keys that begin with \`test_\` act in the test environment.

**Two keys.** Every request carries the public key in \`Authorization\`, bare. Transfers, beneficiaries, webhooks and the
balance also need the private key in \`X-Grant\`. Both belong on servers, never in a browser or an app.

**Once.** Send an \`Idempotency-Key\` with POST, PUT and DELETE: the same key with the same request has one effect, and the
same answer for seven days.

**Errors** carry \`code\`, \`status\`, \`message\` and, where fields are wrong, \`errors\`. Quote the \`Request-Id\` header when you ask about one.`;

/** The OpenAPI 3.1 document of these operations. Everything in it is read off the routes themselves. */
export function openapi(routes: readonly Route[], public_url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    add(paths, route.path, route.method, operation(route, false));
    for (const alias of route.aliases ?? []) add(paths, alias.path, alias.method, operation(route, true));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kolo",
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: public_url, description: "Test and live: the key decides" }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ErrorBody },
      securitySchemes: {
        public_key: { type: "apiKey", in: "header", name: "Authorization", description: "The public key, bare." },
        private_key: { type: "apiKey", in: "header", name: "X-Grant", description: "The private key." },
      },
      parameters: {
        Sync: {
          name: "X-Sync",
          in: "header",
          description: "The id of a connected merchant to act for.",
          schema: { type: "string" },
        },
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description: "1 to 255 visible ASCII characters; the same request with the same key has one effect.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
    },
  };
}

function add(paths: Record<string, Record<string, object>>, path: string, method: string, described: object): void {
  const operations = paths[path] ?? {};
  paths[path] = { ...operations, [method.toLowerCase()]: described };
}

function operation(route: Route, is_alias: boolean): object {
  const is_write = route.method !== "GET";
  return {
    tags: [route.tag],
    operationId: operationId(route, is_alias),
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(is_alias ? { deprecated: true } : {}),
    security: [route.access === "private" ? { public_key: [], private_key: [] } : { public_key: [] }],
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      { $ref: "#/components/parameters/Sync" },
      ...(is_write ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: {
      [route.reply.status]: {
        description: route.summary,
        content: { "application/json": { schema: plain(route.reply.schema) } },
      },
      ...Object.fromEntries(errorsOf(route).map((kind) => [statusOf(kind), errorResponse(kind)])),
    },
  };
}

/** `createTransfer`, `listTransfers`: the summary without its small words. */
function operationId(route: Route, is_alias: boolean): string {
  const words = route.summary.split(" ").filter((word) => !["a", "an", "the", "of"].includes(word));
  const name = words.map((word, place) => (place === 0 ? word.toLowerCase() : capital(word))).join("");
  return is_alias ? `${name}Older` : name;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function errorsOf(route: Route): readonly ErrorKind[] {
  const kinds: ErrorKind[] = ["bad_request", "unauthorized", "not_found"];
  if (route.access === "private") kinds.push("forbidden");
  if (route.method !== "GET") kinds.push("conflict", "invalid");
  if (route.body) kinds.push("too_large", "unsupported_media_type");
  kinds.push(...(route.errors ?? []), "too_many_requests", "unavailable");
  return [...new Set(kinds)].sort((a, b) => statusOf(a) - statusOf(b));
}

function errorResponse(kind: ErrorKind): object {
  return {
    description: phraseOf(kind),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

function requestBody(schema: TSchema): object {
  const described = plain(schema);
  return {
    required: true,
    content: {
      "application/json": { schema: described },
      "application/x-www-form-urlencoded": { schema: described },
    },
  };
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function parameters(schema: TSchema & ObjectShape, place: "path" | "query"): readonly object[] {
  return Object.entries(schema.properties ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || (schema.required ?? []).includes(name),
    ...(shape.description === undefined ? {} : { description: shape.description }),
    schema: plain(shape),
  }));
}

/** A schema as documentation: without the texts that are only for our own messages. */
function plain(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name === "x-message" ? undefined : value)));
}
