import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#kernel/time.ts";
import { createTestUser, currentTotpCode, openTestUser, PASSWORD, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestResponse } from "#testing/world.ts";
import {
  countTries,
  DELAY_MAX_MS,
  DELAYED_PER_ACCOUNT_MAX,
  DELAYED_PER_CALLER_MAX,
  delayOf,
  delayTry,
  THROTTLE_LIMITS,
  type ThrottleKey,
} from "./throttle.ts";

const world = await startTestWorld({ works: false, environment: { KOLO_TRUSTED_PROXIES: "127.0.0.0/8,::1/128" } });
const shop = await world.merchant();
const WRONG = "not the right one at all";
/** Half of the longest delay. A faster response was not delayed like a stranger's. */
const SOON_MS = DELAY_MAX_MS / 2;
let addresses = 0;

const aNewAddress = (): string => {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
};

const from = (who: TestUser, address: string, password: string): Promise<TestResponse> =>
  who.send("POST", "/sign-in", { email: who.email, password }, { "x-forwarded-for": address });

const stranger = (email: string, address: string): Promise<TestResponse> =>
  from(openTestUser(world, "per_0", email), address, WRONG);

/** The same person in a browser that has no earlier sign-in. */
const elsewhere = (person: TestUser): TestUser => openTestUser(world, person.id, person.email);

/** Counts wrong tries without waiting for their delays. */
async function fail(tries: readonly ThrottleKey[], times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await world.db.engine((tx) => countTries(tx, tries));
}

async function timed(answer: Promise<TestResponse>): Promise<{ readonly status: number; readonly took_ms: number }> {
  const began_ms = performance.now();
  const { status } = await answer;
  return { status, took_ms: performance.now() - began_ms };
}

describe("strangers who guess passwords", () => {
  it("of unknown people delay their address, and a right password from there succeeds and clears the delay", async () => {
    const address = aNewAddress();
    const person = await createTestUser(world, shop.id, "viewer");
    const free = Array.from({ length: THROTTLE_LIMITS.address.free }, (_, index) =>
      stranger(`made${index}@example.cm`, address),
    );
    for (const { status } of await Promise.all(free)) assert.equal(status, 401);
    const slow = await timed(stranger("made-up@example.cm", address));
    assert.equal(slow.status, 401);
    assert.ok(slow.took_ms >= 250, `${slow.took_ms} ms`);
    const right = await timed(from(person, address, PASSWORD));
    assert.equal(right.status, 200);
    assert.ok(right.took_ms >= 500, `${right.took_ms} ms`);
    await fail([{ limit: "address", subject: address }], THROTTLE_LIMITS.address.free - 2);
    assert.ok((await timed(stranger("somebody-else@example.cm", address))).took_ms < SOON_MS);
  });

  it("gain no tries by signing in to an account of their own: it clears an address once a day", async () => {
    const address = aNewAddress();
    const own = await createTestUser(world, shop.id, "viewer");
    // Each sign-in is from a new browser and from an address that the account has not used before.
    const clear = async (): Promise<number> => {
      await world.rows(`delete from sessions where person = '${own.id}' returning 1 as one`);
      return (await from(elsewhere(own), address, PASSWORD)).status;
    };
    assert.equal(await clear(), 200);
    await fail([{ limit: "address", subject: address }], THROTTLE_LIMITS.address.free);
    assert.equal(await clear(), 200);
    assert.ok((await timed(stranger("victim@example.cm", address))).took_ms >= 250);
  });

  it("an IPv6 network is delayed like one address, and other networks are not", async () => {
    const network: ThrottleKey = { limit: "address", subject: "2001:db8:7:1::" };
    const failures = THROTTLE_LIMITS.address.free + 4;
    await fail([network], failures);
    // Long enough that slow password hashing on a busy machine is not mistaken for the delay.
    const delay_ms = delayOf(network, failures + 1);
    assert.ok((await timed(stranger("victim1@example.cm", "2001:db8:7:1:a::b"))).took_ms >= delay_ms);
    assert.ok((await timed(stranger("victim2@example.cm", "2001:db8:7:2::1"))).took_ms < delay_ms);
  });

  it("of one account, from many addresses, do not block the right password from a new address", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await fail([{ limit: "account", subject: person.email }], THROTTLE_LIMITS.account.free);
    assert.equal((await stranger(person.email, aNewAddress())).status, 401);
    const { status, took_ms } = await timed(from(person, aNewAddress(), PASSWORD));
    assert.equal(status, 200);
    assert.ok(took_ms >= 500, `${took_ms} ms`);
  });

  it("do not delay a known device at any address, nor a known address", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const known_address = "2001:db8:9:1::1";
    assert.equal((await from(person, known_address, PASSWORD)).status, 200);
    const anywhere = aNewAddress();
    await fail([{ limit: "account", subject: person.email }], 100);
    await fail([{ limit: "address", subject: anywhere }], 100);
    await fail([{ limit: "pair", subject: `${person.email} ${anywhere}` }], 100);
    for (const [browser, address] of [
      [person, anywhere],
      [elsewhere(person), "2001:db8:9:1:a:b:c:d"],
    ] as const) {
      const { status, took_ms } = await timed(from(browser, address, PASSWORD));
      assert.equal(status, 200);
      assert.ok(took_ms < SOON_MS, `${took_ms} ms`);
    }
  });

  it("cannot pass as a known device with a forged cookie or another person's", async () => {
    const [person, other] = [
      await createTestUser(world, shop.id, "viewer"),
      await createTestUser(world, shop.id, "viewer"),
    ];
    await person.signIn();
    await other.signIn();
    const [name = "", value = ""] = person.device.split("=");
    const [, others = ""] = other.device.split("=");
    const [nonce = "", ends_s = "", signature = ""] = value.split(".");
    const later = `${nonce}.${Number(ends_s) + 1}.${signature}`;
    const counts = async (device: string): Promise<number> => {
      await world.rows("delete from sign_in_failures returning 1 as one");
      const browser = elsewhere(person);
      browser.device = device;
      await from(browser, aNewAddress(), WRONG);
      return (await world.rows("select 1 as one from sign_in_failures")).length;
    };
    assert.equal(await counts(person.device), 1);
    for (const forged of [others, later, `${nonce}.${ends_s}.${"0".repeat(64)}`, "x", ""]) {
      assert.equal(await counts(`${name}=${forged}`), 3, forged);
    }
  });

  it("wait in bounded numbers, and leave room for a first-time caller", async () => {
    const email = "wanted@example.cm";
    const at = (address: string): readonly ThrottleKey[] => [
      { limit: "pair", subject: `${email} ${address}` },
      { limit: "account", subject: email },
      { limit: "address", subject: address },
    ];
    const refused: unknown[] = [];
    const tryIt = (tries: readonly ThrottleKey[]): Promise<unknown> =>
      delayTry(world.db.engine, tries).catch((error: unknown) => refused.push(error));
    const refusedTimes = async (times: number): Promise<void> => {
      for (let look = 0; refused.length < times && look < 500; look += 1) await sleep(10);
      assert.equal(refused.length, times);
    };
    await fail([{ limit: "account", subject: email }], 30);
    const hosts = Array.from({ length: DELAYED_PER_ACCOUNT_MAX + 2 }, aNewAddress);
    for (const host of hosts) await fail([{ limit: "pair", subject: `${email} ${host}` }], 10);
    for (const host of hosts) void tryIt(at(host));
    await refusedTimes(2);
    void tryIt(at(aNewAddress()));
    const office: ThrottleKey = { limit: "link", subject: aNewAddress() };
    await fail([office], 40);
    for (let tries = 0; tries < DELAYED_PER_CALLER_MAX; tries += 1) void tryIt([office]);
    await refusedTimes(2 + DELAYED_PER_CALLER_MAX - DELAYED_PER_ACCOUNT_MAX);
  });

  it("are delayed twice as long by each further try, and never longer than ten seconds", () => {
    const delays = [0, 5, 6, 7, 8, 11, 12, 1_000_000].map((failures) =>
      delayOf({ limit: "pair", subject: "" }, failures),
    );
    assert.deepEqual(delays, [0, 0, 250, 500, 1_000, 8_000, DELAY_MAX_MS, DELAY_MAX_MS]);
  });
});

