import { subscribe } from "node:diagnostics_channel";
import { after } from "node:test";

/** Names the folder that the processes of a run share: the list of files, and a folder for each file taken. */
export const QUEUE_VARIABLE = "KOLO_TEST_QUEUE";
/** The diagnostics channel on which a process reports its last test, to end what its files share. */
export const TESTS_END = "kolo:tests-end";

/** Calls this after the last test file of this process. */
export function afterLastFile(close: () => unknown): void {
  if (process.env[QUEUE_VARIABLE]) subscribe(TESTS_END, () => void close());
  else after(async () => void (await close()));
}
