import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sumMovements } from "#server/providers/plugins/fakes/book.ts";
import { fakeMtn } from "#server/providers/plugins/mtn/fake.ts";
import { runCommand } from "#server/testing/command.ts";
import { createDataFolder, startService } from "#server/testing/service.ts";
import { requestSender } from "#server/testing/world.ts";

const TRANSFERS = 60;
const KILLS = 3;

describe("kill -9 of a service that pays over MTN", () => {
  it("leaves every transfer equal in MTN's log and in the ledger, and pays nobody twice", async () => {
    const folder = await createDataFolder();
    const log = join(folder, "moved.jsonl");
    const fake = await fakeMtn({ path: log });
    after(() => fake.close());
    const own = { KOLO_DATA: folder, KOLO_PROVIDER_TIMEOUT_MS: "1000", KOLO_DEMO: "no" };
    let service = await startService(folder, own);
    const json = async (command_line: string, ...more: string[]): Promise<Record<string, string>> => {
      const { code, stdout, stderr } = await runCommand(["--json", ...command_line.split(" "), ...more], own);
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    const settings = { ...fake.settings, orders_per_second: "40", questions_per_second: "200" };
    const lines = Object.entries(settings).map((pair) => pair.join("="));
    const connected = await json("providers connect mtn --set", ...lines);
    assert.deepEqual([connected.disbursement_key, connected.target_environment], ["(set)", "mtncameroon"]);
    const { id: merchant = "" } = await json("merchants create --name Shop --email shop@example.cm");
    const keys = await json(`keys create -m ${merchant} -e live`);
    await json(`allow add -m ${merchant} -e live 127.0.0.1`);
    await json(`funds add -m ${merchant} -e live --amount 1000000`);
    const send = (method: string, path: string, body?: unknown) =>
      requestSender(service.url, { authorization: keys.public_key ?? "", "x-grant": keys.private_key ?? "" })(
        method,
        path,
        body,
        method === "POST" ? { "idempotency-key": path + JSON.stringify(body) } : {},
      );

    fake.book.addFaults("create", ["lost_after", "error_after", "lost_before", "slow", "unauthorized", "too_many"]);
    for (let number = 0; number < TRANSFERS; number += 1) {
      const beneficiary_data = { name: "Jane", phone: `67${7_100_000 + number}` };
      const order = {
        amount: 100 + number,
        currency: "XAF",
        channel: "cm.mtn",
        reference: `c-${number}`,
        beneficiary_data,
      };
      assert.equal((await send("POST", "/transfers", order)).status, 201);
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(200 + Math.random() * 300);
      await service.kill();
      service = await startService(folder, own);
    }
    const ended = await waitForAll(send);
    // If a process dies during a provider call, the outcome of the order is unknown for five minutes. The service then
    // queries the provider and does not send the order again.
    const complete = ended.filter(({ status }) => status === "complete");
    const paid = new Map(complete.map((transfer) => [transfer.reference, transfer.amount]));
    const moved = fake.book.movements.map((movement) => Number(movement.amount));
    assert.equal(new Set(moved).size, moved.length, "nobody is paid twice");
    const confirmed = [...paid.values()].sort((a, b) => a - b);
    const open = ended.filter(({ status }) => status === "processing").map(({ amount }) => amount);
    assert.deepEqual(
      moved.filter((amount) => !open.includes(amount)).sort((a, b) => a - b),
      confirmed,
    );
    assert.ok(ended.every(({ status }) => status === "complete" || status === "processing"));
    assert.ok(complete.length >= TRANSFERS - 10, `${complete.length} of ${TRANSFERS} are complete`);
    assert.equal(
      sumMovements(fake.book.movements, () => true),
      BigInt(moved.reduce((sum, amount) => sum + amount, 0)),
    );
    const { code, stdout } = await runCommand(["audit"], own);
    assert.equal(code, 0, stdout);
    assert.deepEqual(fake.violations, []);
    await service.stop();
  });
});

interface TransferItem {
  readonly reference: string;
  readonly amount: number;
  readonly status: string;
}

/**
 * Waits until every order has ended, or is in its grace period: the provider never acknowledged it and cannot find it.
 */
async function waitForAll(
  send: (method: string, path: string) => ReturnType<ReturnType<typeof requestSender>>,
): Promise<readonly TransferItem[]> {
  let rows: readonly TransferItem[] = [];
  for (let look = 0; look < 36; look += 1) {
    const { body } = await send("GET", "/transfers?limit=100");
    rows = body.items;
    if (rows.every(({ status }) => status === "complete" || status === "failed")) return rows;
    await sleep(500);
  }
  return rows;
}
