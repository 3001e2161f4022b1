import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { approveCorrection, rejectCorrection } from "#resources/corrections/decide.ts";
import { reverseEntry } from "#resources/corrections/reverse.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { transfer_order } from "#testing/orders.ts";
import { type ScriptedProvider, scriptedProvider } from "#testing/scripted-provider.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { type CaseDecision, resolveReview } from "./resolve.ts";
import type { ReviewRow } from "./schema.ts";

const world = await startTestWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "1000" } });
const operators = await connectFakeNetworks(world);
const HOUR_MS = 3_600_000;

const decide = (
  id: string,
  resolution: CaseDecision["resolution"],
  overrides: Partial<CaseDecision> = {},
): Promise<ReviewRow> =>
  world.db.engine((tx) =>
    resolveReview(tx, id, {
      resolution,
      note: "the operator's portal says so",
      actor: "anna",
      needs_two: false,
      ...overrides,
    }),
  );

async function reviewOf(subject: string): Promise<{ id: string; kind: string; state: string } | undefined> {
  const rows = await world.rows(`select id, kind, state from reviews where subject = '${subject}' order by id desc`);
  const [row] = rows;
  return row && { id: String(row.id), kind: String(row.kind), state: String(row.state) };
}

async function later(ms: number, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    operators.advance(ms);
    await operators.mtn.callbacksSent();
    await world.waitUntilIdle();
  }
}

async function aTransfer(merchant: TestMerchant, phone: string): Promise<string> {
  const beneficiary_data = { name: "Jane", phone };
  const made = await merchant.post("/transfers", {
    amount: 1_000,
    currency: "XAF",
    channel: "cm.mtn",
    beneficiary_data,
  });
  await world.waitUntilIdle();
  return made.body.transfer.id;
}

const status = async (merchant: TestMerchant, id: string) =>
  (await merchant.get(`/transfers/${id}`)).body.transfer.status;

describe("an unknown outcome", () => {
  for (const [resolution, ending, left] of [
    ["complete", "complete", 0],
    ["failed", "failed", 1_000],
  ] as const) {
    it(`is ${ending} after a decision, and not before`, async () => {
      const merchant = await world.merchant({ environment: "live", balance: 1_000n });
      operators.mtn.book.setFate("237677800001", { after_ms: Number.POSITIVE_INFINITY, notices: "none" });
      const id = await aTransfer(merchant, "677800001");
      await later(25 * HOUR_MS, 3);
      const review = await reviewOf(id);
      assert.deepEqual([review?.kind, review?.state, await status(merchant, id)], ["no_answer", "open", "processing"]);
      assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
      await decide(review?.id ?? "", resolution);
      assert.equal(await status(merchant, id), ending);
      const { failure_code } = (await merchant.get(`/transfers/${id}`)).body.transfer;
      assert.equal(failure_code, ending === "failed" ? "resolved_as_failed" : undefined);
      assert.deepEqual(await merchant.balance(), { available: left, reserved: 0 });
      await assert.rejects(decide(review?.id ?? "", resolution), { kind: "invalid" });
      const audit_log = await world.rows(
        `select action from audit_log where merchant = '${merchant.id}' and subject = '${review?.id}'`,
      );
      assert.deepEqual(audit_log, [{ action: "review.resolved" }]);
      await world.assertCleanAudit();
    });
  }

  it("is checked again after it was decided as a failure", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    operators.mtn.book.setFate("237677800009", { after_ms: 78 * HOUR_MS, notices: "none" });
    const id = await aTransfer(merchant, "677800009");
    await later(25 * HOUR_MS, 3);
    await decide((await reviewOf(id))?.id ?? "", "failed");
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await later(HOUR_MS, 5);
    const review = await reviewOf(id);
    assert.deepEqual([review?.kind, review?.state], ["success_after_failure", "open"]);
    assert.equal(await status(merchant, id), "failed");
    await world.assertCleanAudit();
  });

  it("ends by itself when the provider's result arrives later", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    operators.mtn.book.setFate("237677800002", { after_ms: 80 * HOUR_MS, notices: "once" });
    const id = await aTransfer(merchant, "677800002");
    await later(26 * HOUR_MS, 3);
    assert.equal((await reviewOf(id))?.state, "open");
    await later(HOUR_MS, 4);
    assert.deepEqual([await status(merchant, id), (await reviewOf(id))?.state], ["complete", "resolved"]);
    await world.assertCleanAudit();
  });

  it("is queried again on request, and returns to review after an unclear answer", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    operators.mtn.book.setFate("237677800003", { fault: "consumed", notices: "none" });
    const id = await aTransfer(merchant, "677800003");
    await later(300_000, 8);
    const review = await reviewOf(id);
    assert.deepEqual([review?.kind, await status(merchant, id)], ["reference_taken", "processing"]);
    await decide(review?.id ?? "", "ask");
    await world.waitUntilIdle();
    await later(300_000, 8);
    const again = await reviewOf(id);
    assert.notEqual(again?.id, review?.id);
    await decide(again?.id ?? "", "failed");
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});

