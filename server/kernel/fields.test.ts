import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { Email, Nullable, OneOf, Type } from "./fields.ts";

it("what may be null is described as null too, also where it is one of a list of words", () => {
  const values = JSON.parse(JSON.stringify(Nullable(OneOf(["gone", "failing"]))));
  assert.deepEqual(values, { type: ["string", "null"], enum: ["gone", "failing", null] });
  assert.deepEqual(JSON.parse(JSON.stringify(Nullable(Type.Integer()))), { type: ["integer", "null"] });
});

const email = new RegExp(JSON.parse(JSON.stringify(Email)).pattern);

it("an e-mail address has one @, something before it, and a dot inside of what is behind it", () => {
  for (const text of ["jane@example.cm", "a@b.c", "a@..c", "a@b..c", "a@.b.c", "a@b.c.", "é@ü.cm"]) {
    assert.match(text, email);
  }
  for (const text of ["jane", "@b.c", "a@b", "a@.c", "a@b.", "a@..", "a@b@c.d", "a b@c.d", "a@b.c d", "a@b.c\n"]) {
    assert.doesNotMatch(text, email);
  }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "@", ".", " "), maxLength: 10 }), (text) => {
      const [before = "", behind = "", ...more] = text.split("@");
      const has_dot = behind.slice(1, -1).includes(".");
      assert.equal(email.test(text), before !== "" && has_dot && more.length === 0 && !text.includes(" "));
    }),
  );
});

it("a text of any length is known at once to be no e-mail address", () => {
  const began_ms = performance.now();
  assert.doesNotMatch(`a@${".".repeat(50_000)}@`, email);
  assert.doesNotMatch(`a@${"b.".repeat(50_000)}@`, email);
  assert.ok(performance.now() - began_ms < 500);
});
