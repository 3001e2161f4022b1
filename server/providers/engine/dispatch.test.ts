import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { sql } from "#db/tx.ts";
import { toMilliseconds } from "#kernel/time.ts";
import type { NameConfirmation, Provider } from "#providers/provider.ts";
import { transfer_order, transferOrderTo } from "#testing/orders.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { requestSender, startTestWorld, type TestWorld } from "#testing/world.ts";
import { IN_FLIGHT_MAX, MERCHANT_IN_FLIGHT_MAX } from "./provider-capacity.ts";

const world = await startTestWorld();

async function statusOf(world_: TestWorld, id: string): Promise<string> {
  const [row] = await world_.rows(`select status from transfers where id = '${id}'`);
  return String(row?.status);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const give_up_at = Date.now() + 30_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < give_up_at, `${isSo} within half a minute`);
    await sleep(20);
  }
}

describe("dispatch", () => {
  it("queries an attempt whose worker died after marking it as sent, and does not send it again", async () => {
    const asleep = await startTestWorld({ works: false });
    const merchant = await asleep.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transferOrderTo("000003"))).body.transfer;
    // The row that a worker leaves when it is killed between the commit and the call.
    await asleep.db.engine((tx) =>
      tx.run(sql`
        update attempts
        set state = 'sent', sent_at = ${tx.now}, provider_reference = 'sbx-dead', claim = 1, claimed_at = ${tx.now},
          lease_holder = 'wrk_dead', lease_until = ${tx.now}::timestamptz + interval '1 hour'
        where subject = ${id}`),
    );
    await asleep.db.engine((tx) =>
      tx.run(sql`update transfers set status = 'processing', sequence = sequence where id = ${id}`),
    );
    const awake = await startTestWorld({ database_url: asleep.database_url });
    // Its first query may have begun before the clock moves, and then finds the order pending.
    for (const ms of [120_000, 120_000]) {
      awake.db.advanceClock(ms);
      await awake.waitUntilIdle();
    }
    const [attempt] = await awake.rows(
      `select state, queries, provider_reference from attempts where subject = '${id}'`,
    );
    assert.deepEqual([attempt?.state, attempt?.provider_reference], ["complete", "sbx-dead"]);
    assert.ok(Number(attempt?.queries) > 0);
    assert.equal(await statusOf(awake, id), "complete");
  });

  it("cancels a transfer and never sends it, or sends it, when both happen at once", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const made = await Promise.all(Array.from({ length: 30 }, () => merchant.post("/transfers", transfer_order)));
    const canceled = await Promise.all(
      made.map(({ body }) => merchant.send("DELETE", `/transfers/${body.transfer.id}`)),
    );
    await world.waitUntilIdle();
    for (const [index, { body }] of made.entries()) {
      const { id } = body.transfer;
      const is_canceled = canceled[index]?.status === 202;
      assert.equal(await statusOf(world, id), is_canceled ? "canceled" : "complete");
      const [attempt] = await world.rows(`select state, sent_at from attempts where subject = '${id}'`);
      assert.equal(attempt?.state, is_canceled ? "canceled" : "complete");
      assert.equal(attempt?.sent_at === null, is_canceled);
    }
    const accepted_count = canceled.filter((answer) => answer.status === 202).length;
    assert.deepEqual(await merchant.balance(), { available: 70_000 + accepted_count * 1_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("sends orders while another provider, or another merchant's orders to the same provider, hang", async () => {
    const asleep = await startTestWorld({ works: false });
    const [big, small] = [await asleep.merchant({ balance: 1_000_000n }), await asleep.merchant()];
    const transfers = Array.from({ length: IN_FLIGHT_MAX + 20 }, (_, number) => ({
      ...transfer_order,
      amount: 1,
      reference: `slow-${number}`,
    }));
    assert.equal((await big.post("/transfers/bulk", { currency: "XAF", transfers })).status, 201);
    const other = await asleep.merchant();
    await other.post("/transfers", transfer_order);
    await asleep.db.engine((tx) =>
      tx.run(sql`
        update attempts
        set provider = 'slow', due_at = case when merchant = ${other.id} then ${tx.now}::timestamptz + interval '1 hour' else due_at end
        where merchant = any(${[big.id, other.id]})`),
    );
    const complete = { outcome: "complete", provider_id: null } as const;
    const answer = Promise.withResolvers<void>();
    let queried = 0;
    const submit: Provider["submit"] = async () => {
      queried += 1;
      await answer.promise;
      return complete;
    };
    const quick = scriptedProvider();
    quick.onSubmit(() => complete);
    const others = [{ ...scriptedProvider(), id: "slow", submit }];
    const awake = await startTestWorld({ database_url: asleep.database_url, provider: quick, others });
    try {
      await until(() => queried === MERCHANT_IN_FLIGHT_MAX);
      const { id } = (await awake.withExplicitHeaders(small).post("/transfers", transfer_order)).body.transfer;
      await until(async () => (await statusOf(awake, id)) === "complete");
      assert.equal(queried, MERCHANT_IN_FLIGHT_MAX);
      await asleep.db.engine((tx) => tx.run(sql`update attempts set due_at = ${tx.now} where merchant = ${other.id}`));
      await until(() => queried === MERCHANT_IN_FLIGHT_MAX + 1);
    } finally {
      answer.resolve();
    }
    await awake.waitUntilIdle();
    assert.equal(queried, transfers.length + 1);
    const [left] = await awake.rows("select count(*) as count from transfers where status <> 'complete'");
    assert.equal(Number(left?.count), 0);
    await awake.assertCleanAudit();
  });

  it("sends each transfer once when two servers share a database", async () => {
    const other = await startTestWorld({ database_url: world.database_url });
    const merchant = await world.merchant({ balance: 1_000_000n });
    const there = other.withExplicitHeaders(merchant);
    await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        (number % 2 === 0 ? merchant : there).post("/transfers", { ...transfer_order, amount: 10 }),
      ),
    );
    await world.waitUntilIdle();
    const rows = await world.rows(`
      select count(*) as attempts, sum(claim) as claims
      from attempts
      where merchant = '${merchant.id}' and state = 'complete'`);
    assert.deepEqual([Number(rows[0]?.attempts), Number(rows[0]?.claims)], [60, 60]);
    await world.assertCleanAudit();
  });
});