describe("an order that the provider refuses to accept", () => {
  async function aRefusal() {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({ outcome: "not_submitted", cause: { code: "status", detail: "401" } }));
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await scripted.waitUntilIdle();
    const pass = async (hours: number) => {
      scripted.db.advanceClock(hours * HOUR_MS);
      await scripted.waitUntilIdle();
    };
    const review = async () => {
      const [last] = await scripted.rows(
        `select id, kind, state from reviews where subject = '${id}' order by id desc`,
      );
      return last;
    };
    const resolve = async (resolution: CaseDecision["resolution"]) => {
      const review_id = String((await review())?.id);
      const decision = { resolution, note: "its keys are gone", actor: "anna", needs_two: false };
      await scripted.db.engine((tx) => resolveReview(tx, review_id, decision));
      await scripted.waitUntilIdle();
    };
    return { provider, scripted, merchant, id, pass, review, resolve };
  }

  it("goes to review after 72 hours, and its money is released when it is decided as failed", async () => {
    const { scripted, merchant, id, pass, review, resolve } = await aRefusal();
    await pass(71);
    assert.equal(await review(), undefined);
    await pass(3);
    assert.deepEqual([(await review())?.kind, (await review())?.state], ["never_received", "open"]);
    await scripted.assertCleanAudit();
    await assert.rejects(resolve("complete"), { kind: "invalid" });
    await resolve("failed");
    assert.equal(await status(merchant, id), "failed");
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await scripted.assertCleanAudit();
  });

  it("is sent again on request, and goes to review 72 hours later", async () => {
    const { provider, scripted, merchant, id, pass, review, resolve } = await aRefusal();
    await pass(74);
    await resolve("ask");
    await pass(70);
    assert.equal((await review())?.state, "resolved");
    provider.onSubmit(() => ({ outcome: "complete", provider_id: "p-1" }));
    await pass(1);
    assert.equal(await status(merchant, id), "complete");
    assert.equal(new Set(provider.submitted.map((sent) => sent.provider_reference)).size, 1);
    await scripted.assertCleanAudit();
  });
});

