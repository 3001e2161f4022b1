import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setRule } from "#resources/approvals/set-rule.ts";
import { setFee } from "#resources/fees/set.ts";
import { aServer } from "#testing/from-memory.ts";
import { aBeneficiary, order, refusedWith } from "#testing/orders.ts";
import { aWorld, type TestMerchant } from "#testing/world.ts";

const world = await aWorld({ works: false });
// Another server on the same database: it remembers nothing of what the first has seen, and tells it nothing.
const other = await aWorld({ works: false, database_url: world.database_url });

describe("transfers from memory", () => {
  it("look nothing up while all is remembered, and are like any other", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { seen, send } = aServer(world, merchant);
    for (const reference of ["a", "b", "c"]) assert.equal(await send(100n, reference), "accepted");
    // The first brought the person, the second found her.
    assert.equal(seen.looks, 2);
    const { body } = await merchant.get("/transfers");
    const references = body.items.map(({ reference }: { reference: string }) => reference);
    assert.deepEqual(references, ["c", "b", "a"]);
    assert.equal(new Set(body.items.map(({ beneficiary }: { beneficiary: string }) => beneficiary)).size, 1);
    assert.deepEqual(await merchant.balance(), { available: 700, reserved: 300 });
  });

  it("are refused for nothing that is only remembered", async () => {
    const merchant = await world.merchant({ balance: 250n });
    const { seen, send } = aServer(world, merchant);
    assert.equal(await send(100n, "a"), "accepted");
    assert.equal(await send(100n, "b"), "accepted");
    assert.equal(await send(100n, "c"), "insufficient_funds");
    assert.equal(seen.looks, 3);
    const { id, environment } = merchant;
    await world.db.engine((tx) => setRule(tx, { merchant: id, environment }, { every_bulk: true }, "test"));
    assert.equal(await send(50n, "d"), "accepted");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 250 });
  });

  it("are looked up for a while where what was remembered had changed", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { seen, send } = aServer(world, merchant);
    for (const reference of ["a", "b", "c"]) await send(100n, reference);
    assert.equal(seen.looks, 2);
    const { id, environment } = merchant;
    await other.db.engine((tx) => setRule(tx, { merchant: id, environment }, { every_bulk: true }, "test"));
    for (const reference of ["d", "e", "f"]) assert.equal(await send(100n, reference), "accepted");
    assert.equal(seen.looks, 5);
    assert.deepEqual(await merchant.balance(), { available: 9_400, reserved: 600 });
  });

  it("are looked up for a reference that is taken, and those behind it are not", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { seen, send } = aServer(world, merchant);
    for (const reference of ["a", "b"]) await send(100n, reference);
    assert.equal(seen.looks, 2);
    assert.equal(await send(100n, "a"), "conflict");
    for (const reference of ["c", "d"]) assert.equal(await send(100n, reference), "accepted");
    assert.equal(seen.looks, 3);
    assert.deepEqual(await merchant.balance(), { available: 9_600, reserved: 400 });
  });

  it("with an Idempotency-Key that was answered elsewhere are refused alone, and the others of their group are written", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { seen, sendAll } = aServer(world, merchant);
    assert.deepEqual(await sendAll(100n, ["a"], ["1"]), ["accepted"]);
    assert.deepEqual(await sendAll(100n, ["b"], ["2"]), ["accepted"]);
    assert.equal(seen.looks, 2);
    assert.deepEqual(await sendAll(100n, ["c", "d", "e"], ["3", "1", "4"]), ["accepted", "conflict", "accepted"]);
    assert.deepEqual(await sendAll(100n, ["f"], ["5"]), ["accepted"]);
    assert.equal(seen.looks, 3);
    assert.deepEqual(await merchant.balance(), { available: 9_500, reserved: 500 });
  });

  it("have the fee that is set, at once on the server that set it and a second later on others", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const elsewhere = other.as(merchant);
    const feeOf = async (at: TestMerchant): Promise<number> => (await at.post("/transfers", order)).body.transfer.fee;
    for (const at of [merchant, merchant, elsewhere, elsewhere]) assert.equal(await feeOf(at), 0);
    const fee = { kind: "transfer", channel: "cm.mtn", percent_bp: 0, fixed: 7n, minimum: 0n, maximum: null } as const;
    const { id, environment } = merchant;
    await world.db.engine((tx) => setFee(tx, { merchant: id, environment, ...fee }, "test"));
    assert.equal(await feeOf(merchant), 7);
    await sleep(1_050);
    assert.equal(await feeOf(elsewhere), 7);
  });
});

