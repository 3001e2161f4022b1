import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "#server/testing/command.ts";
import { transferOrderTo } from "#server/testing/orders.ts";
import { createDataFolder, type SpawnedService, startService } from "#server/testing/service.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";

const TRANSFERS = 200;
const KILLS = 4;

describe("kill -9 during 200 transfers", () => {
  it("ends each accepted transfer once, keeps the ledger balanced, and delivers every event", async () => {
    const folder = await createDataFolder();
    const receiver = await startWebhookReceiver();
    let service = await startService(folder);
    const events = ["transfer.created", "transfer.processing", "transfer.complete", "transfer.failed"];
    await service.send("POST", "/webhooks", { url: receiver.url, events });

    // The client's journal: the requests it sent, and the answers it got.
    const accepted = new Set<string>();
    const sent_count = Array.from({ length: TRANSFERS }, (_, number) => `crash-${number}`);
    const waiting = [...sent_count];
    let is_over = false;
    const sending = Array.from({ length: 8 }, async () => {
      for (;;) {
        const reference = waiting.shift();
        if (reference === undefined) return;
        const confirmed = await transfer(() => service, reference);
        if (confirmed) accepted.add(reference);
        else waiting.push(reference);
      }
    });
    const killing = (async () => {
      for (let kill = 0; kill < KILLS && !is_over; kill += 1) {
        await sleep(100 + Math.random() * 300);
        await service.kill();
        service = await startService(folder);
      }
    })();
    await Promise.all(sending);
    is_over = true;
    await killing;

    const unfinished_count = await unfinished(service);
    assert.deepEqual(unfinished_count, []);
    assert.equal(accepted.size, TRANSFERS);
    const confirmed = () => new Set(receiver.received.map(({ event }) => `${event.data.id} ${event.type}`));
    for (let look = 0; look < 240 && confirmed().size < 3 * TRANSFERS; look += 1) await sleep(250);
    assert.equal(confirmed().size, 3 * TRANSFERS);
    // At-least-once delivery allows duplicates with identical bytes. A different body for the same event is an error.
    const bodies = new Map<string, string>();
    for (const { event, body } of receiver.received) {
      assert.equal(body, bodies.get(event.id) ?? body);
      bodies.set(event.id, body);
    }
    const { code, stdout } = await runCommand(["audit"], { KOLO_DATA: folder });
    assert.equal(code, 0, stdout);
    const { body } = await service.send("GET", "/transfers?limit=1");
    assert.equal(body.totals, TRANSFERS);
    await service.stop();
  });
});

/**
 * Retries until an answer arrives. Whichever answer was lost, retries with the same Idempotency-Key have one effect.
 */
async function transfer(service: () => SpawnedService, reference: string): Promise<boolean> {
  try {
    const digits = Number(reference.slice(6)) % 10 === 0 ? "000002" : "123456";
    const answer = await service().send(
      "POST",
      "/transfers",
      { ...transferOrderTo(digits), amount: 10, reference },
      { "idempotency-key": reference },
    );
    assert.ok([201, 409, 503].includes(answer.status), answer.text);
    return answer.status === 201;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    await sleep(50);
    return false;
  }
}

async function unfinished(service: SpawnedService): Promise<readonly string[]> {
  let unfinished_count: readonly string[] = [];
  // Other workers detect a dead worker after ten seconds. A service alone on its database detects it at once.
  for (let look = 0; look < 240; look += 1) {
    const pages = await Promise.all(
      ["pending", "processing"].map((status) => service.send("GET", `/transfers?status=${status}&limit=100`)),
    );
    unfinished_count = pages.flatMap(({ body }) => body.items.map((item: { reference: string }) => item.reference));
    if (unfinished_count.length === 0) return [];
    await sleep(500);
  }
  return unfinished_count;
}