describe("a case that is queried again", () => {
  /** Creates a transfer whose scripted provider leads to a review case. */
  async function anOpenCase(provider: ScriptedProvider, hours: number) {
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await scripted.waitUntilIdle();
    const pass = async (times: number) => {
      scripted.db.advanceClock(times * HOUR_MS);
      await scripted.waitUntilIdle();
    };
    await pass(hours);
    const reviews = () => scripted.rows(`select id, kind, state from reviews where subject = '${id}' order by id`);
    const [first] = await reviews();
    const ask = () =>
      scripted.db.engine((tx) =>
        resolveReview(tx, String(first?.id), { resolution: "ask", note: "?", actor: "anna", needs_two: false }),
      );
    return { scripted, merchant, id, pass, reviews, ask };
  }

  it("returns to review when the provider repeats its answer", async () => {
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 999n }));
    const { scripted, reviews, ask } = await anOpenCase(provider, 1);
    await ask();
    await scripted.waitUntilIdle();
    assert.deepEqual(
      (await reviews()).map(({ kind, state }) => [kind, state]),
      [
        ["amount_differs", "resolved"],
        ["amount_differs", "open"],
      ],
    );
    await scripted.assertCleanAudit();
  });

  it("has one open case, for the provider's last answer", async () => {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "connection_failed", detail: "timeout" } }));
    provider.onQuery(() => ({ state: "unreachable", cause: { code: "connection_failed", detail: "timeout" } }));
    const { scripted, pass, reviews } = await anOpenCase(provider, 76);
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 999n }));
    await fetch(provider.submitted[0]?.callback_url ?? "", { method: "POST", body: "{}" });
    await pass(1);
    assert.deepEqual(
      (await reviews()).map(({ kind, state }) => [kind, state]),
      [
        ["no_answer", "resolved"],
        ["amount_differs", "open"],
      ],
    );
    await scripted.assertCleanAudit();
  });

  it("is queried again while an earlier query is in flight, whose late answer is discarded", async () => {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "connection_failed", detail: "timeout" } }));
    provider.onQuery(() => ({ state: "unreachable", cause: { code: "connection_failed", detail: "timeout" } }));
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let is_slow = false;
    const slow: ScriptedProvider = {
      ...provider,
      async queryStatus(sent, exchange) {
        const provider_state = await provider.queryStatus(sent, exchange);
        if (!is_slow) return provider_state;
        is_slow = false;
        begun.resolve();
        await answer.promise;
        return { state: "pending" };
      },
    };
    const { scripted, merchant, id, pass, ask } = await anOpenCase(slow, 76);
    is_slow = true;
    await fetch(provider.submitted[0]?.callback_url ?? "", { method: "POST", body: "{}" });
    await begun.promise;
    await ask();
    answer.resolve();
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 1_000n }));
    await scripted.waitUntilIdle();
    await pass(1);
    assert.equal(await status(merchant, id), "complete");
    await scripted.assertCleanAudit();
  });
});

