import type { ApiReason } from "#kernel/api-reasons.ts";
import { type Static, Timestamp, type TSchema, Type } from "#kernel/fields.ts";
import { ERROR_KINDS, type ErrorKind } from "#kernel/reasons.ts";
import { ErrorBody, phraseOf, statusOf } from "./errors.ts";
import { exampleOf, jsonContent, type Schemas, toJsonSchema } from "./openapi-schema.ts";
import type { Route, RouteAlias } from "./route.ts";

// `interface.md` section 9: the version of the interface, not of this software.
const INTERFACE_VERSION = "2.1.0";

const DESCRIPTION = `Collect mobile-money payments, send transfers, keep beneficiaries and customers, receive signed events.

**Test and live** share this address. The key selects the environment: keys that begin with \`test_\` act in the test environment.

**Two keys.** Every request carries the public key in \`Authorization\`, without a prefix. Transfers, beneficiaries, webhooks
and the balance also need the private key in \`X-Grant\`. Keep both on servers, never in a browser or an app. A private key
may be restricted to some rights: each operation names the right it needs, and refuses a key without it (403). A private key
restricted to some IP addresses is refused from any other (403).

**Publishable keys** (\`test_pub_…\`) are for pages and apps: sent in \`Authorization\`, they create a payment and follow it with its \`follow_token\`, and nothing else.

**Idempotency.** Send an \`Idempotency-Key\` with POST, PUT and DELETE. The same key with the same request takes effect once,
and gets the same answer for seven days. After a 400 you may use the key again with a corrected body.
Temporary refusals are not stored: 429, 5xx, "Insufficient balance", and a 422 with \`Retry-After\`.

**Errors** have \`code\`, \`status\`, \`message\`, \`reason\`, \`reason_params\` where the reason names values, and \`errors\` and \`field_reasons\` where fields are wrong. Programs compare reasons: the texts of \`message\` and \`errors\` are for people. Quote the \`Request-Id\` header when you contact support.`;

interface ErrorExample
  extends Pick<Static<typeof ErrorBody>, "message" | "reason_params" | "errors" | "field_reasons"> {
  readonly reason: ApiReason;
}

/** An example of each kind's error body. */
const ERROR_EXAMPLES: Readonly<Record<ErrorKind, ErrorExample>> = {
  bad_request: {
    message: "Validation failed: currency: This field is required",
    reason: "invalid_request",
    errors: { currency: ["This field is required"] },
    field_reasons: { currency: [{ reason: "required", params: {} }] },
  },
  unauthorized: { message: "API key is missing", reason: "key_missing" },
  forbidden: { message: "This endpoint requires additional authentication", reason: "grant_required" },
  not_found: { message: "Transfer not found", reason: "transfer_not_found" },
  method_not_allowed: {
    message: "Use GET or HEAD or POST here",
    reason: "method_not_allowed",
    reason_params: { methods: ["GET", "HEAD", "POST"] },
  },
  timed_out: { message: "The request took too long to arrive", reason: "request_timed_out" },
  conflict: { message: "A request with this Idempotency-Key is still running", reason: "idempotency_in_progress" },
  too_large: { message: "The body is too large", reason: "body_too_large" },
  unsupported_media_type: {
    message: "Send application/json or application/x-www-form-urlencoded",
    reason: "media_type_unsupported",
  },
  expectation_failed: { message: "Expect nothing but 100-continue", reason: "expectation_unsupported" },
  invalid: {
    message: "Validation failed",
    reason: "validation_failed",
    errors: { channel: ["The channel is invalid"] },
    field_reasons: { channel: [{ reason: "unknown_channel", params: {} }] },
  },
  insufficient_funds: {
    message: "Insufficient balance to complete this transfer",
    reason: "insufficient_funds",
    reason_params: { required: 5000, currency: "XAF" },
  },
  too_many_requests: { message: "Too many requests; try again shortly", reason: "rate_limited" },
  headers_too_large: { message: "The headers are too large", reason: "headers_too_large" },
  internal: { message: "Something went wrong on our side", reason: "internal_error" },
  unavailable: {
    message: "The service is temporarily unavailable; try again shortly",
    reason: "service_unavailable",
  },
};

/** The parts of the document that the routes do not have. */
export interface ApiDescription {
  /** The description of each tag, by name. */
  readonly tags: Readonly<Record<string, string>>;
  /** The events that webhooks receive. */
  readonly events: readonly EventDescription[];
}

interface EventDescription {
  readonly type: string;
  /** When it is sent. */
  readonly meaning: string;
  readonly data: TSchema;
}

