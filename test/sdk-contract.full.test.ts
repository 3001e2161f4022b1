import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { verifyWebhook } from "#sdk/index.ts";
import { createKey } from "#server/resources/keys/create.ts";
import { startTestWorld, type TestMerchant } from "#server/testing/world.ts";
import { type Outcome, playInTypeScript, type Scenario, type Step } from "./sdk-contract/play.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const world = await startTestWorld();

interface CallScenario {
  readonly name: string;
  readonly balance: number;
  readonly steps: readonly Step[];
}

interface ScriptedAnswer {
  readonly status: number;
  readonly body?: object;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection stays open after the body, without an end of the answer. */
  readonly stalls?: true;
}

type Reply = "drop" | "silence" | ScriptedAnswer;

interface RetryScenario extends Step {
  readonly name: string;
  readonly replies: readonly Reply[];
  readonly requests: number;
}

interface Vector {
  readonly name: string;
  readonly is_valid: boolean;
  readonly code?: string;
  readonly body: string;
}

const calls: readonly CallScenario[] = read("sdk/contract/calls.json").scenarios;
const retries: readonly RetryScenario[] = read("sdk/contract/retries.json").scenarios;
const vectors: readonly Vector[] = read("sdk/vectors/webhooks.json").vectors;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E=";

