import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setApprovalRule } from "#server/resources/approvals/set-rule.ts";
import { createDataFolder, startService } from "#server/testing/service.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";

const folder = await createDataFolder();
const service = await startService(folder);
const MAIN = join(import.meta.dirname, "..", "cli", "main.ts");

const demo = { KOLO_DATA: folder };

async function kolo(args: readonly string[], environment: Readonly<Record<string, string>> = demo, verb = "send") {
  const child = spawn(process.execPath, [MAIN, "bulk", verb, ...args], {
    env: { ...process.env, ...environment },
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

async function aFile(name: string, text: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe("kolo bulk send", () => {
  it("sends the transfers of a file, waits for them, and writes the outcome of each", async () => {
    const path = await aFile(
      "people.csv",
      "Nom;Téléphone;Montant;Référence\r\nJane;677123456;75 000;s-1\r\n=Paul;699000001;5000;s-2\r\n",
    );
    const dry = await kolo([path, "--dry-run"]);
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /amounts\s+XAF 80,000[\s\S]*left after\s+XAF 920,000[\s\S]*Nothing was sent/);
    assert.equal((await service.send("GET", "/transfers")).body.totals, 0);

    const sent = await kolo([path, "--yes", "--json", "--description", "March"]);
    const { results, complete, failed } = JSON.parse(sent.stdout);
    // The sandbox refuses one of the two transfers, so the command's exit code is 1.
    assert.deepEqual([sent.code, complete, failed], [1, 1, 1], sent.stderr);
    const lines = (await readFile(results, "utf8")).trim().split("\n");
    assert.equal(lines[0], "reference,id,amount,fee,status,completed_at,failure_code,failure_reason");
    assert.match(lines[1] ?? "", /^s-1,trf_\w+,75000,0,complete,20/);
    assert.match(lines[2] ?? "", /^s-2,trf_\w+,5000,0,failed,,/);

    const { id } = JSON.parse(sent.stdout);
    const again = await kolo([id, "--results", join(folder, "again.results.csv")], demo, "follow");
    assert.deepEqual([again.code, again.stderr], [1, ""]);
    assert.equal(await readFile(join(folder, "again.results.csv"), "utf8"), await readFile(results, "utf8"));
    assert.match((await kolo(["btr_none"], demo, "follow")).stderr, /^kolo: .*btr_none\n$/);
  });

  it("accepts a file in Windows-1252, as Excel saves it", async () => {
    const text = "Référence;Téléphone;Nom;Montant\r\nw-1;677123459;André;10\r\n";
    const sent = await kolo([await aFile("excel.csv", Buffer.from(text, "latin1")), "--yes"]);
    assert.equal(sent.code, 0, sent.stderr);
    const { transfer } = (await service.send("GET", "/transfers/w-1")).body;
    assert.deepEqual([transfer.beneficiary.name, transfer.beneficiary.phone], ["André", "+237677123459"]);
  });

  it("sends nothing if the results file cannot be written", async () => {
    const before = (await service.send("GET", "/transfers")).body.totals;
    const path = await aFile("unwritten.csv", "name,phone,amount\nJane,677123460,20\n");
    const results = join(folder, "nowhere", "results.csv");
    const { code, stderr } = await kolo([path, "--yes", "--results", results]);
    assert.deepEqual(
      [code, stderr],
      [1, `kolo: Nothing was sent: ${results} cannot be written; name another file with --results\n`],
    );
    assert.equal((await service.send("GET", "/transfers")).body.totals, before);
  });

  it("shows equal transfers of the last 24 hours, and asks before it sends", async () => {
    const path = await aFile("again.csv", "name,phone,amount\njane m.,+237 677 12 34 56,75000\n");
    const dry = await kolo([path, "--dry-run"]);
    assert.match(dry.stdout, /line 2: the same number or account got the same amount within a day \(trf_/);
    const unconfirmed = await kolo([path]);
    assert.deepEqual(
      [unconfirmed.code, unconfirmed.stderr],
      [1, "kolo: Nothing was sent: say --yes where nobody can be asked\n"],
    );
    assert.equal((await service.send("GET", "/transfers")).body.totals, 3);
  });

  it("lists the wrong lines and sends nothing", async () => {
    const path = await aFile("wrong.csv", "name,phone,amount\nJane,677123456,75.000\nPaul,12,100\nAnne,677000000,5\n");
    const { code, stderr } = await kolo([path, "--yes"]);
    assert.equal(code, 1);
    assert.match(stderr, /line 2: amount: /);
    const unknown = await kolo([await aFile("phones.csv", "name,phone,amount\n\n,,\nPaul,12,100\n"), "--yes"]);
    assert.match(unknown.stdout, /line 4: beneficiary_data\.phone: /);
    assert.match(unknown.stderr, /Nothing was sent/);
    const poor = await kolo([
      await aFile("poor.csv", "name,phone,amount\nA,677123456,900000\nB,677123457,900000\n"),
      "--yes",
    ]);
    assert.match(poor.stderr, /the balance does not cover the sum/);
    const machine = await kolo([join(folder, "poor.csv"), "--dry-run", "--json"]);
    assert.deepEqual([machine.code, JSON.parse(machine.stdout).is_enough], [1, false]);
    assert.match((await kolo([join(folder, "none.csv")])).stderr, /There is no file/);
    assert.match((await kolo([])).stderr, /Usage: kolo bulk send/);
    assert.equal((await service.send("GET", "/transfers")).body.totals, 3);
  });
});

describe("kolo bulk send with dual control", async () => {
  const world = await startTestWorld();
  const shop = await world.merchant({ balance: 100_000n });
  await world.db.engine((tx) => setApprovalRule(tx, shop, { every_bulk: true }, "test"));
  const finance = await createTestUser(world, shop.id, "finance");
  await finance.signIn();
  const { public_key: KOLO_PUBLIC_KEY, private_key: KOLO_PRIVATE_KEY } = shop;
  const environment = { KOLO_URL: world.url, KOLO_PUBLIC_KEY, KOLO_PRIVATE_KEY };
  const decide = (id: string, body: object, answer: string) =>
    finance.send("POST", `/merchants/${shop.id}/test/approvals/${id}/${answer}`, body);

  it("announces the approval before and after sending, and leaves the bulk waiting", async () => {
    const path = await aFile("waits.csv", "name,phone,amount\nJane,677123456,500\nPaul,677123457,700\n");
    const dry = await kolo([path, "--dry-run"], environment);
    assert.match(dry.stdout, /a second person must agree in the dashboard before any of it goes out/);
    const sent = await kolo([path, "--yes"], environment);
    assert.equal(sent.code, 0, sent.stderr);
    assert.match(
      sent.stdout,
      /Sent as btr_\w+\nIt waits for a second person, and nothing goes out before: see Approvals at/,
    );
    const machine = await kolo([path, "--yes", "--json"], environment);
    const { id, approval, pending } = JSON.parse(machine.stdout);
    assert.deepEqual([approval, pending], ["waiting", 2]);
    assert.equal((await decide(id, { reason: "Twice" }, "reject")).status, 200);
  });

  it("--wait follows the bulk from its approval to its end", async () => {
    const path = await aFile("waited.csv", "name,phone,amount\nAnne,677123458,900\n");
    const listed = async (): Promise<readonly { id: string }[]> =>
      (await finance.send("GET", `/merchants/${shop.id}/test/approvals`)).body.items;
    const before = new Set((await listed()).map(({ id }) => id));
    const running = kolo([path, "--yes", "--json", "--wait"], environment);
    let id: string | undefined;
    while (id === undefined) {
      id = (await listed()).find((item) => !before.has(item.id))?.id;
      await sleep(100);
    }
    assert.equal((await decide(id, {}, "approve")).status, 200);
    const { code, stdout, stderr } = await running;
    assert.equal(code, 0, stderr);
    assert.deepEqual([JSON.parse(stdout).id, JSON.parse(stdout).complete], [id, 1]);
  });
});
