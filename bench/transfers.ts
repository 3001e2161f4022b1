import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../server/testing/world.ts";
import type { BareServerOptions } from "./bare.ts";
import { openBaseline } from "./baseline.ts";
import { atLeast, atMost, type BenchOptions, type Figure, type Figures, median, rounded } from "./figure.ts";
import type { Load, LoadResult } from "./load.ts";
import { openStage, type Stage } from "./stage.ts";

const CONNECTIONS = 64;
const P1_TARGET = 4;
const P1_P99_MS = 80;
// Limits cost at most a twentieth.
const P1L_TARGET = 0.95;
const P5_TARGET = 8;
// The number of warm-up requests before P5. With fewer, Node's JIT compiler is still at work.
const WARM_UP_REQUESTS = 8_000;
// The number of warm-up inserts and requests before each round of P5, because the client process has just started and
// its code must be compiled, too.
const WARM_UP_INSERTS = 500;
const FUNDS = 1_000_000_000_000;

/**
 * P1: POST /transfers on one hot balance, with every feature on, against TPC-B on the same PostgreSQL in the same run.
 * P1L, only by `--only P1,P1L`: the rate with limits that each transfer counts in, as a share of the rate without.
 */
export async function benchTransfers({ is_short, flush_ms, only, report }: BenchOptions): Promise<Figures> {
  const [rounds, seconds] = is_short ? [1, 2] : [5, 8];
  const stage = await openStage({ flush_ms, is_short });
  try {
    stage.fund(FUNDS);
    const baseline = await openBaseline(stage);
    await load(stage, { connections: CONNECTIONS, seconds: is_short ? 1 : 5, requests_max: null });
    await stage.waitUntilIdle();
    const runs: (LoadResult & {
      readonly baseline: string;
      readonly yardstick_per_second: number;
      readonly ratio: number;
    })[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      if (!is_short) await stage.waitForAutovacuum();
      const yardstick_per_second = await baseline.run(seconds);
      if (!is_short) await stage.waitForAutovacuum();
      const load_result = await load(stage, { connections: CONNECTIONS, seconds, requests_max: null });
      await stage.waitUntilIdle();
      const ratio = rounded(load_result.per_second / yardstick_per_second);
      runs.push({ ...load_result, baseline: baseline.tool, yardstick_per_second, ratio });
      report(
        `round ${round}: ${Math.round(load_result.per_second)}/s, p99 ${load_result.p99_ms.toFixed(1)} ms; ` +
          `${baseline.tool} ${Math.round(yardstick_per_second)}/s: ${ratio} times`,
      );
      if (load_result.refused > 0) throw new Error(`${load_result.refused} requests were refused`);
    }
    const limits = only?.includes("P1L") ? await benchLimits(stage, rounds, seconds, report) : {};
    const with_keys = await load(stage, { connections: CONNECTIONS, seconds, requests_max: null, has_keys: true });
    await stage.waitUntilIdle();
    report(
      `with an Idempotency-Key each: ${Math.round(with_keys.per_second)}/s, p99 ${with_keys.p99_ms.toFixed(1)} ms`,
    );
    if (with_keys.refused > 0) throw new Error(`${with_keys.refused} requests with keys were refused`);
    const bare = await benchBare(stage, seconds);
    report(`a bare server: ${Math.round(bare.per_second)}/s, p99 ${bare.p99_ms.toFixed(1)} ms`);
    stage.audit();
    const ratio = median(runs.map((run) => run.ratio));
    const p99_ms = median(runs.map((run) => run.p99_ms));
    const figure: Figure = {
      ...{ value: ratio, unit: "times", target: P1_TARGET, runs: [...runs, { with_keys, bare }] },
      holds: ratio >= P1_TARGET && p99_ms <= P1_P99_MS,
    };
    return { P1: figure, ...limits };
  } finally {
    await stage.close();
  }
}

