import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { it } from "node:test";

const MAIN = join(import.meta.dirname, "..", "bench", "main.ts");
const TIMEOUT_MS = 240_000;

interface Run {
  readonly undelivered?: number;
  readonly events?: number;
}

// Not a test of speed, because other processes share the machine. It tests that every event arrives despite bad receivers,
// and that the ledger audit passes afterwards.
it("the benchmark of webhooks, in its short form, delivers everything and leaves the data whole", () => {
  const args = [MAIN, "webhooks", "--short", "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  assert.ok(stdout.startsWith("{"), stderr);
  const figures: Readonly<Record<string, { value: number; unit: string; runs: readonly Run[] }>> = JSON.parse(stdout);
  assert.deepEqual(Object.keys(figures), ["W2", "W3", "W5", "W4"]);
  for (const { value, unit, runs } of Object.values(figures)) {
    assert.ok(value > 0 && unit.length > 0);
    for (const run of runs) assert.ok((run.undelivered ?? 0) === 0 && run.events !== 0, JSON.stringify(run));
  }
});

it("a benchmark of whole lives, in its short form, sees every transfer to its end and audits the books", () => {
  const args = [MAIN, "life", "--short", "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  assert.ok(stdout.startsWith("{"), stderr);
  const { LIFE } = JSON.parse(stdout);
  assert.deepEqual([status, LIFE.holds], [0, true], stderr);
  assert.ok(LIFE.value > 0);
});

it("the benchmark of lists, in its short form, fills a merchant's lists, asks all of them, and finds the counts true", () => {
  const args = [MAIN, "lists", "--short", "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  assert.ok(stdout.startsWith("{"), stderr);
  const { P4 } = JSON.parse(stdout);
  assert.equal(P4.unit, "times", stderr);
  assert.ok(P4.runs.length > 0 && P4.value > 0);
});

it("a word that no benchmark knows is refused in a sentence, with what there is", () => {
  for (const [args, reason] of [
    [[], /^Name what to measure\n/],
    [["transfer"], /^There is no benchmark transfer\n/],
    [["transfers", "--flush-ms", "long"], /^--flush-ms is 0 to 100\n/],
    [["transfers", "--jsn"], /^Unknown option '--jsn'/],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, reason);
    assert.match(stderr, /bulk, latency, life, start, transfers, webhooks, noisy, lists, or all/);
  }
  const { status, stdout } = spawnSync(process.execPath, [MAIN, "--help"], { encoding: "utf8" });
  assert.deepEqual([status, /or all/.test(stdout)], [0, true]);
});
