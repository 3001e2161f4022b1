import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { reasonsOf, ServiceError } from "#kernel/errors.ts";
import { BULK_VALUES, NESTING_MAX, RECORD_VALUES, readForm, readJson } from "./parse-body.ts";
import { FORM_FIELDS_MAX } from "./parse-form.ts";

describe("a JSON body", () => {
  it("is parsed as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/__proto__|constructor|\\u0000|\\ud[89a-f]/i.test(text));
        assert.deepEqual(readJson(text), JSON.parse(text));
      }),
    );
  });

  it("with a duplicate name in one object is refused", () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":{"b":1,"c":2,"b":3}}',
      '[{"a":1},{"a":1,"a":1}]',
      '{"\\u0061":1,"a":2}',
      '{"a":"\\\\","a":"\\""}',
    ]) {
      assert.throws(() => readJson(text), { reason: "duplicate_name" }, text);
    }
    assert.deepEqual(readJson('{"a":{"b":1},"b":{"a:":":"}}'), { a: { b: 1 }, b: { "a:": ":" } });
    const quoted = String.raw`{"a\\":"\"","b\"":"\\\"{:[,","c":"\\\\"}`;
    assert.deepEqual(readJson(quoted), JSON.parse(quoted));
  });

  it("with a name that modifies prototypes is refused", () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"a":{"__proto__":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
      assert.throws(() => readJson(text), { kind: "bad_request" }, text);
    }
  });

  it("with text that PostgreSQL cannot store is refused", () => {
    for (const text of ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\udc00":1}', '["\\ud83d"]']) {
      assert.throws(() => readJson(text), { reason: "invalid_unicode" }, text);
    }
    assert.deepEqual(readJson('{"a":"\\ud83d\\ude00"}'), { a: "😀" });
    assert.throws(
      () => readJson('{"transfers":[{"name":"a"},{"name":"b\\u0000"}]}'),
      (error) => {
        assert.ok(error instanceof ServiceError && error.fields);
        assert.deepEqual(reasonsOf(error.fields), { "transfers.1.name": [{ reason: "invalid_unicode", params: {} }] });
        return true;
      },
    );
  });

  it("that is malformed, or nests without end, is refused", () => {
    for (const text of ["{", "{a:1}", "'x'", '{"a":1}x', "[".repeat(100) + "]".repeat(100), "NaN"]) {
      assert.throws(() => readJson(text), { kind: "bad_request" }, text);
    }
    assert.deepEqual(readJson(""), {});
  });

  it("nests up to the limit, and is refused beyond it before it is parsed", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}"[[[{{"${"]".repeat(depth)}`;
    assert.deepEqual(readJson(nested(NESTING_MAX + 1)), JSON.parse(nested(NESTING_MAX + 1)));
    assert.deepEqual(readJson(`[${"[],".repeat(100)}{}]`), [...Array(100).fill([]), {}]);
    for (const text of [nested(NESTING_MAX + 2), "[".repeat(NESTING_MAX + 2), '{"a":'.repeat(NESTING_MAX + 2)]) {
      assert.throws(() => readJson(text), { reason: "body_too_deep", params: { maximum: NESTING_MAX } });
    }
  });

  it("has values and names up to the limits, and is refused beyond them before it is parsed", () => {
    const zeros = (count: number) => `[${"0,".repeat(count - 1)}0]`;
    const names = (count: number) => `{${Array.from({ length: count }, (_, number) => `"${number}":0`).join(",")}}`;
    for (const limits of [RECORD_VALUES, { ...BULK_VALUES, names_max: 20_000 }]) {
      const { values_max, names_max } = limits;
      assert.deepEqual(readJson(zeros(values_max - 1), limits), Array(values_max - 1).fill(0));
      assert.equal(Object.keys(Object(readJson(names(names_max), limits))).length, names_max);
      for (const text of [zeros(values_max), "{},".repeat(values_max), names(names_max + 1)]) {
        assert.throws(() => readJson(text, limits), { reason: "body_too_complex" });
      }
      const deep = '{"a":'.repeat(2) + "[[],".repeat(values_max);
      assert.throws(() => readJson(deep, limits), { reason: "body_too_deep" });
    }
    assert.deepEqual(readJson('{"a":",[{,:","b":[1,{"c":2}]}'), { a: ",[{,:", b: [1, { c: 2 }] });
  });
});

describe("a form body", () => {
  it("keeps its first name after a byte order mark", () => {
    for (const mark of ["\ufeff", "%EF%BB%BF", "%ef%bb%bf"])
      assert.deepEqual(readForm(`${mark}a=1&b=2`), { a: "1", b: "2" });
  });

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

  it("has a list entry for each field", () => {
    const entries = Array.from({ length: 333 }, (_, number) => number);
    const text = entries.flatMap((number) => [`of[${number}][a]=${number}`, `of[${number}][b][c]=x`]).join("&");
    assert.deepEqual(readForm(text), { of: entries.map((number) => ({ a: String(number), b: { c: "x" } })) });
  });

  it("reads indices 0, 1, 2 without a gap as a list, and other numbers as names of a map", () => {
    for (const [text, expected] of [
      ["qty[5]=2&qty[9]=1", { qty: { 5: "2", 9: "1" } }],
      ["of[900][a]=1&of[901][a]=2", { of: { 900: { a: "1" }, 901: { a: "2" } } }],
      ["metadata[qty][1500]=1&metadata[5]=x", { metadata: { qty: { 1500: "1" }, 5: "x" } }],
      ["a[1]=x&a[0]=y", { a: ["y", "x"] }],
      ["a[0]=x&a[2]=y", { a: { 0: "x", 2: "y" } }],
      ["a[00]=x&a[01]=y", { a: { "00": "x", "01": "y" } }],
      ["a[]=x&a[]=y", { a: ["x", "y"] }],
      ["a[3]=x&a[]=y", { a: { 3: "x", 4: "y" } }],
      ["a[]=x&a[k]=y", { a: { 0: "x", k: "y" } }],
      ["a=x&a=y", { a: ["x", "y"] }],
      ["a%5B0%5D%5bb%5d=x", { a: [{ b: "x" }] }],
      ["a[99999999999999999999]=x", { a: { "99999999999999999999": "x" } }],
    ] as const) {
      assert.deepEqual(readForm(text), expected, text);
    }
  });

  it("keeps names of inherited properties as its own names", () => {
    for (const name of ["toString", "constructor", "hasOwnProperty", "valueOf", "length", "toJSON"]) {
      const read = readForm(`metadata[${name}]=v&${name}=w`);
      assert.deepEqual(JSON.parse(JSON.stringify(read)), { metadata: { [name]: "v" }, [name]: "w" });
    }
  });

  it("is refused if a name or value would be lost", () => {
    for (const text of [
      "a=1&a[b]=2",
      "a[b]=2&a=1",
      "a[b]=1&a[b][c]=2",
      "a[b=1",
      "a]=1",
      "a[b]c=1",
      "a[b[c]]=1",
      "[a]=1",
      "=1",
    ]) {
      assert.throws(() => readForm(text), { kind: "bad_request" }, text);
    }
  });

  it("is UTF-8: other bytes are refused, and a percent sign without an escape stands for itself", () => {
    for (const text of ["name=%E9ric", "caf%E9=1", "a=%C3", "a=%ED%A0%80", "a=%c0%af"]) {
      assert.throws(() => readForm(text), { reason: "invalid_utf8" }, text);
    }
    assert.deepEqual(readForm("a=100%&b=%zz&c=%C3%A9&d=1%2B1+2&e=%26%3D"), {
      a: "100%",
      b: "%zz",
      c: "é",
      d: "1+1 2",
      e: "&=",
    });
    assert.deepEqual(readForm("a=b=c&d&&e="), { a: "b=c", d: "", e: "" });
  });

  it("that contains JSON is refused", () => {
    for (const text of ['{"amount":500,"a":"b=c&d"}', "[]", "%7B%22amount%22%3A500%7D", ' {"amount":500}=']) {
      assert.throws(() => readForm(text), { reason: "invalid_form" }, text);
    }
  });

  it("nests and has fields up to the limits", () => {
    const deepest = `a${"[b]".repeat(NESTING_MAX)}=1`;
    assert.match(JSON.stringify(readForm(deepest)), /^\{"a":(\{"b":){16}"1"\}{17}$/);
    assert.throws(() => readForm(`a${"[b]".repeat(NESTING_MAX + 1)}=1`), { reason: "invalid_form" });
    const full = Array.from({ length: FORM_FIELDS_MAX }, (_, index) => `of[${index}]=${index}`);
    assert.deepEqual(readForm(full.join("&")), { of: full.map((_, index) => String(index)) });
    assert.throws(() => readForm([...full, "x=1"].join("&")), { reason: "invalid_form" });
    const few = full.map((_, field) => `f${field}${"[999]".repeat(NESTING_MAX)}=1`).join("&");
    assert.equal(Object.keys(Object(readForm(few))).length, FORM_FIELDS_MAX);
  });

  it("with a name longer than any is refused before its brackets are read", () => {
    assert.throws(() => readForm(`a${"[b]".repeat(1_000)}=1`), { kind: "bad_request", message: /1000 characters/ });
  });

  it("cannot modify prototypes", () => {
    for (const text of ["__proto__[x]=1", "a[__proto__][x]=1", "a[__proto__]=1", "constructor[prototype][x]=1"]) {
      assert.throws(() => readForm(text), { kind: "bad_request" }, text);
    }
    assert.equal(Reflect.get({}, "x"), undefined);
    assert.throws(() => readForm("a=%00"), { kind: "bad_request" });
  });
});
