import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { open as unseal } from "#kernel/secrets.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { mailContentAad } from "#resources/outbox-mail/enqueue.ts";
import { changeRole, removeMember } from "#resources/users/members.ts";
import type { Role } from "#resources/users/schema.ts";
import { fanOut } from "#resources/webhooks/delivery/fan-out.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { createTestUser, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { mailNotifications } from "./mail.ts";
import { notifyOfApprovals, notifyOfEvents } from "./record.ts";

// No jobs run by themselves: a test runs each of them when it wants.
const world = await startTestWorld({ works: false });
const options = { public_url: "https://pay.example.cm", has_mail: true };
const other_roles = ["developer", "support", "viewer"] as const;

/** Runs the job that writes mails until it finds nothing due. */
async function writeMails(): Promise<void> {
  while (await world.db.engine((tx) => mailNotifications(tx, options)));
}

interface Mail {
  readonly subject: string;
  readonly text: string;
}

async function mailsTo({ id }: TestUser, { id: merchant }: TestMerchant): Promise<readonly Mail[]> {
  const rows = await world.rows(
    `select id, subject, content from outbox_mail where about = '${merchant} ${id}' order by id`,
  );
  return rows.map(({ id: mail, subject, content }) => ({
    subject: plain(String(subject)),
    text: plain(unseal(String(content), mailContentAad(String(mail)))),
  }));
}

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

async function countsOf(people: readonly TestUser[], shop: TestMerchant): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const person of people) counts.push((await mailsTo(person, shop)).length);
  return counts;
}

interface Staff {
  readonly shop: TestMerchant;
  readonly owner: TestUser;
  readonly finance: TestUser;
}

/** A shop where every transfer waits for a second person. */
async function aShop(): Promise<Staff> {
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const [owner, finance] = [
    await createTestUser(world, shop.id, "owner"),
    await createTestUser(world, shop.id, "finance"),
  ];
  await world.db.engine((tx) => setApprovalRule(tx, shop, { amount_above: 0, every_bulk: true }, "test"));
  return { shop, owner, finance };
}

async function newPerson(shop: TestMerchant, role: Role): Promise<TestUser> {
  return createTestUser(world, shop.id, role);
}

/** Sends a transfer as a person. It waits for a second one. */
async function requestTransfer(by: TestUser, shop: TestMerchant, amount = 5_000): Promise<string> {
  await by.signIn();
  const made = await by.send("POST", `/merchants/${shop.id}/test/transfers`, { ...transferOrderTo("123456"), amount });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.transfer.approval.state, "waiting");
  return made.body.transfer.id;
}

async function queued(shop: TestMerchant): Promise<number> {
  return (await world.rows(`select 1 from notifications where merchant = '${shop.id}'`)).length;
}

describe("an order that waits for approval", () => {
  it("is mailed to those who may approve it, and not to its maker or to others", async () => {
    const { shop, owner, finance } = await aShop();
    const colleague = await newPerson(shop, "finance");
    const others = await Promise.all(other_roles.map((role) => newPerson(shop, role)));
    for (const [person, language] of [
      [owner, "en"],
      [colleague, "fr-CM,fr"],
    ] as const) {
      await person.signIn();
      assert.equal((await person.send("GET", "/me", undefined, { "accept-language": language })).status, 200);
    }
    const id = await requestTransfer(finance, shop);
    await writeMails();
    assert.deepEqual(await countsOf([owner, colleague, finance, ...others], shop), [1, 1, 0, 0, 0, 0]);
    const [english] = await mailsTo(owner, shop);
    assert.equal(english?.subject, "[TEST] Approval needed: transfer of XAF 5,000 to Jane – Chez Jeanne");
    assert.match(english?.text ?? "", /^Ama Test requested a transfer of XAF 5,000 to Jane\./);
    assert.ok(english?.text.includes(`https://pay.example.cm/dashboard/test/${shop.id}/approvals/${id}\n`));
    assert.doesNotMatch(english?.text ?? "", /123456/, "the number is not in the mail");
    const [french] = await mailsTo(colleague, shop);
    assert.match(french?.text ?? "", /^Ama Test a demandé un transfert de 5 000 FCFA à Jane\./);
  });

  it("is mailed with the others of ten minutes, and not after it was decided", async () => {
    const { shop, owner, finance } = await aShop();
    await requestTransfer(finance, shop);
    await writeMails();
    const decided = await requestTransfer(finance, shop, 6_000);
    for (const amount of [7_000, 8_000]) await requestTransfer(finance, shop, amount);
    await writeMails();
    assert.deepEqual(await countsOf([owner], shop), [1]);
    await owner.signIn();
    assert.equal(
      (await owner.send("POST", `/merchants/${shop.id}/test/approvals/${decided}/reject`, { reason: "No" })).status,
      200,
    );
    world.db.advanceClock(10 * MINUTE_MS);
    await writeMails();
    const [, second, ...more] = await mailsTo(owner, shop);
    assert.equal(more.length, 0);
    assert.match(second?.subject ?? "", /^\[TEST\] 2 ordres à valider \/ 2 orders need approval/);
    assert.match(second?.text ?? "", /XAF 7,000[\s\S]*XAF 8,000/);
    assert.doesNotMatch(second?.text ?? "", /XAF [56],000/);
    assert.equal(await queued(shop), 0);
  });
});

