// "5 seconds ago" is never further from the truth than this.
const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Says that time has passed: one clock for all that shows it. Gives what ends it. */
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
