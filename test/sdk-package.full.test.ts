import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { startTestWorld } from "#server/testing/world.ts";

const root = join(import.meta.dirname, "..");
const world = await startTestWorld();
const folder = await mkdtemp(join(tmpdir(), "kolo-sdk-"));
after(() => rm(folder, { recursive: true, force: true }));
const installed = join(folder, "node_modules", "@kolo", "sdk");

/**
 * All Node versions on this machine other than the project's own, or else that one: the package supports Node 20 and
 * newer.
 */
const nodes = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((directory) => !directory.startsWith(root))
  .map((directory) => join(directory, "node"))
  .filter((path) => existsSync(path));

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
}

/** Runs a program. Asynchronous, because the service runs in this process and must answer meanwhile. */
async function spawned(program: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  return (await promisify(execFile)(program, args, { env: { ...process.env, ...environment } })).stdout;
}

const PROGRAM = `
const kolo = new Kolo({
  url: process.env.KOLO_URL ?? "",
  public_key: process.env.KOLO_PUBLIC_KEY ?? "",
  private_key: process.env.KOLO_PRIVATE_KEY ?? "",
});
const order = { amount: 5_000, currency: "XAF", channel: "cm.mobile", reference: process.argv[2] ?? "" };
const sent = await kolo.transfers.create({ ...order, beneficiary_data: { name: "Jane Mballa", phone: "677123456" } });
const ended = await kolo.transfers.wait(sent.id);
const again = await kolo.transfers.create({ ...order, beneficiary: ended.beneficiary.id }).catch((error) => error);
const { body, headers } = await signTestWebhook({ type: "transfer.complete", data: ended }, secret);
const event = await verifyWebhook(body, headers, secret);
console.log(ended.status, again instanceof KoloError ? again.kind : again, event.data.reference);
`;
const NAMES = "Kolo, KoloError, signTestWebhook, verifyWebhook";
const webhook_secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E=";
const SECRET = `const secret = "${webhook_secret}";`;
/** The same program in each module system, by file name. */
const PROGRAMS = {
  "pay.mjs": `import { ${NAMES} } from "@kolo/sdk";\n${SECRET}\n${PROGRAM}`,
  "pay.cjs": `const { ${NAMES} } = require("@kolo/sdk");\n${SECRET}\n(async () => {${PROGRAM}})();`,
};

