import type { Scope } from "#server/kernel/scope.ts";
import {
  atLeast,
  atMost,
  type BenchOptions,
  type Figure,
  type Figures,
  median,
  percentile,
  rounded,
} from "../figure.ts";
import { openStage, type RunResult, type Stage } from "./stage.ts";

/** W2 to W5 of the targets: delivery speed, and the cost of bad receivers for good ones. */
export async function benchWebhooks(options: BenchOptions): Promise<Figures> {
  const isSelected = (...ids: readonly string[]): boolean => ids.some((id) => options.only?.includes(id) ?? true);
  // A short run measures nothing: all of it shares one stage.
  const shared = options.is_short ? await openStage(options) : null;
  const figures = {
    ...(isSelected("W2") ? { W2: await throughputOf(options, shared) } : {}),
    ...(isSelected("W3", "W5") ? await hangingOf(options, shared) : {}),
    ...(isSelected("W4") ? { W4: await hostileOf(options, shared) } : {}),
  };
  await shared?.close();
  return figures;
}

/** Runs `work` on the shared stage, or on its own. */
async function onStage<Result>(shared: Stage | null, work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const stage = shared ?? (await openStage());
  const result = await work(stage);
  if (stage !== shared) await stage.close();
  return result;
}

const WARM_UP_S = 10;

/** W2: the maximum throughput to one receiver, with both signatures, the delivery log and the SSRF guard on. */
async function throughputOf({ is_short, report }: BenchOptions, shared: Stage | null): Promise<Figure> {
  const seconds = is_short ? 1 : 60;
  const per_second = is_short ? 400 : 4_400;
  report(`W2: ${per_second} events a second for ${seconds} s to one receiver`);
  const bounds = { rate_max: 100_000, concurrency_max: 200 };
  const result = await onStage(shared, async (stage): Promise<TrafficResult> => {
    const scope = await stage.endpoint(`http://127.0.0.1:${stage.fast_port}/hook`, bounds);
    const targets = [{ scope, share: 1 }];
    if (!is_short) await stage.run({ per_second: per_second / 4, seconds: WARM_UP_S, targets }, [scope]);
    const run = await stage.run({ per_second, seconds, targets }, [scope]);
    return { ...run, healthy: new Set([scope.merchant]) };
  });
  const times = result.recorded.map(([, at_ms]) => at_ms);
  const first = result.committed[0]?.[1] ?? 0;
  const span_s = (times.reduce((last, at_ms) => Math.max(last, at_ms), 0) - first) / 1_000;
  const value = times.length / span_s;
  report(`W2: ${rounded(value)} deliveries/s over ${rounded(span_s)} s`);
  const runs = [
    { deliveries: times.length, seconds: rounded(span_s), undelivered: result.undelivered, ...latency(result) },
  ];
  return atLeast(is_short ? 100 : 4_000, "deliveries/s", value, runs);
}

const HEALTHY_TIMES = 1.5;

/**
 * W3 and W5: deliveries to a thousand endpoints of which a hundred hang, against deliveries without hanging ones. The
 * two kinds of runs alternate, because the p99 varies from minute to minute. The median round counts.
 */
async function hangingOf(
  { is_short, report }: BenchOptions,
  shared: Stage | null,
): Promise<{ W3: Figure; W5: Figure }> {
  const size = is_short ? SHORT : FULL;
  const rounds: { readonly good: TrafficResult; readonly bad: TrafficResult; readonly figure: Figure }[] = [];
  for (let round = 0; round < (is_short ? 1 : ROUNDS); round += 1) {
    report(`W3: ${size.endpoints} endpoints, ${size.per_second} events a second, ${size.bad} hanging`);
    const bad = await runEvenTraffic(shared, size, (number, stage) =>
      number < size.bad ? `http://127.0.0.1:${stage.bad.hanging}/${number}` : null,
    );
    if (!is_short) report("W3: the same, none hanging");
    // A short run only shows that the benchmark runs: it needs no second one to compare with.
    const good = is_short ? bad : await runEvenTraffic(shared, size, () => null);
    rounds.push({ good, bad, figure: compareRuns(good, bad, "W3", report) });
  }
  const sent = rounds.map(({ good }) => latencies(good, good.arrivals));
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => median(sent.map((lag) => percentile(lag, share))));
  const W5 = {
    ...atMost(
      W5_P99_MS,
      "ms, p99 from commit to request",
      p99,
      rounds.map(({ good }) => latency(good)),
    ),
    holds: p50 <= W5_P50_MS && p99 <= W5_P99_MS,
  };
  const W3 = atMost(
    HEALTHY_TIMES,
    UNIT,
    median(rounds.map(({ figure }) => figure.value)),
    rounds.map(({ figure: { value, runs } }) => ({ ratio: value, runs })),
    rounds.every(({ bad }) => bad.undelivered === 0),
  );
  return { W3, W5 };
}

const ROUNDS = 3;
const W5_P50_MS = 20;
const W5_P99_MS = 150;
const UNIT = "times, healthy p99 from commit to recorded success";
const SHORT = { endpoints: 20, bad: 6, per_second: 60, seconds: 1 };
const FULL = { endpoints: 1_000, bad: 100, per_second: 1_000, seconds: 60 };

