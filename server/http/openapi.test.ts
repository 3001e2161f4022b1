import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Type } from "#kernel/fields.ts";
import { resourceEnvelope } from "./envelope.ts";
import { openapi } from "./openapi.ts";
import { type ExtraBodyFormat, route } from "./route.ts";

const reply = resourceEnvelope(200, { message: "Thing made" }, "thing", Type.String());

/** The operation ids of routes with these summaries: `GET /things/0`, `/things/1` and so on. */
function operationIds(...summaries: readonly string[]): readonly string[] {
  const routes = summaries.map((summary, index) =>
    route({
      ...{ method: "GET", path: `/things/${index}`, access: "public", right: "any", tag: "Things", summary, reply },
      submit: async () => reply.of("one"),
    }),
  );
  const { paths } = JSON.parse(JSON.stringify(openapi(routes, "https://pay.example.cm")));
  return summaries.map((_, index) => paths[`/things/${index}`].get.operationId);
}

function bodyOf(
  fields: Parameters<typeof Type.Object>[0],
  other_bodies: Readonly<Record<string, ExtraBodyFormat>> = {},
) {
  const made = route({
    ...{
      method: "POST",
      path: "/things",
      access: "public",
      right: "any",
      tag: "Things",
      summary: "Make a thing",
      extra_body_formats: other_bodies,
    },
    ...{ body: Type.Object(fields), reply, submit: async () => reply.of("one") },
  });
  const described = JSON.parse(JSON.stringify(openapi([made], "https://pay.example.cm")));
  return described.paths["/things"].post.requestBody;
}

describe("the OpenAPI document", () => {
  it("names operations with valid identifiers", () => {
    const summaries = ["List a customer's payments", "Rotate a webhook's secret", "Retrieve the balance"];
    assert.deepEqual(operationIds(...summaries), ["listCustomerPayments", "rotateWebhookSecret", "retrieveBalance"]);
  });

  it("lists every content type of a body", () => {
    const { content } = bodyOf({ name: Type.String({ maxLength: 9 }) }, { "text/csv": { read: async () => ({}) } });
    assert.deepEqual(Object.keys(content), ["application/json", "application/x-www-form-urlencoded", "text/csv"]);
    assert.deepEqual(content["text/csv"], { schema: { type: "string" } });
  });

  it("requires a body only if a field is required", () => {
    assert.equal(bodyOf({ name: Type.String({ maxLength: 9 }) }).required, true);
    assert.equal(bodyOf({ name: Type.Optional(Type.String({ maxLength: 9 })) }).required, false);
  });
});

// `test/docs.test.ts` compares this file with the code.
const document = JSON.parse(readFileSync(new URL("../../docs/reference/openapi.json", import.meta.url), "utf8"));

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string; readonly headers?: object }>>;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
}

const operations = Object.values<Record<string, DocumentedOperation>>(document.paths).flatMap((path) =>
  Object.values(path),
);

/** Calls `visit` with every object in a value, at any depth. */
function visitObjects(value: unknown, visit: (one: object) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit(value);
  for (const inner of Object.values(value)) visitObjects(inner, visit);
}

describe("the document for generators of clients", () => {
  it("has no null in an enum, and maps have additionalProperties", () => {
    visitObjects([document.paths, document.components, document.webhooks], (one) => {
      if ("enum" in one && Array.isArray(one.enum)) assert.ok(!one.enum.includes(null), JSON.stringify(one));
      assert.ok(!("patternProperties" in one), JSON.stringify(one));
    });
    const { errors } = document.components.schemas.Error.properties;
    assert.deepEqual(errors.additionalProperties, { type: "array", items: { type: "string" } });
  });

  it("names each operation once, and describes each tag", () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z]+(?:[A-Z][a-z]*)+$/);
    const described = document.tags.map(({ name, description }: { name: string; description?: string }) => {
      assert.ok(description, name);
      return name;
    });
    for (const tag of operations.flatMap(({ tags }) => tags)) assert.ok(described.includes(tag), tag);
  });

  it("has examples of every JSON body, the headers of every answer, and 500", () => {
    for (const { operationId, requestBody, responses } of operations) {
      const { "application/json": body } = requestBody?.content ?? {};
      assert.ok(!body || body.example !== undefined, `body of ${operationId}`);
      assert.equal(responses["500"]?.$ref, "#/components/responses/internal");
      const [, answer] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
      assert.notEqual(answer?.content["application/json"]?.example, undefined, operationId);
      assert.ok(answer?.headers && "Request-Id" in answer.headers && "X-RateLimit-Remaining" in answer.headers);
    }
    const { too_many_requests, unavailable } = document.components.responses;
    for (const { headers } of [too_many_requests, unavailable]) assert.ok("Retry-After" in headers);
  });

  it("has a webhook for each event type, with the type of its data", () => {
    const types: readonly string[] = document.components.schemas.EventType.enum;
    assert.deepEqual(Object.keys(document.webhooks), types);
    const data = (type: string) => {
      const { schema } = document.webhooks[type].post.requestBody.content["application/json"];
      const { properties } = document.components.schemas[schema.$ref.split("/").at(-1)];
      assert.equal(properties.type.const, type);
      return properties.data.$ref;
    };
    for (const [type, name] of [
      ["transfer.complete", "Transfer"],
      ["payment.failed", "Payment"],
      ["customer.updated", "Customer"],
      ["schedule.run_failed", "Schedule"],
      ["webhook.test", "Webhook"],
    ] as const) {
      assert.equal(data(type), `#/components/schemas/${name}`);
    }
  });
});
