import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Tx } from "#db/tx.ts";
import { DAY_MS } from "#kernel/time.ts";
import { grantPlatformOperator } from "#resources/platform-operators/grant.ts";
import { newAuthenticator } from "#testing/authenticator.ts";
import { createTestUser, currentTotpCode, openTestUser, PASSWORD } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import {
  INVITATIONS_PER_ADDRESS_PER_DAY,
  INVITATIONS_PER_MERCHANT_PER_DAY,
  invite as inviteTo,
  withdrawInvitation,
} from "./invite.ts";
import { removePasskey } from "./passkeys/remove.ts";
import { hashPassword } from "./password-hash.ts";
import { changePassword, issueReset } from "./reset-password.ts";
import { endOtherSessions } from "./sessions/store.ts";
import { lock } from "./store.ts";

const world = await startTestWorld({ works: false, is_named: true });
const shop = await world.merchant();
const owner = await createTestUser(world, shop.id, "owner");
await owner.enrollSecondFactor();
const people = `/merchants/${shop.id}/people`;

async function invite(email: string, role: string): Promise<string> {
  const { status, body, text } = await owner.send("POST", people, { email, role });
  assert.equal(status, 201, text);
  return body.url.split("#")[1];
}

const join = (token: string, email: string) =>
  openTestUser(world, "per_0", email).send("POST", "/invitation/new", { token, name: "Kofi", password: PASSWORD });

describe("a person who was invited twice", () => {
  it("joins by one link, and the other is void: after removal it does not let them return", async () => {
    const email = "kofi@example.cm";
    const [mistaken, meant] = [await invite(email, "owner"), await invite(email, "viewer")];
    assert.equal((await join(meant, email)).status, 200);
    const { members, invitations } = (await owner.send("GET", people)).body;
    assert.deepEqual(invitations, [], "nobody is shown as invited who is a member");
    const { id } = members.find((member: { email: string }) => member.email === email);
    assert.equal((await owner.send("DELETE", `${people}/${id}`)).status, 200);
    const kofi = openTestUser(world, id, email);
    await kofi.signIn();
    assert.equal((await kofi.send("POST", "/invitation/known", { token: mistaken })).status, 404);
    assert.deepEqual((await kofi.send("GET", "/me")).body.me.businesses, []);
    const audit_log = await world.rows(
      `select action, actor from audit_log where subject = '${email}' and action <> 'person.invited' order by number`,
    );
    assert.deepEqual(audit_log, [{ action: "invitation.withdrawn", actor: `user:${id}` }]);
    await world.assertCleanAudit();
  });
});

describe("a link that removes the second factor", () => {
  it("removes the old password too: until it is used nothing opens the account", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.enrollSecondFactor();
    const options = { forgets_second_factor: true };
    const { token } = await world.db.engine((tx) => issueReset(tx, person.email, options, "operator:root"));
    const thief = openTestUser(world, person.id, person.email);
    assert.equal((await thief.signIn()).status, 401, "whoever knows the password needed a code until now");
    const password = "a lamp, a ladder and a loaf";
    assert.equal((await person.send("POST", "/reset", { token, password })).status, 200);
    assert.equal((await person.signIn(password)).body.awaits_code, false);
  });
});

describe("a passkey or app set up while the password changes", () => {
  it("is not stored: the session that started it has ended", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    const thief = openTestUser(world, person.id, person.email);
    await thief.signIn();
    const { options } = (await thief.send("POST", "/me/passkeys/options", {})).body;
    const { secret } = (await thief.send("POST", "/me/second-factor")).body;
    const code = await currentTotpCode(world, secret);
    const hash = await hashPassword("what only its person knows");
    const response = newAuthenticator(world.url).create(options);
    const waiting = await world.db.engine(async (tx) => {
      await changePassword(tx, person.id, hash);
      const begun = [
        thief.send("POST", "/me/passkeys", { name: "Thief's", response }),
        thief.send("POST", "/me/second-factor/confirm", { code }),
      ];
      // By now both requests have passed authentication, and wait for the lock of the change.
      await sleep(1_000);
      await endOtherSessions(tx, person.id, null);
      return { begun };
    });
    assert.deepEqual(
      (await Promise.all(waiting.begun)).map(({ status }) => status),
      [401, 401],
    );
    assert.deepEqual(await world.rows(`select id from passkeys where person = '${person.id}'`), []);
    assert.equal((await person.signIn("what only its person knows")).body.awaits_code, false);
  });
});

