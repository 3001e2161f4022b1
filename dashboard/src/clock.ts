// A relative time such as "5 seconds ago" is wrong by at most this long.
const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back at each tick of one timer that all relative times share. Returns the function that unsubscribes. */
export function onTick(tell: () => void): () => void {
  listeners.add(tell);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, TICK_MS);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
