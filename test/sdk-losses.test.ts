import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { type CallOptions, Kolo, KoloError } from "#sdk/index.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { startTestWorld } from "#server/testing/world.ts";

const world = await startTestWorld();

/** The fault that the proxy applies to an answer: it loses all of it or half of it, or delays it. */
type Loss = "whole" | "half" | "late";
const LATE_MS = 600;

/** Starts a proxy to the service that applies these faults, one per answer. It passes later answers unchanged. */
async function aFaultyProxy(losses: readonly Loss[]): Promise<{ readonly url: string; readonly met: () => number }> {
  const left = [...losses];
  const server = createServer((client) => {
    const service = connect(Number(new URL(world.url).port), "127.0.0.1");
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
    client.pipe(service);
    service.on("data", (answer) => void pass(answer, client, left.shift()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === "object");
  return { url: `http://127.0.0.1:${address.port}`, met: () => losses.length - left.length };
}

async function pass(answer: Buffer, client: Socket, loss: Loss | undefined): Promise<void> {
  if (loss === "whole") return void client.destroy();
  if (loss === "half") return void client.end(answer.subarray(0, answer.length / 2));
  if (loss === "late") await sleep(LATE_MS);
  if (!client.destroyed) client.write(answer);
}

async function aShop(losses: readonly Loss[], options: CallOptions = {}) {
  const merchant = await world.merchant({ balance: 100_000n });
  const { public_key, private_key } = merchant;
  const proxy = await aFaultyProxy(losses);
  const kolo = new Kolo({ url: proxy.url, public_key, private_key, ...options });
  return { ...proxy, kolo, merchant };
}

describe("the SDK after a lost answer", () => {
  it("retries: the transfer is created once, and its money is reserved once", async () => {
    for (const losses of [["whole"], ["half"], ["whole", "half", "whole"]] as const) {
      const { kolo, merchant, met } = await aShop(losses);
      const sent = await kolo.transfers.create(transfer_order);
      assert.equal(met(), losses.length);
      assert.equal((await kolo.transfers.wait(sent.id)).status, "complete");
      assert.equal((await kolo.transfers.list()).totals, 1);
      assert.equal((await merchant.balance()).available, 99_000);
    }
  });

  it("retries after a timeout, also while the first request still runs", async () => {
    const { kolo, merchant, met } = await aShop(["late", "late"], { timeout_ms: LATE_MS / 2 });
    const sent = await kolo.transfers.create(transfer_order);
    assert.equal(met(), 2);
    assert.deepEqual(
      (await kolo.transfers.list()).items.map(({ id }) => id),
      [sent.id],
    );
    await world.waitUntilIdle();
    assert.equal((await merchant.balance()).available, 99_000);
  });

  it("creates a bulk, a payment, a refund and a webhook once, too", async () => {
    const { kolo, merchant } = await aShop(["whole"]);
    const csv = "name,phone,amount\nJane,677123456,10\nPaul,677123457,20\n";
    const bulk = await kolo.bulk_transfers.createFromCsv(csv, { currency: "XAF" });
    assert.equal((await kolo.bulk_transfers.wait(bulk.id)).progress.complete, 2);
    assert.equal((await merchant.get("/bulk-transfers")).body.totals, 1);
    const { public_key, private_key } = merchant;
    const lossy = async () => new Kolo({ url: (await aFaultyProxy(["whole"])).url, public_key, private_key });

    const { transaction } = await (await lossy()).payments.create({ amount: 500, currency: "XAF", phone: "677000000" });
    assert.equal((await merchant.get("/payments")).body.totals, 1);
    await (await lossy()).payments.process(transaction.id, { channel: "cm.mtn" });
    assert.equal((await kolo.payments.wait(transaction.id)).status, "complete");
    await (await lossy()).refunds.create({ payment: transaction.id, amount: 100 });
    assert.equal((await merchant.get("/refunds")).body.totals, 1);

    const { secret } = await (await lossy()).webhooks.create({ url: "http://127.0.0.1:9/", events: ["refund.failed"] });
    assert.match(secret, /^whsec_/);
    assert.equal((await merchant.get("/webhooks")).body.totals, 1);
  });

  it("gives up after patience_ms with an error whose key finds the transfer", async () => {
    const { kolo, met } = await aShop(["whole"], { patience_ms: 0 });
    const error = await kolo.transfers.create(transfer_order).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof KoloError && error.is_unknown && error.idempotency_key !== null, inspect(error));
    assert.equal(met(), 1);
    const transfer = await kolo.transfers.create(transfer_order, { idempotency_key: error.idempotency_key });
    assert.deepEqual(
      (await kolo.transfers.list()).items.map(({ id }) => id),
      [transfer.id],
    );
  });

  it("returns each of many concurrent requests its own answer", async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      ...transfer_order,
      amount: index + 1,
      reference: `many-${index}`,
    }));
    const losses = many.map((_, index): Loss => (index % 2 === 0 ? "whole" : "half"));
    const { kolo, merchant, met } = await aShop(losses);
    const sent = await Promise.all(many.map((one) => kolo.transfers.create(one)));
    assert.deepEqual(
      sent.map(({ reference }) => reference),
      many.map(({ reference }) => reference),
    );
    assert.equal(met(), losses.length);
    await world.waitUntilIdle();
    assert.equal((await merchant.get("/transfers")).body.totals, many.length);
    assert.equal((await merchant.balance()).available, 100_000 - 210);
    await world.assertCleanAudit();
  });

  it("returns the same record to concurrent requests with one key", async () => {
    const { kolo, merchant } = await aShop(["whole", "half"]);
    const key = { idempotency_key: "payroll-2026-03" };
    const csv = "name,phone,amount\nJane,677123456,10\n";
    const calls = Array.from({ length: 8 }, () => kolo.bulk_transfers.createFromCsv(csv, { currency: "XAF" }, key));
    const ids = (await Promise.all(calls)).map(({ id }) => id);
    assert.equal(new Set(ids).size, 1);
    assert.equal((await merchant.get("/bulk-transfers")).body.totals, 1);
  });

  it("retries until the database of the service is back", async () => {
    const { kolo, merchant } = await aShop([]);
    let sending: Promise<{ readonly id: string }> | null = null;
    await world.withoutDatabase(async () => {
      const refused = new Promise<void>((resolve) => {
        sending = kolo.transfers.create(transfer_order, { on_retry: () => resolve() });
      });
      await refused;
    });
    assert.ok(sending);
    await sending;
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
  });
});