describe("an unknown outcome", () => {
  const HOUR_MS = 3_600_000;

  async function aTransfer(provider: Provider, fields: object = {}) {
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", { ...transfer_order, ...fields })).body.transfer;
    await scripted.waitUntilIdle();
    const status = async () => (await merchant.get(`/transfers/${id}`)).body.transfer.status;
    const later = async (ms: number) => {
      scripted.db.advanceClock(ms);
      await scripted.waitUntilIdle();
    };
    return { scripted, merchant, id, status, later };
  }

  it("keeps the money held: after three days it needs a manual review, and no timeout decides", async () => {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "connection_failed", detail: "timeout" } }));
    provider.onQuery(() => ({ state: "unreachable", cause: { code: "connection_failed", detail: "timeout" } }));
    const { scripted, merchant, id, status, later } = await aTransfer(provider);
    for (let day = 0; day < 4; day += 1) await later(25 * HOUR_MS);
    const [attempt] = await scripted.rows(`select state, due_at from attempts where subject = '${id}'`);
    assert.deepEqual(attempt, { state: "review", due_at: null });
    assert.equal(await status(), "processing");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    assert.equal(provider.submitted.length, 1);
    await scripted.assertCleanAudit();
  });

  it("is queried after 5, 15, 30 and 60 seconds, and then at growing intervals", async () => {
    const provider = scriptedProvider();
    const { later } = await aTransfer(provider);
    for (let second = 0; second < 75; second += 3) await later(3_000);
    const delays_s = provider.queried.map(
      ({ now, sent_at }) => (toMilliseconds(now) - toMilliseconds(sent_at ?? now)) / 1_000,
    );
    assert.equal(delays_s.length, 4);
    // Jitter may add one fifth to each delay, a step of the clock three seconds, and a busy machine some more.
    for (const [index, due_s] of [5, 15, 30, 60].entries()) {
      const delay_s = delays_s[index] ?? 0;
      assert.ok(delay_s >= due_s && delay_s <= due_s * 1.2 + 5, `${delays_s}`);
    }
  });

  it("is sent once more under the same reference when the provider has not found the order for a while", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) =>
      time === 1
        ? { outcome: "unknown", cause: { code: "connection_failed", detail: "reset" } }
        : { outcome: "complete", provider_id: "p-1" },
    );
    provider.onQuery(() => ({ state: "not_found" }));
    const { status, later } = await aTransfer(provider);
    await later(70_000);
    assert.equal(provider.submitted.length, 1);
    for (let minute = 0; minute < 12; minute += 3) await later(180_000);
    assert.equal(await status(), "complete");
    const references = provider.submitted.map((sent) => sent.provider_reference);
    assert.deepEqual([references.length, new Set(references).size], [2, 1]);
  });

  it("is never sent again once the provider has accepted it, however often it is not found", async () => {
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "not_found" }));
    const { status, later } = await aTransfer(provider);
    for (let minute = 0; minute < 20; minute += 3) await later(180_000);
    assert.equal(provider.submitted.length, 1);
    assert.equal(await status(), "processing");
  });

  it("stays unknown when the second sending fails, which proves nothing about the first", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) =>
      time === 1
        ? { outcome: "unknown", cause: { code: "connection_failed", detail: "reset" } }
        : { outcome: "not_submitted", cause: { code: "connection_failed", detail: "refused" } },
    );
    provider.onQuery(() => ({ state: "not_found" }));
    const { scripted, id, status, later } = await aTransfer(provider);
    for (let minute = 0; minute < 15; minute += 3) await later(180_000);
    const [attempt] = await scripted.rows(`select state, sent_at from attempts where subject = '${id}'`);
    assert.equal(attempt?.state, "sent");
    assert.notEqual(attempt?.sent_at, null);
    assert.equal(await status(), "processing");
  });

  it("stays unknown when the second sending is refused, until the order has not been found for long again", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) =>
      time === 1
        ? { outcome: "unknown", cause: { code: "connection_failed", detail: "reset" } }
        : { outcome: "rejected", failure: { code: "provider_error", reason: "Not the same as the first" } },
    );
    // The first request arrives late: the provider executes that one and refuses the second.
    provider.onQuery(() =>
      provider.submitted.length === 1
        ? { state: "not_found" }
        : { state: "complete", provider_id: "p-1", amount: 1_000n },
    );
    const { scripted, merchant, status, later } = await aTransfer(provider);
    for (let minute = 0; minute < 15; minute += 3) await later(180_000);
    assert.deepEqual([provider.submitted.length, await status()], [2, "complete"]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await scripted.assertCleanAudit();
  });

  it("ends with the refusal of the second sending when the provider never finds the order", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) =>
      time === 1
        ? { outcome: "unknown", cause: { code: "connection_failed", detail: "reset" } }
        : { outcome: "rejected", failure: { code: "provider_error", reason: "The provider said no" } },
    );
    provider.onQuery(() => ({ state: "not_found" }));
    const { merchant, status, later } = await aTransfer(provider);
    for (let minute = 0; minute < 90; minute += 10) await later(600_000);
    assert.deepEqual([provider.submitted.length, await status()], [2, "failed"]);
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
  });

  it("stays unknown when the number has no holder at the second sending", async () => {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "connection_failed", detail: "reset" } }));
    provider.onQuery(() => ({ state: "not_found" }));
    let looks = 0;
    // This provider confirms a name and tells none.
    const confirmName = async (_account: unknown, number: string, name: string): Promise<NameConfirmation> => {
      looks += 1;
      assert.deepEqual([number, name], [provider.submitted[0]?.receiver ?? number, "Jane Mballa"]);
      return { state: looks === 1 ? "matches" : "not_found" };
    };
    const named = { expect_name: "Jane Mballa" };
    const { merchant, status, later } = await aTransfer({ ...provider, confirmName }, named);
    for (let minute = 0; minute < 15; minute += 3) await later(180_000);
    assert.ok(looks > 1, String(looks));
    assert.deepEqual([provider.submitted.length, await status()], [1, "processing"]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
  });

  it("is sent again when it was provably never received, with a single processing event", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) =>
      time < 3
        ? { outcome: "not_submitted", cause: { code: "connection_failed", detail: "refused" } }
        : { outcome: "complete", provider_id: null },
    );
    const { scripted, id, status, later } = await aTransfer(provider);
    for (let second = 0; second < 20; second += 4) await later(4_000);
    assert.equal(await status(), "complete");
    const events = await scripted.rows(`select type from events where resource = '${id}' order by sequence`);
    assert.deepEqual(
      events.map((event) => event.type),
      ["transfer.created", "transfer.processing", "transfer.complete"],
    );
    await scripted.assertCleanAudit();
  });

  it("goes to review and moves no money when the provider reports another amount", async () => {
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 999n }));
    const { scripted, merchant, id, status, later } = await aTransfer(provider);
    await later(10_000);
    const [attempt] = await scripted.rows(`select state from attempts where subject = '${id}'`);
    assert.deepEqual([attempt?.state, await status()], ["review", "processing"]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
  });

  it("moves no money after its end: a contradiction goes to a manual review", async () => {
    const provider = scriptedProvider();
    provider.onSubmit(() => ({
      outcome: "rejected",
      failure: { code: "provider_error", reason: "The provider said no" },
    }));
    const { scripted, merchant, id, status } = await aTransfer(provider);
    assert.equal(await status(), "failed");
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 1_000n }));
    const url = provider.submitted[0]?.callback_url ?? "";
    await fetch(url, { method: "POST", body: "{}" });
    await scripted.waitUntilIdle();
    assert.equal(await status(), "failed");
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    assert.equal(provider.queried.length, 1);
    const open = await scripted.rows(`select kind, state from reviews where subject = '${id}'`);
    assert.deepEqual(open, [{ kind: "success_after_failure", state: "open" }]);
    await scripted.assertCleanAudit();
    const events = await scripted.rows(`select type from events where resource = '${id}'`);
    assert.equal(events.length, 3);
  });
});

