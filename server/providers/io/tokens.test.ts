import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Token, tokenCache } from "./tokens.ts";

describe("the token cache", () => {
  it("requests a token again after a failed request", async () => {
    const cache = tokenCache(() => 0);
    const fails = (): Promise<Token> => Promise.reject(new Error("the certificate cannot be read"));
    const good = { text: "t", renew_at_ms: 1 };
    const first = await Promise.allSettled([cache.get("a", null, fails), cache.get("a", null, fails)]);
    assert.deepEqual(
      first.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.equal(await cache.get("a", null, () => Promise.resolve(good)), good);
  });

  it("keeps a token for its lifetime, and drops a refused one whatever the clock says", async () => {
    let now_ms = 1_000;
    const cache = tokenCache(() => now_ms);
    let made = 0;
    const ask = async (): Promise<Token> => {
      made += 1;
      return { text: `t${made}`, renew_at_ms: 2_000 };
    };
    const get = (refused: string | null) => cache.get("a", refused, ask).then((token) => "text" in token && token.text);
    assert.deepEqual([await get(null), await get(null), await get("t1")], ["t1", "t1", "t2"]);
    // After the clock is set back, the cache keeps a token beyond its lifetime. A refusal by the provider must still
    // renew it.
    now_ms = -3_600_000;
    assert.deepEqual([await get(null), await get("t2"), await get("t2")], ["t2", "t3", "t3"]);
    now_ms = 2_000;
    assert.equal(await get(null), "t4");
  });
});
