import assert from "node:assert/strict";
import { it } from "node:test";
import { KEY_RIGHTS } from "./api-types.ts";
import { KEY_RESOURCES, rightsByResource } from "./key-rights.ts";

it("the key form offers every right of a private key once, by resource", () => {
  const offered = KEY_RESOURCES.flatMap(([resource, kinds]) => kinds.map((access) => `${resource}:${access}`));
  assert.deepEqual(offered, [...KEY_RIGHTS]);
  assert.equal(new Set(KEY_RESOURCES.map(([resource]) => resource)).size, KEY_RESOURCES.length);
  assert.deepEqual(rightsByResource(["events:read", "payments:write", "payments:read", "of:tomorrow"]), [
    ["payments", ["read", "write"]],
    ["events", ["read"]],
  ]);
});