/** The OpenAPI 3.1 document of these operations, derived from the routes and the description. */
export function openapi(
  routes: readonly Route[],
  public_url: string,
  description: ApiDescription = { tags: {}, events: [] },
): object {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Schemas = {};
  schemas.Error = toJsonSchema(ErrorBody, schemas);
  for (const route of routes) {
    addOperation(paths, route.path, route.method, operation(route, null, schemas));
    for (const alias of route.aliases ?? [])
      addOperation(paths, alias.path, alias.method, operation(route, alias, schemas));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kolo",
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The platform operator", url: public_url },
    },
    servers: [{ url: public_url, description: "Test and live: the key selects the environment" }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      ...(description.tags[name] === undefined ? {} : { description: description.tags[name] }),
    })),
    paths,
    ...webhooksOf(description.events, schemas),
    components: {
      schemas,
      headers: HEADERS,
      responses: Object.fromEntries(
        ERROR_KINDS.filter((kind) => isDocumented(kind, routes)).map((kind) => [kind, errorResponse(kind)]),
      ),
      securitySchemes: {
        public_key: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The public key, without a prefix.",
        },
        private_key: { type: "apiKey", in: "header", name: "X-Grant", description: "The private key." },
      },
      parameters: {
        Sync: {
          name: "X-Sync",
          in: "header",
          description: "The id of the linked merchant to act for.",
          schema: { type: "string" },
        },
        FollowToken: {
          name: "X-Follow-Token",
          in: "header",
          description: "With a publishable key: the payment's `follow_token`.",
          schema: { type: "string" },
        },
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description: "1 to 255 visible ASCII characters. The same request with the same key takes effect once.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
    },
  };
}

const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