describe("each event is mailed once to each person", () => {
  it("after a rolled-back transaction, a repetition and a crash of the job, and by several processes", async () => {
    const { shop, owner, finance } = await aShop();
    const crash = new Error("the process ends here");
    const order = { scope: shop, subject: newId("trf", await now()) };
    await assert.rejects(
      world.db.engine(async (tx) => {
        await notifyOfApprovals(tx, [order]);
        throw crash;
      }),
      crash,
    );
    assert.equal(await queued(shop), 0, "an event that was rolled back is not mailed");

    const id = await requestTransfer(finance, shop);
    assert.equal(await queued(shop), 1, "the row is written in the transaction of the order");
    for (let time = 0; time < 3; time += 1) {
      await world.db.engine((tx) => notifyOfApprovals(tx, [{ scope: shop, subject: id }]));
    }
    assert.equal(await queued(shop), 1);

    await assert.rejects(
      world.db.engine(async (tx) => {
        assert.equal(await mailNotifications(tx, options), true);
        throw crash;
      }),
      crash,
    );
    assert.deepEqual([await queued(shop), await countsOf([owner], shop)], [1, [0]], "the event waits for the next run");

    await Promise.all(Array.from({ length: 8 }, writeMails));
    assert.deepEqual([await queued(shop), await countsOf([owner, finance], shop)], [0, [1, 0]]);
    world.db.advanceClock(HOUR_MS);
    await writeMails();
    assert.deepEqual(await countsOf([owner, finance], shop), [1, 0]);
  });

  it("without a mail server nothing is kept", async () => {
    const { shop, owner, finance } = await aShop();
    await requestTransfer(finance, shop);
    await world.db.engine((tx) => mailNotifications(tx, { ...options, has_mail: false }));
    assert.deepEqual([await queued(shop), await countsOf([owner], shop)], [0, [0]]);
  });
});

async function now(): Promise<string> {
  return world.db.engine(async (tx) => tx.now);
}

