import type { Answer } from "./api.ts";
import type { Checkout, CheckoutStatus } from "./checkout.ts";

/** The page's state of its payment. */
export interface Known {
  readonly checkout: Checkout | null;
  /** The payment does not exist. */
  readonly is_absent: boolean;
  /** The last request got no answer, so the page may show old data. */
  readonly is_lost: boolean;
  /** The server's clock minus this device's clock, in milliseconds. */
  readonly ahead_ms: number;
}

export const NOTHING_KNOWN: Known = { checkout: null, is_absent: false, is_lost: false, ahead_ms: 0 };

/**
 * Reduces the state by an answer. `here_ms` is this device's clock in milliseconds. An answer older than the state changes
 * nothing: a newer one overtook it.
 */
export function learn(known: Known, answer: Answer<Checkout>, here_ms: number): Known {
  switch (answer.kind) {
    case "given": {
      const { checkout } = known;
      if (checkout && answer.value.now < checkout.now) return { ...known, is_lost: false };
      return {
        checkout: answer.value,
        is_absent: false,
        is_lost: false,
        ahead_ms: instantMs(answer.value.now) - here_ms,
      };
    }
    case "absent":
      return { ...known, is_absent: true, is_lost: false };
    case "lost":
      return { ...known, is_lost: true };
    case "same":
    case "later":
    case "refused":
      return { ...known, is_lost: false };
    default:
      return answer satisfies never;
  }
}

/** Converts a server time to milliseconds. Some browsers cannot parse microseconds. */
export function instantMs(instant: string): number {
  return Date.parse(instant.replace(/(\.\d{3})\d+/, "$1"));
}

const FINAL: readonly CheckoutStatus[] = ["complete", "failed", "canceled", "expired"];

/** Whether the status is final. */
export function isFinal(status: CheckoutStatus): boolean {
  return FINAL.includes(status);
}

const PACES_MS = { quick: 1_000, later: 2_000, slow: 3_000, idle: 10_000 };
const QUICK_FOR_MS = 30_000;
const LATER_FOR_MS = 90_000;
const SLOWEST_RETRY_MS = 5_000;

/**
 * The time until the next poll in milliseconds; null ends the polling. Polls are frequent while the payer confirms on the
 * phone, and slow down over time. `lost_times` is the number of consecutive polls without an answer.
 */
export function nextLookMs(known: Known, processing_for_ms: number, lost_times: number): number | null {
  if (known.is_absent) return null;
  if (lost_times > 0) return Math.min(PACES_MS.quick * 2 ** (lost_times - 1), SLOWEST_RETRY_MS);
  const status = known.checkout?.status ?? "processing";
  if (isFinal(status)) return null;
  if (status === "pending") return PACES_MS.idle;
  if (processing_for_ms < QUICK_FOR_MS) return PACES_MS.quick;
  return processing_for_ms < LATER_FOR_MS ? PACES_MS.later : PACES_MS.slow;
}
