import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { startTestWorld } from "#server/testing/world.ts";

// The generators are not packages of this project: together they are larger than all of its own.
const root = join(import.meta.dirname, "..");
const world = await startTestWorld();

interface Generator {
  readonly command: string;
  /** The arguments that write the client of a document to `client` in the current folder. */
  readonly args: (document: string) => readonly string[];
  readonly imports: string;
  /** The program's part that defines `send`, `retrieve` and `list` with the client. */
  readonly program: string;
}

const GENERATORS: readonly Generator[] = [
  {
    command: "openapi-typescript",
    args: (document) => [document, "-o", "client/index.ts"],
    imports: `import createClient from "openapi-fetch";
      import type { components, paths } from "./client/index.ts";`,
    program: `type NewTransfer = components["schemas"]["NewTransfer"];
      const client = createClient<paths>({ baseUrl: url, headers });
      const send = async (body: NewTransfer) => {
        const { data, error, response } = await client.POST("/transfers", { body });
        return { status: response.status, reference: data?.transfer.reference, reason: error?.reason };
      };
      const retrieve = async (reference: string) =>
        (await client.GET("/transfers/{reference}", { params: { path: { reference } } })).data?.transfer.receiver.number;
      const list = async (search: string) =>
        (await client.GET("/transfers", { params: { query: { search, limit: 10 } } })).data?.totals;`,
  },
  {
    command: "openapi-ts",
    args: (document) => ["-i", document, "-o", "client", "--silent"],
    imports: `import { client } from "./client/client.gen";
      import { createTransfer, listTransfers, type NewTransfer, retrieveTransfer } from "./client";`,
    program: `client.setConfig({ baseUrl: url, headers });
      const send = async (body: NewTransfer) => {
        const { data, error, response } = await createTransfer({ body });
        return { status: response?.status, reference: data?.transfer.reference, reason: error?.reason };
      };
      const retrieve = async (reference: string) =>
        (await retrieveTransfer({ path: { reference } })).data?.transfer.receiver.number;
      const list = async (search: string) => (await listTransfers({ query: { search, limit: 10 } })).data?.totals;`,
  },
  {
    command: "orval",
    args: () => ["--config", "orval.config.cjs"],
    imports: `import { createTransfer, listTransfers, type NewTransfer, retrieveTransfer } from "./client/index";`,
    program: `const send = async (body: NewTransfer) => {
        const { data, status } = await createTransfer(body, { headers });
        const reference = "transfer" in data ? data.transfer.reference : undefined;
        return { status, reference, reason: "reason" in data ? data.reason : undefined };
      };
      const retrieve = async (reference: string) => {
        const { data } = await retrieveTransfer(reference, {}, { headers });
        return "transfer" in data ? data.transfer.receiver.number : undefined;
      };
      const list = async (search: string) => {
        const { data } = await listTransfers({ search, limit: 10 }, { headers });
        return "totals" in data ? data.totals : undefined;
      };`,
  },
  {
    command: "swagger-typescript-api",
    args: (document) => ["generate", "-p", document, "-o", "client", "-n", "index.ts", "--silent"],
    imports: `import { Api, type NewTransfer } from "./client/index";`,
    program: `const api = new Api({ baseUrl: url, baseApiParams: { headers } });
      const send = async (body: NewTransfer) => {
        const { status, data, error } = await api.transfers.createTransfer(body).catch((response) => response);
        return { status, reference: data?.transfer.reference, reason: error?.reason };
      };
      const retrieve = async (reference: string) =>
        (await api.transfers.retrieveTransfer(reference)).data.transfer.receiver.number;
      const list = async (search: string) => (await api.transfers.listTransfers({ search, limit: 10 })).data.totals;`,
  },
];

/** The same calls with every client: a transfer, the refusal of its repetition, and the transfer read alone and listed. */
const CALLS = `
const beneficiary_data = { name: "Jane Mballa", phone: "677123456" };
const order: NewTransfer = { amount: 500, currency: "XAF", channel: "cm.mobile", reference: "generated-1", beneficiary_data };
const sent = await send(order);
const again = await send(order);
const number = await retrieve(sent.reference ?? "");
console.log(JSON.stringify([sent, again.status, again.reason, number, await list("generated-1")]));`;

const installed = (command: string): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .find((folder) => spawnSync(join(folder, command), ["--version"]).status === 0);

describe("a client that a generator makes of the service's OpenAPI document", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kolo-generated-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { command, args, imports, program } of GENERATORS) {
    const bin = installed(command);
    it(`${command}: compiles with strict settings and makes its calls`, {
      skip: bin === undefined && `${command} is not on this machine`,
    }, async () => {
      const { public_key, private_key } = await world.merchant({ balance: 10_000n });
      const own = join(folder, command);
      await mkdir(own);
      // The client of openapi-typescript needs a package that is installed beside the generator.
      const [prefix] = realpathSync(join(bin ?? "", command)).split("/node_modules/");
      symlinkSync(`${prefix}/node_modules`, join(own, "node_modules"));
      const document = join(own, "openapi.json");
      writeFileSync(document, await (await fetch(`${world.url}/openapi.json`)).text());
      const target = { target: "client/index.ts", client: "fetch", baseUrl: world.url };
      writeFileSync(
        join(own, "orval.config.cjs"),
        `module.exports = ${JSON.stringify({ kolo: { input: document, output: target } })};`,
      );
      await promisify(execFile)(join(bin ?? "", command), args(document), { cwd: own });
      const headers = { authorization: public_key, "x-grant": private_key };
      const constants = `const url = ${JSON.stringify(world.url)};\nconst headers = ${JSON.stringify(headers)};\n`;
      writeFileSync(join(own, "program.ts"), `${imports}\n${constants}${program}${CALLS}`);
      compile(own);
      assert.deepEqual(JSON.parse(await run(own)), [
        { status: 201, reference: "generated-1" },
        409,
        "reference_taken",
        "+237677123456",
        1,
      ]);
    });
  }
});

function compile(folder: string): void {
  const options = {
    ...{ strict: true, noEmit: true, target: "es2022", module: "esnext", moduleResolution: "bundler" },
    ...{ lib: ["es2022", "dom", "dom.iterable"], types: [], allowImportingTsExtensions: true },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }));
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const { status, stdout } = spawnSync(tsc, ["-p", folder], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
}

/** Bundles the program, because generated files import each other without extensions, and runs it. */
async function run(folder: string): Promise<string> {
  const bundle = await rolldown({ input: join(folder, "program.ts"), cwd: folder, platform: "node" });
  await bundle.write({ file: join(folder, "program.mjs"), format: "esm" });
  await bundle.close();
  return (await promisify(execFile)(process.execPath, [join(folder, "program.mjs")])).stdout;
}
