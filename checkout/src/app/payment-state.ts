import type { CheckoutResult } from "./api.ts";
import type { Checkout, CheckoutStatus } from "./checkout.ts";

/** The page's state of its payment. */
export interface PaymentState {
  readonly checkout: Checkout | null;
  /** The payment does not exist. */
  readonly is_absent: boolean;
  /** The last request got no response, so the page may show old data. */
  readonly is_offline: boolean;
  /** The server's clock minus this device's clock, in milliseconds. */
  readonly clock_offset_ms: number;
}

export const INITIAL_STATE: PaymentState = { checkout: null, is_absent: false, is_offline: false, clock_offset_ms: 0 };

/**
 * Returns the state after a response. `device_ms` is this device's clock in milliseconds. Responses can arrive out of
 * order: one older than the state does not change the payment.
 */
export function reduceState(state: PaymentState, result: CheckoutResult<Checkout>, device_ms: number): PaymentState {
  switch (result.kind) {
    case "success": {
      const { checkout } = state;
      if (checkout && result.value.now < checkout.now) return { ...state, is_offline: false };
      return {
        checkout: result.value,
        is_absent: false,
        is_offline: false,
        clock_offset_ms: parseTimeMs(result.value.now) - device_ms,
      };
    }
    case "absent":
      return { ...state, is_absent: true, is_offline: false };
    case "lost":
      return { ...state, is_offline: true };
    case "same":
    case "later":
    case "refused":
      return { ...state, is_offline: false };
    default:
      return result satisfies never;
  }
}

/** Converts a server time to milliseconds. Some browsers cannot parse microseconds. */
export function parseTimeMs(instant: string): number {
  return Date.parse(instant.replace(/(\.\d{3})\d+/, "$1"));
}

const FINAL_STATUSES: readonly CheckoutStatus[] = ["complete", "failed", "canceled", "expired"];

/** Whether the status is final. */
export function isFinal(status: CheckoutStatus): boolean {
  return FINAL_STATUSES.includes(status);
}

const POLL_INTERVALS_MS = { quick: 1_000, later: 2_000, slow: 3_000, idle: 10_000 };
const QUICK_PHASE_MS = 30_000;
const MEDIUM_PHASE_MS = 90_000;
const MAX_RETRY_MS = 5_000;

/**
 * The time until the next poll in milliseconds; null ends the polling. Polls are frequent while the payer confirms on
 * the phone, and slow down over time. `failed_polls` is the number of consecutive polls without a response.
 */
export function nextPollMs(state: PaymentState, processing_for_ms: number, failed_polls: number): number | null {
  if (state.is_absent) return null;
  if (failed_polls > 0) return Math.min(POLL_INTERVALS_MS.quick * 2 ** (failed_polls - 1), MAX_RETRY_MS);
  const status = state.checkout?.status ?? "processing";
  if (isFinal(status)) return null;
  if (status === "pending") return POLL_INTERVALS_MS.idle;
  if (processing_for_ms < QUICK_PHASE_MS) return POLL_INTERVALS_MS.quick;
  return processing_for_ms < MEDIUM_PHASE_MS ? POLL_INTERVALS_MS.later : POLL_INTERVALS_MS.slow;
}
