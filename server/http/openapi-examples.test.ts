import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Schema from "typebox/schema";
import { requestSender, sharedTestWorld } from "#testing/world.ts";

// Readers of the reference see the examples first, so each must be a possible answer.

const world = await sharedTestWorld();
const { body: document } = await requestSender(world.url, {})("GET", "/openapi.json");

interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** The example that a reference page shows for a schema. Fails if the page would have to invent one. */
function exampleOf(shape: Shape, where: string): unknown {
  if (shape.$ref) return exampleOf(named(shape.$ref), where);
  const [example = shape.default ?? shape.enum?.[0]] = shape.examples ?? [];
  if (example !== undefined) return knownSchema(shape, example, where);
  if (shape.anyOf?.[0]) return exampleOf(shape.anyOf[0], where);
  if (shape.items) return [exampleOf(shape.items, `${where}[]`)];
  if (shape.type === "boolean") return true;
  const fields = Object.entries(shape.properties ?? {});
  assert.ok(fields.length > 0, `no example: ${where}`);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, `${where}.${name}`)]));
}

/** Returns an example after a recursive check of its fields: a field absent from the schema is never sent. */
function knownSchema(shape: Shape, example: unknown, where: string): unknown {
  if (shape.$ref) return knownSchema(named(shape.$ref), example, where);
  if (typeof example !== "object" || example === null) return example;
  for (const [name, value] of Object.entries(example)) {
    const field = shape.items ?? shape.properties?.[name];
    assert.ok(field || !shape.properties, `${where}.${name} is not sent`);
    if (field) knownSchema(field, value, `${where}.${name}`);
  }
  return example;
}

function named(ref: string): Shape {
  return document.components.schemas[ref.split("/").at(-1) ?? ""];
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>;
}

const responses = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    Object.entries<Response>(operation.responses).map(([status, response]) => {
      const example = `${method.toUpperCase()} ${path} ${status}`;
      return {
        what: example,
        status,
        ref: response.$ref,
        schema: response.content?.["application/json"]?.schema ?? {},
      };
    }),
  ),
);
const answers = responses.filter(({ status }) => status.startsWith("2"));
const refusals = responses.filter(({ status }) => !status.startsWith("2"));

interface Story {
  readonly amount?: unknown;
  readonly status?: unknown;
  readonly created_at?: unknown;
  readonly completed_at?: unknown;
  readonly failure_reason?: unknown;
}

/** Every object in a value, at any depth. */
function objectsIn(value: unknown): readonly Story[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [{ ...value }, ...inside];
}

describe("examples in the OpenAPI document", () => {
  it("match the schema of every answer", () => {
    assert.ok(answers.length > 50);
    for (const { what, schema } of answers) {
      const answer = exampleOf(schema, what);
      const [is_right, troubles] = Schema.Compile({ components: document.components, ...schema }).Errors(answer);
      assert.ok(is_right, `${what}: ${JSON.stringify(troubles)}`);
    }
  });

  it("are consistent: only complete records have a completion time, and only failed ones a reason", () => {
    for (const { what, schema } of answers) {
      for (const one of objectsIn(exampleOf(schema, what))) {
        const { status, amount, created_at, completed_at = null, failure_reason = null } = one;
        // An object without an amount and a creation time only mentions a record: an envelope, a timeline, an event.
        if (typeof status !== "string" || (amount ?? created_at) === undefined) continue;
        const error_body = `${what}: ${JSON.stringify(one)}`;
        assert.equal(completed_at !== null, status === "complete", error_body);
        assert.ok(status === "failed" || failure_reason === null, error_body);
      }
    }
  });

  it("show every error with its status code and a message", () => {
    assert.ok(refusals.length > 300);
    // Operations share their refusals: each is checked once.
    const distinct = new Map(refusals.map((refusal) => [`${refusal.status} ${refusal.ref}`, refusal]));
    for (const { what, status, ref } of distinct.values()) {
      const { schema, example } =
        document.components.responses[ref?.split("/").at(-1) ?? ""].content["application/json"];
      const [is_right, troubles] = Schema.Compile({ components: document.components, ...schema }).Errors(example);
      assert.ok(is_right, `${what}: ${JSON.stringify(troubles)}`);
      assert.equal(example.code, Number(status), what);
      assert.ok(example.message.length > 10, what);
    }
  });
});
