// Stores the last duration of each test file, so that the longest files start first and no core idles at the end.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const DURATIONS_FILE = join(import.meta.dirname, "..", "node_modules", ".cache", "test-durations.json");
const SLOWEST = 10;
// Estimates for a file without a stored duration: browser tests are slowest, and others take time in proportion to
// their size.
const BROWSER_MS = 60_000;
const MS_PER_BYTE = 0.2;

/** Sorts test files by last duration, longest first. */
export function longestFirst(files: readonly string[]): readonly string[] {
  const durations = readDurations();
  const expected = new Map(files.map((file) => [file, durations[file] ?? estimateMs(file)]));
  return [...files].sort((a, b) => (expected.get(b) ?? 0) - (expected.get(a) ?? 0));
}

/** Stores durations in milliseconds for the next run. Files that did not run keep their stored duration. */
export function storeDurations(durations: ReadonlyMap<string, number>): void {
  mkdirSync(dirname(DURATIONS_FILE), { recursive: true });
  writeFileSync(DURATIONS_FILE, JSON.stringify({ ...readDurations(), ...Object.fromEntries(durations) }, null, 1));
}

/** Returns lines to print: the slowest files with their durations in seconds, and the total. */
export function slowest(durations: ReadonlyMap<string, number>, total_ms: number): readonly string[] {
  const rows = [...durations].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  return [
    ...(durations.size > 1 ? ["slowest files:", ...rows.map(([file, ms]) => `${seconds(ms)}  ${file}`)] : []),
    `${seconds(total_ms)}  in total, ${durations.size} ${durations.size === 1 ? "file" : "files"}`,
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(7)} s`;
}

function estimateMs(file: string): number {
  const path = join(import.meta.dirname, "..", file);
  return file.startsWith("test/browser/") ? BROWSER_MS : statSync(path).size * MS_PER_BYTE;
}

function readDurations(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(DURATIONS_FILE, "utf8"));
  } catch {
    return {};
  }
}
