/** A rate meter: counts events, and returns their rate. */
export interface RateMeter {
  /** Counts one event. */
  count(): void;
  /** Events per second in the current or the previous window, whichever is higher. */
  per_second(): number;
}

/** Counts in windows of `window_ms` milliseconds. The rate is zero after two windows without an event. */
export function rateMeter(window_ms: number): RateMeter {
  let window = { number: 0, count: 0 };
  let last_count = 0;

  function rollWindow(): void {
    const number = Math.floor(performance.now() / window_ms);
    if (number === window.number) return;
    last_count = number === window.number + 1 ? window.count : 0;
    window = { number, count: 0 };
  }

  return {
    count() {
      rollWindow();
      window.count += 1;
    },
    per_second() {
      rollWindow();
      return (Math.max(window.count, last_count) * 1_000) / window_ms;
    },
  };
}
