import { useEffect, useRef, useState } from "react";
import { checkoutApi } from "./api.ts";
import { type PaymentPoller, startPolling } from "./payment-poller.ts";
import { INITIAL_STATE, type PaymentState } from "./payment-state.ts";

/** The state of a payment, kept current, and the payer's actions on it. */
export function useCheckout(token: string): { readonly state: PaymentState; readonly poller: PaymentPoller | null } {
  const [state, setKnown] = useState(INITIAL_STATE);
  const poller = useRef<PaymentPoller | null>(null);
  useEffect(() => {
    const active = startPolling(checkoutApi(token), setKnown);
    poller.current = active;
    const pollIfVisible = () => {
      if (!document.hidden) active.pollNow();
    };
    document.addEventListener("visibilitychange", pollIfVisible);
    // The back button may restore this page from the back-forward cache, with old data.
    window.addEventListener("pageshow", pollIfVisible);
    window.addEventListener("online", pollIfVisible);
    return () => {
      active.stop();
      document.removeEventListener("visibilitychange", pollIfVisible);
      window.removeEventListener("pageshow", pollIfVisible);
      window.removeEventListener("online", pollIfVisible);
    };
  }, [token]);
  return { state, poller: poller.current };
}

/** The server's clock in milliseconds, updated once a second. */
export function useServerClock(clock_offset_ms: number): number {
  const [device_ms, setDeviceMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setDeviceMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return device_ms + clock_offset_ms;
}
