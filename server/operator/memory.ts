import { SECOND_MS } from "#kernel/time.ts";

/** What is asked of the process that gives memory back. */
export interface Process {
  /** Milliseconds of the processor's time so far. */
  worked_ms(): number;
  resident_bytes(): number;
  /** Throws away what nobody needs and shrinks. Nothing else happens meanwhile. */
  collect(): void;
}

const LOOK_MS = 2 * SECOND_MS;
// Busier than this and a pause would be felt by somebody.
const IDLE_SHARE = 0.1;
// Less is not worth a pause of a tenth of a second.
const WORTH_BYTES = 16 * 1024 * 1024;

/**
 * Gives memory back once a process that was busy has nothing to do: after its start, and after a rush. V8 lets go of
 * little by itself. Without `--expose-gc` nothing is done.
 */
export function giveMemoryBack(of: Process | null = thisProcess(), look_ms = LOOK_MS): void {
  if (of === null) return;
  let worked_ms = of.worked_ms();
  let least_bytes = 0;
  setInterval(() => {
    const before_ms = worked_ms;
    worked_ms = of.worked_ms();
    if (worked_ms - before_ms > look_ms * IDLE_SHARE || of.resident_bytes() < least_bytes + WORTH_BYTES) return;
    of.collect();
    least_bytes = of.resident_bytes();
    worked_ms = of.worked_ms();
  }, look_ms).unref();
}

function thisProcess(): Process | null {
  const { gc } = globalThis;
  if (gc === undefined) return null;
  return {
    worked_ms() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    resident_bytes: () => process.memoryUsage.rss(),
    collect: () => void gc({ type: "major", execution: "sync", flavor: "last-resort" }),
  };
}
