import assert from "node:assert/strict";
import { it } from "node:test";
import { Nullable, OneOf, Type } from "./fields.ts";

it("what may be null is described as null too, also where it is one of a list of words", () => {
  const words = JSON.parse(JSON.stringify(Nullable(OneOf(["gone", "failing"]))));
  assert.deepEqual(words, { type: ["string", "null"], enum: ["gone", "failing", null] });
  assert.deepEqual(JSON.parse(JSON.stringify(Nullable(Type.Integer()))), { type: ["integer", "null"] });
});
