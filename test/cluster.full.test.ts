import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "#server/testing/command.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { createDataFolder, type SpawnedService, spawnCommand, startService } from "#server/testing/service.ts";

const TWO = { KOLO_PROCESSES: "2", KOLO_LOG: "info", KOLO_METRICS_TOKEN: "scrape" };
const STORM = 400;
const AT_ONCE = 16;
const STORM_LONGEST_MS = 60_000;
// A time limit that is reached only on a machine under other load.
const LATEST_MS = 60_000;
const POLL_INTERVAL_MS = 50;

describe("a service of two processes behind one port", async () => {
  const folder = await createDataFolder();
  const own = { KOLO_DATA: folder };
  let service = await startService(folder, TWO);

  it("answers from both processes, and has metrics of each", async () => {
    assert.match(service.output(), /Processes {2}2/);
    await Promise.all(Array.from({ length: 40 }, () => fetch(`${service.url}/`, { headers: { connection: "close" } })));
    const metrics = await service.send("GET", "/metrics", undefined, { authorization: "Bearer scrape" });
    const counted = [1, 2].map((number) => {
      const line = new RegExp(`^kolo_http_request_seconds_count\\{route="/",.*process="${number}"\\} (\\d+)$`, "m");
      return Number(line.exec(metrics.text)?.[1]);
    });
    assert.deepEqual([counted.every((count) => count > 0), counted.reduce((sum, count) => sum + count)], [true, 40]);
    for (const number of [0, 1, 2]) await until(() => service.output().includes(`"process":${number}`));
  });

  it("loses and duplicates nothing if one process is killed -9 under load", async () => {
    const first = await bothProcesses(service);
    const waiting = Array.from({ length: STORM }, (_, number) => `storm-${number}`);
    const ids = new Map<string, string>();
    const give_up_at = Date.now() + STORM_LONGEST_MS;
    const sending = Array.from({ length: AT_ONCE }, async () => {
      for (;;) {
        const reference = waiting.shift();
        if (reference === undefined || Date.now() > give_up_at) return;
        const id = await transfer(service, reference);
        if (id === null) waiting.push(reference);
        else ids.set(reference, id);
      }
    });
    while (ids.size < STORM / 4) await sleep(5);
    const killed = first.get(1);
    assert.ok(killed && ids.size < STORM);
    process.kill(killed, "SIGKILL");
    await Promise.all(sending);

    assert.equal(new Set(ids.values()).size, STORM);
    await untilComplete(service, STORM);
    const { body } = await service.send("GET", "/transfers?limit=1");
    assert.equal(body.totals, STORM);
    const { balance } = (await service.send("GET", "/balance")).body;
    assert.deepEqual([balance.available, balance.reserved], [1_000_000 - STORM * 10, 0]);
    await until(() => processes(service).get(1) !== killed);
    await until(() => /"process":0,"number":1,"reason":"It ended by itself \(SIGKILL\)"/.test(service.output()));
    assert.equal(processes(service).get(2), first.get(2));
    const { code, stdout } = await runCommand(["audit"], own);
    assert.equal(code, 0, stdout);
  });

  it("creates one transfer and one bulk per Idempotency-Key, through either process", async () => {
    const merchant = /mer_[0-9a-z]{26}/.exec((await runCommand(["merchants", "list"], own)).stdout)?.[0] ?? "";
    for (let round = 0; round < 2; round += 1) {
      const { balance } = (await service.send("GET", "/balance")).body;
      const { channel, currency, beneficiary_data } = transfer_order;
      const entry = { amount: balance.available / 100, channel, beneficiary_data };
      const transfers = Array.from({ length: 50 }, (_, number) => ({ ...entry, reference: `b-${round}-${number}` }));
      for (const [path, body] of [
        ["/transfers/bulk", { currency, transfers }],
        // The second half of the balance; the bulk takes the first.
        ["/transfers", { ...entry, amount: balance.available / 2, currency, reference: `t-${round}` }],
      ] as const) {
        const headers = { "idempotency-key": `${path} ${round}`.replace(" ", ":"), connection: "close" };
        const send = () => service.send("POST", path, body, headers);
        const answers = await Promise.all(Array.from({ length: 6 }, send));
        for (const { status, text } of answers) assert.ok(status === 201 || status === 409, text);
        const again = await send();
        assert.equal(again.headers.get("idempotent-replayed"), "true");
        assert.ok(answers.every(({ status, text }) => status === 409 || text === again.text));
      }
      await untilComplete(service, STORM + 51 * (round + 1));
      assert.equal((await service.send("GET", "/balance")).body.balance.available, 0);
      await runCommand(["funds", "add", "-m", merchant, "-e", "test", "--amount", "10000"], own);
    }
  });

  it("closes the connections that a killed process had not accepted yet", async () => {
    const hung = (await bothProcesses(service)).get(1) ?? 0;
    process.kill(hung, "SIGSTOP");
    // Each on a connection of its own: one that is kept alive would stay with its process.
    const looks = Array.from(
      { length: 8 },
      () =>
        new Promise<number | undefined>((resolve) => {
          const request = get(service.url, { agent: false }, (answer) => resolve(answer.resume().statusCode));
          request.once("error", () => resolve(undefined));
        }),
    );
    // Connections alternate between the processes, so one of the requests reaches the process that hangs.
    let answered = 0;
    for (const look of looks) void look.then(() => (answered += 1));
    await until(() => answered === looks.length - 1);
    process.kill(hung, "SIGKILL");
    assert.deepEqual(new Set(await Promise.all(looks)), new Set([200, undefined]));
    await until(() => processes(service).get(1) !== hung);
  });

  it("ends with the primary process, also if that is killed, and restarts on the same data", async () => {
    const made = await service.send("POST", "/transfers", transfer_order);
    const pids = [...(await bothProcesses(service)).values()];
    await service.kill();
    await until(() => !pids.some(isRunning));
    service = await startService(folder, TWO);
    assert.equal((await service.send("GET", `/transfers/${made.body.transfer.id}`)).status, 200);
  });

  it("stops even if one process hangs, and leaves no process running", async () => {
    const pids = [...(await bothProcesses(service)).values()];
    process.kill(pids[0] ?? 0, "SIGSTOP");
    const postgres = Number(
      (await readFile(join(service.folder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0],
    );
    assert.equal(await service.stop(), 0);
    await until(() => ![...pids, postgres].some(isRunning));
  });

  it("exits with a one-sentence error if it cannot start, and leaves no process running", async () => {
    const used_port = createServer().listen(0, "127.0.0.1");
    await once(used_port, "listening");
    const address = used_port.address();
    assert.ok(typeof address === "object" && address);
    for (const [name, value, sentence] of [
      ["KOLO_PORT", String(address.port), /^kolo: .*KOLO_PORT.*\n$/],
      ["KOLO_DB_POOL_SIZE", "50", /^kolo: .* 45 .*\n$/],
    ] as const) {
      const refused = await spawnCommand(["serve"], { ...own, ...TWO, [name]: value });
      assert.deepEqual([refused.code, sentence.test(refused.stderr)], [1, true], refused.stderr);
    }
    used_port.close();
  });
});

/** Returns the number and pid of each process, from the latest log lines. */
function processes(service: SpawnedService): ReadonlyMap<number, number> {
  const ready = service.output().matchAll(/"process":0,"number":(\d+),"pid":(\d+),"msg":"a process is ready"/g);
  return new Map([...ready].map(([, number, pid]) => [Number(number), Number(pid)]));
}

async function bothProcesses(service: SpawnedService): Promise<ReadonlyMap<number, number>> {
  await until(() => processes(service).size === 2);
  return processes(service);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a transfer and returns its id; null if the answer was lost. A retry with the same key returns the same
 * transfer.
 */
async function transfer(service: SpawnedService, reference: string): Promise<string | null> {
  const headers = { "idempotency-key": reference };
  const answer = await service
    .send("POST", "/transfers", { ...transfer_order, amount: 10, reference }, headers)
    .catch(() => null);
  if (answer === null || answer.status === 409) {
    await sleep(50);
    return null;
  }
  assert.equal(answer.status, 201, answer.text);
  return answer.body.transfer.id;
}

/**
 * Waits until all transfers complete. Other processes take over a dead one's work ten seconds after its last heartbeat.
 */
async function untilComplete(service: SpawnedService, count: number): Promise<void> {
  await until(async () => (await service.send("GET", "/transfers?status=complete&limit=1")).body.totals === count);
}

async function until(is_so: () => boolean | Promise<boolean>): Promise<void> {
  const give_up_at = Date.now() + LATEST_MS;
  while (!(await is_so())) {
    assert.ok(Date.now() < give_up_at, `Not so after ${LATEST_MS} ms: ${is_so}`);
    await sleep(POLL_INTERVAL_MS);
  }
}
