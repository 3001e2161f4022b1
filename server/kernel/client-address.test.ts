import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clientNetwork } from "./client-address.ts";

describe("a caller", () => {
  it("is an address of IPv4, however it is written, and a network of IPv6", () => {
    for (const [address, counted] of [
      ["203.0.113.9", "203.0.113.9"],
      ["::ffff:203.0.113.9", "203.0.113.9"],
      ["2001:DB8:7:1:a:b:c:d", "2001:db8:7:1::"],
      ["2001:db8:7:1::", "2001:db8:7:1::"],
      ["unknown", "unknown"],
    ] as const) {
      assert.equal(clientNetwork(address), counted);
    }
  });
});
