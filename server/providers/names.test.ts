import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sameName } from "./names.ts";

describe("a name that was expected", () => {
  const cases = [
    ["Jane Mballa", "MBALLA JANE", "matches"],
    ["Hélène Ngo-Bassa", "NGO BASSA HELENE MARIE", "matches"],
    ["J. Mballa", "Jane Mballa", "similar"],
    ["Jane Mbala", "Jane Mballa", "similar"],
    ["Jane Mballa", "Paul Mballa", "differs"],
    ["Jane Mballa", "Mballa Mballa", "differs"],
    ["Eto", "Ato", "differs"],
    ["", "Jane", "differs"],
    ["!?", "Jane", "differs"],
  ] as const;
  for (const [expected, found, match] of cases) {
    it(`${expected || "(none)"} and ${found}: ${match}`, () => {
      assert.equal(sameName(expected, found), match);
      assert.equal(sameName(found, expected), match);
    });
  }
});
