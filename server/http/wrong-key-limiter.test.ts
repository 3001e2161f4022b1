import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newKeyText } from "#resources/keys/text.ts";
import { startTestWorld, type TestMerchant, type TestWorld } from "#testing/world.ts";
import { LOOKUPS_WHEN_BLOCKED, WRONG_KEYS_MAX } from "./wrong-key-limiter.ts";

// Guesses are counted per address: each test has its own.
const environment = { KOLO_TRUSTED_PROXIES: "127.0.0.1/32" };
const world = await startTestWorld({ environment });
const OVER = 20;
const POLL_INTERVAL_MS = 200;

/** Sends `count` guesses of the private key. Returns the number of 429 answers. */
async function guess(merchant: TestMerchant, count: number, addressOf: (guess: number) => string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      merchant.send("GET", "/balance", undefined, {
        ...{ "x-grant": `test_sk_guess${number}`, "x-forwarded-for": addressOf(number) },
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of answers) assert.ok([403, 429].includes(answer.status), answer.text);
  for (const { headers } of refused) assert.ok(Number(headers.get("retry-after")) > 0);
  return refused.length;
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}

function at(server: TestWorld, merchant: TestMerchant, address: string, grant = merchant.private_key) {
  const headers = { "x-forwarded-for": address, "x-grant": grant };
  return server.withExplicitHeaders(merchant).send("GET", "/balance", undefined, headers);
}

describe("guesses", () => {
  it("429: too many wrong private keys from one address; known keys and other addresses still pass", async () => {
    const merchant = await world.merchant();
    assert.equal((await at(world, merchant, "203.0.113.19")).status, 200);
    assert.equal(await guess(merchant, WRONG_KEYS_MAX + OVER, () => "203.0.113.17"), OVER);
    assert.equal((await at(world, merchant, "203.0.113.17")).status, 200);
    assert.equal((await at(world, merchant, "203.0.113.18", "test_sk_wrong")).status, 403);
  });

  it("401 without a database: a malformed key, or one with a wrong checksum, is never looked up", async () => {
    const merchant = await world.merchant();
    const text = newKeyText("test", "public");
    const wrong = text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
    await world.withoutDatabase(async () => {
      const status = async (authorization: string) =>
        (await merchant.send("GET", "/customers", undefined, { authorization })).status;
      assert.equal(await status(text), 503);
      for (const key of [wrong, "test_pk_short", "x".repeat(256), "with a space inside"]) {
        assert.equal(await status(key), 401, key);
      }
    });
  });

  it("429 without a database: an address over the limit gets few lookups; keys valid before still pass", async () => {
    const merchant = await world.merchant();
    assert.equal((await at(world, merchant, "203.0.113.37")).status, 200);
    await guess(merchant, WRONG_KEYS_MAX, () => "203.0.113.37");
    await world.withoutDatabase(async () => {
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const authorization = newKeyText("test", "public");
          const headers = { authorization, "x-forwarded-for": "203.0.113.37" };
          return (await merchant.send("GET", "/customers", undefined, headers)).status;
        }),
      );
      assert.ok(statuses.filter((status) => status === 503).length <= 2 * LOOKUPS_WHEN_BLOCKED, `${statuses}`);
      assert.ok(statuses.filter((status) => status === 429).length >= 50 - 2 * LOOKUPS_WHEN_BLOCKED, `${statuses}`);
    });
    await times(3, async () => assert.equal((await at(world, merchant, "203.0.113.37")).status, 200));
  });

  it("429: guesses at one process count in all processes", async () => {
    const merchant = await world.merchant();
    const other = await startTestWorld({
      ...{ database_url: world.database_url, works: false },
      environment,
    });
    await guess(merchant, WRONG_KEYS_MAX, () => "203.0.113.47");
    const there = other.withExplicitHeaders(merchant);
    let guessed = 0;
    while ((await at(other, there, "203.0.113.47", "test_sk_wrong")).status !== 429) {
      guessed += 1;
      assert.ok(guessed < WRONG_KEYS_MAX / 2, "the other process learns of it within seconds");
      await sleep(POLL_INTERVAL_MS);
    }
    assert.equal((await at(other, there, "203.0.113.48", "test_sk_wrong")).status, 403);
  });

  it("a valid key that was never used passes from a blocked address after some tries", async () => {
    const merchant = await world.merchant();
    await guess(merchant, WRONG_KEYS_MAX + OVER, () => "203.0.113.57");
    const fresh = await world.inEnvironment(merchant, "test");
    let answer = await at(world, fresh, "203.0.113.57");
    while (answer.status === 429) {
      await sleep(POLL_INTERVAL_MS);
      answer = await at(world, fresh, "203.0.113.57");
    }
    assert.equal(answer.status, 200);
  });

  it("guesses of public and private keys share one limit", async () => {
    const merchant = await world.merchant();
    const wrong = { authorization: "test_pk_guess", "x-forwarded-for": "203.0.113.67" };
    await times(WRONG_KEYS_MAX, async () => {
      assert.equal((await merchant.send("GET", "/customers", undefined, wrong)).status, 401);
    });
    assert.equal(await guess(merchant, 1, () => "203.0.113.67"), 1);
  });

  it("all addresses of one IPv6 network share one limit", async () => {
    const merchant = await world.merchant();
    const refused = await guess(merchant, WRONG_KEYS_MAX + OVER, (number) => `2001:db8:1:2::${number.toString(16)}`);
    assert.equal(refused, OVER);
    assert.equal(await guess(merchant, 1, () => "2001:db8:1:3::1"), 0);
  });

  it("a missing key, and any text where no key is needed, do not count", async () => {
    const merchant = await world.merchant();
    await times(WRONG_KEYS_MAX + OVER, async () => {
      assert.equal((await merchant.send("GET", "/balance", undefined, { "x-grant": "" })).status, 403);
      assert.equal((await merchant.send("GET", "/channels", undefined, { "x-grant": "wrong" })).status, 200);
    });
    assert.equal((await merchant.send("GET", "/balance", undefined, { "x-grant": "wrong" })).status, 403);
  });
});
