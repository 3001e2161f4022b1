import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#kernel/time.ts";
import { grantPlatformOperator } from "#resources/platform-operators/grant.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { createTestUser, currentTotpCode, PASSWORD, type TestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import { LINK_MINUTES, VALID_LINKS_MAX } from "./forgotten-password.ts";

const mail = await startMailServer();
const world = await startTestWorld({ environment: mail.environment });
const shop = await world.merchant({ name: "Chez Jeanne" });
const NEW_PASSWORD = "seven grey parrots sing";
const nobody = await createTestUser(world, shop.id, "viewer");

/** Clears the counters first, so that the tests do not use up each other's tries. */
async function ask(email: string) {
  await world.rows("delete from sign_in_failures returning 1 as one");
  return nobody.send("POST", "/forgotten-password", { email });
}

/** Returns the token in the person's reset mail with this number, counted from one. */
async function tokenOf(email: string, number = 1): Promise<string> {
  for (let look = 0; look < 600; look += 1) {
    const letter = mail.received.filter(({ to, text }) => to.includes(email) && text.includes("/reset#"))[number - 1];
    if (letter) return /\/dashboard\/reset#([0-9A-Za-z]+)/.exec(letter.text)?.[1] ?? "";
    await sleep(25);
  }
  return assert.fail(`${email} has ${number} mails`);
}

const reset = (token: string, password = NEW_PASSWORD) => nobody.send("POST", "/reset", { token, password });
const signIn = (who: TestUser, password: string) =>
  who.send("POST", "/sign-in", { email: who.email, password }, { cookie: "" });

describe("a forgotten password", () => {
  it("is set by a link in a mail, once; every session and every other link ends", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    await person.signIn();
    assert.equal((await ask(person.email)).status, 202);
    assert.equal((await ask(person.email.toUpperCase())).status, 202);
    const [first, second] = [await tokenOf(person.email), await tokenOf(person.email, 2)];
    assert.equal((await reset(first, "short")).status, 400);
    assert.equal((await reset(first)).status, 200);
    assert.equal((await person.send("GET", "/me")).status, 401);
    for (const used of [first, second]) assert.equal((await reset(used)).status, 404);
    assert.equal((await signIn(person, PASSWORD)).status, 401);
    assert.equal((await signIn(person, NEW_PASSWORD)).status, 200);
    const audit_log = await world.rows(
      `select action, actor from audit_log where subject = '${person.id}' and action = 'person.password_reset'`,
    );
    assert.deepEqual(audit_log, [{ action: "person.password_reset", actor: `user:${person.id}` }]);
    await world.assertCleanAudit();
  });

  it("is in the platform operators' log for a platform operator", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const grant = { email: person.email, name: null, keeps_account: true };
    await world.db.engine((tx) => grantPlatformOperator(tx, grant, "operator:root"));
    await ask(person.email);
    assert.equal((await reset(await tokenOf(person.email))).status, 200);
    const audit_log = await world.rows(
      `select action, actor from platform_operator_audit_log where subject = '${person.id}' order by number`,
    );
    assert.deepEqual(audit_log.at(-1), { action: "person.password_reset", actor: `user:${person.id}` });
    await world.assertCleanAudit();
  });

  it("leaves the second factor unchanged: the new password alone is not enough", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    await ask(person.email);
    assert.equal((await reset(await tokenOf(person.email))).status, 200);
    const half = await person.send("POST", "/sign-in", { email: person.email, password: NEW_PASSWORD });
    assert.deepEqual([half.status, half.body.awaits_code], [200, true]);
    assert.equal((await person.send("GET", "/me")).status, 401);
    world.db.advanceClock(MINUTE_MS);
    assert.equal(
      (await person.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) })).status,
      200,
    );
    assert.equal((await person.send("GET", "/me")).body.me.session.has_second_factor, true);
  });

  it("its link ends after half an hour, and with any other password change", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await ask(person.email);
    const late = await tokenOf(person.email);
    world.db.advanceClock(LINK_MINUTES * MINUTE_MS);
    assert.equal((await reset(late)).status, 404);
    await ask(person.email);
    const token = await tokenOf(person.email, 2);
    const named = await reset(token, "Chez-Jeanne-2026");
    const [weak] = named.body.field_reasons.password;
    assert.deepEqual(weak, { reason: "weak_password", params: { weakness: "words" } }, "the name of the business");
    await person.signIn();
    const changed = { current: PASSWORD, password: "nine blue herons wait" };
    assert.equal((await person.send("PUT", "/me/password", changed)).status, 200);
    assert.equal((await reset(token)).status, 404);
  });
});

