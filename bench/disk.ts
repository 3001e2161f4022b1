import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./figure.ts";

const BLOCK = Buffer.alloc(8_192, 1);
const TIMES = 200;

/** How long the disk under the benchmarks takes for one block until it is safe, at the median, in ms. */
export function flushMs(): number {
  const path = join(tmpdir(), `kolo-bench-flush-${process.pid}`);
  const file = openSync(path, "wx");
  const took: number[] = [];
  try {
    for (let time = 0; time < TIMES; time += 1) {
      const from = performance.now();
      // Over the same block again and again, as a log does that uses its files anew: nothing but the flush is measured.
      writeSync(file, BLOCK, 0, BLOCK.length, 0);
      fdatasyncSync(file);
      took.push(performance.now() - from);
    }
  } finally {
    closeSync(file);
    rmSync(path);
  }
  return median(took);
}
