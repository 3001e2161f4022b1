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

// This test does not measure speed, because other processes share the machine. It checks that every event arrives
// despite bad receivers, and that the ledger audit passes afterwards.
it("the short webhook benchmark delivers every event, and the audit passes afterwards", () => {
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

it("the short transfer benchmark completes every transfer, and the audit passes afterwards", () => {
  const args = [MAIN, "life", "--short", "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  assert.ok(stdout.startsWith("{"), stderr);
  const { LIFE } = JSON.parse(stdout);
  assert.deepEqual([status, LIFE.holds], [0, true], stderr);
  assert.ok(LIFE.runs[0].accepted > 0);
});

it("the short list benchmark fills a merchant's lists, reads all of them, and finds correct counts", () => {
  const args = [MAIN, "lists", "--short", "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  assert.ok(stdout.startsWith("{"), stderr);
  const { P4 } = JSON.parse(stdout);
  assert.equal(P4?.unit, "times", stderr);
  assert.ok(P4.runs.length > 0 && P4.value > 0);
});

it("an unknown argument is refused with a message that lists the valid ones", () => {
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