describe("an answer of a provider", () => {
  it("is stored, whatever its texts contain", async () => {
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "complete", provider_id: `a\0b\ud800${"c".repeat(10_000)}`, amount: 1_000n }));
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 2_000n });
    const first = (await merchant.post("/transfers", transfer_order)).body.transfer.id;
    await scripted.waitUntilIdle();
    scripted.db.advanceClock(10_000);
    await scripted.waitUntilIdle();
    assert.equal(await statusOf(scripted, first), "complete");
    provider.onSubmit(() => ({ outcome: "rejected", failure: { code: "provider_error", reason: "n\0o" } }));
    const second = (await merchant.post("/transfers", transfer_order)).body.transfer.id;
    await scripted.waitUntilIdle();
    assert.equal(await statusOf(scripted, second), "failed");
    await scripted.assertCleanAudit();
  });

  it("is queried again with back-off when the plug-in throws, and goes to review after three days", async () => {
    const provider = scriptedProvider();
    provider.onQuery(() => {
      throw new Error("The answer is no JSON");
    });
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await scripted.waitUntilIdle();
    for (let hour = 0; hour < 76; hour += 19) {
      scripted.db.advanceClock(19 * 3_600_000);
      await scripted.waitUntilIdle();
    }
    const reviews = await scripted.rows(`select kind, state from reviews where subject = '${id}'`);
    assert.deepEqual(reviews, [{ kind: "no_answer", state: "open" }]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    await scripted.assertCleanAudit();
  });

  it("is queried again with back-off when it cannot be stored, and goes to review after three days", async () => {
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "complete", provider_id: "p-1", amount: 1_000n }));
    const scripted = await startTestWorld({ provider });
    const owner = new pg.Client(scripted.database_url);
    await owner.connect();
    await owner.query("alter table attempts add constraint trouble check (state <> 'complete')");
    const merchant = await scripted.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await scripted.waitUntilIdle();
    for (let minute = 0; minute < 120; minute += 5) {
      scripted.db.advanceClock(5 * 60_000);
      await scripted.waitUntilIdle();
    }
    assert.ok(provider.queried.length > 3 && provider.queried.length < 12, `${provider.queried.length}`);
    for (let hour = 0; hour < 76; hour += 19) {
      scripted.db.advanceClock(19 * 3_600_000);
      await scripted.waitUntilIdle();
    }
    const [review] = await scripted.rows(`select id, kind, state from reviews where subject = '${id}'`);
    assert.deepEqual([review?.kind, review?.state], ["no_answer", "open"]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    await owner.query("alter table attempts drop constraint trouble");
    await owner.end();
    await scripted.assertCleanAudit();
  });
});

