import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseVerdict } from "./rules.ts";

describe("the answer of a screening", () => {
  for (const [text, expected] of [
    ['{"decision":"allow","reason":"fine"}', { decision: "allow" }],
    ['{"decision":"hold","reason":"new payee"}', { decision: "hold", reason: "new payee" }],
    ['{"decision":"refuse"}', { decision: "refuse", reason: "" }],
    [`{"decision":"hold","reason":"${"x".repeat(1_000)}"}`, { decision: "hold", reason: "x".repeat(300) }],
    ['{"decision":"hold","reason":"a\\u0000b\\u001b[31mc\\ud800"}', { decision: "hold", reason: "ab[31mc\ufffd" }],
    ['{"decision":"ALLOW"}', null],
    ['{"decision":["allow"]}', null],
    ['["allow"]', null],
    ["allow", null],
    ["", null],
    ["null", null],
  ] as const) {
    it(`${text.slice(0, 40)}: ${expected?.decision ?? "no decision"}`, () => {
      assert.deepEqual(parseVerdict(text), expected);
    });
  }
});