describe("a contradiction after the end", () => {
  for (const [resolution, left] of [
    ["correct", 1_000],
    ["absorb", 2_000],
    ["ignore", 2_000],
  ] as const) {
    it(`success after failure keeps the status; ${resolution}: the merchant has ${left}`, async () => {
      const merchant = await world.merchant({ environment: "live", balance: 2_000n });
      const fate = { ending: "EXPIRED", after_ms: 0, turns_after_ms: 20 * 60_000, notices: "none" } as const;
      operators.mtn.book.setFate("237677800004", fate);
      const id = await aTransfer(merchant, "677800004");
      await later(10_000);
      assert.equal(await status(merchant, id), "failed");
      assert.equal(await reviewOf(id), undefined);
      // No callback arrives: a later status query of the failed transfer finds the success.
      await later(HOUR_MS, 3);
      const review = await reviewOf(id);
      assert.deepEqual([review?.kind, await status(merchant, id)], ["success_after_failure", "failed"]);
      assert.deepEqual(await merchant.balance(), { available: 2_000, reserved: 0 });
      await assert.rejects(decide(review?.id ?? "", "complete"), { kind: "invalid" });
      await decide(review?.id ?? "", resolution);
      assert.deepEqual(await merchant.balance(), { available: left, reserved: 0 });
      assert.equal(await status(merchant, id), "failed");
      await world.assertCleanAudit();
    });
  }

  it("is not charged to a merchant without the balance", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    const fate = { ending: "EXPIRED", after_ms: 0, turns_after_ms: 60_000, notices: "once" } as const;
    operators.mtn.book.setFate("237677800005", fate);
    const id = await aTransfer(merchant, "677800005");
    await later(10_000);
    operators.mtn.book.setFate("237677800006", {});
    await aTransfer(merchant, "677800006");
    await later(120_000, 2);
    const review = await reviewOf(id);
    await assert.rejects(decide(review?.id ?? "", "correct"), { kind: "insufficient_funds" });
    await decide(review?.id ?? "", "absorb");
    await world.assertCleanAudit();
  });

  it("money that came back after a success returns to the merchant by a decision, with an entry and its inverse", async () => {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({ outcome: "complete", provider_id: "p-1" }));
    provider.onQuery(() => ({ state: "reversed" }));
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await scripted.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await fetch(provider.submitted[0]?.callback_url ?? "", { method: "POST", body: "{}" });
    await scripted.waitUntilIdle();
    const [review] = await scripted.rows(`select id, kind, state from reviews where subject = '${id}'`);
    assert.deepEqual([review?.kind, review?.state, await status(merchant, id)], ["reversed", "open", "complete"]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    const decision = { resolution: "correct", note: "in the portal", actor: "anna", needs_two: false } as const;
    await scripted.db.engine((tx) => resolveReview(tx, String(review?.id), decision));
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    const [entry] = await scripted.rows(`select id, kind from entries where subject = '${review?.id}'`);
    assert.equal(entry?.kind, "correct");
    await scripted.assertCleanAudit();
  });

  it("a payment that succeeds after it failed is credited to the merchant by a decision", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const fate = { ending: "EXPIRED", after_ms: 0, turns_after_ms: 600_000, notices: "late" } as const;
    operators.mtn.book.setFate("237677800007", fate);
    await merchant.post("/payments", { amount: 900, currency: "XAF", phone: "677800007", reference: "late" });
    await merchant.post("/payments/late", { channel: "cm.mtn", phone: "677800007" });
    await world.waitUntilIdle();
    await later(10_000);
    const { transaction } = (await merchant.get("/payments/late")).body;
    assert.equal(transaction.status, "failed");
    await later(600_000, 3);
    const review = await reviewOf(transaction.id);
    assert.equal(review?.kind, "success_after_failure");
    await decide(review?.id ?? "", "correct");
    assert.deepEqual(await merchant.balance(), { available: 900, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("with dual control one decision is not enough, nor two of one person", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    const fate = { ending: "complete", after_ms: 0, turns_after_ms: 60_000, notices: "once" } as const;
    operators.mtn.book.setFate("237677800008", fate);
    const id = await aTransfer(merchant, "677800008");
    // The provider first reports success, then failure.
    await later(10_000);
    assert.equal(await status(merchant, id), "complete");
    await later(120_000, 2);
    const review = await reviewOf(id);
    assert.equal(review?.kind, "failure_after_success");
    const codes = await world.rows(`select failure_code from reviews where id = '${review?.id}'`);
    assert.deepEqual(codes, [{ failure_code: "provider_error" }]);
    const both = { needs_two: true };
    for (const actor of ["anna", "anna"]) {
      assert.equal((await decide(review?.id ?? "", "correct", { ...both, actor })).state, "open");
    }
    assert.equal((await decide(review?.id ?? "", "ignore", { ...both, actor: "ben" })).state, "open");
    assert.equal((await decide(review?.id ?? "", "ignore", { ...both, actor: "anna" })).state, "resolved");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await world.assertCleanAudit();
  });

  /** A complete transfer that the provider reports as failed, with a reversal of its entry that waits for approval. */
  async function aProposedReversal(digits: string) {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    const fate = { ending: "complete", after_ms: 0, turns_after_ms: 60_000, notices: "once" } as const;
    operators.mtn.book.setFate(`237${digits}`, fate);
    const id = await aTransfer(merchant, digits);
    await later(10_000);
    await later(120_000, 2);
    const review = await reviewOf(id);
    assert.equal(review?.kind, "failure_after_success");
    const [entry] = await world.rows(`select id from entries where subject = '${id}' and kind = 'settle'`);
    const propose = () =>
      world.db.engine((tx) =>
        reverseEntry(tx, { merchant: merchant.id, environment: "live" }, BigInt(String(entry?.id)), {
          ...{ reason: "it came back", document: "ticket 1", as_debt: false },
          ...{ actor: "operator:anna", dual_control_above: 0n },
        }),
      );
    const { id: reversal } = await propose();
    const approve = () => world.db.engine((tx) => approveCorrection(tx, reversal, "operator:ben"));
    return { merchant, review: review?.id ?? "", propose, reversal, approve };
  }

  it("that a review has corrected is not reversed by hand as well", async () => {
    const { merchant, review, propose, reversal, approve } = await aProposedReversal("677800010");
    await decide(review, "correct");
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await assert.rejects(approve(), { kind: "invalid" });
    await world.db.engine((tx) => rejectCorrection(tx, reversal, "operator:ben", "corrected by the review"));
    await assert.rejects(propose(), { kind: "invalid" });
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("is corrected once by a concurrent review and reversal", async () => {
    const { merchant, review, approve } = await aProposedReversal("677800011");
    const tries = await Promise.allSettled([decide(review, "correct"), approve()]);
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});
