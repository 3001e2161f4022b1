import assert from "node:assert/strict";
import { it } from "node:test";
import { postBeneficiary, transfer_order } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { sharedTestWorld } from "#testing/world.ts";

const world = await sharedTestWorld();
const shop = await world.merchant({ balance: 100_000n });
const person = await createTestUser(world, shop.id, "viewer");
await person.signIn();

const namesOf = async (ids: readonly string[], environment = "test") =>
  (await person.send("GET", `/merchants/${shop.id}/${environment}/names?ids=${ids.join()}`)).body.items;

it("one request returns the names of customers and beneficiaries, unlisted and deleted ones included", async () => {
  const stored = await postBeneficiary(shop, { name: "Awa Diallo" });
  const { transfer } = (await shop.post("/transfers", transfer_order)).body;
  const { customer } = (await shop.post("/customers", { name: "Ama Owusu", email: "ama@example.cm" })).body;
  await shop.send("DELETE", `/beneficiaries/${stored}`);
  const named = await namesOf([stored, transfer.beneficiary, customer.id, "ben_none"]);
  assert.deepEqual(
    new Set(named.map(({ id, name }: { id: string; name: string }) => `${id} ${name}`)),
    new Set([`${stored} Awa Diallo`, `${transfer.beneficiary} Jane Mballa`, `${customer.id} Ama Owusu`]),
  );
});

it("no name is returned for a customer who is deleted, or of another environment or business", async () => {
  const { customer } = (await shop.post("/customers", { name: "Gone", email: "gone@example.cm" })).body;
  await shop.send("DELETE", `/customers/${customer.id}`);
  const other = await world.merchant();
  const elsewhere = await postBeneficiary(other);
  const here = await postBeneficiary(shop);
  assert.deepEqual(await namesOf([customer.id, elsewhere]), []);
  assert.deepEqual(await namesOf([here], "live"), []);
  assert.equal((await namesOf([here])).length, 1);
});

it("400: more ids than a list may have rows", async () => {
  const ids = Array.from({ length: 101 }, () => shop.id).join();
  assert.equal((await person.send("GET", `/merchants/${shop.id}/test/names?ids=${ids}`)).status, 400);
  assert.deepEqual(await namesOf([]), []);
});
