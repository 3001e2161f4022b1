import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "#db/tx.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { hashPassword } from "#resources/users/password-hash.ts";
import { changePassword } from "#resources/users/reset-password.ts";
import { createRecoveryCodes } from "#resources/users/second-factor.ts";
import { createTestUser, currentTotpCode, openTestUser, PASSWORD } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import { findVisitor } from "./session.ts";
import { completeSignIn } from "./sign-in.ts";
import { endOtherSessions } from "./store.ts";

const world = await startTestWorld({ works: false });
const shop = await world.merchant({ name: "Chez Marguerite" });

describe("signing in", () => {
  it("accepts the right password, and sets a cookie for this host only, hidden from scripts", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const answer = await person.signIn();
    assert.equal(answer.status, 200, answer.text);
    const [session = "", device = "", ...others] = answer.headers.getSetCookie();
    assert.match(session, /^kolo=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.match(device, /^kolo-device-per_\w+=[0-9A-Za-z.]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    assert.deepEqual(others, []);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const { body } = await person.send("GET", "/me");
    assert.equal(body.me.profile.email, person.email);
    assert.deepEqual(
      body.me.businesses.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [[shop.id, "viewer"]],
    );
  });

  it("returns the same for a wrong password and an unknown person", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const wrong = await person.signIn("not the right one at all");
    const nobody = await openTestUser(world, "per_0", "nobody@example.cm").signIn();
    assert.equal(wrong.status, 401);
    assert.deepEqual([nobody.status, nobody.text], [wrong.status, wrong.text]);
    assert.equal(wrong.headers.get("set-cookie"), null);
  });

  it("stores neither the password nor the token in the database or the log", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    const token = person.cookie.split("=")[1] ?? "-";
    const rows = await world.rows("select p::text, s::text from users p join sessions s on s.person = p.id");
    for (const secret of [token, PASSWORD]) {
      assert.ok(!JSON.stringify(rows).includes(secret));
      assert.ok(!world.log.some((line) => line.includes(secret)));
    }
  });

  it("voids the token from before signing in", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const planted = "A".repeat(43);
    person.cookie = `kolo=${planted}`;
    await person.signIn();
    assert.ok(!person.cookie.includes(planted));
    const before = person.cookie;
    await person.signIn();
    assert.notEqual(person.cookie, before);
    const old = openTestUser(world, person.id, person.email);
    old.cookie = before;
    assert.equal((await old.send("GET", "/me")).status, 401);
  });

  it("expires after 15 minutes without a request, and after twelve hours in any case", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    for (let quarter = 0; quarter < 48; quarter += 1) {
      world.db.advanceClock(15 * MINUTE_MS - 10_000);
      assert.equal((await person.send("GET", "/me")).status, 200);
    }
    world.db.advanceClock(15 * MINUTE_MS - 1_000);
    assert.equal((await person.send("GET", "/me")).status, 401);
    await person.signIn();
    world.db.advanceClock(15 * MINUTE_MS + 1_000);
    assert.equal((await person.send("GET", "/me")).status, 401);
  });
});

describe("wrong passwords", () => {
  it("delay the next try, longer each time; the right one succeeds and resets the delay", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    for (let tries = 0; tries < 7; tries += 1) {
      assert.equal((await person.signIn("not the right one at all")).status, 401);
    }
    const began_ms = performance.now();
    assert.equal((await person.signIn()).status, 200);
    assert.ok(performance.now() - began_ms >= 1_000);
    const again_ms = performance.now();
    assert.equal((await person.signIn("not the right one at all")).status, 401);
    assert.ok(performance.now() - again_ms < 1_000);
  });

  it("are counted for an unknown person too", async () => {
    const nobody = openTestUser(world, "per_0", "nobody.at.all@example.cm");
    for (let tries = 0; tries < 6; tries += 1) assert.equal((await nobody.signIn()).status, 401);
    const began_ms = performance.now();
    assert.equal((await nobody.signIn()).status, 401);
    assert.ok(performance.now() - began_ms >= 500);
    world.db.advanceClock(DAY_MS);
  });
});

