import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clientNetwork } from "./client-address.ts";

describe("the key of a caller", () => {
  it("is the IPv4 address in any notation, or the IPv6 network", () => {
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