describe("requesting a link", () => {
  it("returns the same for a known and an unknown address", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const [there, not_there] = [await ask(person.email), await ask("nobody-at-all@example.cm")];
    assert.equal(there.text, not_there.text);
    assert.deepEqual(
      [...there.headers].filter(([name]) => !/date|request-id/.test(name)),
      [...not_there.headers].filter(([name]) => !/date|request-id/.test(name)),
    );
    await tokenOf(person.email);
    assert.equal(
      mail.received.some(({ to }) => to.includes("nobody-at-all@example.cm")),
      false,
    );
    assert.deepEqual(await world.rows("select * from password_reset_requests"), []);
  });

  it("takes the same time for a known and an unknown address", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const times: Record<string, number[]> = { there: [], not_there: [] };
    for (let round = 0; round < 40; round += 1) {
      for (const [kind, email] of [
        ["there", person.email],
        ["not_there", `nobody-${round}@example.cm`],
      ] as const) {
        await world.rows("delete from sign_in_failures returning 1 as one");
        const began_ms = performance.now();
        await nobody.send("POST", "/forgotten-password", { email });
        times[kind]?.push(performance.now() - began_ms);
      }
    }
    const middle = (all: readonly number[] = []) => [...all].sort((a, b) => a - b)[all.length / 2] ?? 0;
    const [one, other] = [middle(times.there), middle(times.not_there)];
    assert.ok(Math.abs(one - other) < Math.max(10, Math.min(one, other)), `${one} ms and ${other} ms`);
  });

  it("400: an invalid e-mail address; a mailbox is not flooded, and always holds a working link", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    assert.equal((await ask("no address")).status, 400);
    for (let number = 0; number < VALID_LINKS_MAX + 3; number += 1) await ask(person.email);
    await tokenOf(person.email, VALID_LINKS_MAX);
    const other = await createTestUser(world, shop.id, "viewer");
    await ask(other.email);
    await tokenOf(other.email);
    assert.equal(mail.received.filter(({ to }) => to.includes(person.email)).length, VALID_LINKS_MAX);
    world.db.advanceClock(LINK_MINUTES * MINUTE_MS + 1_000);
    await ask(person.email);
    assert.equal((await reset(await tokenOf(person.email, VALID_LINKS_MAX + 1))).status, 200);
  });

  it("is delayed after many tries from an address, and still works", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await world.rows("delete from sign_in_failures returning 1 as one");
    const tries = 22;
    let last_ms = 0;
    for (let number = 0; number < tries; number += 1) {
      const began_ms = performance.now();
      const answer = await nobody.send("POST", "/forgotten-password", { email: `x${number}@example.cm` });
      assert.equal(answer.status, 202);
      last_ms = performance.now() - began_ms;
    }
    assert.ok(last_ms >= 500, `the 22nd took ${last_ms} ms`);
    await ask(person.email);
    await tokenOf(person.email);
  });

  it("wrong tokens lock nobody out: the right one works from the same address", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await ask(person.email);
    const token = await tokenOf(person.email);
    for (let number = 0; number < 40; number += 1) assert.equal((await reset(`guess${number}`)).status, 404);
    assert.equal((await reset(token)).status, 200);
  });

  it("422: an installation without mail, which the page can check first", async () => {
    const mute = await startTestWorld({ works: false });
    const business = await mute.merchant();
    const person = await createTestUser(mute, business.id, "viewer");
    assert.equal((await person.send("GET", "/forgotten-password")).body.is_mailed, false);
    assert.equal((await person.send("POST", "/forgotten-password", { email: person.email })).status, 422);
    assert.deepEqual((await nobody.send("GET", "/forgotten-password")).body.is_mailed, true);
  });
});