describe("an attacker with a stolen password who guesses codes", () => {
  const enter = (who: TestUser, code: string): Promise<TestResponse> => who.send("POST", "/sign-in/code", { code });

  it("does not lock the person out: not by codes, recovery codes or step-ups", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const secret = await person.enrollSecondFactor();
    const { recovery_codes } = (await person.send("POST", "/me/second-factor/recovery-codes")).body;
    const session = { ...person };
    const thief = elsewhere(person);
    await thief.signIn();
    for (let guess = 0; guess < 6; guess += 1) assert.equal((await enter(thief, `00000${guess}`)).status, 401);
    await fail([{ limit: "code", subject: person.id }], 50);

    world.db.advanceClock(MINUTE_MS);
    const proof = { code: await currentTotpCode(world, secret) };
    const proved = await timed(person.send("POST", "/me/proof", proof));
    assert.equal(proved.status, 200);
    const known_browser = elsewhere(person);
    known_browser.device = session.device;
    await known_browser.signIn();
    world.db.advanceClock(MINUTE_MS);
    const entered = await timed(enter(known_browser, await currentTotpCode(world, secret)));
    assert.equal(entered.status, 200);
    const recovering = elsewhere(person);
    await recovering.signIn();
    const recovered = await timed(enter(recovering, recovery_codes[0]));
    assert.equal(recovered.status, 200);
    for (const { took_ms } of [proved, entered, recovered]) assert.ok(took_ms < SOON_MS, `${took_ms} ms`);
  });

  it("is delayed, and the right code works on a new device too, up to a hundred wrong ones a day", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const secret = await person.enrollSecondFactor();
    const { recovery_codes } = (await person.send("POST", "/me/second-factor/recovery-codes")).body;
    await fail([{ limit: "code", subject: person.id }], THROTTLE_LIMITS.code.free + 1);
    world.db.advanceClock(MINUTE_MS);
    const browser = elsewhere(person);
    await browser.signIn();
    const right = await timed(enter(browser, await currentTotpCode(world, secret)));
    assert.equal(right.status, 200);
    assert.ok(right.took_ms >= 500, `${right.took_ms} ms`);

    await fail([{ limit: "code", subject: person.id }], THROTTLE_LIMITS.code.most);
    world.db.advanceClock(MINUTE_MS);
    const late = elsewhere(person);
    await late.signIn();
    const refused = await enter(late, await currentTotpCode(world, secret));
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [403, ["code"]]);
    assert.equal((await enter(late, recovery_codes[1])).status, 200);
    const known_browser = elsewhere(person);
    known_browser.device = person.device;
    await known_browser.signIn();
    assert.equal((await enter(known_browser, await currentTotpCode(world, secret))).status, 200);
  });
});
