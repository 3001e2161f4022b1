import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { transfer_order } from "#server/testing/orders.ts";
import { createDataFolder, startService } from "#server/testing/service.ts";
import { freePort } from "#server/testing/world.ts";

const MAIN = join(import.meta.dirname, "..", "cli", "main.ts");
const END_TIMEOUT_MS = 30_000;
const folder = await createDataFolder();
const service = await startService(folder);

function kolo(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, KOLO_DATA: folder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: END_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
}

async function ended(child: ChildProcess) {
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  await once(child, "close");
  return { code: child.exitCode, ...output };
}

describe("kolo listen", () => {
  it("shows events as they arrive, with verified signatures, and deletes its webhook at the end", async () => {
    const listening = kolo(["listen", "--events", "transfer.created"]);
    let shown = "";
    listening.stdout?.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
    });
    await until(() => shown.includes("Ctrl-C ends it"));
    assert.equal((await service.send("GET", "/webhooks")).body.totals, 1);
    await service.send("POST", "/transfers", transfer_order);
    await until(() => /signature ok +transfer\.created/.test(shown));
    listening.kill("SIGINT");
    await once(listening, "close");
    assert.equal(listening.exitCode, 0);
    assert.equal((await service.send("GET", "/webhooks")).body.totals, 0);
  });

  it("ignores foreign requests to its port and aborted deliveries", async () => {
    const listening = kolo(["listen", "--events", "transfer.created"]);
    let shown = "";
    listening.stdout?.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
    });
    await until(() => shown.includes("Ctrl-C ends it"));
    const [{ url }] = (await service.send("GET", "/webhooks")).body.data;
    assert.equal((await fetch(url)).status, 400);
    assert.equal((await fetch(url, { method: "POST", body: '"text"' })).status, 400);
    const broken = connect(Number(new URL(url).port), "127.0.0.1");
    broken.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf");
    await sleep(200);
    broken.resetAndDestroy();
    await service.send("POST", "/transfers", transfer_order);
    await until(() => /signature ok +transfer\.created/.test(shown) || listening.exitCode !== null);
    listening.kill("SIGINT");
    await once(listening, "close");
    assert.deepEqual([listening.exitCode, (await service.send("GET", "/webhooks")).body.totals], [0, 0]);
  });

  it("exits with one error message if it is refused or the service does not answer", async () => {
    const refused = await ended(kolo(["listen", "--events", "nope"]));
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^kolo: .*transfer\.created/);
    assert.equal(refused.stderr.split("transfer.created").length, 2, refused.stderr);

    const nobody = `http://127.0.0.1:${await freePort()}`;
    const alone = await ended(kolo(["listen"], { KOLO_URL: nobody }));
    assert.deepEqual([alone.code, alone.stderr], [1, `kolo: Kolo does not answer at ${nobody}: is it running?\n`]);
  });
});

describe("a merchant's command", () => {
  it("prints its usage for every form of the help option", async () => {
    for (const args of [
      ["listen", "--help"],
      ["listen", "-h"],
      ["help", "listen"],
    ]) {
      const help = await ended(kolo(args));
      assert.deepEqual([help.code, help.stderr], [0, ""], args.join(" "));
      assert.match(help.stdout, /^Usage: kolo listen[\s\S]*--events/);
    }
    assert.match((await ended(kolo(["bulk", "send", "--help"]))).stdout, /^Usage: kolo bulk send[\s\S]*--dry-run/);
    assert.match((await ended(kolo(["help"]))).stdout, /Merchant's commands[\s\S]*bulk send[\s\S]*Usage: kolo/);
  });

  it("prints the error and the usage for wrong arguments, and exits with 2", async () => {
    const unknown = await ended(kolo(["listen", "--nope"]));
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /^kolo: Unknown option '--nope'[\s\S]*Usage: kolo listen/);
    const without = await ended(kolo(["bulk"]));
    assert.equal(without.code, 2);
    assert.match(
      without.stderr,
      /^kolo: Say which file to send, or which bulk to follow or to cancel\n\nUsage: kolo bulk send/,
    );
  });
});

async function until(holds: () => boolean): Promise<void> {
  const give_up_at = Date.now() + END_TIMEOUT_MS;
  while (!holds() && Date.now() < give_up_at) await sleep(20);
  assert.ok(holds(), "it comes to that in time");
}