/** W4: one endpoint with half the traffic hangs, and a hundred others misbehave in every known way. */
async function hostileOf({ is_short, report }: BenchOptions, shared: Stage | null): Promise<Figure> {
  const size = is_short ? SHORT : FULL;
  report("W4: half the traffic to an endpoint that hangs; drips, 100 MB, gzip, TLS that never ends, unanswered names");
  const kinds = (number: number, { bad }: Stage): string =>
    [
      `http://127.0.0.1:${bad.dripping}/`,
      `http://127.0.0.1:${bad.huge}/`,
      `http://127.0.0.1:${bad.inflating}/`,
      `https://127.0.0.1:${bad.stalling}/`,
      `http://n${number}.blackhole.example:8080/`,
    ][number % 5] ?? "";
  const worst = await runEvenTraffic(
    shared,
    size,
    (number, stage) => {
      if (number === 0) return `http://127.0.0.1:${stage.bad.hanging}/`;
      return number <= size.bad ? kinds(number, stage) : null;
    },
    size.endpoints,
  );
  if (!is_short) report("W4: the same, and all answer");
  const good = is_short ? worst : await runEvenTraffic(shared, size, () => null, size.endpoints);
  const growth_mb = (worst.memory_max_bytes - good.memory_max_bytes) / 2 ** 20;
  const figure = compareRuns(good, worst, "W4", report);
  report(`W4: ${rounded(growth_mb)} MB more memory than without`);
  return {
    ...figure,
    holds: figure.holds && growth_mb <= 100,
    runs: [...figure.runs, { memory_growth_mb: rounded(growth_mb) }],
  };
}

interface TrafficResult extends RunResult {
  /** The merchants whose receivers answer in both runs: the one with bad receivers and the one without. */
  readonly healthy: ReadonlySet<string>;
}

interface Size {
  readonly endpoints: number;
  readonly bad: number;
  readonly per_second: number;
  readonly seconds: number;
}

/**
 * Sends events to every endpoint in turn; the first endpoint gets `first_share` times as many as any other. `badUrl`
 * returns the address of a bad endpoint, or null for a good one. Only the endpoints that are good in both runs are
 * compared later. A run on a shared stage has no warm-up.
 */
function runEvenTraffic(
  shared: Stage | null,
  size: Size,
  badUrl: (number: number, stage: Stage) => string | null,
  first_share = 1,
): Promise<TrafficResult> {
  return onStage(shared, async (stage) => {
    const targets: { scope: Scope; share: number }[] = [];
    for (let number = 0; number < size.endpoints; number += 1) {
      const url = badUrl(number, stage) ?? `http://h${number}.example:${stage.fast_port}/${number}`;
      // The SSRF guard allows a non-standard port only for an address on the allow list, so the URL has the address
      // itself.
      const literal = url.replace(/h\d+\.example/, "127.0.0.1");
      targets.push({ scope: await stage.endpoint(literal), share: number === 0 ? first_share : 1 });
    }
    const healthy = targets.slice(size.bad + 1).map(({ scope }) => scope);
    const traffic = { per_second: size.per_second, targets };
    if (shared === null) await stage.run({ ...traffic, seconds: WARM_UP_S }, healthy);
    const result = await stage.run({ ...traffic, seconds: size.seconds }, healthy);
    return { ...result, healthy: new Set(healthy.map((scope) => scope.merchant)) };
  });
}

function compareRuns(good: TrafficResult, bad: TrafficResult, id: string, report: (text: string) => void): Figure {
  const p99 = [good, bad].map((result) => percentile(latencies(result, new Map(result.recorded)), 0.99));
  const [without = 0, beside = 0] = p99;
  const value = beside / without;
  report(`${id}: p99 ${rounded(without)} ms without, ${rounded(beside)} ms beside; ${bad.undelivered} undelivered`);
  const runs = [latency(good), latency(bad)];
  return atMost(HEALTHY_TIMES, UNIT, value, runs, bad.undelivered === 0);
}

/** Returns the time from the commit of each event to its time in `at`, in milliseconds. */
function latencies(result: TrafficResult, at: ReadonlyMap<string, number>): readonly number[] {
  return result.committed.flatMap(([event, committed_ms, merchant]) => {
    const at_ms = at.get(event);
    return at_ms === undefined || !result.healthy.has(merchant) ? [] : [at_ms - committed_ms];
  });
}

function latency(result: TrafficResult): object {
  const [sent, recorded] = [latencies(result, result.arrivals), latencies(result, new Map(result.recorded))];
  return {
    events: result.events,
    sent_p50_ms: rounded(percentile(sent, 0.5)),
    sent_p99_ms: rounded(percentile(sent, 0.99)),
    recorded_p50_ms: rounded(percentile(recorded, 0.5)),
    recorded_p99_ms: rounded(percentile(recorded, 0.99)),
    memory_max_mb: rounded(result.memory_max_bytes / 2 ** 20),
    undelivered: result.undelivered,
  };
}
