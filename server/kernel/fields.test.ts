import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { Email, Nullable, OneOf, Type } from "./fields.ts";

it("a nullable field is described with null, even if it is one of a list of words", () => {
  const values = JSON.parse(JSON.stringify(Nullable(OneOf(["gone", "failing"]))));
  assert.deepEqual(values, { type: ["string", "null"], enum: ["gone", "failing", null] });
  assert.deepEqual(JSON.parse(JSON.stringify(Nullable(Type.Integer()))), { type: ["integer", "null"] });
});

const email = new RegExp(JSON.parse(JSON.stringify(Email)).pattern);

it("an e-mail address has one @, a text before it, and a dot inside the text after it", () => {
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

it("an invalid e-mail address of any length is refused at once", () => {
  const began_ms = performance.now();
  assert.doesNotMatch(`a@${".".repeat(50_000)}@`, email);
  assert.doesNotMatch(`a@${"b.".repeat(50_000)}@`, email);
  assert.ok(performance.now() - began_ms < 500);
});
