import assert from "node:assert/strict";
import { it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { parseRestriction } from "./restrict.ts";

it("rights are stored in catalogue order, each once; an absent list means all", () => {
  const requested_rights = ["transfers:write", "balance:read", "transfers:write"];
  assert.deepEqual(parseRestriction("private", { rights: requested_rights }).rights, [
    "transfers:write",
    "balance:read",
  ]);
  for (const rights of [null, undefined]) assert.equal(parseRestriction("private", { rights }).rights, null);
  assert.equal(parseRestriction("public", {}).rights, null);
});

for (const [what, kind, rights, field] of [
  ["a right that does not exist", "private", ["transfers:read", "transfers:cancel"], "rights"],
  ["no right at all", "private", [], "rights"],
  ["a right of a public key", "public", ["transfers:read"], "kind"],
] as const) {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => parseRestriction(kind, { rights }),
      (error) => error instanceof Error && "fields" in error && Object.keys(error.fields ?? {}).includes(field),
    );
  });
}

it("addresses are parsed like those of the merchant's list, each once", () => {
  const addresses = ["203.0.113.7/24", "::ffff:10.1.2.3", "10.1.2.3", "2001:DB8::7"];
  const read = ["203.0.113.0/24", "10.1.2.3/32", "2001:db8::7/128"];
  assert.deepEqual(parseRestriction("private", { addresses }).addresses, read);
});

for (const [what, kind, addresses, reason] of [
  ["what is no address", "private", ["10.1.2.3", "203.0.113"], "address_invalid"],
  ["a list of none", "private", [], "too_few"],
  ["more than fifty", "private", Array.from({ length: 51 }, (_, last) => `10.0.0.${last}`), "too_many"],
  ["addresses of a public key", "public", ["10.1.2.3"], "restriction_of_public_key"],
] as const) {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => parseRestriction(kind, { addresses }),
      (error) => error instanceof ServiceError && Object.values(error.fields ?? {})[0]?.[0]?.reason === reason,
    );
  });
}