describe("failed transfers", async () => {
  await connectFakeNetworks(world);

  it("of live are mailed with payee, sum and link after a minute, to those who chose it or by role", async () => {
    const shop = await world.merchant({ name: "Chez Jeanne", environment: "live", balance: 100_000n });
    const [owner, finance, support] = [
      await newPerson(shop, "owner"),
      await newPerson(shop, "finance"),
      await newPerson(shop, "support"),
    ];
    for (const [person, by_mail] of [
      [finance, false],
      [support, true],
    ] as const) {
      await person.signIn();
      const set = await person.send("PUT", `/merchants/${shop.id}/notifications`, { kind: "transfer_failed", by_mail });
      assert.equal(set.status, 200, set.text);
    }
    const made = await shop.post("/transfers", { ...transferOrderTo("123456"), amount: 25_000 });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body.transfer;
    await world.db.engine(async (tx) => {
      await recordEvents(tx, [{ scope: shop, type: "transfer.failed", resource: id, sequence: 2, data: "{}" }]);
      await fanOut(tx, null);
    });
    await writeMails();
    assert.deepEqual(await countsOf([owner], shop), [0], "it waits for others of the same minute");
    world.db.advanceClock(MINUTE_MS);
    await writeMails();
    assert.deepEqual(await countsOf([owner, finance, support], shop), [1, 0, 1]);
    const [mail] = await mailsTo(support, shop);
    assert.match(mail?.text ?? "", /The transfer of XAF 25,000 to Jane failed\. The money is in your balance\./);
    assert.ok(mail?.text.includes(`https://pay.example.cm/dashboard/live/${shop.id}/transfers/${id}\n`));
    assert.doesNotMatch(mail?.text ?? "", /123456/);
  });

  it("10,000 in an hour make two mails, which count them all; those of test make none", async () => {
    const [live, test] = [await world.merchant({ environment: "live" }), await world.merchant()];
    const [owner, other_owner] = [await newPerson(live, "owner"), await newPerson(test, "owner")];
    for (let batch = 0; batch < 20; batch += 1) {
      const at = await now();
      const events = Array.from({ length: 500 }, () => ({
        ...{ event: newId("evt", at), type: "transfer.failed" as const, resource: newId("trf", at), sequence: 1 },
        position: 1n,
      }));
      await world.db.engine((tx) =>
        notifyOfEvents(
          tx,
          [live, test].flatMap(({ merchant, environment }) => events.map((one) => ({ merchant, environment, ...one }))),
        ),
      );
      world.db.advanceClock(2 * MINUTE_MS);
      await writeMails();
    }
    world.db.advanceClock(HOUR_MS);
    await writeMails();
    const mails = await mailsTo(owner, live);
    const counts = mails.map(({ subject }) => Number(/([\d,]+) transfers failed/.exec(subject)?.[1]?.replace(",", "")));
    assert.deepEqual(counts, [500, 9_500]);
    assert.deepEqual([await countsOf([other_owner], test), await queued(test)], [[0], 0]);
  });
});

describe("failing webhooks", () => {
  it("are mailed to developers, each named once by its host, even if another one was queued before", async () => {
    const shop = await world.merchant({ environment: "live" });
    const [developer, finance] = [await newPerson(shop, "developer"), await newPerson(shop, "finance")];
    const ids: string[] = [];
    for (let number = 0; number < 13; number += 1) {
      const made = await shop.post("/webhooks", {
        url: `https://hook${number}.example.com/in?token=secret`,
        events: ["payment.complete"],
      });
      assert.equal(made.status, 201, made.text);
      ids.push(made.body.data.id);
    }
    const publish = async (events: readonly (readonly [number, "webhook.failing" | "webhook.disabled"])[]) =>
      world.db.engine((tx) =>
        notifyOfEvents(
          tx,
          events.map(([index, type]) => ({
            ...{ merchant: shop.merchant, environment: shop.environment, type, resource: ids[index] ?? "" },
            ...{ event: newId("evt", tx.now), sequence: 1, position: 1n },
          })),
        ),
      );
    await publish([[0, "webhook.failing"]]);
    await publish([
      [0, "webhook.disabled"],
      [1, "webhook.failing"],
    ]);
    world.db.advanceClock(MINUTE_MS);
    await writeMails();
    await publish(ids.map((_, index) => [index, "webhook.failing"]));
    world.db.advanceClock(HOUR_MS);
    await writeMails();
    assert.deepEqual(await countsOf([developer, finance], shop), [2, 0]);
    const [first, second] = await mailsTo(developer, shop);
    assert.match(first?.subject ?? "", /^2 problèmes de webhooks \/ 2 problems with your webhooks/);
    assert.match(first?.text ?? "", /hook0\.example\.com[\s\S]*hook1\.example\.com/);
    assert.doesNotMatch(first?.text ?? "", /secret/);
    assert.match(second?.subject ?? "", /13 problems with your webhooks/);
    assert.match(second?.text ?? "", /and 3 others/);
  });
});

