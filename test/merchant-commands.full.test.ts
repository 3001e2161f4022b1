import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { HOUR_MS } from "#server/kernel/time.ts";
import { directCharge, holdPartFor } from "#server/testing/payments.ts";
import { startTestWorld } from "#server/testing/world.ts";

const world = await startTestWorld();
const merchant = await world.merchant({ balance: 10_000n });
const folder = await mkdtemp(join(tmpdir(), "kolo-merchant-commands-"));
after(() => rm(folder, { recursive: true }));
const MAIN = join(import.meta.dirname, "..", "cli", "main.ts");

const kolo = (...args: readonly string[]) => koloAs(merchant, ...args);

async function koloAs(
  { public_key, private_key }: { readonly public_key: string; readonly private_key: string },
  ...args: readonly string[]
) {
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

  it("prints each error once, and exits with 1", async () => {
    const wrong = await kolo("schedules", "create", await aFile("w.json", JSON.stringify({ ...monthly, days: [] })));
    // The message already has the first errors of fields.
    assert.deepEqual([wrong.code, wrong.stderr.split("days: ").length], [1, 2], wrong.stderr);
    assert.match((await kolo("schedules", "create", await aFile("x.json", "{"))).stderr, /not valid JSON/);
    assert.equal((await kolo("schedules", "whatever")).code, 2);
  });
});

describe("kolo invoices", () => {
  it("creates, shows, pays a part, lists and cancels", async () => {
    const due_at = new Date(Date.now() + HOUR_MS).toISOString();
    const invoice = {
      amount: 6_000,
      currency: "XAF",
      phone: "677123456",
      reference: "fees-17",
      minimum_part: 500,
      due_at,
    };
    const path = await aFile("invoice.json", JSON.stringify(invoice));
    const made = await kolo("invoices", "create", path);
    assert.match(
      made.stdout,
      /^ivc_\w+ {2}fees-17 {2}open {2}XAF 0 of 6,000 paid .*\nhttp.*\/pay\/invoice\//,
      made.stderr,
    );
    const started = await kolo("invoices", "pay", "fees-17", "--amount", "1500", "--json");
    const { id } = JSON.parse(started.stdout).transaction;
    await merchant.post(`/payments/${id}`, directCharge());
    await world.waitUntilIdle();
    assert.match((await kolo("invoices", "payments", "fees-17")).stdout, new RegExp(`^${id}  XAF 1,500  complete`));
    const shown = await kolo("invoices", "show", "fees-17");
    assert.match(shown.stdout, /partly_paid {2}XAF 1,500 of 6,000 paid[\s\S]*6,000 due .*1,500 paid/);
    assert.match((await kolo("invoices", "cancel", "fees-17")).stdout, /canceled/);
    assert.match((await kolo("invoices", "list", "--status", "canceled")).stdout, /^ivc_\w+ {2}fees-17/);
    assert.equal((await kolo("invoices", "list", "--status", "open")).stdout, "No invoices\n");
    assert.deepEqual([(await kolo("invoices", "pay", "fees-17")).code, (await kolo("invoices", "pay")).code], [1, 2]);
  });
});

describe("kolo statement", () => {
  it("prints the current month, and names the field of a day that does not exist", async () => {
    assert.match((await kolo("statement")).stdout, /\nOpening balance .*\n[\s\S]*\nClosing balance /);
    const wrong = await kolo("statement", "--week", "2026-02-30");
    assert.deepEqual([wrong.code, wrong.stderr.split("date: ").length], [1, 2], wrong.stderr);
  });
});

describe("kolo payments", () => {
  it("creates a split payment from a file and prints its page, and names a part that is refused", async () => {
    const { platform } = await holdPartFor(world, merchant);
    const bodyWith = (basis_points: number) =>
      JSON.stringify({
        ...{ amount: 1_000, currency: "XAF", phone: "677123456" },
        split: { parts: [{ merchant: merchant.id, basis_points, hold: true }] },
      });
    const created = await koloAs(platform, "payments", "create", await aFile("split.json", bodyWith(2_500)));
    assert.match(created.stdout, /^pay_\w+ {2}pending {2}XAF 1,000\nhttp\S+\/pay\/\S+\n$/, created.stderr);
    const [id = ""] = created.stdout.split(" ");
    const { items } = (await platform.get(`/payments/${id}/parts`)).body;
    assert.deepEqual(
      items.map(({ amount }: { amount: number }) => amount),
      [750, 250],
    );
    const refused = await koloAs(platform, "payments", "create", await aFile("wrong.json", bodyWith(0)));
    assert.deepEqual([refused.code, refused.stderr.includes("split.parts.0.basis_points")], [1, true], refused.stderr);
    assert.equal((await koloAs(platform, "payments", "create")).code, 2);
    await world.assertCleanAudit();
  });

  it("shows the parts of a payment, releases the held one, and shows it to its merchant", async () => {
    const { platform, payment, part } = await holdPartFor(world, merchant);
    assert.match((await kolo("payments", "received")).stdout, new RegExp(`^${part}  held  XAF 4,250  `));
    const of = { public_key: platform.public_key, private_key: platform.private_key };
    assert.match((await koloAs(of, "payments", "parts", payment)).stdout, new RegExp(`settled[^]*${part}  held`));
    const released = await koloAs(of, "payments", "release", payment, part);
    assert.match(released.stdout, new RegExp(`${part}  settled  XAF 4,250`), released.stderr);
    assert.deepEqual((await koloAs(of, "payments", "release", payment)).code, 1);
    await world.assertCleanAudit();
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
