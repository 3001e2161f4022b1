import assert from "node:assert/strict";
import { it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { parseRestriction } from "./restrict.ts";

it("rights are stored in catalogue order, each once; an absent list means all", () => {
  const requested_rights = ["transfers:write", "balance:read", "transfers:write"];
  assert.deepEqual(parseRestriction({ kind: "private", environment: "live" }, { rights: requested_rights }).rights, [
    "transfers:write",
    "balance:read",
  ]);
  for (const rights of [null, undefined])
    assert.equal(parseRestriction({ kind: "private", environment: "live" }, { rights }).rights, null);
  assert.equal(parseRestriction({ kind: "public", environment: "live" }, {}).rights, null);
});

for (const [what, kind, rights, field] of [
  ["a right that does not exist", "private", ["transfers:read", "transfers:cancel"], "rights"],
  ["no right at all", "private", [], "rights"],
  ["a right of a public key", "public", ["transfers:read"], "kind"],
] as const) {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => parseRestriction({ kind, environment: "live" }, { rights }),
      (error) => error instanceof Error && "fields" in error && Object.keys(error.fields ?? {}).includes(field),
    );
  });
}

it("addresses are parsed like those of the merchant's list, each once", () => {
  const addresses = ["203.0.113.7/24", "::ffff:10.1.2.3", "10.1.2.3", "2001:DB8::7"];
  const read = ["203.0.113.0/24", "10.1.2.3/32", "2001:db8::7/128"];
  assert.deepEqual(parseRestriction({ kind: "private", environment: "live" }, { addresses }).addresses, read);
});

for (const [what, kind, addresses, reason] of [
  ["what is no address", "private", ["10.1.2.3", "203.0.113"], "address_invalid"],
  ["a list of none", "private", [], "too_few"],
  ["more than fifty", "private", Array.from({ length: 51 }, (_, last) => `10.0.0.${last}`), "too_many"],
  ["addresses of a public key", "public", ["10.1.2.3"], "restriction_of_public_key"],
] as const) {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => parseRestriction({ kind, environment: "live" }, { addresses }),
      (error) => error instanceof ServiceError && Object.values(error.fields ?? {})[0]?.[0]?.reason === reason,
    );
  });
}

it("origins are stored as browsers send them, each once; a publishable key without a list has an empty one", () => {
  const publishable = { kind: "publishable", environment: "test" } as const;
  const origins = [" HTTPS://Shop.Example.CM:443/ ", "https://shop.example.cm", "http://localhost:3000"];
  const stored = ["https://shop.example.cm", "http://localhost:3000", "com.example.shop://"];
  assert.deepEqual(parseRestriction(publishable, { origins: [...origins, "com.example.Shop:"] }).origins, stored);
  assert.deepEqual(parseRestriction(publishable, {}).origins, []);
  assert.equal(parseRestriction({ kind: "private", environment: "test" }, {}).origins, null);
});

for (const [what, kind, origins, reason] of [
  ["a page without HTTPS", "publishable", ["http://shop.example.cm"], "origin_invalid"],
  ["a page of this machine in live", "publishable", ["http://localhost:3000"], "origin_invalid"],
  ["an address with a path", "publishable", ["https://shop.example.cm/checkout"], "origin_invalid"],
  ["an address with a user name", "publishable", ["https://a@shop.example.cm"], "origin_invalid"],
  ["a pattern", "publishable", ["*"], "origin_invalid"],
  ["a pattern of hosts", "publishable", ["https://*.example.cm"], "origin_invalid"],
  ["the origin of no page", "publishable", ["null"], "origin_invalid"],
  ["a scheme that runs a script", "publishable", ["javascript://"], "origin_invalid"],
  ["a scheme without a dot, which another app could have", "publishable", ["shop://"], "origin_invalid"],
  ["more than twenty", "publishable", Array.from({ length: 21 }, (_, n) => `https://s${n}.example.cm`), "too_many"],
  ["origins of a private key", "private", ["https://shop.example.cm"], "origins_of_other_key"],
] as const) {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => parseRestriction({ kind, environment: "live" }, { origins }),
      (error) => error instanceof ServiceError && Object.values(error.fields ?? {})[0]?.[0]?.reason === reason,
    );
  });
}
