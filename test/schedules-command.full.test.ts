import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { HOUR_MS } from "#server/kernel/time.ts";
import { startTestWorld } from "#server/testing/world.ts";

const world = await startTestWorld();
const merchant = await world.merchant({ balance: 10_000n });
const folder = await mkdtemp(join(tmpdir(), "kolo-schedules-"));
after(() => rm(folder, { recursive: true }));
const MAIN = join(import.meta.dirname, "..", "cli", "main.ts");

async function kolo(...args: readonly string[]) {
  const { public_key, private_key } = merchant;
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, KOLO_URL: world.url, KOLO_PUBLIC_KEY: public_key, KOLO_PRIVATE_KEY: private_key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

async function aFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const transfers = [{ amount: 500, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: "677123456" } }];
const monthly = { name: "Salaries", currency: "XAF", frequency: "monthly", days: [31], time: "09:00", transfers };

describe("kolo schedules", () => {
  it("previews, creates, shows, runs, pauses, resumes and deletes", async () => {
    const path = await aFile("payroll.json", JSON.stringify(monthly));
    const preview = await kolo("schedules", "preview", path);
    assert.match(preview.stdout, /^Africa\/Douala\n\d{4}-\d{2}-\d{2}T08:00:00/, preview.stderr);
    const made = await kolo("schedules", "create", path, "--json");
    assert.equal(made.code, 0, made.stderr);
    const { id } = JSON.parse(made.stdout);
    assert.match((await kolo("schedules", "show", id)).stdout, /Salaries {2}active {2}XAF 500 to 1[\s\S]*due 20/);
    assert.equal((await kolo("schedules", "run", id)).code, 0);
    await world.waitUntilIdle();
    assert.match((await kolo("schedules", "runs", id)).stdout, /created {2}btr_/);
    assert.match((await kolo("schedules", "pause", id)).stdout, /paused/);
    assert.match((await kolo("schedules", "list", "--status", "paused")).stdout, new RegExp(id));
    assert.match((await kolo("schedules", "resume", id)).stdout, /active/);
    assert.equal((await kolo("schedules", "holidays", "2027-05-20", "2027-05-01")).stdout, "2027-05-01\n2027-05-20\n");
    assert.match((await kolo("schedules", "delete", id)).stdout, /deleted/);
    assert.equal((await kolo("schedules", "list")).stdout, "No schedules\n");
  });

  it("prints the errors, and exits with 1", async () => {
    const wrong = await kolo("schedules", "create", await aFile("w.json", JSON.stringify({ ...monthly, days: [] })));
    assert.deepEqual([wrong.code, /days: /.test(wrong.stderr)], [1, true], wrong.stderr);
    assert.match((await kolo("schedules", "create", await aFile("x.json", "{"))).stderr, /not valid JSON/);
    assert.equal((await kolo("schedules", "whatever")).code, 2);
  });
});

describe("kolo bulk send --at", () => {
  it("sends the bulk later, and cancels it before", async () => {
    const path = await aFile("people.csv", "name,phone,amount\nJane,677123456,500\n");
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    const sent = await kolo("bulk", "send", path, "--yes", "--json", "--at", at, "--reserve", "at_due");
    assert.equal(sent.code, 0, sent.stderr);
    const { id, scheduled_at } = JSON.parse(sent.stdout);
    assert.equal(scheduled_at, at);
    assert.equal((await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer.reserve_funds, "at_due");
    assert.equal((await kolo("bulk", "cancel", id)).code, 0);
    assert.equal((await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer.progress.canceled, 1);
    assert.equal((await kolo("bulk", "send", path, "--yes", "--reserve", "now")).code, 2);
    await world.assertCleanAudit();
  });
});
