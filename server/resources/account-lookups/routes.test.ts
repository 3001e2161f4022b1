import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { assertRefused } from "#testing/orders.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();
const operators = await connectFakeNetworks(world);

const look = (merchant: TestMerchant, phone: string, fields: object = {}) =>
  merchant.post("/transfers/lookup", { channel: "cm.mobile", phone, ...fields });

describe("POST /transfers/lookup", () => {
  it("returns a number's holder and the match with a name, on either network", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const { status, body } = await look(merchant, "677000111", { name: "MBALA Jane" });
    assert.equal(status, 200);
    assert.deepEqual(body.lookup, {
      ...{
        channel: "cm.mtn",
        phone: "+237677000111",
        found: true,
        active: true,
        name: "Jane Mballa",
        match: "similar",
      },
    });
    const orange = (await look(merchant, "699000111")).body.lookup;
    assert.deepEqual(
      [orange.channel, orange.name, orange.active, orange.match],
      ["cm.orange", "JANE MBALLA", null, null],
    );
  });

  it("reports a missing account, a closed one, and a name that the network does not provide", async () => {
    const [first, second] = [
      await world.merchant({ environment: "live" }),
      await world.merchant({ environment: "live" }),
    ];
    assert.equal((await look(first, "677000007")).body.lookup.found, false);
    assert.equal((await look(first, "677000008")).body.lookup.active, false);
    assert.equal((await look(second, "677000009", { name: "Jane" })).body.lookup.match, null);
  });

  it("queries the network once per Idempotency-Key, and stores the name encrypted", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const lookup_input = { channel: "cm.mtn", phone: "677000222" };
    const key = { "idempotency-key": "who" };
    const first = await merchant.post("/transfers/lookup", lookup_input, key);
    assert.equal(first.status, 200, first.text);
    const again = await merchant.post("/transfers/lookup", lookup_input, key);
    assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"]);
    assertRefused(await merchant.post("/transfers/lookup", { ...lookup_input, phone: "677000333" }, key), 422);
    const [stored] = await world.rows(`select body from idempotency_keys where merchant = '${merchant.id}'`);
    assert.doesNotMatch(String(stored?.body), /Jane/);
  });

  it("works in the sandbox", async () => {
    const merchant = await world.merchant();
    assert.equal((await look(merchant, "677000000", { name: "Jane Mballa" })).body.lookup.match, "matches");
    assert.equal((await look(merchant, "677000007")).body.lookup.found, false);
  });

  it("422: a channel that pays no phone numbers, an invalid number, a number whose network is not clear", async () => {
    const merchant = await world.merchant({ environment: "live" });
    assertRefused(await look(merchant, "677000111", { channel: "cm.nobody" }), 422, "channel");
    assertRefused(await look(merchant, "123"), 422, "phone");
    assertRefused(await look(merchant, "620000111"), 422, "channel");
    assertRefused(await look(await world.merchant(), "677000111", { channel: "cm.bank" }), 422, "channel");
  });

  it("429: the rate limit prevents enumerating numbers", async () => {
    const merchant = await world.merchant();
    const answers = await Promise.all(Array.from({ length: 30 }, () => look(merchant, "677000000")));
    const refused = answers.filter((answer) => answer.status === 429);
    assert.ok(refused.length > 15, `${refused.length}`);
    assert.equal(refused[0]?.headers.get("retry-after"), "2");
  });

  it("503: a network that does not answer", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const token = Array.from({ length: 4 }, () => "maintenance" as const);
    operators.orange.book.advance(3_600_000);
    operators.orange.book.addFaults("token", token);
    const answer = await look(merchant, "699000111");
    operators.orange.book.takeFault("token");
    while (operators.orange.book.takeFault("token"));
    assertRefused(answer, 503);
  });
});

describe("a transfer with an expected name", () => {
  const order = (phone: string, expect_name: string) => ({
    ...{ amount: 1_000, currency: "XAF", channel: "cm.mobile", expect_name },
    beneficiary_data: { name: "Jane Mballa", phone },
  });

  for (const [phone, name, status, failure_code] of [
    ["677555111", "Jane Mballa", "complete", undefined],
    ["677555111", "MBALA JANE", "complete", undefined],
    ["677555111", "Paul Essono", "failed", "name_mismatch"],
    ["677555009", "Jane Mballa", "failed", "name_unavailable"],
    ["677555007", "Jane Mballa", "failed", "recipient_not_found"],
    ["699555111", "Jane Mballa", "complete", undefined],
  ] as const) {
    it(`${name}, to ${phone}: ${status}, and money moves only on a match`, async () => {
      const merchant = await world.merchant({ environment: "live", balance: 1_000n });
      const before = operators.mtn.book.movements.length + operators.orange.book.movements.length;
      const { transfer } = (await merchant.post("/transfers", order(phone, name))).body;
      await world.waitUntilIdle();
      operators.advance(6_000);
      await world.waitUntilIdle();
      const final_transfer = (await merchant.get(`/transfers/${transfer.id}`)).body.transfer;
      assert.equal(final_transfer.status, status, JSON.stringify(final_transfer));
      assert.equal(final_transfer.failure_code, failure_code);
      const moved = operators.mtn.book.movements.length + operators.orange.book.movements.length - before;
      assert.equal(moved, status === "complete" ? 1 : 0);
      assert.equal((await merchant.balance()).available, status === "complete" ? 0 : 1_000);
    });
  }

  it("the audit is clean afterwards", () => world.assertCleanAudit());
});
