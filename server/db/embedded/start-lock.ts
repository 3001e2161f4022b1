import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_INTERVAL_MS = 40;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process on this machine, and no other call in this one, holds the lock at this path. The
 * lock is an operating-system lock on a file, available in Node only through SQLite. It ends with its process, even
 * after `kill -9`. The empty file stays: deleting it would let two processes hold the lock, each on its own file.
 *
 * Errors: an `Error` if the lock is not free within `timeout_ms`; any error of `work`.
 */
export async function withStartLock<Result>(
  path: string,
  timeout_ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const give_up_at = Date.now() + timeout_ms;
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    while (!tryLock(file)) {
      if (Date.now() > give_up_at) throw new Error(`Another process holds ${path}`);
      await sleep(POLL_INTERVAL_MS);
    }
    return await work();
  } finally {
    file.close();
  }
}

function tryLock(file: DatabaseSync): boolean {
  try {
    // The file is never written to, so SQLite needs no journal file.
    file.exec("pragma journal_mode = memory; begin exclusive");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
