import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#kernel/time.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { createTestUser, currentTotpCode, type TestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "30000" } });
const operators = await connectFakeNetworks(world);
const shop = await world.merchant({ environment: "live", balance: 50_000n });
const at = (path: string) => `/merchants/${shop.id}/live${path}`;
const secrets = new Map<TestUser, string>();

async function aLivePerson(role: "owner" | "finance"): Promise<TestUser> {
  const person = await createTestUser(world, shop.id, role);
  secrets.set(person, await person.enrollSecondFactor());
  return person;
}

/** Live actions need a step-up less than five minutes old. */
async function prove(person: TestUser): Promise<void> {
  world.db.advanceClock(MINUTE_MS);
  const code = await currentTotpCode(world, secrets.get(person) ?? "");
  assert.equal((await person.send("POST", "/me/proof", { code })).status, 200);
}

it("live: a waiting transfer reaches the provider only after approval, and is paid once", async () => {
  const [owner, finance] = [await aLivePerson("owner"), await aLivePerson("finance")];
  await prove(owner);
  const rule = { amount_above: 1_000, every_bulk: true };
  assert.equal((await owner.send("PUT", at("/approval-rule"), rule)).status, 200);

  const { book } = operators.mtn;
  book.setFate("237677123456", { after_ms: 300, notices: "twice" });
  const before = book.movements.length;
  await prove(finance);
  const made = await finance.send("POST", at("/transfers"), {
    ...{ amount: 7_500, currency: "XAF", channel: "cm.mtn", reference: "rent-november" },
    beneficiary_data: { name: "Jane", phone: "677123456" },
  });
  assert.deepEqual([made.status, made.body.transfer.approval], [201, { state: "waiting" }], made.text);
  const { id } = made.body.transfer;
  await world.waitUntilIdle();
  assert.equal(book.movements.length, before);
  assert.equal(book.entries.size, 0);
  assert.deepEqual(await shop.balance(), { available: 42_500, reserved: 7_500 });

  const own = await finance.send("POST", at(`/approvals/${id}/approve`), {});
  assert.deepEqual([own.status, Object.keys(own.body.errors)], [403, ["approval"]]);
  world.db.advanceClock(6 * MINUTE_MS);
  const stale = await owner.send("POST", at(`/approvals/${id}/approve`), {});
  assert.deepEqual([stale.status, Object.keys(stale.body.errors)], [403, ["step_up"]]);
  await prove(owner);
  const ticking = setInterval(() => book.advance(0), 50);
  assert.equal((await owner.send("POST", at(`/approvals/${id}/approve`), {})).status, 200);
  const give_up_at = Date.now() + 30_000;
  for (;;) {
    const { transfer } = (await shop.get(`/transfers/${id}`)).body;
    if (transfer.status === "complete") {
      assert.deepEqual([transfer.approval.state, transfer.approval.decided_by], ["approved", "Ama Test"]);
      break;
    }
    assert.ok(Date.now() < give_up_at, JSON.stringify(transfer));
    await sleep(50);
  }
  clearInterval(ticking);
  assert.deepEqual(
    book.movements.slice(before).map(({ amount }) => Number(amount)),
    [7_500],
  );
  assert.deepEqual(await shop.balance(), { available: 42_500, reserved: 0 });
  assert.equal((await owner.send("POST", at(`/approvals/${id}/approve`), {})).status, 422);
  const audit_log = await world.rows(`select action, actor from audit_log where subject = '${id}' order by number`);
  assert.deepEqual(audit_log, [
    { action: "transfer.created", actor: `user:${finance.id}` },
    { action: "transfer.approved", actor: `user:${owner.id}` },
  ]);
  assert.deepEqual(operators.mtn.violations, []);
  await world.assertCleanAudit();
});
