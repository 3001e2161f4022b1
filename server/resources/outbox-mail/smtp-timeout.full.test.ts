import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "#kernel/time.ts";
import { startMailServer, startSilentMailServer } from "#testing/mail-server.ts";
import { createTestUser, PASSWORD } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

// More than the sender's limit of concurrent mails.
const MAILS = 6;
// Far below the sender's timeout, far above a response time on a busy machine.
const QUICK_MS = 4_000;
const GIVE_UP_MS = 60_000;

it("a silent mail server delays no request, and unsent mails are sent later", async () => {
  const silent = await startSilentMailServer();
  const world = await startTestWorld({ environment: silent.environment });
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 10_000n });
  const people = await Promise.all(Array.from({ length: MAILS }, () => createTestUser(world, shop.id, "viewer")));
  const quickly = async <Value>(work: Promise<Value>): Promise<Value> => {
    const began_ms = performance.now();
    const value = await work;
    assert.ok(performance.now() - began_ms < QUICK_MS, "nobody waits for the mail server");
    return value;
  };
  for (const person of people) {
    const response = await quickly(person.send("POST", "/forgotten-password", { email: person.email }));
    assert.equal(response.status, 202);
  }
  const until = async (query: string, expected_count: number): Promise<void> => {
    const give_up_at = Date.now() + GIVE_UP_MS;
    while (Number((await world.rows(`select count(*) as n from outbox_mail where ${query}`))[0]?.n) < expected_count) {
      assert.ok(
        Date.now() < give_up_at,
        JSON.stringify(await world.rows("select state, attempts, last_error from outbox_mail")),
      );
      await sleep(50);
    }
  };
  await until("lease_holder is not null", 1);
  while (silent.sockets.size === 0) await sleep(50);

  for (const person of people) assert.equal((await quickly(person.signIn(PASSWORD))).status, 200);
  const [first] = people;
  assert.equal((await quickly(first?.send("GET", "/me") ?? Promise.reject())).status, 200);
  assert.equal((await quickly(shop.get("/balance"))).status, 200);
  const order = {
    amount: 500,
    currency: "XAF",
    channel: "cm.mtn",
    beneficiary_data: { name: "A", phone: "677123456" },
  };
  const { transfer } = (await quickly(shop.post("/transfers", order))).body;
  while ((await quickly(shop.get(`/transfers/${transfer.id}`))).body.transfer.status !== "complete") await sleep(50);

  await until("attempts > 0", MAILS);
  assert.deepEqual(await world.rows("select distinct state, due_at > now() as is_later from outbox_mail"), [
    { state: "waiting", is_later: true },
  ]);
  silent.close();
  const mail = await startMailServer(silent.port);
  // Extend the links: they have expired by then, and the service does not send an expired mail.
  await world.rows(`update outbox_mail set expires_at = expires_at + interval '2 hours' returning id`);
  world.db.advanceClock(HOUR_MS);
  await until("state = 'sent'", MAILS);
  assert.equal(new Set(mail.received.flatMap(({ to }) => to)).size, MAILS);
});