describe("what another server changed a moment ago", () => {
  it("a beneficiary's number is the one that is paid, and a deleted beneficiary is not paid", async () => {
    const merchant = await world.merchant();
    const beneficiary = await aBeneficiary(merchant);
    const { beneficiary_data: _, ...plain } = order;
    const send = () => merchant.post("/transfers", { ...plain, channel: "cm.orange", beneficiary });
    for (let time = 0; time < 3; time += 1) assert.equal((await send()).status, 201);
    const elsewhere = other.as(merchant);
    await elsewhere.send("PUT", `/beneficiaries/${beneficiary}`, { phone: "699000222" });
    const { id } = (await send()).body.transfer;
    assert.deepEqual(await world.rows(`select receiver from attempts where subject = '${id}'`), [
      { receiver: "+237699000222" },
    ]);
    await elsewhere.send("DELETE", `/beneficiaries/${beneficiary}`);
    refusedWith(await send(), 422, "beneficiary");
  });

  it("a rule about a second person holds for the next transfer", async () => {
    const merchant = await world.merchant();
    const send = async () => (await merchant.post("/transfers", order)).body.transfer.approval?.state;
    for (let time = 0; time < 3; time += 1) assert.equal(await send(), undefined);
    const { id, environment } = merchant;
    const scope = { merchant: id, environment };
    await other.db.engine((tx) => setRule(tx, scope, { amount_above: 10, every_bulk: false }, "test"));
    assert.equal(await send(), "waiting");
    await other.db.engine((tx) => setRule(tx, scope, { amount_above: 5_000, every_bulk: false }, "test"));
    assert.equal(await send(), undefined);
  });

  it("money that was spent there is not spent here, and money that came there is", async () => {
    const merchant = await world.merchant({ balance: 4_000n });
    const elsewhere = other.as(merchant);
    for (const at of [merchant, merchant]) assert.equal((await at.post("/transfers", order)).status, 201);
    for (const at of [elsewhere, elsewhere]) assert.equal((await at.post("/transfers", order)).status, 201);
    const refused = await merchant.post("/transfers", order);
    refusedWith(refused, 422);
    assert.equal(refused.body.message, "Insufficient balance to complete this transfer");
    const [canceled] = (await elsewhere.get("/transfers")).body.items;
    assert.equal((await elsewhere.send("DELETE", `/transfers/${canceled.id}`)).status, 202);
    assert.equal((await merchant.post("/transfers", order)).status, 201);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 4_000 });
  });

  it("of many transfers at once on both, with half of the references the same, one of each is accepted", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const elsewhere = other.as(merchant);
    for (const at of [merchant, merchant, elsewhere, elsewhere]) await at.post("/transfers", { ...order, amount: 1 });
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, place) => {
        const reference = `race-${Math.floor(place / 4)}`;
        return (place % 2 === 0 ? merchant : elsewhere).post("/transfers", { ...order, reference });
      }),
    );
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(201), count(409)], [20, 60]);
    assert.deepEqual(await merchant.balance(), { available: 1_000_000 - 4 - 20_000, reserved: 20_004 });
  });
});

it("the books, the events and the deliveries hold after all of this", async () => {
  await world.auditIsClean();
});
