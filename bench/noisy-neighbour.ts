import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type BenchOptions, type Figure, type Figures, median, percentile, rounded } from "./figure.ts";
import { largestMetadata } from "./largest-metadata.ts";
import type { Noise } from "./noise.ts";
import { openStage, type Stage } from "./stage.ts";

const TARGET_TIMES = 3;
const PROCESSES = [1, 2];
const ROUNDS = 3;
const QUIET_S = 3;
const NOISY_S = 5;
const PAUSE_MS = 15;
const SHARE = 0.95;
const RECORDS = 100;
const FUNDS = 1_000_000_000;
const CLIENT = join(import.meta.dirname, "noise.ts");

/** The most expensive requests that one client may send. `noise.ts` implements each kind. */
export const NOISE_KINDS = [
  "lists of the largest payments",
  "lists of the largest events",
  "lists with a search",
  "a bulk of ten thousand shown",
  "largest payments",
  "largest transfers",
  "bodies of a million zeros",
  "bodies of three thousand names",
  "forms of a thousand fields",
  "bulks of ten thousand",
  "bulks of ten thousand empty entries",
  "bulks with a wrong last entry",
  "bulk checks of ten thousand",
  "bulk with metadata",
  "bodies of a MiB from nobody",
  "bodies of 4 KiB from nobody",
  "wrong passwords",
  "forgotten passwords",
  "wrong keys",
] as const;

interface Run {
  readonly processes: number;
  readonly noise: string;
  readonly quiet_balance_ms: number;
  readonly balance_ms: number;
  readonly quiet_transfer_ms: number;
  readonly transfer_ms: number;
  readonly times: number;
  /** The number of answers per status that the noisy client got in the last round. */
  readonly answers: string;
}

/**
 * P8: the slowdown of another merchant's `GET /balance` and `POST /transfers` at the 95th percentile, as a factor.
 * Meanwhile one client sends the most expensive requests of one kind, 40 a second. The service runs in one process and
 * in two.
 *
 * Quiet and noisy intervals alternate, so that other load on the machine affects both. The figure of a kind is the
 * median of its rounds; the value is that of the worst kind.
 */
export async function benchNoisy({ is_short, only, report }: BenchOptions): Promise<Figures> {
  const kinds = NOISE_KINDS.filter((noise) => only === null || only.includes("P8") || only.includes(noise));
  const runs: Run[] = [];
  for (const processes of PROCESSES) {
    const stage = await openStage({
      environment: { KOLO_PROCESSES: String(processes), KOLO_RATE_LIMIT: "1000" },
      is_short,
    });
    try {
      const prepared = await prepare(stage, is_short);
      for (const noise of kinds) {
        const run = await compare(stage, prepared, { processes, noise, is_short });
        runs.push(run);
        report(
          `${processes} process(es), ${noise}: balance ${run.quiet_balance_ms} → ${run.balance_ms} ms, ` +
            `transfer ${run.quiet_transfer_ms} → ${run.transfer_ms} ms, ${run.times} times; ${run.answers}`,
        );
      }
      stage.audit();
    } finally {
      await stage.close();
    }
  }
  const figure: Figure = atMost(TARGET_TIMES, "times", Math.max(0, ...runs.map(({ times }) => times)), runs);
  return { P8: figure };
}

interface PreparedStage {
  readonly quiet_keys: Stage["keys"];
  readonly bulk: string;
}

