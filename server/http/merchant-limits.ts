import { SECOND_MS } from "#kernel/time.ts";
import { COUNTED_KEYS_MAX, tooManyRequests } from "./rate-limit.ts";

/**
 * Keeps one merchant's large requests from using up a process. The first 128 KiB of a body and of an answer are free.
 * Bytes beyond that draw on a token bucket per merchant. A merchant with an empty bucket gets 429 on lists and large
 * bodies, and on nothing else.
 */
export interface MerchantLimits {
  /** Call before the body is read. Throws `too_many_requests`. */
  admitBody(merchant: string, bytes: number): void;
  /** Runs a list when the merchant has a free slot, and counts its answer. Throws `too_many_requests`. */
  runList<ListReply extends { readonly text: string }>(
    merchant: string,
    work: () => Promise<ListReply>,
  ): Promise<ListReply>;
}

/** Free bytes of one body or answer. A usual page of 100 records has 70 KiB. */
export const UNMETERED_BYTES = 128 * 1024;
/** A single body or answer may overdraw the bucket: the largest bulk has 16 MiB. */
export const BODY_BUDGET = { burst_bytes: 4 * 1024 * 1024, per_second_bytes: 512 * 1024 } as const;
export const LIST_REPLY_BUDGET = { burst_bytes: 8 * 1024 * 1024, per_second_bytes: 1024 * 1024 } as const;
/** Limits per merchant and process: lists read at once, and lists in the queue. */
export const CONCURRENT_LISTS_MAX = 4;
export const WAITING_LISTS_MAX = 100;

export function openMerchantLimits(): MerchantLimits {
  const body_budget = byteBudget(BODY_BUDGET);
  const reply_budget = byteBudget(LIST_REPLY_BUDGET);
  const list_semaphore = openListSemaphore();
  return {
    admitBody(merchant, bytes) {
      if (bytes <= UNMETERED_BYTES) return;
      body_budget.check(merchant);
      body_budget.spend(merchant, bytes - UNMETERED_BYTES);
    },
    async runList(merchant, work) {
      const release = await list_semaphore.acquire(merchant);
      try {
        reply_budget.check(merchant);
        const list_reply = await work();
        reply_budget.spend(merchant, Buffer.byteLength(list_reply.text) - UNMETERED_BYTES);
        return list_reply;
      } finally {
        release();
      }
    },
  };
}

interface ByteBudget {
  check(merchant: string): void;
  spend(merchant: string, bytes: number): void;
}

function byteBudget({ burst_bytes, per_second_bytes }: typeof BODY_BUDGET | typeof LIST_REPLY_BUDGET): ByteBudget {
  /** The bytes each merchant had spent, less those refilled since, at an instant. */
  const spent = new Map<string, { readonly bytes: number; readonly at_ms: number }>();
  const spentBy = (merchant: string): number => {
    const { bytes, at_ms } = spent.get(merchant) ?? { bytes: 0, at_ms: 0 };
    return Math.max(0, bytes - ((performance.now() - at_ms) / SECOND_MS) * per_second_bytes);
  };
  return {
    check(merchant) {
      const over = spentBy(merchant) - burst_bytes;
      if (over > 0)
        throw tooManyRequests(Math.ceil(over / per_second_bytes), "Too much data at once; try again shortly");
    },
    spend(merchant, bytes) {
      if (bytes <= 0) return;
      const total = spentBy(merchant) + bytes;
      spent.delete(merchant);
      spent.set(merchant, { bytes: total, at_ms: performance.now() });
      const [oldest] = spent.size > COUNTED_KEYS_MAX ? spent.keys() : [];
      if (oldest !== undefined) spent.delete(oldest);
    },
  };
}

function openListSemaphore(): { acquire(merchant: string): Promise<() => void> } {
  const active_lists = new Map<string, { count: number; readonly waiting: (() => void)[] }>();
  return {
    async acquire(merchant) {
      const active = active_lists.get(merchant) ?? { count: 0, waiting: [] };
      active_lists.set(merchant, active);
      if (active.count >= CONCURRENT_LISTS_MAX) {
        if (active.waiting.length >= WAITING_LISTS_MAX)
          throw tooManyRequests(1, "Too many lists at once; try again shortly");
        // A finished list passes its slot to the next in the queue.
        await new Promise<void>((acquire) => active.waiting.push(acquire));
      } else active.count += 1;
      return () => {
        const next = active.waiting.shift();
        if (next) next();
        else active.count -= 1;
        if (active.count === 0) active_lists.delete(merchant);
      };
    },
  };
}
