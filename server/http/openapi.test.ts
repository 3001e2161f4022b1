import assert from "node:assert/strict";
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
