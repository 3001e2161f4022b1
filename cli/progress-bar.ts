const WIDTH = 30;
const SECOND_MS = 1_000;

/** Prints progress on a terminal as a bar with count, rate and remaining time; prints nothing elsewhere. */
export interface ProgressBar {
  show(done: number, total: number): void;
  end(): void;
}

export function progressBar(out: NodeJS.WriteStream = process.stderr): ProgressBar {
  const started_ms = performance.now();
  return {
    show(done, total) {
      if (!out.isTTY) return;
      const full = Math.round((WIDTH * done) / Math.max(1, total));
      const per_second = done / Math.max(0.001, (performance.now() - started_ms) / SECOND_MS);
      const left_s = per_second > 0 ? Math.ceil((total - done) / per_second) : null;
      const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
      const time_left = left_s === null ? "" : `  ${left_s} s left`;
      out.write(`\r${bar}  ${done} of ${total}  ${Math.round(per_second)}/s${time_left}   `);
    },
    end() {
      if (out.isTTY) out.write("\n");
    },
  };
}
