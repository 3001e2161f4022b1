/** Tells whether much is being worked off. What may come late waits for the end of it. */
export interface Rush {
  /** One more thing is worked on. */
  count(): void;
  isOn(): boolean;
}

// Longer than it takes from one rush to the next, where one follows the other.
const WINDOW_MS = 5_000;

/** From so many things a second on it is one, counted over the last five seconds, or the five before them. */
export function rush(per_second: number): Rush {
  const enough = per_second * (WINDOW_MS / 1_000);
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
    isOn() {
      roll();
      return Math.max(window.count, last_count) >= enough;
    },
  };
}
