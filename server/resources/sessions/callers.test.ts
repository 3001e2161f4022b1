import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callerAt } from "#kernel/callers.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { aPerson, browserOf, PASSWORD } from "#testing/people.ts";
import { aWorld } from "#testing/world.ts";

const world = await aWorld({ works: false, environment: { KOLO_TRUST_PROXY: "127.0.0.0/8,::1/128" } });

describe("who has a whole network of addresses", () => {
  it("is made to wait like who has one, however the tries are spread over it; others are not", async () => {
    const tryAs = async (victim: number, address: string) => {
      const email = `victim${victim}@example.cm`;
      const given = { email, password: "not the right one at all" };
      return browserOf(world, "per_0", email).send("POST", "/sign-in", given, { "x-forwarded-for": address });
    };
    const statuses: number[] = [];
    for (let victim = 0; victim < 56; victim += 1) {
      statuses.push((await tryAs(victim, `2001:db8:7:1:${victim}::${victim}`)).status);
    }
    assert.ok(statuses.slice(50).includes(429), statuses.join());
    assert.equal((await tryAs(60, "2001:db8:7:2::1")).status, 401);
    assert.equal((await tryAs(61, "203.0.113.9")).status, 401);
  });
});

describe("who signed in from a network not long ago", () => {
  it("gets in from any address of it while strangers try the account from everywhere", async () => {
    const shop = await world.merchant();
    const person = await aPerson(world, shop.id, "viewer");
    const from = (address: string, password: string) =>
      person.send("POST", "/sign-in", { email: person.email, password }, { "x-forwarded-for": address });
    assert.equal((await from("2001:db8:9:1::1", PASSWORD)).status, 200);
    for (let stranger = 0; stranger < 26; stranger += 1) {
      if (stranger > 20) world.db.advance(MINUTE_MS);
      assert.equal((await from(`2001:db8:8:${stranger}::1`, "not the right one at all")).status, 401);
    }
    assert.equal((await from("2001:db8:9:2::1", PASSWORD)).status, 429);
    assert.equal((await from("2001:db8:9:1:a:b:c:d", PASSWORD)).status, 200);
  });
});

describe("a caller", () => {
  it("is an address of IPv4, however it is written, and a network of IPv6", () => {
    for (const [address, counted] of [
      ["203.0.113.9", "203.0.113.9"],
      ["::ffff:203.0.113.9", "203.0.113.9"],
      ["2001:DB8:7:1:a:b:c:d", "2001:db8:7:1::"],
      ["2001:db8:7:1::", "2001:db8:7:1::"],
      ["unknown", "unknown"],
    ] as const) {
      assert.equal(callerAt(address), counted);
    }
  });
});