describe("the package of the SDK", () => {
  before(() => {
    run("npm", ["pack", "--offline", "--loglevel=error", "-w", "sdk", "--pack-destination", folder], root);
    mkdirSync(installed, { recursive: true });
    const [tarball = ""] = globSync("*.tgz", { cwd: folder });
    run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], folder);
  });

  it("contains JavaScript, types, licence and README, and nothing else", () => {
    const files = globSync("**/*.*", { cwd: installed }).toSorted();
    const odd = files.filter((name) => !/^dist\/(esm|cjs)\/[a-z-]+(\.d\.ts|\.js)$/.test(name));
    assert.deepEqual(odd, ["README.md", "dist/cjs/package.json", "package.json"]);
    assert.ok(!files.some((name) => /test|scripted/.test(name)), files.join(" "));
    assert.equal(readFileSync(join(installed, "LICENSE"), "utf8"), readFileSync(join(root, "LICENSE"), "utf8"));
    const { version, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.equal(dependencies, undefined);
    assert.ok(readFileSync(join(installed, "dist", "esm", "call.js"), "utf8").includes(`VERSION = "${version}"`));
  });

  for (const [file, program] of Object.entries(PROGRAMS)) {
    it(`pays once, and verifies a webhook, from ${file} on any Node`, async () => {
      writeFileSync(join(folder, file), program);
      for (const [index, node] of [...nodes, process.execPath].entries()) {
        const { public_key: KOLO_PUBLIC_KEY, private_key: KOLO_PRIVATE_KEY } = await world.merchant();
        const keys = { KOLO_URL: world.url, KOLO_PUBLIC_KEY, KOLO_PRIVATE_KEY };
        const answer = await spawned(node, [join(folder, file), `salary-${index}`], keys);
        assert.equal(answer, `complete reference_taken salary-${index}\n`, node);
      }
    });
  }

  it("has an existing file and its types for every export condition", () => {
    const { main, module, types, exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.deepEqual(
      [main, module, types],
      [exports["."].require.default, exports["."].import.default, exports["."].require.types],
    );
    for (const { types: declarations, default: program } of Object.values<Record<string, string>>(exports["."])) {
      assert.equal(declarations, program?.replace(/\.js$/, ".d.ts"));
      for (const path of [declarations, program]) assert.ok(existsSync(join(installed, path ?? "")), path);
    }
    assert.ok(!/\.ts"/.test(readFileSync(join(installed, "dist", "cjs", "index.d.ts"), "utf8")));
  });

  it("works in an edge runtime: its bundle has no import, and runs with the web's globals alone", async () => {
    writeFileSync(
      join(folder, "edge.mjs"),
      `import { ${NAMES} } from "@kolo/sdk";
      const { body, headers } = await signTestWebhook({ type: "payment.complete", data: {} }, secret);
      const event = await verifyWebhook(body, new Headers(headers), secret);
      const kolo = new Kolo({ url, ...keys });
      globalThis.outcome = [event.type, (await kolo.balance.retrieve()).balance.available];`,
    );
    const bundle = await rolldown({ input: join(folder, "edge.mjs"), cwd: folder, platform: "neutral" });
    const { output } = await bundle.generate({ format: "esm" });
    const [{ code, imports, dynamicImports }] = output;
    assert.deepEqual([output.length, imports, dynamicImports], [1, [], []]);
    assert.doesNotMatch(code, /node:|require\(/);
    const { public_key, private_key } = await world.merchant({ balance: 700n });
    const web = { fetch, Headers, URL, URLSearchParams, AbortController, TextEncoder, TextDecoder, crypto, atob, btoa };
    const timers = { setTimeout, clearTimeout, performance };
    const globals = { ...web, ...timers, url: world.url, keys: { public_key, private_key }, secret: webhook_secret };
    const context = createContext({ ...globals, outcome: null });
    await runInContext(`(async () => {${code}})()`, context);
    assert.deepEqual([...context.outcome], ["payment.complete", 700]);
  });

  it("has types that compile in a strict program, as a module, as CommonJS and for bundlers", () => {
    const text = `
      import { Kolo, type Transfer, verifyWebhook, type WebhookEvent } from "@kolo/sdk";
      const kolo = new Kolo({ url: "https://pay.example.cm", public_key: "p", private_key: "s" });
      export async function* failures(): AsyncGenerator<Transfer> {
        for await (const transfer of kolo.transfers.all({ status: "failed" })) yield transfer;
      }
      export async function reason(body: string, headers: Headers): Promise<string | undefined> {
        const event: WebhookEvent = await verifyWebhook(body, headers, "whsec_");
        return event.type === "transfer.failed" ? event.data.failure_reason : undefined;
      }
      // An undefined value must equal an absent field, also under exactOptionalPropertyTypes.
      const maybe: { readonly text: string | undefined } = { text: undefined };
      void new Kolo({ url: "https://pay.example.cm", public_key: "p", private_key: maybe.text });
      void kolo.transfers.list({ search: maybe.text }, { idempotency_key: maybe.text });
      void kolo.customers.create({ name: "Jane", phone: "677123456", email: maybe.text });
      // @ts-expect-error: an amount is a number
      void kolo.transfers.create({ amount: "5000", currency: "XAF", channel: "cm.mtn" });
      // @ts-expect-error: there is no such status
      void kolo.payments.list({ status: "paid" });
    `;
    const tsc = join(root, "node_modules", ".bin", "tsc");
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false", "--types", ""];
    const settings = [...strict, "--target", "es2022", "--lib", "es2022,dom"];
    for (const file of ["program.mts", "program.cts"]) writeFileSync(join(folder, file), text);
    run(tsc, [...settings, "--module", "nodenext", "program.mts", "program.cts"], folder);
    run(tsc, [...settings, "--module", "esnext", "--moduleResolution", "bundler", "program.mts"], folder);
  });
});
