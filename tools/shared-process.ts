// Runs test files one after the other in a process that several files share: each further file finds the service's
// modules loaded and compiled, which saves more than a second of CPU time for a file that starts the service.
import { channel } from "node:diagnostics_channel";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mock, test } from "node:test";
import { QUEUE_VARIABLE, TESTS_END } from "../server/testing/last-file.ts";

/** A test file of the run, and the bundle that runs it. */
export interface QueuedFile {
  readonly file: string;
  readonly bundle: string;
}

/** The list of files in the folder that the processes of a run share. */
export const QUEUE_LIST = "files.json";
// The process ends by itself when nothing is open any more. This is the longest wait for that.
const OPEN_HANDLES_MS = 30_000;

/** Takes files from the queue until it is empty. Each file is one test, which has the file's tests inside. */
export async function runQueuedFiles(timeout_ms: number): Promise<void> {
  const folder = process.env[QUEUE_VARIABLE] ?? "";
  const files: readonly QueuedFile[] = JSON.parse(readFileSync(join(folder, QUEUE_LIST), "utf8"));
  const environment = { ...process.env };
  for (const [index, { file, bundle }] of files.entries()) {
    if (!isTaken(join(folder, String(index)))) continue;
    await test(file, { timeout: timeout_ms }, async () => void (await import(bundle)));
    mock.reset();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
  channel(TESTS_END).publish(null);
  // Exiting at once would lose reports that are still on their way.
  setTimeout(() => {
    process.stderr.write("A test left something open, such as a connection or a timer.\n");
    process.exit(1);
  }, OPEN_HANDLES_MS).unref();
}

/** Takes a file, if no other process has. */
function isTaken(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
