import assert from "node:assert/strict";
import { it } from "node:test";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import { setApprovalRule } from "./set-rule.ts";

const world = await startTestWorld();
await connectFakeNetworks(world);
const shop = await world.merchant({ balance: 100_000n });
const [owner, finance] = [
  await createTestUser(world, shop.id, "owner"),
  await createTestUser(world, shop.id, "finance"),
];
await owner.signIn();
await finance.signIn();
await world.db.engine((tx) => setApprovalRule(tx, shop, { amount_above: 0, every_bulk: true }, "test"));
const at = (path: string) => `/merchants/${shop.id}/test${path}`;

const to = (digits: string, name: string) => ({
  ...{ amount: 500, currency: "XAF", channel: "cm.mtn" },
  beneficiary_data: { name, phone: `677${digits}` },
});
const lookUp = (digits: string, by = finance) =>
  by.send("POST", at("/transfers/lookup"), { channel: "cm.mtn", phone: `677${digits}` });

/** Returns the warnings of an order as the approver sees them, in the list and on the order itself. */
async function seenOf(id: string, path = "/transfers") {
  const { items } = (await owner.send("GET", at("/approvals"))).body;
  const { seen } = items.find((item: { id: string }) => item.id === id);
  const { transfer, bulk_transfer } = (await owner.send("GET", at(`${path}/${id}`))).body;
  assert.deepEqual((transfer ?? bulk_transfer).approval.seen, seen);
  return seen;
}

async function send(body: object): Promise<string> {
  const answer = await finance.send("POST", at("/transfers"), body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.transfer.id;
}

it("the second person sees the holder that the network returned to the maker", async () => {
  const { lookup } = (await lookUp("123456")).body;
  assert.ok(lookup.name, "the sandbox tells a name");
  const id = await send(to("123456", "Awa Diallo"));
  assert.deepEqual(await seenOf(id), {
    holder: { found: true, active: lookup.active, name: lookup.name, match: "differs" },
    ...{ duplicates: [], repeats: 0 },
  });
  const same = await send(to("123456", lookup.name));
  const { holder, duplicates } = await seenOf(same);
  assert.deepEqual([holder.match, duplicates], ["matches", [id]], "and that the same sum went to the same number");
});

it("a lookup by another person is not shown as the maker's", async () => {
  await lookUp("222333", owner);
  assert.equal((await seenOf(await send(to("222333", "Jane")))).holder, null);
});

it("a number without an account is shown as such", async () => {
  assert.equal((await lookUp("000007")).body.lookup.found, false);
  const { holder } = await seenOf(await send(to("000007", "Jane")));
  assert.deepEqual([holder.found, holder.name, holder.match], [false, null, null]);
});

it("an order made by a key shows its possible duplicates", async () => {
  const first = (await shop.post("/transfers", { ...transferOrderTo("444555"), amount: 70 })).body.transfer.id;
  const second = (await shop.post("/transfers", { ...transferOrderTo("444555"), amount: 70 })).body.transfer.id;
  assert.deepEqual(await seenOf(first), { holder: null, duplicates: [], repeats: 0 });
  assert.deepEqual((await seenOf(second)).duplicates, [first]);
});

it("a bulk shows entries that repeat others, and transfers of the last day like its entries", async () => {
  const before = await send({ ...to("666777", "Awa"), amount: 900 });
  const entry = (digits: string, amount: number) => ({ ...to(digits, "Awa"), currency: undefined, amount });
  const body = { currency: "XAF", transfers: [entry("666777", 900), entry("666778", 900), entry("666778", 900)] };
  const made = await finance.send("POST", at("/transfers/bulk"), body);
  assert.equal(made.status, 201, made.text);
  const warnings = await seenOf(made.body.bulk_transfer.id, "/transfers/bulk");
  assert.deepEqual(warnings, { holder: null, duplicates: [before], repeats: 1 });
});