const HEADERS = {
  "Request-Id": {
    description: "The id of the request: quote it when you contact support.",
    schema: { type: "string" },
    example: "req_01jqk3v8q1e9fa4x2m7c5t0r6w",
  },
  "Idempotent-Replayed": {
    description: "Present if the answer is that of an earlier request with this `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Retry-After": {
    description: "The number of seconds after which the same request may succeed.",
    schema: { type: "integer" },
    example: 1,
  },
  "X-RateLimit-Limit": {
    description: "The number of requests per second that the key may send.",
    schema: { type: "integer" },
    example: 1000,
  },
  "X-RateLimit-Remaining": {
    description: "The number of requests left in the current second.",
    schema: { type: "integer" },
    example: 999,
  },
  "X-RateLimit-Reset": {
    description: "The number of seconds until the next window begins.",
    schema: { type: "integer" },
    example: 1,
  },
} as const;

const RATE_HEADERS = {
  "X-RateLimit-Limit": headerRef("X-RateLimit-Limit"),
  "X-RateLimit-Remaining": headerRef("X-RateLimit-Remaining"),
  "X-RateLimit-Reset": headerRef("X-RateLimit-Reset"),
};

/** The errors for which the same request may succeed later. */
const TEMPORARY_ERRORS: readonly ErrorKind[] = ["conflict", "invalid", "too_many_requests", "unavailable"];

/** The deliveries of events, one operation per type. Empty without events. */
function webhooksOf(events: readonly EventDescription[], schemas: Schemas): { readonly webhooks?: object } {
  if (events.length === 0) return {};
  const entries = events.map(({ type, meaning, data }) => {
    const name = type.split(/[._]/).map(capitalize).join("");
    const schema = Type.Object(
      {
        id: Type.String({ examples: ["evt_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
        type: Type.Unsafe<string>({ type: "string", const: type, examples: [type] }),
        event: Type.Unsafe<string>({
          type: "string",
          const: type,
          description: "The same as `type`.",
          examples: [type],
        }),
        created_at: Timestamp,
        sequence: Type.Integer({
          description: "The number of the event among the events of its resource: 1, 2, 3.",
          examples: [1],
        }),
        data,
      },
      { title: `${name}Event` },
    );
    const post = {
      tags: ["Webhooks"],
      operationId: `on${name}`,
      summary: type,
      description: `${meaning} The body is signed: see the header \`X-Service-Signature\`.`,
      security: [],
      parameters: [
        {
          ...{ name: "X-Service-Signature", in: "header", required: true, schema: { type: "string" } },
          description: "The lower-case hexadecimal HMAC-SHA256 of the raw body, with the webhook's secret as the key.",
        },
      ],
      requestBody: { required: true, content: jsonContent(schema, schemas) },
      responses: {
        "2XX": { description: "The event was received. Kolo retries after any other answer." },
        "4XX": { description: "Kolo retries, except after 410, which switches the webhook off." },
      },
    };
    return [type, { post }];
  });
  return { webhooks: Object.fromEntries(entries) };
}

function addOperation(
  paths: Record<string, Record<string, object>>,
  path: string,
  method: string,
  operation_object: object,
): void {
  const operations = paths[path] ?? {};
  paths[path] = { ...operations, [method.toLowerCase()]: operation_object };
}

function operation(route: Route, alias: RouteAlias | null, schemas: Schemas): object {
  const is_write = route.method !== "GET";
  return {
    tags: [route.tag],
    operationId: operationId(route, alias),
    summary: alias ? `${route.summary} (older name)` : route.summary,
    ...descriptionOf(route, alias),
    ...(alias ? { deprecated: true } : {}),
    security: [route.access === "private" ? { public_key: [], private_key: [] } : { public_key: [] }],
    parameters: [
      ...parameters(route.params, "path", schemas),
      ...parameters(route.query, "query", schemas),
      { $ref: "#/components/parameters/Sync" },
      ...(is_write ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
      ...(route.is_publishable && !is_write ? [{ $ref: "#/components/parameters/FollowToken" }] : []),
    ],
    ...(route.body ? { requestBody: requestBody(route.body, route, schemas) } : {}),
    responses: {
      [route.reply.status]: {
        description: route.summary,
        headers: {
          "Request-Id": headerRef("Request-Id"),
          ...(is_write ? { "Idempotent-Replayed": headerRef("Idempotent-Replayed") } : {}),
          ...RATE_HEADERS,
        },
        content: jsonContent(route.reply.schema, schemas),
      },
      ...Object.fromEntries(
        errorsOf(route).map((kind) => [statusOf(kind), { $ref: `#/components/responses/${kind}` }]),
      ),
    },
  };
}

/** The description of an operation, with the right that a restricted private key needs for it. */
function descriptionOf({ description, right }: Route, alias: RouteAlias | null): { readonly description?: string } {
  const right_note = right === "any" ? undefined : `A restricted private key needs the right \`${right}\`.`;
  const sentences = [description, alias?.note, right_note].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

/** `createTransfer`, `listCustomerPayments`: the summary without its small words, as an identifier for client code. */
function operationId(route: Route, alias: RouteAlias | null): string {
  const terms = route.summary
    .replaceAll("'s", "")
    .split(" ")
    .filter((term) => !["a", "an", "the", "of"].includes(term));
  const name = terms.map((term, index) => (index === 0 ? term.toLowerCase() : capitalize(term))).join("");
  if (alias === null) return name;
  const segments = route.path.split("/");
  const others = alias.path.split("/").filter((segment) => !segments.includes(segment));
  return others.length > 0
    ? `${name}At${others.map(capitalize).join("")}`
    : `${name}By${capitalize(alias.method.toLowerCase())}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function errorsOf(route: Route): readonly ErrorKind[] {
  // `forbidden` is possible even if the public key suffices: a private key sent with it is checked for its rights and
  // addresses.
  const kinds: ErrorKind[] = ["bad_request", "unauthorized", "forbidden", "not_found"];
  if (route.method !== "GET") kinds.push("conflict", "invalid");
  // These methods read a body even if the operation has no fields.
  if (route.method === "POST" || route.method === "PUT") kinds.push("too_large", "unsupported_media_type");
  kinds.push(...(route.errors ?? []), "too_many_requests", "internal", "unavailable");
  return [...new Set(kinds)].sort((a, b) => statusOf(a) - statusOf(b));
}

/** Whether an operation refers to the answer of this error. Two kinds may have one status: the last one is shown. */
function isDocumented(kind: ErrorKind, routes: readonly Route[]): boolean {
  return routes.some((route) => errorsOf(route).findLast((other) => statusOf(other) === statusOf(kind)) === kind);
}

function errorResponse(kind: ErrorKind): object {
  return {
    description: phraseOf(kind),
    headers: {
      "Request-Id": headerRef("Request-Id"),
      ...(TEMPORARY_ERRORS.includes(kind) ? { "Retry-After": headerRef("Retry-After") } : {}),
      ...(kind === "too_many_requests" ? RATE_HEADERS : {}),
    },
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: { code: statusOf(kind), status: phraseOf(kind), ...ERROR_EXAMPLES[kind] },
      },
    },
  };
}

function requestBody(schema: TSchema & ObjectShape, { extra_body_formats = {} }: Route, schemas: Schemas): object {
  const example = exampleOf(schema, true);
  const fields = { schema: toJsonSchema(schema, schemas), ...(example === undefined ? {} : { example }) };
  const others = Object.keys(extra_body_formats).map((type) => [type, { schema: { type: "string" } }]);
  return {
    // If every field is optional, so is the body.
    required: (schema.required ?? []).length > 0,
    content: {
      "application/json": fields,
      "application/x-www-form-urlencoded": fields,
      ...Object.fromEntries(others),
    },
  };
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

export function parameters(
  schema: TSchema & ObjectShape,
  location: "path" | "query",
  schemas: Schemas,
): readonly object[] {
  return Object.entries(schema.properties ?? {}).map(([name, shape]) => ({
    name,
    in: location,
    required: location === "path" || (schema.required ?? []).includes(name),
    ...(shape.description === undefined ? {} : { description: shape.description }),
    schema: toJsonSchema(shape, schemas),
  }));
}
