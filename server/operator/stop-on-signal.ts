import type { Log } from "./log.ts";

// After this time the stop is forced: rows in progress are due again when their lease expires.
const STOP_TIMEOUT_MS = 30_000;

/** Ends the process gracefully on a signal, or when the returned function is called. */
export function stopOnSignal(log: Log, close: () => Promise<void>): () => void {
  let is_stopping = false;
  const stop = async (): Promise<void> => {
    if (is_stopping) return;
    is_stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await close();
    await log.end();
    process.exit(0);
  };
  const begin = (): void => void stop();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, begin);
  return begin;
}
