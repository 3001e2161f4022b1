import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { FORM_FIELDS_MAX, NESTING_MAX, readForm, readJson, VALUES_MAX } from "./body.ts";

describe("a JSON body", () => {
  it("is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/__proto__|constructor|\\u0000|\\ud[89a-f]/i.test(text));
        assert.deepEqual(readJson(text), JSON.parse(text));
      }),
    );
  });

  it("that names the same thing twice in one object is refused", () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":{"b":1,"c":2,"b":3}}',
      '[{"a":1},{"a":1,"a":1}]',
      '{"\\u0061":1,"a":2}',
      '{"a":"\\\\","a":"\\""}',
    ]) {
      assert.throws(() => readJson(text), { kind: "bad_request", message: /twice/ }, text);
    }
    assert.deepEqual(readJson('{"a":{"b":1},"b":{"a:":":"}}'), { a: { b: 1 }, b: { "a:": ":" } });
    const quoted = String.raw`{"a\\":"\"","b\"":"\\\"{:[,","c":"\\\\"}`;
    assert.deepEqual(readJson(quoted), JSON.parse(quoted));
  });

  it("that reaches for prototypes is refused", () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"a":{"__proto__":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
      assert.throws(() => readJson(text), { kind: "bad_request" }, text);
    }
  });

  it("with text no database can hold is refused", () => {
    for (const text of ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\udc00":1}', '["\\ud83d"]']) {
      assert.throws(() => readJson(text), { kind: "bad_request", message: /Unicode/ }, text);
    }
    assert.deepEqual(readJson('{"a":"\\ud83d\\ude00"}'), { a: "😀" });
    assert.throws(() => readJson('{"transfers":[{"name":"a"},{"name":"b\\u0000"}]}'), {
      fields: { "transfers.1.name": ["Enter a text of valid Unicode, without a NUL character"] },
    });
  });

  it("that is broken, or nests without end, is refused", () => {
    for (const text of ["{", "{a:1}", "'x'", '{"a":1}x', "[".repeat(100) + "]".repeat(100), "NaN"]) {
      assert.throws(() => readJson(text), { kind: "bad_request" }, text);
    }
    assert.deepEqual(readJson(""), {});
  });

  it("nests as deep as is said, and is refused beyond before it is parsed", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}"[[[{{"${"]".repeat(depth)}`;
    assert.deepEqual(readJson(nested(NESTING_MAX + 1)), JSON.parse(nested(NESTING_MAX + 1)));
    assert.deepEqual(readJson(`[${"[],".repeat(100)}{}]`), [...Array(100).fill([]), {}]);
    for (const text of [nested(NESTING_MAX + 2), "[".repeat(NESTING_MAX + 2), '{"a":'.repeat(NESTING_MAX + 2)]) {
      assert.throws(() => readJson(text), { kind: "bad_request", message: /nests deeper/ });
    }
  });

  it("has as many values as is said, and is refused beyond before it is parsed", () => {
    const zeros = (count: number) => `[${"0,".repeat(count - 1)}0]`;
    assert.deepEqual(readJson(zeros(VALUES_MAX - 1)), Array(VALUES_MAX - 1).fill(0));
    assert.deepEqual(readJson('{"a":",[{,:","b":[1,{"c":2}]}'), { a: ",[{,:", b: [1, { c: 2 }] });
    for (const text of [zeros(VALUES_MAX), "{},".repeat(VALUES_MAX), '{"a":'.repeat(2) + "[[],".repeat(VALUES_MAX)]) {
      assert.throws(() => readJson(text), { kind: "bad_request", message: /values|nests deeper/ });
    }
  });
});

describe("a form body", () => {
  it("nests by brackets", () => {
    assert.deepEqual(
      readForm("amount=5&metadata[order]=A-1&metadata[items][]=1&metadata[items][]=2&name=Jos%C3%A9+M"),
      {
        amount: "5",
        metadata: { order: "A-1", items: ["1", "2"] },
        name: "José M",
      },
    );
  });

  it("lists as many entries as it has fields", () => {
    const entries = Array.from({ length: 333 }, (_, number) => number);
    const text = entries.flatMap((number) => [`of[${number}][a]=${number}`, `of[${number}][b][c]=x`]).join("&");
    assert.deepEqual(readForm(text), { of: entries.map((number) => ({ a: String(number), b: { c: "x" } })) });
    assert.deepEqual(readForm("of[900][a]=1&of[901][a]=2"), { of: [{ a: "1" }, { a: "2" }] });
    assert.throws(() => readForm(`of[${1_000_000}]=1`), { kind: "bad_request" });
  });

  it("with few fields and many empty places is refused before they are made, however it is written", () => {
    const full = Array.from({ length: FORM_FIELDS_MAX }, (_, place) => `of[${place}]=${place}`);
    assert.deepEqual(readForm(full.join("&")), { of: full.map((_, place) => String(place)) });
    for (const place of ["[999]", "%5B999%5D", "%5b9%399%5d"]) {
      const text = full.map((_, field) => `f${field}${place.repeat(NESTING_MAX - 1)}=1`).join("&");
      assert.throws(() => readForm(text), { kind: "bad_request", message: /gaps/ }, place);
    }
  });

  it("cannot reach prototypes, nor grow without end", () => {
    assert.equal(Object.getPrototypeOf(readForm("__proto__[x]=1&constructor[prototype][x]=1")), Object.prototype);
    assert.equal(Reflect.get({}, "x"), undefined);
    assert.throws(() => readForm(Array.from({ length: 2_000 }, (_, n) => `a${n}=1`).join("&")), {
      kind: "bad_request",
    });
    assert.throws(() => readForm(`a${"[b]".repeat(40)}=1`), { kind: "bad_request" });
    assert.throws(() => readForm("a=%00"), { kind: "bad_request" });
  });
});
