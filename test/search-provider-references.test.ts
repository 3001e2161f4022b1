import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { runChecks } from "#server/db/audit.ts";
import { rollUpCounters } from "#server/db/lists/list-counters.ts";
import { indexStaleBuckets, searchChecks } from "#server/db/search/search-indexer.ts";
import { HOUR_MS } from "#server/kernel/time.ts";
import type { ProviderOrder } from "#server/providers/provider.ts";
import { readRows } from "#server/resources/exports/store.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { completePayment } from "#server/testing/payments.ts";
import { scriptedProvider } from "#server/testing/scripted-provider.ts";
import { startTestWorld, type TestMerchant } from "#server/testing/world.ts";

const MIGRATION = new URL("../server/db/schema/migrations/0107_search_by_provider_reference.sql", import.meta.url);
const EVERYTHING = {
  ...{ search: null, status: null, channels: null, active: null, type: null, currency: null, state: null },
  ...{ webhook: null, resource: null, bulk: null, account: null, from: null, until: null },
};

// A scripted provider confirms each order at once, with the reference that this map has for the order's amount.
const provider_ids = new Map<bigint, string>();
const provider = scriptedProvider();
provider.onSubmit(({ amount, attempt }: ProviderOrder) => ({
  outcome: "complete",
  provider_id: provider_ids.get(amount) ?? `other-${attempt}`,
}));
const world = await startTestWorld({ provider });
const client = new pg.Client({ connectionString: world.database_url });
await client.connect();

interface Orders {
  readonly transfer: string;
  readonly payment: string;
  readonly refund: string;
}

async function search(merchant: TestMerchant, list: string, text: string, more = ""): Promise<readonly string[]> {
  const { body, text: answer } = await merchant.get(`/${list}?limit=100&search=${encodeURIComponent(text)}${more}`);
  assert.equal(body.code, 200, answer);
  assert.equal(body.totals, body.items.length);
  return body.items.map((item: { id: string }) => item.id);
}

async function index(): Promise<void> {
  world.db.advanceClock(HOUR_MS / 10);
  while (await world.db.engine(rollUpCounters));
  while (await world.db.engine(indexStaleBuckets));
}

async function sendTransfer(merchant: TestMerchant, fields: object): Promise<string> {
  const { body, text } = await merchant.post("/transfers", { ...transfer_order, ...fields });
  assert.ok(body.transfer, text);
  return body.transfer.id;
}

/**
 * Creates, for each merchant, a transfer, a payment and a refund with the same references and amounts, and some other
 * orders.
 */
async function postOrders(merchant: TestMerchant): Promise<Orders> {
  provider_ids.set(7_001n, "MP261128.1842.C71355");
  provider_ids.set(7_002n, "8213456789");
  provider_ids.set(7_003n, "Rf-00AbCdEf99");
  const transfer = await sendTransfer(merchant, { amount: 7_001 });
  await sendTransfer(merchant, { amount: 6_000 });
  const payment = await completePayment(world, merchant, 7_002);
  const other = await completePayment(world, merchant, 50_000);
  const { body, text } = await merchant.post("/refunds", { payment: other, amount: 7_003, reason: "Sold out" });
  assert.ok(body.refund, text);
  await merchant.post("/refunds", { payment: other, amount: 25_000 });
  await world.waitUntilIdle();
  return { transfer, payment, refund: body.refund.id };
}

async function assertIndexIsExact(): Promise<void> {
  const findings = await world.db.longRead((tx) => runChecks(tx, searchChecks));
  assert.deepEqual(
    findings.flatMap(({ broken }) => broken),
    [],
  );
}

