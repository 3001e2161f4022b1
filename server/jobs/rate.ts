/** Counts things, and tells how fast they come. */
export interface Rate {
  /** One more thing. */
  count(): void;
  /** How many a second, over the window that is open or the one before it: the faster of the two. */
  per_second(): number;
}

/** Counts in windows of so many milliseconds. When nothing has come for two of them, nothing comes. */
export function rate(window_ms: number): Rate {
  let window = { number: 0, count: 0 };
  let last_count = 0;

  function roll(): void {
    const number = Math.floor(performance.now() / window_ms);
    if (number === window.number) return;
    last_count = number === window.number + 1 ? window.count : 0;
    window = { number, count: 0 };
  }

  return {
    count() {
      roll();
      window.count += 1;
    },
    per_second() {
      roll();
      return (Math.max(window.count, last_count) * 1_000) / window_ms;
    },
  };
}
