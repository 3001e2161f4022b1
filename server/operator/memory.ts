import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";

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
// A process that is as young as this has compiled little.
const START_MS = 10 * SECOND_MS;
const REST_MS = 5 * MINUTE_MS;
// Less is not worth a pause of a tenth of a second.
const WORTH_BYTES = 16 * 1024 * 1024;

/**
 * Gives memory back where there is nothing to do: at once after the start, and after a rush once it has been over for a
 * while. V8 lets go of little by itself. Without `--expose-gc` nothing is done.
 *
 * What is thrown away with it is what V8 knows of the shapes of objects, and with that the code it has made for them: a rush
 * that found all of it gone was a sixth slower for its first eight seconds. So it is kept for the next one, which mostly
 * follows soon (`docs/decisions/0022-what-is-compiled-is-kept-between-rushes.md`).
 */
export function giveMemoryBack(of: Process | null = thisProcess(), look_ms = LOOK_MS): void {
  if (of === null) return;
  let worked_ms = of.worked_ms();
  let least_bytes = 0;
  let age_ms = 0;
  let rest_ms = 0;
  setInterval(() => {
    const before_ms = worked_ms;
    worked_ms = of.worked_ms();
    age_ms += look_ms;
    rest_ms = worked_ms - before_ms > look_ms * IDLE_SHARE ? 0 : rest_ms + look_ms;
    const needed_ms = age_ms <= START_MS ? look_ms : REST_MS;
    if (rest_ms < needed_ms || of.resident_bytes() < least_bytes + WORTH_BYTES) return;
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
