import assert from "node:assert/strict";
import { it } from "node:test";
import { readRestriction } from "./restrict.ts";

it("rights are kept in their own order, each once; none given is all of them", () => {
  const given = ["transfers:write", "balance:read", "transfers:write"];
  assert.deepEqual(readRestriction("private", { rights: given }).rights, ["transfers:write", "balance:read"]);
  for (const rights of [null, undefined]) assert.equal(readRestriction("private", { rights }).rights, null);
  assert.equal(readRestriction("public", {}).rights, null);
});

for (const [what, kind, rights, field] of [
  ["a right that does not exist", "private", ["transfers:read", "transfers:cancel"], "rights"],
  ["no right at all", "private", [], "rights"],
  ["a right of a public key", "public", ["transfers:read"], "kind"],
] as const) {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => readRestriction(kind, { rights }),
      (error) => error instanceof Error && "fields" in error && Object.keys(error.fields ?? {}).includes(field),
    );
  });
}
