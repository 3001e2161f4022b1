import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestWorld } from "#testing/world.ts";

const trusting = await startTestWorld({ works: false, environment: { KOLO_TRUSTED_PROXIES: "127.0.0.0/8,::1/128" } });
const plain = await startTestWorld({ works: false });

const warnings = (world: typeof plain): readonly string[] =>
  world.log.filter((line) => line.includes("X-Forwarded-For"));

describe("X-Forwarded-For", () => {
  it("from an untrusted peer logs one warning with the setting to use", async () => {
    await fetch(`${plain.url}/health`);
    assert.deepEqual(warnings(plain), []);
    for (let times = 0; times < 3; times += 1) {
      await fetch(`${plain.url}/health`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    }
    assert.equal(warnings(plain).length, 1);
    assert.match(warnings(plain)[0] ?? "", /127\.0\.0\.1\/32, which is not trusted.*KOLO_TRUSTED_PROXIES/);
    assert.ok(!(warnings(plain)[0] ?? "").includes("203.0.113.9"));
  });

  it("from a trusted proxy is used without a warning", async () => {
    await fetch(`${trusting.url}/health`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    assert.deepEqual(warnings(trusting), []);
  });
});
