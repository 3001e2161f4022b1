// How long each test file took when it last ran, so that the longest start first and no core idles at the end.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const KEPT = join(import.meta.dirname, "..", "node_modules", ".cache", "test-durations.json");
const SLOWEST = 10;
const GROUP_FILES = 8;
const GROUP_MS = 15_000;
const ALONE = /^test\/browser\/|\.full\.test\.ts$/;
const CHANGES_ITS_PROCESS = /\bmock\.|useKeyring\(|process\.(env|chdir|on)\b/;
// A file that never ran here: browser tests take longest, others roughly as long as they are.
const BROWSER_MS = 60_000;
const MS_PER_BYTE = 0.2;

/** Test files that were one process, and how long they took together. */
export interface TestProcess {
  readonly group: readonly string[];
  readonly duration_ms: number;
}

/**
 * Files that are one process together, neighbours in their folders, the longest group first. Alone are browser tests, files of
 * the full tier, and those that change what a whole process shares.
 */
export function groupsOf(files: readonly string[]): readonly (readonly string[])[] {
  const kept = readDurations();
  const groups: { readonly files: string[]; expected_ms: number }[] = [];
  for (const file of [...files].sort()) {
    const expected_ms = kept[file] ?? guess(file);
    const is_alone = ALONE.test(file) || expected_ms > GROUP_MS || CHANGES_ITS_PROCESS.test(textOf(file));
    const last = groups.at(-1);
    if (last && !is_alone && last.files.length < GROUP_FILES && last.expected_ms + expected_ms <= GROUP_MS) {
      last.files.push(file);
      last.expected_ms += expected_ms;
    } else groups.push({ files: [file], expected_ms });
  }
  return groups.sort((a, b) => b.expected_ms - a.expected_ms).map(({ files }) => files);
}

/** Remembers durations for the next run, a group's shared out among its files; files that did not run keep theirs. */
export function keepDurations(processes: readonly TestProcess[]): void {
  const kept = readDurations();
  for (const { group, duration_ms } of processes) {
    const shares = group.map((file) => kept[file] ?? guess(file));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    for (const [place, file] of group.entries()) kept[file] = (duration_ms * (shares[place] ?? 0)) / whole;
  }
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept, null, 1));
}

/** Lines for people: what took longest with its seconds, and the total. */
export function slowest(processes: readonly TestProcess[], total_ms: number): readonly string[] {
  const rows = [...processes].sort((a, b) => b.duration_ms - a.duration_ms).slice(0, SLOWEST);
  const files = processes.reduce((count, { group }) => count + group.length, 0);
  return [
    ...(files > 1 ? ["slowest files:", ...rows.map((row) => `${seconds(row.duration_ms)}  ${nameOf(row.group)}`)] : []),
    `${seconds(total_ms)}  in total, ${files} ${files === 1 ? "file" : "files"}`,
  ];
}

function nameOf([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} beside it`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(7)} s`;
}

function guess(file: string): number {
  return file.startsWith("test/browser/") ? BROWSER_MS : textOf(file).length * MS_PER_BYTE;
}

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, "..", file), "utf8");
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(KEPT, "utf8"));
  } catch {
    return {};
  }
}
