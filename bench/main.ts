// npm run bench -- <names> [--json] [--short] [--only <ids>] [--flush-ms <n>]: runs benchmarks, and fails if a figure
// misses its target.
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { build } from "#tools/build.mjs";
import { flushMs } from "./disk.ts";
import type { BenchOptions, Figures } from "./figure.ts";

/** The benchmarks by name, short ones first, so that a miss shows early. Each module is loaded on demand. */
const BENCHMARKS: Readonly<Record<string, () => Promise<(options: BenchOptions) => Promise<Figures>>>> = {
  bulk: async () => (await import("./bulk.ts")).benchBulk,
  latency: async () => (await import("./transfers.ts")).benchLatency,
  life: async () => (await import("./lifecycle.ts")).benchLifecycle,
  start: async () => (await import("./start.ts")).benchStart,
  transfers: async () => (await import("./transfers.ts")).benchTransfers,
  webhooks: async () => (await import("./webhooks/bench.ts")).benchWebhooks,
  noisy: async () => (await import("./noisy-neighbour.ts")).benchNoisy,
  lists: async () => (await import("./lists.ts")).benchLists,
};

// The maximum of PostgreSQL's `commit_delay`, in milliseconds.
const FLUSH_MS_MOST = 100;

const USAGE = `npm run bench -- <names> [--json] [--short] [--only <ids>] [--flush-ms <n>]

  names       ${Object.keys(BENCHMARKS).join(", ")}, or all
  --json      prints one object by id, with every run
  --short     checks that the benchmark runs; its figures mean nothing
  --only      only the figures with these ids, separated by commas
  --flush-ms  simulates a disk whose flush takes this much longer, in milliseconds (0 to ${FLUSH_MS_MOST})

Exit code 1 if a figure misses its target, or the audit of the books fails.
`;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        short: { type: "boolean", default: false },
        only: { type: "string" },
        "flush-ms": { type: "string", default: "0" },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${USAGE}`);
  process.exit(2);
}

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const names = positionals.includes("all") ? Object.keys(BENCHMARKS) : positionals;
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (names.length === 0) refuse("Name what to measure");
if (unknown.length > 0) refuse(`There is no benchmark ${unknown.join(", ")}`);
const flush_ms = Number(values["flush-ms"]);
if (!(flush_ms >= 0 && flush_ms <= FLUSH_MS_MOST)) refuse(`--flush-ms is 0 to ${FLUSH_MS_MOST}`);

build();
const disk_ms = flushMs();
const figures: Record<string, Figures[string]> = {};
for (const name of names) {
  const run = await BENCHMARKS[name]?.();
  const say = (text: string): void => void process.stderr.write(`${name}: ${text}\n`);
  try {
    Object.assign(
      figures,
      await run?.({ is_short: values.short, flush_ms, only: values.only?.split(",") ?? null, report: say }),
    );
  } catch (error) {
    // Continue with the other benchmarks. A figure whose benchmark or audit fails counts as missed.
    const reason = error instanceof Error ? error.message : String(error);
    say(reason);
    figures[name] = { value: 0, unit: "(it failed)", target: 0, holds: false, runs: [{ reason }] };
  }
}
if (values.json) {
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} else {
  const [cpu] = cpus();
  process.stdout.write(
    `${cpus().length} × ${cpu?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ` +
      `a flush of the disk takes ${(disk_ms + flush_ms).toFixed(2)} ms${flush_ms > 0 ? `, ${flush_ms} of them added` : ""}\n`,
  );
  for (const [id, { value, unit, target, holds }] of Object.entries(figures)) {
    process.stdout.write(`${id}  ${value} ${unit} (to reach: ${target})  ${holds ? "holds" : "DOES NOT HOLD"}\n`);
  }
}
process.exitCode = Object.values(figures).every(({ holds }) => holds) ? 0 : 1;
