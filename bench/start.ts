import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchOptions, type Figures, median, rounded } from "./figure.ts";
import { openStage } from "./stage.ts";

const TARGET_S = 3;
const RESIDENT_MAX_MB = 200;
const IDLE_MS = 10_000;

/** P6: the start time with an initialised data folder, and the memory of the idle service. */
export async function benchStart({ is_short, report }: BenchOptions): Promise<Figures> {
  const first = await openStage();
  await first.stop();
  const runs: { readonly ready_s: number; readonly resident_mb: number }[] = [];
  for (let round = 0; round < (is_short ? 1 : 5); round += 1) {
    const stage = await openStage({ folder: first.folder });
    await sleep(is_short ? 1_000 : IDLE_MS);
    const run = { ready_s: rounded(stage.ready_ms / 1_000), resident_mb: residentMb(stage.process.pid ?? 0) };
    runs.push(run);
    report(`ready after ${run.ready_s} s; ${run.resident_mb} MB when idle`);
    const is_last = round === (is_short ? 0 : 4);
    if (is_last) stage.audit();
    await (is_last ? stage.close() : stage.stop());
  }
  const value = median(runs.map((run) => run.ready_s));
  const resident_mb = median(runs.map((run) => run.resident_mb));
  return {
    P6: { value, unit: "s", target: TARGET_S, holds: value <= TARGET_S && resident_mb <= RESIDENT_MAX_MB, runs },
  };
}

function residentMb(pid: number): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(stdout.trim()) / 1_024);
}
