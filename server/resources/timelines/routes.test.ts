import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectOperators } from "#testing/operators.ts";
import { orderTo, refusedWith } from "#testing/orders.ts";
import { aReceiver } from "#testing/receiver.ts";
import { aWorld } from "#testing/world.ts";
import type { Step, Timeline } from "./schema.ts";

const world = await aWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "1000" } });
const operators = await connectOperators(world);

const kinds = (timeline: Timeline): readonly string[] => timeline.steps.map((step: Step) => step.kind);

describe("a timeline", () => {
  it("explains a live transfer from the request to the webhook: requests, answers, entries, in order", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    const receiver = await aReceiver();
    await merchant.post("/webhooks", { url: receiver.url, events: ["transfer.complete"] });
    operators.mtn.book.setFate("237677123123", { fault: "error_after", notices: "none" });
    const person = { name: "Jane Mballa", phone: "677123123" };
    const order = { amount: 5_000, currency: "XAF", channel: "cm.mtn", reference: "why", beneficiary_data: person };
    await merchant.post("/transfers", order);
    await world.quiet();
    operators.advance(10_000);
    await world.quiet();
    await receiver.waitFor((event) => event.type === "transfer.complete");
    await world.quiet();
    const { timeline } = (await merchant.get("/transfers/why/timeline")).body;
    assert.deepEqual([timeline.status, timeline.reconciliation], ["complete", "unreconciled"]);
    const at = timeline.steps.map((step: Step) => step.at);
    assert.deepEqual(at, [...at].sort());
    for (const kind of ["event", "attempt", "provider", "entry", "delivery"])
      assert.ok(kinds(timeline).includes(kind), kind);
    const asked = timeline.steps.filter((step: Step) => step.kind === "provider");
    assert.match(asked[0].what, /unknown: status 500 INTERNAL_PROCESSING_ERROR/);
    assert.match(asked.at(-1).what, /complete: 5000/);
    assert.equal(asked.at(-1).details.requests.at(-1).answer.status, "SUCCESSFUL");
    const text = JSON.stringify(timeline);
    for (const secret of ["677123123", ...Object.values(operators.mtn.settings).slice(4)]) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  it("explains a payment, and a sandbox transfer without a word from a provider", async () => {
    const live = await world.merchant({ environment: "live" });
    await live.post("/payments", { amount: 700, currency: "XAF", phone: "677000222", reference: "in" });
    await live.post("/payments/in", { channel: "cm.mtn", phone: "677000222" });
    await world.quiet();
    operators.advance(6_000);
    await world.quiet();
    const { timeline } = (await live.get("/payments/in/timeline")).body;
    assert.equal(timeline.status, "complete");
    assert.ok(timeline.steps.some((step: Step) => step.what === "collect: provider:mtn to available"));
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/transfers", orderTo("000000"))).body.transfer;
    await world.quiet();
    const sandbox = (await merchant.get(`/transfers/${id}/timeline`)).body.timeline;
    assert.ok(kinds(sandbox).includes("attempt") && !kinds(sandbox).includes("provider"));
  });

  it("explains a refund: the payer's money on its way back, and what the ledger did", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/payments", { amount: 900, currency: "XAF", phone: "677123456", reference: "sold" });
    await merchant.post("/payments/sold", { channel: "cm.mtn", phone: "677123456" });
    await world.quiet();
    const { id } = (await merchant.post("/refunds", { payment: "sold", amount: 400 })).body.refund;
    await world.quiet();
    const { timeline } = (await merchant.get(`/refunds/${id}/timeline`)).body;
    assert.deepEqual([timeline.id, timeline.status, timeline.reconciliation], [id, "complete", "unreconciled"]);
    const told = timeline.steps.filter(({ kind }: Step) => kind === "event").map(({ what }: Step) => what);
    assert.deepEqual(told, ["refund.created", "refund.complete"]);
    for (const kind of ["attempt", "entry"]) assert.ok(kinds(timeline).includes(kind), kind);
  });

  it("explains a bulk: accepted, who agreed, how many ended how and when, and that all have", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const entry = (digits: string) => ({
      ...{ amount: 500, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `677${digits}` } },
    });
    const transfers = [entry("123001"), entry("123002"), entry("000001")];
    const { id } = (await merchant.post("/transfers/bulk", { currency: "XAF", transfers })).body.bulk_transfer;
    const look = async () => (await merchant.get(`/transfers/bulk/${id}/timeline`)).body.timeline;
    assert.deepEqual(kinds(await look())[0], "progress");
    await world.quiet();
    const { status, steps } = await look();
    assert.equal(status, "complete");
    const said = steps.map(({ what }: Step) => what);
    assert.deepEqual([said[0], said.at(-1)], ["accepted: 3", "all have ended"]);
    assert.deepEqual(said.slice(1, -1).sort(), ["complete: 2", "failed: 1"]);
    assert.deepEqual(steps[0].details, { currency: "XAF", total_amount: 1_500, total_fee: 0 });
    const other = await world.merchant();
    refusedWith(await other.get(`/transfers/bulk/${id}/timeline`), 404);
  });

  it("404: what never was has none", async () => {
    const merchant = await world.merchant();
    refusedWith(await merchant.get("/transfers/never-was/timeline"), 404);
    refusedWith(await merchant.get("/payments/never-was/timeline"), 404);
    refusedWith(await merchant.get("/refunds/ref_0/timeline"), 404);
    refusedWith(await merchant.get("/transfers/bulk/btr_0/timeline"), 404);
  });
});
