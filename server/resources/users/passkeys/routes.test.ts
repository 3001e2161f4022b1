import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MINUTE_MS } from "#kernel/time.ts";
import { type Authenticator, type ForgedResponse, newAuthenticator } from "#testing/authenticator.ts";
import { assertRefused } from "#testing/orders.ts";
import { createTestUser, currentTotpCode, openTestUser, PASSWORD, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestResponse } from "#testing/world.ts";
import { relyingPartyOf } from "./challenge.ts";

const world = await startTestWorld({ works: false, is_named: true });
const shop = await world.merchant();

/** Registers a passkey for a person who has just signed in. */
async function add(person: TestUser, authenticator: Authenticator, lie: ForgedResponse = {}): Promise<TestResponse> {
  const { options } = (await person.send("POST", "/me/passkeys/options", {})).body;
  return person.send("POST", "/me/passkeys", { name: "Phone", response: authenticator.create(options, lie) });
}

async function signIn(person: TestUser, authenticator: Authenticator, lie: ForgedResponse = {}): Promise<TestResponse> {
  const { options } = (await person.send("POST", "/sign-in/passkey/options", {})).body;
  return person.send("POST", "/sign-in/passkey", { response: authenticator.use(options, lie) });
}

async function prove(person: TestUser, authenticator: Authenticator): Promise<TestResponse> {
  const { options } = (await person.send("POST", "/me/proof/passkey/options", {})).body;
  return person.send("POST", "/me/proof/passkey", { response: authenticator.use(options) });
}

/** Creates a person with a passkey and no authenticator app. */
async function aHolder(role: "owner" | "viewer" = "owner") {
  const person = await createTestUser(world, shop.id, role);
  await person.signIn();
  const authenticator = newAuthenticator(world.url);
  const added = await add(person, authenticator);
  assert.equal(added.status, 201, added.text);
  return { person, authenticator, recovery_codes: added.body.recovery_codes };
}

describe("a passkey", () => {
  it("is registered with a name, counts as a second factor, and creates recovery codes once", async () => {
    const { person, recovery_codes } = await aHolder();
    assert.equal(recovery_codes.length, 10);
    const { me } = (await person.send("GET", "/me")).body;
    assert.deepEqual(
      [me.profile.has_second_factor, me.profile.has_app, me.profile.passkeys, me.session.has_second_factor],
      [true, false, 1, true],
    );
    const [item] = (await person.send("GET", "/me/passkeys")).body.items;
    assert.deepEqual([item.name, item.last_used_at], ["Phone", null]);
    const second = await add(person, newAuthenticator(world.url));
    assert.deepEqual([second.status, second.body.recovery_codes], [201, []]);
    const members = (await person.send("GET", `/merchants/${shop.id}/people`)).body.members;
    assert.equal(members.find(({ id }: { id: string }) => id === person.id).has_second_factor, true);
  });

  it("signs in without a password, with the rights of two factors, and ends the previous session", async () => {
    const { person, authenticator } = await aHolder();
    const before = person.cookie;
    const answer = await signIn(person, authenticator);
    assert.equal(answer.status, 200, answer.text);
    assert.notEqual(person.cookie, before);
    const { me } = (await person.send("GET", "/me")).body;
    assert.deepEqual([me.profile.id, me.session.has_second_factor], [person.id, true]);
    const old = openTestUser(world, person.id, person.email);
    old.cookie = before;
    assert.equal((await old.send("GET", "/me")).status, 401);
    assert.ok((await person.send("GET", "/me/passkeys")).body.items[0].last_used_at);
  });

  it("is the second step after the password, which alone is not enough", async () => {
    const { person, authenticator, recovery_codes } = await aHolder();
    assert.equal((await person.signIn()).body.awaits_code, true);
    const half = person.cookie;
    assert.equal((await person.send("GET", "/me")).status, 401);
    assert.equal((await person.send("POST", "/sign-in/code", { code: "000000" })).status, 401);
    assert.equal((await signIn(person, authenticator)).status, 200);
    assert.equal((await person.send("GET", "/me")).status, 200);
    const old = openTestUser(world, person.id, person.email);
    old.cookie = half;
    assert.equal((await old.send("POST", "/sign-in/code", { code: recovery_codes[0] })).status, 401);
    await person.signIn();
    assert.equal((await person.send("POST", "/sign-in/code", { code: recovery_codes[0] })).status, 200);
  });

  it("can step up; the password cannot when there is a passkey", async () => {
    const { person, authenticator } = await aHolder();
    world.db.advanceClock(6 * MINUTE_MS);
    const stale = await person.send("POST", "/me/passkeys/options", {});
    assertRefused(stale, 403, "step_up");
    assertRefused(await person.send("POST", "/me/proof", { password: PASSWORD }), 400, "code");
    const before = person.cookie;
    assert.equal((await prove(person, authenticator)).status, 200);
    assert.notEqual(person.cookie, before, "the token changes with what it opens");
    assert.equal((await person.send("POST", "/me/passkeys/options", {})).status, 200);
  });

  it("is removed by its person after a step-up; the last one takes the rights and codes with it", async () => {
    const { person, authenticator } = await aHolder();
    const other = await aHolder();
    const [{ id }] = (await person.send("GET", "/me/passkeys")).body.items;
    assert.equal((await other.person.send("DELETE", `/me/passkeys/${id}`)).status, 404);
    world.db.advanceClock(6 * MINUTE_MS);
    assertRefused(await person.send("DELETE", `/me/passkeys/${id}`), 403, "step_up");
    await prove(person, authenticator);
    assert.equal((await person.send("DELETE", `/me/passkeys/${id}`)).status, 200);
    const { me } = (await person.send("GET", "/me")).body;
    assert.deepEqual([me.profile.has_second_factor, me.session.has_second_factor], [false, false]);
    assert.equal((await signIn(person, authenticator)).status, 401);
    assert.equal((await person.signIn()).body.awaits_code, false);
    assert.deepEqual(await world.rows(`select 1 from recovery_codes where person = '${person.id}'`), []);
  });

  it("beside an app: either is enough, and removing one keeps the other and the codes", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    const authenticator = newAuthenticator(world.url);
    const added = await add(person, authenticator);
    assert.deepEqual([added.status, added.body.recovery_codes], [201, []]);
    assert.equal((await person.send("DELETE", "/me/second-factor")).status, 200);
    const { me } = (await person.send("GET", "/me")).body;
    assert.deepEqual([me.profile.has_second_factor, me.session.has_second_factor], [true, true]);
    assert.equal(me.profile.recovery_codes_left, 10);
    await person.signIn();
    assert.equal(
      (await person.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) })).status,
      401,
    );
    assert.equal((await signIn(person, authenticator)).status, 200);
  });
});

