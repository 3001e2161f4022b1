import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { matchNames } from "./name-match.ts";

describe("an expected name", () => {
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
  for (const [expected, reported, match] of cases) {
    it(`${expected || "(none)"} and ${reported}: ${match}`, () => {
      assert.equal(matchNames(expected, reported), match);
      assert.equal(matchNames(reported, expected), match);
    });
  }
});
