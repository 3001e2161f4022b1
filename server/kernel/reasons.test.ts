import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { API_REASONS } from "./api-reasons.ts";
import { FIELD_REASONS, STAFF_FIELD_REASONS } from "./field-reasons.ts";
import { REASONS } from "./reasons.ts";
import { STAFF_REASONS } from "./staff-reasons.ts";

const SERVER = join(import.meta.dirname, "..");
const CATALOGUES = /kernel\/[\w-]*reasons\.ts$/;

/** The source text of the server, without its tests and without the catalogues themselves. */
const source = globSync("**/*.ts", { cwd: SERVER })
  .filter((file) => !file.endsWith(".test.ts") && !CATALOGUES.test(file))
  .map((file) => readFileSync(join(SERVER, file), "utf8"))
  .join("\n");

describe("the catalogue of reasons", () => {
  it("has each reason once", () => {
    const isInBoth = (one: object, other: object) => Object.keys(one).filter((reason) => Object.hasOwn(other, reason));
    assert.deepEqual(isInBoth(API_REASONS, STAFF_REASONS), []);
    assert.deepEqual(isInBoth(FIELD_REASONS, STAFF_FIELD_REASONS), []);
    // Conditions for which the whole error and its field have the same reason.
    const shared = ["invalid_unicode", "invalid_form", "cursor_outdated", "reference_taken", "possible_duplicate"];
    assert.deepEqual(isInBoth({ ...FIELD_REASONS, ...STAFF_FIELD_REASONS }, REASONS), shared);
  });

  it("has no reason that the server never gives", () => {
    const all = Object.keys({ ...REASONS, ...FIELD_REASONS, ...STAFF_FIELD_REASONS });
    const unused = all.filter((reason) => !source.includes(`"${reason}"`));
    assert.deepEqual(unused, []);
  });

  it("has names in snake_case, and whole sentences that fit a cell of a table", () => {
    const texts = [
      ...Object.entries(REASONS).map(([reason, [, , when, advice]]) => ({ reason, sentences: [when, advice] })),
      ...Object.entries({ ...FIELD_REASONS, ...STAFF_FIELD_REASONS }).map(([reason, [when, advice]]) => ({
        ...{ reason, sentences: [when, advice] },
      })),
    ];
    for (const { reason, sentences } of texts) {
      assert.match(reason, /^[a-z]+(_[a-z\d]+)*$/);
      for (const sentence of sentences) assert.match(sentence, /^[A-Z`][^|\n]*\.$/, reason);
    }
  });
});
