import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FieldErrors, fieldError, messagesOf, ServiceError } from "#kernel/errors.ts";
import { AccountNumber, AmountIn, Metadata, Name, OneOf, Type } from "#kernel/fields.ts";
import { inputParser } from "./input-parser.ts";

const Body = Type.Object({
  name: Name,
  amount: AmountIn,
  kind: Type.Optional(OneOf(["a", "b"])),
  active: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(Metadata),
  who: Type.Optional(
    Type.Union([
      Type.String({ minLength: 1, maxLength: 20 }),
      Type.Object({ phone: Type.String({ minLength: 3, maxLength: 20 }) }),
    ]),
  ),
  list: Type.Optional(
    Type.Array(Type.Object({ amount: AmountIn, note: Type.Optional(Type.String({ maxLength: 20 })) }), { maxItems: 3 }),
  ),
});
const read = inputParser(Body);
const good = { name: "A", amount: 1 };

function errorOf(parse: () => unknown): ServiceError {
  try {
    parse();
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.kind === "bad_request");
    return error;
  }
  throw new assert.AssertionError({ message: "it was accepted" });
}

function refusal(input: unknown): FieldErrors {
  return errorOf(() => read(input, "json")).fields ?? {};
}

const fieldsOf = (input: unknown) => reasonNames(refusal(input));

function reasonNames(fields: FieldErrors): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, errors]) => [field, errors.map(({ reason }) => reason)]),
  );
}

