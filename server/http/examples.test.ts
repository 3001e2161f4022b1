import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Schema from "typebox/schema";
import { aWorld, sender } from "#testing/world.ts";

// Who reads the reference sees examples before sentences: they are answers that could have come.

const world = await aWorld({ works: false });
const { body: document } = await sender(world.url, {})("GET", "/openapi.json");

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

/** What a page of reference shows for a schema. Fails where it would have to make something up. */
function shown(shape: Shape, where: string): unknown {
  if (shape.$ref) return shown(document.components.schemas[shape.$ref.split("/").at(-1) ?? ""], where);
  const [example = shape.default ?? shape.enum?.[0]] = shape.examples ?? [];
  if (example !== undefined) return known(shape, example, where);
  if (shape.anyOf?.[0]) return shown(shape.anyOf[0], where);
  if (shape.items) return [shown(shape.items, `${where}[]`)];
  if (shape.type === "boolean") return true;
  const fields = Object.entries(shape.properties ?? {});
  assert.ok(fields.length > 0, `no example: ${where}`);
  return Object.fromEntries(fields.map(([name, field]) => [name, shown(field, `${where}.${name}`)]));
}

/** An example of an object, after a look at its fields: what the schema does not name is never sent. */
function known(shape: Shape, example: unknown, where: string): unknown {
  if (shape.properties && typeof example === "object" && example !== null)
    for (const name of Object.keys(example)) assert.ok(name in shape.properties, `${where}.${name} is not sent`);
  return example;
}

interface Body {
  readonly what: string;
  readonly schema: Shape;
  readonly example?: unknown;
}

const answers: readonly Body[] = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) =>
    Object.entries<{ content?: Record<string, Omit<Body, "what">> }>(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { content }]) => {
        const { schema, example } = content?.["application/json"] ?? { schema: {} };
        return { what: `${method.toUpperCase()} ${path} ${status}`, schema, example };
      }),
  ),
);

interface Story {
  readonly status?: unknown;
  readonly created_at?: unknown;
  readonly completed_at?: unknown;
  readonly failure_reason?: unknown;
}

/** Every object in a value, at whatever depth. */
function objectsIn(value: unknown): readonly Story[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [{ ...value }, ...inside];
}

describe("examples in the OpenAPI document", () => {
  it("show every answer as its schema says, with nothing made up", () => {
    assert.ok(answers.length > 50);
    for (const { what, schema } of answers) {
      const answer = shown(schema, what);
      const [is_right, troubles] = Schema.Compile({ components: document.components, ...schema }).Errors(answer);
      assert.ok(is_right, `${what}: ${JSON.stringify(troubles)}`);
    }
  });

  it("tell one story: what has not ended has no end, and only what failed has a reason", () => {
    for (const { what, schema } of answers) {
      for (const one of objectsIn(shown(schema, what))) {
        const { status, created_at, completed_at = null, failure_reason = null } = one;
        if (typeof status !== "string" || created_at === undefined) continue;
        const said = `${what}: ${JSON.stringify(one)}`;
        assert.equal(completed_at !== null, status === "complete", said);
        assert.ok(status === "failed" || failure_reason === null, said);
      }
    }
  });

  it("show every refusal with its own code and a sentence", () => {
    for (const [kind, response] of Object.entries<{ content: Record<string, Body> }>(document.components.responses)) {
      const { schema, example } = response.content["application/json"] ?? { schema: {} };
      assert.ok(example, kind);
      assert.ok(Schema.Compile({ components: document.components, ...schema }).Check(example), kind);
    }
  });
});
