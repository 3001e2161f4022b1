import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds, plus } from "#kernel/time.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { healthAfterReport, setChannelStop } from "./health.ts";
import type { ChannelHealthRow } from "./health-store.ts";

const world = await startTestWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "5000" } });
const operators = await connectFakeNetworks(world);
const { book } = operators.mtn;

let number = 0;
async function transfers(merchant: TestMerchant, count: number): Promise<readonly string[]> {
  const made = [];
  for (let one = 0; one < count; one += 1) {
    number += 1;
    const beneficiary_data = { name: "Jane", phone: `677${String(700_000 + number)}` };
    const order = { amount: 100, currency: "XAF", channel: "cm.mtn", beneficiary_data };
    made.push((await merchant.post("/transfers", order)).body.transfer.id);
  }
  await world.waitUntilIdle();
  return made;
}

async function health(merchant: TestMerchant) {
  const { data } = (await merchant.get("/channels")).body;
  return data.find((channel: { id: string }) => channel.id === "cm.mtn").health;
}

async function statuses(merchant: TestMerchant, ids: readonly string[]): Promise<readonly string[]> {
  const responses = await Promise.all(ids.map((id) => merchant.get(`/transfers/${id}`)));
  return [...new Set(responses.map(({ body }) => body.transfer.status))];
}

describe("a provider's report about a network", () => {
  const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
  const open: ChannelHealthRow = {
    ...{ provider_account: newId("con", now), channel: "ug.mtn", state: "open", paused_until: null, pauses: 0 },
    ...{ probes_good: 0, since: null, reason: null },
  };

  it("pauses an open channel for three minutes, and opens it again", () => {
    const closed = healthAfterReport(open, true, now);
    assert.deepEqual([closed?.state, closed?.paused_until], ["paused", plus(now, 180_000)]);
    assert.equal(closed && healthAfterReport(closed, true, plus(now, 60_000))?.paused_until, plus(now, 240_000));
    assert.equal(closed && healthAfterReport(closed, false, now)?.state, "open");
    assert.equal(healthAfterReport(open, false, now), null);
  });

  it("neither ends nor replaces another pause or a platform operator's stop", () => {
    const paused: ChannelHealthRow = { ...open, state: "paused", paused_until: plus(now, 60_000), reason: "9 failed" };
    for (const row of [paused, { ...open, state: "stopped", reason: "by hand" } as const])
      for (const is_closed of [true, false]) assert.equal(healthAfterReport(row, is_closed, now), null);
  });
});