describe("the service refuses", () => {
  const lies: readonly (readonly [string, ForgedResponse])[] = [
    ["another site's origin", { origin: "https://evil.example" }],
    ["another site's id", { host: "evil.example" }],
    ["a challenge that was not issued", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
    ["a user who was not verified", { is_verified: false }],
  ];
  for (const [what, lie] of lies) {
    it(`to sign in with ${what}`, async () => {
      const { person, authenticator } = await aHolder();
      await person.send("POST", "/sign-out", {});
      const answer = await signIn(person, authenticator, lie);
      assertRefused(answer, 401, "passkey");
      assert.equal((await person.send("GET", "/me")).status, 401);
    });

    it(`to register with ${what}`, async () => {
      const person = await createTestUser(world, shop.id, "owner");
      await person.signIn();
      const answer = await add(person, newAuthenticator(world.url), lie);
      assert.ok([400, 401].includes(answer.status), answer.text);
      assert.deepEqual((await person.send("GET", "/me/passkeys")).body.items, []);
    });
  }

  it("and logs a failed sign-in, at sign-in and at step-up", async () => {
    const failures = async (person: TestUser) =>
      (
        await world.rows(
          `select after from audit_log where subject = '${person.id}' and action = 'person.sign_in_failed' order by number`,
        )
      ).map(({ after }) => JSON.parse(JSON.stringify(after)));
    for (const [, lie] of lies) {
      const { person, authenticator } = await aHolder();
      await person.send("POST", "/sign-out", {});
      assertRefused(await signIn(person, authenticator, lie), 401, "passkey");
      const [failure] = await failures(person);
      assert.deepEqual([failure?.what, failure?.times, failure?.address], ["passkey", 1, "127.0.0.1"]);
    }
    const [own, theirs] = [await aHolder(), await aHolder()];
    assert.equal((await prove(own.person, theirs.authenticator)).status, 401);
    assert.deepEqual([(await failures(own.person)).length, (await failures(theirs.person)).length], [1, 0]);
    assert.equal((await signIn(own.person, own.authenticator)).status, 200);
    assert.equal((await failures(own.person)).length, 1);
  });

  it("the same answer twice, also concurrently", async () => {
    const { person, authenticator } = await aHolder();
    const { options } = (await person.send("POST", "/sign-in/passkey/options", {})).body;
    const response = authenticator.use(options);
    const browsers = Array.from({ length: 6 }, () => openTestUser(world, person.id, person.email));
    const answers = await Promise.all(
      browsers.map((browser) => browser.send("POST", "/sign-in/passkey", { response })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 401).length, 5);
  });

  it("a cloned authenticator with an earlier counter", async () => {
    const { person, authenticator } = await aHolder();
    await signIn(person, authenticator);
    await signIn(person, authenticator);
    assert.equal((await signIn(person, authenticator, { sign_count: 1 })).status, 401);
  });

  it("an answer after five minutes, and one to a challenge of another purpose", async () => {
    const { person, authenticator } = await aHolder();
    const { options } = (await person.send("POST", "/sign-in/passkey/options", {})).body;
    const proof = await person.send("POST", "/me/proof/passkey", { response: authenticator.use(options) });
    assert.equal(proof.status, 401, "a question to whoever signs in proves nothing of who is");
    const later = (await person.send("POST", "/sign-in/passkey/options", {})).body;
    world.db.advanceClock(6 * MINUTE_MS);
    const response = authenticator.use(later.options);
    assert.equal((await person.send("POST", "/sign-in/passkey", { response })).status, 401);
  });

  it("another person's passkey at a step-up", async () => {
    const [own, theirs] = [await aHolder(), await aHolder()];
    world.db.advanceClock(6 * MINUTE_MS);
    assert.equal((await prove(own.person, theirs.authenticator)).status, 401);
    assertRefused(await own.person.send("POST", "/me/passkeys/options", {}), 403, "step_up");
  });

  it("a passkey that is registered for another person", async () => {
    const { authenticator } = await aHolder();
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    assert.equal((await add(person, authenticator)).status, 409);
    assert.equal((await person.send("GET", "/me")).body.me.profile.has_second_factor, false);
  });

  it("a visitor without a session, with a half-open one, or from another site", async () => {
    const { person } = await aHolder();
    await person.signIn();
    for (const [method, path] of [
      ["GET", "/me/passkeys"],
      ["POST", "/me/passkeys/options"],
      ["POST", "/me/passkeys"],
      ["DELETE", "/me/passkeys/psk_1"],
      ["POST", "/me/proof/passkey/options"],
      ["POST", "/me/proof/passkey"],
    ] as const) {
      const body = method === "POST" ? {} : undefined;
      assert.equal((await person.send(method, path, body)).status, 401, path);
    }
    const evil = { origin: "https://evil.example" };
    for (const path of ["/sign-in/passkey/options", "/sign-in/passkey"]) {
      assert.equal((await person.send("POST", path, {}, evil)).status, 403, path);
    }
  });

  it("malformed answers, with the usual error body", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    for (const body of [{}, { response: 5 }, { response: { id: "a", rawId: "a", type: "public-key", response: {} } }]) {
      assertRefused(await person.send("POST", "/sign-in/passkey", body), 400);
      assertRefused(await person.send("POST", "/me/passkeys", body), 400);
    }
  });
});

describe("a site", () => {
  it("supports passkeys with a name over HTTPS, or on localhost; an IP address does not", () => {
    assert.deepEqual(relyingPartyOf("https://pay.example.cm"), {
      host: "pay.example.cm",
      origin: "https://pay.example.cm",
    });
    assert.deepEqual(relyingPartyOf("http://localhost:8080"), { host: "localhost", origin: "http://localhost:8080" });
    for (const url of ["http://127.0.0.1:8080", "https://[::1]", "http://pay.example.cm"])
      assert.equal(relyingPartyOf(url), null);
  });

  it("without passkeys reports that", async () => {
    const bare = await startTestWorld({ works: false });
    const person = await createTestUser(bare, (await bare.merchant()).id, "owner");
    await person.signIn();
    assertRefused(await person.send("POST", "/me/passkeys/options", {}), 422, "passkey");
    assertRefused(await person.send("POST", "/sign-in/passkey/options", {}), 422, "passkey");
  });
});
