/** Notices when requests come so fast that the work behind them should step back. */
export interface Pressure {
  /** One more request. */
  count(): void;
  isHigh(): boolean;
}

const WINDOW_MS = 200;

/** High while more than `per_second` come. Counted over the last fifth of a second, or the one before it. */
export function pressure(per_second: number): Pressure {
  const limit = (per_second * WINDOW_MS) / 1_000;
  let window = { number: 0, count: 0 };
  let last_count = 0;

  function roll(): void {
    const number = Math.floor(performance.now() / WINDOW_MS);
    if (number === window.number) return;
    last_count = number === window.number + 1 ? window.count : 0;
    window = { number, count: 0 };
  }

  return {
    count() {
      roll();
      window.count += 1;
    },
    isHigh() {
      roll();
      return Math.max(window.count, last_count) > limit;
    },
  };
}
