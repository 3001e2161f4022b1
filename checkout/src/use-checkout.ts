import { useEffect, useRef, useState } from "react";
import { checkoutApi } from "./api.ts";
import { type Known, NOTHING_KNOWN } from "./follow.ts";
import { type Following, startFollowing } from "./following.ts";

/** The state of a payment, kept current, and the payer's actions on it. */
export function useCheckout(token: string): { readonly known: Known; readonly following: Following | null } {
  const [known, setKnown] = useState(NOTHING_KNOWN);
  const following = useRef<Following | null>(null);
  useEffect(() => {
    const started = startFollowing(checkoutApi(token), setKnown);
    following.current = started;
    const wake = () => {
      if (!document.hidden) started.wake();
    };
    document.addEventListener("visibilitychange", wake);
    // The back button may restore this page from the back-forward cache, with old data.
    window.addEventListener("pageshow", wake);
    window.addEventListener("online", wake);
    return () => {
      started.stop();
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("pageshow", wake);
      window.removeEventListener("online", wake);
    };
  }, [token]);
  return { known, following: following.current };
}

/** The server's clock in milliseconds, updated once a second. */
export function useServerClock(ahead_ms: number): number {
  const [here_ms, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return here_ms + ahead_ms;
}