describe("the second factor", () => {
  it("is required once it is set up; a half-open session has no rights, and a code is valid once", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const secret = await person.enrollSecondFactor();
    assert.equal((await person.send("GET", "/me")).body.me.session.has_second_factor, true);

    world.db.advanceClock(MINUTE_MS);
    const other = openTestUser(world, person.id, person.email);
    assert.equal((await other.signIn()).body.awaits_code, true);
    for (const path of ["/me", "/me/sessions", `/merchants/${shop.id}/test/payments`]) {
      assert.equal((await other.send("GET", path)).status, 401, path);
    }
    const half = other.cookie;
    const code = await currentTotpCode(world, secret);
    assert.equal((await other.send("POST", "/sign-in/code", { code: "000000" })).status, 401);
    assert.equal((await other.send("POST", "/sign-in/code", { code })).status, 200);
    assert.notEqual(other.cookie, half);
    const third = openTestUser(world, person.id, person.email);
    await third.signIn();
    assert.equal((await third.send("POST", "/sign-in/code", { code })).status, 401, "a code counts once");
    third.cookie = half;
    assert.equal((await third.send("GET", "/me")).status, 401, "half a session is spent");
  });

  it("a half-open session lasts five minutes", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const secret = await person.enrollSecondFactor();
    await person.signIn();
    world.db.advanceClock(6 * MINUTE_MS);
    assert.equal(
      (await person.send("POST", "/sign-in/code", { code: await currentTotpCode(world, secret) })).status,
      401,
    );
  });

  it("recovery codes are valid once each, and new ones void the old", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.enrollSecondFactor();
    const { recovery_codes } = (await person.send("POST", "/me/second-factor/recovery-codes")).body;
    assert.equal(recovery_codes.length, 10);
    const [first = "", second = ""] = recovery_codes;
    const use = async (code: string) => {
      await person.signIn();
      return (await person.send("POST", "/sign-in/code", { code })).status;
    };
    assert.equal(await use(first.toUpperCase()), 200);
    assert.equal((await person.send("GET", "/me")).body.me.profile.recovery_codes_left, 9);
    assert.equal(await use(first), 401);
    assert.equal(await use(second), 200);
    await person.send("POST", "/me/second-factor/recovery-codes");
    assert.equal(await use(recovery_codes[2] ?? ""), 401);
  });

  it("has recovery codes only with a second factor, and the first factor replaces older codes", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    assert.equal((await person.send("POST", "/me/second-factor/recovery-codes")).status, 409);
    const planted = await world.db.engine((tx) => createRecoveryCodes(tx, person.id));
    const { secret } = (await person.send("POST", "/me/second-factor")).body;
    const code = await currentTotpCode(world, secret);
    const { recovery_codes } = (await person.send("POST", "/me/second-factor/confirm", { code })).body;
    assert.equal(recovery_codes.length, 10);
    await person.signIn();
    assert.equal((await person.send("POST", "/sign-in/code", { code: planted[0] })).status, 401);
    assert.equal((await person.send("POST", "/sign-in/code", { code: recovery_codes[0] })).status, 200);
  });

  it("is changed only after a step-up", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    const secret = await person.enrollSecondFactor();
    world.db.advanceClock(6 * MINUTE_MS);
    const refused = await person.send("DELETE", "/me/second-factor");
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [403, ["step_up"]]);
    assert.equal((await person.send("POST", "/me/proof", { password: PASSWORD })).status, 400);
    const before = person.cookie;
    assert.equal((await person.send("POST", "/me/proof", { code: await currentTotpCode(world, secret) })).status, 200);
    assert.notEqual(person.cookie, before, "the token changes with what it opens");
    assert.equal((await person.send("DELETE", "/me/second-factor")).status, 200);
    assert.equal((await person.send("GET", "/me")).body.me.session.has_second_factor, false);
    assert.equal((await person.send("POST", "/me/proof", { password: PASSWORD })).status, 200);
    assert.equal((await person.send("GET", "/me")).body.me.session.has_second_factor, false);
  });
});

describe("sessions", () => {
  it("are listed and ended by their own person only", async () => {
    const [person, stranger] = [
      await createTestUser(world, shop.id, "owner"),
      await createTestUser(world, shop.id, "owner"),
    ];
    await person.signIn();
    await stranger.signIn();
    const second = openTestUser(world, person.id, person.email);
    await second.signIn();
    const { items } = (await second.send("GET", "/me/sessions")).body;
    assert.equal(items.length, 2);
    const [here, there] = [items.find(isOwnSession), items.find((one: SessionItem) => !isOwnSession(one))];
    assert.ok(here && there);
    assert.equal((await stranger.send("DELETE", `/me/sessions/${there.id}`)).status, 404);
    assert.equal((await second.send("DELETE", `/me/sessions/${there.id}`)).status, 200);
    assert.equal((await person.send("GET", "/me")).status, 401);
    assert.equal((await second.send("POST", "/sign-out")).status, 200);
    assert.equal((await second.send("GET", "/me")).status, 401);
  });

  it("end with a new password, except the current one", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    const second = openTestUser(world, person.id, person.email);
    await second.signIn();
    const password = "another horse, another battery";
    assert.equal((await second.send("PUT", "/me/password", { current: "wrong", password })).status, 401);
    const weak = await second.send("PUT", "/me/password", { current: PASSWORD, password: "aaaaaaaaaaaa" });
    assert.deepEqual([weak.status, Object.keys(weak.body.errors)], [400, ["password"]]);
    const named = await second.send("PUT", "/me/password", { current: PASSWORD, password: "Chez-Marguerite-2026" });
    assert.equal(named.status, 400, "the name of the business");
    assert.deepEqual(named.body.field_reasons.password[0].params, { weakness: "words" });
    assert.equal((await second.send("PUT", "/me/password", { current: PASSWORD, password })).status, 200);
    assert.equal((await second.send("GET", "/me")).status, 200);
    assert.equal((await person.send("GET", "/me")).status, 401);
    assert.equal((await person.signIn(password)).status, 200);
  });
});