/** Runs a program that executes scenarios: it reads them from stdin, and writes the outcomes to stdout. */
function runInLanguage(program: string, ...args: readonly string[]) {
  return (scenarios: readonly Scenario[]): Promise<readonly (readonly Outcome[])[]> =>
    new Promise((resolve, reject) => {
      const child = execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        if (error) reject(new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`));
        else resolve(JSON.parse(stdout));
      });
      child.stdin?.end(JSON.stringify(scenarios));
    });
}

const runs = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0;
const missing = (name: string, is_there: boolean) => (is_there ? false : `${name} is not on this machine`);
const python_player = join(root, "sdk/contract/play.py");
const php_player = join(root, "sdk/contract/play.php");
const sdks = [
  { name: "TypeScript", skip: false, play: playInTypeScript },
  {
    name: "Python",
    skip: missing("python3", runs("python3", "--version")),
    play: runInLanguage("python3", python_player),
  },
  {
    name: "Python with asyncio",
    skip: missing("httpx for Python", runs("python3", "-c", "import httpx")),
    play: runInLanguage("python3", python_player, "async"),
  },
  { name: "PHP", skip: missing("php", runs("php", "--version")), play: runInLanguage("php", php_player, "streams") },
  {
    name: "PHP with curl",
    skip: missing("curl for PHP", runs("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);")),
    play: runInLanguage("php", php_player, "curl"),
  },
];

/** Returns the part of a result at a path such as `items.0.id`; `length` of a list is its length. */
function part(value: unknown, path: string): unknown {
  let part_value = value;
  for (const name of path === "" ? [] : path.split(".")) {
    part_value = typeof part_value === "object" && part_value !== null ? Reflect.get(part_value, name) : undefined;
  }
  return part_value;
}

/** Returns true for an object or list without fields. PHP serializes an empty object as an empty list. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function assertOutcome(where: string, step: Step, outcome: Outcome | undefined): void {
  const expected = step.fails ?? step.gives ?? {};
  const actual = step.fails ? outcome?.error : outcome?.result;
  const text = `${where}: ${JSON.stringify(outcome)?.slice(0, 2_000)}`;
  assert.ok(step.fails ? outcome?.error : outcome && !outcome.error, text);
  for (const [path, value] of Object.entries(expected)) {
    const part_value = part(actual, path);
    if (typeof value === "object" && value !== null && "like" in value) {
      assert.match(String(part_value), new RegExp(String(value.like)), `${path} of ${text}`);
    } else
      assert.ok(
        isDeepStrictEqual(part_value, value) || (isEmpty(part_value) && isEmpty(value)),
        `${path} is ${JSON.stringify(part_value)} in ${text}`,
      );
  }
}

/** Starts a service that answers `/<index>/…` with the replies of that scenario. */
async function startScripted(scenarios: readonly RetryScenario[]) {
  const requests = new Map<string, string[]>();
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const [, index = "", ...path] = (request.url ?? "").split("/");
    const seen = requests.get(index) ?? [];
    requests.set(index, seen);
    const replies = scenarios[Number(index)]?.replies ?? [];
    const reply = replies[Math.min(seen.length, replies.length - 1)] ?? "drop";
    seen.push(JSON.stringify([request.method, path, request.headers["idempotency-key"], body]));
    if (reply === "drop") response.destroy();
    if (typeof reply === "string") return;
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.write(reply.text ?? JSON.stringify(reply.body));
    if (reply.stalls) return;
    // Cut the connection if the reply's Content-Length is longer than its body.
    if (reply.headers?.["content-length"]) setImmediate(() => response.destroy());
    else response.end();
  };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function publishableKeyOf(merchant: TestMerchant | undefined): Promise<string> {
  assert.ok(merchant);
  const scope = { merchant: merchant.id, environment: "test" } as const;
  const key = { scope, kind: "publishable", name: "app", expires_at: null, origins: [] } as const;
  return (await world.db.engine((tx) => createKey(tx, key, "test"))).text;
}

for (const { name, skip, play } of sdks) {
  describe(`the SDK in ${name}`, { skip, concurrency: false }, () => {
    describe("on a running service", () => {
      let outcomes: readonly (readonly Outcome[])[] = [];
      before(async () => {
        const merchants = await Promise.all(calls.map(({ balance }) => world.merchant({ balance: BigInt(balance) })));
        const publishable_keys = await Promise.all(
          calls.map(({ steps }, index) =>
            steps.some(({ call }) => call?.startsWith("publishable.")) ? publishableKeyOf(merchants[index]) : undefined,
          ),
        );
        outcomes = await play(
          calls.map(({ steps }, index) => {
            const { public_key = "", private_key = "" } = merchants[index] ?? {};
            const key = publishable_keys[index];
            const publishable = key === undefined ? {} : { publishable_key: key };
            return { client: { url: world.url, public_key, private_key, ...publishable }, steps };
          }),
        );
      });
      for (const [index, scenario] of calls.entries()) {
        it(scenario.name, () => {
          for (const [at, step] of scenario.steps.entries()) {
            assertOutcome(`step ${at + 1}, ${step.call}`, step, outcomes[index]?.[at]);
          }
        });
      }
    });

    describe("when answers are lost, late or wrong", () => {
      let outcomes: readonly (readonly Outcome[])[] = [];
      let service: Awaited<ReturnType<typeof startScripted>>;
      before(async () => {
        service = await startScripted(retries);
        const keys = { public_key: "test_pk_1", private_key: "test_sk_1" };
        outcomes = await play(
          retries.map((scenario, index) => ({
            client: { url: `${service.url}/${index}`, ...keys },
            steps: [scenario],
          })),
        );
      });
      after(() => service.close());
      for (const [index, scenario] of retries.entries()) {
        it(scenario.name, () => {
          assertOutcome(scenario.call ?? "", scenario, outcomes[index]?.[0]);
          const requests = service.requests.get(String(index)) ?? [];
          assert.equal(requests.length, scenario.requests);
          for (const one of requests) assert.equal(one, requests[0]);
        });
      }
    });

    it("accepts and refuses the webhook test vectors", async () => {
      const steps = vectors.map((vector): Step => ({ verify: vector }));
      const client = { url: world.url, public_key: "test_pk_1", private_key: "test_sk_1" };
      const [outcomes = []] = await play([{ client, steps }]);
      for (const [index, { name: vector_name, is_valid, code, body }] of vectors.entries()) {
        const outcome = outcomes[index];
        if (is_valid) assert.deepEqual(outcome?.result, JSON.parse(body), vector_name);
        else assert.equal(outcome?.error?.code, code, `${vector_name}: ${JSON.stringify(outcome)}`);
      }
    });

    it("signs a test webhook as Kolo does", async () => {
      const event = { type: "payment.complete", data: { reference: "été-1" } };
      const client = { url: world.url, public_key: "test_pk_1", private_key: "test_sk_1" };
      const [[signed] = []] = await play([{ client, steps: [{ sign: { event, secret } }] }]);
      const verified = await verifyWebhook(String(part(signed, "result.body")), headersOf(signed), secret);
      assert.deepEqual([verified.type, verified.data], [event.type, event.data]);
    });
  });
}

function headersOf(outcome: Outcome | undefined): Record<string, string> {
  const headers = part(outcome, "result.headers");
  assert.ok(typeof headers === "object" && headers !== null, JSON.stringify(outcome));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