describe("a member", () => {
  it("gets nothing more after a removal, not even mail that waits for the mail server", async () => {
    const { shop, owner, finance } = await aShop();
    const [leaving, promoted] = [await newPerson(shop, "finance"), await newPerson(shop, "finance")];
    await requestTransfer(finance, shop);
    await writeMails();
    assert.deepEqual(await countsOf([owner, leaving, promoted], shop), [1, 1, 1]);
    await world.db.engine((tx) => removeMember(tx, shop.id, leaving.id, "test"));
    await world.db.engine((tx) => changeRole(tx, shop.id, promoted.id, "viewer", "test"));
    assert.deepEqual(await countsOf([owner, leaving, promoted], shop), [1, 0, 0]);
    await requestTransfer(finance, shop);
    world.db.advanceClock(10 * MINUTE_MS);
    await writeMails();
    assert.deepEqual(await countsOf([owner, leaving, promoted], shop), [2, 0, 0]);
  });

  for (const [event, end] of [
    ["the removal", (tx, shop, id) => removeMember(tx, shop, id, "test")],
    ["a change to a role that may not approve", (tx, shop, id) => changeRole(tx, shop, id, "viewer", "test")],
  ] as const satisfies readonly [string, (tx: Tx, shop: Id<"mer">, id: Id<"per">) => Promise<void>][]) {
    it(`gets no mail that is written during ${event}`, async () => {
      const { shop, owner, finance } = await aShop();
      const leaving = await newPerson(shop, "finance");
      await writeMails();
      await requestTransfer(finance, shop);
      const { promise: written, resolve: setWritten } = Promise.withResolvers<void>();
      const { promise: end_begun, resolve: setEndBegun } = Promise.withResolvers<void>();
      const writing = world.db.engine(async (tx) => {
        await mailNotifications(tx, options);
        setWritten();
        await end_begun;
      });
      await written;
      const ending = world.db.engine((tx) => end(tx, shop.id, leaving.id));
      let is_ended = false;
      void ending.then(() => {
        is_ended = true;
      });
      while (!is_ended && (await world.rows("select 1 from pg_locks where not granted")).length === 0);
      setEndBegun();
      await Promise.all([writing, ending]);
      assert.deepEqual(await countsOf([owner, leaving], shop), [1, 0]);
    });
  }

  it("sees and sets the kinds of the own role only, with an audit entry, and 400 for others", async () => {
    const { shop, owner, finance } = await aShop();
    const viewer = await newPerson(shop, "viewer");
    const path = `/merchants/${shop.id}/notifications`;
    for (const person of [owner, finance, viewer]) await person.signIn();
    const shown = async (person: TestUser) =>
      (await person.send("GET", path)).body.items.map((one: Record<string, unknown>) => [one.kind, one.by_mail]);
    assert.deepEqual(await shown(owner), [
      ["approval_waiting", true],
      ["transfer_failed", true],
      ["webhook_failing", true],
    ]);
    assert.deepEqual(await shown(viewer), [["transfer_failed", false]]);
    const refused = await viewer.send("PUT", path, { kind: "approval_waiting", by_mail: true });
    assert.deepEqual([refused.status, refused.body.field_reasons.kind[0].reason], [400, "not_one_of"]);
    assert.equal((await viewer.send("PUT", path, { kind: "everything", by_mail: true })).status, 400);
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await finance.send("PUT", path, { kind: "approval_waiting", by_mail: false })).status, 200);
    }
    assert.deepEqual(await shown(finance), [
      ["approval_waiting", false],
      ["transfer_failed", true],
    ]);
    assert.deepEqual((await shown(owner))[0], ["approval_waiting", true], "another person's choice is their own");
    const entries = await world.rows(
      `select actor, subject, before, after from audit_log where action = 'person.notifications_set' and merchant = '${shop.id}'`,
    );
    assert.deepEqual(entries, [
      {
        ...{ actor: `user:${finance.id}`, subject: finance.id },
        ...{ before: { kind: "approval_waiting", by_mail: true }, after: { kind: "approval_waiting", by_mail: false } },
      },
    ]);
    await requestTransfer(owner, shop);
    await writeMails();
    assert.deepEqual(await countsOf([owner, finance, viewer], shop), [0, 0, 0]);
  });
});
