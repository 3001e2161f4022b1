import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./figure.ts";

const BLOCK = Buffer.alloc(8_192, 1);
const TIMES = 200;

/** Returns the median time of a durable write of one block, in milliseconds. */
export function flushMs(): number {
  const path = join(tmpdir(), `kolo-bench-flush-${process.pid}`);
  const file = openSync(path, "wx");
  const took: number[] = [];
  try {
    for (let time = 0; time < TIMES; time += 1) {
      const from = performance.now();
      // Rewrites the same block, as recycled WAL segments do, so that only the flush is measured.
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
