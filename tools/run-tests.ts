// Runs tests on one shared PostgreSQL, each file in its own database.
//
//   run-tests.ts [--full] [--changed] [--repeat N] [folder or file ...]
//
// The quick tier is `*.test.ts`; `--full` runs the full tier, `*.full.test.ts`. CONTRIBUTING defines the tiers.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { QUEUE_VARIABLE } from "../server/testing/last-file.ts";
import { TIER_VARIABLE } from "../server/testing/random-runs.ts";
import {
  createDataTemplate,
  createRunFolder,
  DATA_TEMPLATE_VARIABLE,
  testServerOfRun,
} from "../server/testing/test-server.ts";
import { build } from "./build.mjs";
import { bundleTests } from "./bundle-tests.ts";
import { dependentTests } from "./changed-tests.ts";
import { QUEUE_LIST, type QueuedFile } from "./shared-process.ts";
import { longestFirst, slowest, storeDurations } from "./test-durations.ts";

interface TestEnd {
  readonly name: string;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}

interface TestEvent {
  readonly type: string;
  readonly data: { readonly nesting?: number; readonly message?: string };
}

const root = join(import.meta.dirname, "..");
// Measured on two cores: two processes leave a third of the CPU time idle, and a fourth process only waits.
const PROCESSES = 3;
// Bundling takes about five seconds of CPU time, and saves more than one for each file. Stack traces name lines of the
// bundles, because source maps would take as much time again; a file that runs alone names the lines of its sources.
const BUNDLED_FROM = 10;
// In milliseconds. With KOLO_TEST_RUNS, random tests repeat for up to a night.
const FILE_TIMEOUT_MS = process.env.KOLO_TEST_RUNS ? 6 * 3_600_000 : 600_000;
const EVERYWHERE = "{server,sdk,cli,ui,checkout,dashboard,test,tools}/**/*.test.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean" }, changed: { type: "boolean" }, repeat: { type: "string" } },
});
const files = testFiles();
if (files.length === 0) {
  process.stdout.write(values.changed ? "No test depends on what changed.\n" : "No test file has that name.\n");
  process.exit(values.changed ? 0 : 1);
}

// Several processes load the same modules: a compile cache saves time.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "compiled");
if (values.full) process.env[TIER_VARIABLE] = "full";
build();
const folder = await createRunFolder(values.full ?? false);
process.env.TMPDIR = folder;
const [bundles, server] = await Promise.all([
  files.length < BUNDLED_FROM ? null : bundleTests(root, files),
  testServerOfRun(),
]);
process.env.KOLO_TEST_SERVER_URL = server.url;
if (values.full) process.env[DATA_TEMPLATE_VARIABLE] = (await createDataTemplate()) ?? "";
try {
  const rounds = Number(values.repeat ?? 1);
  for (let round = 1; round <= rounds && process.exitCode !== 1; round++) {
    if (rounds > 1) process.stdout.write(`\nRound ${round} of ${rounds}\n`);
    await runOnce();
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function runOnce(): Promise<void> {
  const began_ms = performance.now();
  const durations = new Map<string, number>();
  const queue = bundles ? createQueues(bundles) : null;
  const tests = queue
    ? run({ files: queue, concurrency: PROCESSES })
    : run({ files, concurrency: PROCESSES, timeout: FILE_TIMEOUT_MS });
  const addDuration = ({ name, nesting, details }: TestEnd) => {
    if (queue && nesting === 0) durations.set(name, details.duration_ms);
  };
  tests.on("test:pass", addDuration);
  tests.on("test:fail", (test) => {
    process.exitCode = 1;
    addDuration(test);
  });
  tests.on("test:summary", ({ file, duration_ms }) => {
    if (file !== undefined && !queue) durations.set(relative(root, file), duration_ms);
  });
  const totals = () => slowest(durations, performance.now() - began_ms);
  await pipeline(tests, (events) => withTotals(events, totals), new spec(), process.stdout, { end: false });
  storeDurations(durations);
  const unreported = files.map((file) => relative(root, file)).filter((file) => !durations.has(file));
  if (unreported.length > 0) {
    process.exitCode = 1;
    process.stdout.write(`\nA process ended before it reported these files: ${unreported.join(", ")}\n`);
  }
}

/**
 * Creates the queues of the test files, and the modules of the processes that take files from them. Files that mock
 * timers share a process with each other only: a mock would stop the timers of a world that other files share.
 */
function createQueues(files: ReadonlyMap<string, string>): readonly string[] {
  const list: readonly QueuedFile[] = [...files].map(([bundle, file]) => ({ file: relative(root, file), bundle }));
  const mocking = list.filter(({ file }) => readFileSync(join(root, file), "utf8").includes("mock.timers.enable("));
  const others = list.filter((queued) => !mocking.includes(queued));
  return [...createQueue(others, PROCESSES), ...(mocking.length > 0 ? createQueue(mocking, 1) : [])];
}

function createQueue(list: readonly QueuedFile[], processes: number): readonly string[] {
  const queue_folder = mkdtempSync(join(folder, "queue-"));
  writeFileSync(join(queue_folder, QUEUE_LIST), JSON.stringify(list));
  const [context, shared] = ["test-context.ts", "shared-process.ts"].map((name) => join(import.meta.dirname, name));
  const source = `process.env[${JSON.stringify(QUEUE_VARIABLE)}] = ${JSON.stringify(queue_folder)};
await import(${JSON.stringify(context)});
const { runQueuedFiles } = await import(${JSON.stringify(shared)});
await runQueuedFiles(${FILE_TIMEOUT_MS});
`;
  const modules = Array.from({ length: processes }, (_, index) => join(queue_folder, `process-${index + 1}.mjs`));
  for (const file of modules) writeFileSync(file, source);
  return modules;
}

/** Prints the slowest files before the runner's totals, which are its last events. */
async function* withTotals(
  events: AsyncIterable<TestEvent>,
  totals: () => readonly string[],
): AsyncIterable<TestEvent> {
  let are_totals_sent = false;
  for await (const event of events) {
    if (!are_totals_sent && isTotal(event)) {
      are_totals_sent = true;
      for (const message of totals()) yield { type: "test:diagnostic", data: { ...event.data, message } };
    }
    yield event;
  }
}

function isTotal(event: TestEvent): boolean {
  return event.type === "test:diagnostic" && event.data.nesting === 0 && /^tests \d/.test(event.data.message ?? "");
}

/** Returns the test files of the tier in the given folders. A file given by its path runs in any tier. */
function testFiles(): readonly string[] {
  const named = positionals.filter((argument) => argument.endsWith(".ts"));
  const folders = positionals.filter((argument) => !argument.endsWith(".ts")).map((word) => join(word, "**/*.test.ts"));
  const patterns = positionals.length === 0 ? [EVERYWHERE] : folders;
  const matching_files = globSync(patterns, { cwd: root, exclude: (name) => name === "node_modules" });
  const of_tier = matching_files.filter((file) => file.endsWith(".full.test.ts") === (values.full ?? false));
  const selected = [...new Set([...of_tier, ...named])];
  const chosen = values.changed ? dependentTests(root, selected) : selected;
  return longestFirst(chosen).map((file) => join(root, file));
}
