import assert from "node:assert/strict";
import { it } from "node:test";
import { postBeneficiary, transfer_order } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { sharedTestWorld } from "#testing/world.ts";

const world = await sharedTestWorld();
const shop = await world.merchant({ balance: 100_000n });
const [owner, finance] = [
  await createTestUser(world, shop.id, "owner"),
  await createTestUser(world, shop.id, "finance"),
];
await owner.signIn();
await finance.signIn();
const at = (path: string) => `/merchants/${shop.id}/test${path}`;
const set = await owner.send("PUT", at("/approval-rule"), { amount_above: 1_000, every_bulk: true });
assert.equal(set.status, 200, set.text);

const MALLORY = { name: "Mallory", number: "+237677111111", bank_code: null };
const TRUSTED = { name: "Trusted Supplier Ltd", phone: "677222222" };
const BANK = {
  ...{ name: "Mallory", phone: undefined, type: "bank_account" },
  ...{ account_number: "10005000010123456789012", bank_code: "10005" },
};

/**
 * Returns the payee's cells in the exported row with this id. A leading apostrophe marks digits as text for a
 * spreadsheet.
 */
async function exported(id: string): Promise<readonly (string | undefined)[]> {
  const { text } = await owner.send("GET", at("/exports/transfers"));
  const [head, ...rows] = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const row = rows.find(([row_id]) => row_id === id);
  assert.ok(head && row, text);
  return ["Name", "Phone", "Account number", "Bank code"].map((heading) => row[head.indexOf(heading)]);
}

/** Returns the payee of an order as the second person sees it, in the list and on the order. */
async function shownOf(id: string) {
  const { items } = (await owner.send("GET", at("/approvals"))).body;
  const { name, number, bank_code } = items.find((item: { id: string }) => item.id === id);
  const { receiver } = (await owner.send("GET", at(`/transfers/${id}`))).body.transfer;
  return { listed: { name, number, bank_code }, receiver };
}

const sentOf = (id: string) =>
  world.rows(`select receiver_name, receiver, bank_code, state from attempts where subject = '${id}'`);

it("a transfer shows its payee as ordered, even after a change of the beneficiary", async () => {
  const beneficiary = await postBeneficiary(shop, { name: "Mallory", phone: "677111111" });
  const order = { ...transfer_order, amount: 5_000, beneficiary_data: undefined, beneficiary };
  const { id } = (await finance.send("POST", at("/transfers"), order)).body.transfer;
  assert.equal((await finance.send("PUT", at(`/beneficiaries/${beneficiary}`), TRUSTED)).status, 200);
  assert.deepEqual(await shownOf(id), { listed: MALLORY, receiver: MALLORY });
  assert.equal((await finance.send("DELETE", at(`/beneficiaries/${beneficiary}`))).status, 200);
  assert.deepEqual(await shownOf(id), { listed: MALLORY, receiver: MALLORY });
  assert.deepEqual(await exported(id), ["Mallory", "'+237677111111", "", ""]);
  assert.equal((await owner.send("POST", at(`/approvals/${id}/approve`), {})).status, 200);
  await world.waitUntilIdle();
  assert.deepEqual(await sentOf(id), [
    { receiver_name: "Mallory", receiver: "+237677111111", bank_code: null, state: "complete" },
  ]);
});

it("a transfer to a bank account shows its number and bank as ordered, in its export too", async () => {
  const beneficiary = await postBeneficiary(shop, BANK);
  const order = { ...transfer_order, amount: 5_000, channel: "cm.bank", beneficiary_data: undefined, beneficiary };
  const made = await finance.send("POST", at("/transfers"), order);
  assert.equal(made.status, 201, made.text);
  const { id } = made.body.transfer;
  const changes = { name: "Trusted Supplier Ltd", account_number: "999", bank_code: "10001" };
  assert.equal((await finance.send("PUT", at(`/beneficiaries/${beneficiary}`), changes)).status, 200);
  const ordered = { name: "Mallory", number: BANK.account_number, bank_code: "10005" };
  assert.deepEqual(await shownOf(id), { listed: ordered, receiver: ordered });
  assert.deepEqual(await exported(id), ["Mallory", "", `'${BANK.account_number}`, "'10005"]);
});

it("every entry of a bulk shows its payee as ordered", async () => {
  const beneficiary = await postBeneficiary(shop, { name: "Mallory", phone: "677111111" });
  const entry = { amount: 100, channel: "cm.mtn", beneficiary };
  const order = { currency: "XAF", transfers: [entry, { ...transfer_order, amount: 200 }] };
  const { id } = (await finance.send("POST", at("/transfers/bulk"), order)).body.bulk_transfer;
  await finance.send("PUT", at(`/beneficiaries/${beneficiary}`), TRUSTED);
  const { transfers } = (await owner.send("GET", at(`/transfers/bulk/${id}`))).body.bulk_transfer;
  assert.deepEqual(
    transfers.map(({ receiver }: { receiver: object }) => receiver),
    [MALLORY, { name: "Jane Mballa", number: "+237677123456", bank_code: null }],
  );
  assert.equal((await owner.send("POST", at(`/approvals/${id}/approve`), {})).status, 200);
  await world.waitUntilIdle();
  const [sent] = await sentOf(transfers[0].id);
  assert.deepEqual([sent?.receiver_name, sent?.receiver, sent?.state], ["Mallory", "+237677111111", "complete"]);
});

it("the audit is clean afterwards", () => world.assertCleanAudit());