describe("the input parser", () => {
  it("drops unknown fields, and optional ones that are empty or null", () => {
    assert.deepEqual(read({ ...good, extra: 1, kind: "", active: null }, "json"), good);
  });

  it("reports a schema's own message once for all rules that a value breaks", () => {
    const { amount = [] } = refusal({ ...good, amount: 0.5 });
    assert.deepEqual(
      [amount.map(({ reason }) => reason), messagesOf({ amount }).amount?.length],
      [["invalid_type"], 1],
    );
  });

  it("checks one entry more than the maximum of a list that is too long", () => {
    const list = Array.from({ length: 6 }, () => ({ amount: "x" }));
    assert.deepEqual(Object.keys(fieldsOf({ ...good, list })).sort(), [
      ...["list", "list.0.amount", "list.1.amount", "list.2.amount", "list.3.amount"],
    ]);
  });

  it("treats a name or an account of only spaces as absent", () => {
    const account = inputParser(Type.Object({ name: Name, account_number: Type.Optional(AccountNumber) }));
    for (const blank of [" ", "   ", "\t\n", "\u00a0"]) {
      assert.deepEqual(fieldsOf({ ...good, name: blank }), { name: ["required"] });
      assert.deepEqual(account({ name: "A", account_number: blank }, "json"), { name: "A" });
    }
    assert.equal(read({ ...good, name: " A\u00a0" }, "json").name, "A");
  });

  it("accepts whole numbers as text, or with a zero after the point, and no other form", () => {
    for (const amount of ["500", "500.0", " 500 ", 500]) assert.equal(read({ ...good, amount }, "json").amount, 500);
    for (const amount of ["5e2", "0x1f4", "500.5", "", "-1", "9007199254740993", true, [], {}, 1.5]) {
      assert.ok("amount" in fieldsOf({ ...good, amount }), String(amount));
    }
  });

  it("accepts true and false as text in forms, not in JSON", () => {
    assert.equal(read({ ...good, active: "true" }, "text").active, true);
    assert.equal(read({ ...good, active: "0" }, "text").active, false);
    assert.ok("active" in fieldsOf({ ...good, active: "true" }));
  });

  it("keeps free-form data unchanged", () => {
    const metadata = { empty: "", nothing: null, number: "500", deep: { list: [1, ""] } };
    assert.deepEqual(read({ ...good, metadata }, "json").metadata, metadata);
  });

  it("refuses free-form data with numbers that it could not return unchanged", () => {
    for (const text of ["9007199254740993", "-9007199254740993", "12345678901234567890", "1e400"]) {
      const metadata: unknown = JSON.parse(`{"list": [1, {"number": ${text}}]}`);
      assert.deepEqual(fieldsOf({ ...good, metadata }), { metadata: ["invalid_value"] }, text);
    }
    for (const metadata of [{ n: 9_007_199_254_740_991 }, { n: 0.1 }, { n: "12345678901234567890" }]) {
      assert.deepEqual(read({ ...good, metadata }, "json").metadata, metadata);
    }
    const names = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`name_${index}`, 1]));
    assert.deepEqual(fieldsOf({ ...good, metadata: names }), { metadata: ["invalid_value"] });
    assert.deepEqual(fieldsOf({ ...good, metadata: [1] }), { metadata: ["invalid_type"] });
  });

  it("reads an empty list, PHP's empty map, as an empty object if an object is expected", () => {
    assert.deepEqual(read({ ...good, metadata: [] }, "json").metadata, {});
    const all = inputParser(
      Type.Object({ note: Type.Optional(Name), inner: Type.Optional(Type.Object({ note: Type.Optional(Name) })) }),
    );
    assert.deepEqual(all([], "json"), {});
    assert.deepEqual(all({ inner: [] }, "json"), { inner: {} });
    assert.ok("who.phone" in fieldsOf({ ...good, who: [] }));
    assert.ok("who" in fieldsOf({ ...good, who: ["677"] }));
    assert.deepEqual(read({ ...good, list: [] }, "json").list, []);
  });

  it("reads a form's map with the names 0, 1, 2 as a map in free-form data", () => {
    assert.deepEqual(read({ ...good, metadata: ["a", "b"] }, "text").metadata, { 0: "a", 1: "b" });
    assert.ok("metadata" in fieldsOf({ ...good, metadata: ["a"] }));
  });

  it("reports the errors of schema and rules together, and those of later checks only with them", () => {
    const problem = (reason: "immutable_field" | "invalid_value") => fieldError(reason, "A sentence");
    const ruled = inputParser(Body, {
      validate: ({ input }): FieldErrors =>
        JSON.stringify(input).includes("extra") ? { extra: [problem("immutable_field")] } : {},
      foresee: () => ({ name: [problem("invalid_value")], kind: [problem("invalid_value")] }),
    });
    const fieldErrors = (input: unknown): unknown => {
      try {
        return ruled(input, "json");
      } catch (error) {
        return error instanceof ServiceError && error.fields ? reasonNames(error.fields) : error;
      }
    };
    assert.deepEqual(fieldErrors(good), good);
    const later = { name: ["invalid_value"], kind: ["invalid_value"] };
    assert.deepEqual(fieldErrors({ ...good, extra: 1 }), { extra: ["immutable_field"], ...later });
    assert.deepEqual(fieldErrors({ amount: 1 }), { ...later, name: ["required"] });
  });

  it("accepts either type of a union, and reports the errors of the intended one", () => {
    assert.equal(read({ ...good, who: "ben_1" }, "json").who, "ben_1");
    assert.deepEqual(read({ ...good, who: { phone: "677", extra: 1 } }, "json").who, { phone: "677" });
    assert.deepEqual(fieldsOf({ ...good, who: { phone: "6" } }), { "who.phone": ["too_short"] });
    assert.deepEqual(fieldsOf({ ...good, who: { phone: 6 } }), { "who.phone": ["invalid_type"] });
    assert.deepEqual(fieldsOf({ ...good, who: {} }), { "who.phone": ["required"] });
    assert.deepEqual(messagesOf(refusal({ ...good, who: 5 })), { who: ["Enter a text or an object"] });
  });

  it("names every invalid field, even deep in lists", () => {
    assert.deepEqual(fieldsOf({ list: [{ amount: 1 }, { amount: "x" }, {}] }), {
      name: ["required"],
      amount: ["required"],
      "list.1.amount": ["invalid_type"],
      "list.2.amount": ["required"],
    });
  });

  it("returns a message for people with each reason: the schema's own message if it has one", () => {
    const input = { amount: "x", kind: "c", list: [good, good, good, good] };
    assert.deepEqual(messagesOf(refusal(input)), {
      name: ["This field is required"],
      amount: ["Enter a whole number of the currency's smallest unit, at least 1"],
      kind: ["Use one of: a, b"],
      list: ["Give at most 3"],
    });
  });

  it("names at most a hundred fields, and counts the invalid ones", () => {
    const kinds = inputParser(Type.Object({ kinds: Type.Array(OneOf(["a", "b"]), { maxItems: 50_000 }) }));
    const refusedFor = (count: number) => {
      const { fields = {}, message } = errorOf(() =>
        kinds({ kinds: Array.from({ length: count }, () => "c") }, "json"),
      );
      assert.ok(message.includes("kinds.0"), "the message names the first field");
      return [Object.keys(fields).length, message.slice(message.indexOf("("))];
    };
    assert.deepEqual(refusedFor(100), [100, "(and 99 more)"]);
    assert.deepEqual(refusedFor(101), [100, "(and 100 more; the first 100 are named)"]);
    assert.deepEqual(refusedFor(50_000), [100, "(and at least 39999 more; the first 100 are named)"]);
  });

  it("names fields up to 32 KiB of errors, each of which may list many values", () => {
    const values = Array.from({ length: 100 }, (_, index) => `a-value-of-a-long-list-${index}`);
    const kinds = inputParser(Type.Object({ kinds: Type.Array(OneOf(values), { maxItems: 100 }) }));
    const error = errorOf(() => kinds({ kinds: values.map(() => "c") }, "json"));
    const named = Object.keys(error.fields ?? {}).length;
    assert.ok(named >= 5 && JSON.stringify(error.fields).length <= 33_000, `${named} fields`);
    assert.ok(error.message.endsWith(`(and 99 more; the first ${named} are named)`), error.message);
  });

  it("refuses a text much longer than its limit without cleaning it", () => {
    const times_ms = ["a", "\u200b"].map((character) => {
      const input = { name: character.repeat(2_000_000), amount: character.repeat(2_000_000) };
      const began_ms = performance.now();
      assert.deepEqual(fieldsOf(input), { name: ["too_long"], amount: ["invalid_type"] });
      return performance.now() - began_ms;
    });
    // Cleaning takes two seconds.
    assert.ok(Math.max(...times_ms) < 500, String(times_ms));
    assert.equal(read({ ...good, name: `${"\u200b".repeat(500)}A` }, "json").name, "A");
  });

  it("refuses a body that is not an object", () => {
    for (const input of ["text", 5, [good], true]) assert.ok("body" in fieldsOf(input));
  });
});

it("a schema with an unbounded text, list or object stops the start of the service", () => {
  const unbounded = () => inputParser(Type.Object({ name: Name, note: Type.String(), list: Type.Array(Name) }));
  assert.throws(unbounded, /without one: note, list/);
});