describe("a search by the provider's reference", () => {
  let merchant: TestMerchant;
  let orders: Orders;

  before(async () => {
    await postOrders(await world.merchant());
    merchant = await world.merchant();
    orders = await postOrders(merchant);
  });
  after(() => client.end());

  /** Runs searches that must find each order, and some that must find none. */
  async function assertFound(): Promise<void> {
    for (const [list, id, texts] of [
      ["transfers", orders.transfer, ["MP261128.1842.C71355", "mp261128.1842.c71355", "MP2611", " mp 261128.18 "]],
      ["payments", orders.payment, ["8213456789", "821345", "8213 456 789"]],
      ["refunds", orders.refund, ["Rf-00AbCdEf99", "RF-00ABCDEF99", "rf-00a"]],
    ] as const) {
      for (const text of texts) {
        assert.deepEqual(await search(merchant, list, text), [id], `${list}: ${text}`);
        const scope = { merchant: merchant.id, environment: "test" } as const;
        const exported = await world.db.read(scope, (tx) =>
          readRows(tx, scope, list, { ...EVERYTHING, search: text }, { before: null, limit: 10 }),
        );
        assert.deepEqual(
          exported.map(({ cursor }) => cursor),
          [id],
          `${list}: ${text}`,
        );
      }
    }
    for (const [list, text] of [
      // Texts that must find nothing: too short, from the middle of a reference, from another list, or longer than the
      // reference.
      ...([
        ["transfers", "MP261"],
        ["transfers", "261128.1842"],
        ["transfers", "C71355"],
      ] as const),
      ...([
        ["payments", "213456789"],
        ["payments", "MP261128.1842.C71355"],
        ["refunds", "8213456789"],
      ] as const),
      ...([
        ["refunds", "00AbCdEf99"],
        ["refunds", "Rf-00AbCdEf991"],
      ] as const),
    ] as const) {
      assert.deepEqual(await search(merchant, list, text), [], `${list}: ${text}`);
    }
  }

  it("finds a transfer, a payment and a refund by all of it or its beginning, in any case, before they are indexed", async () => {
    await assertFound();
    await assertIndexIsExact();
  });

  it("finds them when they are indexed", async () => {
    await index();
    await assertIndexIsExact();
    await assertFound();
  });

  it("finds no other merchant's or environment's orders", async () => {
    const stranger = await world.merchant();
    const live = await world.inEnvironment(merchant, "live");
    for (const list of ["transfers", "payments", "refunds"]) {
      for (const text of ["MP261128.1842.C71355", "821345", "rf-00abcd"]) {
        assert.deepEqual(await search(stranger, list, text), []);
        assert.deepEqual(await search(live, list, text), []);
      }
    }
  });

  it("finds a refund by amount, status, payment and payer, also after the payer was renamed", async () => {
    for (const text of ["7003", "7 003", "XAF 7,003", "7 003 FCFA"]) {
      assert.deepEqual(await search(merchant, "refunds", text), [orders.refund], text);
    }
    const [all] = [await search(merchant, "refunds", "677 12 34 56")];
    assert.equal(all.length, 2);
    assert.deepEqual(await search(merchant, "refunds", "7003", "&status=complete"), [orders.refund]);
    assert.deepEqual(await search(merchant, "refunds", "7003", "&status=failed"), []);
    const { payment } = (await merchant.get(`/refunds/${orders.refund}`)).body.refund;
    assert.deepEqual(await search(merchant, "refunds", payment), all);
    assert.deepEqual(await search(merchant, "refunds", "rf-00abcd", `&payment=${payment}`), [orders.refund]);
    assert.deepEqual(await search(merchant, "refunds", "rf-00abcd", `&payment=${orders.payment}`), []);
    const { customer } = (await merchant.get(`/payments/${payment}`)).body.transaction;
    await merchant.send("PUT", `/customers/${customer}`, { name: "Zoé Ébolowa" });
    for (const again of [false, true]) {
      if (again) await index();
      assert.deepEqual(await search(merchant, "refunds", "zoe ebolowa"), all);
    }
    await assertIndexIsExact();
  });

  it("finds amounts, phone numbers, provider's references and merchant's references that contain one text", async () => {
    const clerk = await world.merchant();
    provider_ids.set(9_001n, "4455669988");
    const by_provider = await sendTransfer(clerk, { amount: 9_001 });
    const by_amount = await sendTransfer(clerk, { amount: 445_566 });
    const person = { name: "Paul Essono", phone: "677445566" };
    const by_phone = await sendTransfer(clerk, { amount: 9_002, beneficiary_data: person });
    const by_reference = await sendTransfer(clerk, { amount: 9_003, reference: "inv-445566" });
    await world.waitUntilIdle();
    const all = [by_reference, by_phone, by_amount, by_provider];
    for (const is_indexed of [false, true]) {
      if (is_indexed) await index();
      assert.deepEqual(await search(clerk, "transfers", "445566"), all);
      assert.deepEqual(await search(clerk, "transfers", "445 566"), all);
      for (const text of ["445,566", "XAF 445,566", "445 566 FCFA"]) {
        assert.deepEqual(await search(clerk, "transfers", text), [by_amount], text);
      }
    }
  });

  it("finds orders from before an upgrade at once, and the indexer adds their references", async () => {
    await index();
    await client.query("update search_index set text = split_part(text, chr(30), 1)");
    await client.query("delete from search_index where id like 'ref\\_%'");
    await client.query("begin");
    await client.query("drop view searchable, searchable_refunds");
    await client.query(await withoutRefunds());
    await client.query(await readFile(MIGRATION, "utf8"));
    // Hold the indexer's lock, so that the indexer waits.
    await client.query("select pg_advisory_lock(5657311)");
    await client.query("commit");
    await assertFound();
    const { rows } = await client.query(
      "select count(*)::int as count from search_index where text like '%' || chr(30) || '%'",
    );
    assert.deepEqual(rows, [{ count: 0 }]);
    await client.query("select pg_advisory_unlock(5657311)");
    await index();
    await assertIndexIsExact();
    await assertFound();
    const { rows: stale } = await client.query("select count(*)::int as count from search_stale");
    assert.deepEqual(stale, [{ count: 0 }]);
  });
});

/** Returns the view of all lists as the earlier migration defines it. */
async function withoutRefunds(): Promise<string> {
  const earlier = await readFile(new URL("0033_search.sql", MIGRATION), "utf8");
  const [view = ""] = /create view searchable with[^;]*;/.exec(earlier) ?? [];
  return `${view} grant select on searchable to kolo_engine`;
}
