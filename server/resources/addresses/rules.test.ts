import assert from "node:assert/strict";
import { it } from "node:test";
import { parseNetwork } from "./rules.ts";

const READ: readonly (readonly [text: string, network: string | null])[] = [
  ["203.0.113.7", "203.0.113.7/32"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["::/0", "::/0"],
  ["2001:DB8::7", "2001:db8::7/128"],
  ["2001:db8::7/32", "2001:db8::/32"],
  // An IPv4-mapped IPv6 address is compared as IPv4.
  ["::ffff:10.1.2.3", "10.1.2.3/32"],
  // `inet_aton` reads 203.0.113 as 203.0.0.113, so 203.0.113/24 would allow 203.0.0.0/24 instead of 203.0.113.0/24.
  ["203.0.113", null],
  ["203.0.113/24", null],
  ["10/8", null],
  ["3405803783", null],
  ["0313.0.0161.7", null],
  ["0xcb.0.0x71.7", null],
  ["fe80::1%eth0", null],
  ["fe80::1%eth0/64", null],
  ["203.0.113.7/33", null],
  ["203.0.113.7/", null],
  ["shop.example.cm", null],
  ["", null],
];

for (const [text, network] of READ) {
  it(`${JSON.stringify(text)} is ${network ?? "no address, and refused"}`, () => {
    assert.equal(parseNetwork(text), network);
  });
}