describe("a sign-in in flight while the password changes", () => {
  const next = "another horse, another battery";

  it("opens no session with the old password, at any timing", async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const person = await createTestUser(world, shop.id, "owner");
      await person.signIn();
      const late = Array.from({ length: 6 }, () => openTestUser(world, person.id, person.email));
      const change = person.send("PUT", "/me/password", { current: PASSWORD, password: next });
      await Promise.all(
        late.map(async (browser, index) => {
          await sleep(index * 15);
          await browser.signIn();
        }),
      );
      assert.equal((await change).status, 200);
      for (const browser of late) assert.equal((await browser.send("GET", "/me")).status, 401);
      world.db.advanceClock(HOUR_MS);
    }
  });

  it("opens no session when its check came before the change, nor does its code or another change", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    const [half, early] = [openTestUser(world, person.id, person.email), openTestUser(world, person.id, person.email)];
    world.db.advanceClock(MINUTE_MS);
    await half.signIn();
    const code = await currentTotpCode(world, secret);
    const hash = await hashPassword(next);
    const [begun, entered, changed] = await world.db
      .engine(async (tx) => {
        await changePassword(tx, person.id, hash);
        const waiting = [
          early.signIn(),
          half.send("POST", "/sign-in/code", { code }),
          person.send("PUT", "/me/password", { current: PASSWORD, password: "what somebody else would have" }),
        ];
        // All three requests have read the state before the change, and wait for its lock.
        await sleep(1_000);
        await endOtherSessions(tx, person.id, null);
        return [waiting[0], waiting[1], waiting[2]] as const;
      })
      .then((answers) => Promise.all(answers));
    assert.deepEqual([begun?.status, entered?.status, changed?.status], [401, 401, 401]);
    assert.equal((await half.send("GET", "/me")).status, 401);
    assert.equal((await early.signIn(next)).status, 200);
  });

  it("keeps no session that a code opens while the change waits", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    const half = openTestUser(world, person.id, person.email);
    world.db.advanceClock(MINUTE_MS);
    await half.signIn();
    const pending = await world.db.engine((tx) => findVisitor(tx, half.cookie.slice("kolo=".length)));
    assert.ok(pending);
    const hash = await hashPassword(next);
    const waiting =
      "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()";
    let change: Promise<void> | undefined;
    let is_changed = false;
    const transact = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
      world.db.engine(async (tx) => {
        const result = await work(tx);
        // The last transaction returns the token of the new session.
        if (typeof result !== "string") return result;
        change = world.db.engine(async (other) => {
          await changePassword(other, person.id, hash);
          await endOtherSessions(other, person.id, null);
        });
        void change.then(() => {
          is_changed = true;
        });
        while (!is_changed && (await world.rows(waiting)).length === 0) await sleep(10);
        return result;
      });
    const client = {
      ...{ address: "127.0.0.1", agent: "", has_mail: false },
      afterResponse() {},
      deviceOf: () => null,
    };
    const token = await completeSignIn(transact, pending, await currentTotpCode(world, secret), client);
    await change;
    assert.equal(await world.db.engine((tx) => findVisitor(tx, token)), null);
  });
});

interface SessionItem {
  readonly id: string;
  readonly is_this: boolean;
}

function isOwnSession(session: SessionItem): boolean {
  return session.is_this;
}

describe("requests that our pages did not send", () => {
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "" },
    { origin: "null" },
    { "x-kolo-dashboard": "" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of wrong) {
    it(`are refused: ${JSON.stringify(headers)}`, async () => {
      const person = await createTestUser(world, shop.id, "owner");
      await person.signIn();
      for (const [method, path, body] of [
        ["POST", "/sign-out", {}],
        ["POST", `/merchants/${shop.id}/test/payments`, { amount: 5, currency: "XAF", phone: "677123456" }],
        ["DELETE", `/merchants/${shop.id}/people/${person.id}`, undefined],
      ] as const) {
        assert.equal((await person.send(method, path, body, headers)).status, 403, path);
      }
      assert.equal((await person.send("GET", "/me")).status, 200);
    });
  }

  it("a form of another site is refused, whatever its headers", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" };
    assert.equal((await person.send("POST", "/sign-out", "a=1", form)).status, 403);
  });

  it("a key does not open the dashboard, and a session does not open the API", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    await person.signIn();
    const keys = { authorization: shop.public_key, "x-grant": shop.private_key, cookie: "" };
    assert.equal((await person.send("GET", `/merchants/${shop.id}/test/payments`, undefined, keys)).status, 401);
    const api = await fetch(`${world.url}/payments`, { headers: { cookie: person.cookie } });
    assert.equal(api.status, 401);
  });
});

it("ended sessions are deleted after their retention", async () => {
  const { deleteOldSessions } = await import("./session.ts");
  world.db.advanceClock(91 * DAY_MS + HOUR_MS * 13);
  await world.db.engine(deleteOldSessions);
  assert.deepEqual(await world.rows("select 1 from sessions"), []);
  assert.deepEqual(await world.rows("select 1 from sign_in_failures"), []);
});