/** Waits until another transaction waits for a lock of this one. */
async function waitForBlocked(tx: Tx): Promise<void> {
  for (;;) {
    const { is_blocking } = await tx.row<{ is_blocking: boolean }>(sql`
      select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as is_blocking`);
    if (is_blocking) return;
    await sleep(20);
  }
}

describe("credentials revoked during their use", () => {
  it("open no session: a removed passkey, although an app is left", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.enrollSecondFactor();
    const { options } = (await person.send("POST", "/me/passkeys/options", {})).body;
    const stolen = newAuthenticator(world.url);
    const added = await person.send("POST", "/me/passkeys", { name: "Stolen", response: stolen.create(options) });
    assert.equal(added.status, 201, added.text);
    const [{ id }] = (await person.send("GET", "/me/passkeys")).body.items;
    const thief = openTestUser(world, person.id, person.email);
    const challenge = (await thief.send("POST", "/sign-in/passkey/options", {})).body;
    const { entering } = await world.db.engine(async (tx) => {
      await lock(tx, person.id);
      const begun = thief.send("POST", "/sign-in/passkey", { response: stolen.use(challenge.options) });
      await waitForBlocked(tx);
      await removePasskey(tx, person.id, id);
      await endOtherSessions(tx, person.id, null);
      return { entering: begun };
    });
    assert.equal((await entering).status, 401);
    assert.equal((await thief.send("GET", "/me")).status, 401);
  });

  it("open no session: an invitation whose account is reset at that moment", async () => {
    const email = "ama.boss@example.cm";
    const token = await invite(email, "viewer");
    const squatter = openTestUser(world, "per_0", email);
    squatter.cookie = `kolo=${"A".repeat(43)}`;
    // The request first creates the person, then looks for an earlier session of the browser. This lock blocks that
    // second step.
    const { granted, entering } = await world.db.engine(async (tx) => {
      await tx.run(sql`lock table sessions in access exclusive mode`);
      const begun = squatter.send("POST", "/invitation/new", { token, name: "Squatter", password: PASSWORD });
      await waitForBlocked(tx);
      const grant = { email, name: null, keeps_account: false };
      return { granted: await grantPlatformOperator(tx, grant, "operator:root"), entering: begun };
    });
    assert.equal(granted.existing_account?.merchants.length, 1, "the account was there already");
    assert.equal((await entering).status, 401);
    assert.equal((await squatter.send("GET", "/me")).status, 401);
  });
});

describe("invitations within a day", () => {
  it("429: a sixth to one address, from any business and after withdrawals; a day later one is allowed", async () => {
    const other = await world.merchant();
    const elsewhere = await createTestUser(world, other.id, "owner");
    await elsewhere.enrollSecondFactor();
    const inviter = await createTestUser(world, shop.id, "owner");
    await inviter.enrollSecondFactor();
    const shops = [
      { person: inviter, id: shop.id },
      { person: elsewhere, id: other.id },
    ];
    const inviteOnce = async (email: string, at: number) => {
      const { person, id } = shops[at % 2] ?? { person: inviter, id: shop.id };
      const answer = await person.send("POST", `/merchants/${id}/people`, { email, role: "viewer" });
      if (answer.status === 201)
        await person.send("DELETE", `/merchants/${id}/invitations/${answer.body.invitation.id}`);
      return answer.status;
    };
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) statuses.push(await inviteOnce("flooded@example.cm", time));
    assert.deepEqual(statuses, [...Array(INVITATIONS_PER_ADDRESS_PER_DAY).fill(201), 429, 429]);
    assert.equal(await inviteOnce("somebody.else@example.cm", 0), 201);
  });

  it("429: beyond the daily limit of one business", async () => {
    const busy = await world.merchant();
    const invitee = { merchant: busy.id, role: "viewer" } as const;
    for (let time = 0; time < INVITATIONS_PER_MERCHANT_PER_DAY; time += 1) {
      await world.db.engine(async (tx) => {
        const { invitation } = await inviteTo(tx, { ...invitee, email: `n${time}@example.cm` }, "test");
        await withdrawInvitation(tx, busy.id, invitation.id, "test");
      });
    }
    const one_more = () => world.db.engine((tx) => inviteTo(tx, { ...invitee, email: "one.more@example.cm" }, "test"));
    await assert.rejects(one_more, { kind: "too_many_requests" });
    world.db.advanceClock(DAY_MS);
    await one_more();
  });
});
