import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ssrfGuard } from "./guard.ts";

const closed = ssrfGuard({ ranges: [], environments: [] });
const laptop = ssrfGuard({ ranges: ["127.0.0.0/8", "::1/128"], environments: ["test"] });

const PRIVATE = [
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.1.2.3", "169.254.169.254", "172.16.0.1", "172.31.255.255"],
  ...["192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1"],
  ...[
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1",
  ],
  ...[
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
  ],
  ...["fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1"],
];
const PUBLIC = ["8.8.8.8", "1.1.1.1", "172.32.0.1", "192.0.1.1", "2606:4700:4700::1111", "2a00:1450:4007::200e"];

describe("the guard", () => {
  for (const address of PRIVATE) {
    it(`refuses ${address}`, () => assert.equal(closed.isAllowed(address, "live"), false));
  }
  for (const address of PUBLIC) {
    it(`allows ${address}`, () => assert.equal(closed.isAllowed(address, "live"), true));
  }

  it("recognizes every spelling of an address", () => {
    for (const host of [
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "017700000001",
      "１２７.０.０.１",
      "127。0。0。1",
      "[::ffff:7f00:1]",
      "[0:0:0:0:0:0:0:1]",
    ]) {
      assert.equal(closed.problemWith(`http://${host}/`, "live")?.reason, "host_not_public", host);
    }
  });

  it("refuses names that mean this network, credentials, other protocols and other ports", () => {
    for (const url of [
      ...[
        "http://localhost/",
        "http://app.localhost/",
        "http://db/",
        "http://nas.local/",
        "http://x.internal/",
        "http://shop.cm./",
      ],
      ...[
        "https://user@shop.cm/",
        "https://user:pw@shop.cm/",
        "ftp://shop.cm/",
        "file:///etc/passwd",
        "gopher://shop.cm/",
      ],
      ...["https://shop.cm:22/", "http://8.8.8.8:6379/"],
    ]) {
      assert.notEqual(closed.problemWith(url, "live"), null, url);
    }
    for (const url of ["https://shop.cm/hook", "http://shop.cm:8080/", "https://8.8.8.8/", "https://xn--caf-dma.cm/"]) {
      assert.equal(closed.problemWith(url, "live"), null, url);
    }
  });

  it("allows listed ranges at any port, in the listed environments", () => {
    for (const url of ["http://127.0.0.1:9000/", "http://localhost:3000/", "http://[::1]:9000/"]) {
      assert.equal(laptop.problemWith(url, "test"), null, url);
      assert.notEqual(laptop.problemWith(url, "live"), null, url);
    }
    assert.equal(laptop.isAllowed("::ffff:127.0.0.1", "test"), true);
    assert.equal(laptop.isAllowed("10.0.0.1", "test"), false);
  });

  it("refuses this machine's own addresses and its database's, though they are public", () => {
    const own = ssrfGuard({ ranges: [], environments: [] }, ["8.8.8.8", "2606:4700:4700::1111", "db.example.cm"]);
    for (const address of ["8.8.8.8", "::ffff:8.8.8.8", "2606:4700:4700:0:0:0:0:1111"]) {
      assert.equal(own.isAllowed(address, "live"), false, address);
    }
    assert.notEqual(own.problemWith("https://8.8.8.8/", "live"), null);
    assert.equal(own.isAllowed("8.8.4.4", "live"), true);
  });
});