describe("a provider's callback", () => {
  const anybody = requestSender(world.url, {});

  it("gets an empty 200, whatever its body and its URL", async () => {
    for (const path of [
      "/notices/sandbox/nonsense",
      "/notices/nobody/x.test.y.z",
      "/notices/sandbox/mer_a.test.att_b.c",
    ]) {
      for (const method of ["POST", "PUT"]) {
        const answer = await anybody(method, path, { status: "SUCCESSFUL" });
        assert.deepEqual([answer.status, answer.text], [200, ""]);
      }
    }
  });

  it("has no effect at a forged URL", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transferOrderTo("000005"))).body.transfer;
    await world.waitUntilIdle();
    const [before] = await world.rows(`select id, due_at, called_back_at from attempts where subject = '${id}'`);
    for (const seal of ["", "AAAAAAAAAAAAAAAAAAAAAA", "x".repeat(22)]) {
      const token = `${merchant.id}.${merchant.environment}.${before?.id}.${seal}`;
      await anybody("POST", `/notices/sandbox/${token}`, { status: "SUCCESSFUL", amount: 1_000 });
    }
    assert.deepEqual(await world.rows(`select id, due_at, called_back_at from attempts where subject = '${id}'`), [
      before,
    ]);
    assert.equal(await statusOf(world, id), "processing");
  });
});
