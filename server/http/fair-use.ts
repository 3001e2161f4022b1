import { SECOND_MS } from "#kernel/time.ts";
import { COUNTED_MAX, tooMany } from "./limit.ts";

/**
 * Keeps one merchant's large requests from using up a process. The first 128 KiB of a body and of an answer are free.
 * Bytes beyond that draw on a token bucket per merchant. A merchant with an empty bucket gets 429 on lists and large
 * bodies, and on nothing else.
 */
export interface FairUse {
  /** Call before the body is read. Throws `too_many_requests`. */
  admitBody(merchant: string, bytes: number): void;
  /** Runs a list when the merchant has a free slot, and counts its answer. Throws `too_many_requests`. */
  list<Answer extends { readonly text: string }>(merchant: string, work: () => Promise<Answer>): Promise<Answer>;
}

/** Free bytes of one body or answer. A usual page of 100 records has 70 KiB. */
export const FREE_BYTES = 128 * 1024;
/** A single body or answer may overdraw the bucket: the largest bulk has 16 MiB. */
export const BODIES = { at_once_bytes: 4 * 1024 * 1024, per_second_bytes: 512 * 1024 } as const;
export const ANSWERS = { at_once_bytes: 8 * 1024 * 1024, per_second_bytes: 1024 * 1024 } as const;
/** Limits per merchant and process: lists read at once, and lists in the queue. */
export const LISTS_AT_ONCE = 4;
export const LISTS_WAITING_MAX = 100;

export function openFairUse(): FairUse {
  const bodies = allowance(BODIES);
  const answers = allowance(ANSWERS);
  const places = openPlaces();
  return {
    admitBody(merchant, bytes) {
      if (bytes <= FREE_BYTES) return;
      bodies.check(merchant);
      bodies.spend(merchant, bytes - FREE_BYTES);
    },
    async list(merchant, work) {
      const leave = await places.enter(merchant);
      try {
        answers.check(merchant);
        const answer = await work();
        answers.spend(merchant, Buffer.byteLength(answer.text) - FREE_BYTES);
        return answer;
      } finally {
        leave();
      }
    },
  };
}

interface Allowance {
  check(of: string): void;
  spend(of: string, bytes: number): void;
}

function allowance({ at_once_bytes, per_second_bytes }: typeof BODIES | typeof ANSWERS): Allowance {
  /** The bytes each merchant had spent, less those refilled since, at an instant. */
  const spent = new Map<string, { readonly bytes: number; readonly at_ms: number }>();
  const spentBy = (of: string): number => {
    const { bytes, at_ms } = spent.get(of) ?? { bytes: 0, at_ms: 0 };
    return Math.max(0, bytes - ((performance.now() - at_ms) / SECOND_MS) * per_second_bytes);
  };
  return {
    check(of) {
      const over = spentBy(of) - at_once_bytes;
      if (over > 0) throw tooMany(Math.ceil(over / per_second_bytes), "Too much data at once; try again shortly");
    },
    spend(of, bytes) {
      if (bytes <= 0) return;
      const total = spentBy(of) + bytes;
      spent.delete(of);
      spent.set(of, { bytes: total, at_ms: performance.now() });
      const [oldest] = spent.size > COUNTED_MAX ? spent.keys() : [];
      if (oldest !== undefined) spent.delete(oldest);
    },
  };
}

function openPlaces(): { enter(of: string): Promise<() => void> } {
  const taken = new Map<string, { count: number; readonly waiting: (() => void)[] }>();
  return {
    async enter(of) {
      const places = taken.get(of) ?? { count: 0, waiting: [] };
      taken.set(of, places);
      if (places.count >= LISTS_AT_ONCE) {
        if (places.waiting.length >= LISTS_WAITING_MAX) throw tooMany(1, "Too many lists at once; try again shortly");
        // A finished list passes its slot to the next in the queue.
        await new Promise<void>((enter) => places.waiting.push(enter));
      } else places.count += 1;
      return () => {
        const next = places.waiting.shift();
        if (next) next();
        else places.count -= 1;
        if (places.count === 0) taken.delete(of);
      };
    },
  };
}
