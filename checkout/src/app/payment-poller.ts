import type { CheckoutApi, CheckoutResult } from "./api.ts";
import type { Checkout } from "./checkout.ts";
import { INITIAL_STATE, nextPollMs, type PaymentState, reduceState } from "./payment-state.ts";

/** Polls a payment, and sends the payer's actions. */
export interface PaymentPoller {
  /** Polls at once, for example when the page becomes visible or the device is online again. */
  pollNow(): void;
  /** Starts a payment attempt. Resolves to null if an action is already in progress, as after a double click. */
  pay(channel: string, phone: string, otp: string): Promise<CheckoutResult<Checkout> | null>;
  cancel(): Promise<CheckoutResult<Checkout> | null>;
  stop(): void;
}

/** Polls the payment until it ends or until `stop`, and calls `onState` at each change of the state. */
export function startPolling(
  api: CheckoutApi,
  onState: (state: PaymentState) => void,
  clock = () => Date.now(),
): PaymentPoller {
  let state = INITIAL_STATE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed_polls = 0;
  let processing_since: number | null = null;
  let is_acting = false;
  let is_stopped = false;
  // Every poll and action increments this. A poll drops its response if another request has started since.
  let generation = 0;

  function applyResult(result: CheckoutResult<Checkout>): void {
    failed_polls = result.kind === "lost" ? failed_polls + 1 : 0;
    state = reduceState(state, result, clock());
    const is_processing = state.checkout?.status === "processing";
    processing_since = is_processing ? (processing_since ?? clock()) : null;
    onState(state);
    const default_wait_ms = nextPollMs(state, clock() - (processing_since ?? clock()), failed_polls);
    const wait_ms = result.kind === "later" ? Math.max(result.after_ms, default_wait_ms ?? 0) : default_wait_ms;
    if (wait_ms !== null) schedulePoll(wait_ms);
  }

  function schedulePoll(after_ms: number): void {
    clearTimeout(timer);
    if (!is_stopped) timer = setTimeout(() => void poll(), after_ms);
  }

  async function poll(): Promise<void> {
    clearTimeout(timer);
    const own_generation = ++generation;
    const result = await api.load();
    if (own_generation === generation && !is_stopped) applyResult(result);
  }

  async function runAction(action: () => Promise<CheckoutResult<Checkout>>): Promise<CheckoutResult<Checkout> | null> {
    if (is_acting) return null;
    is_acting = true;
    clearTimeout(timer);
    generation++;
    const result = await action();
    is_acting = false;
    if (is_stopped) return result;
    applyResult(result);
    // Poll at once if the page may be out of date: after a refusal without fields, because the payment has changed
    // state, and after a lost response, because the action may have been executed.
    const is_stale = result.kind === "refused" && result.fields.length === 0;
    if (is_stale || result.kind === "lost") await poll();
    return result;
  }

  void poll();
  return {
    pollNow() {
      if (!is_acting && nextPollMs(state, 0, failed_polls) !== null) void poll();
    },
    pay: (channel, phone, otp) => runAction(() => api.pay(channel, phone, otp)),
    cancel: () => runAction(() => api.cancel()),
    stop() {
      is_stopped = true;
      clearTimeout(timer);
    },
  };
}
