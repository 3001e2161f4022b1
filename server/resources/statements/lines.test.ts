import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ENTRY_KINDS } from "#ledger/ledger.ts";
import { LINE_OF_KIND, lineOf } from "./lines.ts";
import { STATEMENT_LINES } from "./schema.ts";

describe("the lines of a statement", () => {
  it("have a place for every kind of entry", () => {
    assert.deepEqual(Object.keys(LINE_OF_KIND).sort(), Object.keys(ENTRY_KINDS).sort());
  });

  it("are all used", () => {
    const prefixes = ["trf", "ref", "wdr"];
    const lines = Object.keys(ENTRY_KINDS).flatMap((kind) => prefixes.map((prefix) => lineOf(kind, prefix)));
    assert.deepEqual([...new Set(lines)].filter((line) => line !== null).sort(), [...STATEMENT_LINES].sort());
  });
});