/** Alternates rounds without and with limits. The order changes with each pair, so that no side profits from a trend. */
async function benchLimits(
  stage: Stage,
  rounds: number,
  seconds: number,
  report: BenchOptions["report"],
): Promise<Figures> {
  const runs: { readonly without: number; readonly with_limits: number; readonly share: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const rates = { without: 0, with_limits: 0 };
    const sides = ["without", "with_limits"] as const;
    for (const side of round % 2 === 0 ? sides.toReversed() : sides) {
      stage.setLimits(side === "with_limits");
      await stage.waitForAutovacuum();
      const { per_second, refused } = await load(stage, { connections: CONNECTIONS, seconds, requests_max: null });
      await stage.waitUntilIdle();
      if (refused > 0) throw new Error(`${refused} requests were refused`);
      rates[side] = per_second;
    }
    const share = rates.with_limits / rates.without;
    runs.push({ ...rates, share: rounded(share) });
    report(
      `round ${round}: ${Math.round(rates.without)}/s, with limits ${Math.round(rates.with_limits)}/s: ${rounded(share)}`,
    );
  }
  stage.setLimits(false);
  return { P1L: atLeast(P1L_TARGET, "of the rate without limits", median(runs.map((run) => run.share)), runs) };
}

/** P5: the latency of sequential POST /transfers requests, against that of one bare insert and commit. */
export async function benchLatency({ is_short, flush_ms, report }: BenchOptions): Promise<Figures> {
  const [rounds, times] = is_short ? [1, 200] : [5, 1_500];
  const before = is_short ? 0 : WARM_UP_INSERTS;
  const stage = await openStage({ flush_ms, is_short });
  try {
    stage.fund(FUNDS);
    const baseline = await openBaseline(stage);
    await warmUp(stage, is_short ? times : WARM_UP_REQUESTS);
    const runs: { readonly p50_ms: number; readonly insert_p50_ms: number; readonly ratio: number }[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await (is_short ? stage.waitUntilIdle() : stage.waitForAutovacuum());
      const insert_p50_ms = await baseline.insert(before, times);
      const { p50_ms, refused } = await load(stage, {
        ...{ connections: 1, seconds: 60, requests_before: before, requests_max: times },
      });
      if (refused > 0) throw new Error(`${refused} requests were refused`);
      runs.push({ p50_ms, insert_p50_ms, ratio: rounded(p50_ms / insert_p50_ms) });
      report(`round ${round}: p50 ${p50_ms.toFixed(2)} ms; a bare insert ${insert_p50_ms.toFixed(2)} ms`);
    }
    await stage.waitUntilIdle();
    stage.audit();
    return { P5: atMost(P5_TARGET, "times", median(runs.map((run) => run.ratio)), runs) };
  } finally {
    await stage.close();
  }
}

/** Warms the service up: Node compiles the code paths for many concurrent requests and for one. */
async function warmUp(stage: Stage, requests: number): Promise<void> {
  for (const connections of [CONNECTIONS, 1]) await load(stage, { connections, seconds: 60, requests_max: requests });
}

/** Measures a server that only reads requests and inserts their rows: the upper limit on this machine. */
async function benchBare({ url, keys, sockets, rows }: Stage, seconds: number): Promise<LoadResult> {
  await rows("create database bare");
  const port = await freePort();
  const bare_options: BareServerOptions = { sockets, database: "bare", port };
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare.ts"), JSON.stringify(bare_options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const ended = once(child, "exit").then(() => Promise.reject(new Error("The bare server does not start")));
    await Promise.race([once(child.stdout, "data"), ended]);
    const bare = { url: Object.assign(new URL(url), { port: String(port) }).origin, keys };
    await load(bare, { connections: CONNECTIONS, seconds: 1, requests_max: null });
    return await load(bare, { connections: CONNECTIONS, seconds, requests_max: null });
  } finally {
    child.kill();
  }
}

export async function load(
  { url, keys }: Pick<Stage, "url" | "keys">,
  options: Pick<Load, "connections" | "seconds" | "requests_max"> & Partial<Pick<Load, "requests_before" | "has_keys">>,
): Promise<LoadResult> {
  const load_options: Load = { url, ...keys, requests_before: 0, has_keys: false, ...options };
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.ts"), JSON.stringify(load_options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await once(child, "close");
  return JSON.parse(text);
}
