import assert from "node:assert/strict";
import { createConnection, createServer } from "node:net";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CALL_MAX_MS } from "#server/providers/io/http-client.ts";
import type { SubmissionResult } from "#server/providers/provider.ts";
import { DEADLINE_MS } from "#server/resources/webhooks/delivery/claims.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { scriptedProvider } from "#server/testing/scripted-provider.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { startTestWorld } from "#server/testing/world.ts";

// PostgreSQL's ReadyForQuery message in a failed transaction, before a commit.
const FAILED = "Z\0\0\0\x05E";

/**
 * Starts a proxy to a database. For each of these pieces of SQL it breaks one connection: the first whose transaction
 * contains that SQL, after the commit and before its answer reaches the client.
 */
async function aBreakingWay(to: string, pieces: readonly string[]) {
  const { pathname, searchParams, port, hostname, username, password } = new URL(to);
  const folder = searchParams.get("host");
  const left = new Set(pieces);
  const server = createServer((near) => {
    const far = folder
      ? createConnection(`${folder}/.s.PGSQL.${port || 5432}`)
      : createConnection(Number(port || 5432), hostname);
    let written: string | undefined;
    let is_committing = false;
    near.on("data", (data) => {
      written ??= [...left].find((piece) => data.includes(piece));
      is_committing ||= written !== undefined && data.includes("commit\0");
      far.write(data);
    });
    let unheard = Buffer.alloc(0);
    far.on("data", (data) => {
      unheard = Buffer.concat([unheard, data]);
      if (is_committing && unheard.includes("COMMIT\0")) {
        left.delete(written ?? "");
        near.destroy();
      } else if (!is_committing || unheard.includes("ROLLBACK\0") || unheard.includes(FAILED)) {
        near.write(unheard);
        unheard = Buffer.alloc(0);
        if (is_committing) written = undefined;
        is_committing = false;
      }
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  const address = server.address();
  const login = username === "" ? "" : `${username}${password === "" ? "" : `:${password}`}@`;
  const url = `postgresql://${login}127.0.0.1:${typeof address === "object" ? address?.port : 0}${pathname}`;
  return { url, isBroken: (piece: string) => !left.has(piece) };
}

const world = await startTestWorld();

describe("a commit whose answer is lost", () => {
  it("of many requests gives 503; a retry by key returns the stored answer, with one effect each", async () => {
    const way = await aBreakingWay(world.database_url, ["insert into transfers "]);
    const over = await startTestWorld({ works: false, database_url: way.url });
    const merchant = await world.merchant({ balance: 1_000n });
    const send = (number: number) =>
      over
        .withExplicitHeaders(merchant)
        .post("/transfers", { ...transfer_order, amount: 10 }, { "idempotency-key": `transfer-${number}` });
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const answers = await Promise.all(numbers.map(send));
    assert.ok(way.isBroken("insert into transfers "));
    const lost = answers.filter(({ status }) => status === 503);
    assert.ok(lost.length > 0, "some request was lost");
    assert.ok(answers.every(({ status }) => status === 201 || status === 503));
    const again = await Promise.all(numbers.map(send));
    assert.deepEqual([...new Set(again.map(({ status }) => status))], [201]);
    assert.equal(new Set(again.map(({ body }) => body.transfer.id)).size, 40);
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 600, reserved: 0 });
    assert.equal((await merchant.get("/transfers")).body.totals, 40);
    await world.assertCleanAudit();
  });

  it("of a bulk gives 503, and a retry by key finds one bulk", async () => {
    const way = await aBreakingWay(world.database_url, ["insert into bulk_transfers "]);
    const over = await startTestWorld({ works: false, database_url: way.url });
    const merchant = await world.merchant({ balance: 10_000n });
    const transfers = Array.from({ length: 300 }, (_, number) => ({
      ...{ amount: 10, channel: "cm.mtn" },
      beneficiary_data: { name: "P", phone: `677${100_000 + number}` },
    }));
    const send = () =>
      over
        .withExplicitHeaders(merchant)
        .post("/transfers/bulk", { currency: "XAF", transfers }, { "idempotency-key": "bulk" });
    assert.equal((await send()).status, 503);
    assert.equal((await send()).status, 201);
    assert.equal((await merchant.get("/bulk-transfers")).body.totals, 1);
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 7_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});

describe("work that a live worker has leased without knowing", () => {
  // A fifth of the lease, in milliseconds: only the lease's holder may change the row within this time.
  const TRANSFER_SOON_MS = (2 * CALL_MAX_MS) / 5;
  const DELIVERY_SOON_MS = (2 * DEADLINE_MS) / 5;

  async function soon(isSo: () => boolean | Promise<boolean>, within_ms: number): Promise<void> {
    const give_up_at = Date.now() + within_ms;
    while (!(await isSo())) {
      assert.ok(Date.now() < give_up_at, `within ${within_ms} ms`);
      await sleep(50);
    }
  }

  it("is resumed soon if the answer to the claim was lost: transfers and deliveries", async () => {
    const claims = [
      "update attempts a\n    set lease_holder = $",
      "update open_deliveries\n      set lease_holder = $",
    ];
    const idle = await startTestWorld({ works: false });
    const way = await aBreakingWay(idle.database_url, claims);
    const receiver = await startWebhookReceiver();
    const merchant = await idle.merchant({ balance: 2_000n });
    await merchant.post("/webhooks", { url: receiver.url, events: ["transfer.created"] });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await startTestWorld({ database_url: way.url });
    await soon(
      async () => (await merchant.get(`/transfers/${id}`)).body.transfer.status === "complete",
      TRANSFER_SOON_MS,
    );
    await soon(() => receiver.received.length > 0, DELIVERY_SOON_MS);
    assert.ok(claims.every(way.isBroken));
    await idle.waitUntilIdle();
    assert.equal(receiver.received.length, 1);
    await idle.assertCleanAudit();
  });

  it("is resumed soon if its outcome could not be recorded", async () => {
    const begun = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<SubmissionResult>();
    const provider = scriptedProvider();
    provider.onQuery(() => ({ state: "complete", provider_id: "P-1", amount: null }));
    const own = await startTestWorld({
      provider: {
        ...provider,
        submit() {
          begun.resolve();
          return answer.promise;
        },
      },
    });
    const merchant = await own.merchant({ balance: 2_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    await begun.promise;
    await own.withoutDatabase(async () => {
      answer.resolve({ outcome: "accepted" });
      while (!own.log.some((line) => line.includes('"dispatch"'))) await sleep(20);
    });
    await soon(
      async () => (await merchant.get(`/transfers/${id}`)).body.transfer.status === "complete",
      TRANSFER_SOON_MS,
    );
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await own.assertCleanAudit();
  });
});