describe("a channel whose provider has an outage", async () => {
  const merchant = await world.merchant({ environment: "live", balance: 1_000_000n });

  it("is operational while the provider works, and failures caused by payers do not count", async () => {
    assert.deepEqual(await health(merchant), {
      status: "operational",
      success_rate: null,
      paused_until: null,
      reason: null,
      reason_code: null,
    });
    for (let one = 0; one < 25; one += 1)
      book.setFate(`237677${700_001 + one}`, { ending: "PAYEE_NOT_FOUND", notices: "none" });
    await transfers(merchant, 25);
    operators.advance(10_000);
    await world.waitUntilIdle();
    const after = await health(merchant);
    assert.deepEqual([after.status, after.success_rate], ["operational", 1]);
    operators.advance(600_000);
    await world.waitUntilIdle();
  });

  it("pauses: new transfers wait and can be canceled, payments are refused, other channels continue", async () => {
    book.addFaults(
      "create",
      Array.from({ length: 400 }, () => "maintenance" as const),
    );
    await transfers(merchant, 12);
    const paused = await health(merchant);
    assert.equal(paused.status, "paused");
    assert.equal(paused.reason_code, "too_many_failures");
    const waiting = await transfers(merchant, 5);
    assert.deepEqual(await statuses(merchant, waiting), ["pending"]);
    const [first = ""] = waiting;
    assert.equal((await merchant.send("DELETE", `/transfers/${first}`)).status, 202);
    await merchant.post("/payments", { amount: 100, currency: "XAF", phone: "677000001", reference: "no" });
    const refused = await merchant.post("/payments/no", { channel: "cm.mtn", phone: "677000001" });
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ["channel"]]);
    const orange = await merchant.post("/payments/no", { channel: "cm.orange", phone: "699000001" });
    assert.equal(orange.status, 202, orange.text);
    const other = {
      amount: 100,
      currency: "XAF",
      channel: "cm.orange",
      beneficiary_data: { name: "J", phone: "699000002" },
    };
    const { id } = (await merchant.post("/transfers", other)).body.transfer;
    await world.waitUntilIdle();
    assert.deepEqual(await statuses(merchant, [id]), ["complete"]);
  });

  it("sends a few probes after the pause, and pauses for longer when they fail", async () => {
    const before = operators.mtn.violations.length;
    const first = (await health(merchant)).paused_until;
    operators.advance(70_000);
    await world.waitUntilIdle();
    const again = await health(merchant);
    assert.equal(again.status, "paused");
    assert.ok(again.paused_until > first);
    assert.equal(operators.mtn.violations.length, before);
  });

  it("opens after enough successful probes, and every waiting order is sent once", async () => {
    while (book.takeFault("create"));
    const openOrders = async () =>
      Number((await world.rows("select count(*) as n from attempts where state in ('waiting', 'sent')"))[0]?.n);
    for (let minute = 0; minute < 40 && (await openOrders()) > 0; minute += 1) {
      operators.advance(60_000);
      await world.waitUntilIdle();
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.equal((await health(merchant)).status, "operational");
    assert.equal(await openOrders(), 0);
    // The outage no longer counts.
    operators.advance(30 * 60_000);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("sends no transfers while the float is too low, still collects payments, and resumes afterwards", async () => {
    const numbers = Array.from({ length: 30 }, (_, one) => `237677${700_001 + number + one}`);
    for (const one of numbers) book.setFate(one, { ending: "NOT_ENOUGH_FUNDS", notices: "none" });
    await transfers(merchant, 12);
    operators.advance(10_000);
    await world.waitUntilIdle();
    const [float] = await world.rows("select state from channel_health where channel = 'float'");
    assert.deepEqual(float, { state: "paused" });
    assert.equal((await health(merchant)).status, "operational");
    const waiting = await transfers(merchant, 4);
    assert.deepEqual(await statuses(merchant, waiting), ["pending"]);
    await merchant.post("/payments", { amount: 100, currency: "XAF", phone: "677000001", reference: "in" });
    assert.equal((await merchant.post("/payments/in", { channel: "cm.mtn", phone: "677000001" })).status, 202);
    // The provider account has money again, so orders to these numbers succeed.
    for (const one of numbers) book.setFate(one, { ending: "complete", notices: "none" });
    // The circuit breaker lets one probe through at a time until one succeeds. How many simulated minutes that takes
    // depends on the machine.
    const are_complete = async () => (await statuses(merchant, waiting)).join() === "complete";
    for (let minute = 0; minute < 300 && !(await are_complete()); minute += 1) {
      operators.advance(60_000);
      await world.waitUntilIdle();
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.deepEqual(await statuses(merchant, waiting), ["complete"]);
    const [after] = await world.rows("select state from channel_health where channel = 'float'");
    assert.equal(after?.state, "open");
    await world.assertCleanAudit();
  });

  it("can be stopped and opened by a platform operator", async () => {
    const [row] = await world.rows("select id from provider_accounts where provider = 'mtn'");
    const provider_account = `con_${String(row?.id).slice(4)}` as const;
    await world.db.engine((tx) =>
      setChannelStop(tx, { provider_account, channel: "cm.mtn" }, "MTN works on it until six"),
    );
    const waiting = await transfers(merchant, 3);
    assert.deepEqual(await statuses(merchant, waiting), ["pending"]);
    assert.equal((await health(merchant)).reason, "MTN works on it until six");
    await world.db.engine((tx) => setChannelStop(tx, { provider_account, channel: "cm.mtn" }, null));
    operators.advance(40_000);
    await world.waitUntilIdle();
    operators.advance(10_000);
    await world.waitUntilIdle();
    assert.deepEqual(await statuses(merchant, waiting), ["complete"]);
  });

  it("refuses a payment with a retry delay, and stores no reply for the Idempotency-Key", async () => {
    const [row] = await world.rows("select id from provider_accounts where provider = 'mtn'");
    const provider_account = `con_${String(row?.id).slice(4)}` as const;
    const stop = (reason: string | null) =>
      world.db.engine((tx) => setChannelStop(tx, { provider_account, channel: "cm.mtn" }, reason));
    await stop("MTN works on it until six");
    await merchant.post("/payments", { amount: 100, currency: "XAF", phone: "677000001", reference: "again" });
    const pay = (channel: string) =>
      merchant.post(
        "/payments/again",
        { channel, phone: "677000001" },
        { "idempotency-key": `pay over ${channel}`.replaceAll(" ", ":") },
      );
    const refused = await pay("cm.mtn");
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [422, "60"]);
    const nowhere = await pay("cm.nowhere");
    assert.equal((await pay("cm.nowhere")).headers.get("idempotent-replayed"), "true", nowhere.text);
    await stop(null);
    const answer = await pay("cm.mtn");
    assert.equal(answer.status, 202, answer.text);
    assert.equal((await pay("cm.mtn")).headers.get("idempotent-replayed"), "true");
    await world.waitUntilIdle();
  });
});
