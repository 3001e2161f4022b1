import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { createTestUser, currentTotpCode, openTestUser, PASSWORD, type TestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import { deleteOldFailures, FAILURES_RECORDED_PER_HOUR_MAX, recordFailedSignIn } from "./security-events.ts";

const mail = await startMailServer();
const world = await startTestWorld({ environment: mail.environment });
const shop = await world.merchant({ name: "Chez Jeanne" });

/** The audit entries about a person's authentication, the oldest first. */
async function recorded(person: TestUser) {
  return world.rows(
    `select action, actor, after from audit_log where subject = '${person.id}' and action like 'person.%' and action <> 'person.created' order by number`,
  );
}

const actsOf = async (person: TestUser) => (await recorded(person)).map(({ action }) => action);

async function until<Result>(
  look: () => Promise<Result | null | undefined> | Result | null | undefined,
): Promise<Result> {
  for (let turn = 0; turn < 400; turn += 1) {
    const value = await look();
    if (value !== null && value !== undefined) return value;
    await sleep(25);
  }
  return assert.fail("it did not come about");
}

/** Waits for `count` mails to a person whose text matches `words`. */
const mailsTo = (email: string, words: RegExp, count = 1) =>
  until(() => {
    const mails = mail.received.filter(({ to, text }) => to.includes(email) && words.test(text));
    return mails.length >= count ? mails : null;
  });

describe("the audit log of a business", () => {
  it("has sign-ins, sign-outs and step-ups, with the person and address", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    await person.signIn();
    assert.equal((await person.send("POST", "/me/proof", { password: PASSWORD })).status, 200);
    assert.equal((await person.send("POST", "/sign-out")).status, 200);
    assert.deepEqual(await actsOf(person), ["person.signed_in", "person.proved", "person.signed_out"]);
    const [signed_in] = await recorded(person);
    assert.equal(signed_in?.actor, `user:${person.id}`);
    const { address, by, is_known_device } = JSON.parse(JSON.stringify(signed_in?.after));
    assert.deepEqual([address, by, is_known_device], ["127.0.0.1", "password", false]);
    await world.assertCleanAudit();
  });

  it("has changes of second factors and passwords, and recovery codes created and used", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    const secret = await person.enrollSecondFactor();
    const { recovery_codes } = (await person.send("POST", "/me/second-factor/recovery-codes")).body;
    await person.signIn();
    assert.equal((await person.send("POST", "/sign-in/code", { code: recovery_codes[0] })).status, 200);
    const next = "another horse, another battery";
    assert.equal((await person.send("PUT", "/me/password", { current: PASSWORD, password: next })).status, 200);
    world.db.advanceClock(MINUTE_MS);
    assert.equal((await person.send("POST", "/me/proof", { code: await currentTotpCode(world, secret) })).status, 200);
    assert.equal((await person.send("DELETE", "/me/second-factor")).status, 200);
    const audit_log = (await actsOf(person)).filter((action) => action !== "person.signed_in");
    assert.deepEqual(audit_log, [
      ...["person.second_factor_added", "person.recovery_codes_made", "person.recovery_code_used"],
      ...["person.password_changed", "person.proved", "person.second_factor_removed"],
    ]);
    await world.assertCleanAudit();
  });

  it("has an export, with the address", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    assert.equal((await person.send("GET", `/merchants/${shop.id}/test/exports/transfers`)).status, 200);
    const [action] = await world.rows(
      `select after from audit_log where action = 'list.exported' and actor = 'user:${person.id}'`,
    );
    assert.equal(JSON.parse(JSON.stringify(action?.after)).address, "127.0.0.1");
  });

  it("has failed sign-ins by password and by code, one entry for the first ten from an address", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    await person.enrollSecondFactor();
    for (let time = 0; time < 3; time += 1) await person.signIn("not the right one at all");
    await until(async () => (await actsOf(person)).find((action) => action === "person.sign_in_failed"));
    await person.signIn();
    assert.equal((await person.send("POST", "/sign-in/code", { code: "000000" })).status, 401);
    const failures = (await recorded(person)).filter(({ action }) => action === "person.sign_in_failed");
    assert.equal(failures.length, 1);
    const { what, times, address } = JSON.parse(JSON.stringify(failures[0]?.after));
    assert.deepEqual([what, times, address], ["password", 1, "127.0.0.1"]);
  });

  it("cannot be flooded by strangers, from one address or many", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    const fail = (address: string) =>
      world.db.engine((tx) => recordFailedSignIn(tx, person.id, "password", { address, agent: "" }));
    const times = async () => (await recorded(person)).map(({ after }) => JSON.parse(JSON.stringify(after)).times);
    for (let turn = 0; turn < 120; turn += 1) await fail("203.0.113.9");
    assert.deepEqual(await times(), [1, 10, 100]);
    for (let turn = 0; turn < 60; turn += 1) await fail(`198.51.100.${turn}`);
    assert.equal((await times()).length, FAILURES_RECORDED_PER_HOUR_MAX);
    const failure_rows = await world.rows(`select 1 from sign_in_failure_counts where person = '${person.id}'`);
    assert.ok(failure_rows.length <= FAILURES_RECORDED_PER_HOUR_MAX, `${failure_rows.length} rows`);
    world.db.advanceClock(HOUR_MS + MINUTE_MS);
    await fail("198.51.100.200");
    assert.equal((await times()).length, FAILURES_RECORDED_PER_HOUR_MAX + 1);
    world.db.advanceClock(2 * DAY_MS);
    await world.db.engine(deleteOldFailures);
    assert.deepEqual(await world.rows("select 1 from sign_in_failure_counts"), []);
    await world.assertCleanAudit();
  });
});

describe("a person receives a mail", () => {
  it("about a sign-in from a new device, and not about the first one or a known device", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    await person.signIn();
    await person.signIn();
    const other = openTestUser(world, person.id, person.email);
    await other.signIn();
    const [letter] = await mailsTo(person.email, /sign-in from a new device/);
    assert.match(letter?.text ?? "", /connexion depuis un nouvel appareil/);
    assert.match(letter?.text ?? "", /127\.0\.0\.1/);
    const made = await world.rows(`select 1 from outbox_mail where about = '${person.id}'`);
    assert.equal(made.length, 1);
  });

  it("about a new second factor and a new password", async () => {
    const person = await createTestUser(world, shop.id, "finance");
    await person.enrollSecondFactor();
    await mailsTo(person.email, /second factor added/);
    const next = "another horse, another battery";
    assert.equal((await person.send("PUT", "/me/password", { current: PASSWORD, password: next })).status, 200);
    await mailsTo(person.email, /password changed/);
  });

  it("about a changed address list, as an owner of the business", async () => {
    const store = await world.merchant({ name: "Boutique" });
    const [owner, partner, viewer] = [
      await createTestUser(world, store.id, "owner"),
      await createTestUser(world, store.id, "owner"),
      await createTestUser(world, store.id, "viewer"),
    ];
    await owner.signIn();
    const path = `/merchants/${store.id}/test/addresses`;
    assert.equal((await owner.send("POST", path, { range: "203.0.113.7" })).status, 200);
    assert.equal((await owner.send("DELETE", `${path}?range=203.0.113.7`)).status, 200);
    for (const { email } of [owner, partner]) {
      await mailsTo(email, /The address 203\.0\.113\.7\S* was added \(test\) by Ama Test/);
      await mailsTo(email, /The address 203\.0\.113\.7\S* was removed/);
    }
    assert.deepEqual(await world.rows(`select 1 from outbox_mail where about = '${viewer.id}'`), []);
  });
});
