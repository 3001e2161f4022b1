import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import { DAY_MS, HOUR_MS } from "#kernel/time.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { createTestUser, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestWorld } from "#testing/world.ts";
import { enqueueMail, MAIL_WAKE_CHANNEL } from "./enqueue.ts";
import { invitationMail, MAIL_ATTEMPTS_MAX, retryDelay } from "./rules.ts";
import type { MailText } from "./schema.ts";

const mail = await startMailServer();
const { environment } = mail;
const world = await startTestWorld({ environment });
const shop = await world.merchant({ name: "Chez Jeanne" });
/** Creates an owner who signed in recently: the tests advance the clock between requests. */
async function anOwner(): Promise<TestUser> {
  const owner = await createTestUser(world, shop.id, "owner");
  await owner.enrollSecondFactor();
  return owner;
}

let guests = 0;
async function invite(): Promise<{ email: string; id: string; owner: TestUser }> {
  const owner = await anOwner();
  guests += 1;
  const email = `guest${guests}@example.cm`;
  const answer = await owner.send("POST", `/merchants/${shop.id}/people`, { email, role: "viewer" });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.url, null);
  assert.equal(answer.text.includes("/dashboard/invitation"), false);
  return { email, id: answer.body.invitation.id, owner };
}

async function mailOf(about: string, where: TestWorld = world) {
  const [row] = await where.rows(
    `select state, content, attempts, last_error, due_at from outbox_mail where about = '${about}'`,
  );
  return row;
}

/** Waits until a mail has had this many attempts, or has reached a final state. */
async function tried(about: string, attempts: number, where: TestWorld = world): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const row = await mailOf(about, where);
    if (Number(row?.attempts) >= attempts) return;
    await sleep(25);
  }
  assert.fail(`the mail was tried ${attempts} times`);
}

/** Advances the clock and wakes the sender, which would otherwise poll only after some seconds. */
async function later(ms: number): Promise<void> {
  world.db.advanceClock(ms);
  await world.db.engine(async (tx) => tx.wake(MAIL_WAKE_CHANNEL));
}

const tokenIn = (text: string): string => /\/dashboard\/invitation#([0-9A-Za-z]+)/.exec(text)?.[1] ?? "";

