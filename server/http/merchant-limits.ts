import { ServiceError } from "#kernel/errors.ts";
import { tokenBuckets } from "#kernel/rate-limiter.ts";
import { queuedSemaphore } from "#kernel/semaphore.ts";
import { errorText } from "./errors.ts";
import { tooManyRequests } from "./rate-limit.ts";

/**
 * Limits how much of a process one merchant's large requests can use. The first 128 KiB of a body and of an answer are
 * free, of a bulk's body 4 KiB. Bytes beyond that draw on a token bucket per merchant. A merchant with an empty bucket
 * gets 429 on lists and large bodies, and on nothing else.
 */
export interface MerchantLimits {
  /** Call before the body is read. `free_bytes` are not counted. Throws `too_many_requests`. */
  admitBody(merchant: string, bytes: number, free_bytes?: number): void;
  /** Parses a large body when no other of the merchant is parsed. Throws `too_many_requests`. */
  readBody<Body>(merchant: string, parse: () => Promise<Body>): Promise<Body>;
  /** Counts the bytes of the answer to a large body, also of a refusal. */
  countReply<LargeReply extends { readonly text: string }>(
    merchant: string,
    work: () => Promise<LargeReply>,
  ): Promise<LargeReply>;
  /**
   * Runs a list request when the merchant has a free slot, and counts the bytes of its answer. `is_search`: a search of
   * rows that are not indexed yet takes PostgreSQL up to a second, so a merchant has one slot for them. Throws
   * `too_many_requests`.
   */
  runList<ListReply extends { readonly text: string }>(
    merchant: string,
    work: () => Promise<ListReply>,
    list_kind?: { readonly is_search: boolean },
  ): Promise<ListReply>;
}

/** Free bytes of one body or answer. A usual page of 100 records has 70 KiB. */
export const UNMETERED_BYTES = 128 * 1024;
/** Free bytes of the body of a bulk: its entries cost more than other bytes. */
export const UNMETERED_BULK_BYTES = 4 * 1024;
/** A single body or answer may overdraw the bucket: the largest bulk has 16 MiB. */
export const BODY_BUDGET = { burst_bytes: 4 * 1024 * 1024, per_second_bytes: 512 * 1024 } as const;
export const LIST_REPLY_BUDGET = { burst_bytes: 8 * 1024 * 1024, per_second_bytes: 1024 * 1024 } as const;
/** The most large bodies of a merchant, per process, that wait until another is parsed. */
export const WAITING_BODIES_MAX = 20;
/** Limits per merchant and process: lists read at once, and lists in the queue. */
export const CONCURRENT_LISTS_MAX = 4;
export const WAITING_LISTS_MAX = 100;
/** The most searches of a merchant, per process, that wait until another has ended. */
export const WAITING_SEARCHES_MAX = 20;

export function openMerchantLimits(): MerchantLimits {
  const body_budget = byteBudget(BODY_BUDGET);
  const reply_budget = byteBudget(LIST_REPLY_BUDGET);
  const body_slots = queuedSemaphore(1, WAITING_BODIES_MAX);
  const list_slots = queuedSemaphore(CONCURRENT_LISTS_MAX, WAITING_LISTS_MAX);
  const search_slots = queuedSemaphore(1, WAITING_SEARCHES_MAX);

  async function acquireSlot(slots: typeof list_slots, merchant: string): Promise<() => void> {
    const release = await slots.acquire(merchant);
    if (!release) throw tooManyRequests(1, "Too many lists at once; try again shortly", "too_many_lists");
    return release;
  }

  return {
    admitBody(merchant, bytes, free_bytes = UNMETERED_BYTES) {
      if (bytes <= free_bytes) return;
      body_budget.check(merchant);
      body_budget.spend(merchant, bytes - free_bytes);
    },
    async readBody(merchant, parse) {
      const release = await body_slots.acquire(merchant);
      if (!release) throw tooMuchData(1);
      try {
        // Checked before the body is parsed: a body with ten thousand invalid entries has an answer of 3 MB.
        reply_budget.check(merchant);
        return await parse();
      } finally {
        release();
      }
    },
    async countReply(merchant, work) {
      try {
        const reply = await work();
        reply_budget.spend(merchant, Buffer.byteLength(reply.text) - UNMETERED_BYTES);
        return reply;
      } catch (error) {
        if (error instanceof ServiceError && error.fields)
          reply_budget.spend(merchant, Buffer.byteLength(errorText(error)) - UNMETERED_BYTES);
        throw error;
      }
    },
    async runList(merchant, work, { is_search } = { is_search: false }) {
      const release = await acquireSlot(is_search ? search_slots : list_slots, merchant);
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
  const buckets = tokenBuckets();
  const rate = { per_second: per_second_bytes, burst: burst_bytes };
  return {
    check(merchant) {
      const available = buckets.available(merchant, rate);
      if (available < 0) throw tooMuchData(Math.ceil(-available / per_second_bytes));
    },
    spend(merchant, bytes) {
      if (bytes > 0) buckets.take(merchant, bytes, rate);
    },
  };
}

function tooMuchData(retry_after_s: number): ServiceError {
  return tooManyRequests(retry_after_s, "Too much data at once; try again shortly", "too_much_data");
}
