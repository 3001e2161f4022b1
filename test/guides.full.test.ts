import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { runCommand } from "#server/testing/command.ts";
import { createDataFolder, startService } from "#server/testing/service.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Returns a page's code blocks in one language. */
function blocks(path: string, language: string): readonly string[] {
  return [...read(path).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, text = ""]) => text,
  );
}

const service = await startService(await createDataFolder());
const folder = await mkdtemp(join(tmpdir(), "kolo-docs-"));
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the arguments of `npm run kolo -- …`, with ids in place of examples such as `mer_…`. */
function argumentsOf(line: string, ids: Readonly<Record<string, string>>): readonly string[] {
  const command = line.trim().replace("npm run kolo -- ", "");
  const complete = command.replace(/\b([a-z]+_)…/g, (example, prefix: string) => ids[prefix] ?? example);
  return [...complete.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

// The time that a fast reader takes to type the next line, in milliseconds. Most orders have ended before.
const TYPING_MS = 1_000;
const OPEN_ORDERS = [
  "/transfers?status=pending",
  "/transfers?status=processing",
  "/payments?status=pending",
  "/payments?status=processing",
];

async function waitWhileTyping(limit_ms: number): Promise<void> {
  const give_up_at = Date.now() + limit_ms;
  const countOpen = async () => {
    const answers = await Promise.all(OPEN_ORDERS.map((path) => service.send("GET", `${path}&limit=1`)));
    return answers.reduce((count, { body }) => count + body.totals, 0);
  };
  while (Date.now() < give_up_at && (await countOpen()) > 0) await sleep(50);
}

interface TypingOptions {
  readonly variables?: Readonly<Record<string, string>>;
  /** How long a line waits for the orders of earlier lines, in milliseconds. */
  readonly limit_ms?: number;
}

describe("the commands in the documentation", () => {
  /** Runs a page's commands in a shell, in a folder with `data/demo.env`, as after `npm start`. */
  async function typed(
    lines: readonly string[],
    { variables = {}, limit_ms = TYPING_MS }: TypingOptions = {},
  ): Promise<readonly { line: string; answer: string }[]> {
    const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}; `);
    const answers: { line: string; answer: string }[] = [];
    for (const line of lines) {
      const script = `. ${service.folder}/demo.env; ${settings.join("")}${line}`;
      const { stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
      assert.ok(stdout.startsWith("{"), `${line}\n${stdout}${stderr}`);
      answers.push({ line, answer: stdout });
      await waitWhileTyping(limit_ms);
    }
    return answers;
  }

  const curls = (page: string) =>
    blocks(page, "sh").flatMap((block) => block.split("\n").filter((line) => line.startsWith("curl")));

  it("README: the transfer is accepted, completes, and reduces the balance", async () => {
    const lines = curls("README.md");
    assert.equal(lines.length, 3);
    // Its one transfer ends, however busy the machine is.
    const answered = await typed(lines, { limit_ms: 30_000 });
    const [sent, blocks, balance] = answered.map(({ answer }) => JSON.parse(answer));
    assert.deepEqual([sent.code, sent.transfer.status], [201, "pending"]);
    assert.equal(blocks.transfer.status, "complete");
    assert.equal(balance.balance.available, 995_000);
  });

  it("five minutes: every command does what the page says", async () => {
    const answers = await typed(curls("docs/start/five-minutes.md"));
    const codes = answers.map(({ answer }) => JSON.parse(answer).code);
    assert.deepEqual(codes, [201, 200, 200, 201, 201]);
    const send = (path: string) => service.send("GET", path);
    assert.equal((await send("/transfers/salary-1")).body.transfer.status, "complete");
    assert.equal((await send("/transfers/salary-2")).body.transfer.status, "failed");
    const again = await typed(curls("docs/start/five-minutes.md").slice(-1));
    assert.equal(again[0]?.answer, answers.at(-1)?.answer);
  });

  it("the guides to money in: their commands create payments, a refund and a link", async () => {
    const shown = async (page: string) => (await typed(curls(page))).map(({ answer }) => JSON.parse(answer));
    const [created, blocks] = await shown("docs/guides/hosted-page.md");
    assert.deepEqual([created.code, blocks.transaction.id], [201, created.transaction.id]);
    assert.equal((await fetch(created.authorization_url.replace("/pay/", "/checkout/"))).status, 200);
    const [, charged] = await shown("docs/guides/direct-charge.md");
    assert.deepEqual([charged.code, charged.action], [202, "confirm"]);
    const [refund] = await shown("docs/guides/refunds.md");
    assert.deepEqual([refund.code, refund.refund.amount], [201, 1_000]);
    const [link] = await shown("docs/guides/payment-links.md");
    assert.match(link.payment_link.url, /\/pay\/link\/lnk_/);
    const [invoice, free, reminded] = await shown("docs/guides/invoices.md");
    assert.deepEqual([invoice.invoice.instalments.length, free.invoice.minimum_part], [2, 5_000]);
    assert.deepEqual([reminded.invoice.reminders, reminded.invoice.language], [[-3, 0, 7], "fr"]);
  });

  it("the guide to browsers and apps: its program, with a key that its command creates, pays and follows", async () => {
    const page = "docs/guides/browser-and-app.md";
    const environment = { KOLO_DATA: service.folder };
    const merchant = /mer_\w+/.exec((await runCommand(["merchants", "list"], environment)).stdout)?.[0] ?? "";
    const created = await runCommand(argumentsOf(blocks(page, "sh").join(""), { mer_: merchant }), environment);
    const key = /test_pub_\w+/.exec(created.stdout)?.[0];
    assert.ok(key, created.stdout + created.stderr);
    const names = `const KOLO_URL = ${JSON.stringify(service.url)}, KOLO_PUBLISHABLE_KEY = ${JSON.stringify(key)};\n`;
    const program = join(folder, "browser.mjs");
    const sdk = JSON.stringify(pathToFileURL(join(root, "sdk", "src", "index.ts")));
    writeFileSync(program, names + blocks(page, "js").join("\n").replace('"@kolo/sdk"', sdk));
    const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    assert.match(stdout, /^send the payer to http:.*\/pay\/\S+(\npayment pending){2}\n$/, stderr);
  });

  it("the guides to later payments and withdrawals: their commands schedule, register, withdraw and set a rule", async () => {
    const later = (await typed(curls("docs/guides/later-and-again.md"))).map(({ answer }) => JSON.parse(answer));
    assert.deepEqual(
      later.map(({ code, transfer, schedule }) => [code, (transfer ?? schedule).status]),
      [
        [201, "pending"],
        [201, "active"],
      ],
    );
    const [register = "", ...others] = curls("docs/guides/withdrawals.md");
    const [registered] = await typed([register]);
    const account = JSON.parse(registered?.answer ?? "{}").withdrawal_account.id;
    await service.send("POST", `/withdrawal-accounts/${account}/confirm`);
    const answers = await typed(others.map((line) => line.replace("wac_…", account)));
    assert.deepEqual(
      answers.map(({ answer }) => JSON.parse(answer).code),
      [201, 200],
    );
  });

  it("the guides to keys and people: their commands for platform operators succeed", async () => {
    const environment = { KOLO_DATA: service.folder };
    const ids: Record<string, string> = {
      mer_: /mer_\w+/.exec((await runCommand(["merchants", "list"], environment)).stdout)?.[0] ?? "",
    };
    const lines = ["docs/guides/narrow-keys.md", "docs/guides/dashboard.md", "docs/guides/operators.md"].flatMap(
      (page) => blocks(page, "sh").flatMap((block) => block.trim().split("\n")),
    );
    // The others need a person who has signed in, or a review case.
    const runnable = lines.filter((line) =>
      /^npm run kolo -- (?:keys|people (?:create|list)|operators (?:add new|list)) ?/.test(line),
    );
    assert.ok(runnable.length >= 8, `${runnable.length} commands`);
    for (const line of runnable) {
      const { code, stdout, stderr } = await runCommand(argumentsOf(line, ids), environment);
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
      const key = /key_\w+/.exec(stdout)?.[0];
      if (key) ids.key_ = key;
    }
  });

  it("the guide to splits: its commands link a seller, create a payment with parts and release the held one", async () => {
    const environment = { KOLO_DATA: service.folder };
    const platform = /mer_\w+/.exec((await runCommand(["merchants", "list"], environment)).stdout)?.[0] ?? "";
    const seller_of = async (name: string): Promise<string> => {
      const made = await runCommand(["merchants", "create", "--name", name, "--email", "s@example.cm"], environment);
      return /mer_\w+/.exec(made.stdout)?.[0] ?? "";
    };
    const [seller, driver] = [await seller_of("Seller"), await seller_of("Driver")];
    const page = "docs/guides/splits.md";
    const [connect = ""] = blocks(page, "sh");
    for (const linked of [seller, driver]) {
      const line = connect.replace("mer_PLATFORM", platform).replace("mer_SELLER", linked);
      const { code, stderr } = await runCommand(argumentsOf(line, {}), environment);
      assert.equal(code, 0, stderr);
    }
    const [create = "", release = ""] = curls(page);
    const [created] = await typed([create.replace("mer_SELLER", seller).replace("mer_DRIVER", driver)]);
    const { id, split } = JSON.parse(created?.answer ?? "{}").transaction;
    await service.send("POST", `/payments/${id}`, { channel: "cm.mtn", data: { phone: "677123456" } });
    const held = split.parts[0].id;
    let status = "";
    for (let look = 0; look < 100 && status !== "held"; look += 1) {
      await sleep(100);
      const { items } = (await service.send("GET", `/payments/${id}/parts`)).body;
      status = items.find((part: { id: string }) => part.id === held)?.status;
    }
    const [released] = await typed([release.replace("pay_…", id).replace("prt_…", held)]);
    const parts: readonly { id: string; status: string; amount_net: number }[] = JSON.parse(
      released?.answer ?? "{}",
    ).parts;
    const part = parts.find((one) => one.id === held);
    assert.deepEqual([part?.status, part?.amount_net], ["settled", 4_250]);
  });

  it("the pages on limits and corrections: their commands for platform operators succeed", async () => {
    const environment = { KOLO_DATA: service.folder };
    const run = async (line: string, ids: Readonly<Record<string, string>>): Promise<string> => {
      const { code, stdout, stderr } = await runCommand(argumentsOf(line, ids), environment);
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
      return stdout;
    };
    const ids: Record<string, string> = { mer_: /mer_\w+/.exec(await run("merchants list", {}))?.[0] ?? "" };
    await run("keys create -m mer_… -e live", ids);
    ids.key_ = /(key_\w+)\s+live\s+private/.exec(await run("keys list -m mer_…", ids))?.[1] ?? "";
    const [limits = ""] = blocks("docs/operating/limits-of-merchants.md", "sh");
    const lines = limits.trim().split("\n");
    assert.equal(lines.length, 5);
    for (const line of lines)
      ids.lim_ = /lim_\w+/.exec(await run(line.replace(/^kolo /, ""), ids))?.[0] ?? ids.lim_ ?? "";
    const [corrections = ""] = blocks("docs/operating/corrections.md", "sh");
    // The entry 1042 does not exist here.
    const runnable = corrections
      .trim()
      .split("\n")
      .filter((line) => !line.includes("reverse"));
    assert.equal(runnable.length, 2);
    for (const line of runnable) await run(line, ids);
  });

  it("the guide to moving: old keys are imported, older requests work, and its adapter collects and pays", async () => {
    const page = "docs/guides/moving.md";
    const environment = { KOLO_DATA: service.folder };
    const merchant = /mer_\w+/.exec((await runCommand(["merchants", "list"], environment)).stdout)?.[0] ?? "";
    const imports = blocks(page, "sh").flatMap((block) => block.split("\n").filter((one) => one.startsWith("npm")));
    const keys = { public: `pk_test.${"a1".repeat(16)}`, private: `sk_test.${"b2".repeat(16)}` };
    assert.equal(imports.length, 2);
    for (const [kind, key] of Object.entries(keys)) {
      writeFileSync(join(folder, `${kind}.key`), `${key}\n`);
      const line: string = imports.find((one) => one.includes(`--kind ${kind} `)) ?? "";
      const args = argumentsOf(line, { mer_: merchant }).map((text) =>
        text.endsWith(".key") ? join(folder, text) : text,
      );
      const { code, stdout, stderr } = await runCommand(args, environment);
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
    }
    const with_old_keys = { KOLO_PUBLIC_KEY: keys.public, KOLO_PRIVATE_KEY: keys.private };
    const answers = await typed(curls(page), { variables: with_old_keys });
    assert.deepEqual(
      answers.map(({ answer }) => JSON.parse(answer).code),
      [201, 202, 201],
    );
    const sdk = JSON.stringify(pathToFileURL(join(root, "sdk", "src", "index.ts")));
    writeFileSync(join(folder, "moving.mts"), blocks(page, "ts").join("").replace('"@kolo/sdk"', sdk));
    const keys_text = Object.entries(with_old_keys).map(([name, key]) => `${name}=${key}`);
    const script = `set -a; . ${service.folder}/demo.env; ${keys_text.join(" ")}; exec ${process.execPath} moving.mts`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    assert.equal(stdout, "collection SUCCESSFUL\npayout SUCCESSFUL\n", stderr);
  });

  it("no command of a guide is left out here", () => {
    const run_here = [
      ...[
        "bulk-transfers",
        "direct-charge",
        "hosted-page",
        "invoices",
        "later-and-again",
        "moving",
        "payment-links",
        "receive-webhooks",
        "refunds",
      ],
      ...["splits", "withdrawals"],
    ].map((name) => `docs/guides/${name}.md`);
    const pages = globSync("docs/{start,guides}/*.md", { cwd: root }).filter((page) => curls(page).length > 0);
    assert.deepEqual(pages.sort(), [...run_here, "docs/start/five-minutes.md"].sort());
  });

  it("the guide to bulk transfers: its commands pay two people", async () => {
    const [sent] = (await typed(curls("docs/guides/bulk-transfers.md"))).map(({ answer }) => JSON.parse(answer));
    assert.deepEqual([sent.code, sent.bulk_transfer.total_transfers], [201, 2]);
  });

  it("the guides: their programs run, and the service accepts the webhooks they register", async () => {
    const [register] = await typed(curls("docs/guides/receive-webhooks.md"));
    assert.match(JSON.parse(register?.answer ?? "{}").data.secret, /^whsec_/);
    const program = join(folder, "first.mts");
    writeFileSync(
      program,
      blocks("docs/guides/first-transfer.md", "ts")
        .join("\n")
        .replace("const found", "await new Promise((done) => setTimeout(done, 1_000));\nconst found"),
    );
    const script = `set -a; . ${service.folder}/demo.env; exec ${process.execPath} ${program}`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    assert.match(stdout, /^201 pending\ncomplete/, stderr);
  });
});

describe("the guide to the SDK", () => {
  // Import the SDK's sources in this project; a user's program has the package in node_modules.
  const sdk = join(root, "sdk", "src", "index.ts");
  const source = blocks("docs/guides/sdk.md", "ts").join("\n");

  it("its program compiles with the strict settings of this project", () => {
    writeFileSync(join(folder, "compiled.mts"), source.replace('"@kolo/sdk"', JSON.stringify(sdk)));
    const { compilerOptions } = JSON.parse(read("tsconfig.json"));
    const options = { ...compilerOptions, typeRoots: [join(root, "node_modules", "@types")] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["compiled.mts"] }));
    const tsc = join(root, "node_modules", ".bin", "tsc");
    const { status, stdout } = spawnSync(tsc, ["-p", folder], { encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });

  it("its program collects, pays, reports errors and follows events until it is stopped", async () => {
    writeFileSync(
      join(folder, "people.csv"),
      "name,phone,amount,reference\nJane,677123456,75,sdk-1\nPaul,677000001,50,sdk-2\n",
    );
    writeFileSync(join(folder, "sdk.mts"), source.replace('"@kolo/sdk"', JSON.stringify(pathToFileURL(sdk))));
    const script = `set -a; . ${service.folder}/demo.env; exec ${process.execPath} sdk.mts`;
    const program = spawn("sh", ["-c", script], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [program.stdout, program.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (!program.killed && output.includes("paid salary-2026-03-0100")) program.kill("SIGTERM");
      });
    }
    await once(program, "close");
    for (const line of [
      /^send the payer to http:.*\/pay\//m,
      /^payment complete$/m,
      /^bulk \{ pending: 0, processing: 0, complete: 1, failed: 1, canceled: 0 \}$/m,
      /^sdk-2 .+/m,
      /^trf_\w+\ntop up, and pay it later$/m,
      /^paid sdk-1 75$/m,
      /^stopped behind \S+$/m,
      /^received payment.complete$/m,
    ]) {
      assert.match(output, line);
    }
    assert.equal(program.exitCode, 0, output);
  });
});

describe("the guide's programs that verify a delivery", () => {
  const page = "docs/guides/receive-webhooks.md";
  const [body, secret] = ['{"id":"evt_1","data":{"name":"été"}}', "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E="];
  const good = createHmac("sha256", secret).update(body).digest("hex");
  const bad = good.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  // Signatures may be any input from the network. Each language has its own null value for a missing header.
  const call = (name: string, text: (value: string) => string, empty_body: string) =>
    [...[good, bad, "", "é".repeat(32), "\u{1f511}"].map(text), empty_body].map(
      (signature) => `${name}(${text(body)}, ${signature}, ${text(secret)})`,
    );

  const runs: readonly (readonly [
    language: string,
    program: string,
    file: string,
    code: (source: string) => string,
  ])[] = [
    [
      "ts",
      process.execPath,
      "verify.mts",
      (source) => `${source}\nconsole.log([${call("isFromKolo", JSON.stringify, "undefined")}].map(Number).join(" "));`,
    ],
    [
      "python",
      "python3",
      "verify.py",
      (source) =>
        `${source}\nprint(*map(int, [${call("is_from_kolo", (value) => JSON.stringify(value), "None")}]))`.replaceAll(
          `is_from_kolo(${JSON.stringify(body)}`,
          `is_from_kolo(${JSON.stringify(body)}.encode()`,
        ),
    ],
    [
      "php",
      "php",
      "verify.php",
      (source) =>
        `${source}\necho implode(' ', array_map('intval', [${call("is_from_kolo", (value) => `'${value}'`, "null")}]));`,
    ],
  ];
  for (const [language, program, file, code] of runs) {
    const is_there = spawnSync(program, ["--version"]).status === 0;
    it(`${language} accepts a genuine delivery and refuses a forged one`, {
      skip: is_there ? false : `${program} is not on this machine`,
    }, async () => {
      const folder = await mkdtemp(join(tmpdir(), "kolo-verify-"));
      const [source = ""] = blocks(page, language).filter((block) => /isFromKolo|is_from_kolo/.test(block));
      writeFileSync(join(folder, file), code(source));
      const { stdout, stderr } = spawnSync(program, [join(folder, file)], { encoding: "utf8" });
      await rm(folder, { recursive: true });
      assert.equal(stdout.trim(), "1 0 0 0 0 0", stderr);
    });
  }
});