describe("an invitation by mail", () => {
  it("arrives with its link, in French and English, as plain text; the inviter does not see the link", async () => {
    const { email, id, owner } = await invite();
    await tried(id, 1);
    const letter = mail.received.find(({ to }) => to.includes(email));
    assert.ok(letter);
    assert.deepEqual(letter.to, [email]);
    assert.match(letter.source, /^Content-Type: text\/plain/m);
    assert.doesNotMatch(letter.source, /text\/html|multipart/);
    assert.match(letter.text, /vous invite à rejoindre[\s\S]*invites you/);
    const token = tokenIn(letter.text);
    const guest = await createTestUser(world, shop.id, "viewer");
    assert.equal((await guest.send("POST", "/invitation", { token })).body.invitation.email, email);
    assert.deepEqual(await mailOf(id), { state: "sent", content: null, attempts: 1, last_error: null, due_at: null });
    const { invitations } = (await owner.send("GET", `/merchants/${shop.id}/people`)).body;
    assert.equal(invitations.find((one: { id: string }) => one.id === id).mail, "sent");
    assert.equal(
      world.log.some((line) => line.includes(token)),
      false,
    );
  });

  it("waits while the mail server is down, its link encrypted, and arrives once afterwards", async () => {
    await mail.down();
    const { email, id } = await invite();
    await tried(id, 1);
    const row = await mailOf(id);
    assert.equal(row?.state, "waiting");
    assert.match(String(row?.content), /^\d+\.[A-Za-z0-9+/]+=*$/);
    assert.match(String(row?.last_error), /ECONNREFUSED/);
    await mail.up();
    await later(HOUR_MS);
    await tried(id, 2);
    assert.equal((await mailOf(id))?.state, "sent");
    assert.equal(mail.received.filter(({ to }) => to.includes(email)).length, 1);
  });

  it("fails at once after a permanent error, and the page shows that", async () => {
    mail.answers.code = 550;
    const { id, owner } = await invite();
    await tried(id, 1);
    mail.answers.code = null;
    const row = await mailOf(id);
    assert.deepEqual([row?.state, row?.content, row?.due_at], ["failed", null, null]);
    const { invitations } = (await owner.send("GET", `/merchants/${shop.id}/people`)).body;
    assert.equal(invitations.find((one: { id: string }) => one.id === id).mail, "failed");
  });

  it("is retried with back-off, a bounded number of times, and never after its link has expired", async () => {
    mail.answers.code = 451;
    const { id } = await invite();
    await tried(id, 1);
    const first = await world.rows(`
      select extract(epoch from due_at - claimed_at)::int as wait_s from outbox_mail where about = '${id}'`);
    assert.ok(Math.abs(Number(first[0]?.wait_s) * 1_000 - (retryDelay(1) ?? 0)) < 10_000);
    for (let attempts = 2; (await mailOf(id))?.state === "waiting"; attempts += 1) {
      assert.ok(attempts <= MAIL_ATTEMPTS_MAX);
      await later(retryDelay(attempts - 1) ?? 0);
      await tried(id, attempts);
    }
    mail.answers.code = null;
    assert.deepEqual([(await mailOf(id))?.state, (await mailOf(id))?.content], ["failed", null]);
  });

  it("is not sent after it was withdrawn or has expired", async () => {
    await mail.down();
    const { id, owner } = await invite();
    await tried(id, 1);
    assert.equal((await owner.send("DELETE", `/merchants/${shop.id}/invitations/${id}`)).status, 200);
    assert.equal(await mailOf(id), undefined);
    const late = await mailedTo("late");
    await later(8 * DAY_MS);
    await mail.up();
    await tried(late, 2);
    assert.deepEqual(
      [(await mailOf(late))?.state, (await mailOf(late))?.last_error],
      ["failed", "The link in it had ended"],
    );
    assert.equal(
      mail.received.some(({ to }) => to.includes("late@example.cm")),
      false,
    );
  });

  it("about an order that needs approval reaches its approver, under an id that a repetition would have too", async () => {
    const business = await world.merchant({ name: "Boulangerie", balance: 10_000n });
    const approver = await createTestUser(world, business.id, "owner");
    await world.db.engine((tx) => setApprovalRule(tx, business, { amount_above: 0, every_bulk: true }, "test"));
    const made = await business.post("/transfers", transferOrderTo("000000"));
    assert.equal(made.body.transfer.approval.state, "waiting", made.text);
    await tried(`${business.id} ${approver.id}`, 1);
    const letters = mail.received.filter(({ to }) => to.includes(approver.email));
    assert.equal(letters.length, 1);
    assert.match(letters[0]?.source ?? "", /^Message-ID: <eml_\w+@example\.cm>\r$/im);
    assert.match(letters[0]?.text ?? "", /Une clé d’API a demandé un transfert[\s\S]*An API key requested a transfer/);
  });

  it("is sent once by two servers", async () => {
    const first = await startTestWorld({ environment });
    await startTestWorld({ environment, database_url: first.database_url });
    const abouts = await Promise.all(
      Array.from({ length: 12 }, (_, number) => mailedTo(`both${number}`, undefined, first)),
    );
    for (const about of abouts) await tried(about, 1, first);
    for (let number = 0; number < 12; number += 1) {
      assert.equal(mail.received.filter(({ to }) => to.includes(`both${number}@example.cm`)).length, 1);
    }
  });

  it("goes to its one address, whatever the business's name", async () => {
    const name = "Chez\r\nBcc: thief@evil.example\r\n\r\nJeanne";
    const letter = invitationMail({ business: name, url: "https://x/y", days: 7 });
    const about = await mailedTo("plain,thief@evil.example", letter);
    await tried(about, 1);
    const got = mail.received.at(-1);
    assert.equal(got?.to.length, 1);
    assert.doesNotMatch((got?.source ?? "").split("\r\n\r\n")[0] ?? "", /^Bcc:/im);
  });
});

/** Writes a mail to the outbox directly, without a request. */
async function mailedTo(who: string, letter: MailText = { subject: "S", text: "T" }, where: TestWorld = world) {
  const about = `about ${who}`;
  await where.db.engine(async (tx) => {
    const { at } = await tx.row<{ at: string }>(sql`select ${tx.now}::timestamptz + interval '7 days' as at`);
    await enqueueMail(tx, { about, recipient: who.includes("@") ? who : `${who}@example.cm`, letter, expires_at: at });
  });
  if (who === "late") await tried(about, 1);
  return about;
}
