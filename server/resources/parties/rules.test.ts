import assert from "node:assert/strict";
import { it } from "node:test";
import { requireMergeable } from "./rules.ts";
import { MERGED_MAX } from "./schema.ts";

const rowWith = (id: string, aliases: number) => ({ id, aliases, merged_into: null, is_deleted: false });

it("at most 50 are merged into one, with the earlier merges of both", () => {
  assert.equal(MERGED_MAX, 50);
  const ids = { kept: "a", merged: "b" };
  const merge = (of_kept: number, of_merged: number) =>
    requireMergeable([rowWith("b", of_merged), rowWith("a", of_kept)], ids);
  assert.deepEqual([merge(49, 0).kept.id, merge(0, 49).merged.id, merge(25, 24).kept.id], ["a", "b", "a"]);
  for (const [of_kept, of_merged] of [
    [50, 0],
    [0, 50],
    [25, 25],
  ] as const) {
    assert.throws(() => merge(of_kept, of_merged), { reason: "party_merges_exhausted" });
  }
});
