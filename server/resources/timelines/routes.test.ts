import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { assertRefused, transferOrderTo } from "#testing/orders.ts";
import { startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld } from "#testing/world.ts";
import type { Timeline, TimelineStep } from "./schema.ts";

const world = await startTestWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "1000" } });
const operators = await connectFakeNetworks(world);

const kinds = (timeline: Timeline): readonly string[] => timeline.steps.map((step: TimelineStep) => step.kind);

describe("a timeline", () => {
  it("shows a live transfer from the request to the webhook: calls, answers and entries, in order", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    const receiver = await startWebhookReceiver();
    await merchant.post("/webhooks", { url: receiver.url, events: ["transfer.complete"] });
    operators.mtn.book.setFate("237677123123", { fault: "error_after", notices: "none" });
    const person = { name: "Jane Mballa", phone: "677123123" };
    const order = { amount: 5_000, currency: "XAF", channel: "cm.mtn", reference: "why", beneficiary_data: person };
    await merchant.post("/transfers", order);
    await world.waitUntilIdle();
    operators.advance(10_000);
    await world.waitUntilIdle();
    await receiver.waitFor((event) => event.type === "transfer.complete");
    await world.waitUntilIdle();
    const { timeline } = (await merchant.get("/transfers/why/timeline")).body;
    assert.deepEqual([timeline.status, timeline.reconciliation], ["complete", "unreconciled"]);
    const at = timeline.steps.map((step: TimelineStep) => step.at);
    assert.deepEqual(at, [...at].sort());
    for (const kind of ["event", "attempt", "provider", "entry", "delivery"])
      assert.ok(kinds(timeline).includes(kind), kind);
    const provider_steps = timeline.steps.filter((step: TimelineStep) => step.kind === "provider");
    assert.equal(provider_steps[0].details.outcome, "unknown: status 500 INTERNAL_PROCESSING_ERROR");
    assert.equal(provider_steps.at(-1).details.outcome, "complete: 5000");
    assert.equal(provider_steps.at(-1).details.requests.at(-1).answer.status, "SUCCESSFUL");
    const text = JSON.stringify(timeline);
    for (const secret of ["677123123", ...Object.values(operators.mtn.settings).slice(4)]) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  it("shows the code of a failure with the attempt and with the provider's answer", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    operators.mtn.book.setFate("237677123124", { ending: "PAYEE_NOT_FOUND", notices: "none" });
    const person = { name: "Jane Mballa", phone: "677123124" };
    const order = { amount: 5_000, currency: "XAF", channel: "cm.mtn", reference: "why-not", beneficiary_data: person };
    await merchant.post("/transfers", order);
    await world.waitUntilIdle();
    operators.advance(10_000);
    await world.waitUntilIdle();
    const { timeline } = (await merchant.get("/transfers/why-not/timeline")).body;
    const stepsOf = (kind: string) => timeline.steps.filter((step: TimelineStep) => step.kind === kind);
    assert.equal(timeline.status, "failed");
    const [answer, end] = [stepsOf("provider").at(-1), stepsOf("attempt").at(-1)];
    assert.match(answer.details.outcome, /^failed: .* \(PAYEE_NOT_FOUND\)$/);
    assert.equal(answer.details.failure_code, "recipient_not_found");
    assert.equal(end.details.failure_code, "recipient_not_found");
    assert.equal(stepsOf("provider")[0].details.failure_code, undefined);
  });

  it("shows a payment, and a sandbox transfer without provider calls", async () => {
    const live = await world.merchant({ environment: "live" });
    await live.post("/payments", { amount: 700, currency: "XAF", phone: "677000222", reference: "in" });
    await live.post("/payments/in", { channel: "cm.mtn", phone: "677000222" });
    await world.waitUntilIdle();
    operators.advance(6_000);
    await world.waitUntilIdle();
    const { timeline } = (await live.get("/payments/in/timeline")).body;
    assert.equal(timeline.status, "complete");
    assert.ok(
      timeline.steps.some((step: TimelineStep) => step.code === "collect" && step.details.credit === "available"),
    );
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/transfers", transferOrderTo("000000"))).body.transfer;
    await world.waitUntilIdle();
    const sandbox = (await merchant.get(`/transfers/${id}/timeline`)).body.timeline;
    assert.ok(kinds(sandbox).includes("attempt") && !kinds(sandbox).includes("provider"));
  });

  it("shows a refund with its provider calls and ledger entries", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/payments", { amount: 900, currency: "XAF", phone: "677123456", reference: "sold" });
    await merchant.post("/payments/sold", { channel: "cm.mtn", phone: "677123456" });
    await world.waitUntilIdle();
    const { id } = (await merchant.post("/refunds", { payment: "sold", amount: 400 })).body.refund;
    await world.waitUntilIdle();
    const { timeline } = (await merchant.get(`/refunds/${id}/timeline`)).body;
    assert.deepEqual([timeline.id, timeline.status, timeline.reconciliation], [id, "complete", "unreconciled"]);
    const event_steps = timeline.steps
      .filter(({ kind }: TimelineStep) => kind === "event")
      .map(({ code }: TimelineStep) => code);
    assert.deepEqual(event_steps, ["refund.created", "refund.complete"]);
    for (const kind of ["attempt", "entry"]) assert.ok(kinds(timeline).includes(kind), kind);
  });

  it("shows a bulk: its acceptance, approval, outcomes by time, and end", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const entry = (digits: string) => ({
      ...{ amount: 500, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `677${digits}` } },
    });
    const transfers = [entry("123001"), entry("123002"), entry("000001")];
    const { id } = (await merchant.post("/transfers/bulk", { currency: "XAF", transfers })).body.bulk_transfer;
    const look = async () => (await merchant.get(`/transfers/bulk/${id}/timeline`)).body.timeline;
    assert.deepEqual(kinds(await look())[0], "progress");
    await world.waitUntilIdle();
    const { status, steps } = await look();
    assert.equal(status, "complete");
    const summary = steps.map(({ code, details }: TimelineStep) => `${code} ${details.count}`);
    assert.deepEqual([summary[0], steps.at(-1).code], ["accepted 3", "ended"]);
    assert.deepEqual(summary.slice(1, -1).sort(), ["complete 2", "failed 1"]);
    assert.deepEqual(steps[0].details, { count: 3, currency: "XAF", total_amount: 1_500, total_fee: 0 });
    const other = await world.merchant();
    assertRefused(await other.get(`/transfers/bulk/${id}/timeline`), 404);
  });

  it("404: an unknown id", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.get("/transfers/never-was/timeline"), 404);
    assertRefused(await merchant.get("/payments/never-was/timeline"), 404);
    assertRefused(await merchant.get("/refunds/ref_0/timeline"), 404);
    assertRefused(await merchant.get("/transfers/bulk/btr_0/timeline"), 404);
  });
});
