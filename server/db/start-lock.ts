import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 40;
const BUSY = 5;

/**
 * Does the work while nobody else holds the lock at this path, on this machine: another process, or another call of this
 * one. The lock is the system's own on a file, which Node reaches by way of SQLite only: one gets it, and it ends with its
 * process, however that ends. The file stays, empty: taking it away would let two hold the lock, each on a file of its own.
 *
 * Errors: an `Error` when the lock is not free within `timeout_ms`; what `work` throws.
 */
export async function withStartLock<Result>(
  path: string,
  timeout_ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const give_up_at = Date.now() + timeout_ms;
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    while (!take(file)) {
      if (Date.now() > give_up_at) throw new Error(`Another process holds ${path}`);
      await sleep(LOOK_AGAIN_MS);
    }
    return await work();
  } finally {
    file.close();
  }
}

function take(file: DatabaseSync): boolean {
  try {
    // Nothing is ever written: there is no journal to keep beside it.
    file.exec("pragma journal_mode = memory; begin exclusive");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === BUSY) return false;
    throw error;
  }
}