/** Gives the noisy merchant the largest possible records, and funds the other one. */
async function prepare(stage: Stage, is_short: boolean): Promise<PreparedStage> {
  const quiet_keys = stage.merchant();
  stage.fund(FUNDS);
  const metadata = largestMetadata();
  const description = "\u0001".repeat(500);
  const largest_payment = { amount: 500, currency: "XAF", phone: "677123456", description, metadata };
  for (let record = 0; record < (is_short ? 10 : RECORDS); record += 1)
    await send(stage, stage.keys, "/payments", largest_payment);
  const entry = { amount: 1, channel: "cm.mtn", beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" } };
  const transfers = Array.from({ length: is_short ? 100 : 10_000 }, () => entry);
  const { text } = await send(stage, stage.keys, "/transfers/bulk", { currency: "XAF", transfers });
  await stage.waitUntilIdle();
  return { quiet_keys, bulk: JSON.parse(text).bulk_transfer.id };
}

async function compare(
  stage: Stage,
  { quiet_keys, bulk }: PreparedStage,
  { processes, noise, is_short }: { processes: number; noise: string; is_short: boolean },
): Promise<Run> {
  const rounds: { quiet: Latencies; noisy: Latencies }[] = [];
  let answers = "";
  for (let round = 0; round < (is_short ? 1 : ROUNDS); round += 1) {
    const quiet = await measure(stage, quiet_keys, is_short ? 1 : QUIET_S);
    const seconds = is_short ? 2 : NOISY_S;
    const noise_options: Noise = { url: stage.url, keys: stage.keys, kind: noise, seconds: seconds + 2, bulk };
    const client = spawn(process.execPath, [CLIENT, JSON.stringify(noise_options)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output: Buffer[] = [];
    client.stdout.on("data", (part: Buffer) => output.push(part));
    const ended = once(client, "exit");
    await sleep(1_000);
    const noisy = await measure(stage, quiet_keys, seconds);
    const [code] = await ended;
    if (code !== 0) throw new Error(`The noisy client failed: ${noise}`);
    answers = Buffer.concat(output).toString("utf8");
    rounds.push({ quiet, noisy });
    await stage.waitUntilIdle();
  }
  const of = (pick: (round: (typeof rounds)[number]) => number): number => rounded(median(rounds.map(pick)));
  const ratio = (name: keyof Latencies) => of(({ quiet, noisy }) => noisy[name] / quiet[name]);
  return {
    ...{ processes, noise, answers },
    quiet_balance_ms: of(({ quiet }) => quiet.balance_ms),
    balance_ms: of(({ noisy }) => noisy.balance_ms),
    quiet_transfer_ms: of(({ quiet }) => quiet.transfer_ms),
    transfer_ms: of(({ noisy }) => noisy.transfer_ms),
    times: Math.max(ratio("balance_ms"), ratio("transfer_ms")),
  };
}

interface Latencies {
  readonly balance_ms: number;
  readonly transfer_ms: number;
}

/** Returns the 95th percentile of both requests, which are sent alternately, a few dozen a second. */
async function measure(stage: Stage, keys: Stage["keys"], seconds: number): Promise<Latencies> {
  const [balances, transfers]: [number[], number[]] = [[], []];
  const until_ms = performance.now() + seconds * 1_000;
  const order = {
    ...{ amount: 1, currency: "XAF", channel: "cm.mtn" },
    beneficiary_data: { name: "Paul Essono", phone: "+237677000111" },
  };
  while (performance.now() < until_ms) {
    balances.push((await send(stage, keys, "/balance", null)).took_ms);
    transfers.push((await send(stage, keys, "/transfers", order)).took_ms);
    await sleep(PAUSE_MS);
  }
  return { balance_ms: percentile(balances, SHARE), transfer_ms: percentile(transfers, SHARE) };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(stage: Stage, keys: Stage["keys"], path: string, body: object | null) {
  return new Promise<{ took_ms: number; text: string }>((resolve, reject) => {
    const began_ms = performance.now();
    const headers = { authorization: keys.public_key, "x-grant": keys.private_key, "content-type": "application/json" };
    const method = body === null ? "GET" : "POST";
    const http_request = request(`${stage.url}${path}`, { method, agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        const is_good = answer.statusCode === 200 || answer.statusCode === 201;
        if (is_good) resolve({ took_ms: performance.now() - began_ms, text });
        else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
      });
    });
    http_request.once("error", reject);
    http_request.end(body === null ? undefined : JSON.stringify(body));
  });
}
