import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Kolo } from "#sdk/index.ts";
import { startTestWorld } from "#server/testing/world.ts";

const root = join(import.meta.dirname, "..");
const world = await startTestWorld();
const folder = await mkdtemp(join(tmpdir(), "kolo-shops-"));
after(() => rm(folder, { recursive: true, force: true }));

/** Returns the first program of a README, which is the shop. */
function shopOf(readme: string, language: string): string {
  const text = readFileSync(join(root, readme), "utf8");
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? "";
}

interface Shop {
  readonly language: string;
  readonly program: string;
  readonly file: string;
  readonly source: string;
  readonly command: (file: string, port: number) => readonly string[];
}

const sdk_source = JSON.stringify(pathToFileURL(join(root, "sdk/src/index.ts")));
const shops: readonly Shop[] = [
  {
    language: "TypeScript",
    program: process.execPath,
    file: "shop.mts",
    source: shopOf("sdk/README.md", "ts").replace('"@kolo/sdk"', sdk_source),
    command: (file) => [file],
  },
  {
    language: "Python",
    program: "python3",
    file: "shop.py",
    source: shopOf("sdk/python/README.md", "python"),
    command: (file) => [file],
  },
  {
    language: "PHP",
    program: "php",
    file: "shop.php",
    source: shopOf("sdk/php/README.md", "php").replace("'vendor/autoload.php'", `'${root}/sdk/php/autoload.php'`),
    command: (file, port) => ["-S", `127.0.0.1:${port}`, file],
  },
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  assert.ok(typeof address === "object" && address);
  return address.port;
}

/** Sends a request as soon as the shop listens. */
async function whenListening(url: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetch(url, { redirect: "manual" });
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(50);
    }
  }
}

describe("the shop of the README", () => {
  for (const { language, program, file, source, command } of shops) {
    const is_there = spawnSync(program, ["--version"]).status === 0;
    const skip = is_there ? false : `${program} is not on this machine`;
    it(`in ${language} takes a payment, verifies its webhook and sends a transfer`, { skip }, async () => {
      const { public_key, private_key } = await world.merchant({ balance: 0n });
      const kolo = new Kolo({ url: world.url, public_key, private_key });
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const webhook = await kolo.webhooks.create({ url: `${url}/hook`, events: ["payment.complete"] });
      writeFileSync(join(folder, file), source);
      const environment = {
        ...{ KOLO_URL: world.url, KOLO_PUBLIC_KEY: public_key, KOLO_PRIVATE_KEY: private_key },
        ...{ KOLO_WEBHOOK_SECRET: webhook.secret, PORT: String(port), PYTHONPATH: join(root, "sdk/python") },
      };
      const shop = spawn(program, command(join(folder, file), port), { env: { ...process.env, ...environment } });
      let output = "";
      for (const stream of [shop.stdout, shop.stderr]) stream.on("data", (text) => (output += text));
      try {
        const redirect = await whenListening(`${url}/pay`);
        assert.match(redirect.headers.get("location") ?? "", /\/pay\//, output);
        const [payment] = (await kolo.payments.list()).items;
        const forged = { method: "POST", body: JSON.stringify({ type: "payment.complete", data: payment }) };
        assert.equal((await fetch(`${url}/hook`, forged)).status, 400, output);
        await kolo.payments.process(payment?.id ?? "", { channel: "cm.mobile" });
        assert.equal((await kolo.payments.wait(payment?.id ?? "")).status, "complete");
        await world.waitUntilIdle();
        const { items } = await kolo.transfers.list();
        assert.deepEqual(
          items.map(({ reference, amount, status }) => [reference, amount, status]),
          [[`share-${payment?.reference}`, 4_000, "complete"]],
          output,
        );
        const [delivery] = (await kolo.webhooks.listDeliveries(webhook.id)).items;
        assert.equal(delivery?.state, "delivered", output);
      } finally {
        shop.kill();
      }
    });
  }

  it("has at most 35 lines in every language", () => {
    for (const { language, source } of shops) {
      const lines = source.split("\n").filter((line) => line.trim() !== "");
      assert.ok(lines.length > 15 && lines.length <= 35, `${language}: ${lines.length}`);
    }
  });
});

describe("the examples", () => {
  const check = (name: string, program: string, pattern: string, code: string) => {
    const skip = spawnSync(program, ["--version"]).status === 0 ? false : `${program} is not on this machine`;
    it(`${name} are correct ${program}`, { skip }, () => {
      const files = globSync(pattern, { cwd: root }).map((file) => join(root, file));
      assert.ok(files.length >= 2);
      const argument = program === "php" ? "-r" : "-c";
      const { status, stdout, stderr } = spawnSync(program, [argument, code, ...files], { encoding: "utf8" });
      assert.equal(status, 0, `${stdout}${stderr}`);
    });
  };
  // One process for all files: PHP's own check, `php -l`, takes one process for each.
  const parse = "foreach (array_slice($argv, 1) as $file) token_get_all(file_get_contents($file), TOKEN_PARSE);";
  check("PHP's examples", "php", "sdk/php/examples/*.php", parse);
  const load = `require '${root}/sdk/php/autoload.php'; foreach (array_slice($argv, 1) as $file) require_once $file;`;
  check("the files of PHP's SDK", "php", "sdk/php/src/**/*.php", load);
  const parse_python = `import ast, sys
for file in sys.argv[1:]: ast.parse(open(file).read(), file, feature_version=(3, 9))`;
  check("Python's examples", "python3", "sdk/python/examples/*.py", parse_python);
});
