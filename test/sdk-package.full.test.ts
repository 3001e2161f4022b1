import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { startTestWorld } from "#server/testing/world.ts";

const root = join(import.meta.dirname, "..");
const world = await startTestWorld();
const folder = await mkdtemp(join(tmpdir(), "kolo-sdk-"));
after(() => rm(folder, { recursive: true, force: true }));
const installed = join(folder, "node_modules", "@kolo", "sdk");

/** Every Node of this machine except the project's own, else that one: the package supports Node 20 and newer. */
const nodes = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((directory) => !directory.startsWith(root))
  .map((directory) => join(directory, "node"))
  .filter((path) => existsSync(path));

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
}

/** Asynchronous, because the service runs in this process and must answer meanwhile. */
async function spawned(program: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  return (await promisify(execFile)(program, args, { env: { ...process.env, ...environment } })).stdout;
}

const PROGRAM = `
import { Kolo, KoloError, verifyWebhook } from "@kolo/sdk";

const kolo = new Kolo({
  url: process.env.KOLO_URL ?? "",
  public_key: process.env.KOLO_PUBLIC_KEY ?? "",
  private_key: process.env.KOLO_PRIVATE_KEY ?? "",
});
const order = { amount: 5_000, currency: "XAF", channel: "cm.mobile", reference: process.argv[2] ?? "" };
const sent = await kolo.transfers.create({ ...order, beneficiary_data: { name: "Jane Mballa", phone: "677123456" } });
const ended = await kolo.transfers.wait(sent.id);
const again = await kolo.transfers.create({ ...order, beneficiary: ended.beneficiary.id }).catch((error) => error);
console.log(ended.status, again instanceof KoloError ? again.kind : again, typeof verifyWebhook);
`;

describe("the package of the SDK", () => {
  before(() => {
    run("npm", ["pack", "--offline", "--loglevel=error", "-w", "sdk", "--pack-destination", folder], root);
    mkdirSync(installed, { recursive: true });
    const [tarball = ""] = globSync("*.tgz", { cwd: folder });
    run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], folder);
  });

  it("contains JavaScript, types, licence and README, and nothing else", () => {
    const files = globSync("**/*.*", { cwd: installed }).toSorted();
    const odd = files.filter((name) => !/^dist\/[a-z-]+(\.d\.ts|\.js)$/.test(name));
    assert.deepEqual(odd, ["README.md", "package.json"]);
    assert.ok(!files.some((name) => /test|scripted/.test(name)), files.join(" "));
    assert.equal(readFileSync(join(installed, "LICENSE"), "utf8"), readFileSync(join(root, "LICENSE"), "utf8"));
    const { version, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.equal(dependencies, undefined);
    assert.ok(readFileSync(join(installed, "dist", "call.js"), "utf8").includes(`VERSION = "${version}"`));
  });

  it("pays once, from a program in JavaScript on any Node", async () => {
    writeFileSync(join(folder, "pay.mjs"), PROGRAM);
    const programs = nodes.length > 0 ? nodes : [process.execPath];
    for (const [index, node] of programs.entries()) {
      const { public_key: KOLO_PUBLIC_KEY, private_key: KOLO_PRIVATE_KEY } = await world.merchant();
      const keys = { KOLO_URL: world.url, KOLO_PUBLIC_KEY, KOLO_PRIVATE_KEY };
      const answer = await spawned(node, [join(folder, "pay.mjs"), `salary-${index}`], keys);
      assert.equal(answer, "complete reference_taken function\n", node);
    }
  });

  it("has types that compile in a strict program", () => {
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    const text = `
      import { Kolo, type Transfer, verifyWebhook, type WebhookEvent } from "@kolo/sdk";
      const kolo = new Kolo({ url: "https://pay.example.cm", public_key: "p", private_key: "s" });
      export async function* failures(): AsyncGenerator<Transfer> {
        for await (const transfer of kolo.transfers.all({ status: "failed" })) yield transfer;
      }
      export function reason(body: string, headers: Headers): string | undefined {
        const event: WebhookEvent = verifyWebhook(body, headers, "whsec_");
        return event.type === "transfer.failed" ? event.data.failure_reason : undefined;
      }
      // @ts-expect-error: an amount is a number
      void kolo.transfers.create({ amount: "5000", currency: "XAF", channel: "cm.mtn" });
      // @ts-expect-error: there is no such status
      void kolo.payments.list({ status: "paid" });
    `;
    writeFileSync(join(folder, "program.ts"), text);
    const tsc = join(root, "node_modules", ".bin", "tsc");
    const args = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
    run(tsc, [...args, "--skipLibCheck", "false", "--types", "", "program.ts"], folder);
  });
});
