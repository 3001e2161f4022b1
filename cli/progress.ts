const WIDTH = 30;
const SECOND_MS = 1_000;

/** A progress bar with count, rate and remaining time on a terminal; prints nothing elsewhere. */
export interface ProgressBar {
  show(done: number, of: number): void;
  end(): void;
}

export function progressBar(out: NodeJS.WriteStream = process.stderr): ProgressBar {
  const from = performance.now();
  return {
    show(done, of) {
      if (!out.isTTY) return;
      const full = Math.round((WIDTH * done) / Math.max(1, of));
      const per_second = done / Math.max(0.001, (performance.now() - from) / SECOND_MS);
      const left_s = per_second > 0 ? Math.ceil((of - done) / per_second) : null;
      const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
      const rest = left_s === null ? "" : `  ${left_s} s left`;
      out.write(`\r${bar}  ${done} of ${of}  ${Math.round(per_second)}/s${rest}   `);
    },
    end() {
      if (out.isTTY) out.write("\n");
    },
  };
}
