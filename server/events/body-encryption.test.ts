import assert from "node:assert/strict";
import { it } from "node:test";
import { startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { readBody } from "./body-encryption.ts";
import { recordEvents } from "./events.ts";

const world = await startTestWorld();
const NUMBER = "10005000010123456789012";
const LATER = "10005000010999999999999";
const bank = { name: "Jane", country: "CM", currency: "XAF", type: "bank_account", bank_code: "10005" };

async function made(merchant: TestMerchant, fields: object): Promise<string> {
  const { body, text } = await merchant.post("/beneficiaries", fields);
  assert.ok(body.beneficiary, text);
  return body.beneficiary.id;
}

/** The tables of the whole database that contain a text. */
async function tablesContaining(text: string): Promise<readonly string[]> {
  const tables = await world.rows(`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const matches: string[] = [];
  for (const { table_name } of tables) {
    const rows = await world.rows(`select 1 from ${table_name} t where t::text like '%${text}%' limit 1`);
    if (rows.length > 0) matches.push(String(table_name));
  }
  return matches;
}

it("webhooks and the API show an account number, and no table holds it in plain text", async () => {
  const [merchant, receiver] = [await world.merchant({ balance: 10_000n }), await startWebhookReceiver()];
  const events = ["beneficiary.created", "beneficiary.updated", "beneficiary.deleted"];
  const { id: hook } = (await merchant.post("/webhooks", { url: receiver.url, events })).body.data;
  const id = await made(merchant, { ...bank, account_number: NUMBER });
  const order = { amount: 100, currency: "XAF", channel: "cm.bank", beneficiary: id, reference: "to-a-bank" };
  assert.equal((await merchant.post("/transfers", order)).status, 201);
  assert.equal((await merchant.send("PUT", `/beneficiaries/${id}`, { account_number: LATER })).status, 200);
  assert.equal((await merchant.send("DELETE", `/beneficiaries/${id}`)).status, 200);
  await world.waitUntilIdle();

  assert.deepEqual([...(await tablesContaining(NUMBER)), ...(await tablesContaining(LATER))], []);

  const delivered_bodies = receiver.received.map(({ event }) => [
    event.type,
    event.sequence,
    event.data.account_number,
  ]);
  assert.deepEqual(delivered_bodies.sort(), [
    ["beneficiary.created", 1, NUMBER],
    ["beneficiary.deleted", 3, LATER],
    ["beneficiary.updated", 2, LATER],
  ]);
  for (const query of [`?resource=${id}`, "?after=0", "?type=beneficiary.updated"]) {
    const { items } = (await merchant.get(`/events${query}`)).body;
    const shown_body = items.filter(({ resource }: { resource: string }) => resource === id);
    assert.ok(shown_body.length > 0, query);
    for (const { data } of shown_body) assert.ok([NUMBER, LATER].includes(data.account_number), query);
  }
  const { items } = (await merchant.get(`/webhooks/${hook}/deliveries`)).body;
  assert.equal(items.length, 3);
  for (const { id: delivery, event } of items) {
    const { body } = (await merchant.get(`/webhooks/${hook}/deliveries/${delivery}`)).body.delivery;
    const sent = receiver.received.find((one) => one.event.id === event);
    assert.ok(sent);
    assert.equal(body, sent.body);
    const one = (await merchant.get(`/events/${event}`)).body.event;
    assert.equal(one.data.account_number, sent.event.data.account_number);
  }
});

it("concurrent first secrets of a merchant are sealed with one key", async () => {
  const merchant = await world.merchant();
  await Promise.all(Array.from({ length: 20 }, (_, i) => made(merchant, { ...bank, account_number: NUMBER + i })));
  const { items } = (await merchant.get("/events?type=beneficiary.created&limit=100")).body;
  assert.equal(items.length, 20);
  const keys = await world.rows(`select environment from event_keys where merchant = '${merchant.id}'`);
  assert.equal(keys.length, 1);
});

it("a set of events has its secret bodies sealed, with one key per merchant, and the others plain", async () => {
  const [one, other] = [await world.merchant(), await world.merchant()];
  const of = (merchant: TestMerchant, resource: string, is_secret: boolean) => ({
    ...({ scope: merchant, type: "beneficiary.created", resource, sequence: 1, is_secret } as const),
    data: JSON.stringify({ secret: `secret of ${resource}` }),
  });
  await world.db.engine((tx) =>
    recordEvents(tx, [
      of(one, "ben_a", true),
      of(other, "ben_b", true),
      of(one, "ben_c", false),
      of(one, "ben_d", true),
    ]),
  );
  const stored = await world.rows(`
    select resource, body like '%secret of%' as is_plain from events
    where resource in ('ben_a', 'ben_b', 'ben_c', 'ben_d') order by resource`);
  assert.deepEqual(
    stored.map(({ is_plain }) => is_plain),
    [false, false, true, false],
  );
  for (const [merchant, resource] of [
    [one, "ben_a"],
    [other, "ben_b"],
    [one, "ben_c"],
    [one, "ben_d"],
  ] as const) {
    const { items } = (await merchant.get(`/events?resource=${resource}`)).body;
    assert.equal(items[0]?.data.secret, `secret of ${resource}`);
  }
});

it("a sealed body opens only in its own event", async () => {
  const merchant = await world.merchant();
  const id = await made(merchant, { ...bank, account_number: NUMBER });
  const [row] = await world.rows(`
    select e.id, e.body, k.sealed
    from events e join event_keys k using (merchant, environment) where e.resource = '${id}'`);
  const [event, body, body_key] = [String(row?.id), String(row?.body), String(row?.sealed)];
  const stored = { merchant: merchant.id, environment: merchant.environment, id: event, body, body_key };
  assert.equal(JSON.parse(readBody(stored)).data.account_number, NUMBER);
  assert.throws(() => readBody({ ...stored, id: `${stored.id}x` }), /authenticate/);
  assert.throws(() => readBody({ ...stored, environment: "live" }), /authenticate/);
});
